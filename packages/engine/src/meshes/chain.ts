/** Chain: nodes at equal distances on a line, each joined to the next by an edge. The ends are met to the last bit. */
import { refusing } from '../base/refusal.ts';
import { checkNumbers, type Mesh, mesh } from './mesh.ts';

type Point = readonly [number, number, number];

export interface ChainOptions {
  from: Point;
  to: Point;
  /** At least 2: the ends. */
  nodes: number;
}

export function chain({ from, to, nodes }: ChainOptions): Mesh {
  checkNumbers('chain: from', from, 3, 'finite');
  checkNumbers('chain: to', to, 3, 'finite');
  if (!Number.isSafeInteger(nodes) || nodes < 2) {
    throw refusing({ of: 'chain' })('nodes', `${nodes} is not allowed (give a whole number, 2 or more).`);
  }
  if (from.every((x, axis) => x === to[axis])) {
    throw refusing({ of: 'chain' })('to', `[${to}] is where the chain starts (give another point).`);
  }
  const positions = new Float64Array(3 * nodes);
  const edges = new Int32Array(2 * (nodes - 1));
  for (let i = 0; i < nodes - 1; i++) {
    for (let axis = 0; axis < 3; axis++) {
      positions[3 * i + axis] = from[axis] + (to[axis] - from[axis]) * (i / (nodes - 1));
    }
    edges[2 * i] = i;
    edges[2 * i + 1] = i + 1;
  }
  positions.set(to, 3 * (nodes - 1));
  return mesh({ positions, edges });
}

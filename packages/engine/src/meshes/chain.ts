/** Chain: nodes at equal distances on a line, each joined to the next by an edge. The end nodes are at the given points to the last bit. */

import { checkOptions, number, numbers, required } from '../base/options.ts';
import { refusing } from '../base/refusal.ts';
import { checkNumbers, type Mesh, mesh } from './mesh.ts';

type Point = readonly [number, number, number];

export interface ChainOptions {
  from: Point;
  to: Point;
  /** At least 2: the ends. */
  nodes: number;
}

/**
 * Nodes at equal distances on a line, each connected to the next by an edge.
 * @example chain({ from: [0, 0, 0], to: [1, 0, 0], nodes: 11 })
 */
export function chain(options: ChainOptions): Mesh {
  checkOptions('chain', options, { from: required(numbers), to: required(numbers), nodes: required(number) });
  const { from, to, nodes } = options;
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

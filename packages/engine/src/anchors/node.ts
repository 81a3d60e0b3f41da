/** A node of a body: x = q_i. */
import { Refusal } from '../base/refusal.ts';
import type { Body } from '../bodies/body.ts';
import type { Vec3 } from '../kernel/formula/vector.ts';
import type { Anchor, AnchorShape } from './anchor.ts';

export const nodeShape: AnchorShape = {
  name: 'node',
  blocks: [3],
  parameters: 0,
  point: ([q]) => q as Vec3,
};

/**
 * A node of a body as an anchor; nodes count from 0.
 * @example node(cube, 0)
 */
export function node(body: Body, index: number): Anchor {
  if (body.points) {
    let i = checkedNode(body, index);
    let { points } = body;
    for (; points.more && i >= points.count; points = points.more) i -= points.count;
    const { formula } = points;
    return {
      shape: formula,
      body: body.id,
      blocks: [...points.blocks.subarray(i * formula.blocks.length, (i + 1) * formula.blocks.length)],
      parameters: [...points.parameters.subarray(i * formula.parameters, (i + 1) * formula.parameters)],
    };
  }
  return { shape: nodeShape, body: body.id, blocks: blocksOfNode(checkedNode(body, index)), parameters: none };
}
const none: readonly number[] = [];
/** Nodes of the same number share the list of their block: a scene may have a hundred thousand of them. */
const shared: (readonly number[])[] = [];
const mostShared = 1024;
function blocksOfNode(index: number): readonly number[] {
  if (index >= mostShared) return [3 * index];
  shared[index] ??= [3 * index];
  return shared[index];
}

export function checkedNode(body: Body, index: number): number {
  if (!(Number.isInteger(index) && index >= 0 && index < body.nodeCount)) {
    const range = body.nodeCount ? `nodes run 0 to ${body.nodeCount - 1}` : `a ${body.kind} has no nodes`;
    throw new Refusal(
      'value',
      { field: 'nodes' },
      `node ${index} is not on body "${body.id}" (${range}).`,
      [body.id],
      '',
    );
  }
  return index;
}

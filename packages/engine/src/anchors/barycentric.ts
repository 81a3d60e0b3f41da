/** A point of an edge, a face, a tet or a cell, fixed in the material: x = sum a_i q_i, with sum a_i = 1. */
import { Refusal } from '../base/refusal.ts';
import type { Body } from '../bodies/body.ts';
import { scale3, sum3, type Vec3 } from '../kernel/formula/vector.ts';
import type { Anchor, AnchorShape } from './anchor.ts';
import { checkedNode } from './node.ts';

const shapes = [2, 3, 4, 5, 6, 7, 8].map(
  (corners): AnchorShape => ({
    name: `barycentric-${corners}`,
    blocks: new Array<number>(corners).fill(3),
    parameters: corners,
    weighted: true,
    point: (q, a) => sum3(q.map((corner, i) => scale3(a[i], corner as Vec3))),
  }),
);

const refuse = (field: string, fact: string, prefix = ''): Refusal => new Refusal('value', { field }, fact, [], prefix);

/** Corners of a body that turns as a whole are no coordinates of their own. */
function refuseTurning({ id, kind, curved }: Body): void {
  if (!curved) return;
  throw new Refusal(
    'misfit',
    { field: 'nodes' },
    `body "${id}" is of kind "${kind}": it moves as a whole, and its corners are no coordinates that a point could lie between. Name a point of it, { "body": "${id}", "at": [x, y, z] }, in a "join" or a "distance".`,
    [id],
    '',
  );
}

/**
 * A point between nodes of a body: two, three or four corners with one weight each. Weights may have any sum but zero;
 * they are scaled to sum 1, and are equal if not given.
 * @example barycentric(cube, [0, 1, 2], [0.5, 0.25, 0.25])
 */
export function barycentric(body: Body, nodes: readonly number[], weights?: readonly number[]): Anchor {
  refuseTurning(body);
  const corners = nodes.length;
  if (corners < 2 || corners > 8) throw refuse('nodes', `a barycentric point has 2 to 8 corners, not ${corners}.`);
  if (new Set(nodes).size < corners)
    throw refuse('nodes', `${nodes.join(', ')} has a node twice; name each once.`, 'corners: ');
  const given = weights ?? nodes.map(() => 1);
  const sum = given.reduce((a, b) => a + b, 0);
  if (given.length !== corners || !Number.isFinite(sum) || sum === 0) {
    const fact = given.length !== corners ? `there are ${given.length}` : `their sum is ${sum}`;
    throw refuse('weights', `${fact}; give ${corners} numbers whose sum is not zero.`, 'weights: ');
  }
  return {
    shape: shapes[corners - 2],
    body: body.id,
    blocks: nodes.map((n) => 3 * checkedNode(body, n)),
    parameters: given.map((a) => a / sum),
  };
}

/**
 * Where on a rod a constraint acts whose anchors are no points: tangents, sum (b_i'/s0) x_i, and twists, sum b_i theta_i.
 *
 * With c = sum i b_i, the place among the numbers of the control points, c = u + const for every uniform spline, and a
 * tangent's weights w_i = b_i'/s0 know it too:
 *
 *   sum i w_i = 1/s0,   sum i^2 w_i = 2c/s0     =>     c = sum i^2 w_i / (2 sum i w_i)
 */
import { type Anchor, type Body, type Spline, splinePoint } from '@pliant/engine';

/** of the size of its weights: a sum below this is zero but for rounding */
const rounding = 1e-9;

const isTwist = ({ shape }: Anchor): boolean => shape.name.startsWith('spline-twist');
const isTangent = ({ body, blocks, parameters }: Anchor): boolean => {
  if (body === undefined || blocks.length < 2 || parameters.length !== blocks.length) return false;
  let [sum, size] = [0, 0];
  for (const w of parameters) {
    sum += w;
    size += Math.abs(w);
  }
  return Math.abs(sum) <= rounding * size;
};
const isSlidingTangent = ({ shape }: Anchor): boolean => shape.name.startsWith('spline-slider-tangent');
/** Whether it is a point in space, on a body or not. */
export const isPoint = (anchor: Anchor): boolean =>
  !(anchor.shape.vector || isTwist(anchor) || isSlidingTangent(anchor) || isTangent(anchor));

/** The place of a weighted sum of control points among their numbers. */
export const numberAlong = ({ blocks, parameters }: Pick<Anchor, 'blocks' | 'parameters'>): number =>
  blocks.length === 1 ? blocks[0] / 3 : blocks.reduce((sum, block, k) => sum + (block / 3) * parameters[k], 0);

/** The point of the rod where a tangent or a twist is taken. */
export function pointOf(anchor: Anchor, body: Body): Anchor {
  const rod = body as Spline;
  const first = splinePoint(rod, 0);
  const { blocks, parameters } = anchor;
  const [linear, square] = [1, 2].map((power) =>
    blocks.reduce((sum, block, k) => sum + (block / 3) ** power * parameters[k], 0),
  );
  const number = isTwist(anchor)
    ? blocks.reduce((sum, block, k) => sum + (block - rod.firstAngle) * parameters[k], 0)
    : square / (2 * linear);
  if (rod.cuts) return splinePoint(rod, 6 * number < rod.firstAngle ? 0 : rod.spans); // constraints hold its ends only
  return splinePoint(rod, Math.max(0, Math.min(rod.spans, number - numberAlong(first))));
}

/** What it takes to turn a rod there, N m; force: what pulls at the anchor, per its own unit; x: the body's nodes. */
export function momentOf(anchor: Anchor, force: readonly number[], x: Float64Array): readonly number[] {
  if (isTwist(anchor)) return [force[0], 0, 0];
  const [tx, ty, tz] = [0, 1, 2].map((axis) =>
    anchor.blocks.reduce((sum, block, k) => sum + anchor.parameters[k] * x[block + axis], 0),
  );
  const [fx, fy, fz] = force;
  return [ty * fz - tz * fy, tz * fx - tx * fz, tx * fy - ty * fx];
}

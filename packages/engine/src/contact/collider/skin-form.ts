/**
 * The skin of a body as what it touches others with: its vertices are points of the body, sums over nodes or formulas of coordinates.
 *
 *   x_i = sum_k a_ik x_ik,   sum_k a_ik = 1                                                             (bodies/skin.ts)
 */
import type { Body, ContactForm, MaterialPoints, PointFormula, Skin } from '../../bodies/body.ts';
import { add, mul } from '../../kernel/formula/expr.ts';
import type { Vec3 } from '../../kernel/formula/vector.ts';
import { welded } from '../../meshes/surface/surface.ts';
import { reportOn } from '../../meshes/surface/surface-report.ts';
import { contactFault } from '../options.ts';

const formulas = new Map<number, PointFormula>();

/** A sum over so many nodes, with a weight for each. */
function meanOfNodes(width: number): PointFormula {
  const known = formulas.get(width);
  if (known) return known;
  const made: PointFormula = {
    name: `mean of ${width} nodes`,
    blocks: Array.from({ length: width }, () => 3 as const),
    parameters: width,
    point: (nodes, weights) =>
      [0, 1, 2].map((axis) =>
        nodes.map((node, k) => mul(weights[k], node[axis])).reduce((sum, term) => add(sum, term)),
      ) as unknown as Vec3,
  };
  formulas.set(width, made);
  return made;
}

function pointsOf({ embedding, points }: Skin): MaterialPoints {
  if (points) return points;
  const { corners, weights } = embedding;
  const width = embedding.width ?? 4;
  const count = corners.length / width;
  const blocks = corners.map((node) => 3 * node);
  return { formula: meanOfNodes(width), count, blocks, parameters: weights, masses: new Float64Array(count) };
}

/** A body that touches others with its skin; refused where it has none, or where that encloses nothing. */
export function touchingWithSkin(body: Body): Body {
  const { id, skin, contactForm, mesh } = body;
  const field = `bodies.${id}.surface`;
  if (!skin) throw contactFault(field, `body "${id}" has no skin. Give it one, or leave "surface" out.`);
  if (contactForm && contactForm.kind !== 'points')
    throw contactFault(
      field,
      `body "${id}" keeps its shape, and touches with its own surface alone. Leave "surface" out.`,
    );
  const points = pointsOf(skin);
  const positions = new Float64Array(3 * points.count);
  if (mesh)
    for (let i = 0; i < points.count; i++)
      for (let axis = 0; axis < 3; axis++) positions[3 * i + axis] = placeOf(skin, mesh.positions, i, axis);
  const { closed, inverted } = reportOn(welded({ positions, triangles: skin.triangles }));
  if (!closed || inverted) {
    const why = closed ? 'is turned inside out' : 'is not closed';
    throw contactFault(
      field,
      `the skin of body "${id}" ${why}. Close it, with all triangles outward, or leave "surface" out.`,
    );
  }
  const form: ContactForm = { ...contactForm, kind: 'points', points, triangles: skin.triangles };
  return { ...body, contactForm: form };
}
/** Where a vertex is at the start. */
function placeOf({ embedding }: Skin, x: Float64Array, i: number, axis: number): number {
  const { corners, weights } = embedding;
  const width = embedding.width ?? 4;
  let sum = 0;
  for (let k = width * i; k < width * (i + 1); k++) sum += weights[k] * x[3 * corners[k] + axis];
  return sum;
}

/**
 * Constant volumes: of a cell of eight corners, of a tet, or inside a closed surface.                      [PB88, sec. 6.2; notes, 6]
 *
 *   cell    C = det G/rest - 1,     G: the averaged metric of the cell; eq. 64. Of affine cells det G = (V/V0)^2
 *   tet     C = V/rest - 1
 *   body    C = V/rest - 1,         V = sum over the faces of a . (b x c)/6
 *
 * All are dimensionless. det G over-estimates the volume of a warped cell (errata: P22), and cannot tell a cell from its mirror image.
 * A side of four corners counts as the mean of its two cuts into triangles, which is the volume under the bilinear face.
 */
import { averagedMetric, cornerOrder, determinantOf } from '../../bodies/hex/averaged-metric.ts';
import { add, constant, div, type Expr, mul, one, sub } from '../../kernel/formula/expr.ts';
import { cross, dot, sub3, type Vec3 } from '../../kernel/formula/vector.ts';
import { positive, type Relation, relation } from '../relation.ts';

const corner = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] as const;
type Corner = (typeof corner)[number];

/** Corners as in meshes/hex-mesh.ts; the inverse material lengths of the cell, and det G at rest. */
export const cellVolume = relation({
  kind: 'cell-volume',
  points: corner,
  parameters: { inverse0: positive, inverse1: positive, inverse2: positive, rest: positive },
  unit: '1',
  degenerate: 'the cell is flat; move a corner',
  rows: (points, { inverse0, inverse1, inverse2, rest }) => {
    const r = cornerOrder.map((c) => points[corner[c] as Corner]);
    return [sub(div(determinantOf(averagedMetric(r, [inverse0, inverse1, inverse2])), rest), one)];
  },
});

const sixth = constant(1 / 6);
export const tetVolume = relation({
  kind: 'tet-volume',
  points: ['a', 'b', 'c', 'd'],
  parameters: { rest: positive },
  unit: '1',
  degenerate: 'its corners are at the same place; move one',
  rows: ({ a, b, c, d }, { rest }) => [sub(div(mul(sixth, dot(sub3(b, a), cross(sub3(c, a), sub3(d, a)))), rest), one)],
});

const made = new Map<string, Relation>();
/** Of the nodes of a surface, each a point: triangles and quads by the numbers of the points, outward. */
export function enclosedVolume(points: number, triangles: ArrayLike<number>, quads: ArrayLike<number>): Relation {
  const key = `${points}: ${Array.from(triangles)}; ${Array.from(quads)}`;
  const found = made.get(key);
  if (found) return found;
  const names = Array.from({ length: points }, (_, n) => `p${n}`);
  const relationOf: Relation = {
    kind: 'body-volume',
    points: names,
    parameters: { rest: positive },
    unit: '1',
    sense: '=',
    fingerprint: key,
    degenerate: 'all nodes of the surface are at the same place; move a node',
    rows: (x, [rest]) => [sub(div(volumeOf(x, triangles, quads), rest), one)],
  };
  made.set(key, relationOf);
  return relationOf;
}

function volumeOf(x: readonly Vec3[], triangles: ArrayLike<number>, quads: ArrayLike<number>): Expr {
  // seen from the first point: less is lost to rounding
  const r = x.map((p) => sub3(p, x[0]));
  const piece = (a: number, b: number, c: number): Expr => dot(r[a], cross(r[b], r[c]));
  const parts: Expr[] = [];
  for (let i = 0; i < triangles.length; i += 3)
    parts.push(mul(sixth, piece(triangles[i], triangles[i + 1], triangles[i + 2])));
  for (let i = 0; i < quads.length; i += 4) {
    const [a, b, c, d] = [quads[i], quads[i + 1], quads[i + 2], quads[i + 3]];
    const cuts = [piece(a, b, c), piece(a, c, d), piece(a, b, d), piece(b, c, d)];
    parts.push(
      mul(
        constant(1 / 12),
        cuts.reduce((p, q) => add(p, q)),
      ),
    );
  }
  return parts.reduce((p, q) => add(p, q));
}

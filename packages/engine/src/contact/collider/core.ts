/** The parts of a collider: vertices, and the edges and triangles between them (collider.ts). */
import type { FormulaPoints } from './formula-points.ts';

/** Points that move with a body. */
export interface Vertices {
  /** of a rigid body: in its principal axes (3 each) */
  readonly local?: Float64Array | undefined;
  /** of a body whose points are formulas of its coordinates */
  readonly formula?: FormulaPoints | undefined;
  /** of others: nodes of each, `width` of them; of a rope the control points that it is a sum of, with their weights */
  readonly nodes?: Int32Array | undefined;
  readonly width: number;
  readonly weights?: Float64Array | undefined;
  readonly count: number;
  readonly radius: number;
}
export interface Core extends Vertices {
  /** vertices at rest (3 each), of a body that may touch itself */
  readonly rest: Float64Array;
  /** 2 vertices each */
  readonly edges: Int32Array;
  readonly triangles: Int32Array;
  /** its triangles enclose a volume: nothing touches them from inside */
  readonly closed: boolean;
}
/** Points that touch half spaces, each with the radius. */
export interface PlanePoints extends Vertices {
  /** of a cylinder: half of its axis, to the centre of a cap; four points of each rim touch */
  readonly rims?: { readonly axis: Float64Array; readonly radius: number } | undefined;
}
const none = new Int32Array(0);
const noRest = new Float64Array(0);

/** The same with all fields, in one order: code that meets bodies of five kinds is compiled for one. */
export function withAllFields(points: PlanePoints & Partial<Core>): Core & PlanePoints {
  const { local, formula, nodes, width, weights, count, radius, rims } = points;
  const { rest = noRest, edges = none, triangles = none, closed = false } = points;
  return { local, formula, nodes, width, weights, count, radius, rest, edges, triangles, closed, rims };
}

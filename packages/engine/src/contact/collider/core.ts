/** The parts of a collider: vertices, and the edges and triangles between them (collider.ts). */
import type { FormulaPoints } from './formula-points.ts';

/** Points that move with a body. */
export interface Vertices {
  /** of a rigid body: in its principal axes (3 each) */
  readonly local?: Float64Array;
  /** of a body whose points are formulas of its coordinates */
  readonly formula?: FormulaPoints;
  /** of others: nodes of each, `width` of them; of a rope the control points that it is a sum of, with their weights */
  readonly nodes?: Int32Array;
  readonly width: number;
  readonly weights?: Float64Array;
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
  readonly rims?: { readonly axis: Float64Array; readonly radius: number };
}

/**
 * What a body is to the rest of the engine: coordinates, masses, and elements that push on them. A body is a definition;
 * it never changes. What changes lives in the State.
 */
import type { Expr } from '../kernel/formula/expr.ts';
import type { Mesh } from '../meshes/mesh.ts';
import type { Skin } from './skin-surface.ts';

/** A block of coordinates as expressions: the x, y, z of a node, a slider's u, a quaternion. */
export type BlockOf<T> = readonly T[];

/** One kind of element: formulas, from which force, energy, stiffness and their kernels are derived. */
export interface ElementKind {
  readonly name: string;
  /** coordinates in each block it touches: an edge [3, 3] */
  readonly blocks: readonly number[];
  readonly parameters: readonly string[];
  energy(q: readonly BlockOf<Expr>[], parameters: readonly Expr[]): Expr;
  /** in the place of d2E/dq2 where that may be indefinite: symmetric, over all coordinates of its blocks */
  stiffness?(q: readonly BlockOf<Expr>[], parameters: readonly Expr[]): Expr[][];
  /** Damping that is a part of that stiffness, D = beta K: beta, s. */
  rayleigh?(parameters: readonly Expr[]): Expr;
  /** on every block, damping included */
  forces(q: readonly BlockOf<Expr>[], v: readonly BlockOf<Expr>[], parameters: readonly Expr[]): Expr[][];
}

/** The elements of one kind in a body. */
export interface Elements {
  readonly kind: ElementKind;
  readonly count: number;
  /** first coordinate of each block, counted from the body's first   (count x blocks) */
  readonly blocks: Int32Array;
  /** (count x parameters) */
  readonly parameters: Float64Array;
}

export interface Body {
  readonly id: string;
  readonly kind: string;
  /** dim q and dim v; they differ where a body turns */
  readonly coordinates: number;
  readonly velocities: number;
  /** nodes are blocks of three coordinates, from the first on */
  readonly nodeCount: number;
  readonly mesh?: Mesh;
  /** nodes are drawn as balls of this radius, m */
  readonly radius?: number;
  /** what is drawn in place of the mesh's own surface */
  readonly skin?: Skin;
  /** integrator, if not the world's */
  readonly integrator?: string;
  /** where it starts; the arrays are its own stretch */
  start(q: Float64Array, v: Float64Array): void;
  /** diagonal of W = M^-1, 0 for what cannot move */
  inverseMasses(w: Float64Array): void;
  /** mass-proportional damping, 1/s */
  readonly drag: number;
  readonly elements: readonly Elements[];
  /** M, where it is not diagonal: its upper triangle, entry by entry */
  readonly mass?: { readonly rows: Int32Array; readonly columns: Int32Array; readonly values: Float64Array };
  /** W f, where W is not diagonal */
  applyW?(q: Float64Array, f: Float64Array, out: Float64Array): void;
  /** q after h at v, where q does not live in the space of v */
  advance?(q: Float64Array, v: Float64Array, h: number, out: Float64Array): void;
}

/** Numbers given once or for each of `count`, as an array of `count`. */
export function perItem(value: number | ArrayLike<number> | undefined, count: number, what: string): Float64Array {
  if (value === undefined || typeof value === 'number') {
    const one = value ?? 0;
    if (!Number.isFinite(one)) throw new Error(`${what} — ${one} is not a finite number.`);
    return new Float64Array(count).fill(one);
  }
  if (value.length !== count)
    throw new Error(`${what} — ${value.length} values for ${count}; give one number or ${count}.`);
  for (let i = 0; i < count; i++) {
    if (!Number.isFinite(value[i])) throw new Error(`${what}[${i}] — ${value[i]} is not a finite number.`);
  }
  return Float64Array.from(value);
}

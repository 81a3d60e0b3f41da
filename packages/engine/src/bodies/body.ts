/**
 * A body as the rest of the engine sees it: coordinates, masses, and elements that exert forces on them. A body is a definition
 * and never changes. The numbers that change are in the State.
 */
import type { Refuse } from '../base/refusal.ts';
import type { Embedding } from '../geometry/embed.ts';
import type { Expr } from '../kernel/formula/expr.ts';
import type { Mat3, Vec3 } from '../kernel/formula/vector.ts';
import type { Mesh } from '../meshes/mesh.ts';
import type { PathDef } from '../paths/path.ts';
import type { StateFormulas } from '../state/state-block.ts';
import type { Block } from './blocks/block.ts';
import type { RigidShape } from './rigid/shapes.ts';

/** A block of coordinates as expressions: the x, y, z of a node, a slider's u, a quaternion. */
export type BlockOf<T> = readonly T[];

/** What the formulas of an element's state read: its blocks, its parameters, y and y' (see ElementKind.bodyState). */
export type ElementInputs = [
  q: readonly BlockOf<Expr>[],
  v: readonly BlockOf<Expr>[],
  parameters: readonly Expr[],
  y: readonly Expr[],
  yRate: readonly Expr[],
];
/** State that every element of a kind keeps (see state/state-block.ts). */
export interface ElementState extends StateFormulas<ElementInputs> {
  readonly size: number;
  /** of one element, from its parameters */
  start(parameters: readonly number[]): readonly number[];
}

/** The owner of a state: the blocks it reads, its parameters. */
export interface StateKind {
  readonly name: string;
  /** coordinates in each block it touches: an edge [3, 3] */
  readonly blocks: readonly Block[];
  readonly parameters: readonly string[];
  /** numbers that it keeps from step to step */
  readonly state?: ElementState;
  /** it reads the state of its body, of this many numbers: in `y`, after its own */
  readonly bodyState?: number;
}

/**
 * One kind of element: formulas, from which force, energy, stiffness and their kernels are derived. `y` is its own state,
 * then that of its body, where it declares them.
 */
/** A step that is solved, from `before` to q; perStep: 1/h, or 0 where nothing moves. */
export interface SolvedStep {
  readonly q: readonly BlockOf<Expr>[];
  readonly before: readonly BlockOf<Expr>[];
  readonly perStep: Expr;
  readonly parameters: readonly Expr[];
  readonly y: readonly Expr[];
}
export interface ElementKind extends StateKind {
  /** m^3: the volume that it has now, of an element with one stress all over, which its forces tell: see record/stress.ts */
  continuum?(q: readonly BlockOf<Expr>[], parameters: readonly Expr[]): Expr;
  energy(q: readonly BlockOf<Expr>[], parameters: readonly Expr[], y: readonly Expr[]): Expr;
  /** d2E/dq2 between two of its blocks of three, where a form is known that is cheaper than the derived one */
  hessian?(q: readonly BlockOf<Expr>[], parameters: readonly Expr[]): (a: number, b: number) => Mat3;
  /** its forces are not minus the gradient of the energy: a follower load */
  readonly conservative?: false;
  /** d2E/dq2 over all coordinates of its blocks, where a form is known that is cheaper than the derived one */
  tangent?(q: readonly BlockOf<Expr>[], parameters: readonly Expr[], y: readonly Expr[]): Expr[][];
  /** used instead of d2E/dq2 where that may be indefinite: symmetric, over all coordinates of its blocks */
  stiffness?(q: readonly BlockOf<Expr>[], parameters: readonly Expr[], y: readonly Expr[]): Expr[][];
  /** Damping that is a part of that stiffness, D = beta K: beta, s. */
  rayleigh?(parameters: readonly Expr[]): Expr;
  /** on every block, damping included */
  forces(
    q: readonly BlockOf<Expr>[],
    v: readonly BlockOf<Expr>[],
    parameters: readonly Expr[],
    y: readonly Expr[],
  ): Expr[][];
  /**
   * Of a step that is solved: forces, with damping in a form whose derivative is symmetric, if not those at its end with its mean velocity; and
   * minus this derivative, or a matrix that is never indefinite.
   */
  readonly step?: {
    forces?(step: SolvedStep): Expr[][];
    tangent(step: SolvedStep, exact: boolean): Expr[][];
  };
}

/** The elements of one kind in a body. */
export interface Elements<Kind extends StateKind = ElementKind> {
  readonly kind: Kind;
  readonly count: number;
  /** first coordinate of each block, counted from the body's first   (count x blocks) */
  readonly blocks: Int32Array;
  /** (count x parameters) */
  readonly parameters: Float64Array;
}

/**
 * An integrator by its name, "verlet", or by value, `integrators.verlet`.
 * @example const choice: IntegratorChoice = 'verlet';
 */
export type IntegratorChoice = string | { readonly kind: string };

/**
 * The definition of a body: coordinates, masses, elements and what is drawn. It never changes; the world holds the
 * numbers that do.
 * @example const cube: Body = world.add(tetSprings(boxMesh, { density: 1000, stretch: 1e4 }));
 */
export interface Body {
  readonly id: string;
  readonly kind: string;
  /** dim q and dim v; they differ for bodies that rotate */
  readonly coordinates: number;
  readonly velocities: number;
  /** nodes are blocks of three coordinates, from the first on */
  readonly nodeCount: number;
  readonly mesh?: Mesh;
  /** the longest side of its box in axes of its own at the start, m, where it has such axes */
  readonly longestSide?: number;
  /** nodes are drawn as balls of this radius, m */
  readonly radius?: number;
  /** drawn instead of the mesh's own surface */
  readonly skin?: Skin;
  /** integrator, if not the world's */
  readonly integrator?: IntegratorChoice;
  /** s: the largest stable step of Euler-Cromer and Verlet near rest, where it is known without a search */
  readonly largestStep?: number;
  /** it moves by a rule as a whole, by so much from where it starts; no force moves it */
  readonly motion?: PathDef;
  /** the same of its rotation, where its coordinates are a place and a rotation */
  readonly turning?: Turning;
  /** initial coordinates and velocities; the arrays are its own part of the state */
  start(q: Float64Array, v: Float64Array): void;
  /** W = M^-1: the accelerations that forces make */
  readonly inverseMass: InverseMass;
  /** mass-proportional damping, 1/s */
  readonly drag: number;
  readonly elements: readonly Elements[];
  /** the elements whose mean is the stress of each tet of the mesh, by their number among those that have one; if not one each */
  readonly stressPoints?: {
    readonly perTet: number;
    readonly points: Int32Array;
    /** of the points of a tet, with the sum 1; equal if not given */
    readonly weights?: readonly number[];
  };
  /** state of the body as a whole: that of one more element, which exerts nothing and which the others may read */
  readonly state?: Elements<StateKind>;
  /** M, where it is not diagonal: its upper triangle, entry by entry */
  readonly mass?: { readonly rows: Int32Array; readonly columns: Int32Array; readonly values: Float64Array };
  /** M v, where W is not diagonal and M is not given: for energy and momentum */
  applyM?(q: Float64Array, v: Float64Array, out: Float64Array): void;
  /** how its coordinates move, where that is not qdot = v entry by entry */
  readonly curved?: Curved;
  /** its material flows through its coordinates: its inertia, in place of M; its elements contain its weight */
  readonly flow?: Flow;
  /** its points as formulas of its coordinates, where they are not nodes, x = q */
  readonly points?: MaterialPoints;
  /** how a skin follows it, where that is not by the cells of its mesh */
  readonly skinning?: Skinning;
  /** it is rigid, and forces move it */
  readonly rotor?: Rotor;
  /** of a body that turns as a whole: the first of the three velocities that are its angular velocity, about the axes of the world */
  readonly angularRates?: number;
  /** what it touches others with, where that is not its mesh */
  readonly contactForm?: ContactForm;
}

/** A rigid body that forces move: coordinates are the place of its centre of mass and its rotation, a quaternion, behind that; velocities are theirs. */
export interface Rotor {
  /** kg */
  readonly mass: number;
  /** principal, kg m^2 */
  readonly moments: readonly number[];
}
/** What a body touches others with, where that is not the mesh over its nodes. */
export type ContactForm =
  | { readonly kind: 'half-space'; readonly normal: readonly number[]; readonly offset: number }
  | {
      readonly kind: 'rigid';
      readonly shape: RigidShape;
      /** its surface in principal axes, from its centre of mass */
      readonly corners: { readonly positions: Float64Array; readonly triangles: Int32Array };
    }
  | {
      readonly kind: 'points';
      /** the vertices of its closed surface */
      readonly points: MaterialPoints;
      readonly triangles: Int32Array;
      /** the first of the three velocities that are its angular velocity, about the axes of the world; none of a body of nodes */
      readonly angularRates?: number;
    }
  /** it cannot touch: a reason and a remedy */
  | { readonly kind: 'none'; readonly why: string };

/** W = M^-1 of a body. Arrays are its own part of the state. */
export interface InverseMass {
  /** the diagonal of W, one number for each point, 0 for coordinates that cannot move; where W is not diagonal, that of lumped masses */
  diagonal(w: Float64Array): void;
  /** out = W f, where W is not diagonal; same: q is that of the call before */
  apply?(q: Float64Array, f: Float64Array, out: Float64Array, same?: boolean): void;
  /** velocities `from` to `to` that forces on others do not move: `applyOuter` is W of such forces, and writes the others alone */
  readonly inner?: {
    readonly from: number;
    readonly to: number;
    applyOuter(q: Float64Array, f: Float64Array, out: Float64Array, same?: boolean): void;
    /** as `apply`, but of these inner blocks of three coordinates only, and of all others; onOnly: inner forces act on these alone */
    applyAt(
      q: Float64Array,
      f: Float64Array,
      out: Float64Array,
      only: Int32Array,
      onOnly?: boolean,
      same?: boolean,
    ): void;
  };
  /** W does not depend on q; a diagonal never does */
  readonly constant?: true;
  /** W is singular: it keeps velocities in a subspace, and M alone does not say how forces move the body */
  readonly projected?: true;
  /** f += what forces g of contacts at single points do besides moving the body as a whole: visible indentation */
  indent?(g: Float64Array, f: Float64Array): void;
}

/**
 * Coordinates with qdot = T(q) v (see blocks/block.ts). All arrays are the body's own part of the state. Schemes that alternate
 * velocity and position updates use `drift` and `transport`, those of several stages `rate` and `inertialForces`.
 */
export interface Curved {
  /** out = T(q) v */
  rate(q: Float64Array, v: Float64Array, out: Float64Array): void;
  /** q moved by a displacement d in the space of velocities, in place, and projected onto valid coordinates: unit quaternions */
  retract(q: Float64Array, d: Float64Array): void;
  /** q after h, starting with v, without forces; if not given, q moved by h v */
  drift?(q: Float64Array, v: Float64Array, h: number, out: Float64Array): void;
  /** a velocity at q transported to p without forces, in place: of a rigid body, with the same angular momentum */
  transport?(q: Float64Array, p: Float64Array, v: Float64Array): void;
  /**
   * f += inertial forces, -Mdot v + ...: of a rigid body -omega x I omega. Schemes that alternate velocity and position updates
   * add them where the body has no `drift` of its own, which would contain them.
   */
  inertialForces?(q: Float64Array, v: Float64Array, f: Float64Array): void;
  /** out = the velocities of a rigid motion: all of it at `linear`, turning at `angular` about the origin */
  rigidMotion(q: Float64Array, linear: readonly number[], angular: readonly number[], out: Float64Array): void;
}

/** A rotation by a rule. */
export interface Turning {
  /** of length 1, in world axes */
  readonly axis: readonly [number, number, number];
  /** a place on the axis, from the place of the body, both at the start, m; it moves as the body is moved */
  readonly arm: readonly [number, number, number];
  /** rad, its x */
  readonly angle: PathDef;
}

/** Inertia of a body whose material flows through its coordinates, element by element. Arrays are its own part of the state. */
export interface Flow {
  /** kg */
  readonly mass: number;
  /** coordinates of each element (elements x width), counted from the body's first */
  readonly width: number;
  readonly coordinates: Int32Array;
  /**
   * Adds the inertial forces and the drag (1/s) of a step of h from q and v to p, and writes the matrix of each element, its lower triangle
   * row by row.
   */
  inertia(
    q: Float64Array,
    v: Float64Array,
    p: Float64Array,
    h: number,
    drag: number,
    f: Float64Array,
    K: Float64Array,
  ): void;
  /** out = M(q) v */
  applyM(q: Float64Array, v: Float64Array, out: Float64Array): void;
  /** out = the velocities of a rigid motion: all of it at `linear`, turning at `angular` about the origin */
  rigidMotion(q: Float64Array, linear: readonly number[], angular: readonly number[], out: Float64Array): void;
}

/** Points of a body, each a formula of some of its blocks, and the mass that weight acts on there. */
export interface MaterialPoints {
  readonly formula: PointFormula;
  readonly count: number;
  /** first coordinate of each block, counted from the body's first   (count x blocks of the formula) */
  readonly blocks: Int32Array;
  /** (count x parameters of the formula) */
  readonly parameters: Float64Array;
  /** kg; those of all points are the mass of the body */
  readonly masses: Float64Array;
  /** further points without mass, numbered after these, by another formula: finer ones of a surface */
  readonly more?: MaterialPoints;
}

/** A point as a formula of coordinates: x = h(q, parameters). dx/dq, its velocity and its bias are derived from it. */
export interface PointFormula {
  readonly name: string;
  /** the blocks of coordinates that it reads */
  readonly blocks: readonly Block[];
  /** numbers it keeps for each instance */
  readonly parameters: number;
  point(q: readonly BlockOf<Expr>[], parameters: readonly Expr[]): Vec3;
}

/**
 * A surface whose vertices are in the coordinates of a body's mesh, or in the frame of a superquadric, as `mesh` makes and checks it.
 * @example const surface: SkinSurface = refined(boxMesh);
 */
export type SkinSurface = Pick<Mesh, 'positions' | 'triangles'>;

/**
 * A surface that follows a body.
 * @example const skin: Skin = skinOf(boxMesh, refined(boxMesh));
 */
export interface Skin {
  /** 3 vertices each, outward */
  readonly triangles: Int32Array;
  /** the nodes and weights of each vertex, how many vertices lie outside the body, and the distance of the farthest */
  readonly embedding: Embedding;
  /** vertices that are formulas of the body's coordinates: points that are added to those of the body, its last nodes */
  readonly points?: MaterialPoints;
}

/** How a surface follows a body whose points are formulas of its coordinates. Places are in the frame of the body. */
export interface Skinning {
  /** points that follow the body from these places (3 each), those outside, the farthest of them, and how large the body is, m */
  points(places: Float64Array): {
    readonly points: MaterialPoints;
    readonly outside: number;
    readonly farthest: number;
    readonly size: number;
  };
  /** its own surface, each side of a drawn triangle halved so many times */
  surface(levels: number): SkinSurface;
}

/** Numbers given once or for each of `count`, as an array of `count`. */
export function perItem(
  value: number | ArrayLike<number> | undefined,
  count: number,
  refuse: Refuse,
  name: string,
): Float64Array {
  if (value === undefined || typeof value === 'number') {
    const one = value ?? 0;
    if (!Number.isFinite(one)) throw refuse(name, `${one} is not a finite number.`);
    return new Float64Array(count).fill(one);
  }
  if (value.length !== count) throw refuse(name, `${value.length} values for ${count}; give one number or ${count}.`);
  for (let i = 0; i < count; i++) {
    if (!Number.isFinite(value[i])) throw refuse(`${name}[${i}]`, `${value[i]} is not a finite number.`);
  }
  return Float64Array.from(value);
}

/**
 * A relation bound to anchors: its rows as formulas of coordinates. The relation is differentiated by its points, the anchors by
 * their coordinates; code that uses the rows knows neither bodies nor kinds.
 *
 *   x_k = h_k(q)    L_k = dx_k/dq    C(x)    G_k = dC/dx_k    J = sum_k G_k L_k
 *
 * The rows of a ramped constraint are C - offset, with an offset that decreases from the gap at the start to 0.
 *
 * Moving targets and driven parameters are kept twice: at the time of q and at the time of p. So all numbers in a row at q, or at p,
 * belong to one time. A row with q(t) and a target of t + h would reduce the order of every scheme.
 */
import type { AnchorShape } from '../anchors/anchor.ts';
import { type Block, entriesIn, isPlain, isPoint, rateMatrix, ratesOf } from '../bodies/blocks/block.ts';
import { gather, parameter, sourceOf } from '../kernel/compile/kernel.ts';
import { gradient } from '../kernel/formula/derive.ts';
import { abs, add, type Expr, input, mul, reachable, sub, substitute, zero } from '../kernel/formula/expr.ts';
import { dot, scale3, sum3, type Vec3, vectors } from '../kernel/formula/vector.ts';
import type { Relation, Unit } from '../relations/relation.ts';

/**
 * Parameter columns of one constraint: its activation (0: inactive, 1: all of its force acts), the relation's,
 * each anchor's, first and second rates of the relation's that are driven; where it is ramped the offsets of its rows,
 * then first and second rates of each; last the values at the time of q of all parameters that move.
 */
export const activationColumn = 0;

export interface Rows {
  readonly points: readonly Vec3[];
  readonly C: readonly Expr[];
  /** dC/dx, per row and point */
  readonly G: readonly (readonly Vec3[])[];
  /** dx/dv, per anchor, block and velocity of the block; of plain blocks dx/dq. Zero for passive blocks: no force acts on them */
  readonly L: readonly (readonly (readonly Vec3[])[])[];
  /** the same, passive blocks included: how points move */
  readonly motion: readonly (readonly (readonly Vec3[])[])[];
}

/** Rows on velocities: satisfied by forces, or by impulses after the step. */
export type Velocity = 'force' | 'impulse';

export class BoundRelation {
  readonly ramped: boolean;
  /** the points are velocities of points: rows are on v, not on q */
  readonly velocity: Velocity | undefined;
  /** parameters of the relation that change with time */
  readonly driven: readonly number[];
  readonly slots: number;
  readonly columns: number;
  /** rows */
  readonly size: number;
  /** the rows are linear in the coordinates: J does not depend on them */
  readonly linear: boolean;
  /** J depends on parameters that move by a rule */
  readonly turning: boolean;
  /** parameters that move by a rule: the column of the value at the time of p, and that at the time of q */
  readonly moving: readonly { readonly ahead: number; readonly now: number }[];
  readonly #nowOf: ReadonlyMap<Expr, Expr>;
  readonly #symbols: readonly Vec3[];
  /** qdot = v, entry by entry */
  readonly plain: boolean;
  readonly #C: readonly Expr[];
  readonly #G: readonly Expr[];

  constructor(
    readonly relation: Relation,
    readonly shapes: readonly AnchorShape[],
    options: {
      readonly ramped?: boolean;
      readonly velocity?: Velocity | undefined;
      readonly driven?: readonly number[];
      /** the method makes the step itself: its rows at q and at p have the same targets */
      readonly oneTime?: boolean;
    } = {},
  ) {
    this.ramped = options.ramped ?? false;
    this.velocity = options.velocity;
    this.driven = options.driven ?? [];
    this.#symbols = shapes.map((_, k) => [0, 1, 2].map((axis) => input(`point ${k} ${axis}`)) as unknown as Vec3);
    this.#C = relation.rows(this.#symbols, this.relationParameters());
    const wrt = this.#symbols.flat();
    this.#G = this.#C.flatMap((C) => gradient(C, wrt));
    this.plain = shapes.every((s) => s.blocks.every(isPlain));
    this.slots = shapes.reduce((n, s) => n + s.blocks.length, 0);
    this.size = this.#C.length;
    const first = this.offsetColumn + (this.ramped ? 3 * this.size : 0);
    const moving = [
      ...this.driven.map((p) => 1 + p),
      ...shapes.flatMap(({ rates = [] }, k) =>
        rates.flatMap((_, p) => (rates.includes(p) ? [] : [this.anchorColumn(k) + p])),
      ),
    ];
    this.moving = moving.map((ahead, n) => ({ ahead, now: options.oneTime ? ahead : first + n }));
    this.#nowOf = new Map(this.moving.map(({ ahead, now }) => [parameter(ahead), parameter(now)]));
    this.columns = first + (options.oneTime ? 0 : moving.length);
    const isMoving = (e: Expr): boolean => this.moving.some(({ now }) => e === parameter(now));
    const isCoordinate = (e: Expr): boolean => e.op === 'input' && sourceOf(e).from === 'gather';
    const slopes = reachable(jacobian(this.at(this.now)).flat());
    this.linear = !slopes.some(isCoordinate);
    this.turning = slopes.some(isMoving);
  }
  /** First and second rate of a driven parameter, the n-th of them. */
  rateColumn(n: number): number {
    return this.anchorColumn(this.shapes.length) + 2 * n;
  }
  /** First of the offsets. */
  get offsetColumn(): number {
    return this.rateColumn(this.driven.length);
  }

  /** The column that the rows read, at the beginning of the step and predicted. */
  get now(): 'q' | 'v' {
    return this.velocity ? 'v' : 'q';
  }
  get predicted(): 'p' | 'u' {
    return this.velocity ? 'u' : 'p';
  }
  get unit(): Unit {
    return this.velocity ? 'm/s' : this.relation.unit;
  }
  relationParameters(): Expr[] {
    return Object.keys(this.relation.parameters).map((_, k) => parameter(1 + k));
  }
  /** Size of the rounding errors of each row: sum of |dC/dq q| over coordinates, |dC/dx x| over points of the world, and parameters. */
  sizes(array: string): Expr[] {
    const rows = this.at(array);
    const q = this.shapes.flatMap((_, k) => this.blocks(array, k).flat());
    const J = this.plain ? jacobian(rows) : rows.C.map((C) => gradient(C, q));
    const loose = this.shapes.flatMap((shape, k) => (shape.blocks.length ? [] : [k]));
    return rows.G.map((slopes, r) =>
      [
        ...J[r].map((j, i) => mul(j, q[i])),
        ...loose.flatMap((k) => slopes[k].map((g, axis) => mul(g, rows.points[k][axis]))),
        ...this.measures(),
      ]
        .map(abs)
        .reduce((a, b) => add(a, b), zero),
    );
  }
  /** Parameters of the relation that determine the size of C; not the time, which grows without bound, and not speed and limit of a motor. */
  measures(): Expr[] {
    return this.relationParameters().filter((_, k) => k !== this.relation.time && !this.relation.bounded);
  }
  /** First parameter column of an anchor. */
  anchorColumn(anchor: number): number {
    const before = this.shapes.slice(0, anchor).reduce((n, s) => n + s.parameters, 0);
    return 1 + Object.keys(this.relation.parameters).length + before;
  }
  /** Slot of the method's own unknowns, behind those of the anchors. */
  get methodSlot(): number {
    return this.slots;
  }
  /** First slot of an anchor's blocks. */
  anchorSlot(anchor: number): number {
    return this.shapes.slice(0, anchor).reduce((n, s) => n + s.blocks.length, 0);
  }
  /** An anchor's blocks, gathered from a column of the State. */
  blocks(array: string, anchor: number): Expr[][] {
    const first = this.anchorSlot(anchor);
    return this.shapes[anchor].blocks.map((block, b) =>
      Array.from({ length: entriesIn(array, block) }, (_, component) => gather(array, first + b, component)),
    );
  }
  /**
   * How far a force moves each coordinate of an anchor's blocks, from the column w, c or d: of a node it is one number for
   * all three.
   */
  compliances(array: string, anchor: number): Expr[][] {
    const kinds = this.shapes[anchor].blocks;
    return this.blocks(array, anchor).map((block, b) => (isPoint(kinds[b]) ? block.map(() => block[0]) : block));
  }
  /** The point of an anchor, from the coordinates in a column of the State. */
  point(array: string, anchor: number): Vec3 {
    const shape = this.shapes[anchor];
    const first = this.anchorColumn(anchor);
    const parameters = Array.from({ length: shape.parameters }, (_, c) => this.#timed(array, parameter(first + c)));
    return shape.point(this.blocks(array, anchor), parameters);
  }

  /** A parameter, at the time of a column. */
  #timed(array: string, e: Expr): Expr {
    return array === this.now ? (this.#nowOf.get(e) ?? e) : e;
  }

  /** Rates of all inputs: v for coordinates in a column of the State, their own rates for targets. */
  motion(array: string): Map<Expr, Expr> {
    const direction = new Map<Expr, Expr>();
    this.shapes.forEach((shape, k) => {
      const v = this.blocks('v', k);
      this.blocks(array, k).forEach((q, b) => {
        const block = shape.blocks[b];
        const rates = (typeof block === 'object' && block.rate?.(q, v[b])) || v[b];
        q.forEach((e, i) => {
          direction.set(e, rates[i]);
        });
      });
      shape.rates?.forEach((rate, p) => {
        direction.set(parameter(this.anchorColumn(k) + p), parameter(this.anchorColumn(k) + rate));
      });
    });
    this.driven.forEach((p, n) => {
      const rate = parameter(this.rateColumn(n));
      direction.set(parameter(1 + p), rate).set(rate, parameter(this.rateColumn(n) + 1));
    });
    for (let r = 0; this.ramped && r < this.size; r++) {
      const first = this.offsetColumn + this.size + 2 * r;
      const rate = parameter(first);
      direction.set(parameter(this.offsetColumn + r), rate).set(rate, parameter(first + 1));
    }
    for (const [ahead, now] of this.#nowOf) direction.set(now, direction.get(ahead) as Expr);
    return direction;
  }

  /** Whether forces of the constraint leave a block alone. */
  isPassive(anchor: number, block: number): boolean {
    return this.shapes[anchor].passive?.includes(block) ?? false;
  }
  /** Values and derivatives at the coordinates in a column of the State. */
  at(array: string): Rows {
    let rows = this.#at.get(array);
    if (!rows) {
      rows = this.#put(array);
      this.#at.set(array, rows);
    }
    return rows;
  }
  readonly #at = new Map<string, Rows>();
  #put(array: string): Rows {
    const points = this.shapes.map((_, k) => this.point(array, k));
    const motion = points.map((x, k) => {
      const blocks = this.blocks(array, k);
      const slopes = x.map((component) => gradient(component, blocks.flat()));
      let i = 0;
      const byCoordinates = blocks.map((block) => block.map((): Vec3 => [slopes[0][i], slopes[1][i], slopes[2][i++]]));
      return byCoordinates.map((dx, b) => byVelocities(this.shapes[k].blocks[b], blocks[b], dx));
    });
    const L = motion.map((own, k) =>
      this.shapes[k].passive ? own.map((dx, b) => (this.isPassive(k, b) ? dx.map(() => still) : dx)) : own,
    );
    const by = this.#placed(points, array);
    // detached parts, such as frames, are evaluated at the beginning of the step, wherever the rows are
    const beginning = this.#placed(
      this.shapes.map((_, k) => this.point(this.now, k)),
      this.now,
    );
    const detached = reachable([...this.#C, ...this.#G]).filter((e) => e.op === 'detach');
    substitute(detached, beginning).forEach((e, i) => {
      by.set(detached[i], e);
    });
    const C = substitute(this.#C, by).map((c, r) => (this.ramped ? sub(c, parameter(this.offsetColumn + r)) : c));
    const G = vectors(substitute(this.#G, by));
    return { points, C, G: C.map((_, r) => G.slice(r * points.length, (r + 1) * points.length)), L, motion };
  }
  /** The points of the relation's formula, at these, and its parameters at the time of a column. */
  #placed(points: readonly Vec3[], array: string): Map<Expr, Expr> {
    const by = new Map(this.#symbols.flatMap((symbol, k) => symbol.map((e, axis) => [e, points[k][axis]] as const)));
    for (const e of this.relationParameters()) by.set(e, this.#timed(array, e));
    return by;
  }
}

const still: Vec3 = [zero, zero, zero];

/** dx/dv = dx/dq T(q), per velocity of a block. */
function byVelocities(block: Block, q: readonly Expr[], dx: readonly Vec3[]): readonly Vec3[] {
  const T = rateMatrix(block, q);
  if (!T) return dx;
  return Array.from({ length: ratesOf(block) }, (_, k) => sum3(dx.map((slope, j) => scale3(T[j][k], slope))));
}

/** J: per row, and per velocity in the order of the slots. */
export const jacobian = ({ G, L }: Pick<Rows, 'G' | 'L'>): Expr[][] =>
  G.map((perPoint) => perPoint.flatMap((g, k) => L[k].flatMap((block) => block.map((dx) => dot(g, dx)))));

/** The force on each coordinate of an anchor's blocks, from the force at its point: L^T force. */
export const spreadForce = (L: readonly (readonly Vec3[])[], force: Vec3): Expr[][] =>
  L.map((block) => block.map((dx) => dot(dx, force)));

/** Something that depends on the bound relation alone, made once. */
export function perBoundRelation<T>(make: (boundRelation: BoundRelation) => T): (boundRelation: BoundRelation) => T {
  const made = new WeakMap<BoundRelation, { readonly it: T }>();
  return (boundRelation) => {
    const found = made.get(boundRelation) ?? { it: make(boundRelation) };
    made.set(boundRelation, found);
    return found.it;
  };
}

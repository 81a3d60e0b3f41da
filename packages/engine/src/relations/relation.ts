/**
 * A relation turns points into rows: C(points, parameters) = 0, or >= 0. It is written as one formula; gradient and
 * curvature are derived from it.
 */
import { type Expr, input } from '../kernel/formula/expr.ts';
import type { Vec3 } from '../kernel/formula/vector.ts';

/**
 * The unit of the rows of a relation.
 * @example const unit: Unit = relationOfTwo.unit;
 */
export type Unit = 'm' | 'rad' | 'm/s' | '1' | `m^${number}`;
/** The values that a parameter may have, for a message; undefined if `value` is allowed. */
export type Check = (value: number) => string | undefined;
/**
 * A parameter that may be any finite number.
 * @example relation({ kind: 'height', points: ['a'], parameters: { y: finite }, rows: ({ a }, { y }) => [sub(a[1], y)] })
 */
export const finite: Check = (value) => (Number.isFinite(value) ? undefined : 'a finite number');
/**
 * A parameter that must be a positive number.
 * @example relation({ kind: 'sphere', points: ['a'], parameters: { r: positive }, rows: ({ a }, { r }) => [sub(length(a), r)] })
 */
export const positive: Check = (value) => (value > 0 && Number.isFinite(value) ? undefined : 'a positive number');
/** of a distance */
export const apart: Check = (value) => positive(value) && 'a positive number; for points at the same place use "join"';

/**
 * A relation: points and parameters in, rows out, as formulas. Rows are 0 (or >= 0) where it holds.
 * @example const { unit }: Relation = distance(node(cube, 0), node(cube, 1), 1).relation;
 */
export interface Relation {
  readonly kind: string;
  readonly points: readonly string[];
  readonly parameters: Readonly<Record<string, Check>>;
  readonly unit: Unit;
  /** = 0, or >= 0 */
  readonly sense: '=' | '>=';
  /** one row, convex in the positions: while it is active, its curvature stiffens the bodies */
  readonly convex?: true;
  /**
   * the first row is one-sided, and decides for the others, C_1 and C_2 across its direction: all are active while it pushes, or
   * pulls by no more than the parameter `grip`, and become active within the distance `reach` (see methods/displacement/contacts/latched-contacts.ts)
   */
  readonly latching?: true;
  /** its points are at one place: bodies do not touch each other there */
  readonly joins?: true;
  /**
   * the rows behind the first, which is one-sided, are slip across its direction (slip.ts): while the first pushes, they stick, or slide with the
   * friction of the last parameter, `friction`, times its force
   */
  readonly frictional?: true;
  /**
   * a motor: one row whose rate is to be 0, with a multiplier of at most the parameter `limit`. Its value is how far it is from where its speed
   * would have brought it within the step
   */
  readonly bounded?: true;
  /** its plane is that of a solid, found anew in every step (see Obstacle) */
  readonly seeks?: true;
  /** its first point, a mass, can be condensed onto its second: strongly, with its whole inertia, or weakly (see condensed-points.ts) */
  readonly condensable?: 'strong' | 'weak';
  /** which of the parameters is the time, if one is */
  readonly time?: number;
  /** distinguishes it from others of its kind, in a hash */
  readonly fingerprint?: string;
  /** the cause and the remedy where its rows have no gradient, for a message */
  readonly degenerate?: string;
  rows(points: readonly Vec3[], parameters: readonly Expr[]): readonly Expr[];
  /** Explains which part of it is not finite at these numbers, or has no gradient; undefined if that is unknown. */
  explain?(points: readonly (readonly number[])[], parameters: readonly number[]): string | undefined;
  /**
   * The multipliers of the local method in closed form, where that is better than the general solve: of each row, from
   * its C, the compliance of each point, and the activation, 0 to 1.
   */
  closedForm?(C: readonly Expr[], compliances: readonly Vec3[], activation: Expr): readonly Expr[];
}

export interface RelationOptions<Points extends string, Parameters extends string> {
  readonly kind: string;
  readonly points: readonly Points[];
  readonly parameters?: Readonly<Record<Parameters, Check>>;
  readonly unit?: Unit;
  readonly sense?: '=' | '>=';
  readonly degenerate?: string;
  readonly convex?: true;
  readonly latching?: true;
  readonly frictional?: true;
  readonly bounded?: true;
  /** the name of the parameter that is the time, if one is */
  readonly time?: NoInfer<Parameters>;
  rows(points: Readonly<Record<Points, Vec3>>, parameters: Readonly<Record<Parameters, Expr>>): readonly Expr[];
}

/**
 * A relation from a formula on named points and parameters; derivatives and kernels are made from it.
 * @example relation({ kind: 'level', points: ['a', 'b'], parameters: {}, rows: ({ a, b }) => [sub(b[1], a[1])] })
 */
export function relation<Points extends string, Parameters extends string = never>(
  options: RelationOptions<Points, Parameters>,
): Relation {
  const { kind, points, parameters = {} as Record<Parameters, Check>, unit = 'm', sense = '=' } = options;
  const named = <T>(names: readonly string[], values: readonly T[]): Record<string, T> =>
    Object.fromEntries(names.map((name, i) => [name, values[i]]));
  return {
    kind,
    points,
    parameters,
    unit,
    sense,
    ...(options.degenerate === undefined ? {} : { degenerate: options.degenerate }),
    ...(options.convex ? { convex: true } : {}),
    ...(options.latching ? { latching: true } : {}),
    ...(options.frictional ? { frictional: true } : {}),
    ...(options.bounded ? { bounded: true } : {}),
    ...(options.time === undefined ? {} : { time: Object.keys(parameters).indexOf(options.time) }),
    rows: (x, p) =>
      options.rows(
        named(points, x) as Record<Points, Vec3>,
        named(Object.keys(parameters), p) as Record<Parameters, Expr>,
      ),
  };
}

const counts = new WeakMap<Relation, number>();
/**
 * How many rows a relation has.
 * @example rowCount(relationOfTwo)
 */
export function rowCount(relation: Relation): number {
  const known = counts.get(relation);
  if (known !== undefined) return known;
  const symbol = (name: string): Expr => input(`counted ${name}`);
  const made = relation.rows(
    relation.points.map((name): Vec3 => [symbol(`${name} x`), symbol(`${name} y`), symbol(`${name} z`)]),
    Object.keys(relation.parameters).map((name) => symbol(`parameter ${name}`)),
  ).length;
  counts.set(relation, made);
  return made;
}

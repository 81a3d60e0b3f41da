/**
 * The strains of a Kirchhoff rod at one point of its centreline, against a frame that is carried from step to step.
 *
 *   y = x', z = x'' by u,   t = y/|y|,   t' = (z - t (t.z))/|y|,   c = 1 + t0.t
 *   e1 = d1 - (d1.t)/c (t0 + t),   e2 = t x e1          the smallest rotation that takes t0 to t, applied to the frame
 *   tau = tau0 + (t x t0).(t0' + t')/c                  the twist of the rotated frames per u: exact for any rotation
 *   m1 = cos th e1 + sin th e2,   m2 = cos th e2 - sin th e1
 *
 *   strains   z.m1,  z.m2,  z.t,  th' + tau             over s0^2, s0^2, s0^2, s0: curvatures, their remainder, twist
 *
 * State: t0, t0' = dt0/du, d1 (a unit vector across t0) and tau0 (twist of the frames per u), ten numbers. After a step the frame
 * moves to e1; strains, and so the energy, do not change by that. th is kept. The frame never spins about the tangent.
 *
 * All derivatives are taken here, by the eight numbers y, z, th, th' of a point, along the axes of its frame, where formulas are short: 0.6 times
 * the operations of vectors in space. An element only sums over its points.
 */
import { gradient, hessian } from '../../../kernel/formula/derive.ts';
import {
  add,
  constant,
  cos,
  type Expr,
  input,
  mul,
  one,
  reciprocal,
  select,
  sin,
  sqrt,
  sub,
  substitute,
  zero,
} from '../../../kernel/formula/expr.ts';
import { add3, cross, dot, lengthSquared, normalise, scale3, sub3, type Vec3 } from '../../../kernel/formula/vector.ts';

/** Numbers of the state of a point. */
export const frameSize = 10;
/** y, z, th, th' */
export const pointSize = 8;

/** The frame of a point: of its state, or of the frame moved to the present tangent. */
export interface Frame {
  readonly t: Vec3;
  readonly slope: Vec3;
  readonly d1: Vec3;
  readonly tau: Expr;
}
const frameOf = (y: readonly Expr[]): Frame => ({
  t: [y[0], y[1], y[2]],
  slope: [y[3], y[4], y[5]],
  d1: [y[6], y[7], y[8]],
  tau: y[9],
});

/** The frame of the state moved to the tangent of y, z. */
function movedFrame(y: Vec3, z: Vec3, at: Frame): Frame & { readonly c: Expr } {
  const inverse = reciprocal(sqrt(lengthSquared(y)));
  const t = scale3(inverse, y);
  const slope = scale3(inverse, sub3(z, scale3(dot(t, z), t)));
  const c = add(one, dot(at.t, t));
  const overC = reciprocal(c);
  return {
    t,
    slope,
    c,
    d1: sub3(at.d1, scale3(mul(dot(at.d1, t), overC), add3(at.t, t))),
    tau: add(at.tau, mul(dot(cross(t, at.t), add3(at.slope, slope)), overC)),
  };
}

/** A step may turn a tangent by up to 120 degrees; beyond, the state has no value and the step is refused. */
const leastCosine = constant(-0.5);
const none = constant(Number.NaN);
/** The state at the end of a step. */
export function nextFrame(y: Vec3, z: Vec3, state: readonly Expr[]): Expr[] {
  const before = frameOf(state);
  const { t, slope, d1, tau, c } = movedFrame(y, z, before);
  const across = normalise(sub3(d1, scale3(dot(d1, t), t)));
  return [...t, ...slope, ...across, select(sub(c, one), leastCosine, none, tau)];
}

/** Strains at a point, which of them are used, and their derivatives by the eight numbers of the point. */
export interface PointFormulas {
  readonly strains: readonly Expr[];
  /** one row for each strain */
  readonly gradients: readonly (readonly Expr[])[];
  /** Rates of the strains at these rates of the eight numbers. */
  rates(of: readonly Expr[]): readonly Expr[];
  /** sum_s stress_s grad strain_s */
  pull(stresses: readonly Expr[]): readonly Expr[];
  /** The same less the gyroscopic force on y of an angular momentum `spin` t, at these rates of the eight numbers. */
  pullSpinning(stresses: readonly Expr[], spin: Expr, of: readonly Expr[]): readonly Expr[];
  /** The lower triangle of sum_s stress_s d2 strain_s, or of this and sum_s a_s grad grad^T. */
  second(stresses: readonly Expr[], a?: readonly Expr[]): readonly Expr[];
}
export type StrainSet = 'all' | 'twist';

const symbols = (name: string, count: number): Expr[] =>
  Array.from({ length: count }, (_, i) => input(`frame point ${name} ${i}`));
const [numbers, speeds, stresses] = [symbols('x', pointSize), symbols('v', pointSize), symbols('stress', 4)];
/** t0'.d1, t0'.d2, tau0 */
const ofFrame = symbols('frame', 3);

/**
 * With y and z along t0, d1 and d2 = t0 x d1, and a, b those of t across t0:
 *
 *   z.e1 = z1 - a w,   z.e2 = z2 - b w,   w = (z0 + z.t)/c,      tau = tau0 + (b (t0'.d1 + z1/|y|) - a (t0'.d2 + z2/|y|))/c
 *
 * and their rates at the rates of the eight numbers: written out, which takes half of the operations of gradients. `turning`: (t x t_t)/|y|.
 */
function strainsOf(set: StrainSet): { readonly strains: Expr[]; readonly rates: Expr[]; readonly turning: Vec3 } {
  const y: Vec3 = [numbers[0], numbers[1], numbers[2]];
  const z: Vec3 = [numbers[3], numbers[4], numbers[5]];
  const [th, thSlope] = numbers.slice(6);
  const inverse = reciprocal(sqrt(lengthSquared(y)));
  const t = scale3(inverse, y);
  const [, a, b] = t;
  const overC = reciprocal(add(one, t[0]));
  const [p1, p2] = [add(ofFrame[0], mul(inverse, z[1])), add(ofFrame[1], mul(inverse, z[2]))];
  const winding = mul(sub(mul(b, p1), mul(a, p2)), overC);
  const twist = add(thSlope, add(ofFrame[2], winding));

  const [dy, dz]: Vec3[] = [
    [speeds[0], speeds[1], speeds[2]],
    [speeds[3], speeds[4], speeds[5]],
  ];
  const longer = dot(t, dy);
  const [dt0, da, db] = scale3(inverse, sub3(dy, scale3(longer, t)));
  const perLength = mul(inverse, longer);
  const [dp1, dp2] = [1, 2].map((k) => mul(inverse, sub(dz[k], mul(perLength, z[k]))));
  const turns = sub(add(mul(db, p1), mul(b, dp1)), add(mul(da, p2), mul(a, dp2)));
  const twisting = add(speeds[7], mul(overC, sub(turns, mul(winding, dt0))));
  const turning = scale3(inverse, cross(t, [dt0, da, db]));
  if (set === 'twist') return { strains: [twist], rates: [twisting], turning };

  const along = dot(z, t);
  const w = mul(add(z[0], along), overC);
  const [k1, k2] = [sub(z[1], mul(a, w)), sub(z[2], mul(b, w))];
  const [c, s] = [cos(th), sin(th)];
  const [m1, m2] = [add(mul(c, k1), mul(s, k2)), sub(mul(c, k2), mul(s, k1))];
  const dAlong = add(dot(dz, t), dot(z, [dt0, da, db]));
  const dw = mul(overC, sub(add(dz[0], dAlong), mul(w, dt0)));
  const dk1 = sub(dz[1], add(mul(da, w), mul(a, dw)));
  const dk2 = sub(dz[2], add(mul(db, w), mul(b, dw)));
  const dm1 = add(add(mul(c, dk1), mul(s, dk2)), mul(m2, speeds[6]));
  const dm2 = sub(sub(mul(c, dk2), mul(s, dk1)), mul(m1, speeds[6]));
  return { strains: [m1, m2, along, twist], rates: [dm1, dm2, dAlong, twisting], turning };
}

interface Derived {
  readonly strains: readonly Expr[];
  readonly rates: readonly Expr[];
  readonly turning: Vec3;
  readonly gradients: readonly (readonly Expr[])[];
  readonly pull: readonly Expr[];
  readonly second: readonly Expr[];
}
const made = new Map<StrainSet, Derived>();
/** Derived once, along the axes of the frame; each point puts its own numbers in. */
function derived(set: StrainSet): Derived {
  const found = made.get(set);
  if (found) return found;
  const { strains, rates, turning } = strainsOf(set);
  const work = strains.map((strain, s) => mul(stresses[s], strain)).reduce(add, zero);
  const all = {
    strains,
    rates,
    turning,
    gradients: strains.map((strain) => gradient(strain, numbers)),
    pull: gradient(work, numbers),
    second: hessian(work, numbers),
  };
  made.set(set, all);
  return all;
}
const triangleAt = (i: number, j: number): number => (i * (i + 1)) / 2 + j;

/** x: the eight numbers of the point; state: its ten. */
export function pointFormulas(set: StrainSet, x: readonly Expr[], state: readonly Expr[]): PointFormulas {
  const { strains, rates, turning, gradients, pull, second } = derived(set);
  const frame = frameOf(state);
  const axes: readonly Vec3[] = [frame.t, frame.d1, cross(frame.t, frame.d1)];
  const [d1, d2] = [axes[1], axes[2]];
  /** y and z along the axes of the frame; and back */
  const along = (v: readonly Expr[]): Expr[] => [
    ...axes.map((axis) => dot(axis, [v[0], v[1], v[2]])),
    ...axes.map((axis) => dot(axis, [v[3], v[4], v[5]])),
    ...v.slice(6),
  ];
  const back = (v: readonly Expr[]): Expr[] => [
    ...[0, 3].flatMap((first) => [0, 1, 2].map((k) => axes.map((axis, n) => mul(axis[k], v[first + n])).reduce(add))),
    ...v.slice(6),
  ];
  const local = along(x);
  const own = [dot(frame.slope, d1), dot(frame.slope, d2), frame.tau];
  const by = new Map<Expr, Expr>([
    ...numbers.map((e, i) => [e, local[i]] as const),
    ...ofFrame.map((e, i) => [e, own[i]] as const),
  ]);
  const withStresses = (values: readonly Expr[]): Map<Expr, Expr> =>
    new Map([...by, ...values.map((e, s) => [stresses[s], e] as const)]);
  const slopes = gradients.map((row) => substitute(row, by));
  const moving = (of: readonly Expr[]): Map<Expr, Expr> => {
    const v = along(of);
    return new Map([...by, ...speeds.map((e, i) => [e, v[i]] as const)]);
  };
  return {
    strains: substitute(strains, by),
    gradients: slopes.map(back),
    rates: (of) => substitute(rates, moving(of)),
    pull: (values) => back(substitute(pull, withStresses(values))),
    pullSpinning: (values, spin, of) => {
      const turns = substitute(turning, moving(of));
      const elastic = substitute(pull, withStresses(values));
      return back(elastic.map((e, i) => (i < 3 ? sub(e, mul(spin, turns[i])) : e)));
    },
    second: (values, a) => {
      const bent = substitute(second, withStresses(values));
      const entry = (i: number, j: number): Expr =>
        i < j
          ? entry(j, i)
          : (a ?? []).reduce((sum, k, s) => add(sum, mul(mul(k, slopes[s][i]), slopes[s][j])), bent[triangleAt(i, j)]);
      const half = numbers.map((_, j) => back(numbers.map((_e, i) => entry(i, j)))); // columns of Q A
      const whole = numbers.map((_, i) => back(half.map((column) => column[i]))); // rows of Q A Q^T
      return whole.flatMap((row, i) => row.slice(0, i + 1));
    },
  };
}

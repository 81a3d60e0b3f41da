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
 * All derivatives are taken here, by the eight numbers y, z, th, th' of a point; an element only sums over its points.
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
  /** The lower triangle of sum_s stress_s d2 strain_s. */
  second(stresses: readonly Expr[]): readonly Expr[];
}
export type StrainSet = 'all' | 'twist';

const symbols = (name: string, count: number): Expr[] =>
  Array.from({ length: count }, (_, i) => input(`frame point ${name} ${i}`));
const [numbers, states, stresses] = [symbols('x', pointSize), symbols('state', frameSize), symbols('stress', 4)];

function strainsOf(set: StrainSet): Expr[] {
  const y: Vec3 = [numbers[0], numbers[1], numbers[2]];
  const z: Vec3 = [numbers[3], numbers[4], numbers[5]];
  const [th, thSlope] = numbers.slice(6);
  const { t, d1, tau } = movedFrame(y, z, frameOf(states));
  const twist = add(thSlope, tau);
  if (set === 'twist') return [twist];
  const [along, across] = [dot(z, d1), dot(z, cross(t, d1))];
  const [c, s] = [cos(th), sin(th)];
  return [add(mul(c, along), mul(s, across)), sub(mul(c, across), mul(s, along)), dot(z, t), twist];
}

interface Derived {
  readonly strains: readonly Expr[];
  readonly gradients: readonly (readonly Expr[])[];
  readonly second: readonly Expr[];
}
const made = new Map<StrainSet, Derived>();
/** Derived once; each point puts its own numbers in. */
function derived(set: StrainSet): Derived {
  const found = made.get(set);
  if (found) return found;
  const strains = strainsOf(set);
  const work = strains.map((strain, s) => mul(stresses[s], strain)).reduce(add, zero);
  const all = {
    strains,
    gradients: strains.map((strain) => gradient(strain, numbers)),
    second: hessian(work, numbers),
  };
  made.set(set, all);
  return all;
}

/** x: the eight numbers of the point; state: its ten. */
export function pointFormulas(set: StrainSet, x: readonly Expr[], state: readonly Expr[]): PointFormulas {
  const { strains, gradients, second } = derived(set);
  const by = new Map<Expr, Expr>([
    ...numbers.map((e, i) => [e, x[i]] as const),
    ...states.map((e, i) => [e, state[i]] as const),
  ]);
  return {
    strains: substitute(strains, by),
    gradients: gradients.map((row) => substitute(row, by)),
    second: (values) => substitute(second, new Map([...by, ...values.map((e, s) => [stresses[s], e] as const)])),
  };
}

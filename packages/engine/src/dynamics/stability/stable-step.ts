/**
 * The largest step at which no motion about rest grows, by what each integrator makes of a mode x'' = -K x - D x' (per unit mass):
 *
 *   Verlet, Euler-Cromer           z^2 - (2 - h^2 K - h D) z + (1 - h D) = 0     stable iff h^2 K + 2 h D < 4
 *   velocity Verlet, Beeman        damping sees an extrapolated velocity         stable iff h^2 K + 4 h D < 4
 *   Verlet as printed              damping sees (x^t - x^{t-2h})/2h              stable iff h^2 K + h D < 2, where D > 0
 *   first-order flow               D qdot = f, D = drag M                        stable iff h K/drag < 2
 *   Runge-Kutta, explicit Euler    |R(h s)| <= 1 for both roots s^2 + D s + K = 0, with R = 1 + z + ... + z^n/n!
 *
 * The first four are eigenvalue problems in h. On the imaginary axis |R| <= 1 up to 2 sqrt 2 for RK4, and nowhere for the others: an
 * undamped oscillation grows by (omega h)^p/q in every step (Integrator.growth), so that no step is stable, and the answer is 0, unless
 * every mode is damped: D >= mu K. With the largest such mu, and the largest eigenvalue k of K, the mode of k and D = mu k has the
 * shortest bound, as it decreases with K; where D is proportional to K or to M this is a mode of the body. Damping by itself, and RK4, are
 * decided by R in the mode of the largest K, and in that of the largest D.
 *
 * Bodies whose coordinates are curved (rigid ones) are left out. Constraints remove freedom, and can only raise the bound. Implicit
 * integrators, and those that adapt their step, have none.
 */
import type { Body } from '../../bodies/body.ts';
import type { Integrator } from '../../integrators/integrator.ts';
import { pow } from '../../kernel/formula/scalar.ts';
import { State } from '../../state/state.ts';
import { Program } from '../program.ts';
import { largestEigenvalue, ModeOperator } from './mode-operator.ts';

interface Placement {
  readonly body: Body;
  readonly integrator: Integrator;
}

/** The least of all bodies; 0 if no step is stable, infinite if every step is. */
export function stableStep(all: readonly Placement[]): number {
  return schemesOf(all).reduce((least, scheme) => {
    const operator = operatorOf(all, scheme);
    return operator ? Math.min(least, boundOf(operator, scheme)) : least;
  }, Number.POSITIVE_INFINITY);
}

/** How fast the fastest oscillation grows, 1/s, where a scheme lets it grow at the step h; 0 where none does. */
export function growthRate(all: readonly Placement[], h: number): number {
  return schemesOf(all).reduce((most, scheme) => {
    const { growth } = scheme;
    const operator = growth && operatorOf(all, scheme);
    if (!growth || !operator || boundOf(operator, scheme) >= h) return most;
    const omega = Math.sqrt(largestEigenvalue(operator, 1, 0));
    return Math.max(most, pow(omega * h, growth.power) / (growth.divisor * h));
  }, 0);
}

const isExplicit = ({ body, integrator }: Placement): boolean =>
  !integrator.implicit && !integrator.solved && !integrator.adaptive && !body.curved;
const schemesOf = (all: readonly Placement[]): Integrator[] => [
  ...new Set(all.filter(isExplicit).map(({ integrator }) => integrator)),
];
/** Stiffness and damping of the bodies of a scheme, if they have any. */
function operatorOf(all: readonly Placement[], scheme: Integrator): ModeOperator | undefined {
  const placements = distinct(all.filter((one) => isExplicit(one) && one.integrator === scheme));
  const state = new State(1);
  const program = new Program(
    placements.map(({ body, integrator }) => ({ body, integrator, fresh: true })),
    [],
    state,
  );
  if (!program.elements.length && !program.placed.some((p) => p.body.drag > 0)) return undefined;
  state.column('v').fill(0);
  return new ModeOperator(program, state);
}

/** One of all copies of a body: wherever they are, they have the same modes. */
function distinct(all: readonly Placement[]): Placement[] {
  const found = new Map<Body['elements'], Placement[]>();
  return all.filter((one) => {
    const others = found.get(one.body.elements) ?? [];
    const isCopy = others.some(({ body }) => body.inverseMass === one.body.inverseMass && body.drag === one.body.drag);
    if (!isCopy) found.set(one.body.elements, [...others, one]);
    return !isCopy;
  });
}

function boundOf(operator: ModeOperator, scheme: Integrator): number {
  if (scheme.flow) return largestStep((h) => largestEigenvalue(operator, 2 * h, 0));
  const { stability } = scheme;
  if ('powers' in stability) return rungeKuttaBound(operator, stability.powers, scheme.growth);
  return largestStep((h) => largestEigenvalue(operator, stability.stiffness * h * h, stability.damping * h));
}

/** g(h) = 4. g grows like h (damping) to h^2 (stiffness): h <- h (4/g)^(2/3) converges for both. */
function largestStep(g: (h: number) => number): number {
  let h = 1e-3;
  for (let i = 0; i < 40; i++) {
    const now = g(h);
    if (!(now > 0)) return Number.POSITIVE_INFINITY;
    if (Math.abs(now / 4 - 1) < 1e-4) return h;
    h *= pow(4 / now, 2 / 3);
  }
  return h;
}

/** Of R = 1 + z + ... + z^powers/powers!. */
function rungeKuttaBound(operator: ModeOperator, powers: number, growth: Integrator['growth']): number {
  const [K, D] = [largestEigenvalue(operator, 1, 0), largestEigenvalue(operator, 0, 1)];
  if (!(K > 0) && !(D > 0)) return Number.POSITIVE_INFINITY;
  let least = Number.POSITIVE_INFINITY;
  if (growth && K > 0) {
    const mu = D > 0 ? dampedPart(operator, K, D) : 0;
    if (mu === 0) return 0;
    least = modeBound(K, mu * K, powers);
  }
  // the other number of a mode is the derivative of its eigenvalue
  const small = 1e-4;
  const [toK, toD] = [(small * K) / (D || 1), (small * D) / (K || 1)];
  const modes = [
    ...(K > 0 ? [[K, D > 0 ? (largestEigenvalue(operator, 1, toK) - K) / toK : 0]] : []),
    ...(D > 0 ? [[K > 0 ? (largestEigenvalue(operator, toD, 1) - D) / toD : 0, D]] : []),
  ];
  for (const [k, d] of modes) least = Math.min(least, modeBound(Math.max(0, k), Math.max(0, d), powers));
  return least;
}

/** The largest mu with D >= mu K in every mode; 0 if a mode has stiffness and no damping. */
function dampedPart(operator: ModeOperator, K: number, D: number): number {
  const holds = (mu: number): boolean => largestEigenvalue(operator, mu, -1) <= 1e-6 * mu * K;
  let [low, high] = [1e-6 * (D / K), 1e6 * (D / K)];
  if (!holds(low)) return 0;
  while (high / low > 1.001) {
    const middle = Math.sqrt(low * high);
    if (holds(middle)) low = middle;
    else high = middle;
  }
  return low;
}

/** The largest h with |R(h s)| <= 1 for s^2 + D s + K = 0. */
function modeBound(K: number, D: number, powers: number): number {
  const root = Math.sqrt(Math.abs(D * D - 4 * K)) / 2;
  const roots = D * D < 4 * K ? [[-D / 2, root]] : [-D / 2 - root, -D / 2 + root].map((s) => [s, 0]);
  const isStable = (h: number): boolean => roots.every(([a, b]) => growthOf(h * a, h * b, powers) <= 1 + 1e-9);
  const fastest = Math.max(...roots.map(([a, b]) => Math.sqrt(a * a + b * b)));
  const unit = 0.01 / fastest;
  let n = 1;
  while (n < 1000 && isStable(n * unit)) n++;
  let [low, high] = [(n - 1) * unit, n * unit];
  for (let i = 0; i < 40; i++) {
    const middle = (low + high) / 2;
    if (isStable(middle)) low = middle;
    else high = middle;
  }
  return low;
}
/** |R(a + i b)|^2 */
function growthOf(a: number, b: number, powers: number): number {
  let [x, y, termX, termY] = [1, 0, 1, 0];
  for (let n = 1; n <= powers; n++) {
    [termX, termY] = [(termX * a - termY * b) / n, (termX * b + termY * a) / n];
    x += termX;
    y += termY;
  }
  return x * x + y * y;
}

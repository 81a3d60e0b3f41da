/**
 * The impulse problem of an island: the ways of packages/engine/src/contact/coulomb/coulomb.ts that end soon, to the same bits. Newton from the last impulses, from relaxed ones where that fails, and moves of the
 * proximal centre. Who needs more is left to coulomb.ts.
 */
import { FewContacts, newtonOfFew, wholeNewtonOfFew } from './few-contacts';
import { relaxFew } from './few-contacts-relax';
import { residualOfFew } from './few-contacts-residual';
import { fewOf, IslandLists, IslandNumbers, numbersOf } from './island-lists';
import { getF, setF, take } from './memory';
import { solveOne } from './one-contact';

/** See solver-settings.ts, and `#refine` and `#settle` of coulomb.ts. */
const leastNormTerm: f64 = 1e-6;
const nearlySolved: f64 = 1e-9;
const refinement: f64 = 1e-3;
const leastSteps = 8;
const relaxations = 20;
const relaxedPart: f64 = 0.5;
const stepsAfter = 4;
const rounds = 4;
const mostRelaxed = 24;
const moves = 10;
/** See problem.ts. */
const digits: f64 = 1e10;

/** The residual of lambda for b, both of the island; Infinity where others are to solve it: lambda is no more what it was. */
export function solveImpulses(s: IslandLists, tolerance: f64): f64 {
  const f = fewOf(s);
  const one = numbersOf(s);
  const N = 3 * f.count;
  const lambda = s.lambda;
  if (isOpen(f, one.rounding)) {
    for (let k = 0; k < N; k++) setF(lambda, k, 0);
    return 0;
  }
  if (f.count === 1) {
    const residual = solveLone(s, f, one);
    if (residual <= tolerance) return residual;
    // lambda has been overwritten
    return Infinity;
  }
  setup(s, f, one);
  const limit = tolerance * one.scale * 0.03;
  let largest: f64 = 0;
  for (let k = 0; k < N; k++) largest = max(largest, abs(getF(lambda, k)));
  for (let k = 0; k < N; k++) setF(s.warm, k, largest > one.demand ? 0 / getF(f.D, k) : getF(lambda, k) / getF(f.D, k));
  if (largest > 0 && largest <= one.demand) {
    const residual = refine(s, f, one, tolerance, limit);
    if (residual === Infinity) return residual;
    if (residual >= 0) return finish(s, f, one, residual);
  }
  if (!findLeastNorm(s, f, one, limit)) return Infinity;
  const least = settle(s, f, one, tolerance, limit);
  return least < Infinity ? finish(s, f, one, least) : Infinity;
}
/** Nothing approaches. */
function isOpen(f: FewContacts, rounding: f64): bool {
  for (let i = 0; i < f.count; i++) if (getF(f.b, 3 * i) < -rounding) return false;
  return true;
}
function demandOf(f: FewContacts, one: IslandNumbers): f64 {
  let inertia = one.inertia;
  let speed = digits * one.rounding;
  for (let i = 0; i < f.count; i++) {
    inertia += getF(f.rho, i);
    for (let a = 3 * i; a < 3 * i + 3; a++) speed = max(speed, abs(getF(f.b, a)));
  }
  return inertia * speed;
}
function residual(f: FewContacts, one: IslandNumbers, x: usize): f64 {
  if (x !== f.x) take(x, f.x, 3 * f.count);
  return residualOfFew(f, one.demand, digits * one.rounding);
}
/** Of one contact: with D = 1 impulses are x. */
function solveLone(s: IslandLists, f: FewContacts, one: IslandNumbers): f64 {
  if (!solveOne(f, s.lambda)) return Infinity;
  for (let k = 0; k < 3; k++) setF(f.D, k, 1);
  one.demand = demandOf(f, one);
  return residual(f, one, s.lambda);
}
function setup(s: IslandLists, f: FewContacts, one: IslandNumbers): void {
  one.scale = 0;
  for (let i = 0; i < f.count; i++) {
    const root = sqrt(getF(f.rho, i));
    const mu = getF(f.mu, i);
    setF(f.D, 3 * i, mu > 0 ? root / mu : root);
    setF(f.D, 3 * i + 1, root);
    setF(f.D, 3 * i + 2, root);
    for (let a = 3 * i; a < 3 * i + 3; a++) {
      const c = getF(f.b, a) * getF(f.D, a);
      setF(s.c0, a, c);
      one.scale = max(max(one.scale, abs(c)), digits * one.rounding * root);
    }
  }
  one.demand = demandOf(f, one);
}
function regularise(f: FewContacts, eps: f64): void {
  for (let i = 0; i < f.count; i++) {
    const mu = getF(f.mu, i);
    setF(f.e, 3 * i, mu > 0 ? eps / (mu * mu) : eps);
    setF(f.e, 3 * i + 1, eps);
    setF(f.e, 3 * i + 2, eps);
  }
}
/** c of a proximal term about x. */
function centre(s: IslandLists, f: FewContacts, x: usize): void {
  for (let k = 0; k < 3 * f.count; k++) setF(f.c, k, getF(s.c0, k) - getF(f.e, k) * getF(x, k));
}
/** From `f.x`, in place: as in few-contacts.ts. */
function newton(s: IslandLists, f: FewContacts, limit: f64, most: i32): i32 {
  const end = newtonOfFew(f, 0, limit, most, 0);
  s.steps += f.steps;
  return end;
}
/** The residual of lambda if the last impulses or one step from them are the answer, which is `best`; -1 where they are not, Infinity where others are to find out. */
function refine(s: IslandLists, f: FewContacts, one: IslandNumbers, tolerance: f64, limit: f64): f64 {
  const N = 3 * f.count;
  const before = residual(f, one, s.warm);
  take(s.warm, s.best, N);
  if (before < 0.01 * tolerance) return before;
  if (before > nearlySolved) return -1;
  regularise(f, refinement);
  centre(s, f, s.warm);
  if (newton(s, f, limit, 1) > 1) return Infinity;
  take(f.x, s.best, N);
  const after = residual(f, one, f.x);
  return after < 0.1 * tolerance ? after : -1;
}
/** `f.x`, of the least norm but for the small term about 0. */
function findLeastNorm(s: IslandLists, f: FewContacts, one: IslandNumbers, limit: f64): bool {
  const N = 3 * f.count;
  regularise(f, leastNormTerm);
  take(s.c0, f.c, N);
  take(s.warm, f.x, N);
  let end = newton(s, f, limit, leastSteps);
  if (end) return end === 1;
  take(s.warm, f.x, N);
  const start = s.steps;
  for (let round = 0; round < rounds && s.steps - start < mostRelaxed; round++) {
    relaxFew(f, relaxations, relaxedPart);
    end = wholeNewtonOfFew(f, one.scale, limit, stepsAfter, 0);
    s.steps += f.steps;
    if (end) return end === 1;
    end = newton(s, f, limit, leastSteps);
    if (end) return end === 1;
  }
  return false;
}
/** Moves the centre of the small term, from `f.x`, until the residual is met; it is returned, of `best`. Infinity where moves hardly help. */
function settle(s: IslandLists, f: FewContacts, one: IslandNumbers, tolerance: f64, limit: f64): f64 {
  const N = 3 * f.count;
  let least: f64 = residual(f, one, f.x);
  take(f.x, s.best, N);
  let last = least;
  for (let round = 0; round < moves; round++) {
    if (last < tolerance) return least;
    centre(s, f, f.x);
    const end = newton(s, f, limit, moves);
    if (end > 1) return Infinity;
    const after = residual(f, one, f.x);
    if (!(after <= (end === 1 ? 0.7 : 0.5) * last)) return Infinity;
    last = after;
    if (after < least) {
      least = after;
      take(f.x, s.best, N);
    }
  }
  return Infinity;
}
/** Contacts do not pull; lambda = D x, and its residual. */
function finish(s: IslandLists, f: FewContacts, one: IslandNumbers, known: f64): f64 {
  const x = s.best;
  let isPulled = false;
  for (let i = 0; i < f.count; i++) {
    const k = 3 * i;
    if (getF(x, k) > 0) continue;
    if (getF(x, k) !== 0 || getF(x, k + 1) !== 0 || getF(x, k + 2) !== 0) isPulled = true;
    for (let a = k; a < k + 3; a++) setF(x, a, 0);
  }
  for (let k = 0; k < 3 * f.count; k++) setF(s.lambda, k, getF(f.D, k) * getF(x, k));
  return isPulled ? residual(f, one, x) : known;
}

/**
 * Islands of nodes as a whole, one after another: their rows, targets, impulses, gaps, and what is kept of them.
 *
 * What packages/engine/src/contact/step/island-solve.ts does with them where nothing bounces, to the same bits. An island that needs more than the ways that end soon is left to that; nothing of it is written but what
 * is of no use to others.
 */
import { FewContacts } from './few-contacts';
import { closeGaps, respondTo } from './island-gaps';
import { solveImpulses } from './island-impulses';
import { fewOf, IslandLists, numbersOf, ofUnits, placeOf, rowsOf } from './island-lists';
import { assemble } from './island-rows';
import { getF, getI, setF, setI, take } from './memory';

/** See island-solve.ts and island-report.ts. */
const firstTolerance: f64 = 1e-11;
const gapTolerance: f64 = 1e-14;
const still: f64 = 1e-9;
const left: f64 = 1e-6;

/** The first `count` islands; `solved` tells which of them are. */
export function solveIslands(s: IslandLists, count: i32): void {
  for (let k = 0; k < count; k++) {
    s.row = getI(s.firstRow, k);
    s.unit = getI(s.firstUnit, k);
    s.rowCount = getI(s.firstRow, k + 1) - s.row;
    s.unitCount = getI(s.firstUnit, k + 1) - s.unit;
    s.lambda = s.impulse + <usize>s.row * 24;
    s.kept = s.uncorrected + <usize>s.row * 24;
    setI(s.solved, k, solveIsland(s, k) ? 1 : 0);
  }
}
function solveIsland(s: IslandLists, k: i32): bool {
  const f = fewOf(s);
  s.steps = 0;
  assemble(s);
  findTargets(s, f);
  const residual = solveImpulses(s, firstTolerance);
  if (!(residual <= firstTolerance)) return false;
  take(s.lambda, s.kept, 3 * s.rowCount);
  const error = closeGaps(s, gapTolerance);
  // p alone would have to be moved
  if (!(error <= gapTolerance)) return false;
  const most = max(0, -(0.5 * workOfForces(s, 1)));
  if (!isFirst(s) && isLimited(s, f, most)) return false;
  setI(s.newtonSteps, k, s.steps);
  setF(s.residual, k, residual);
  setF(s.error, k, error);
  respondTo(s, f, s.lambda);
  setF(s.energy, k, max(0, energyOf(s, s.lambda, s.bu) - most));
  findSticking(s, f);
  return true;
}
/** Targets of normal velocities, and what is to be answered. */
function findTargets(s: IslandLists, f: FewContacts): void {
  const rows = rowsOf(s);
  const one = numbersOf(s);
  take(s.bu, f.b, 3 * s.rowCount);
  for (let i = 0; i < s.rowCount; i++) {
    const gap = getF(rows.gap, placeOf(s, i));
    const g: f64 = gap > one.touching ? gap : 0;
    const target = -g / one.h;
    setF(s.g, i, g);
    setF(s.target, i, target);
    setF(f.b, 3 * i, getF(f.b, 3 * i) - target);
  }
}
/** (u + sign v) M (u - v), u: velocities after forces, v: before. */
function workOfForces(s: IslandLists, sign: f64): f64 {
  const w = ofUnits(s, s.w);
  const u = ofUnits(s, s.freeU);
  const v = ofUnits(s, s.v0);
  let sum: f64 = 0;
  for (let c = 0; c < 3 * s.unitCount; c++)
    if (getF(w, c) > 0) sum += ((getF(u, c) + sign * getF(v, c)) * (getF(u, c) - getF(v, c))) / getF(w, c);
  return sum;
}
/** Passes have changed nothing. */
function isFirst(s: IslandLists): bool {
  for (let i = 0; i < 3 * s.rowCount; i++) if (getF(s.lambda, i) !== getF(s.kept, i)) return false;
  return true;
}
/** What passes add would have to be taken back: see energy-guard.ts. */
function isLimited(s: IslandLists, f: FewContacts, most: f64): bool {
  const staggering = 0.25 * (0.5 * workOfForces(s, -1));
  respondTo(s, f, s.kept);
  const low = energyOf(s, s.kept, s.bu);
  const lowMiddle = energyOf(s, s.kept, s.middle);
  respondTo(s, f, s.lambda);
  const isMore = energyOf(s, s.lambda, s.bu) > max(most, low) + 1e-14 * (sizeOfEnergy(s, s.bu) + most);
  if (isMore) return true;
  const high = energyOf(s, s.lambda, s.middle);
  return high > max(staggering, lowMiddle) + 1e-14 * (sizeOfEnergy(s, s.middle) + staggering);
}
/** lambda.J u + lambda.G lambda/2, with `response` of lambda */
function energyOf(s: IslandLists, lambda: usize, Ju: usize): f64 {
  let sum: f64 = 0;
  for (let i = 0; i < 3 * s.rowCount; i++) sum += getF(lambda, i) * (getF(Ju, i) + 0.5 * getF(s.response, i));
  return sum;
}
/** Of its terms. */
function sizeOfEnergy(s: IslandLists, Ju: usize): f64 {
  let size: f64 = 0;
  for (let i = 0; i < 3 * s.rowCount; i++) {
    const lambda = getF(s.lambda, i);
    size += abs(lambda * getF(Ju, i)) + abs(0.5 * lambda * getF(s.response, i));
  }
  return size;
}
/** A contact sticks where it does not slip; `response` is that of lambda. */
function findSticking(s: IslandLists, f: FewContacts): void {
  for (let i = 0; i < s.rowCount; i++) {
    const k = 3 * i;
    const u1 = getF(s.response, k + 1) + getF(s.bu, k + 1);
    const u2 = getF(s.response, k + 2) + getF(s.bu, k + 2);
    const t1 = getF(s.lambda, k + 1);
    const t2 = getF(s.lambda, k + 2);
    const mu = getF(f.mu, i);
    const normal = getF(s.lambda, k);
    const isInside = sqrt(t1 * t1 + t2 * t2) < mu * normal * (1 - left);
    const push = normal / getF(f.rho, i);
    const sticks = mu > 0 && sqrt(u1 * u1 + u2 * u2) <= (isInside ? left : still) * (1 + push);
    setI(s.sticks, s.row + i, sticks ? 1 : 0);
  }
}

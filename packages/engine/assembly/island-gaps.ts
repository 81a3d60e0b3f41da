/**
 * Passes that bring true gaps at p to what the linear rows promised: what packages/engine/src/contact/step/gaps/gap-passes.ts does where the set of rows that push and stick stays, to the same bits.
 */
import { FewContacts, spread, velocitiesAlong } from './few-contacts';
import { correctionOf, lines } from './island-corrections';
import { fewOf, IslandLists, numbersOf, ofUnits, placeOf, rowsOf } from './island-lists';
import { getF, getI, setF, setI } from './memory';
import { gapOfRow } from './row-gaps';
import { mixErrors, undoMix } from './secants';

/** See gap-passes.ts. */
const mostPasses = 12;
const brokenGap: f64 = 1e-13;
const spoilt: f64 = 1e-12;
const unfelt: f64 = 1e-6;
const driven: f64 = 1e-3;

/** The largest error of a gap; Infinity where it is left to gap-passes.ts. */
export function closeGaps(s: IslandLists, tolerance: f64): f64 {
  const one = numbersOf(s);
  s.differences = -1;
  s.lines = 0;
  let least = Infinity;
  for (let pass = 0; pass < mostPasses; pass++) {
    move(s);
    const worst = findErrors(s);
    if (worst <= tolerance * max(1, one.size)) return worst;
    if (worst === Infinity || (worst > spoilt && worst > 10 * least)) break;
    least = min(least, worst);
    if (!accelerated(s)) break;
  }
  return Infinity;
}
/** u and p of the units, with impulses. */
function move(s: IslandLists): void {
  const f = fewOf(s);
  const h = numbersOf(s).h;
  spread(f, s.lambda);
  const q = ofUnits(s, s.q);
  const free = ofUnits(s, s.freeU);
  const u = ofUnits(s, s.u);
  const p = ofUnits(s, s.p);
  const x = rowsOf(s).x;
  for (let k = 0; k < s.unitCount; k++) {
    const to = getI(s.first, s.unit + k);
    for (let c = 0; c < 3; c++) {
      const i = 3 * k + c;
      const velocity = getF(free, i) + getF(f.v, i);
      setF(u, i, velocity);
      const place = getF(q, i) + h * velocity;
      setF(p, i, place);
      setF(x, to + c, place);
    }
  }
}
/** At p; returns the largest, or Infinity where a row is broken that does not push. */
function findErrors(s: IslandLists): f64 {
  const rows = rowsOf(s);
  const h = numbersOf(s).h;
  let worst: f64 = 0;
  let isBroken = false;
  let anyPushes = false;
  for (let i = 0; i < s.rowCount; i++) {
    const at = placeOf(s, i);
    const g = getF(s.g, i);
    const gap = gapOfRow(rows, at) - (g > 0 ? 0 : getF(rows.gap, at));
    const isPushing = getF(s.lambda, 3 * i) > 0;
    const error = isPushing ? gap - (g + h * getF(s.target, i)) : min(0, gap);
    setF(s.errors, 3 * i, error);
    setF(s.errors, 3 * i + 1, 0);
    setF(s.errors, 3 * i + 2, 0);
    if (isPushing) anyPushes = true;
    else if (gap < -brokenGap) isBroken = true;
    worst = max(worst, abs(error));
  }
  return isBroken || !anyPushes ? (worst > 0 ? Infinity : worst) : worst;
}
/** A correction with what the last ones tell, or else without. */
function accelerated(s: IslandLists): bool {
  const n = s.rowCount;
  for (let i = 0; i < n; i++) setI(s.pushing, i, getF(s.lambda, 3 * i) > 0 ? 1 : 0);
  if (mixErrors(s, 3 * n)) {
    let isSame = true;
    for (let i = 0; i < n; i++)
      if (getI(s.pushing, i) && !(getF(s.lambda, 3 * i) > 0 && isAllowed(s, i, 0))) isSame = false;
    if (isSame && correct(s)) return true;
    undoMix(s, 3 * n);
  }
  return correct(s);
}
/** One least-norm correction with the present set of pushing and sticking rows; false where the set would change. */
function correct(s: IslandLists): bool {
  const f = fewOf(s);
  const n = s.rowCount;
  const h = numbersOf(s).h;
  const lambda = s.lambda;
  for (let i = 0; i < n; i++) {
    setI(s.use, i, lines.none);
    const normal = getF(lambda, 3 * i);
    if (!(normal > 0)) continue;
    const t1 = getF(lambda, 3 * i + 1);
    const t2 = getF(lambda, 3 * i + 2);
    const mu = getF(f.mu, i);
    const sticks = mu > 0 && sqrt(t1 * t1 + t2 * t2) < mu * normal * (1 - 1e-9);
    setI(s.use, i, sticks ? lines.all : mu > 0 ? lines.slipping : lines.normal);
    setF(s.slip, 2 * i, t1 / normal);
    setF(s.slip, 2 * i + 1, t2 / normal);
  }
  if (!correctionOf(s, h)) return false;
  const x = s.x;
  for (let i = 0; i < n; i++) if (getF(lambda, 3 * i) > 0 && !isAllowed(s, i, x)) return false;
  for (let i = 0; i < n; i++)
    if (getI(s.use, i) !== lines.none)
      for (let a = 3 * i; a < 3 * i + 3; a++) setF(lambda, a, getF(lambda, a) + getF(x, a));
  if (!turnsBack(s, f)) return true;
  for (let i = 0; i < n; i++)
    if (getI(s.use, i) !== lines.none)
      for (let a = 3 * i; a < 3 * i + 3; a++) setF(lambda, a, getF(lambda, a) - getF(x, a));
  return false;
}
/** A contact pushes, and its friction is not above its bound. x: a correction, or 0. */
function isAllowed(s: IslandLists, i: i32, x: usize): bool {
  const a = 3 * i;
  const push = getF(s.lambda, a) + (x ? getF(x, a) : 0);
  const t1 = getF(s.lambda, a + 1) + (x ? getF(x, a + 1) : 0);
  const t2 = getF(s.lambda, a + 2) + (x ? getF(x, a + 2) : 0);
  return push >= 0 && sqrt(t1 * t1 + t2 * t2) <= getF(fewOf(s).mu, i) * push * (1 + 1e-9);
}
/** Whether one that slips is driven by its friction. */
function turnsBack(s: IslandLists, f: FewContacts): bool {
  let any = false;
  for (let i = 0; i < s.rowCount && !any; i++) any = isTold(s, i);
  if (!any) return false;
  respondTo(s, f, s.lambda);
  for (let i = 0; i < s.rowCount; i++) {
    if (!isTold(s, i)) continue;
    const k = 3 * i;
    const fastest = max(max(abs(getF(s.bu, k)), abs(getF(s.bu, k + 1))), abs(getF(s.bu, k + 2)));
    const t1 = getF(s.lambda, k + 1);
    const t2 = getF(s.lambda, k + 2);
    const friction = sqrt(t1 * t1 + t2 * t2);
    const u1 = getF(s.response, k + 1) + getF(s.bu, k + 1);
    const u2 = getF(s.response, k + 2) + getF(s.bu, k + 2);
    if (t1 * u1 + t2 * u2 > driven * fastest * friction) return true;
  }
  return false;
}
function isTold(s: IslandLists, i: i32): bool {
  return getI(s.use, i) === lines.slipping && abs(getF(s.x, 3 * i)) > unfelt * getF(s.lambda, 3 * i);
}
/** `response` = J W J^T lambda */
export function respondTo(s: IslandLists, f: FewContacts, lambda: usize): void {
  spread(f, lambda);
  velocitiesAlong(f, s.response);
}

/** What the last corrections of impulses did to errors: see packages/engine/src/contact/step/gaps/secants.ts, whose bits these are. */
import { IslandLists } from './island-lists';
import { atF, getF, setF, take } from './memory';

const mostKept = 3;
const alike: f64 = 1e-4;
const most: f64 = 2;

/** Takes from errors and impulses what differences explain; false where there are none. */
export function mixErrors(s: IslandLists, N: i32): bool {
  if (s.differences >= 0) push(s, N);
  else s.differences = 0;
  take(s.errors, s.lastErrors, N);
  take(s.lambda, s.lastLambda, N);
  const kept = s.differences;
  if (!kept) return false;
  solve(s, kept, N);
  for (let k = 0; k < kept; k++) if (!(abs(getF(s.gamma, k)) <= most)) return false;
  for (let k = 0; k < kept; k++) {
    const by = getF(s.gamma, k);
    if (by === 0) continue;
    for (let i = 0; i < N; i++) {
      setF(s.errors, i, getF(s.errors, i) - by * getF(s.dE, k * N + i));
      setF(s.lambda, i, getF(s.lambda, i) - by * getF(s.dL, k * N + i));
    }
  }
  return true;
}
/** Errors and impulses of the last `mixErrors` are as they were before; differences are forgotten. */
export function undoMix(s: IslandLists, N: i32): void {
  take(s.lastErrors, s.errors, N);
  take(s.lastLambda, s.lambda, N);
  s.differences = 0;
}
function push(s: IslandLists, N: i32): void {
  const kept = min(mostKept, s.differences + 1);
  s.differences = kept;
  for (let i = kept * N - 1; i >= N; i--) {
    setF(s.dE, i, getF(s.dE, i - N));
    setF(s.dL, i, getF(s.dL, i - N));
  }
  for (let i = 0; i < N; i++) {
    setF(s.dE, i, getF(s.errors, i) - getF(s.lastErrors, i));
    setF(s.dL, i, getF(s.lambda, i) - getF(s.lastLambda, i));
  }
}
/** By Gram and Schmidt, from the latest to the first. */
function solve(s: IslandLists, kept: i32, N: i32): void {
  const R = s.R;
  for (let k = 0; k < kept; k++) {
    const own = atF(s.Q, k * N);
    take(atF(s.dE, k * N), own, N);
    const before = dot(own, own, N);
    for (let j = 0; j < k; j++) {
      const other = atF(s.Q, j * N);
      const sum = dot(other, own, N);
      setF(R, mostKept * j + k, sum);
      for (let i = 0; i < N; i++) setF(own, i, getF(own, i) - sum * getF(other, i));
    }
    const after = dot(own, own, N);
    const size: f64 = after > alike * alike * before ? sqrt(after) : 0;
    setF(R, (mostKept + 1) * k, size);
    for (let i = 0; i < N; i++) setF(own, i, size > 0 ? getF(own, i) / size : 0);
    setF(s.gamma, k, dot(own, s.lastErrors, N));
  }
  for (let k = kept - 1; k >= 0; k--) {
    let by = getF(s.gamma, k);
    for (let c = k + 1; c < kept; c++) by -= getF(R, mostKept * k + c) * getF(s.gamma, c);
    const size = getF(R, (mostKept + 1) * k);
    setF(s.gamma, k, size > 0 ? by / size : 0);
  }
}
function dot(a: usize, b: usize, N: i32): f64 {
  let sum: f64 = 0;
  for (let i = 0; i < N; i++) sum += getF(a, i) * getF(b, i);
  return sum;
}

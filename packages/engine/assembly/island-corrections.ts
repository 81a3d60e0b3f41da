/** Least-norm corrections of impulses: one round of packages/engine/src/contact/coulomb/least-norm.ts and few-lines.ts, to the same bits. */
import { factorDense, solveDense } from './dense-lu';
import { contactMatrix, FewContacts } from './few-contacts';
import { fewOf, IslandLists } from './island-lists';
import { getF, getI, setF, setI, take } from './memory';

const eps: f64 = 1e-6;
const rounds = 1;
/** Lines of a row that take part: see line-use.ts. */
export namespace lines {
  export const none: i32 = 0;
  export const normal: i32 = 1;
  export const all: i32 = 2;
  export const slipping: i32 = 3;
}

/** x of the lines in `use`, which takes errors away in a step of h; false where lines are many, or their matrix is singular. */
export function correctionOf(s: IslandLists, h: f64): bool {
  const f = fewOf(s);
  if (!isFactored(s) && !factor(s, f)) return false;
  const count = s.lines;
  const width = (<usize>(count + (count & 1))) << 3;
  const y = f.right;
  for (let k = 0; k < count; k++) {
    const line = getI(s.line, k);
    setF(y, k, line % 3 ? 0 : -getF(s.errors, line) / h);
  }
  solveDense(count, f.A, width, f.pivots, y);
  for (let k = 0; k < count; k++) {
    setF(s.Y, k, 0 + getF(y, k));
    setF(y, k, getF(s.Y, k));
  }
  for (let round = 0; round <= rounds; round++) {
    for (let k = 0; k < count; k++) setF(y, k, getF(y, k) * getF(s.E, k));
    solveDense(count, f.A, width, f.pivots, y);
  }
  for (let k = 0; k < 3 * s.rowCount; k++) setF(s.x, k, 0);
  for (let k = 0; k < count; k++) {
    const line = getI(s.line, k);
    const by = getF(s.Y, k) - getF(y, k);
    setF(s.x, line, by);
    const row = line / 3;
    if (getI(s.use, row) !== lines.slipping) continue;
    setF(s.x, line + 1, getF(s.slip, 2 * row) * by);
    setF(s.x, line + 2, getF(s.slip, 2 * row + 1) * by);
  }
  return true;
}
/** The same lines take part: so do the directions of friction that the factors are of. */
function isFactored(s: IslandLists): bool {
  if (!s.lines) return false;
  for (let i = 0; i < s.rowCount; i++) if (getI(s.use, i) !== getI(s.factored, i)) return false;
  take(s.factoredSlip, s.slip, 2 * s.rowCount);
  return true;
}
function factor(s: IslandLists, f: FewContacts): bool {
  const n = s.rowCount;
  let count = 0;
  s.lines = 0;
  take(s.slip, s.factoredSlip, 2 * n);
  for (let i = 0; i < n; i++) {
    const use = getI(s.use, i);
    setI(s.factored, i, use);
    if (use === lines.none) continue;
    const last = use === lines.all ? 3 : 1;
    if (count + last > 3 * f.most) return false;
    for (let a = 0; a < last; a++) {
      setF(s.E, count, eps / getF(f.rho, i));
      setF(s.ways, 3 * count, use === lines.slipping ? 1 : 0);
      setF(s.ways, 3 * count + 1, use === lines.slipping ? getF(s.slip, 2 * i) : 0);
      setF(s.ways, 3 * count + 2, use === lines.slipping ? getF(s.slip, 2 * i + 1) : 0);
      setI(s.line, count++, 3 * i + a);
    }
  }
  if (!f.isReady) contactMatrix(f);
  const width = (<usize>(count + (count & 1))) << 3;
  for (let r = 0; r < count; r++) {
    const to = f.A + <usize>r * width;
    const from = f.G + ((<usize>(3 * n * getI(s.line, r))) << 3);
    for (let c = 0; c < count; c++) {
      const line = getI(s.line, c);
      const ways = s.ways + <usize>c * 24;
      let value = getF(from, line);
      if (getF(ways, 0) !== 0)
        value = value + getF(ways, 1) * getF(from, line + 1) + getF(ways, 2) * getF(from, line + 2);
      setF(to, c, value);
    }
    setF(to, r, getF(to, r) + getF(s.E, r));
  }
  if (!factorDense(count, f.A, width, f.pivots)) return false;
  s.lines = count;
  return true;
}

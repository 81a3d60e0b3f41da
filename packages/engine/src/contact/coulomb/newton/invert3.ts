/** A 3 x 3 block becomes its inverse, by elimination with pivots. */

const work = new Float64Array(18);
/** False where it is singular. */
export function invert3(a: Float64Array, at: number): boolean {
  for (let r = 0; r < 3; r++)
    for (let c = 0; c < 3; c++) {
      work[6 * r + c] = a[at + 3 * r + c];
      work[6 * r + 3 + c] = r === c ? 1 : 0;
    }
  for (let k = 0; k < 3; k++) {
    let best = k;
    for (let r = k + 1; r < 3; r++) if (Math.abs(work[6 * r + k]) > Math.abs(work[6 * best + k])) best = r;
    if (best !== k)
      for (let c = 0; c < 6; c++) {
        const t = work[6 * k + c];
        work[6 * k + c] = work[6 * best + c];
        work[6 * best + c] = t;
      }
    const pivot = work[6 * k + k];
    if (!(pivot !== 0)) return false;
    for (let c = 0; c < 6; c++) work[6 * k + c] /= pivot;
    for (let r = 0; r < 3; r++) {
      if (r === k) continue;
      const factor = work[6 * r + k];
      if (factor !== 0) for (let c = 0; c < 6; c++) work[6 * r + c] -= factor * work[6 * k + c];
    }
  }
  for (let r = 0; r < 3; r++) for (let c = 0; c < 3; c++) a[at + 3 * r + c] = work[6 * r + 3 + c];
  return true;
}

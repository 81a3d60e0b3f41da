/** Numbers that span decades are plotted on a logarithmic axis: where it begins, a decade below the least that is not zero. */
const decades = 1e3;

/** undefined if an even axis does: values of both signs, or of about one size */
export function logFloor(
  columns: readonly (readonly (number | null)[])[],
): { readonly floor: number; readonly hasZero: boolean } | undefined {
  let least = Number.POSITIVE_INFINITY;
  let most = 0;
  let hasZero = false;
  for (const column of columns) {
    for (const value of column) {
      if (value === null) continue;
      if (value < 0) return undefined;
      if (value === 0) hasZero = true;
      else least = Math.min(least, value);
      most = Math.max(most, value);
    }
  }
  if (!(most >= decades * least)) return undefined;
  return { floor: 10 ** Math.max(-18, Math.floor(Math.log10(least)) - (hasZero ? 1 : 0)), hasZero };
}

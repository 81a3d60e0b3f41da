/** Suggestions for misspelt words. */

/**
 * The known word that is closest to a misspelt one; undefined if none is close.
 * @example suggest('verlett', ['verlet', 'rk4']) // 'verlet'
 */
export function suggest(word: string, known: Iterable<string>): string | undefined {
  const wanted = word.toLowerCase();
  const all = [...known];
  let best: string | undefined;
  let least = Math.max(1, Math.floor(word.length / 3)) + 1;
  for (const candidate of all) {
    const distance = editDistance(wanted, candidate.toLowerCase(), least);
    if (distance < least) {
      least = distance;
      best = candidate;
    }
  }
  return best ?? longer(wanted, all);
}
/** The one word that begins like this and goes on: `angle` for `angleDegrees`. */
function longer(wanted: string, known: readonly string[]): string | undefined {
  const found = wanted.length < 4 ? [] : known.filter((word) => word.toLowerCase().startsWith(wanted));
  return found.length === 1 ? found[0] : undefined;
}

/**
 * A clause that helps with a misspelt word: the known word that is closest, or, if none is close, all of them.
 * @example advice('verlett', ['verlet', 'rk4']) // 'did you mean "verlet"?'
 */
export function advice(word: string, known: Iterable<string>, what = 'there are'): string {
  const all = [...known];
  const meant = suggest(word, all);
  if (meant !== undefined) return `did you mean "${meant}"?`;
  if (all.length === 0) return 'there are none.';
  const some = all.slice(0, 12).map((k) => `"${k}"`);
  return `${what} ${some.join(', ')}${all.length > 12 ? ` and ${all.length - 12} more` : ''}.`;
}

/** Letters added, left out, changed or swapped with their neighbour (Damerau's distance), or `limit` if not less. */
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let d = Math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) d = Math.min(d, before[j - 2] + 1);
      row.push(d);
    }
    [before, last] = [last, row];
  }
  return Math.min(last[b.length], limit);
}

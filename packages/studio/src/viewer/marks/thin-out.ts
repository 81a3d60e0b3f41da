/**
 * Too many arrows say nothing: of those that stand close together on the screen one is drawn. One that is drawn stays, so
 * that nothing blinks as the forces change.
 */
export interface Candidate<Key = number> {
  readonly index: Key;
  /** px */
  readonly x: number;
  readonly y: number;
  readonly strength: number;
}

/** spacing: px that two keep between them at least */
export function thinOut<Key>(
  candidates: readonly Candidate<Key>[],
  before: ReadonlySet<Key>,
  spacing: number,
): Set<Key> {
  const rank = (c: Candidate<Key>): number => (before.has(c.index) ? 1 : 0);
  const order = [...candidates].sort((a, b) => rank(b) - rank(a) || b.strength - a.strength);
  const kept = new Set<Key>();
  const cells = new Map<string, Candidate<Key>[]>();
  // those drawn already may come a little closer before one of them goes
  const near = (a: Candidate<Key>, b: Candidate<Key>): boolean => {
    const least = before.has(a.index) && before.has(b.index) ? 0.7 * spacing : spacing;
    return Math.hypot(a.x - b.x, a.y - b.y) < least;
  };
  for (const candidate of order) {
    const [cx, cy] = [Math.floor(candidate.x / spacing), Math.floor(candidate.y / spacing)];
    let free = true;
    for (let i = -1; i <= 1 && free; i++) {
      for (let j = -1; j <= 1 && free; j++) {
        free = !cells.get(`${cx + i} ${cy + j}`)?.some((other) => near(candidate, other));
      }
    }
    if (!free) continue;
    kept.add(candidate.index);
    const key = `${cx} ${cy}`;
    cells.set(key, [...(cells.get(key) ?? []), candidate]);
  }
  return kept;
}

/** Numbers in [-0.5, 0.5), the same in every run: a linear congruence modulo 2^32. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296 - 0.5;
  };
}

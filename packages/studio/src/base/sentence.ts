/** Words as a sentence: a capital first, a full stop behind. */
export function sentence(words: unknown): string {
  const text = (words instanceof Error ? words.message : String(words)).trim();
  const start = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(start) ? start : `${start}.`;
}

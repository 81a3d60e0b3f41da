/** Words as a sentence: a capital first, a full stop behind. Symbols and names of code stay as they are: `t = 0.5 s: ...` */
export function sentence(words: unknown): string {
  if (isOutOfMemory(words)) return noMemory;
  const text = (words instanceof Error ? words.message : String(words)).trim();
  const startsWithWord = /^(a|[a-z][a-z'’-]+)([\s,.;:!?]|$)/.test(text) && !/^[a-z'’-]+\s[=<>≤≥]/.test(text);
  const start = startsWithWord ? text.charAt(0).toUpperCase() + text.slice(1) : text;
  return /[.!?]$/.test(start) ? start : `${start}.`;
}

const noMemory = 'The browser gives this page no more memory. Close other tabs, or open a smaller scene.';
/** What WebAssembly and typed arrays say when there is none; each browser in its own words. */
const isOutOfMemory = (error: unknown): boolean =>
  error instanceof RangeError && /memory|allocat|array length|array buffer/i.test(error.message);

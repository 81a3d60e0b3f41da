/** See notices.mjs. */
export function noticesOf(modules: Iterable<string>): string;

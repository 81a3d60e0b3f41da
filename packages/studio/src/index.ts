/** Pliant in the browser. Nothing is here yet but the version. */
export const version = '0.0.0';

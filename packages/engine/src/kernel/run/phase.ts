/**
 * Columns may change places from one run of a kernel to the next, instead of being copied. A bound kernel knows the
 * addresses of both phases and asks which one it is.
 */
export interface Phase {
  readonly now: 0 | 1;
}
/** Nothing changes places. */
export const steady: Phase = { now: 0 };

/** Where the arrays of a kernel are: byte addresses by name. */
export type AddressOf = (array: string, phase: 0 | 1) => number;

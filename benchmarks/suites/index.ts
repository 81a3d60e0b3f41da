/** The suites by name, each loaded when it is asked for. */
import type { Row } from '../harness.ts';

export const suites: Record<string, () => Promise<readonly Row[]>> = {
  kernel: async () => (await import('./kernel/index.ts')).rows,
  curtain: async () => (await import('./curtain/index.ts')).rows,
  lagrange: async () => (await import('./lagrange/index.ts')).rows,
  fem: async () => (await import('./fem/index.ts')).rows,
};
/** Suites with rows that are measured against the C program of --yardstick. */
export const usesYardstick: ReadonlySet<string> = new Set(['curtain', 'fem']);

/** The suites by name, each loaded when it is asked for. */
import type { Outcome, Row } from '../harness.ts';
import type { Language } from '../yardstick.ts';

export const suites: Record<string, () => Promise<readonly Row[]>> = {
  kernel: async () => (await import('./kernel/index.ts')).rows,
  curtain: async () => (await import('./curtain/index.ts')).rows,
  lagrange: async () => (await import('./lagrange/index.ts')).rows,
  contact: async () => (await import('./contact/index.ts')).rows,
  fem: async () => (await import('./fem/index.ts')).rows,
  implicit: async () => (await import('./implicit/index.ts')).rows,
  sparse: async () => (await import('./sparse/index.ts')).rows,
  io: async () => (await import('./io/index.ts')).rows,
  start: async () => (await import('./start/index.ts')).rows,
  threads: async () => (await import('./threads/index.ts')).rows,
  micado: async () => (await import('./micado/index.ts')).rows,
  metaxas: async () => (await import('./metaxas/index.ts')).rows,
  'platt-barr': async () => (await import('./platt-barr/index.ts')).rows,
  peers: async () => (await import('./peers/index.ts')).rows,
};
/** In how many processes a row is measured, where five take too long. */
export const processesOf: ReadonlyMap<string, number> = new Map([
  ['threads', 3],
  // errors and gaps are the same in every process, and times the least of many frames
  ['peers', 1],
]);
/** Suites with rows that are measured against the program of --yardstick, and what that is written in. */
export const usesYardstick: ReadonlyMap<string, Language> = new Map([
  ['curtain', 'C'],
  ['fem', 'C'],
  ['sparse', 'C++'],
  ['micado', 'C++'],
  ['platt-barr', 'C'],
]);
/** What --plot draws of a suite's outcomes, as SVG. */
export const plots: ReadonlyMap<string, (outcomes: readonly Outcome[]) => Promise<string>> = new Map([
  ['micado', async (outcomes) => (await import('./micado/plot.ts')).linearCost(outcomes)],
]);
/** What --table writes of a suite's outcomes into a page. */
export const tables: ReadonlyMap<
  string,
  (page: string, outcomes: readonly Pick<Outcome, 'name' | 'score'>[]) => Promise<string>
> = new Map([['peers', async (page, outcomes) => (await import('./peers/table.ts')).withPeersTable(page, outcomes)]]);

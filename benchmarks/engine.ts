/** The engine as the benchmarks see it: its sources, so that no number is that of a stale build. */
export * from '../packages/engine/src/index.ts';

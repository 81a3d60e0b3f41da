/** Reports and pictures of runs, the part that needs no browser: `@pliant/studio/report`. */
export { type CollectOptions, collectDefaults, ReportCollector } from './collect.ts';
export type { Report, ReportData, ReportFrame, RunFacts } from './data.ts';
export { packValue } from './pack.ts';
export { Photographer } from './photographer.ts';

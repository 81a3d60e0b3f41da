/** Results of a sweep as a table, in the order of the runs: CSV, and Parquet. */
import type { Job } from './jobs.ts';
import type { RunResult } from './run-job.ts';

export interface ResultColumn {
  readonly name: string;
  /** as probes have it; empty for none */
  readonly unit: string;
}
export interface ResultTable {
  readonly parameters: readonly string[];
  readonly results: readonly ResultColumn[];
  /** one for each run that ended, in their order */
  readonly rows: readonly { readonly job: Job; readonly result: RunResult }[];
}

const titled = ({ name, unit }: ResultColumn): string => (unit ? `${name} (${unit})` : name);
/** Names of the columns. */
export const tableColumns = ({ parameters, results }: ResultTable): string[] => [
  'run',
  ...parameters,
  'status',
  'steps',
  'time (s)',
  ...results.map(titled),
  'hash',
  'message',
];
/** Anything but numbers, texts and what is true or false is written as JSON. */
const cell = (value: unknown): string | number =>
  typeof value === 'number' || typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

function cellsOf({ job, result }: ResultTable['rows'][number]): (string | number | null)[] {
  const { run, status, steps, time, values, hash, message } = result;
  const numbers = values.map((value) => (typeof value === 'object' && value !== null ? JSON.stringify(value) : value));
  return [run, ...job.values.map(cell), status, steps, time, ...numbers, hash, message];
}

export function resultsCsv(table: ResultTable): string {
  const lines = [tableColumns(table), ...table.rows.map(cellsOf)];
  return lines.map((line) => `${line.map((value) => field(value === null ? '' : String(value))).join(',')}\n`).join('');
}
/** Quoted where a comma, a quote or a line end would mislead. */
const field = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Columns of numbers as doubles, others as texts; what was run is in the metadata. */
export async function resultsParquet(table: ResultTable, facts: Readonly<Record<string, string>>): Promise<Uint8Array> {
  const rows = table.rows.map(cellsOf);
  const { parquetWriteBuffer } = await import('hyparquet-writer');
  const columnData = tableColumns(table).map((name, c) => {
    const column = rows.map((row) => row[c]);
    const numeric = column.every((value) => value === null || typeof value === 'number');
    return {
      name,
      data: numeric ? column : column.map((value) => (value === null ? null : String(value))),
      type: numeric ? ('DOUBLE' as const) : ('STRING' as const),
      nullable: column.includes(null),
    };
  });
  const kvMetadata = Object.entries(facts).map(([key, value]) => ({ key, value }));
  return new Uint8Array(parquetWriteBuffer({ columnData, kvMetadata }));
}

/** Probes over time as CSV: the time, then a column for each component. */
import type { Probe } from './build/probe.ts';

type Told = Pick<Probe, 'id' | 'unit' | 'components'>;

/** Names of the columns, each with its unit. */
export const csvColumns = (probes: readonly Told[]): string[] => [
  'time (s)',
  ...probes.flatMap(({ id, unit, components }) =>
    components.map((component) => {
      const name = components.length > 1 ? `${id}.${component}` : id;
      return unit ? `${name} (${unit})` : name;
    }),
  ),
];
export const csvHeader = (probes: readonly Told[]): string => `${csvColumns(probes).map(field).join(',')}\n`;
/** Numbers are written so that they are read back to the last bit. */
export const csvRow = (time: number, values: readonly number[]): string => `${[time, ...values].join(',')}\n`;

/** Quoted where a comma, a quote or a line end would mislead. */
const field = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

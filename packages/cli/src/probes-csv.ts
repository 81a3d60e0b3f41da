/** Probes over time as CSV: the time, then a column for each component. */
import type { Simulation } from '@pliant/io';

export function csvHeader({ probes }: Simulation): string {
  const columns = probes.flatMap(({ id, unit, components }) =>
    components.map((component) => {
      const name = components.length > 1 ? `${id}.${component}` : id;
      return unit ? `${name} (${unit})` : name;
    }),
  );
  return `${['time (s)', ...columns].map(field).join(',')}\n`;
}
export const csvRow = ({ world, probes }: Simulation): string =>
  `${[world.time, ...probes.flatMap((probe) => probe.read())].join(',')}\n`;

/** Quoted where a comma, a quote or a line end would mislead. */
const field = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

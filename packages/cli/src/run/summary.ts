/** What a run came to, for people. */
import type { RowsReport } from '@pliant/engine';
import { count, quantity } from './quantity.ts';
import type { Report } from './report.ts';

export function summary(
  report: Report,
  steps: number,
  units: readonly { readonly id: string; readonly unit: string }[],
): string {
  const { counts, residual, energy, h, stableStep } = report;
  const rows: [string, string][] = [
    ['bodies', `${counts.bodies} with ${count(counts.nodes, 'node')}; ${constraintsIn(counts.constraints)}`],
    [
      'step',
      `${quantity(h, 's')} (largest stable: ${quantity(stableStep, 's')}), ${quantity(report.msPerStep / 1000, 's')} of computing each`,
    ],
    ...(report.rows.rows ? [['rows', rowsIn(report.rows)] as [string, string]] : []),
    ['residual', residualIn(residual.length, 'm')],
    ...(residual.angle.worst || residual.angle.peak
      ? [['', residualIn(residual.angle, 'rad')] as [string, string]]
      : []),
    ...Object.entries(residual.other).map(([unit, one]) => ['', residualIn(one, unit)] as [string, string]),
    [
      'energy',
      `${quantity(energy.total, 'J')} = ${quantity(energy.kinetic, 'J')} kinetic + ${quantity(energy.potential, 'J')} potential`,
    ],
    ...units.map(({ id, unit }): [string, string] => {
      const { last } = report.probes[id];
      return [
        `probe ${id}`,
        [last]
          .flat()
          .map((value) => quantity(value, unit))
          .join(', '),
      ];
    }),
    ['hash', report.hash],
    ...report.notices.map((notice): [string, string] => ['note', notice]),
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  return [
    `${report.scene}: ${count(steps, 'step')} to t = ${quantity(report.time, 's')}`,
    ...rows.map(([name, text]) => `  ${name.padEnd(width)}  ${text}`),
  ].join('\n');
}

function constraintsIn({ total, active }: Report['counts']['constraints']): string {
  return active === total ? count(total, 'constraint') : `${count(total, 'constraint')}, ${active} active`;
}
/** Rows of one constraint are named once. */
export function rowsIn({ rows, independent, redundant }: RowsReport): string {
  if (!redundant.length) return `${rows}, all independent`;
  const told = [...new Map(redundant.map((one) => [one.constraint, one])).values()];
  const names = told.slice(0, 3).map(
    ({ constraint, follows }) =>
      `"${constraint}" follows from ${follows
        .slice(0, 3)
        .map((id) => `"${id}"`)
        .join(', ')}${follows.length > 3 ? ' ...' : ''}`,
  );
  const more = told.length > 3 ? ` and ${told.length - 3} more` : '';
  return `${rows}, ${independent} independent: ${names.join('; ')}${more}`;
}
function residualIn({ max, worst, peak }: Report['residual']['length'], unit: string): string {
  return `${quantity(max, unit)} at most${worst ? ` ("${worst}")` : ''}, ${quantity(peak, unit)} at any step`;
}

/** The result of a run as text. */
import type { RowsReport } from '@pliant/engine';
import { count, quantity } from './quantity.ts';
import type { Report } from './report.ts';

export function summary(
  report: Report,
  steps: number,
  units: readonly { readonly id: string; readonly unit: string }[],
): string {
  const { counts, energy, h, stableStep, realTimeFactor } = report;
  const rows: [string, string][] = [
    ['bodies', bodiesIn(counts)],
    ['constraints', constraintsIn(counts.constraints)],
    ['step', `${quantity(h, 's')} (${boundOn(stableStep)})`],
    ...(realTimeFactor === null
      ? []
      : [
          [
            'speed',
            `${quantity(report.msPerStep / 1000, 's', 3)} of computing a step, ${quantity(realTimeFactor, '', 3)} x real time${report.threads > 1 ? `, ${report.threads} threads` : ''}`,
          ] as [string, string],
        ]),
    ...(report.rows.rows ? [['rows', rowsIn(report.rows)] as [string, string]] : []),
    ...residualsIn(report.residual).map((line, k): [string, string] => [k ? '' : 'residual', line]),
    ...(report.contact ? contactsIn(report.contact) : []),
    ...(report.solves ? [['solids', solvesIn(report.solves)] as [string, string]] : []),
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

/** The pairs that push most, and whether every step was solved. */
function contactsIn({ pairs, residual, error, unsolved }: NonNullable<Report['contact']>): [string, string][] {
  const most = 4;
  const told = [...pairs].sort((a, b) => b.push - a.push).slice(0, most);
  const width = Math.max(0, ...told.map(({ name }) => name.length));
  const words = told.map(
    ({ name, force, sticks }) =>
      `${name.padEnd(width)}  ${quantity(Math.hypot(...force), 'N')}, ${sticks ? 'sticks' : 'slips'}`,
  );
  if (pairs.length > most) words.push(`and ${count(pairs.length - most, 'more pair')}`);
  else if (!pairs.length) words.push('none');
  const solved = unsolved ? `${count(unsolved, 'step')} not solved to the tolerance` : 'every step solved';
  return [
    ...words.map((word, k): [string, string] => [k ? '' : 'contacts', word]),
    [
      '',
      `${solved}, residual ${quantity(residual, '', 3)} at most${unsolved ? `, gaps off by ${quantity(error, 'm', 3)} at most` : ''}`,
    ],
  ];
}

/** every step solved, forces left: 3e-9 of the loads at most */
function solvesIn({ residual, unconverged }: NonNullable<Report['solves']>): string {
  const solved = unconverged ? `${count(unconverged, 'step')} accepted unsolved` : 'every step solved';
  return `${solved}, forces left: ${quantity(residual, '', 3)} of the loads at most`;
}

/** 2 with 125 nodes, 320 tets */
function bodiesIn({ bodies, nodes, tets, hexes, rods }: Report['counts']): string {
  const parts = [
    count(nodes, 'node'),
    ...(tets ? [count(tets, 'tet')] : []),
    ...(hexes ? [count(hexes, 'hex', 'hexes')] : []),
    ...(rods ? [count(rods, 'rod')] : []),
  ];
  return `${bodies} with ${parts.join(', ')}`;
}
/** 126 in 2 groups, 125 active; the same words as in JSON. */
export function constraintsIn({ total, active, groups }: Report['counts']['constraints']): string {
  const grouped = groups === total ? '' : ` in ${count(groups, 'group')}`;
  return `${total}${grouped}${active === total ? '' : `, ${active} active`}`;
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
export const sortNames = {
  exact: 'exact constraints',
  approximate: 'approximate constraints',
  contact: 'contact',
} as const;

/** A line for each sort of constraints and each unit that there is. */
function residualsIn(residual: Report['residual']): string[] {
  return (Object.keys(sortNames) as (keyof typeof sortNames)[]).flatMap((sort) => {
    const { constraints, length, angle, other } = residual[sort];
    const all = [
      [length, 'm'],
      [angle, 'rad'],
      ...Object.entries(other).map(([unit, one]) => [one, unit] as const),
    ] as const;
    const told = all.filter(([one]) => one.worst !== null || one.peak > 0);
    if (!told.length) return constraints ? [`${sortNames[sort]}: 0`] : [];
    return told.map(([one, unit]) => `${sortNames[sort]}: ${residualIn(one, unit)}`);
  });
}
function residualIn({ max, worst, peak }: Report['residual']['exact']['length'], unit: string): string {
  return `${quantity(max, unit, 3)} now${worst ? ` ("${worst}")` : ''}, ${quantity(peak, unit, 3)} peak`;
}

/** Implicit integrators are stable at rest at any step, and can still fail in fast motion. */
const boundOn = (stableStep: number): string =>
  stableStep === 0
    ? 'no step is stable without damping'
    : stableStep < Number.POSITIVE_INFINITY
      ? `largest stable: ${quantity(stableStep, 's')}`
      : 'stable at rest at any step; fast motion or buckling may need a shorter one';

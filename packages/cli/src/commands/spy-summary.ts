/** The matrix of a scene in numbers, for people. */
import type { OrderName } from '@pliant/engine';
import type { Spy } from '@pliant/io';
import { count, quantity } from '../run/quantity.ts';

const orderNames: Record<OrderName, string> = {
  numbered: 'as numbered',
  reduced: "the paper's graph",
  free: 'the true graph',
  band: 'the same, rows after their points',
  used: 'minimum degree, in use',
};
const titles = ['order', 'half band', 'slack', 'entries of L', 'flops'];

export function spySummary(label: string, spy: Spy): string {
  const { time, groupOf, orders, rows, negativePivots, solver } = spy;
  const lines = orders.map(({ name, halfBand, slackHalfBand, entries, flops }) => [
    name === 'band' && solver === 'banded' ? `${orderNames[name]}, in use` : orderNames[name],
    ...[halfBand, slackHalfBand, entries, flops].map((n) => n.toLocaleString('en')),
  ]);
  const table = [titles, ...lines];
  const widths = titles.map((_, k) => Math.max(...table.map((line) => line[k].length)));
  const pivots =
    negativePivots === undefined
      ? 'not counted by this solver'
      : `${negativePivots} negative, for ${count(rows, 'row')}`;
  return [
    `${label}: the matrix of the step to t = ${quantity(time, 's')}`,
    `  unknowns  ${unknownsIn(spy)}`,
    `  entries   ${groupOf.length.toLocaleString('en')} in the lower triangle`,
    `  solver    ${solver}`,
    `  pivots    ${pivots}`,
    '',
    ...table.map((line) =>
      `  ${line.map((cell, k) => (k === 0 ? cell.padEnd(widths[k]) : cell.padStart(widths[k]))).join('  ')}`.trimEnd(),
    ),
    '',
    '  slack: the half bandwidth of an order made without the couplings of taut rows. The graphs are ordered by reverse Cuthill-McKee.',
  ].join('\n');
}

/** 293: 240 of 4 bodies, 32 rows to the world, 21 between bodies */
function unknownsIn({ n, groups }: Spy): string {
  const of = (sort: string): number => groups.reduce((sum, g) => sum + (g.sort === sort ? g.unknowns : 0), 0);
  const bodies = groups.filter(({ sort, unknowns }) => sort === 'body' && unknowns > 0).length;
  const words = [
    `${of('body')} of ${count(bodies, 'body', 'bodies')}`,
    ...(
      [
        ['slider', (k: number) => count(k, 'slider')],
        ['absolute', (k: number) => `${count(k, 'row')} to the world`],
        ['relative', (k: number) => `${count(k, 'row')} between bodies`],
        ['contact', (k: number) => count(k, 'one-sided row')],
      ] as const
    ).flatMap(([sort, said]) => (of(sort) ? [said(of(sort))] : [])),
  ];
  return `${n}: ${words.join(', ')}`;
}

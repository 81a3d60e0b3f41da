/** The table of `pliant compare`, as text. */

import type { Choice, ComparedRun, Comparison, Declined } from '../run/compare-runs.ts';
import { count, quantity } from '../run/quantity.ts';

export function compareTable(label: string, until: number, { runs, declined }: Comparison): string {
  const table = [titles(runs), ...runs.map(cells)];
  const widths = table[0].map((_, k) => Math.max(...table.map((line) => line[k].length)));
  return [
    `${label}: ${count(runs.length, 'run')} to t = ${quantity(until, 's')}`,
    ...table.map((line) => `  ${line.map((cell, k) => cell.padEnd(widths[k])).join('  ')}`.trimEnd()),
    ...(declined.length ? ['', 'not run:', ...reasons(declined).map((line) => `  ${line}`)] : []),
  ].join('\n');
}

function titles(runs: readonly ComparedRun[]): string[] {
  const constraint = runs.find(({ force }) => force)?.force?.constraint;
  const isConserved = runs[0]?.energy.conservative;
  return [
    'method',
    'integrator',
    'peak residual',
    isConserved ? 'energy drift' : 'energy change',
    constraint === undefined ? 'force' : `force of "${constraint}"`,
    'a step takes',
    'hash',
  ];
}

function cells(run: ComparedRun): string[] {
  const { choice, methods, integrators, residual, energy, force, msPerStep, hash } = run;
  const isScene = choice.method === undefined && choice.integrator === undefined;
  return [
    `${methods.join(' + ') || 'none'}${isScene ? ' (the scene)' : ''}`,
    integrators.join(' + '),
    residualIn(residual),
    energy.drift === null ? quantity(energy.change, 'J', 3) : energy.drift.toExponential(2),
    force === null ? 'none' : quantity(Math.hypot(...force.newtons), 'N'),
    quantity(msPerStep / 1000, 's', 3),
    hash,
  ];
}
function residualIn({ exact, approximate }: ComparedRun['residual']): string {
  const words = (peaks: ComparedRun['residual']['exact'], remark: string): string[] =>
    Object.entries(peaks).map(([unit, peak = 0]) => `${quantity(peak, unit, 3)}${remark}`);
  return [...words(exact, ''), ...words(approximate, ' (approximate)')].join(', ') || '0';
}

/** One line for each reason, its integrators together: displacement with verlet, midpoint: ... */
export function reasons(declined: readonly Declined[]): string[] {
  const byReason = new Map<string, Choice[]>();
  for (const { choice, reason } of declined) {
    const general = reason.replaceAll(`under ${choice.integrator}`, 'under this integrator');
    byReason.set(general, [...(byReason.get(general) ?? []), choice]);
  }
  return Array.from(byReason, ([reason, choices]) => `${choicesIn(choices)}: ${reason}`);
}
function choicesIn(choices: readonly Choice[]): string {
  const byMethod = new Map<string, string[]>();
  for (const { method = 'the scene', integrator } of choices)
    byMethod.set(method, [...(byMethod.get(method) ?? []), ...(integrator === undefined ? [] : [integrator])]);
  return Array.from(byMethod, ([method, schemes]) =>
    schemes.length ? `${method} with ${schemes.join(', ')}` : method,
  ).join('; ');
}

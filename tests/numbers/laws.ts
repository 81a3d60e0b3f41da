/** What is asked of numbers that are beyond reason, or as large as is allowed. */
import { expect } from 'vitest';
import { allNumericFields, withNumber } from './fields.ts';
import { outcomeOf } from './outcome.ts';
import type { FieldCase } from './scenes.ts';

export const beyond = [1e308, -1e300, 1e150, 5e-324] as const;
export const allowed = [1e30, -1e30, 1e15, -1e15, 1e-30] as const;

/** Fields that no scene here has; their ranges are checked in the schema. Domains and numbers of nodes are names, not quantities. */
const rare = [
  ...[
    /domain$/,
    /ids\[\]$/,
    /interface\[\]$/,
    /^selection\./,
    /^constraint\(fuse\)/,
    /domains\.\*/,
    /mesh\((cells|voxels|ring)\)/,
  ],
  ...[/density\[\]$/, /\.rest$/, /\.rhoJ$/, /rotate\[\]$/, /scale$/],
];
export function lacking(cases: readonly FieldCase[]): string[] {
  const have = new Set(cases.map(({ name }) => name));
  return allNumericFields().filter((name) => !have.has(name) && !rare.some((pattern) => pattern.test(name)));
}

export async function judgeNumbers(cases: readonly FieldCase[], numbers: readonly number[]): Promise<void> {
  const bad: string[] = [];
  const seen = new Set<string>();
  for (const { name, path, of } of cases) {
    for (const value of numbers) {
      const outcome = await outcomeOf(withNumber(of.scene, path, value));
      seen.add(outcome.class);
      if (outcome.class === 'bad') bad.push(`${name} = ${value} in ${of.name}: ${outcome.why}`);
      if (outcome.class === 'refused' && !outcome.faults.every(({ message }) => message.length > 10))
        bad.push(`${name} = ${value} in ${of.name}: refused without a word`);
    }
  }
  expect(bad).toEqual([]);
  expect(seen).toContain('refused');
}

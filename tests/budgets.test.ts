// Every suite of `npm test` has a budget of seconds (scripts/budgets.mjs), and together they leave a margin of ten minutes on two cores.
import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { budgetOf, budgets } from '../scripts/budgets.mjs';

const suites = ['packages', 'tests'].flatMap((folder) =>
  readdirSync(new URL(`../${folder}`, import.meta.url), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((name) => /\.(test|browser)\.ts$/.test(name) && !name.includes('node_modules')),
);

test('suites in the table exist, and their budgets are seconds', () => {
  const { default: usual, ...listed } = budgets;
  expect(usual).toBeLessThanOrEqual(1);
  expect(Object.keys(listed).filter((name) => !suites.includes(name))).toEqual([]);
  expect(Object.entries(listed).filter(([, seconds]) => !(seconds > usual && seconds <= 40))).toEqual([]);
});
test('all budgets, build and check take less than ten minutes on two cores', () => {
  const total = suites.reduce((sum, name) => sum + budgetOf(name), 0);
  const buildAndCheck = 45;
  expect(total / 2 + buildAndCheck).toBeLessThan(600);
});

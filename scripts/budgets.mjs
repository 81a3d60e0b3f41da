/**
 * How many seconds each suite (a file of tests) may take alone on an idle machine: tests/budgets.json, `default` for a file that is
 * not in it. Suites with large samples keep to it by `tests/support/sample.ts`. Time never decides a test: `npm test` only names
 * the suites that took far longer.
 */
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
/** @type {Record<string, number>} */
export const budgets = JSON.parse(readFileSync(new URL('../tests/budgets.json', import.meta.url), 'utf8'));

/**
 * Seconds of a suite.
 *
 * @param {string} file its whole path, or its path in the repository
 */
export function budgetOf(file) {
  const name = (file.startsWith(root) ? relative(root, file) : file).replaceAll('\\', '/');
  return budgets[name] ?? budgets.default;
}

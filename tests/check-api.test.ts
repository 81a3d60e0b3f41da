import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { apiFaults } from '../scripts/api-docs.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pliant-api-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function faultsOf(source: string): string[] {
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(folder, 'source.ts'), source);
  const entry = join(folder, 'index.ts');
  writeFileSync(entry, "export { one, two as second } from './source.ts';\n");
  return apiFaults(entry).map(({ name, fault }) => `${name} ${fault}`);
}

test('an export without a comment, without an example, or with one that does not compile is found', () => {
  const two = '/** Two.\n * @example second()\n */\nexport const two = (): number => 2;';
  expect(
    faultsOf(`/** One.\n * @example one(1) // 1\n */\nexport const one = (n: number): number => n;\n${two}`),
  ).toEqual([]);
  expect(faultsOf(`export const one = 1;\n${two}`)).toEqual(['one has no doc comment']);
  expect(faultsOf(`/** One. */\nexport const one = 1;\n${two}`)).toEqual(['one has no @example']);
  expect(faultsOf(`/** One.\n * @example one('1')\n */\nexport const one = (n: number): number => n;\n${two}`)).toEqual(
    [
      "one has an example that does not compile: Argument of type 'string' is not assignable to parameter of type 'number'.",
    ],
  );
});

// Runs the command as installed, that is, built: `npm test` builds first.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const cli = new URL('../packages/cli/', import.meta.url);

function pliant(...args: string[]) {
  return spawnSync(process.execPath, [fileURLToPath(new URL('bin/pliant.js', cli)), ...args], { encoding: 'utf8' });
}

test('pliant --version prints the version of the package', () => {
  const { version } = JSON.parse(readFileSync(new URL('package.json', cli), 'utf8'));
  expect(pliant('--version')).toMatchObject({ status: 0, stdout: `${version}\n` });
});

test('pliant refuses an unknown command with exit code 2', () => {
  expect(pliant('fly').status).toBe(2);
});

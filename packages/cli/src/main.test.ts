import { expect, test } from 'vitest';
import { main } from './main.ts';

function run(...args: string[]) {
  const out: string[] = [];
  const error: string[] = [];
  const code = main(args, { out: (line) => out.push(line), error: (line) => error.push(line) });
  return { code, out: out.join('\n'), error: error.join('\n') };
}

test.each([[], ['--help'], ['-h'], ['help']])('help is printed for %j', (...args: string[]) => {
  expect(run(...args)).toMatchObject({ code: 0, error: '' });
  expect(run(...args).out).toContain('usage: pliant');
});

test('--version prints the version of the package', () => {
  expect(run('--version')).toMatchObject({ code: 0, error: '' });
  expect(run('--version').out).toMatch(/^\d+\.\d+\.\d+/);
});

test('an unknown command or option is refused by name, with exit code 2', () => {
  expect(run('fly')).toMatchObject({ code: 2, out: '' });
  expect(run('fly').error).toContain('unknown command "fly"');
  expect(run('--fly').error).toContain('unknown option "--fly"');
});

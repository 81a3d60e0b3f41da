import { readFileSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { commandLine, headOf, wholeNumber } from './command-line.ts';

const script = (name: string): URL => new URL(`../${name}`, import.meta.url);
class Ended extends Error {}
let [out, code] = ['', Number.NaN];
function run(options: string[], body: () => unknown): void {
  [out, code] = ['', 0];
  const say = (text: string): void => {
    out += `${text}\n`;
  };
  vi.spyOn(console, 'log').mockImplementation(say);
  vi.spyOn(console, 'error').mockImplementation(say);
  vi.spyOn(process, 'exit').mockImplementation((status) => {
    code = Number(status);
    throw new Ended();
  });
  vi.spyOn(process, 'argv', 'get').mockReturnValue(['node', 'script', ...options]);
  try {
    body();
  } catch (error) {
    if (!(error instanceof Ended)) throw error;
  }
}
afterEach(() => vi.restoreAllMocks());
const seeded = { options: { seed: { type: 'string', default: '1' } } } as const;

test('--help prints the head of a script', () => {
  run(['--help'], () => commandLine(script('stress/run.ts').href, seeded));
  expect(code).toBe(0);
  expect(out).toMatch(/^npm run stress -- --drops N --seed S /);
  expect(out).not.toMatch(/[*]|import/);
});

test('what does not fit is a sentence', () => {
  run(['--nope'], () => commandLine(script('stress/run.ts').href, seeded));
  expect([code, out]).toEqual([2, "Unknown option '--nope'. --help prints what there is.\n"]);
  run(['--seed', '1.5'], () => wholeNumber('seed', commandLine(script('stress/run.ts').href, seeded).values.seed, 0));
  expect([code, out]).toEqual([2, '--seed: "1.5" is not a whole number. Give one of at least 0.\n']);
});

test('every script that takes options says at its head how it is called', () => {
  for (const name of ['stress/run.ts', 'laws/run.ts', 'fuzz/run.ts', 'studio-opening.ts', '../benchmarks/run.ts']) {
    const source = readFileSync(script(name), 'utf8');
    expect(headOf(source), name).toMatch(/(npm run|npx tsx) /);
    expect(source, name).toContain('commandLine(import.meta.url');
  }
});

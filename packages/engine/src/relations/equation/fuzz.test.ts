import { expect, test } from 'vitest';
import { Random } from '../../../../../tests/support/random.ts';
import { startFault } from '../start-fault.ts';
import { equation } from './equation.ts';
import { EquationError } from './error.ts';
import { words } from './vocabulary.ts';

const seed = 20;
/** Milliseconds of CPU time. A few are enough. */
const aMoment = 2000;
const now = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e3;
};
const names = { points: ['a', 'b', 'c', 'd'], parameters: ['k', 'L'] };
const good = [
  'distance(a, b)^2 - 4',
  'dot(b - a, d - c)',
  'angle(a, c, b) - 60deg',
  'a.y - 0.1*sin(2*pi*t)',
  'volume(a, b, c, d) - 0.2',
  'a.y >= 0',
  'a = [0, k, L*t] + b/2',
  '-max(a.x, b.x^-2, 3 mm) <= atan2(c.x, -d.y)',
];
const pieces = [
  ...Object.keys(words),
  ...names.points,
  ...names.parameters,
  ...'t pi e x 1 0 2 .5 1e-3 1e308 deg mm m ( ) ( ) [ ] , . .x .y .z + - * / ^ = == >= <= < ! ² π \u0000 \n 😀 \ud800 __proto__ constructor'.split(
    ' ',
  ),
];

/** Nothing but an answer or an EquationError; true if it was an equation. */
function tried(text: string, random: Random): boolean {
  try {
    const relation = equation(text, names);
    if (!random.chance(0.2)) return true; // deriving and evaluating takes ten times as long
    const x = relation.points.map(() => random.list(3, -2, 2));
    const fault = startFault(relation, x, random.list(Object.keys(relation.parameters).length, 0.5, 2));
    expect(fault === undefined || fault.length > 10).toBe(true);
    return true;
  } catch (error) {
    if (!(error instanceof EquationError)) throw error;
    expect(error.column).toBeGreaterThanOrEqual(1);
    expect(error.column).toBeLessThanOrEqual(text.length + 1);
    expect(error.token).toBe(text.slice(error.column - 1, error.column - 1 + error.length));
    return false;
  }
}

const kinds: Record<string, (random: Random) => string> = {
  'random pieces': (random) =>
    Array.from({ length: 1 + random.below(20) }, () => random.pick(pieces)).join(random.chance(0.5) ? ' ' : ''),
  'good equations with a few characters changed': (random) => {
    const text = [...random.pick(good)];
    for (let n = 1 + random.below(4); n > 0; n--) {
      const put = random.chance(0.6) ? [random.pick(pieces)] : [];
      text.splice(random.below(text.length + 1), random.below(3), ...put);
    }
    return text.join('');
  },
  'characters of all of Unicode': (random) =>
    String.fromCodePoint(
      ...Array.from({ length: random.below(30) }, () => random.below(random.chance(0.8) ? 256 : 0x110000)),
    ),
  'well-formed nests': (random) => nest(random, 4),
};
/** A number, of any depth up to a limit, with every operator and function in it. */
function nest(random: Random, depth: number): string {
  if (depth === 0 || random.chance(0.1)) return random.pick(['a.x', 'b.y', 'k', 't', '2', 'pi', '3mm', 'd.z']);
  const name = random.pick(Object.keys(words).filter((word) => words[word].takes === 'number'));
  const part = (): string => nest(random, depth - 1);
  const calls = [
    () => `${part()} ${random.pick(['+', '-', '*', '/', '^'])} ${part()}`,
    () => `(${part()})`,
    () => `${name}(${Array.from({ length: words[name].least }, part).join(', ')})`,
    () => `length([${part()}, a.y, ${part()}])`,
  ];
  return random.pick(calls)().slice(0, 1990);
}

test.each(Object.keys(kinds))(`2,500 times %s: an equation or an EquationError, at once (seed ${seed})`, (kind) => {
  const random = new Random(seed);
  let slowest = 0;
  for (let n = 0; n < 2500; n++) {
    const text = kinds[kind](random);
    const start = now();
    tried(text, random);
    slowest = Math.max(slowest, now() - start);
  }
  expect(slowest).toBeLessThan(aMoment);
});

test('some of all kinds are equations, so that what follows the parser is tried as well', () => {
  const random = new Random(seed);
  const right = (kind: string): number =>
    Array.from({ length: 300 }, () => tried(kinds[kind](random), random)).filter(Boolean).length;
  expect(right('good equations with a few characters changed')).toBeGreaterThan(20);
  expect(right('well-formed nests')).toBeGreaterThan(100);
});

test.each([
  ['a long sum', `a.x${' + a.x*b.y'.repeat(180)}`],
  ['a long product', `a.x${'*(a.x + 2)'.repeat(180)}`],
  ['deep roots', `${'sqrt('.repeat(45)}a.x + 9${')'.repeat(45)}`],
  ['deep choices', `${'max(b.x, '.repeat(45)}a.x${')'.repeat(45)}`],
  ['deep powers', `${'('.repeat(45)}a.x${'^2)'.repeat(45)}`],
  ['many open parentheses', '('.repeat(2000)],
  ['many minus signs', '-'.repeat(2000)],
  ['many digits', `a.x - ${'9'.repeat(300)}`],
  ['a long name', 'a'.repeat(2000)],
  ['far too long', 'a.x + '.repeat(100000)],
])('%s is answered at once', (_, text) => {
  const start = now();
  tried(text, new Random(seed));
  expect(now() - start).toBeLessThan(aMoment);
});

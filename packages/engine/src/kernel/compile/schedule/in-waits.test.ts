import { describe, expect, test } from 'vitest';
import { Random } from '../../../../../../tests/support/random.ts';
import { randomFormula } from '../../../../../../tests/support/random-formula.ts';
import { add, type Expr, mul, raw, sqrt } from '../../formula/expr.ts';
import { ahead, type BodyMode, gather, indexed, kernel, type Mode, putTo, type Sink } from '../kernel.ts';
import { far } from './in-waits.ts';
import { type Step, schedule } from './schedule.ts';

const body = (slots: number): BodyMode => ({
  kind: 'body',
  stride: 24 * slots,
  offsets: Array.from({ length: slots }, (_, n) => 24 * n),
});
const x = (slot: number): Expr => gather('x', slot, 0);
/** So many operations, each on the result of the last one. */
function chain(count: number, slot: number): Expr {
  let e = x(slot);
  for (let i = 0; i < count; i++) e = raw(i % 2 ? 'add' : 'mul', e, gather('x', slot, 1 + (i % 2)));
  return e;
}

describe('what depends on a root', () => {
  const sinks = [0, 1, 2, 3].map((slot) => putTo('p', slot, [raw('add', chain(60, slot), sqrt(x(slot)))]));
  /** operations from the first root to what is made of it */
  const distance = (list: readonly Sink[], mode: Mode): number => {
    const { stages, values, args } = schedule(kernel(list, mode), 12);
    const line = stages.flat().flatMap((step) => (step.do === 'compute' ? [step.value] : []));
    const isRoot = (i: number): boolean => values[i].op === 'sqrt';
    const root = line.findIndex(isRoot);
    return line.findIndex((item) => args[item].includes(line[root])) - root;
  };
  test('comes later in a body, as long as there is something else to do', () => {
    expect(distance(sinks, body(4))).toBeGreaterThan(100);
    expect(distance(sinks, indexed)).toBe(1);
  });
  test('stays where it is in a kernel that is too long for the cache of instructions', () => {
    const long = [...sinks, putTo('p', 4, [chain(2000, 4)])];
    expect(distance(long, body(5))).toBe(1);
  });
});

describe('what a body needs much later', () => {
  /** what follows a product that is needed behind so many others */
  const behind = (between: number, mode: Mode): readonly Step[] => {
    const shared = mul(x(0), x(1));
    const sinks = [ahead([shared]), putTo('p', 1, [chain(between, 2)]), putTo('p', 2, [add(shared, x(0))])];
    const { stages, values } = schedule(kernel(sinks, mode), 12);
    const line = stages.flat();
    return line.slice(1 + line.findIndex((step) => step.do === 'compute' && values[step.value] === shared));
  };
  const saves = (steps: readonly Step[]): number => steps.filter((step) => step.do === 'save').length;

  test('is saved at once', () => {
    const steps = behind(far + 2, body(3));
    expect(steps[0].do).toBe('save');
    expect(steps.filter((step) => step.do === 'restore')).toHaveLength(1);
  });
  test('stays in its register if it is needed earlier, or in a table of elements', () => {
    expect(saves(behind(far - 4, body(3)))).toBe(0);
    expect(saves(behind(far + 2, indexed))).toBe(0);
  });
});

test('20 random bodies: all is made, and nothing before what it needs, seed 17', () => {
  const random = new Random(17);
  for (let i = 0; i < 20; i++) {
    const inputs = [0, 1, 2].flatMap((slot) => [x(slot), sqrt(x(slot))]);
    const formulas = randomFormula(random, inputs, 20 + random.below(200), 'raw');
    const sinks = [0, 1, 2].map((slot) => putTo('p', slot, [random.pick(formulas), random.pick(formulas)]));
    const { stages, args } = schedule(kernel(sinks, body(3)), 12);
    const done = new Set<number>();
    let early = 0;
    for (const step of stages.flat()) {
      if (step.do !== 'compute') continue;
      early += args[step.value].filter((a) => args[a].length && !done.has(a)).length;
      done.add(step.value);
    }
    expect(early).toBe(0);
    expect(done.size).toBe(args.filter((list) => list.length).length);
  }
});

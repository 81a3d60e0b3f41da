import { describe, expect, test } from 'vitest';
import { Random } from '../../../../../../tests/support/random.ts';
import { randomFormula } from '../../../../../../tests/support/random-formula.ts';
import { add, constant, mul, neg, raw, sqrt } from '../../formula/expr.ts';
import {
  addTo,
  ahead,
  flat,
  flatMode,
  gather,
  indexed,
  type Kernel,
  kernel,
  type Mode,
  parameter,
  putTo,
  type Sink,
  sourceOf,
  toFlat,
  toRow,
} from '../kernel.ts';
import { bare, schedule } from './schedule.ts';

function must(condition: boolean, otherwise: string): void {
  if (!condition) throw new Error(otherwise);
}

/** Follow a schedule with registers in mind: whatever a step reads must be there, and nothing must be lost. */
function follow(k: Kernel, registers: number): { held: number; saves: number } {
  const { values, args, written, stages } = schedule(k, registers);
  const steps = stages.flat();
  const inRegister = new Set<number>();
  const kept = new Set<number>();
  const saved = new Set<number>();
  const computed = new Set<number>();
  const overwritten = new Set<string>();
  const done = new Set<number>();
  let most = 0;
  const mustHold = (list: readonly number[]): void => {
    for (const i of list) must(inRegister.has(i), `${values[i].op} is not in a register`);
  };
  for (const step of steps) {
    if (step.do === 'sink') {
      mustHold(written[step.sink]);
      must(!done.has(step.sink), 'a sink is written twice');
      done.add(step.sink);
      const sink = k.sinks[step.sink];
      if ('array' in sink) overwritten.add(sink.array);
      sink.values.forEach((e, c) => {
        must(values[written[step.sink][c]] === bare(sink, e), 'a sink takes something else');
      });
    } else if (step.do === 'save') {
      mustHold([step.value]);
      saved.add(step.value);
    } else if (step.do === 'keep') {
      mustHold([step.value]);
      kept.add(step.value);
    } else if (step.do === 'restore') {
      must(saved.has(step.value), 'restored, but never saved');
    } else if (step.do === 'load') {
      must(args[step.value].length === 0 || kept.has(step.value), 'an operation cannot be loaded');
      const e = values[step.value];
      const source = e.op === 'input' ? sourceOf(e) : undefined;
      const array = source && 'array' in source ? source.array : undefined;
      // what a sink has overwritten is not what the formula means
      must(array === undefined || !overwritten.has(array), `${array} is read after it was written`);
    } else {
      mustHold(args[step.value]);
      must(!computed.has(step.value), 'computed twice');
      computed.add(step.value);
    }
    mustHold(step.dead);
    for (const i of step.dead) inRegister.delete(i);
    if (step.do !== 'sink' && step.do !== 'save' && step.do !== 'keep') inRegister.add(step.value);
    if (step.do === 'load' && step.also !== undefined) inRegister.add(step.also);
    most = Math.max(most, inRegister.size);
  }
  must(done.size === k.sinks.length, 'a sink is missing');
  must(computed.size === args.filter((list) => list.length).length, 'an operation is missing');
  must(inRegister.size === 0, 'a register is never free again');
  return { held: most, saves: steps.filter((step) => step.do === 'save').length };
}

describe('200 random kernels: every value is where it is read, and none is left behind', () => {
  const random = new Random(91);
  const kernels = Array.from({ length: 200 }, (_, i) => {
    const inputs = [
      ...[0, 1, 2].map(parameter),
      ...[0, 1, 2].flatMap((s) => [gather('x', s, 0), gather('x', s, 1), gather('v', s, 2)]),
    ];
    const roots = randomFormula(random, inputs, 5 + random.below(60), i % 2 ? 'raw' : 'simplified');
    const some = (count: number) => Array.from({ length: count }, () => random.pick(roots));
    const sinks: Sink[] = roots.map((e, column) => toRow(column, e));
    for (let slot = 0; slot < 3; slot++) {
      if (random.chance(0.7)) sinks.push(addTo('f', slot, some(3)));
      if (random.chance(0.5)) sinks.push(putTo('x', slot, some(1)));
      if (random.chance(0.3)) sinks.push(addTo('v', slot, some(2)));
    }
    return kernel(random.shuffle(sinks), indexed);
  });

  test.each([4, 6, 12])('%i registers are enough, seed 91', (registers) => {
    let saves = 0;
    for (const k of kernels) {
      const result = follow(k, registers);
      // select has four arguments, and its result may need a fifth
      expect(result.held).toBeLessThanOrEqual(Math.max(registers, 5));
      saves += result.saves;
    }
    if (registers <= 6) expect(saves).toBeGreaterThan(200);
  });
  test('without a limit nothing is saved, seed 91', () => {
    for (const k of kernels) expect(follow(k, Infinity).saves).toBe(0);
  });
});

test('fewer registers, more saves', () => {
  // products of all pairs of roots: eight values live to the end
  const roots = [...Array(8).keys()].map((c) => sqrt(parameter(c)));
  const pairs = roots.flatMap((a, i) => roots.slice(i + 1).map((b) => mul(a, b)));
  const k = kernel([
    toRow(
      0,
      pairs.reduce((a, b) => raw('add', a, b)),
    ),
  ]);
  const saves = [4, 6, 8, 10, 12].map((registers) => follow(k, registers).saves);
  expect(saves).toEqual([...saves].sort((a, b) => b - a));
  expect(saves[0]).toBeGreaterThan(0);
  expect(saves[4]).toBe(0);
});

test('small sinks come first, equal ones in the order given', () => {
  const [a, b] = [parameter(0), parameter(1)];
  const k = kernel([toRow(0, add(mul(a, b), sqrt(a))), toRow(1, b), toRow(2, a), toRow(3, mul(a, b))]);
  const columns = schedule(k, 12).stages[0].flatMap((step) => {
    const sink = step.do === 'sink' ? k.sinks[step.sink] : undefined;
    return sink?.to === 'row' ? [sink.column] : [];
  });
  expect(columns).toEqual([1, 2, 3, 0]);
});

test('a sum takes -u as u to be subtracted, other sinks do not', () => {
  const u = neg(parameter(0));
  expect(bare(addTo('f', 0, [u]), u)).toBe(parameter(0));
  expect(bare(putTo('f', 0, [u]), u)).toBe(u);
  expect(bare(toRow(0, u), u)).toBe(u);
  const computed = (sink: Sink) =>
    schedule(kernel([sink]), 12).stages[0].filter((step) => step.do === 'compute').length;
  expect(computed(addTo('f', 0, [u]))).toBe(0);
  expect(computed(putTo('f', 0, [u]))).toBe(1);
});

test('an array that is written is read first, all of it', () => {
  const [x, v] = [flat('x'), flat('v')];
  const k = kernel([toFlat('x', add(x, v)), toFlat('v', mul(constant(0.5), x))], flatMode);
  for (const registers of [1, 2, 3, Infinity]) follow(k, registers);
});

test('what is to be worked out ahead is, and nothing else changes', () => {
  const [x, y, z] = [0, 1, 2].map(parameter);
  const [first, second] = [sqrt(x), mul(y, z)];
  const late = [toRow(0, second), toRow(1, mul(first, second))];
  const line = (sinks: Sink[]): string[] => {
    const { stages, values } = schedule(kernel(sinks), 12);
    const [steps] = stages;
    return steps.flatMap((s) => (s.do === 'compute' ? [values[s.value].op] : []));
  };
  expect(line(late)).toEqual(['mul', 'sqrt', 'mul']);
  expect(line([ahead([first]), ...late])).toEqual(['sqrt', 'mul', 'mul']);
  const idle = sqrt(second); // no result needs it
  expect(line([ahead([idle]), ...late])).toEqual(['mul', 'sqrt', 'mul']);
});
test('a body writes a block without reading those it has not come to yet', () => {
  const loads = (mode: Mode): number => {
    const sinks = [0, 1, 2, 3].map((n) => putTo('u', n, [neg(gather('u', n, 0))])); // a root would wait: in-waits.ts
    const [steps] = schedule(kernel(sinks, mode), 12).stages;
    return steps
      .slice(
        0,
        steps.findIndex((s) => s.do === 'sink'),
      )
      .filter((s) => s.do === 'load').length;
  };
  expect(loads({ kind: 'body', stride: 96, offsets: [0, 24, 48, 72] })).toBe(1);
  expect(loads(indexed)).toBe(4); // blocks in a table may be the same
});

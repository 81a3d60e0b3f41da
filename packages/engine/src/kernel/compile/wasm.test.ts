import { setFlagsFromString } from 'node:v8';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { difference } from '../../../../../tests/support/bits.ts';
import { type Filling, KernelMemory } from '../../../../../tests/support/kernel-memory.ts';
import { Random } from '../../../../../tests/support/random.ts';
import { randomFormula } from '../../../../../tests/support/random-formula.ts';
import { sample } from '../../../../../tests/support/sample.ts';
import { add, constant, type Expr, mul, raw, rawOf, sub } from '../formula/expr.ts';
import { apply, type Primitive } from '../formula/operations.ts';
import { spread } from '../run/batch.ts';
import {
  addTo,
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
  toFlat,
  toRow,
  toUnion,
  uniform,
} from './kernel.ts';
import { schedule } from './schedule/schedule.ts';
import { emit, scratchBytes } from './wasm.ts';

const registerLimits = [4, 6, 12, Infinity];
const minutes = 60_000; // of test time, in ms
/** Random kernels of a seed: a share; all of them in test:long. */
const formulas = sample(200, 500);
const kernels = sample(80, 200);

/** Fewest results that must be plain numbers, neither zero nor infinite nor NaN, for a comparison to mean something. */
const plainShare = 0.3;

class Tally {
  kernels = 0;
  results = 0;
  plain = 0;
  /** Compiled and interpreted, under these register limits, give the same memory. */
  check(what: string, k: Kernel, filling: Filling, random: Random, limits: readonly number[]): void {
    const memory = new KernelMemory(k, filling, random);
    const expected = memory.interpreted();
    for (const registers of limits) {
      const differs = difference(memory.compiled({ registers }), expected);
      if (differs) throw new Error(`${what}, ${k.operations} operations, ${registers} registers: ${differs}`);
    }
    this.kernels++;
    const results =
      k.rows > 0
        ? memory.part(expected, memory.at.rows as number, 2 * filling.pairs * k.rows)
        : memory.part(expected, Object.values(memory.at.arrays)[0], filling.length * k.arrays.length);
    for (const value of results) if (Number.isFinite(value) && value !== 0) this.plain++;
    this.results += results.length;
  }
  expectSense(kernels: number): void {
    expect(this.kernels).toBe(kernels);
    expect(this.plain / this.results).toBeGreaterThan(plainShare);
  }
}

const style = (i: number): 'raw' | 'simplified' => (i % 2 ? 'raw' : 'simplified');
/** 5 to 300 operations, more often few */
const anySize = (random: Random): number => 5 + Math.floor(296 * random.next() ** 6);

/** Every special number, with its neighbours where doubles are dense. */
const specials = [0, 5e-324, 2.225073858507201e-308, 2.2250738585072014e-308, 1e-300, 0.1, 0.5, 1, 1.5, 2.5]
  .concat([3, 1e5 + 0.5, 4503599627370495.5, 4503599627370497, 9007199254740992, 1e300, 1.7976931348623157e308])
  .concat([Infinity, 0.49999999999999994, 0.9999999999999999, 1.0000000000000002, Math.PI])
  .flatMap((value) => [value, -value]);

describe('compiled code and interpreter agree in every bit', () => {
  /** Arguments in the parameters of as many elements, the operation in a row. */
  function checkOperation(op: Primitive, cases: readonly (readonly number[])[]): void {
    const k = kernel([
      toRow(
        0,
        rawOf(
          op,
          cases[0].map((_, c) => parameter(c)),
        ),
      ),
    ]);
    const lanes = cases.length + (cases.length & 1);
    const filling = {
      pairs: lanes / 2,
      length: 0,
      table: Array.from({ length: lanes }, (_, e) => cases[e] ?? cases[0]),
    };
    new Tally().check(op, k, filling, new Random(0), [12]);
  }
  const withNaN = [...specials, Number.NaN];
  const pairsOf = (first: readonly number[], second: readonly number[]): number[][] =>
    first.flatMap((a) => second.map((b) => [a, b]));

  test.each(['add', 'sub', 'mul', 'div', 'min', 'max'] as const)('%s of all pairs of special numbers', (op) => {
    checkOperation(op, pairsOf(withNaN, withNaN));
  });
  test.each(['neg', 'sqrt', 'abs', 'nearest', 'high'] as const)('%s of all special numbers', (op) => {
    checkOperation(
      op,
      withNaN.map((a) => [a]),
    );
  });
  test('select, copysign, exponent, mantissa of all special numbers', () => {
    const sides = pairsOf([3, -0, Number.NaN], [-7, 0, Infinity]);
    checkOperation(
      'select',
      pairsOf(withNaN, withNaN).flatMap((p, i) => [[...p, ...sides[i % sides.length]]]),
    );
    checkOperation('copysign', pairsOf(withNaN, specials)); // the sign of NaN is nobody's
    checkOperation(
      'exponent',
      specials.map((a) => [a]),
    );
    checkOperation(
      'mantissa',
      specials.map((a) => [a]),
    );
  });
  test('pow2 of -1022 to 1023: 2^n', () => {
    const all = Array.from({ length: 2046 }, (_, i) => i - 1022);
    checkOperation(
      'pow2',
      all.map((n) => [n]),
    );
    for (const n of all) expect(apply('pow2', [n])).toBe(2 ** n);
  });

  test.each([1, 2, 3, 4])(
    `rows of ${formulas} random formulas, awkward inputs, each under two register limits, seed %i`,
    (seed) => {
      const random = new Random(seed);
      const tally = new Tally();
      const inputs = [...Array(6).keys()].map(parameter);
      for (let i = 0; i < formulas; i++) {
        const roots = randomFormula(random, inputs, anySize(random), style(i));
        const k = kernel(roots.map((e, column) => toRow(column, e)));
        const limits = (i >> 1) % 2 ? [4, Infinity] : [6, 12];
        tally.check(`formula ${i}`, k, { pairs: 2, length: 0, awkward: 0.1 }, random, limits);
      }
      tally.expectSense(formulas);
    },
    minutes,
  );

  /** Sinks for some of the roots: blocks added to f, put to y, added or put to x, which is read too; rows. */
  function randomSinks(random: Random, roots: readonly Expr[], slots: number): Sink[] {
    const rest = [...roots];
    const values = (count: number): Expr[] => Array.from({ length: count }, () => rest.pop() ?? random.pick(roots));
    const sinks: Sink[] = [];
    for (let slot = 0; slot < slots; slot++) {
      const width = 1 + random.below(4);
      // some values are -u, which a sum takes as u to subtract, beside ones that are not
      const signed = values(width).map((e) => (random.chance(0.3) ? raw('neg', e) : e));
      if (random.chance(0.7)) sinks.push(addTo('f', slot, signed));
      if (random.chance(0.3)) sinks.push(putTo('y', slot, values(width)));
      if (random.chance(0.4)) sinks.push((random.chance(0.5) ? addTo : putTo)('x', slot, values(width)));
    }
    rest.forEach((e, column) => {
      sinks.push(toRow(column, e));
    });
    return random.shuffle(sinks);
  }

  function scatterInputs(random: Random, slots: number): Expr[] {
    const inputs = [parameter(0), parameter(1), uniform(0), uniform(2)];
    for (const array of ['x', 'v']) {
      for (let slot = 0; slot < slots; slot++)
        inputs.push(gather(array, slot, random.below(4)), gather(array, slot, 1));
    }
    return random.shuffle(inputs);
  }

  const width = 4; // doubles from one block to the next

  /** Blocks of elements in three fashions: none shared, shared at random, all around block 0. */
  function randomBlocks(random: Random, count: number, slots: number): Int32Array {
    const fashion = random.below(3);
    const blocks = new Int32Array(count * slots);
    for (let e = 0; e < count; e++) {
      const pool = [...Array(slots + 4).keys()].map((b) => b + 1);
      const own = random.shuffle(pool).slice(0, slots);
      if (fashion === 2) own[random.below(slots)] = 0;
      for (let s = 0; s < slots; s++) blocks[e * slots + s] = width * (fashion === 0 ? e * slots + s : own[s]);
    }
    return blocks;
  }

  test.each([5, 6])(
    `${kernels} random gather, add and put kernels over shared and own nodes, odd counts, hubs, ghosts, seed %i`,
    (seed) => {
      const random = new Random(seed);
      const tally = new Tally();
      let ghosts = 0;
      for (let i = 0; i < kernels; i++) {
        const slots = 1 + random.below(5);
        const size = 5 + Math.floor(120 * random.next() ** 3);
        const roots = randomFormula(random, scatterInputs(random, slots), size, style(i));
        const k = kernel(randomSinks(random, roots, slots), indexed);
        const count = 1 + random.below(9);
        const blocks = randomBlocks(random, count, k.slots);
        const order = spread({ count, blocks, parameters: [] }, k.slots);
        const lanes = order.length + (order.length & 1);
        const ghost = width * (9 * 5 + 9);
        const placed = Array.from({ length: lanes }, (_, lane) => {
          const e = lane < order.length ? order[lane] : -1;
          if (e < 0) ghosts++;
          return Array.from({ length: k.slots }, (_, s) => (e < 0 ? ghost + width * s : blocks[e * k.slots + s]));
        }).flat();
        const length = ghost + 5 * width;
        const filling = { pairs: lanes / 2, length, blocks: placed, uniforms: 3, awkward: 0.03 };
        tally.check(`kernel ${i}`, k, filling, random, registerLimits);
      }
      tally.expectSense(kernels);
      expect(ghosts).toBeGreaterThan(kernels / 2);
    },
    minutes,
  );

  test('kernels in stages, blocks of pairs full, begun and single, over shared and own nodes, seed 61', () => {
    const random = new Random(61);
    const tally = new Tally();
    const counts = [1, 2, 30, 31, 32, 33, 34, 65, 70, 96];
    for (const [i, count] of counts.entries()) {
      const slots = 1 + random.below(4);
      const inputs = scatterInputs(random, slots);
      // numbers of the size of the inputs
      const values = [...inputs];
      for (let n = 0; n < 120; n++)
        values.push(mul(constant(0.4), add(random.pick(values), mul(random.pick(values), random.pick(values)))));
      const roots = values.slice(-10);
      // each waits for the one before
      const chain = roots.reduce(
        (last, e) => rawOf('sqrt', [add(rawOf('abs', [sub(e, last)]), constant(1.5))]),
        inputs[0],
      );
      const waits = Array.from({ length: 12 }, (_, n) => n).reduce(
        (x) => add(raw('div', constant(1), x), constant(0.1)),
        chain,
      );
      const sinks: Sink[] = [...roots.map((e, column) => toRow(column, mul(e, waits)))];
      for (let slot = 0; slot < slots; slot++)
        sinks.push(addTo('f', slot, [waits, mul(random.pick(roots), waits), roots[0]]));
      const k = kernel(sinks, indexed);
      expect(schedule(k, 12).stages.length).toBeGreaterThan(2);
      const blocks = randomBlocks(random, count, k.slots);
      const order = spread({ count, blocks, parameters: [] }, k.slots);
      const lanes = order.length + (order.length & 1);
      const ghost = width * 96 * 5;
      const placed = Array.from({ length: lanes }, (_, lane) => order[lane] ?? -1).flatMap((e) =>
        Array.from({ length: k.slots }, (_, s) => (e < 0 ? ghost + width * s : blocks[e * k.slots + s])),
      );
      const filling = { pairs: lanes / 2, length: ghost + 5 * width, blocks: placed, uniforms: 3 };
      tally.check(`kernel ${i}`, k, filling, random, registerLimits);
    }
    tally.expectSense(counts.length);
  });
  test('a kernel that reads what it writes is not cut into stages', () => {
    const slow = Array.from({ length: 80 }).reduce<Expr>(
      (x) => rawOf('sqrt', [add(x, parameter(0))]),
      gather('x', 0, 0),
    );
    expect(schedule(kernel([addTo('f', 0, [slow])]), 12).stages.length).toBeGreaterThan(2);
    expect(schedule(kernel([addTo('x', 0, [slow])]), 12).stages.length).toBe(1);
    expect(schedule(kernel([addTo('f', 0, [slow]), putTo('x', 0, [gather('v', 0, 0)])]), 12).stages.length).toBe(1);
  });

  test(
    `${kernels} random body kernels, blocks in any order, gaps between, seed 7`,
    () => {
      const random = new Random(7);
      const tally = new Tally();
      for (let i = 0; i < kernels; i++) {
        const slots = 1 + random.below(6);
        const size = 5 + Math.floor(120 * random.next() ** 3);
        const roots = randomFormula(random, scatterInputs(random, slots), size, style(i));
        const places = random.shuffle([...Array(slots + 2).keys()]).slice(0, slots);
        const stride = 8 * width * (slots + 2 + random.below(2));
        const mode: Mode = { kind: 'body', stride, offsets: places.map((p) => 8 * width * p) };
        const k = kernel(randomSinks(random, roots, slots), mode);
        const pairs = 1 + random.below(4);
        const filling = { pairs, length: (2 * pairs * stride) / 8, uniforms: 3, awkward: 0.03 };
        tally.check(`kernel ${i}`, k, filling, random, registerLimits);
      }
      tally.expectSense(kernels);
    },
    minutes,
  );

  test(
    `${kernels} random flat kernels with unions and arrays both read and written, seed 8`,
    () => {
      const random = new Random(8);
      const tally = new Tally();
      for (let i = 0; i < kernels; i++) {
        const inputs = [flat('a'), flat('b'), flat('c'), uniform(0), uniform(1)];
        const roots = randomFormula(random, inputs, 5 + Math.floor(60 * random.next() ** 2), style(i));
        const targets = random.shuffle(['a', 'b', 'c', 'd']).slice(0, 1 + random.below(4));
        const sinks: Sink[] = targets.map((array, t) => toFlat(array, roots[t % roots.length]));
        for (let column = 0; column < random.below(3); column++) sinks.push(toUnion(column, random.pick(roots)));
        const pairs = 4 * (1 + random.below(5));
        const filling = { pairs, length: 2 * pairs, uniforms: 2, awkward: 0.03 };
        tally.check(`kernel ${i}`, kernel(random.shuffle(sinks), flatMode), filling, random, registerLimits);
      }
      tally.expectSense(kernels);
    },
    minutes,
  );

  test('an element that touches one node through two slots adds its parts in one order, seed 9', () => {
    // as when two anchors on neighbouring tets are tied: the tets share nodes
    const random = new Random(9);
    const [p, q] = [parameter(0), parameter(1)];
    const long = mul(sub(p, q), add(mul(p, p), mul(constant(3), q))); // a sink of more operations comes later
    const k = kernel([addTo('f', 0, [long]), addTo('f', 1, [p]), putTo('y', 0, [long]), putTo('y', 1, [p])]);
    const filling = { pairs: 8, length: 2 * 16, blocks: [...Array(32).keys()].map((i) => i >> 1) };
    new Tally().check('coinciding slots', k, filling, random, registerLimits);
  });

  describe('after V8 has optimised it', () => {
    // short runs never leave V8's first compiler; without it, all code is what long runs get
    beforeAll(() => setFlagsFromString('--no-liftoff'));
    afterAll(() => setFlagsFromString('--liftoff'));

    test(
      '60 random formulas, seed 10',
      () => {
        const random = new Random(10);
        const tally = new Tally();
        const inputs = [...Array(6).keys()].map(parameter);
        for (let i = 0; i < 60; i++) {
          const roots = randomFormula(random, inputs, anySize(random), style(i));
          const k = kernel(roots.map((e, column) => toRow(column, e)));
          tally.check(`formula ${i}`, k, { pairs: 6, length: 0, awkward: 0.1 }, random, [12]);
        }
        tally.expectSense(60);
      },
      minutes,
    );
  });
});

describe('the module', () => {
  const random = new Random(11);
  const roots = randomFormula(
    random,
    [...Array(4).keys()].map(parameter).concat(gather('x', 0, 0), gather('x', 1, 2)),
    150,
    'simplified',
  );
  const [a, b, ...others] = roots;
  const k = kernel([addTo('f', 0, [a, b]), putTo('x', 1, [b]), ...others.map((e, column) => toRow(column, e))]);

  test('imports env.memory and nothing else; exports run and nothing else', () => {
    const bytes = emit(k);
    expect(WebAssembly.validate(bytes)).toBe(true);
    const module = new WebAssembly.Module(bytes);
    expect(WebAssembly.Module.imports(module)).toEqual([{ module: 'env', name: 'memory', kind: 'memory' }]);
    expect(WebAssembly.Module.exports(module)).toEqual([{ name: 'run', kind: 'function' }]);
    expect(WebAssembly.Module.customSections(module, 'name')).toEqual([]);
  });

  test('the shared variant wants a shared memory, the plain one a plain memory', () => {
    const shared = new WebAssembly.Memory({ initial: 4, maximum: 100, shared: true });
    const plain = new WebAssembly.Memory({ initial: 4 });
    const link = (bytes: Uint8Array<ArrayBuffer>, memory: WebAssembly.Memory): WebAssembly.Instance =>
      new WebAssembly.Instance(new WebAssembly.Module(bytes), { env: { memory } });
    const forShared = emit(k, { sharedPages: 100 });
    expect(WebAssembly.validate(forShared)).toBe(true);
    expect(link(forShared, shared).exports.run).toBeTypeOf('function');
    expect(link(emit(k), plain).exports.run).toBeTypeOf('function');
    expect(() => link(forShared, plain)).toThrow(WebAssembly.LinkError);
    expect(() => link(emit(k), shared)).toThrow(WebAssembly.LinkError);
  });

  test('is the same bytes every time, and others for other options', () => {
    expect(emit(k)).toEqual(emit(k));
    expect(emit(k, { registers: 12 })).toEqual(emit(k));
    expect(emit(k, { registers: 4 })).not.toEqual(emit(k));
  });

  test('keeps to the scratch it is given', () => {
    const scratch = 3 * scratchBytes;
    const memory = new WebAssembly.Memory({ initial: 8 });
    const bytes = new Uint8Array(memory.buffer).fill(7);
    const rows = kernel(others.map((e, column) => toRow(column, e)));
    expect(rows.slots).toBeLessThan(3);
    const module = new WebAssembly.Module(emit(rows, { scratch, registers: 4 }));
    const { run } = new WebAssembly.Instance(module, { env: { memory } }).exports as { run: (...at: number[]) => void };
    new Int32Array(memory.buffer, 65536, 64).fill(0);
    bytes.fill(0, 65536, 65536 + 256); // an index of zeros
    const rowsAt = 2 * 65536;
    run(1, 65536, 65536, 65536, rowsAt, 65536, 65536, 65536);
    const end = rowsAt + 16 * rows.rows;
    const touched = (from: number, to: number): boolean => bytes.subarray(from, to).some((byte) => byte !== 7);
    expect(touched(0, 65536)).toBe(false);
    expect(touched(65536 + 256, rowsAt)).toBe(false);
    expect(touched(end, scratch)).toBe(false);
    expect(touched(scratch, scratch + scratchBytes)).toBe(true);
    expect(touched(scratch + scratchBytes, bytes.length)).toBe(false);
  });

  test('runs over no element', () => {
    const memory = new KernelMemory(k, { pairs: 0, length: 8 }, new Random(12));
    expect(difference(memory.compiled(), memory.interpreted())).toBe('');
  });

  test('a formula that is one chain of 20000 operations compiles', () => {
    let chain = parameter(0);
    for (let i = 0; i < 20000; i++) chain = raw(i % 2 ? 'add' : 'mul', chain, parameter(1));
    const long = kernel([toRow(0, chain)]);
    expect(WebAssembly.validate(emit(long))).toBe(true);
  });

  test('a formula that does not fit its scratch is refused with a message', () => {
    let sum: Expr = parameter(0);
    for (let i = 0; i < 5000; i++) sum = raw('mul', sum, constant(1 + i / 7));
    expect(() => emit(kernel([toRow(0, sum)]))).toThrow(/needs more scratch than 65536 bytes/);
  });
});

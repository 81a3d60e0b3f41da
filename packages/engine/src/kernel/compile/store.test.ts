import { afterEach, describe, expect, test } from 'vitest';
import { add, constant, type Expr, mul, neg, sin, sub } from '../formula/expr.ts';
import { Batch, ghostCoordinates } from '../run/batch.ts';
import { Arena } from '../run/memory.ts';
import { compile } from './compile.ts';
import { compilerVersion } from './compiler-version.generated.ts';
import { fingerprint } from './fingerprint.ts';
import { inPlace } from './in-place.ts';
import { addTo, gather, type Kernel, kernel, kernelOf, parameter, putTo, type Sink, toRow, uniform } from './kernel.ts';
import { record, recordKernels, type StoredKernel, useKernels } from './store.ts';
import { emit } from './wasm.ts';

const none = new Map<string, StoredKernel>();
const use = (kernels: ReadonlyMap<string, StoredKernel>, compiler = compilerVersion): void =>
  useKernels(() => ({ compiler, kernels }));
afterEach(() => use(none));

const x = gather('q', 0, 0);
const sinks: readonly Sink[] = [addTo('q', 0, [mul(parameter(0), sin(x))]), toRow(0, add(x, uniform(0)))];
/** As a build records it. */
function stored(k: Kernel): ReadonlyMap<string, StoredKernel> {
  const { kernels } = recordKernels();
  record(k.key, k, emit(k));
  return kernels;
}
let names = 0;
/** A kernel that no other test has made: the lookup is by its key. */
const made = (key: string, of: readonly Sink[] = sinks, asked: () => void = () => {}): Kernel =>
  kernelOf({ kind: 'indexed' }, key, () => {
    asked();
    return kernel(of).sinks;
  });

describe('the fingerprint of a formula', () => {
  const of = (...list: Sink[]): string => fingerprint(list, 'indexed');
  const row = (e: Expr): string => of(toRow(0, e));
  test('is the same for the same formula, whatever was built before', () => {
    const first = row(sub(mul(x, x), parameter(1)));
    for (let i = 0; i < 100; i++) add(x, constant(i + 0.25));
    expect(row(sub(mul(x, x), parameter(1)))).toBe(first);
  });
  test('differs with operations, order, constants, inputs, results, where they go, and the mode', () => {
    const different = [
      row(sub(x, parameter(0))),
      row(sub(parameter(0), x)),
      row(add(x, parameter(0))),
      row(sub(x, parameter(1))),
      row(sub(x, constant(2))),
      row(sub(x, constant(2 + 2 ** -51))),
      row(mul(constant(0), x)),
      row(constant(-0)),
      row(gather('v', 0, 0)),
      row(gather('q', 1, 0)),
      of(toRow(1, x)),
      of(addTo('f', 0, [x])),
      of(addTo('f', 1, [x])),
      of(putTo('f', 0, [x])),
      of(addTo('g', 0, [x])),
      of(addTo('f', 0, [x]), toRow(0, x)),
      of(toRow(0, x), addTo('f', 0, [x])),
      of(addTo('f', 0, [x, x])),
      fingerprint([toRow(0, x)], 'flat'),
    ];
    expect(new Set(different).size).toBe(different.length);
  });
});

/** The coordinates that a batch of three elements leaves. */
function ran(k: Kernel): number[] {
  const arena = new Arena();
  const q = arena.f64(12 + ghostCoordinates);
  const uniforms = arena.f64(2);
  q.view().set([0.5, 0, 0, -0.25, 0, 0, 2, 0, 0, 3, 0, 0]);
  const batch = new Batch(k, arena, { count: 3, blocks: [0, 3, 9], parameters: [0.5, 2, -1] }, 12);
  batch.bind(() => q.address, uniforms.address);
  batch.run();
  return [...q.view().subarray(0, 12)];
}

describe('a stored kernel', () => {
  test('has the same description, bytes, formula and results; the formula is made when it is asked for', () => {
    const key = `test-${names++}`;
    const compiled = made(key);
    const expected = ran(compiled);
    use(new Map([...stored(compiled), ...stored(inPlace(compiled))]));
    let asked = 0;
    const found = made(key, sinks, () => asked++);
    expect(found.bytes).toEqual(emit(compiled));
    expect(ran(found)).toEqual(expected);
    compile(found, new WebAssembly.Memory({ initial: 1, maximum: 65536, shared: true }));
    expect(asked).toBe(0);
    const { bytes: _, ...described } = found;
    expect(described).toEqual(compiled);
    expect(asked).toBe(1);
    expect(found.sinks).toBe(found.sinks);
  });
  test('is what runs: other bytes give other results', () => {
    const key = `test-${names++}`;
    const expected = ran(made(key));
    const wrong = kernel([addTo('q', 0, [neg(mul(parameter(0), sin(x)))]), toRow(0, add(x, uniform(0)))]);
    const [placed] = stored(inPlace(wrong)).values();
    use(new Map([...stored(made(key)), [`${key}-in-place`, placed]]));
    expect(ran(made(key))).not.toEqual(expected);
  });
  test('of another compiler is not used', () => {
    const key = `test-${names++}`;
    use(stored(made(key)), 'another');
    expect(made(key).bytes).toBeUndefined();
  });
  test('is looked for under another name where blocks are updated in place', () => {
    const key = `test-${names++}`;
    const plain = made(key);
    const placed = inPlace(plain);
    expect(placed).not.toBe(plain);
    use(stored(placed));
    expect(made(key).bytes).toBeUndefined();
    expect(inPlace(made(key)).bytes).toEqual(emit(placed));
  });
});

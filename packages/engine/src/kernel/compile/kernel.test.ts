import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { difference } from '../../../../../tests/support/bits.ts';
import { add, constant, mul, sin, square } from '../formula/expr.ts';
import {
  addTo,
  flat,
  flatMode,
  gather,
  indexed,
  kernel,
  parameter,
  point,
  putTo,
  sourceOf,
  toFlat,
  toRow,
  toUnion,
  uniform,
} from './kernel.ts';

test('inputs know where they come from, and are the same when asked for twice', () => {
  expect(gather('x', 1, 2)).toBe(gather('x', 1, 2));
  expect(gather('x', 1, 2)).not.toBe(gather('x', 2, 1));
  expect(gather('x', 1, 2)).not.toBe(gather('v', 1, 2));
  expect(flat('x')).not.toBe(gather('x', 0, 0));
  expect(parameter(0)).not.toBe(uniform(0));
  expect(sourceOf(gather('x', 1, 2))).toEqual({ from: 'gather', array: 'x', slot: 1, component: 2 });
  expect(sourceOf(parameter(3))).toEqual({ from: 'parameter', column: 3 });
  expect(sourceOf(uniform(4))).toEqual({ from: 'uniform', column: 4 });
  expect(sourceOf(flat('q'))).toEqual({ from: 'flat', array: 'q' });
  expect(point('x', 3)).toEqual([gather('x', 3, 0), gather('x', 3, 1), gather('x', 3, 2)]);
});

test('a kernel counts what it needs', () => {
  const k = kernel([
    addTo('f', 4, [mul(gather('x', 1, 0), parameter(2)), constant(1), uniform(7)]),
    toRow(5, gather('v', 0, 1)),
  ]);
  expect(k).toMatchObject({ slots: 5, parameters: 3, rows: 6, unions: 0, arrays: ['f', 'v', 'x'], operations: 1 });
  const s = kernel([toUnion(1, square(flat('x'))), toFlat('b', flat('a'))], flatMode);
  expect(s).toMatchObject({ slots: 0, parameters: 0, rows: 0, unions: 2, arrays: ['a', 'b', 'x'], operations: 1 });
});

test('the same formula gives the same kernel; anything else another', () => {
  const formula = (c: number) => add(mul(constant(c), sin(gather('x', 0, 0))), parameter(0));
  const k = kernel([addTo('f', 0, [formula(3)])]);
  expect(kernel([addTo('f', 0, [formula(3)])], indexed)).toBe(k);
  const others = [
    kernel([addTo('f', 0, [formula(4)])]),
    kernel([addTo('f', 1, [formula(3)])]),
    kernel([addTo('g', 0, [formula(3)])]),
    kernel([putTo('f', 0, [formula(3)])]),
    kernel([toRow(0, formula(3))]),
    kernel([toRow(1, formula(3))]),
    kernel([addTo('f', 0, [formula(3), formula(3)])]),
    kernel([addTo('f', 0, [formula(3)])], { kind: 'body', stride: 96, offsets: [0] }),
    kernel([addTo('f', 0, [formula(3)])], { kind: 'body', stride: 96, offsets: [24] }),
  ];
  expect(new Set([k, ...others]).size).toBe(1 + others.length);
});

describe('what was built before does not show', () => {
  let alone: Awaited<ReturnType<typeof results>>;
  beforeAll(async () => {
    alone = await results(() => {});
  });
  afterAll(() => {
    vi.resetModules();
  });

  /** All modules anew, as in another process. */
  async function freshModules() {
    vi.resetModules();
    const [expr, derive, vector, kernels, wasm, springs] = await Promise.all([
      import('../formula/expr.ts'),
      import('../formula/derive.ts'),
      import('../formula/vector.ts'),
      import('./kernel.ts'),
      import('./wasm.ts'),
      import('../../bodies/tet/springs.ts'),
    ]);
    const [formulas, randoms, memories, materials] = await Promise.all([
      import('../../../../../tests/support/random-formula.ts'),
      import('../../../../../tests/support/random.ts'),
      import('../../../../../tests/support/kernel-memory.ts'),
      import('../../../../../tests/support/materials.ts'),
    ]);
    return {
      ...expr,
      ...derive,
      ...vector,
      ...kernels,
      ...wasm,
      ...springs,
      ...formulas,
      ...randoms,
      ...memories,
      ...materials,
    };
  }
  type Modules = Awaited<ReturnType<typeof freshModules>>;

  type Recipe = (m: Modules) => ReturnType<Modules['kernel']>;
  const matrix = (m: Modules) =>
    m.vectors([...Array(9).keys()].map((i) => m.parameter(i))) as unknown as Parameters<Modules['tetEnergy']>[2];
  const tet = (m: Modules, which: number) => {
    const x = [0, 1, 2, 3].map((slot) => m.point('x', slot));
    const energy = m.tetEnergy(m.materials[which], x, matrix(m), m.parameter(9), m.parameter(10), m.parameter(11));
    return { x: x.flat(), energy };
  };
  const springKernel = (m: Modules, kind: Modules['edge']) => {
    const blocks = (array: string) => kind.blocks.map((_, slot) => m.point(array, slot));
    const p = kind.parameters.map((_, column) => m.parameter(column));
    return m.kernel(kind.forces(blocks('x'), blocks('v'), p, []).map((f, slot) => m.addTo('f', slot, f)));
  };
  const randomKernel = (m: Modules, seed: number) => {
    const random = new m.Random(seed);
    const roots = m.randomFormula(
      random,
      [...Array(6).keys()].map((i) => m.parameter(i)),
      80,
      'simplified',
    );
    return m.kernel(roots.map((e, column) => m.toRow(column, e)));
  };
  const smoothKernel = (m: Modules, seed: number) => {
    const x = [0, 1, 2, 3].map((i) => m.parameter(i));
    const { y } = m.smoothFormula(new m.Random(seed), x, 12);
    return m.kernel([y, ...m.gradient(y, x), ...m.hessian(y, x)].map((e, column) => m.toRow(column, e)));
  };
  const recipes: Recipe[] = [
    (m) => springKernel(m, m.edge),
    (m) => springKernel(m, m.area),
    (m) => springKernel(m, m.volume),
    ...[0, 1, 2].map(
      (which): Recipe =>
        (m) => {
          const { x, energy } = tet(m, which);
          return m.kernel(m.vectors(m.gradient(energy, x)).map((f, slot) => m.addTo('f', slot, f)));
        },
    ),
    (m) => {
      const { x, energy } = tet(m, 1);
      return m.kernel(m.hessian(energy, x).map((e, column) => m.toRow(column, e)));
    },
    ...[61, 62, 63, 64, 65, 66].map(
      (seed): Recipe =>
        (m) =>
          randomKernel(m, seed),
    ),
    ...[67, 68, 69, 70, 71, 72].map(
      (seed): Recipe =>
        (m) =>
          smoothKernel(m, seed),
    ),
  ];

  /** Histories that shift every id, meet the same nodes in another order, or build the recipes themselves backwards. */
  const histories: [string, (m: Modules) => void][] = [
    [
      'unrelated formulas',
      (m) => {
        for (let seed = 80; seed < 110; seed++) randomKernel(m, seed);
      },
    ],
    [
      'inputs and constants in another order',
      (m) => {
        for (let slot = 3; slot >= 0; slot--) for (const array of ['f', 'v', 'x']) m.point(array, slot);
        for (let column = 11; column >= 0; column--) m.parameter(column);
        for (const c of [3, 0.25, -1, 2 / 3, 1e-24, 0.5, 2, 1, 4 / 3, 5 / 6]) m.constant(c);
      },
    ],
    [
      'pieces of the formulas, turned around',
      (m) => {
        const [a, b, c] = [m.point('x', 2), m.point('x', 1), m.point('x', 0)];
        m.lengthSquared(m.cross(m.sub3(a, c), m.sub3(b, c)));
        m.dot(m.sub3(c, a), m.cross(m.sub3(b, a), m.sub3(a, b)));
        m.gradient(m.length(m.sub3(b, c)), [...b, ...a, ...c]);
        const F = matrix(m);
        m.multiply(F, m.transpose(F));
        m.gradient(m.determinant(m.transpose(F)), F.flat().reverse());
      },
    ],
    [
      'the same formulas, last first',
      (m) => {
        for (const recipe of [...recipes].reverse()) recipe(m);
      },
    ],
  ];

  /** Bytes of the modules and bits of the results, one recipe after another. */
  async function results(history: (m: Modules) => void) {
    const m = await freshModules();
    history(m);
    return recipes.map((recipe) => {
      const k = recipe(m);
      const blocks = Array.from({ length: 4 * k.slots }, (_, i) => 3 * i);
      const filling = { pairs: 2, length: 3 * 4 * 4, blocks, uniforms: 1 };
      return { bytes: m.emit(k), values: new m.KernelMemory(k, filling, new m.Random(73)).compiled() };
    });
  }

  test.each(histories)('%s: the same bytes, the same bits, seeds 61 to 110', async (_, history) => {
    const after = await results(history);
    after.forEach(({ bytes, values }, i) => {
      expect(Buffer.compare(bytes, alone[i].bytes), `bytes of recipe ${i}`).toBe(0);
      expect(difference(values, alone[i].values), `recipe ${i}`).toBe('');
    });
  });

  test('nor does the formula built alone: every recipe in modules of its own', async () => {
    for (const i of [1, 5, 6, 9, 14]) {
      const m = await freshModules();
      expect(m.one).not.toBe(constant(1)); // they are new indeed
      expect(Buffer.compare(m.emit(recipes[i](m)), alone[i].bytes), `recipe ${i}`).toBe(0);
    }
  });
});

import { describe, expect, test } from 'vitest';
import { difference } from '../../../../../tests/support/bits.ts';
import { evaluateAsIs } from '../../../../../tests/support/evaluate.ts';
import { materials, restParameters, tetEnergy } from '../../../../../tests/support/materials.ts';
import { Random } from '../../../../../tests/support/random.ts';
import { area, edge, volume } from '../../bodies/tet/springs.ts';
import { box } from '../../meshes/box.ts';
import { facesOf } from '../../meshes/mesh.ts';
import {
  addTo,
  gather,
  type Kernel,
  kernel,
  parameter,
  point,
  putTo,
  type Sink,
  sourceOf,
  toRow,
} from '../compile/kernel.ts';
import { gradient, hessian } from '../formula/derive.ts';
import { add, type Expr, mul } from '../formula/expr.ts';
import { type Mat3, type Vec3, vectors } from '../formula/vector.ts';
import { Batch, type Elements, ghostCoordinates, spread } from './batch.ts';
import { Arena, type Block } from './memory.ts';

const listOf = (nodes: ArrayLike<number>, slots: number, parameters: ArrayLike<number> = []): Elements => ({
  count: nodes.length / slots,
  blocks: Array.from(nodes, (n) => 3 * n),
  parameters,
});

/** The element lists of a mesh, random lists, and fans, in which all elements share a node. */
function lists(): [string, Elements, number][] {
  const random = new Random(121);
  const mesh = box({ size: [1, 1, 1], cells: [4, 3, 5] });
  const out: [string, Elements, number][] = [
    ['edges of a box', listOf(mesh.edges, 2), 2],
    ['faces of a box', listOf(facesOf(mesh.tets), 3), 3],
    ['tets of a box', listOf(mesh.tets, 4), 4],
    ['nothing', listOf([], 2), 2],
    ['one edge', listOf([0, 1], 2), 2],
    [
      'a fan of 7',
      listOf(
        [...Array(7).keys()].flatMap((i) => [0, i + 1]),
        2,
      ),
      2,
    ],
    ['one node 5 times', listOf([2, 2, 2, 2, 2], 1), 1],
    ['one node twice in an element', listOf([1, 1, 1, 2, 3, 3, 4, 5], 2), 2],
    ['no blocks at all', { count: 5, blocks: [], parameters: [] }, 0],
  ];
  for (let i = 0; i < 60; i++) {
    const slots = 1 + random.below(5);
    const nodes = slots + random.below(random.chance(0.5) ? 4 : 60);
    const count = random.below(120);
    out.push([
      `random list ${i}`,
      listOf(
        Array.from({ length: count * slots }, () => random.below(nodes)),
        slots,
      ),
      slots,
    ]);
  }
  return out;
}

describe('spread', () => {
  test.each(lists())('%s: all elements once, no pair shares a block, seed 121', (_, elements, slots) => {
    const order = spread(elements, slots);
    const real = order.filter((e) => e >= 0);
    expect([...real].sort((a, b) => a - b)).toEqual([...Array(elements.count).keys()]);
    order.forEach((e, lane) => {
      if (e < 0) expect([e, lane % 2]).toEqual([-1, 1]); // ghosts fill second lanes
    });
    const blocks = (e: number): number[] =>
      e < 0 ? [] : Array.from({ length: slots }, (_, s) => elements.blocks[e * slots + s]);
    for (let lane = 0; lane + 1 < order.length; lane += 2) {
      const first = new Set(blocks(order[lane]));
      expect(blocks(order[lane + 1]).filter((b) => first.has(b))).toEqual([]);
    }
    expect([...spread(elements, slots)]).toEqual([...order]);
  });

  test('a fan needs a ghost for every element but the last', () => {
    const fan = listOf(
      [...Array(7).keys()].flatMap((i) => [0, i + 1]),
      2,
    );
    expect([...spread(fan, 2)]).toEqual([0, -1, 1, -1, 2, -1, 3, -1, 4, -1, 5, -1, 6]);
  });
  test('a mesh needs next to none', () => {
    const mesh = box({ size: [1, 1, 1], cells: [4, 3, 5] });
    for (const [nodes, slots] of [
      [mesh.edges, 2],
      [mesh.tets, 4],
    ] as const) {
      const { count } = listOf(nodes, slots);
      expect(spread(listOf(nodes, slots), slots).length - count).toBeLessThan(0.01 * count + 2);
    }
  });
  test('elements that share nothing stay in order', () => {
    const order = spread(listOf([...Array(200).keys()], 2), 2);
    expect([...order]).toEqual([...Array(100).keys()]);
  });
  test('it looks at blocks only: other parameters, the same order', () => {
    const random = new Random(122);
    const nodes = Array.from({ length: 90 }, () => random.below(30));
    const one = spread(listOf(nodes, 3, random.list(30, 0, 1)), 3);
    expect([...spread(listOf(nodes, 3, random.list(30, 0, 1)), 3)]).toEqual([...one]);
  });
});

/** Arrays of doubles by name, with room for ghosts behind `length`. */
function arraysFor(arena: Arena, k: Kernel, length: number, random: Random): Record<string, Block<Float64Array>> {
  return Object.fromEntries(
    k.arrays.map((name) => {
      const block = arena.f64(length + ghostCoordinates);
      block.view().set(random.list(length + ghostCoordinates, -1, 1));
      return [name, block];
    }),
  );
}

/** One element after another in plain TypeScript: read all, compute, then write. */
function oneByOne(k: Kernel, elements: Elements, order: Int32Array, arrays: Record<string, Float64Array>): void {
  const inputs = new Map<Expr, number[]>();
  const sinks = k.sinks.filter((s): s is Sink & { to: 'add' | 'put' } => s.to === 'add' || s.to === 'put');
  const roots = sinks.flatMap((s) => [...s.values]);
  const seen = new Set<Expr>();
  const collect = (e: Expr): void => {
    if (seen.has(e)) return;
    seen.add(e);
    if (e.op === 'input') inputs.set(e, [0]);
    e.args.forEach(collect);
  };
  roots.forEach(collect);
  for (const e of order) {
    if (e < 0) continue;
    for (const [symbol, value] of inputs) {
      const source = sourceOf(symbol);
      if (source.from === 'gather') {
        value[0] = arrays[source.array][elements.blocks[e * k.slots + source.slot] + source.component];
      } else if (source.from === 'parameter') value[0] = elements.parameters[e * k.parameters + source.column];
    }
    const values = evaluateAsIs(roots, inputs, 1).map((list) => list[0]);
    let next = 0;
    for (const s of sinks) {
      const start = elements.blocks[e * k.slots + s.slot];
      s.values.forEach((_, c) => {
        const value = values[next++];
        arrays[s.array][start + c] = s.to === 'add' ? arrays[s.array][start + c] + value : value;
      });
    }
  }
}

describe('sums are those of one element after another, in the order of spread, to the last bit', () => {
  const mesh = box({ size: [1, 1, 1], cells: [2, 2, 2] });
  const random = new Random(123);
  const springs = [edge, area, volume].map((kind) => {
    const at = (array: string): Vec3[] => kind.blocks.map((_, slot) => point(array, slot));
    const p = kind.parameters.map((_, column) => parameter(column));
    const forces = kind.forces(at('x'), at('v'), p, []);
    return { kind, k: kernel(forces.map((f, slot) => addTo('f', slot, f))) };
  });
  const fan = [...Array(9).keys()].flatMap((i) => [0, i + 1]);
  const cases: [string, Kernel, ArrayLike<number>, number][] = [
    ['edges', springs[0].k, mesh.edges, 2],
    ['faces', springs[1].k, facesOf(mesh.tets), 3],
    ['tets', springs[2].k, mesh.tets, 4],
    ['a fan', springs[0].k, fan, 2],
    ['a fan of one', springs[0].k, [0, 1], 2],
    [
      // every element halves the way between its nodes, and sees what the one before has done
      'nodes moved in place',
      kernel([
        putTo('x', 0, [
          add(mul(parameter(0), gather('x', 0, 0)), mul(parameter(1), gather('x', 1, 0))),
          gather('x', 1, 1),
        ]),
        putTo('x', 1, [gather('x', 0, 0), mul(parameter(0), gather('x', 0, 1))]),
      ]),
      mesh.edges,
      2,
    ],
  ];

  test.each(cases)('%s, seed 123', (_, k, nodes, slots) => {
    const count = nodes.length / slots;
    const elements = listOf(nodes, slots, random.list(count * k.parameters, 0.5, 2));
    const length = 3 * (Math.max(...Array.from(nodes)) + 1);
    const arena = new Arena();
    const arrays = arraysFor(arena, k, length, random);
    const plain = Object.fromEntries(k.arrays.map((name) => [name, arrays[name].view().slice()]));
    for (const registers of [4, 12]) {
      for (const name of k.arrays) arrays[name].view().set(plain[name]);
      const batch = new Batch(k, arena, elements, length, { registers });
      batch.bind((array) => arrays[array].address);
      batch.run();
      const expected = Object.fromEntries(k.arrays.map((name) => [name, plain[name].slice()]));
      oneByOne(k, elements, spread(elements, k.slots), expected);
      for (const name of k.arrays) {
        const [actual, wanted] = [arrays[name].view(), expected[name]].map((list) => list.subarray(0, length));
        expect(difference(actual, wanted), `array ${name}`).toBe('');
      }
    }
  });
});

describe('a batch', () => {
  const product = kernel([
    toRow(0, mul(gather('x', 0, 1), parameter(1))),
    toRow(2, add(parameter(0), gather('x', 1, 2))),
  ]);
  const build = (count: number) => {
    const arena = new Arena(65536);
    const random = new Random(124);
    const nodes = Array.from({ length: 2 * count }, () => random.below(5));
    const elements = listOf(nodes, 2, random.list(2 * count, -1, 1));
    const batch = new Batch(product, arena, elements, 15);
    const x = arena.f64(15 + ghostCoordinates);
    x.view().set(random.list(15, -1, 1));
    batch.bind(() => x.address);
    const expected = (e: number): number[] => {
      const [p, q] = [batch.parameter(e, 0), batch.parameter(e, 1)];
      return [x.view()[elements.blocks[2 * e] + 1] * q, p + x.view()[elements.blocks[2 * e + 1] + 2]];
    };
    const check = (): void => {
      batch.run();
      for (let e = 0; e < count; e++) expect([batch.row(e, 0), batch.row(e, 2)], `element ${e}`).toEqual(expected(e));
    };
    return { arena, elements, batch, x, check };
  };

  test.each([0, 1, 2, 3, 8, 33])('of %i elements gives every element its rows, seed 124', (count) => {
    const { batch, elements, check } = build(count);
    check();
    let sum = 0;
    for (let e = 0; e < count; e++) {
      expect(batch.parameter(e, 1)).toBe(elements.parameters[2 * e + 1]);
      sum += batch.row(e, 0);
    }
    expect(batch.sumRow(0)).toBe(sum);
    expect(batch.count).toBe(count);
  });
  test('takes other parameters for one element', () => {
    const { batch, check } = build(7);
    batch.setParameter(3, 1, 100);
    batch.setParameter(6, 0, -100);
    expect([batch.parameter(3, 1), batch.parameter(6, 0), batch.parameter(2, 1) === 100]).toEqual([100, -100, false]);
    check();
  });
  test('has rows that can be set, one element at a time', () => {
    const { batch } = build(5);
    for (let e = 0; e < 5; e++) batch.setRow(e, 1, e + 1);
    expect([0, 1, 2, 3, 4].map((e) => batch.row(e, 1))).toEqual([1, 2, 3, 4, 5]);
    expect(batch.sumRow(1)).toBe(15);
    expect(batch.sumRow(0)).toBe(0);
  });
  test('goes on when the memory has grown', () => {
    const { arena, batch, check } = build(9);
    const before = arena.generation;
    arena.f64(1 << 18);
    expect(arena.generation).toBeGreaterThan(before);
    check();
    batch.setParameter(8, 1, 5);
    check();
  });
  test('goes where its arrays have gone', () => {
    const { arena, batch, x } = build(4);
    batch.run();
    const first = batch.row(2, 0);
    const moved = arena.f64(15 + ghostCoordinates);
    moved.view().set(x.view().map((value) => 2 * value));
    batch.bind(() => moved.address);
    batch.run();
    expect(batch.row(2, 0)).toBe(2 * first);
  });
  test('leaves its memory to the next when released', () => {
    const arena = new Arena();
    const elements = listOf([0, 1, 2, 3], 2, [1, 2, 3, 4]);
    const free = (): number => {
      const probe = arena.f64(8);
      arena.release(probe);
      return probe.address;
    };
    const before = free();
    const batch = new Batch(product, arena, elements, 15);
    expect(free()).not.toBe(before);
    batch.release();
    expect(free()).toBe(before);
  });
});

test('element Hessians are added into the slots of a sparse matrix: plain assembly, to the last bit, seed 125', () => {
  const random = new Random(125);
  const mesh = box({ size: [1, 1, 1], cells: [2, 2, 2] });
  const nodeCount = mesh.positions.length / 3;
  const tetCount = mesh.tets.length / 4;
  const tetNodes = (t: number): number[] => [...mesh.tets.subarray(4 * t, 4 * t + 4)];

  // rows 3i, 3i + 1, 3i + 2 hold, for every neighbour j of i in ascending order, three values
  const neighbours = Array.from({ length: nodeCount }, () => new Set<number>());
  for (let t = 0; t < tetCount; t++) for (const i of tetNodes(t)) for (const j of tetNodes(t)) neighbours[i].add(j);
  const sorted = neighbours.map((set) => [...set].sort((a, b) => a - b));
  const rowStart = [0];
  for (const list of sorted) for (let r = 0; r < 3; r++) rowStart.push(rowStart[rowStart.length - 1] + 3 * list.length);
  const entry = (i: number, r: number, j: number): number => rowStart[3 * i + r] + 3 * sorted[i].indexOf(j);
  const size = rowStart[rowStart.length - 1];

  // slots 0 to 3 are the nodes; then one for each row of each 3x3 block
  const x = [0, 1, 2, 3].map((slot) => point('x', slot));
  const p = [...Array(12).keys()].map(parameter);
  const energy = tetEnergy(materials[1], x, vectors(p.slice(0, 9)) as unknown as Mat3, p[9], p[10], p[11]);
  const lower = hessian(energy, x.flat());
  const H = (a: number, b: number): Expr => lower[a >= b ? (a * (a + 1)) / 2 + b : (b * (b + 1)) / 2 + a];
  const slotOf = (a: number, r: number, b: number): number => 4 + (3 * a + r) * 4 + b;
  const triples: [number, number, number][] = [];
  for (let a = 0; a < 4; a++) for (let r = 0; r < 3; r++) for (let b = 0; b < 4; b++) triples.push([a, r, b]);
  const k = kernel(
    triples.map(([a, r, b]) =>
      addTo(
        'values',
        slotOf(a, r, b),
        [0, 1, 2].map((c) => H(3 * a + r, 3 * b + c)),
      ),
    ),
  );
  expect(k).toMatchObject({ slots: 52, parameters: 12, arrays: ['values', 'x'] });

  const corners = (t: number) => tetNodes(t).map((n) => [...mesh.positions.subarray(3 * n, 3 * n + 3)]);
  const elements: Elements = {
    count: tetCount,
    blocks: [...Array(tetCount).keys()].flatMap((t) => {
      const nodes = tetNodes(t);
      return [...nodes.map((n) => 3 * n), ...triples.map(([a, r, b]) => entry(nodes[a], r, nodes[b]))];
    }),
    parameters: [...Array(tetCount).keys()].flatMap((t) => restParameters(corners(t), random.between(1, 2), 5)),
  };
  // one number says where ghosts begin in every array, so the shorter array is as long as the longer one
  const ghost = Math.max(size, 3 * nodeCount);
  const arena = new Arena();
  const arrays = { x: arena.f64(ghost + ghostCoordinates), values: arena.f64(ghost + ghostCoordinates) };
  const positions = mesh.positions.map((value) => value + random.between(-0.1, 0.1));
  arrays.x.view().set(positions);
  const batch = new Batch(k, arena, elements, ghost);
  batch.bind((array) => arrays[array as 'x' | 'values'].address);
  batch.run();

  const expected = new Float64Array(size);
  const symbols = [...x.flat(), ...p];
  for (const t of spread(elements, k.slots)) {
    if (t < 0) continue;
    const nodes = tetNodes(t);
    const given = [
      ...nodes.flatMap((n) => [...positions.subarray(3 * n, 3 * n + 3)]),
      ...Array.from({ length: 12 }, (_, c) => elements.parameters[12 * t + c]),
    ];
    const inputs = new Map(symbols.map((e, i) => [e, [given[i]]]));
    for (const s of k.sinks) {
      if (s.to !== 'add') continue;
      const [a, r, b] = triples[s.slot - 4];
      evaluateAsIs(s.values, inputs, 1).forEach(([value], c) => {
        expected[entry(nodes[a], r, nodes[b]) + c] += value;
      });
    }
  }
  const actual = arrays.values.view().subarray(0, size);
  expect(difference(actual, expected)).toBe('');

  // the matrix of the whole body: symmetric, and its rows give no force under a common motion
  const rounding = 1e-12;
  const scale = Math.max(...expected.map(Math.abs));
  sorted.forEach((list, i) => {
    for (let r = 0; r < 3; r++) {
      for (let c = 0; c < 3; c++) {
        const sum = list.reduce((s, j) => s + actual[entry(i, r, j) + c], 0);
        expect(Math.abs(sum)).toBeLessThan(rounding * scale);
        for (const j of list) {
          const across = Math.abs(actual[entry(i, r, j) + c] - actual[entry(j, c, i) + r]);
          expect(across).toBeLessThan(rounding * scale);
        }
      }
    }
  });

  // and it is the slope of the forces of the whole body along a direction
  const force = kernel(vectors(gradient(energy, x.flat())).map((g, slot) => addTo('g', slot, g)));
  const slopesAt = (q: Float64Array): Float64Array => {
    const own = new Arena();
    const at = { x: own.f64(3 * nodeCount + ghostCoordinates), g: own.f64(3 * nodeCount + ghostCoordinates) };
    at.x.view().set(q);
    const tets = { ...elements, blocks: Array.from(mesh.tets, (n) => 3 * n) };
    const gradients = new Batch(force, own, tets, 3 * nodeCount);
    gradients.bind((array) => at[array as 'x' | 'g'].address);
    gradients.run();
    return at.g.view().slice(0, 3 * nodeCount);
  };
  const direction = Float64Array.from(random.list(3 * nodeCount, -1, 1));
  const h = 1e-4;
  const [above, below] = [h, -h].map((s) => slopesAt(positions.map((q, i) => q + s * direction[i])));
  const byDifferences = 1e-6; // h^2 times the third derivatives, relative
  for (let i = 0; i < nodeCount; i++) {
    for (let r = 0; r < 3; r++) {
      const along = sorted[i].reduce(
        (s, j) => s + [0, 1, 2].reduce((t, c) => t + actual[entry(i, r, j) + c] * direction[3 * j + c], 0),
        0,
      );
      const slope = (above[3 * i + r] - below[3 * i + r]) / (2 * h);
      expect(Math.abs(along - slope)).toBeLessThan(byDifferences * scale);
    }
  }
});

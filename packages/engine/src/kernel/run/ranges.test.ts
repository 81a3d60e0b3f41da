/** Kernels on ranges of their elements, as threads run them: with a scratch of their own, in shared memory, with the same bits. */
import { describe, expect, test } from 'vitest';
import { difference } from '../../../../../tests/support/bits.ts';
import { Random } from '../../../../../tests/support/random.ts';
import { volume } from '../../bodies/tet/springs.ts';
import { box } from '../../meshes/box.ts';
import { codeOf } from '../compile/compile.ts';
import { addTo, flat, gather, kernel, parameter, point, putTo, toFlat, toRow, toUnion } from '../compile/kernel.ts';
import { scratchBytes } from '../compile/wasm.ts';
import { add, mul } from '../formula/expr.ts';
import { type Call, ThreadPool } from '../threads/pool.ts';
import { Batch, type Elements, ghostCoordinates } from './batch.ts';
import { Bodies } from './body.ts';
import { areBelowTwo, rangeBounds, unionNumbers } from './call.ts';
import { Flat } from './flat.ts';
import { Arena } from './memory.ts';
import { doubledFraction } from './parts.ts';
import { rangesAreIndependent } from './split.ts';

/** Workers that never come: the memory is shared, and the driver does everything. */
const threads = (count: number): ThreadPool =>
  new ThreadPool({ count, start: () => ({ postMessage: () => {} }), now: () => 0 });
/** What a thread runs: the function instantiated from bytes for its scratch. */
function onThread(arena: Arena, thread: number, { run, args }: Call): void {
  const { bytes, name } = codeOf(run);
  const module = new WebAssembly.Module(bytes(thread * scratchBytes));
  const { exports } = new WebAssembly.Instance(module, { env: { memory: arena.memory } });
  Reflect.apply(exports[name] as Call['run'], undefined, args);
}
const perform = ({ run, args }: Call): void => {
  Reflect.apply(run, undefined, args);
};

const mesh = box({ size: [1, 1, 1], cells: [5, 4, 6] });
const length = mesh.positions.length;
const ghost = 24 * Math.ceil(length / 24);
const random = new Random(41);
const places = Float64Array.from(mesh.positions, (x) => x + random.between(-0.1, 0.1));
const x = volume.blocks.map((_, slot) => point('q', slot));
const symbols = volume.parameters.map((_, column) => parameter(column));
const forces = kernel(volume.forces(x, x, symbols, []).map((f, slot) => addTo('f', slot, f)));
const energies = kernel([toRow(0, volume.energy(x, symbols, []))]);
const count = mesh.tets.length / 4;
const elements: Elements = {
  count,
  blocks: Array.from(mesh.tets, (n) => 3 * n),
  parameters: random.list(count * forces.parameters, 0.5, 2),
};
function columns(arena: Arena): Record<string, ReturnType<Arena['f64']>> {
  const made = Object.fromEntries(['q', 'f', 'own'].map((name) => [name, arena.f64(ghost + ghostCoordinates)]));
  made.q.view().set(places);
  made.f.view().set(places); // sums start from something
  return made;
}
const memories: [string, () => Arena][] = [
  ['unshared', () => new Arena()],
  ['shared', () => new Arena(undefined, threads(3))],
];

test('memory is shared where there are threads, and only there', () => {
  expect(new Arena().memory.buffer).toBeInstanceOf(ArrayBuffer);
  expect(new Arena(undefined, threads(1)).memory.buffer).toBeInstanceOf(ArrayBuffer);
  const shared = new Arena(undefined, threads(2));
  expect(shared.memory.buffer).toBeInstanceOf(SharedArrayBuffer);
  const block = shared.f64(10);
  block.view().fill(1);
  shared.f64(1 << 20); // grows it
  expect([...block.view()]).toEqual(new Array(10).fill(1));
  expect(shared.f64(3).address).toBeGreaterThanOrEqual(2 * scratchBytes);
});

describe.each(memories)('in %s memory, seed 41', (_, arenaOf) => {
  test('a batch run on ranges, each with another scratch, gives the rows of the whole', () => {
    const arena = arenaOf();
    const { q } = columns(arena);
    const batch = new Batch(energies, arena, elements, ghost);
    batch.bind(() => q.address);
    batch.run();
    const whole = batch.table().rows.slice();
    expect(whole.some((value) => value !== 0)).toBe(true);
    for (const chunks of [2, 3, 7]) {
      batch.table().rows.fill(0);
      const bounds = rangeBounds(batch.pairs, chunks, 4);
      expect(bounds).toHaveLength(chunks + 1);
      for (let c = chunks - 1; c >= 0; c--) {
        const call = batch.rangeCall(bounds[c], bounds[c + 1], () => q.address, 0, 0);
        if (arena.team) onThread(arena, c % 3, call);
        else perform(call);
      }
      expect(difference(batch.table().rows, whole)).toBe('');
    }
  });

  test('elements that add to shared nodes, part by part in columns of their own, give the sums of the whole', () => {
    const arena = arenaOf();
    const { q, f, own } = columns(arena);
    const before = f.view().slice();
    const at = (array: string): number => (array === 'q' ? q.address : f.address);
    const batch = new Batch(forces, arena, elements, ghost);
    batch.bind(at);
    batch.run();
    const whole = f.view().slice(0, length);
    for (const cuts of [
      [0, ghost],
      [0, 24 * 12, ghost],
      [0, 24 * 5, 24 * 12, 24 * 20, ghost],
    ]) {
      const parted = new Batch(forces, arena, elements, ghost, undefined, { cuts });
      const sums = new Float64Array(length);
      for (let part = cuts.length - 2; part >= 0; part--) {
        own.view().set(before);
        const ofPart = (array: string): number => (array === 'q' ? q.address : own.address);
        for (const call of parted.partCalls(part, ofPart, 0, 0)) perform(call);
        const end = Math.min(cuts[part + 1], length);
        sums.set(own.view().subarray(cuts[part], end), cuts[part]);
      }
      expect(difference(sums, whole), `${cuts.length - 1} parts`).toBe('');
      const share = doubledFraction(elements, 4, { cuts });
      expect(share > 0).toBe(cuts.length > 2);
    }
  });

  test('a flat kernel on ranges gives the bits of the whole, and a union for each range', () => {
    const arena = arenaOf();
    const { q, f } = columns(arena);
    const sum = add(flat('q'), mul(flat('f'), flat('f')));
    const pass = new Flat([toFlat('f', sum), toUnion(0, flat('q'))], arena);
    const unions = arena.f64(3 * unionNumbers);
    const stretches = [
      { start: 0, size: 64 },
      { start: 96, size: 160 },
    ];
    pass.bind(stretches, (array) => (array === 'q' ? q : f).address, 0, unions.address);
    const before = f.view().slice();
    pass.run();
    const whole = f.view().slice();
    expect(areBelowTwo(unions.view())).toBe(true);
    f.view().set(before);
    q.view()[100] = 2.5; // its union is in the line of its range
    [0, 80, 160].forEach((from, c) => {
      for (const call of pass.rangeCalls(from, from + 80, 0, c)) perform(call);
    });
    pass.rangeCalls(240, 256, 0, 2).forEach(perform);
    expect(areBelowTwo(unions.view().subarray(0, unionNumbers))).toBe(true);
    expect(areBelowTwo(unions.view().subarray(unionNumbers))).toBe(false);
    const same = f.view().slice();
    same[100] = whole[100];
    expect(difference(same, whole)).toBe('');
  });
});

test('shared and unshared memory give the same bits, body kernels included', () => {
  const results = memories.map(([, arenaOf]) => {
    const arena = arenaOf();
    const { q, f } = columns(arena);
    const mode = { kind: 'body', stride: 8 * 24, offsets: [0, 24] } as const;
    const sinks = [0, 1].map((n) =>
      putTo(
        'f',
        n,
        point('q', n).map((e, k) => mul(e, gather('q', 1 - n, k))),
      ),
    );
    const bodies = new Bodies(sinks, mode, arena);
    bodies.bind(0, 4, (array) => (array === 'q' ? q : f).address);
    bodies.run();
    return f.view().slice();
  });
  expect(difference(results[1], results[0])).toBe('');
});

describe('ranges are independent', () => {
  const twoPairs = (nodes: readonly number[]): Int32Array => Int32Array.from(nodes, (n) => 24 * n); // [pair][slot][lane]
  const moved = kernel([addTo('p', 0, [gather('p', 1, 0)])]);
  const cases: [string, number[], boolean][] = [
    ['if they share no node', [0, 1, 2, 3, 4, 5, 6, 7], true],
    ['if what they share is only read', [0, 1, 9, 9, 4, 5, 9, 9], true],
    ['but not if both write a node', [0, 1, 2, 3, 4, 0, 6, 7], false],
    ['but not if one reads what the other writes', [0, 1, 2, 3, 4, 5, 1, 7], false],
    ['if they share nodes within a range', [0, 0, 1, 1, 4, 4, 5, 5], true],
    ['if they share ghosts', [0, 20, 2, 21, 4, 20, 6, 21], true],
  ];
  test.each(cases)('%s', (_, nodes, independent) => {
    expect(rangesAreIndependent(moved, twoPairs(nodes), [0, 1, 2], 60)).toBe(independent);
  });
  test('if a kernel writes nothing but rows', () => {
    expect(rangesAreIndependent(energies, new Int32Array(16), [0, 1, 2], 60)).toBe(true);
  });
});

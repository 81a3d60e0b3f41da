import { describe, expect, test } from 'vitest';
import { difference } from '../../../../../tests/support/bits.ts';
import { Random } from '../../../../../tests/support/random.ts';
import { edge } from '../../bodies/tet/springs.ts';
import { compiledModules } from '../compile/compile.ts';
import { addTo, kernel, parameter, point } from '../compile/kernel.ts';
import { Batch, ghostCoordinates } from './batch.ts';
import { Arena } from './memory.ts';
import { placedPairs } from './placed-run.ts';

const at = (array: string) => [0, 1].map((slot) => point(array, slot));
const springs = kernel(
  edge.forces(at('x'), at('v'), [0, 1, 2].map(parameter), []).map((force, slot) => addTo('f', slot, force)),
);
/** enough of them, and one more */
const count = 2 * placedPairs + 1;
const nodes = 1500;
/** runs after which code for the place is there */
const many = 70;

/** Edges with so many different parameters, on arrays that change places. */
function system(kinds: number) {
  const random = new Random(141);
  const arena = new Arena();
  const rows = Array.from({ length: kinds }, () => random.list(3, 0.5, 2));
  const blocks = Array.from({ length: count }, () => {
    const a = random.below(nodes);
    return [3 * a, 3 * ((a + 1 + random.below(nodes - 1)) % nodes)];
  }).flat();
  const parameters = Array.from({ length: count }, (_, e) => rows[e % kinds]).flat();
  const batch = new Batch(springs, arena, { count, blocks, parameters }, 3 * nodes);
  const arrays = Object.fromEntries(
    ['x', 'v', 'f', 'other x'].map((name) => [name, arena.f64(3 * nodes + ghostCoordinates)]),
  );
  for (const name of ['x', 'v', 'other x']) arrays[name].view().set(random.list(3 * nodes, -1, 1));
  const addressOf = (array: string, phase: 0 | 1): number => arrays[array === 'x' && phase ? 'other x' : array].address;
  const forces = (run: () => void): Float64Array => {
    arrays.f.view().fill(0);
    run();
    return arrays.f.view().slice(0, 3 * nodes);
  };
  /** the same by code for any place */
  const expected = (phase: 0 | 1): Float64Array =>
    forces(() => {
      const call = batch.rangeCall(0, batch.pairs, addressOf, 0, phase);
      Reflect.apply(call.run, undefined, call.args);
    });
  return { batch, addressOf, forces, expected };
}

describe('a batch that stays where it is', () => {
  test.each([1, 3, 500])('%i kinds of elements: the same bits in both phases, seed 141', (kinds) => {
    const { batch, addressOf, forces, expected } = system(kinds);
    const phase: { now: 0 | 1 } = { now: 0 };
    batch.bind(addressOf, 0, phase);
    const elsewhere = batch.bound(addressOf, 0, phase);
    const before = compiledModules();
    for (const run of [() => batch.run(), elsewhere]) {
      for (let i = 0; i < many; i++) {
        phase.now = i % 2 ? 1 : 0;
        const found = forces(run);
        if (i < 2 || i >= many - 2) expect(difference(found, expected(phase.now))).toBe('');
      }
    }
    expect(compiledModules() - before).toBe(4);
  });
  test('other parameters count at once, also where rows were in common', () => {
    const { batch, addressOf, forces, expected } = system(1);
    batch.bind(addressOf);
    for (let i = 0; i < many; i++) batch.run();
    const old = forces(() => batch.run());
    batch.setParameter(7, 1, 5);
    const compiled = compiledModules();
    for (let i = 0; i < many; i++) {
      const found = forces(() => batch.run());
      if (i && i + 1 < many) continue;
      expect(difference(found, expected(0))).toBe('');
      expect(difference(found, old)).not.toBe('');
    }
    expect(compiledModules()).toBe(compiled);
  });
  test('and other blocks', () => {
    const { batch, addressOf, forces, expected } = system(2);
    batch.bind(addressOf);
    for (let i = 0; i < many; i++) batch.run();
    batch.setBlock(3, 1, 3 * (nodes - 1));
    expect(
      difference(
        forces(() => batch.run()),
        expected(0),
      ),
    ).toBe('');
    batch.release();
  });
});

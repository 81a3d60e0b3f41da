import { describe, expect, test } from 'vitest';
import { difference } from '../../../../../../tests/support/bits.ts';
import { Random } from '../../../../../../tests/support/random.ts';
import { edge, volume } from '../../../bodies/tet/springs.ts';
import { Arena } from '../../run/memory.ts';
import { compile } from '../compile.ts';
import { interpret } from '../interpret.ts';
import { addTo, type Kernel, kernel, parameter, point, toRow } from '../kernel.ts';
import { schedule } from './schedule.ts';

/** f: the array that forces are added to; the energy goes to a row */
function springs(kind: typeof edge, f: string): Kernel {
  const at = (array: string) => kind.blocks.map((_, slot) => point(array, slot));
  const p = kind.parameters.map((_, column) => parameter(column));
  const forces = kind.forces(at('x'), at('v'), p, []);
  return kernel([...forces.map((own, slot) => addTo(f, slot, own)), toRow(0, kind.energy(at('x'), p, []))]);
}

describe('stages side by side', () => {
  test('edges are cut around root and division, tets in half', () => {
    const edges = schedule(springs(edge, 'f'), 12);
    expect([edges.stages.length, edges.behind]).toEqual([3, 2]);
    const computed = edges.stages[1].flatMap((step) => (step.do === 'compute' ? edges.values[step.value].op : []));
    expect(computed.sort()).toEqual(['div', 'sqrt']);
    const tets = schedule(springs(volume, 'f'), 12);
    expect([tets.stages.length, tets.behind]).toEqual([2, 2]);
  });
  test('what a pair adds, the next one may read: not cut', () => {
    expect(schedule(springs(edge, 'v'), 12).stages.length).toBe(1);
  });

  const kinds = [
    { name: 'edges', kind: edge, positive: [0] },
    { name: 'tets', kind: volume, positive: [] },
  ];
  test.each(kinds)(
    '$name: bits of the interpreter for 1 to 9 pairs, and nothing else is written, seed 131',
    ({ kind, positive }) => {
      const k = springs(kind, 'f');
      const random = new Random(131);
      const nodes = 12;
      const arena = new Arena();
      // tables of 9 pairs; those behind the last pair of a run point far outside
      const index = arena.i32(18 * k.slots);
      const parameters = arena.f64(18 * k.parameters);
      const rows = arena.f64(18 * k.rows);
      const [x, v, f] = [0, 1, 2].map(() => arena.f64(3 * nodes));
      const arrays = { x: x.address, v: v.address, f: f.address };
      const run = compile(k, arena.memory);
      for (let pairs = 1; pairs <= 9; pairs++) {
        index.view().fill(2 ** 31 - 64);
        for (let pair = 0; pair < pairs; pair++) {
          const own = random.shuffle([...Array(nodes).keys()]); // the lanes of a pair have no node in common
          for (let i = 0; i < 2 * k.slots; i++) index.view()[2 * k.slots * pair + i] = 24 * own[i];
        }
        const table = random.list(18 * k.parameters, 0.5, 2);
        for (const column of positive) table[2 * column] = 0; // one edge without a length
        parameters.view().set(table);
        for (const block of [x, v, f]) block.view().set(random.list(3 * nodes, -1, 1));
        rows.view().fill(7);
        const before = f.view().slice();
        const at = { index: index.address, parameters: parameters.address, rows: rows.address, arrays };
        interpret(k, arena.buffer, pairs, at);
        const expected = [f.view().slice(), rows.view().slice()];
        f.view().set(before);
        rows.view().fill(7);
        run(
          pairs,
          index.address,
          parameters.address,
          0,
          rows.address,
          0,
          ...k.arrays.map((name) => arrays[name as 'x']),
        );
        expect(difference(f.view(), expected[0])).toBe('');
        expect(difference(rows.view(), expected[1])).toBe('');
      }
    },
  );
});

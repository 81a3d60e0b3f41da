import { describe, expect, test } from 'vitest';
import { difference } from '../../../../../../tests/support/bits.ts';
import { Random } from '../../../../../../tests/support/random.ts';
import { edge, volume } from '../../../bodies/tet/springs.ts';
import { add, mul, sqrt, square } from '../../formula/expr.ts';
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

/** Eight roots that wait for each other, beside sums that do not. */
function rootsInARow(): Kernel {
  const [x, v] = [point('x', 0), point('v', 1)];
  let root = add(square(x[0]), parameter(0));
  for (let i = 0; i < 8; i++) root = sqrt(add(mul(root, parameter(0)), square(x[i % 3])));
  let sum = parameter(0);
  for (let i = 0; i < 70; i++) sum = add(mul(sum, x[i % 3]), v[(i + 1) % 3]);
  return kernel([addTo('f', 0, [root, mul(root, sum), sum]), toRow(0, sum)]);
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

  test('a kernel with roots in a row is cut into many stages', () => {
    const { stages, behind } = schedule(rootsInARow(), 12);
    expect([stages.length, behind]).toEqual([13, 1]);
  });

  const kinds = [
    { name: 'edges', k: springs(edge, 'f'), positive: [0], most: 9 },
    { name: 'tets', k: springs(volume, 'f'), positive: [], most: 9 },
    { name: 'roots in a row', k: rootsInARow(), positive: [], most: 20 },
  ];
  test.each(kinds)(
    '$name: bits of the interpreter for 1 to $most pairs, and nothing else is written, seed 131',
    ({ k, positive, most }) => {
      const random = new Random(131);
      const nodes = 12;
      const arena = new Arena();
      // tables of `most` pairs; those behind the last pair of a run point far outside
      const index = arena.i32(2 * most * k.slots);
      const parameters = arena.f64(2 * most * k.parameters);
      const rows = arena.f64(2 * most * k.rows);
      const [x, v, f] = [0, 1, 2].map(() => arena.f64(3 * nodes));
      const arrays = { x: x.address, v: v.address, f: f.address };
      const run = compile(k, arena.memory);
      for (let pairs = 1; pairs <= most; pairs++) {
        index.view().fill(2 ** 31 - 64);
        for (let pair = 0; pair < pairs; pair++) {
          const own = random.shuffle([...Array(nodes).keys()]); // the lanes of a pair have no node in common
          for (let i = 0; i < 2 * k.slots; i++) index.view()[2 * k.slots * pair + i] = 24 * own[i];
        }
        const table = random.list(2 * most * k.parameters, 0.5, 2);
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

import { expect, test } from 'vitest';
import { chain } from './chain.ts';

test('nodes at equal distances, consecutive edges, nothing else', () => {
  const { positions, edges, tets, triangles } = chain({ from: [0, 1, 0], to: [4, 1, -2], nodes: 5 });
  expect([...positions]).toEqual([0, 1, 0, 1, 1, -0.5, 2, 1, -1, 3, 1, -1.5, 4, 1, -2]);
  expect([...edges]).toEqual([0, 1, 1, 2, 2, 3, 3, 4]);
  expect([tets.length, triangles.length]).toEqual([0, 0]);
});

test('the ends are met to the last bit, and a level chain is level', () => {
  const from = [0.1, 0.7, -0.3] as const;
  const to = [1e6 / 3, 0.7, 0.7] as const;
  const { positions } = chain({ from, to, nodes: 11 });
  expect([...positions.subarray(0, 3)]).toEqual([...from]);
  expect([...positions.subarray(30)]).toEqual([...to]);
  for (let i = 0; i < 11; i++) expect(positions[3 * i + 1]).toBe(0.7);
});

test('invalid input is refused with a message', () => {
  const good = { from: [0, 0, 0], to: [1, 0, 0], nodes: 2 } as const;
  expect(chain(good).edges.length).toBe(2);
  expect(() => chain({ ...good, nodes: 1 })).toThrow(
    expect.objectContaining({ message: 'chain: nodes — 1 is not allowed (give a whole number, 2 or more).' }),
  );
  expect(() => chain({ ...good, nodes: 2.5 })).toThrow('chain: nodes — 2.5');
  expect(() => chain({ ...good, to: [0, 0, 0] })).toThrow(
    expect.objectContaining({ message: 'chain: to — [0,0,0] is where the chain starts (give another point).' }),
  );
  expect(() => chain({ ...good, from: [0, NaN, 0] })).toThrow(
    expect.objectContaining({ message: 'chain: from[1] — NaN is not allowed (give a finite number).' }),
  );
});

/** Matrices of scenes: half bands beside those of the notes, what is drawn of them. */
import { describe, expect, test } from 'vitest';
import { micado } from '../../../../tests/support/micado.ts';
import { build, held } from '../../../../tests/support/rods.ts';
import { cellsPath } from './cells.ts';
import { type Spy, spyOf } from './spy.ts';
import { spySvg } from './svg.ts';

function spied(name: string): Spy {
  const simulation = micado(name);
  simulation.step(1);
  return spyOf(simulation) as Spy;
}

/**
 * Half bands as numbered, by the paper's graph, by the true one, there with multipliers behind their rows; without what taut rows
 * couple. Notes, sec. 6, has 269, 102, 62 for the bridge, 211, 64, 48 for the bundle, 360, 130, 61 for the net, and 288, 41, 34 for
 * DNA. It numbers x y z and twist of a point together and rows by station, while here twists come behind a rod's points and rows
 * constraint by constraint: hence the first. Those of the true graph are what linalg/banded/rods.test.ts has for matrices of this form;
 * `rcm` takes the cheapest of several starts and directions. The paper's graph depends on these more than others.
 */
const halfBands = [
  { name: 'bridge', n: 293, rows: 53, entries: 3198, slack: [276, 80, 53, 75] },
  { name: 'cable-bundle', n: 234, rows: 42, entries: 1676, slack: [216, 50, 45, 46] },
  { name: 'spider-net', n: 385, rows: 77, entries: 4319, slack: [378, 114, 62, 116] },
  { name: 'dna', n: 320, rows: 40, entries: 4001, slack: [288, 33, 32, 32] },
];
describe.each(halfBands)('$name', ({ name, n, rows, entries, slack }) => {
  const spy = spied(name);
  test('a negative pivot for each row; half bands', () => {
    expect(spy).toMatchObject({ n, rows, negativePivots: rows });
    expect(spy.groupOf).toHaveLength(entries);
    expect(spy.orders.slice(0, 4).map(({ slackHalfBand }) => slackHalfBand)).toEqual(slack);
    // an order is a renumbering: as many entries on the diagonal, none further from it than told
    for (const { places, halfBand } of spy.orders) {
      const off = places.rows.map((row, e) => row - places.columns[e]);
      expect(off.filter((d) => d === 0)).toHaveLength(n);
      expect(Math.max(...off)).toBe(halfBand);
    }
  });
  test('what is in use costs less than the order in which all is numbered', () => {
    const flops = Object.fromEntries(spy.orders.map((order) => [order.name, order.flops]));
    expect(flops.used ?? flops.band).toBeLessThan(flops.numbered);
  });
});

test('groups: rows as they are counted, entries between ropes apart', () => {
  const { groups, groupOf } = spied('bridge');
  expect(groups.map(({ sort, name, unknowns }) => [name ?? sort, unknowns])).toEqual([
    ...['deck-left', 'deck-right', 'rail-left', 'rail-right'].map((rope) => [rope, 60]),
    ['between', 0],
    ['absolute', 32],
    ['relative', 21],
    ['contact', 0],
    ['slider', 0],
  ]);
  const counted = groups.map((_, k) => groupOf.filter((group) => group === k).length);
  // a nail: x, y, z and twist, of three points at u = 0 and four next to the other end; and their diagonal
  expect(counted[5]).toBe(4 * 4 * (3 + 1) + 4 * 4 * (4 + 1));
  // a distance between two ropes: x, y, z, of three points of each at the three stations of whole u, else of four; its diagonal
  expect(counted[6]).toBe(3 * 3 * (2 * 3 * 3 + 1) + 3 * 4 * (2 * 4 * 3 + 1));
  expect(counted.slice(0, 4)).toEqual([counted[0], counted[0], counted[0], counted[0]]);
});

test('nothing to look at before the first step, or without a solve', () => {
  expect(spyOf(build(held({ kind: 'nail', a: { body: 'rope', u: 0 } })))).toBeUndefined();
});

describe('the drawing', () => {
  test('is small, and has all that it should say', () => {
    const spy = spied('bridge');
    const svg = spySvg(spy);
    expect(svg.length).toBeLessThan(300_000);
    const said = [...svg.matchAll(/<text[^>]*>([^<]*)</g)].map(([, words]) => words);
    for (const words of [
      'A rope bridge (MIC08, fig. 1)',
      '293 unknowns, 53 of them multipliers, 53 negative pivots; the step to t = 0.01 s',
      'half band 276, 3,198 entries',
      'deck-left (60)',
      'rows to the world (32)',
      'rows between bodies (21)',
      'filled in by elimination',
    ])
      expect(said).toContain(words);
    expect(/NaN|undefined/.test(svg)).toBe(false);
  });
  test('has every entry and its mirror image once', () => {
    const spy = spied('cable-bundle');
    for (const { places } of spy.orders) {
      let drawn = 0;
      spy.groups.forEach((_, k) => {
        drawn += area(cellsPath(places.rows, places.columns, 1, (e) => spy.groupOf[e] === k));
      });
      expect(drawn).toBe(2 * spy.groupOf.length - spy.n);
    }
  });
  test('titles cannot break it', () => {
    const svg = spySvg({ ...spied('cable-bundle'), title: 'a < b & "c"' });
    expect(svg.split('>a &#60; b &#38; &#34;c&#34;')).toHaveLength(3); // as a title and as text
  });
});

/** Of all rectangles of a path. */
const area = (path: string): number =>
  [...path.matchAll(/h(\d+)v(\d+)h-/g)].reduce((sum, [, w, h]) => sum + Number(w) * Number(h), 0);

describe('cells', () => {
  test('runs become rectangles that grow down; the mirror image comes by itself', () => {
    // a 2 x 2 block, and one entry two below the diagonal
    expect(cellsPath([0, 1, 1, 3], [0, 0, 1, 1], 1)).toBe('M0 0h2v2h-2zM3 1h1v1h-1zM1 3h1v1h-1z');
  });
  test('are coarser in large matrices', () => {
    expect(cellsPath([0, 9, 10], [0, 9, 10], 5)).toBe('M0 0h5v5h-5zM5 5h5v5h-5zM10 10h5v5h-5z');
    expect(cellsPath([], [], 1)).toBe('');
  });
});

/** Scenes of growing size, one for everything that a file can hold many of. */

type Place = (i: number) => number[];
const inRow: Place = (i) => [i, 0, 0];
const dust = (id: string, count: number, at = inRow) => ({
  ...{ id, kind: 'particles', mass: 1 },
  positions: Array.from({ length: count }, (_, i) => at(i)),
});
const line = { kind: 'line', from: [0, 0, 0], to: [1, 0, 0] };
const rope = { id: 'rope', kind: 'spline', curve: line, count: 10, EA: 5000, rhoA: 0.1 };
const cube = { id: 'cube', kind: 'tet-springs', mesh: { kind: 'box', size: [1, 1, 1], cells: [2, 2, 2] }, density: 50 };
const copies = (body: object, count: number) => ({
  bodies: [{ ...body, repeat: { grid: [count, 1, 1], spacing: [2, 1, 1] } }],
});
const upTo = (count: number, first = 0): number[] => Array.from({ length: count }, (_, i) => i + first);
const touching = (count: number, at: Place, tolerance: number) => ({
  bodies: ['a', 'b'].map((id) => dust(id, count, at)),
  constraints: [
    {
      ...{ id: 'j', kind: 'join-touching', tolerance, method: 'local' },
      between: ['a', 'b'].map((body) => ({ body, nodes: 'all' })),
    },
  ],
});
const rods = (method: string, at: Place, from: number[], to: number[]) => ({
  bodies: [dust('a', from.length + 1, at)],
  constraints: [{ id: 'r', kind: 'distance', method, a: { body: 'a', nodes: from }, b: { body: 'a', nodes: to } }],
});
const star = (method: string, n: number) =>
  rods(method, (i) => (i ? [Math.cos(i), Math.sin(i), i / n] : [0, 0, 0]), upTo(n, 1), [0]);
const nails = (n: number, node: (i: number) => unknown) =>
  upTo(n).map((i) => ({ id: `n${i}`, kind: 'nail', a: { body: 'a', nodes: [node(i)] } }));

/** What grows, the sizes whose times are told, and the scene of a size, without its head. */
export const growingScenes: readonly (readonly [
  name: string,
  sizes: readonly number[],
  make: (n: number) => object,
])[] = [
  ['copies of a particle', [10_000, 40_000, 160_000], (n) => copies(dust('a', 1), n)],
  ['copies of a cube', [2500, 10_000, 40_000], (n) => copies({ ...cube, stretch: 3e4 }, n)],
  ['copies of a rope', [500, 2000, 4000], (n) => copies(rope, n)],
  ['points of a rope', [1000, 4000, 8000], (n) => ({ bodies: [{ ...rope, count: n }] })],
  ['a chain of rods', [12_500, 50_000], (n) => rods('lagrange', inRow, upTo(n - 1), upTo(n - 1, 1))],
  ['nodes that touch', [5000, 20_000, 80_000], (n) => touching(n, inRow, 1e-3)],
  ['nodes in one cell', [1000, 4000, 16_000], (n) => touching(n, (i) => [i * 1e-9, (i % 13) * 1e-9, 0], 1)],
  ['rods at one node, lagrange', [250, 1000, 4000], (n) => star('lagrange', n)],
  ['rods at one node, local', [250, 1000, 4000], (n) => star('local', n)],
  ['constraints', [1000, 4000, 16_000], (n) => ({ bodies: [dust('a', n)], constraints: nails(n, (i) => i) })],
  ['bodies', [1000, 4000, 16_000], (n) => ({ bodies: upTo(n).map((i) => dust(`b${i}`, 1, () => [i, 0, 0])) })],
  [
    'events',
    [1000, 4000, 16_000],
    (n) => ({
      bodies: [dust('a', 1)],
      events: upTo(n).map((i) => ({ at: i / 1000, do: 'set-gravity', gravity: [0, -i, 0] })),
    }),
  ],
  [
    'probes',
    [1000, 4000, 16_000],
    (n) => ({
      bodies: [dust('a', 1)],
      probes: upTo(n).map((i) => ({ id: `p${i}`, kind: 'position', of: { body: 'a', nodes: [0] } })),
    }),
  ],
  ['faults of form', [2000, 8000, 32_000], (n) => ({ bodies: [dust('a', 1)], constraints: nails(n, () => 'x') })],
];

import {
  block,
  box,
  createWorld,
  type HexMesh,
  hexMesh,
  hexMetric,
  secondOrder,
  type TetElements,
  tetFem,
  type World,
} from '../../packages/engine/src/index.ts';
import type { Chapter, Entry } from './entry.ts';

const g = 9.81;
/** The mean sag of the end of a bar of 10 x 1 x 1 m under its own weight. */
function sag(elements: TetElements, across: number): number {
  const bar = box({ size: [10, 1, 1], cells: [10 * across, across, across], centre: [5, 0, 0] });
  const mesh = elements === 'quadratic' ? secondOrder(bar) : bar;
  const x = mesh.positions;
  const where = (at: number): number[] =>
    Array.from({ length: x.length / 3 }, (_, n) => n).filter((n) => Math.abs(x[3 * n] - at) < 1e-9);
  const world = createWorld({ step: 1, gravity: [0, -g, 0], integrator: 'quasi-static', method: 'displacement' });
  const options = { young: 1e9, poisson: 0.3, density: 1000, material: 'corotated' } as const;
  world.add(tetFem(mesh, { id: 'bar', elements, fixed: where(0), ...options }));
  world.step();
  const tip = where(10);
  return tip.reduce((sum, n) => sum + x[3 * n + 1] - world.positions('bar')[3 * n + 1], 0) / tip.length;
}
const timoshenko = ((): number => {
  const [L, E, rho, nu] = [10, 1e9, 1000, 0.3];
  const kappa = (10 * (1 + nu)) / (12 + 11 * nu);
  return (rho * g * L ** 4 * 12) / (8 * E) + (rho * g * L * L * 2 * (1 + nu)) / (2 * kappa * E);
})();
const cantilevers: Entry[] = (
  [
    ['quadratic', 1, 0.035, 'one cell of ten nodes across: what it still locks by'],
    ['quadratic', 2, 0.015, 'two cells across, and what the clamp holds that a beam does not'],
  ] as const
).map(([elements, across, tolerance, reason]) => ({
  what: `cantilever of ${elements} tets, ${across} across, under its own weight: the sag of its end`,
  formula: 'w = rho A g L^4/(8 E I) + rho g L^2/(2 kappa G)',
  source: 'S. P. Timoshenko, 1921; kappa by G. R. Cowper, 1966',
  parameters: '10 x 1 x 1 m, E = 1e9 Pa, nu = 0.3, 1000 kg/m^3, corotated, quasi-static',
  unit: 'm',
  expected: timoshenko,
  tolerance,
  reason,
  measure: () => sag(elements, across),
}));

/** A block of 2 x 2 x 2 boxes of different sizes. */
function gradedBlock(): HexMesh {
  const plain = block({ size: [1, 1, 1], cells: [2, 2, 2], centre: [0.5, 0.5, 0.5] });
  const middle = [0.42, 0.55, 0.37];
  const positions = plain.positions.map((x, i) => (Math.abs(x - 0.5) < 1e-9 ? middle[i % 3] : x));
  return hexMesh({ positions, hexes: plain.hexes });
}
type Map3 = (x: readonly number[]) => readonly number[];
/** The largest force at the inner node, and the pull of the face x = 1, of a block that is put somewhere. */
function stretched(mesh: HexMesh, integration: 'averaged' | '8-point', map: Map3): { inner: number; pull: number[] } {
  const world: World = createWorld({ step: 1e-6, gravity: [0, 0, 0], integrator: 'explicit-euler' });
  const options = { density: 1, stiffness: 10, integration } as const;
  world.add(hexMetric(mesh, { id: 'block', ...options }));
  const X = mesh.positions;
  for (let i = 0; i < X.length; i += 3) world.positions('block').set(map([...X.subarray(i, i + 3)]), i);
  world.step(); // explicit Euler: velocities are h times the forces over masses
  const v = world.velocities('block');
  const masses = nodeMasses(mesh);
  let inner = 0;
  const pull = [0, 0, 0];
  for (let n = 0; n < X.length / 3; n++) {
    const f = [0, 1, 2].map((k) => (v[3 * n + k] * masses[n]) / 1e-6);
    if ([0, 1, 2].every((k) => X[3 * n + k] > 1e-9 && X[3 * n + k] < 1 - 1e-9))
      inner = Math.max(inner, Math.hypot(...f));
    if (X[3 * n] > 1 - 1e-9)
      f.forEach((one, k) => {
        pull[k] -= one;
      });
  }
  return { inner, pull };
}
/** rho V/8 of each cell to its corners; cells are boxes. */
function nodeMasses({ positions: x, hexes }: HexMesh): Float64Array {
  const masses = new Float64Array(x.length / 3);
  for (let h = 0; h < hexes.length; h += 8) {
    const [a, b] = [3 * hexes[h], 3 * hexes[h + 6]]; // opposite corners
    const volume = [0, 1, 2].reduce((product, k) => product * (x[b + k] - x[a + k]), 1);
    for (let c = 0; c < 8; c++) masses[hexes[h + c]] += volume / 8;
  }
  return masses;
}
const plainBlock = block({ size: [1, 1, 1], cells: [2, 2, 2], centre: [0.5, 0.5, 0.5] });
const bricks: Entry[] = [
  ...[0.8, 1.2].map(
    (s): Entry => ({
      what: `bricks stretched to ${s} along x: the pull of a face`,
      formula: 'F = A 4 s a (a^2 - 1)',
      source: 'PB88, eq. 44 (corrected), notes, A3',
      parameters: 's = 10 Pa, 1 m^2, 2 x 2 x 2 cells',
      unit: 'N',
      expected: 40 * s * (s * s - 1),
      tolerance: 1e-9,
      reason: 'forces are read from velocities after a step of 1e-6 s',
      measure: () => stretched(plainBlock, 'averaged', ([x, y, z]) => [s * x, y, z]).pull[0],
    }),
  ),
  {
    what: 'bricks in simple shear of 0.4: the pull of a face across itself',
    formula: 'F_y = 4 s (2 k/2 + k^3), G_01 = k, G_00 = 1 + k^2 with y moved by k x',
    source: 'PB88, eq. 44: P = 2 F (2 s (G - R))',
    parameters: 's = 10 Pa, 1 m^2, 2 x 2 x 2 cells',
    unit: 'N',
    expected: 40 * (0.4 + 0.4 ** 3),
    tolerance: 1e-9,
    reason: 'forces are read from velocities after a step of 1e-6 s',
    measure: () => stretched(plainBlock, 'averaged', ([x, y, z]) => [x, y + 0.4 * x, z]).pull[1],
  },
  ...(['averaged', '8-point'] as const).map(
    (integration): Entry => ({
      what: `patch test of boxes of different sizes, ${integration}: force on the inner node under an affine map`,
      formula: 'f = 0',
      source: 'B. M. Irons, 1965: a constant stress balances inside',
      parameters: 's = 10 Pa, eight boxes of edges 0.37 to 0.63 m, stretched and sheared by up to 0.2',
      unit: 'N',
      expected: 0,
      tolerance: 1e-8,
      reason: 'forces are read from velocities after a step of 1e-6 s',
      measure: () =>
        stretched(gradedBlock(), integration, ([x, y, z]) => [1.1 * x + 0.2 * y, 0.9 * y + 0.1 * z, z - 0.1 * x]).inner,
    }),
  ),
];

export const elementsChapter: Chapter = {
  file: 'elements',
  title: 'Elements',
  about: 'Beams of tets, and bricks that keep their metric.',
  entries: [...cantilevers, ...bricks],
};

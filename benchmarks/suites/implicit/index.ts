/** Steps of large solids under implicit schemes: a box of neo-hookean, E = 1e6, held at two corners, in the swing of its first steps. */
import { box, tetFem, World } from '../../engine.ts';
import { cpuTimed, leastTimes, milliseconds, type Row } from '../../harness.ts';

interface Box {
  /** along each side, five tets each */
  readonly cells: readonly [number, number, number];
  readonly h: number;
  readonly material?: string;
  readonly integrator?: string;
  /** ms of a step */
  readonly target?: number;
}

function boxWorld({ cells, h, material = 'neo-hookean', integrator = 'backward-euler' }: Box): World {
  const mesh = box({ size: [1, 1, 1], cells });
  const moduli = { young: 1e6, poisson: 0.4, density: 1000 };
  const world = new World({ step: h });
  world.add(tetFem(mesh, { id: 'box', material, ...moduli, integrator, fixed: [0, cells[0]] }));
  return world;
}

function row(name: string, given: Box): Row {
  const [x, y, z] = given.cells;
  const { material = 'neo-hookean', integrator = 'backward-euler', h } = given;
  return {
    name,
    what: `a step of ${5 * x * y * z} tets, ${material}, ${integrator}, h = ${1000 * h} ms`,
    scores: [{ target: milliseconds(given.target), of: ({ ours }) => ours }],
    measure() {
      const world = boxWorld(given);
      world.step(4);
      return leastTimes({ ours: cpuTimed(() => world.step()) }, { warmUpMs: 0, sliceMs: 100, rounds: 4 });
    },
  };
}

const small = [13, 13, 14] as const;
export const rows: readonly Row[] = [
  row('implicit-solid', { cells: small, h: 0.005, target: 20 }),
  row('implicit-solid-long', { cells: small, h: 0.033, target: 35 }),
  row('implicit-solid-stvk', { cells: small, h: 0.005, material: 'st-venant-kirchhoff' }),
  row('implicit-solid-corotated', { cells: small, h: 0.005, material: 'corotated' }),
  row('implicit-solid-euler', { cells: small, h: 0.005, integrator: 'implicit-euler' }),
  row('implicit-solid-large', { cells: [27, 27, 27], h: 0.005, target: 120 }),
];

/** Laws of contact on soft bodies: the order of bodies, the numbers of nodes and cells, a turn, a mirror, a steady motion and other units change nothing. */
import { expect, test } from 'vitest';
import { Random } from '../../../../tests/support/random.ts';
import { box, chain, createWorld, type Mesh, mesh, rigid, tetSprings, type World } from '../index.ts';
import { movedPositions } from '../meshes/mesh.ts';

type Vector = [number, number, number];
type Quaternion = [number, number, number, number];
interface Change {
  readonly isReversed?: boolean;
  readonly isRenumbered?: boolean;
  readonly isMirrored?: boolean;
  readonly rotate?: Quaternion;
  readonly boost?: Vector;
  /** of lengths, masses and times */
  readonly units?: Vector;
}
interface Soft {
  readonly mesh: Mesh;
  readonly velocity: Vector;
  /** springs of 200 N/m with a mass at each node, or a modulus, N/m^2, with a density */
  readonly springs?: boolean;
  readonly stretch?: number;
}
interface Scene {
  readonly soft: readonly Soft[];
  readonly crate?: { readonly position: Vector; readonly velocity: Vector };
  readonly thickness: number;
}
const turned = unit([0.3, 0.5, -0.2, 0.8]);
const changes: Record<string, Change> = {
  'another order of bodies': { isReversed: true },
  'other numbers of nodes and cells': { isRenumbered: true },
  'a turn': { rotate: turned },
  'a mirror': { isMirrored: true },
  'a steady motion': { boost: [0.7, -1.1, 0.4] },
  'other units': { units: [1000, 1000, 10] },
};
const cube = (translate: Vector, rotate: Quaternion = [0, 0, 0, 1]): Mesh => {
  const { positions, tets } = box({ size: [0.2, 0.2, 0.2], cells: [2, 2, 2] });
  return mesh({ positions: movedPositions(positions, { rotate, translate }), tets });
};
const sheet = (size: number, cells: number, translate: Vector, rotate: Quaternion): Mesh => {
  const [positions, triangles]: [number[], number[]] = [[], []];
  const node = (i: number, k: number): number => k * (cells + 1) + i;
  for (let k = 0; k <= cells; k++)
    for (let i = 0; i <= cells; i++) positions.push(size * (i / cells - 0.5), 0, size * (k / cells - 0.5));
  for (let k = 0; k < cells; k++)
    for (let i = 0; i < cells; i++) {
      triangles.push(node(i, k), node(i + 1, k + 1), node(i + 1, k));
      triangles.push(node(i, k), node(i, k + 1), node(i + 1, k + 1));
    }
  return mesh({ positions: movedPositions(Float64Array.from(positions), { rotate, translate }), triangles });
};
const scenes: Record<string, Scene> = {
  // its redundant impulses were other ones in another order: 1e-5 m
  'two cubes face to face': {
    soft: [
      { mesh: cube([0, 0, 0]), velocity: [1, 0, 0] },
      { mesh: cube([0.204, 0.066, 0.044]), velocity: [-1, 0, 0] },
    ],
    thickness: 1e-3,
  },
  // places that start too close, beside others that touch: 5e-5 m
  'two cubes, one harder': {
    soft: [
      { mesh: cube([0, 0, 0]), velocity: [1, 0, 0], stretch: 1e5 },
      { mesh: cube([0.204, -0.014093, -0.06826]), velocity: [-1, 0, 0] },
    ],
    thickness: 1e-3,
  },
  // corners are exactly above diagonals of flat faces, one triangle of which carried the couple of friction: 5e-7 m with other numbers of cells
  'two cubes, corners above diagonals': {
    soft: [
      { mesh: cube([0, 0, 0]), velocity: [1, 0, 0] },
      { mesh: cube([0.204, -0.0647, -0.0647]), velocity: [-1, 0, 0] },
    ],
    thickness: 1e-3,
  },
  'a cube and a crate': {
    soft: [{ mesh: cube([0, 0, 0], unit([0.2, 0.3, 0.1, 1])), velocity: [1, 0, 0] }],
    crate: { position: [0.262, 0.05, 0.02], velocity: [-1, 0, 0] },
    thickness: 1e-3,
  },
  'two sheets': {
    soft: [
      { mesh: sheet(0.4, 4, [0.01, 0, 0.02], unit([0.05, 0.2, 0, 1])), velocity: [0, 0, 0], springs: true },
      { mesh: sheet(0.4, 5, [0, 0.028, 0], unit([0.02, 0.1, 0.03, 1])), velocity: [0, -1, 0], springs: true },
    ],
    thickness: 2e-3,
  },
  'two ropes': {
    soft: [
      { mesh: chain({ from: [-0.3, 0, 0], to: [0.3, 0, 0.01], nodes: 9 }), velocity: [0, 0, 0], springs: true },
      {
        mesh: chain({ from: [0.02, 0.006, -0.3], to: [0, 0.009, 0.3], nodes: 8 }),
        velocity: [0, -1, 0],
        springs: true,
      },
    ],
    thickness: 2e-3,
  },
};

/** Names of bodies; numbers of nodes as they are in the world. */
interface Made {
  readonly world: World;
  readonly numbers: readonly (readonly number[])[];
}
function made({ soft, crate, thickness }: Scene, integrator: string, change: Change): Made {
  const { units: [L, M, T] = [1, 1, 1], boost = [0, 0, 0], isRenumbered, isReversed } = change;
  const random = new Random(7);
  const contact = { friction: 0.5, thickness: L * thickness };
  const world = createWorld({ step: 1e-3 * T, gravity: [0, 0, 0], contact, integrator });
  const place = (x: Vector): Vector => changed(x, change).map((v) => L * v) as Vector;
  const velocityOf = (v: Vector): Vector => changed(v, change).map((x, k) => ((x + boost[k]) * L) / T) as Vector;
  const numbers = soft.map(({ mesh: { positions } }) =>
    shuffled(positions.length / 3, isRenumbered ? random : undefined),
  );
  const bodies = soft.map(({ mesh: { positions, tets, triangles, edges }, velocity, springs, stretch = 2e4 }, b) => {
    const moved = new Float64Array(positions.length);
    for (let k = 0; k < numbers[b].length; k++)
      moved.set(place([positions[3 * k], positions[3 * k + 1], positions[3 * k + 2]]), 3 * numbers[b][k]);
    const cells = (list: Int32Array, size: number): number[] =>
      shuffled(list.length / size, isRenumbered ? random : undefined).flatMap((c) => {
        const cell = Array.from(list.subarray(size * c, size * c + size), (v) => numbers[b][v]);
        if (change.isMirrored && size > 2) [cell[0], cell[1]] = [cell[1], cell[0]];
        return cell;
      });
    const own = tets.length
      ? mesh({ positions: moved, tets: cells(tets, 4) })
      : mesh({ positions: moved, triangles: cells(triangles, 3), edges: cells(edges, 2) });
    const velocities = Array.from(moved, (_, k) => velocityOf(velocity)[k % 3]);
    const id = `${b}`;
    return springs
      ? tetSprings(own, { id, mass: 0.002 * M, form: 'spring', stretch: (200 * M) / (T * T), velocities })
      : tetSprings(own, { id, density: (500 * M) / L ** 3, stretch: (stretch * M) / (L * T * T), velocities });
  });
  if (crate) {
    const size = [0.2 * L, 0.2 * L, 0.2 * L] as Vector;
    const { rotate = [0, 0, 0, 1] as Quaternion } = change;
    const [position, velocity] = [place(crate.position), velocityOf(crate.velocity)];
    bodies.push(rigid({ id: 'crate', shape: { kind: 'box', size }, mass: 2 * M, position, velocity, rotate }));
  }
  for (const body of isReversed ? bodies.reverse() : bodies) world.add(body);
  return { world, numbers };
}
/** How far nodes and the crate of the other world are from where they should be, m. */
function apart(one: Made, other: Made, change: Change): number {
  const { units: [L] = [1], boost = [0, 0, 0] } = change;
  let most = 0;
  const compare = (x: ArrayLike<number>, i: number, y: ArrayLike<number>, k: number): void =>
    changed([x[i], x[i + 1], x[i + 2]], change).forEach((v, axis) => {
      most = Math.max(most, Math.abs(y[k + axis] / L - boost[axis] * one.world.time - v));
    });
  one.numbers.forEach((list, b) => {
    const [x, y] = [one, other].map(({ world }) => world.positions(`${b}`));
    for (let k = 0; k < list.length; k++) compare(x, 3 * k, y, 3 * other.numbers[b][k]);
  });
  if (one.numbers.length === 1) compare(one.world.coordinates('crate'), 0, other.world.coordinates('crate'), 0);
  return most;
}
function changed([x, y, z]: Vector, { isMirrored, rotate }: Change): Vector {
  const place = Float64Array.of(x, y, isMirrored ? -z : z);
  return [...(rotate ? movedPositions(place, { rotate }) : place)] as Vector;
}
function unit(q: Quaternion): Quaternion {
  const size = Math.hypot(...q);
  return q.map((x) => x / size) as Quaternion;
}
/** 0 to count - 1, in another order if there is a source of random numbers. */
function shuffled(count: number, random?: Random): number[] {
  const list = Array.from({ length: count }, (_, k) => k);
  for (let k = count - 1; random && k > 0; k--) {
    const m = Math.min(k, Math.floor(random.between(0, k + 1)));
    [list[k], list[m]] = [list[m], list[k]];
  }
  return list;
}

/** m: a thousand times what rounding made of it */
const bound = 1e-10;
const steps = 10;
const integrators: Record<string, readonly string[]> = {
  'two cubes face to face': ['verlet', 'rk4'],
  'two cubes, one harder': ['verlet', 'velocity-verlet', 'euler-cromer'],
  'two sheets': ['verlet', 'rk4'],
};
const cases = Object.keys(scenes).flatMap((name) =>
  (integrators[name] ?? ['verlet']).map((integrator) => ({ name, integrator })),
);
test.each(cases)('$name, $integrator: nothing changes within 1e-10 m in 10 steps', ({ name, integrator }) => {
  const scene = scenes[name];
  const one = made(scene, integrator, {});
  const others = Object.keys(changes).map((change) => ({ change, other: made(scene, integrator, changes[change]) }));
  let touched = 0;
  for (let k = 0; k < steps; k++) {
    one.world.step();
    touched += one.world.contacts().length;
    expect(one.world.contactReport().converged).toBe(true);
    for (const { change, other } of others) {
      other.world.step();
      expect(apart(one, other, changes[change]), `${change}, step ${k}`).toBeLessThan(bound);
    }
  }
  expect(touched).toBeGreaterThan(0);
});

/** Worlds of many like bodies, on either path: as one archetype, or each with elements of its own, through index tables. */
import {
  type Body,
  copyOf,
  joins,
  mesh,
  nail,
  node,
  type ThreadPool,
  tetSprings,
  World,
  worldPoint,
} from '../../engine.ts';
import { type Corner, curtain, noise, step, tets } from './problem.ts';

export type Path = 'indexed' | 'archetype';

/** A copy elsewhere. Bodies are one archetype as long as their elements are one and the same list. */
export function placedCopy(body: Body, path: Path, id: string, translate: readonly [number, number, number]): Body {
  const copy = copyOf(body, { id, translate });
  return path === 'archetype' ? copy : { ...copy, elements: [...body.elements] };
}

/**
 * The C's cube, mode EV: k = 20000 J and d = 20 J s on every edge, times the number of tets that share it, 500 J on every
 * tet, 1 kg at every node.
 *
 * Its edge force s (x1 - x0) has s = k/L0^2 - k/(L0 l) + d/L0^2 (x1 - x0).(v1 - v0)/l^2, which is (k C + d Cdot) dC/dx1
 * of C = l/L0 - 1; its volume force is k C dC/dx of C = det/det0 - 1, whatever the tet's orientation.
 *
 * An edge takes the mean of its tets by volume: a side has one, a corner tet; a face diagonal the central tet of volume
 * 1/3 and two corner tets of 1/6, so (central + corner)/2. Three times as stiff as a side, it asks for central = 5 corner.
 */
const perTet = (corner: number): number[] => [5 * corner, corner, corner, corner, corner];
const cube = tetSprings(
  mesh({ positions: Array.from({ length: 24 }, (_, i) => (Math.floor(i / 3) >> (i % 3)) & 1), tets }),
  {
    mass: 1,
    form: 'joule',
    stretch: perTet(20000),
    damping: perTet(20),
    bulk: 500,
  },
);

/** The C's damping sees the velocity (x^t - x^{t-2h}) / 2h, as GBT06 prints it in eq. 2. */
export function curtainWorld(width: number, path: Path, threads?: ThreadPool): World {
  const scene = curtain(width);
  const world = new World({ step, integrator: 'verlet-as-printed', ...(threads ? { threads } : {}) });
  const bodies = scene.places.map((place, c) => {
    const copy = placedCopy(cube, path, `cube-${c}`, place);
    return world.add({
      ...copy,
      start: (q, v) => {
        copy.start(q, v);
        for (let n = 0; n < copy.nodeCount; n++) q[3 * n + 2] += noise(copy.nodeCount * c + n);
      },
    });
  });
  const at = (corner: Corner) => node(bodies[corner.cube], corner.node);
  world.constrain(joins(scene.joins.map((pair) => pair.map(at))), { id: 'joins' });
  const places = scene.nails.map(({ cube, node: n }) => {
    const [x, y, z] = scene.places[cube];
    return worldPoint(x + (n & 1), y + ((n >> 1) & 1), z + (n >> 2));
  });
  world.constrain(nail(scene.nails.map(at), places), { id: 'nails' });
  atRest(world);
  return world;
}

/**
 * Start as the C does, with x^{-h} = x and no velocity for the damping. Verlet's first step would put x^{-h} where v = 0 at
 * the start asks for, h^2/2 W f off, so the bodies are told that they have been stepping, with all velocities zero.
 */
export function atRest(world: World): void {
  const now = world.snapshot();
  world.restore({ ...now, bodies: now.bodies.map((body) => ({ ...body, fresh: false, starting: false })) });
}

export const checkedSteps = 100;
/** Of checksums, relative: sums of another order differ, and C fuses multiplications with additions. */
const sameWork = 1e-9;

/** Contenders that are elsewhere after `checkedSteps` have done different work, and no time of theirs says anything. */
export function refuseDifferentWork(name: string, ours: number, theirs: number): void {
  const apart = Math.abs(ours / theirs - 1);
  if (apart <= sameWork) return;
  throw new Error(
    `${name} — not the same work: after ${checkedSteps} steps the sum of |x| + |y| + |z| is ${ours} here and ${theirs} there, ${apart.toExponential(1)} apart; it must be ${sameWork} at most.`,
  );
}
/** Sum of |x| + |y| + |z|. */
export function checksum(world: World): number {
  let sum = 0;
  for (const { id } of world.bodies) for (const x of world.positions(id)) sum += Math.abs(x);
  return sum;
}

/**
 * Small random scenes: particles, tets of springs or of finite elements, bricks, short ropes, rigid bodies; constraints
 * that hold at the start (scene-constraints.ts), and the method and integrators of both.
 */
import { Random } from '../support/random.ts';
import { identity, type LawBody, type LawScene, plus, rotation, type Triple, times, triple } from './scene.ts';
import { constrained } from './scene-constraints.ts';

const explicit = [
  ...['verlet', 'euler-cromer', 'explicit-euler', 'midpoint', 'rk2', 'rk4', 'velocity-verlet', 'beeman'],
];
/** Corners of a brick, in the order of its mesh. */
const corners: readonly Triple[] = [0, 1].flatMap((z) =>
  (
    [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ] as const
  ).map(([x, y]): Triple => [x, y, z]),
);
/** Where the nodes of a kind are, before they are shifted at random. */
const outlines: Readonly<Record<LawBody['kind'], (random: Random) => readonly Triple[]>> = {
  particles: (random) => Array.from({ length: 2 + random.below(3) }, (_, i) => [0.3 * i, 0, 0]),
  rope: () => [0, 1, 2, 3].map((i) => [0.3 * i, 0, 0]),
  springs: () => tet,
  fem: () => tet,
  hex: () => corners.map((x) => times(x, 0.5)),
  rigid: () => [
    [0.2, 0.2, 0.2],
    [0.4, 0.3, 0.1],
  ],
};
const tet: readonly Triple[] = [
  [0, 0, 0],
  [0.5, 0, 0],
  [0, 0.5, 0],
  [0, 0, 0.5],
];

function bodyOf(random: Random, kind: LawBody['kind'], k: number, damped: boolean, integrator?: string): LawBody {
  const corner = triple(random, 0.2);
  const positions = outlines[kind](random).map((x): Triple => {
    const jitter = triple(random, 0.08);
    return plus(plus(corner, x), [jitter[0], jitter[1] + k, jitter[2]]);
  });
  return {
    id: `body-${k}`,
    kind,
    positions,
    velocities: positions.map(() => triple(random, 0.5)),
    mass: random.between(0.5, 2) * (kind === 'hex' ? 20 : 1),
    stiffness: kind === 'rope' || kind === 'hex' ? random.between(50, 500) : random.between(500, 5000),
    damping: damped ? random.between(5, 20) : 0,
    bending: random.between(0.01, 0.1),
    fixed: [],
    box: {
      size: random.list(3, 0.1, 0.4) as Triple,
      turn: kind === 'rigid' ? rotation(random) : identity,
      spin: kind === 'rigid' ? triple(random, 2) : [0, 0, 0],
    },
    ...(integrator ? { integrator } : {}),
  };
}

export function lawScene(seed: number): LawScene {
  const random = new Random(seed);
  const method = random.pick([
    ...(['local', 'local', 'local', 'lagrange', 'lagrange', 'displacement', 'displacement'] as const),
    ...(['reaction', 'augmented', 'penalty'] as const),
  ]);
  const isSolved = method === 'displacement';
  const integrator = isSolved
    ? 'backward-euler'
    : random.pick(method === 'local' ? [...explicit, 'implicit-euler'] : explicit);
  const mixes = !isSolved && random.chance(method === 'lagrange' ? 0.3 : 0.15);
  const damped = random.chance(0.3);
  const kinds: LawBody['kind'][] = ['particles', 'particles', 'springs', 'fem', 'hex'];
  if (isSolved) kinds.push('rope');
  // bodies that turn are held by two methods
  if ((isSolved || method === 'lagrange') && !mixes && random.chance(0.4)) kinds.push('rigid', 'rigid', 'rigid');
  const bodies = Array.from({ length: 1 + random.below(3) + (mixes ? 1 : 0) }, (_, k) =>
    bodyOf(random, random.pick(kinds), k, damped, mixes ? random.pick(explicit) : undefined),
  );
  return {
    seed,
    h: 0.001,
    steps: 30,
    gravity: triple(random, 9),
    drag: random.chance(0.3) ? random.between(0.5, 5) : 0,
    method,
    integrator,
    ...constrained(random, bodies, {
      slides: method === 'local',
      oneSided: method !== 'local' && random.chance(0.3),
      adrift: random.chance(mixes ? 0.6 : 0.15),
    }),
  };
}

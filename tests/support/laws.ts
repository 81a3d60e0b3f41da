/**
 * Laws that relate two runs: what is done to a scene is done to its motion. No reference solution is needed.
 *
 * Changes of frame and of units are one map: x -> A x + shift + boost t, with lengths times L, times times T, masses times M.
 * Everything else of a scene follows from its dimension.
 */
import type { World } from '../../packages/engine/src/index.ts';
import { type LawBody, type LawScene, lawWorld, type Triple, triple } from './law-scenes.ts';
import { Random } from './random.ts';

interface Frame {
  /** turns and mirrors */
  readonly A?: readonly [Triple, Triple, Triple];
  readonly shift?: Triple;
  readonly boost?: Triple;
  readonly L?: number;
  readonly T?: number;
  readonly M?: number;
}
const identity: [Triple, Triple, Triple] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];
const plus = (a: Triple, b: Triple): Triple => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
const times = (a: Triple, k: number): Triple => [k * a[0], k * a[1], k * a[2]];
const turned = (A: readonly Triple[], x: Triple): Triple =>
  A.map(([a, b, c]) => a * x[0] + b * x[1] + c * x[2]) as Triple;

function mapped(scene: LawScene, frame: Frame): LawScene {
  const { A = identity, shift = [0, 0, 0], boost = [0, 0, 0], L = 1, T = 1, M = 1 } = frame;
  const place = (x: Triple): Triple => plus(times(turned(A, x), L), shift);
  const body = (one: LawBody): LawBody => ({
    ...one,
    positions: one.positions.map(place),
    velocities: one.velocities.map((v) => plus(times(turned(A, v), L / T), boost)),
    mass: one.mass * (one.kind === 'rope' ? M / L : M),
    stiffness: one.stiffness * (one.kind === 'rope' ? (M * L) / (T * T) : M / (L * T * T)),
    bending: (one.bending * M * L * L * L) / (T * T),
  });
  return {
    ...scene,
    h: scene.h * T,
    gravity: times(turned(A, scene.gravity), L / (T * T)),
    bodies: scene.bodies.map(body),
    constraints: scene.constraints.map((one) => ({
      ...one,
      point: place(one.point),
      normal: turned(A, one.normal),
      value: one.kind === 'distance' ? one.value * L : one.value,
    })),
  };
}

/** The positions of all nodes after a run, by body; undefined if the scene is refused. */
function ran(scene: LawScene): Map<string, Triple[]> | undefined {
  const world: World | undefined = lawWorld(scene);
  if (!world) return undefined;
  world.step(scene.steps);
  return new Map(
    scene.bodies.map(({ id }) => {
      const x = world.positions(id);
      return [id, Array.from({ length: x.length / 3 }, (_, i): Triple => [x[3 * i], x[3 * i + 1], x[3 * i + 2]])];
    }),
  );
}
/** The largest distance between nodes of two runs, m. */
function apart(
  one: ReadonlyMap<string, Triple[]> | undefined,
  other: ReadonlyMap<string, Triple[]> | undefined,
): number | undefined {
  if (!one || !other) return undefined;
  let most = 0;
  for (const [id, list] of one) {
    const others = other.get(id) as Triple[];
    list.forEach((x, i) => {
      const d = Math.hypot(...plus(x, times(others[i], -1)));
      most = d <= most ? most : d; // what is not a number stays so
    });
  }
  return most;
}
export const difference = (one: LawScene, other: LawScene): number | undefined => apart(ran(one), ran(other));

function framed(scene: LawScene, frame: Frame): number | undefined {
  const { A = identity, shift = [0, 0, 0], boost = [0, 0, 0], L = 1, T = 1 } = frame;
  const plain = ran(scene);
  const moved = plus(shift, times(boost, scene.h * T * scene.steps));
  const expected =
    plain &&
    new Map(Array.from(plain, ([id, list]) => [id, list.map((x) => plus(times(turned(A, x), L), moved))] as const));
  const found = apart(expected, ran(mapped(scene, frame)));
  return found === undefined ? undefined : found / L;
}

function rotation(random: Random): [Triple, Triple, Triple] {
  const q = random.list(4, -1, 1);
  const n = Math.hypot(...q);
  const [x, y, z, w] = q.map((c) => c / n);
  return [
    [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
    [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
    [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
  ];
}
const staged = ['midpoint', 'rk2', 'rk4'];
const isFree = ({ constraints }: LawScene): boolean =>
  constraints.every(({ kind }) => kind !== 'nail' && kind !== 'on-plane');
const atRest = (scene: LawScene): LawScene => ({
  ...scene,
  steps: 60,
  bodies: scene.bodies.map((body) => ({ ...body, velocities: body.velocities.map((): Triple => [0, 0, 0]) })),
});
/** m: what a method of first order may be off by: |g| h t, that of a point that falls, twice over. */
const firstOrder = ({ gravity, h, steps }: LawScene): number => 2 * Math.hypot(...gravity) * h * h * steps;

export interface Law {
  readonly name: string;
  /** how far the two runs are apart, as a part of what is allowed: 1 is the limit; undefined if it says nothing of the scene */
  measure(scene: LawScene, random: Random): number | undefined;
}
/** m: runs that are equal but for rounding. */
export const rounding = 1e-9;
const law = (name: string, allowed: number, measure: (s: LawScene, r: Random) => number | undefined): Law => ({
  name,
  measure: (scene, random) => {
    const found = measure(scene, random);
    return found === undefined ? undefined : found / allowed;
  },
});

export const laws: readonly Law[] = [
  law('boost', rounding, (s, r) => (isFree(s) ? framed(s, { boost: triple(r, 3) }) : undefined)),
  law('rotation', rounding, (s, r) => framed(s, { A: rotation(r) })),
  law('translation', rounding, (s, r) => framed(s, { shift: triple(r, 3) })),
  law('mirror', rounding, (s) => framed(s, { A: [[-1, 0, 0], identity[1], identity[2]] })),
  law('units', rounding, (s, r) => framed(s, { L: r.between(0.1, 10), T: r.between(0.1, 10), M: r.between(0.1, 10) })),
  law('order of bodies and constraints', rounding, (s, r) =>
    difference(s, { ...s, bodies: r.shuffle(s.bodies), constraints: r.shuffle(s.constraints) }),
  ),
  {
    // Rows of a kind and of its equation are zero in the same places, with parallel gradients. "reaction" is between such
    // places, where rows differ: there it is a law of first order.
    name: 'typed equations',
    measure: (s) => {
      const found = difference(s, { ...s, constraints: s.constraints.map((one) => ({ ...one, typed: true })) });
      return found === undefined ? undefined : found / (s.method === 'reaction' ? firstOrder(s) : rounding);
    },
  },
  {
    // "local" acts at the end of a step: between the stages of a Runge-Kutta step a nailed node moves, and what is tied to it
    // feels that. There it is a law of first order.
    name: 'fixed and nailed',
    measure: (given) => {
      const s = atRest(given);
      const nails = s.constraints.filter(({ kind, on }) => kind === 'nail' && !isRope(s, on[0].body));
      if (!nails.length) return undefined;
      const bodies = s.bodies.map((body) => ({
        ...body,
        fixed: nails.flatMap(({ on }) => (on[0].body === body.id ? [on[0].node] : [])),
      }));
      const found = difference(s, { ...s, bodies, constraints: s.constraints.filter((one) => !nails.includes(one)) });
      const isStaged = s.method === 'local' && staged.includes(s.integrator);
      return found === undefined ? undefined : found / (isStaged ? 0.1 * firstOrder(s) : rounding);
    },
  },
  {
    name: 'two methods',
    measure: (given) => {
      const s = atRest(given);
      if (s.method === 'displacement' || s.integrator === 'explicit-euler') return undefined;
      const other = s.method === 'lagrange' ? 'local' : 'lagrange';
      const found = difference(s, { ...s, method: other });
      return found === undefined ? undefined : found / (0.1 * firstOrder(s));
    },
  },
  {
    // every integrator is at least of first order, so half the step halves the error; a quarter of slack for terms of higher order
    name: 'half the step',
    measure: (given) => {
      const s = atRest(given);
      const [whole, half, quarter] = [1, 2, 4].map((k) => ran({ ...s, h: s.h / k, steps: k * s.steps }));
      const [before, after] = [apart(whole, half), apart(half, quarter)];
      if (before === undefined || after === undefined) return undefined;
      return after / Math.max(0.75 * before, rounding);
    },
  },
];
const isRope = ({ bodies }: LawScene, id: string): boolean =>
  bodies.some((one) => one.id === id && one.kind === 'rope');

/** The random numbers of a law on a scene. */
export const lawRandom = (seed: number): Random => new Random(seed + 1e6);

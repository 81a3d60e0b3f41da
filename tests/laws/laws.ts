/**
 * Laws that relate two runs: what is done to a scene is done to its motion. No reference solution is needed. A law holds to
 * rounding, or what it compares comes together at an order of the step that theory gives (docs/validation.md).
 */
import { linearMomentum } from '../../packages/engine/src/index.ts';
import { Random } from '../support/random.ts';
import { type Frame, isMirror, mapped, seen } from './frames.ts';
import {
  identity,
  jointKinds,
  type LawConstraint,
  type LawScene,
  lengthOf,
  minus,
  oneSidedKinds,
  plus,
  rotation,
  type Triple,
  times,
  triple,
} from './scene.ts';
import { lawWorld } from './worlds.ts';

/** m: runs that are equal but for rounding. */
export const rounding = 1e-9;

type Places = ReadonlyMap<string, readonly Triple[]>;
/** The positions of all nodes after a run, by body; undefined if the scene is refused. */
function ran(scene: LawScene): Places | undefined {
  const world = lawWorld(scene);
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
function apart(one: Places | undefined, other: Places | undefined): number | undefined {
  if (!one || !other) return undefined;
  let most = 0;
  for (const [id, list] of one) {
    const others = other.get(id) as readonly Triple[]; // may be more
    list.forEach((x, i) => {
      const d = lengthOf(plus(x, times(others[i], -1)));
      most = d <= most ? most : d; // what is not a number stays so
    });
  }
  return most;
}
export const difference = (one: LawScene, other: LawScene): number | undefined => apart(ran(one), ran(other));

function framed(scene: LawScene, frame: Frame): number | undefined {
  const plain = ran(scene);
  // corners of a mirrored box are counted in another order: its centre says all, since joints and forces depend on how it is turned
  const counted = (id: string): number =>
    isMirror(frame) && kindOf(scene, id) === 'rigid' ? 1 : Number.POSITIVE_INFINITY;
  const expected =
    plain &&
    new Map(
      Array.from(plain, ([id, list]) => [id, list.slice(0, counted(id)).map((x) => seen(x, scene, frame))] as const),
    );
  const found = apart(expected, ran(mapped(scene, frame)));
  return found === undefined ? undefined : found / (frame.L ?? 1);
}

/** The same scene for the same time, with a step that is so many times shorter. */
const finer = (scene: LawScene, k: number): LawScene => ({ ...scene, h: scene.h / k, steps: scene.steps * k });
/** Multipliers of `augmented` settle within 1/(0.05 omega), a hundred steps: orders are seen in runs that are longer. */
const longEnough = (scene: LawScene): LawScene => (scene.method === 'augmented' ? finer(scene, 4) : scene);
/** Backward Euler damps what its step does not resolve, and is of order 1 beyond that: turning and bending ropes need an eighth of the step. */
const resolved = (scene: LawScene): LawScene =>
  scene.bodies.some(({ kind }) => kind === 'rope') ? { ...scene, h: scene.h / 8 } : scene;
/**
 * Two runs that come together at an order: with a quarter of the step they are 4^order times nearer; half of that is asked for. What
 * is below rounding already says nothing more.
 */
function comesTogether(
  scene: LawScene,
  order: number,
  compare: (s: LawScene) => number | undefined,
): number | undefined {
  const coarse = compare(scene);
  const fine = compare(finer(scene, 4));
  if (coarse === undefined || fine === undefined) return undefined;
  return fine / Math.max(2 * 4 ** -order * coarse, rounding);
}
const toRounding = (found: number | undefined): number | undefined =>
  found === undefined ? undefined : found / rounding;

const staged = ['midpoint', 'rk2', 'rk4'];
const integratorsOf = (s: LawScene): Set<string> => new Set(s.bodies.map((body) => body.integrator ?? s.integrator));
const isMixed = (s: LawScene): boolean => integratorsOf(s).size > 1;
const isStaged = (s: LawScene): boolean => staged.some((kind) => integratorsOf(s).has(kind));
const isDamped = ({ bodies, drag }: LawScene): boolean => drag > 0 || bodies.some((body) => body.damping > 0);
const kindOf = ({ bodies }: LawScene, id: string): string | undefined => bodies.find((one) => one.id === id)?.kind;
const between: readonly LawConstraint['kind'][] = ['join', 'distance', 'offset', 'angle', 'dihedral', 'on-line'];
const isJoint = ({ kind }: LawConstraint): boolean => (jointKinds as readonly string[]).includes(kind);
/** Whether a point of the world, or one of its directions, holds. */
const isTied = (one: LawConstraint): boolean => (isJoint(one) ? one.on.length === 1 : !between.includes(one.kind));
const isFree = ({ constraints }: LawScene): boolean => !constraints.some(isTied);
const slides = ({ constraints }: LawScene): boolean => constraints.some(({ kind }) => kind === 'on-line');
/** A point that meets an obstacle does so within a step: its moment, and all that follows, is known to h only, in no regular way. */
const meets = ({ constraints }: LawScene): boolean =>
  constraints.some(({ kind }) => (oneSidedKinds as readonly string[]).includes(kind));
/** Methods that approach their rows instead of meeting them. */
const approaches = ({ method }: LawScene): boolean => ['reaction', 'augmented', 'penalty'].includes(method);
const atRest = (scene: LawScene): LawScene => ({
  ...scene,
  steps: 60,
  bodies: scene.bodies.map((body) => ({
    ...body,
    velocities: body.velocities.map((): Triple => [0, 0, 0]),
    box: { ...body.box, spin: [0, 0, 0] },
  })),
});

/** Rows of a kind and of its equation are zero in the same places, with parallel gradients. */
function typed(s: LawScene): number | undefined {
  return difference(s, { ...s, constraints: s.constraints.map((one) => ({ ...one, typed: true })) });
}
/** Nailed nodes, and rigid bodies that are welded to the world, become fixed. */
function fixedForNailed(s: LawScene): number | undefined {
  const held = s.constraints.filter(({ kind, on }) => {
    const body = kindOf(s, on[0].body);
    return kind === 'nail' ? body !== 'rope' && body !== 'rigid' : kind === 'weld' && on.length === 1;
  });
  if (!held.length) return undefined;
  const bodies = s.bodies.map((body) => ({
    ...body,
    fixed: held.flatMap(({ on }) => (on[0].body === body.id ? [on[0].node] : [])),
  }));
  return difference(s, { ...s, bodies, constraints: s.constraints.filter((one) => !held.includes(one)) });
}
/** Every second constraint is under options of its own, which mean the same. */
function withOtherOptions(s: LawScene): number | undefined {
  if (s.constraints.length < 2 || (s.method === 'local' && integratorsOf(s).has('implicit-euler'))) return undefined;
  const constraints = s.constraints.map((one, k) => ({ ...one, otherOptions: k % 2 === 1 }));
  return difference(s, { ...s, constraints });
}
/** kg m/s: what constraints between bodies do to the momentum of all. */
function momentumShift(s: LawScene): number | undefined {
  const [world, free] = [lawWorld(s), lawWorld({ ...s, constraints: [] })];
  if (!world || !free) return undefined;
  world.step(s.steps);
  free.step(s.steps);
  return lengthOf(plus(linearMomentum(world) as Triple, times(linearMomentum(free) as Triple, -1)));
}
/** Every node of the particles is held where it is: what is reported is its weight, as a part of it. */
function weights(s: LawScene, random: Random): number | undefined {
  const bodies = s.bodies.filter(({ kind }) => kind === 'particles');
  if (!bodies.length || s.method === 'augmented' || s.method === 'penalty') return undefined;
  const held = bodies.flatMap((body) =>
    body.positions.map(
      (point, node): LawConstraint => ({
        id: `${body.id} ${node}`,
        kind: s.method === 'local' && random.chance(0.5) ? 'velocity' : 'nail',
        on: [{ body: body.id, node }],
        point,
        drift: [0, 0, 0],
        direction: [0, 0, 0],
        value: 0,
        typed: false,
        otherOptions: false,
      }),
    ),
  );
  const integrator = s.method === 'displacement' && random.chance(0.5) ? 'quasi-static' : s.integrator;
  const scene = { ...atRest(s), bodies: atRest(s).bodies.filter(({ kind }) => kind === 'particles') };
  const world = lawWorld({ ...scene, integrator, constraints: held });
  if (!world) return undefined;
  world.step(scene.steps);
  let most = 0;
  for (const { id, on } of held) {
    const { mass } = bodies.find((body) => body.id === on[0].body) as { mass: number };
    const off = lengthOf(plus(times(s.gravity, mass), world.forces(id)[0][0] as Triple)) / (mass * lengthOf(s.gravity));
    most = off <= most ? most : off;
  }
  return most;
}

/** Bodies that the points of a constraint are on, point by point; undefined where they are not in this order. */
const isInOrder = ({ kind }: LawConstraint): boolean =>
  kind !== 'dihedral' && kind !== 'above' && !isJoint({ kind } as LawConstraint);
/**
 * kg m/s: what the momentum of a body of particles has changed by, less its weight and the reported forces on it, summed over all steps;
 * the largest of all such bodies.
 */
function impulseGap(s: LawScene): number | undefined {
  const bodies = s.bodies.filter(({ kind }) => kind === 'particles');
  const world = lawWorld(s);
  if (!bodies.length || !world) return undefined;
  const momentum = (id: string, mass: number): Triple => {
    const v = world.velocities(id);
    return [0, 1, 2].map((k) => mass * v.reduce((sum, x, i) => (i % 3 === k ? sum + x : sum), 0)) as Triple;
  };
  const gaps = bodies.map(({ id, mass }) => times(momentum(id, mass), -1));
  const last = s.steps - 1;
  for (let n = 0; n <= last; n++) {
    world.step();
    for (const { id, on } of s.constraints)
      for (const [point, force] of world.forces(id)[0].entries()) {
        const k = bodies.findIndex((body) => body.id === on[point]?.body);
        if (k >= 0) gaps[k] = plus(gaps[k], times(force as Triple, -s.h));
      }
  }
  const all = bodies.map(({ id, mass, positions }, k) => {
    const weight = times(s.gravity, mass * positions.length * s.h * s.steps);
    return lengthOf(minus(plus(gaps[k], momentum(id, mass)), weight));
  });
  return Math.max(...all);
}

export interface Law {
  readonly name: string;
  /** how far the two runs are apart, as a part of what is allowed: 1 is the limit; undefined if it says nothing of the scene */
  measure(scene: LawScene, random: Random): number | undefined;
}

export const laws: readonly Law[] = [
  // drag is that of a medium at rest, and so is the world that holds a joint
  {
    name: 'boost',
    measure: (s, r) =>
      s.drag || s.constraints.some((one) => isJoint(one) && isTied(one))
        ? undefined
        : toRounding(framed(s, { boost: triple(r, 3) })),
  },
  {
    name: 'rotation',
    measure: (s, r) => toRounding(framed(s, { A: rotation(r) })),
  },
  { name: 'translation', measure: (s, r) => toRounding(framed(s, { shift: triple(r, 3) })) },
  { name: 'mirror', measure: (s) => toRounding(framed(s, { A: [[-1, 0, 0], identity[1], identity[2]] })) },
  {
    name: 'units',
    measure: (s, r) => toRounding(framed(s, { L: r.between(0.1, 10), T: r.between(0.1, 10), M: r.between(0.1, 10) })),
  },
  {
    name: 'order of bodies and constraints',
    measure: (s, r) =>
      toRounding(difference(s, { ...s, bodies: r.shuffle(s.bodies), constraints: r.shuffle(s.constraints) })),
  },
  {
    name: 'typed equations',
    measure: (s) => {
      if (s.method === 'penalty') return undefined; // its oscillations end in another phase for every step
      if (!approaches(s)) return toRounding(typed(s));
      return meets(s) ? undefined : comesTogether(longEnough(s), 2, typed);
    },
  },
  {
    name: 'fixed and nailed',
    measure: (given) => {
      const s = atRest(given);
      if (s.method === 'augmented' || s.method === 'penalty') return undefined; // nails give way
      if (slides(s)) return comesTogether(s, isStaged(s) && isDamped(s) ? 1 : 2, fixedForNailed);
      if (s.method === 'local' && isStaged(s)) return comesTogether(s, isDamped(s) ? 1 : 2, fixedForNailed);
      return toRounding(fixedForNailed(s));
    },
  },
  { name: 'two sets of options', measure: (s) => toRounding(withOtherOptions(atRest(s))) },
  {
    name: 'two methods',
    measure: (given) => {
      const s = atRest(given);
      if (s.method === 'displacement' || s.method === 'augmented' || s.method === 'penalty' || meets(s))
        return undefined;
      const other = s.method === 'lagrange' ? 'local' : 'lagrange';
      return comesTogether(s, 1, (one) => difference(one, { ...one, method: other }));
    },
  },
  {
    // every integrator is at least of first order, so half the step halves the error; a quarter of slack for terms of higher order
    name: 'half the step',
    measure: (given) => {
      const s = resolved(longEnough(atRest(given)));
      if (s.method === 'penalty' || meets(s)) return undefined; // its oscillations end in another phase for every step
      const [whole, half, quarter] = [1, 2, 4].map((k) => ran(finer(s, k)));
      const [before, after] = [apart(whole, half), apart(half, quarter)];
      if (before === undefined || after === undefined) return undefined;
      return after / Math.max(0.75 * before, rounding);
    },
  },
  {
    // forces between bodies cancel; momenta of schemes that report velocities of different moments differ by h times a force
    name: 'momentum',
    measure: (s) => {
      if (!isFree(s) || !s.constraints.length) return undefined;
      if (isMixed(s) && s.method === 'penalty') return undefined; // its oscillations end in another phase for every step
      return isMixed(s) ? comesTogether(s, 1, momentumShift) : toRounding(momentumShift(s));
    },
  },
  {
    // what is reported is what acts, from rest: velocities that a start does not allow are corrected by an impulse. Velocities are
    // known to half a step, and so is the first force of some schemes
    name: 'impulses',
    measure: (s) => {
      if (s.drag || meets(s) || s.method === 'penalty' || !s.constraints.length || !s.constraints.every(isInOrder))
        return undefined;
      return comesTogether(longEnough(atRest(s)), 1, impulseGap);
    },
  },
  { name: 'weights at rest', measure: (s, r) => toRounding(weights(s, r)) },
];
export const lawRandom = (seed: number): Random => new Random(7 * seed + 1);

/**
 * Small scenes from a seed: bodies x relations x methods x integrators. Same seed, same scene.
 *
 * `fitting` scenes combine only what fits by the documentation (rods with `displacement` under an implicit integrator, mass points
 * with `local` or `lagrange`, one-sided kinds with a method that knows them), so nearly all of them are accepted. The others
 * combine anything with anything: most are refused, and the refusal is what is tested.
 */
import type { Random } from './random.ts';

type Json = Record<string, unknown>;
export interface GeneratedScene extends Json {
  pliant: 1;
  name: string;
  step: number;
  duration: number;
  gravity: number[];
  defaults: { integrator: string; method: string };
  bodies: Json[];
  constraints: Json[];
  events: Json[];
  probes: Json[];
}
export interface GeneratorOptions {
  /** only what fits together; 0.7 of all scenes if not given */
  readonly fitting?: boolean;
}

export const explicitIntegrators = [
  ...['verlet', 'euler-cromer', 'velocity-verlet', 'beeman', 'midpoint', 'rk2', 'rk4', 'explicit-euler'],
] as const;
export const implicitIntegrators = ['backward-euler', 'quasi-static'] as const;
const allIntegrators = [...explicitIntegrators, ...implicitIntegrators, 'implicit-euler', 'first-order-flow'] as const;
const allMethods = ['local', 'lagrange', 'displacement', 'reaction'] as const;

/** How many nodes a body has, and whether its points are told by `u`. */
interface Cast {
  readonly id: string;
  readonly nodes: number;
  readonly rod: boolean;
  readonly tets: boolean;
  /** where it lies */
  readonly at: number[];
}
type MakeBody = (random: Random, id: string, at: number[]) => { def: Json; cast: Cast };

const around = (random: Random, at: readonly number[], far: number): number[] =>
  at.map((x) => Number((x + random.between(-far, far)).toFixed(3)));
const moved = (at: readonly number[], x: number, y = 0, z = 0): number[] => [at[0] + x, at[1] + y, at[2] + z];
const cast = (id: string, at: number[], nodes: number, is: 'rod' | 'tets' | 'points'): Cast => ({
  ...{ id, at, nodes },
  rod: is === 'rod',
  tets: is === 'tets',
});

const pointBodies: Record<string, MakeBody> = {
  springs: (random, id, at) => ({
    def: {
      ...{ id, kind: 'tet-springs', mesh: { kind: 'box', size: [1, 1, 1], cells: [1, 1, 1], centre: at } },
      ...{ density: 100, stretch: 1e4, bulk: random.chance(0.5) ? 1e4 : 0, damping: random.pick([0, 50]) },
    },
    cast: cast(id, at, 8, 'tets'),
  }),
  fem: (random, id, at) => ({
    def: {
      ...{ id, kind: 'tet-fem', mesh: { kind: 'box', size: [1, 1, 1], cells: [1, 1, 1], centre: at } },
      ...{ density: 100, young: 2e4, poisson: random.pick([0, 0.3]), viscosity: random.pick([0, 20]) },
      material: random.pick(['neo-hookean', 'neo-hookean-log', 'st-venant-kirchhoff', 'corotated']),
    },
    cast: cast(id, at, 8, 'tets'),
  }),
  chain: (random, id, at) => {
    const nodes = 2 + random.below(5);
    const mesh = { kind: 'chain', from: at, to: moved(at, 1), nodes };
    const springs = { form: 'spring', mass: 0.1, stretch: 500, damping: random.pick([0, 0.5]) };
    return { def: { id, kind: 'tet-springs', mesh, ...springs }, cast: cast(id, at, nodes, 'points') };
  },
  grid: (random, id, at) => ({
    def: {
      ...{ id, kind: 'tet-springs', mesh: { kind: 'grid', size: [1, 1], cells: [2, 2], plane: 'xz' } },
      ...{ form: 'spring', mass: 0.05, stretch: 100, drag: random.pick([0, 0.3]), place: { translate: at } },
    },
    cast: cast(id, at, 9, 'points'),
  }),
  particles: (random, id, at) => {
    const positions = Array.from({ length: 1 + random.below(4) }, (_, n) => around(random, moved(at, 0.6 * n), 0.2));
    const def = { id, kind: 'particles', positions, mass: random.pick([0.1, 1, 5]) };
    return { def, cast: cast(id, at, positions.length, 'points') };
  },
  ball: (random, id, at) => ({
    def: { id, kind: 'ball', mass: 2, radius: 0.2, position: at, velocity: random.list(3, -1, 1) },
    cast: cast(id, at, 1, 'points'),
  }),
};
const rodBodies: Record<string, MakeBody> = {
  rod: (random, id, at) => {
    const count = 4 + random.below(4);
    const curve = { kind: 'line', from: at, to: moved(at, 2) };
    const rod = { EA: 2000, EI: 0.1, GJ: 0.05, rhoA: 0.2, drag: random.pick([0.5, 2]) };
    const model = random.chance(0.2) ? { model: 'mass-spring' } : {};
    return { def: { id, kind: 'spline', curve, count, ...rod, ...model }, cast: cast(id, at, count, 'rod') };
  },
};

/** One point of a body; `where` keeps the points of one constraint apart. */
function pointOf(random: Random, { id, nodes, rod }: Cast, where = random.below(nodes)): Json {
  if (!rod) return { body: id, nodes: [where % nodes] };
  return random.chance(0.5) ? { body: id, u: where % nodes } : { body: id, along: (where % nodes) / (nodes - 1) };
}

interface Stage {
  readonly random: Random;
  /** the constraint is about these; they may be the same */
  readonly a: Cast;
  readonly b: Cast;
  readonly method: string;
}
type MakeConstraint = (stage: Stage) => Json;
const two = ({ random, a, b }: Stage): { a: Json; b: Json | number[] } => {
  const at = random.below(a.nodes);
  if (a === b && a.nodes === 1) return { a: pointOf(random, a, at), b: moved(a.at, 0.2, 1) };
  return { a: pointOf(random, a, at), b: pointOf(random, b, a === b ? at + 1 : random.below(b.nodes)) };
};
/** Corners of a hinge; those of the world are not in line with any body. */
const four = ({ random, a }: Stage): Json => {
  const corners = { c: moved(a.at, 0.4, 0.1, 1), d: moved(a.at, 0.5, 1, 0.2) };
  const b = a.nodes > 1 ? pointOf(random, a, 1) : moved(a.at, 1);
  return { a: pointOf(random, a, 0), b, ...corners };
};
const one = ({ random, a }: Stage): { a: Json } => ({ a: pointOf(random, a) });
const ramp = (random: Random): Json => random.pick([{ ramp: true }, { ramp: { steps: 5 } }, { ramp: { time: 0.02 } }]);
const path = (random: Random, values: unknown): Json => ({
  ...{ path: random.pick(['linear', 'smoothstep']), times: [0, 0.05] },
  ...(values as Json),
});

/** Kinds that hold points of any body, on both sides. */
export const twoSided: Record<string, MakeConstraint> = {
  nail: (s) => one(s),
  'nail to': (s) => ({ ...one(s), to: around(s.random, s.a.at, 1), ...ramp(s.random) }),
  'nail path': (s) => ({
    ...one(s),
    to: path(s.random, { points: [s.a.at, around(s.random, s.a.at, 0.1)] }),
    ...ramp(s.random),
  }),
  join: (s) => ({ points: Object.values(two(s)), ...ramp(s.random) }),
  'join-nearest': ({ random, a, b }) => ({
    ...{ a: { body: a.id, nodes: 'all' }, b: { body: b.id, nodes: 'all' }, count: 1 },
    ...ramp(random),
  }),
  velocity: (s) => ({
    ...one(s),
    velocity: s.random.list(3, -1, 1),
    ...(s.random.chance(0.5) ? { by: 'impulse' } : {}),
  }),
  distance: (s) => ({ ...two(s) }),
  'distance driven': (s) => ({
    ...one(s),
    b: moved(s.a.at, 0, 2),
    length: path(s.random, { values: [2, 2.02] }),
    ...ramp(s.random),
  }),
  offset: (s) => two(s),
  angle: (s) => ({ ...two(s), vertex: moved(s.a.at, 0.3, 1.5) }),
  dihedral: (s) => four(s),
  parallel: (s) => ({ ...two(s), c: [0, 0, 0], d: [1, 0, 0], ...ramp(s.random) }),
  perpendicular: (s) => ({ ...two(s), c: [0, 0, 0], d: [0, 1, 0], ...ramp(s.random) }),
  'on-plane': (s) => ({
    ...one(s),
    normal: s.random.list(3, -1, 1),
    ...(s.random.chance(0.5) ? { through: [0, 0.3, 0] } : {}),
    ...ramp(s.random),
  }),
  'on-axis': (s) => ({ ...one(s), direction: s.random.list(3, -1, 1), ...ramp(s.random) }),
  circle: (s) => ({ ...one(s), centre: moved(s.a.at, 0, 1), normal: [0, 0, 1] }),
  'relative-plane': (s) => ({ ...two(s), normal: [0, 1, 0] }),
  equation: (s) => ({
    equation: s.random.pick([
      'distance(a, b)^2 = k',
      'a.y = b.y + k*sin(t)',
      'dot(b - a, [1, 0, 0]) = k',
      'a.x*k = b.z',
    ]),
    ...{ points: two(s), parameters: { k: 0.5 }, ramp: true },
  }),
};
/** Kinds that ask for corners of a mesh of tets. */
export const onMeshes: Record<string, MakeConstraint> = {
  'on-line': (s) => ({
    ...one(s),
    line: { body: s.b.id, nodes: [0, 1] },
    mode: s.random.pick(['slide', 'stick']),
    ...ramp(s.random),
  }),
  'on-triangle': (s) => ({ ...one(s), triangle: { body: s.b.id, nodes: [0, 1, 3] }, ...ramp(s.random) }),
  'in-tet': (s) => ({ ...one(s), tet: { body: s.b.id, nodes: [0, 1, 3, 7] }, ...ramp(s.random) }),
  'on-surface': (s) => ({ ...one(s), surface: s.b.id, ...ramp(s.random) }),
};
/** Kinds that push and do not pull. */
export const oneSided: Record<string, MakeConstraint> = {
  within: (s) => ({ ...one(s), b: moved(s.a.at, 0, 1), radius: s.random.between(1.2, 3) }),
  beyond: (s) => ({ ...one(s), b: moved(s.a.at, 0, -3), radius: s.random.between(0.5, 2) }),
  above: ({ a }) => ({ a: { body: a.id, nodes: 'all' }, plane: 'floor' }),
  'equation >=': (s) => ({ equation: 'a.y >= k', points: one(s), parameters: { k: -4 } }),
};
/** Kinds that only rods know. */
export const ofRods: Record<string, MakeConstraint> = {
  orientation: (s) => ({ ...one(s), direction: [1, 0, 0] }),
  twist: (s) => ({ ...one(s), angleDegrees: path(s.random, { values: [0, 5] }) }),
  fuse: (s) => ({ a: { body: s.a.id, along: 1 }, b: { body: s.b.id, along: 0 } }),
  nock: (s) => ({ a: { body: s.a.id, along: 0.5 }, b: { body: s.b.id, along: 0 } }),
  keyhole: (s) => ({ a: { body: s.a.id, u: 1 + s.random.below(s.a.nodes - 2) }, friction: s.random.pick([0, 0.3]) }),
  trajectory: (s) => ({ ...one(s), points: [s.a.at, moved(s.a.at, 1, 0.2), moved(s.a.at, 2)], ...ramp(s.random) }),
};
export const allRelations = { ...twoSided, ...onMeshes, ...oneSided, ...ofRods };

/** A scene of one to three bodies, up to four constraints, some events and probes. It asks for nothing but the generator's numbers. */
export function generateScene(random: Random, options: GeneratorOptions = {}): GeneratedScene {
  const fitting = options.fitting ?? random.chance(0.7);
  const rods = random.chance(0.35);
  const makers = fitting ? (rods ? rodBodies : pointBodies) : { ...pointBodies, ...rodBodies };
  const integrator = random.pick<string>(fitting ? (rods ? implicitIntegrators : explicitIntegrators) : allIntegrators);
  const method = random.pick<string>(fitting ? (rods ? ['displacement'] : ['local', 'lagrange']) : allMethods);
  const made = Array.from({ length: 1 + random.below(3) }, (_, n) =>
    random.pick(Object.values(makers))(random, `body-${n}`, [3 * n, 0, 0]),
  );
  const casts = made.map((m) => m.cast);
  const constraints = Array.from({ length: random.below(5) }, (_, n) =>
    constraintOf(random, casts, `c${n}`, method, { fitting, rods }),
  );
  // without inertia, a body is at rest only if something holds it
  if (fitting && integrator === 'quasi-static') {
    for (const { id } of casts) constraints.push({ id: `ends of ${id}`, kind: 'nail', a: { body: id, along: [0, 1] } });
  }
  return {
    pliant: 1,
    name: 'Generated',
    step: rods && fitting ? 0.01 : 0.001,
    duration: 0.1,
    gravity: random.pick([
      [0, -9.81, 0],
      [0, 0, 0],
      [1, -5, 2],
    ]),
    defaults: { integrator, method },
    bodies: [...made.map((m) => m.def), { id: 'floor', kind: 'plane', normal: [0, 1, 0], offset: -4 }],
    constraints,
    events: eventsOf(
      random,
      casts,
      constraints,
      casts.some(({ rod }) => rod),
    ),
    probes: probesOf(random, casts, constraints),
  };
}

function constraintOf(
  random: Random,
  casts: readonly Cast[],
  id: string,
  method: string,
  { fitting, rods }: { fitting: boolean; rods: boolean },
): Json {
  const a = random.pick(casts);
  const b = random.pick(casts);
  const stage = { random, a, b, method };
  const table = !fitting
    ? allRelations
    : rods
      ? { ...twoSided, ...ofRods }
      : { ...twoSided, ...oneSided, ...(b.tets && a !== b && method === 'local' ? onMeshes : {}) };
  const name = random.pick(Object.keys(table).filter((kind) => !fitting || method === 'local' || kind !== 'velocity'));
  const def = (table as Record<string, MakeConstraint>)[name](stage);
  const kind = name.split(' ')[0];
  const own: Json = fitting && !rods && name in oneSided && method === 'local' ? { method: 'reaction' } : {};
  if (!fitting && random.chance(0.5)) own.method = random.pick(allMethods);
  return { id, kind, ...def, ...own, ...(random.chance(0.1) ? { active: false } : {}) };
}

function eventsOf(random: Random, casts: readonly Cast[], constraints: readonly Json[], rods: boolean): Json[] {
  const at = Number(random.between(0, 0.03).toFixed(4));
  const events: Json[] = [];
  if (constraints.length && random.chance(0.4)) {
    const constraint = random.pick(constraints).id;
    events.push({ at, do: random.pick(['deactivate', 'activate', 'remove']), constraint });
  }
  const { id } = random.pick(casts);
  if (random.chance(0.15)) events.push({ at, do: 'set-gravity', gravity: [0, 3, 0] });
  if (random.chance(0.1)) events.push({ at, do: 'put-back', body: id });
  if (!rods && random.chance(0.15))
    events.push({ at, do: 'set-integrator', body: id, integrator: random.pick(explicitIntegrators) });
  if (random.chance(0.1))
    events.push({ at, do: 'apply-force', id: 'push', on: { body: id, nodes: [0] }, force: [0, 0, 2] });
  return events;
}

function probesOf(random: Random, casts: readonly Cast[], constraints: readonly Json[]): Json[] {
  const probes: Json[] = [{ id: 'energy', kind: 'total-energy' }];
  if (random.chance(0.5)) probes.push({ id: 'place', kind: 'position', of: pointOf(random, random.pick(casts)) });
  if (constraints.length && random.chance(0.3))
    probes.push({ id: 'force', kind: 'force', constraint: constraints[0].id });
  return probes;
}

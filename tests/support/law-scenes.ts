/**
 * Small random scenes as plain data, and the worlds made of them: particles, a tet of springs, a short rope, and constraints
 * that hold at the start. Each constraint has a node that none before it holds, so its rows never follow from the others.
 */
import {
  type Anchor,
  angle,
  type Body,
  type ConstraintSpec,
  createWorld,
  distance,
  equation,
  join,
  mesh,
  methodKinds,
  nail,
  node,
  onPlane,
  particles,
  Refusal,
  type Spline,
  spline,
  splinePoint,
  tetSprings,
  type World,
  worldPoint,
} from '../../packages/engine/src/index.ts';
import { Random } from './random.ts';

export type Triple = [number, number, number];

export interface LawBody {
  readonly id: string;
  readonly kind: 'particles' | 'springs' | 'rope';
  readonly positions: readonly Triple[];
  readonly velocities: readonly Triple[];
  /** kg, each node; of a rope kg/m */
  readonly mass: number;
  /** Pa; of a rope N */
  readonly stiffness: number;
  /** N m^2, of a rope */
  readonly bending: number;
  readonly fixed: readonly number[];
}
export interface LawConstraint {
  readonly id: string;
  readonly kind: 'nail' | 'join' | 'distance' | 'on-plane' | 'angle';
  readonly on: readonly { readonly body: string; readonly node: number }[];
  /** of the world: where a nail is, what a plane goes through */
  readonly point: Triple;
  readonly normal: Triple;
  /** m or rad */
  readonly value: number;
  /** given as an equation that is typed */
  readonly typed: boolean;
}
export interface LawScene {
  readonly seed: number;
  readonly h: number;
  readonly steps: number;
  readonly gravity: Triple;
  readonly method: keyof typeof methodKinds;
  readonly integrator: string;
  readonly bodies: readonly LawBody[];
  readonly constraints: readonly LawConstraint[];
}

const predicting = [
  ...['verlet', 'euler-cromer', 'explicit-euler', 'midpoint', 'rk2', 'rk4', 'velocity-verlet', 'beeman'],
];
const minus = (a: Triple, b: Triple): Triple => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const dot = (a: Triple, b: Triple): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const lengthOf = (a: Triple): number => Math.sqrt(dot(a, a));
export const triple = (random: Random, size: number): Triple => random.list(3, -size, size) as Triple;

export function lawScene(seed: number): LawScene {
  const random = new Random(seed);
  const method = random.pick(['local', 'lagrange', 'displacement', 'reaction'] as const);
  const isSolved = method === 'displacement';
  const kinds = isSolved ? (['particles', 'springs', 'rope'] as const) : (['particles', 'springs'] as const);
  const bodies: LawBody[] = Array.from({ length: 1 + random.below(3) }, (_, k) => {
    const kind = random.pick(kinds);
    const corner = triple(random, 0.2);
    const count = kind === 'particles' ? 2 + random.below(3) : 4;
    const positions = Array.from({ length: count }, (_, i): Triple => {
      const jitter = triple(random, 0.08);
      const along = kind === 'springs' ? [i === 1 ? 0.5 : 0, i === 2 ? 0.5 : 0, i === 3 ? 0.5 : 0] : [0.3 * i, 0, 0];
      return [corner[0] + along[0] + jitter[0], corner[1] + along[1] + jitter[1] + k, corner[2] + along[2] + jitter[2]];
    });
    return {
      id: `body-${k}`,
      kind,
      positions,
      velocities: positions.map(() => triple(random, 0.5)),
      mass: random.between(0.5, 2),
      stiffness: kind === 'rope' ? random.between(50, 500) : random.between(500, 5000),
      bending: random.between(0.01, 0.1),
      fixed: [],
    };
  });
  return {
    seed,
    h: 0.001,
    steps: 30,
    gravity: triple(random, 9),
    method,
    integrator: isSolved ? 'backward-euler' : random.pick(predicting),
    ...constrained(random, bodies),
  };
}

/** Constraints that hold where bodies are; a join moves a particle to its place. */
function constrained(random: Random, given: readonly LawBody[]): Pick<LawScene, 'bodies' | 'constraints'> {
  const bodies = given.map((body) => ({ ...body, positions: [...body.positions] }));
  const nodes = random.shuffle(bodies.flatMap((body) => body.positions.map((_, i) => ({ body, i }))));
  const used: typeof nodes = [];
  const constraints: LawConstraint[] = [];
  const at = ({ body, i }: (typeof nodes)[number]): Triple => body.positions[i];
  for (const fresh of nodes.slice(0, 1 + random.below(4))) {
    const apart = random.shuffle(nodes).filter((one) => one !== fresh && lengthOf(minus(at(one), at(fresh))) > 0.05);
    const kinds = ['nail', 'distance', 'on-plane', 'angle', 'join'] as const;
    let kind: LawConstraint['kind'] = random.pick(kinds);
    // only particles have no shape that a join would change
    if (kind === 'join' && (fresh.body.kind !== 'particles' || used.includes(fresh))) kind = 'distance';
    let on = [fresh, ...apart.slice(0, kind === 'join' || kind === 'distance' ? 1 : kind === 'angle' ? 2 : 0)];
    let value = 0;
    if (kind === 'angle') {
      value = on.length === 3 ? angleAt(at(on[0]), at(on[1]), at(on[2])) : 0;
      if (!(value > 0.4 && value < 2.7)) [kind, on] = ['distance', on.slice(0, 2)];
    }
    if (on.length < 2 && (kind === 'distance' || kind === 'join')) kind = 'nail';
    if (kind === 'distance') value = lengthOf(minus(at(on[0]), at(on[1])));
    if (kind === 'join') fresh.body.positions[fresh.i] = [...at(on[1])];
    constraints.push({
      id: `${kind}-${constraints.length}`,
      kind,
      on: on.map(({ body, i }) => ({ body: body.id, node: i })),
      point: [...at(fresh)],
      normal: [random.between(0.2, 1), random.between(-1, 1), random.between(-1, 1)],
      value,
      typed: false,
    });
    used.push(...on);
  }
  return { bodies, constraints };
}
function angleAt(a: Triple, vertex: Triple, b: Triple): number {
  const [u, v] = [minus(a, vertex), minus(b, vertex)];
  return Math.acos(dot(u, v) / (lengthOf(u) * lengthOf(v)));
}

/** The world of a scene; undefined if its method does not hold one of its constraints. */
export function lawWorld(scene: LawScene): World | undefined {
  const { h, gravity, integrator, method } = scene;
  const world = createWorld({ step: h, gravity, integrator, method: methodKinds[method].make({}) });
  const bodies = new Map(scene.bodies.map((body) => [body.id, world.add(bodyOf(body))]));
  try {
    for (const one of scene.constraints) world.constrain(specOf(one, bodies), { id: one.id });
    world.check();
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
  return world;
}

function bodyOf({ id, kind, positions, velocities, mass, stiffness, bending, fixed }: LawBody): Body {
  const common = { id, velocities: velocities.flat(), fixed };
  if (kind === 'particles') return particles(positions.flat(), { ...common, mass });
  if (kind === 'rope') {
    const section = { EA: stiffness, EI: bending, GJ: bending, rhoA: mass };
    return spline({ ...common, ...section, points: positions.flat(), rest: 'as-given' });
  }
  // a mirrored tet counts its corners the other way round
  const [a, b, c] = [1, 2, 3].map((i) => minus(positions[i], positions[0]));
  const volume =
    a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
  const tets = volume > 0 ? [0, 1, 2, 3] : [0, 1, 3, 2];
  return tetSprings(mesh({ positions: positions.flat(), tets }), {
    ...common,
    mass,
    stretch: stiffness,
    bulk: stiffness,
  });
}

function specOf(one: LawConstraint, bodies: ReadonlyMap<string, Body>): ConstraintSpec {
  const [a, b, c] = one.on.map(({ body, node: i }): Anchor => {
    const found = bodies.get(body) as Body;
    return 'section' in found ? splinePoint(found as Spline, Math.min(i, (found as Spline).spans)) : node(found, i);
  });
  const p = worldPoint(...one.point);
  if (one.typed) {
    const { value, normal } = one;
    const texts = {
      nail: 'a = p',
      join: 'a = b',
      distance: 'distance(a, b) = value',
      'on-plane': `dot(a - p, [${normal.map((x) => x / lengthOf(normal)).join(', ')}]) = 0`,
      angle: 'angle(a, b, c) = value',
    };
    const points = { a, ...(b ? { b } : { p }), ...(c ? { c } : {}) };
    return equation(texts[one.kind], points, { value });
  }
  switch (one.kind) {
    case 'nail':
      return nail(a, p);
    case 'join':
      return join(a, b);
    case 'distance':
      return distance(a, b, one.value);
    case 'on-plane':
      return onPlane(a, p, one.normal);
    case 'angle':
      return angle(a, b, c, one.value);
  }
}

/**
 * Small random scenes as plain data: particles, tets of springs or of finite elements, a short rope, and constraints that hold
 * at the start. Each constraint has a node that none before it holds, so its rows never follow from the others.
 */
import type { methodKinds } from '../../packages/engine/src/index.ts';
import { Random } from './random.ts';

export type Triple = [number, number, number];

export interface LawBody {
  readonly id: string;
  readonly kind: 'particles' | 'springs' | 'fem' | 'rope';
  readonly positions: readonly Triple[];
  readonly velocities: readonly Triple[];
  /** kg, each node; of a rope kg/m */
  readonly mass: number;
  /** Pa; of a rope N */
  readonly stiffness: number;
  /** Pa s, of tets */
  readonly damping: number;
  /** N m^2, of a rope */
  readonly bending: number;
  readonly fixed: readonly number[];
  /** one of its own */
  readonly integrator?: string;
}
export interface LawConstraint {
  readonly id: string;
  readonly kind:
    | ('nail' | 'join' | 'distance' | 'rod' | 'on-plane' | 'on-axis' | 'offset' | 'angle' | 'on-line')
    /** only in laws of their own: a velocity of zero */
    | 'velocity';
  readonly on: readonly { readonly body: string; readonly node: number }[];
  /** of the world: where a nail is, what a rod ends at, what a plane or an axis goes through */
  readonly point: Triple;
  /** m/s: how that point moves */
  readonly drift: Triple;
  /** of a plane or an axis; of an offset the offset itself, m */
  readonly direction: Triple;
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
  /** 1/s, of all bodies */
  readonly drag: number;
  readonly method: keyof typeof methodKinds;
  readonly integrator: string;
  readonly bodies: readonly LawBody[];
  readonly constraints: readonly LawConstraint[];
}

const explicit = [
  ...['verlet', 'euler-cromer', 'explicit-euler', 'midpoint', 'rk2', 'rk4', 'velocity-verlet', 'beeman'],
];
const minus = (a: Triple, b: Triple): Triple => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const dot = (a: Triple, b: Triple): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const lengthOf = (a: Triple): number => Math.sqrt(dot(a, a));
export const triple = (random: Random, size: number): Triple => random.list(3, -size, size) as Triple;

export function lawScene(seed: number): LawScene {
  const random = new Random(seed);
  const method = random.pick([
    ...(['local', 'local', 'local', 'lagrange', 'lagrange', 'displacement', 'displacement'] as const),
    ...(['reaction', 'augmented', 'penalty'] as const),
  ]);
  const isSolved = method === 'displacement';
  const tets = ['particles', 'springs', 'fem'] as const;
  const integrator = isSolved
    ? 'backward-euler'
    : random.pick(method === 'local' ? [...explicit, 'implicit-euler'] : explicit);
  const mixes = !isSolved && random.chance(0.15);
  const damped = random.chance(0.3);
  const bodies = Array.from({ length: 1 + random.below(3) }, (_, k): LawBody => {
    const kind = random.pick(isSolved ? ([...tets, 'rope'] as const) : tets);
    const corner = triple(random, 0.2);
    const count = kind === 'particles' ? 2 + random.below(3) : 4;
    const positions = Array.from({ length: count }, (_, i): Triple => {
      const jitter = triple(random, 0.08);
      const isTet = kind === 'springs' || kind === 'fem';
      const along = isTet ? [i === 1 ? 0.5 : 0, i === 2 ? 0.5 : 0, i === 3 ? 0.5 : 0] : [0.3 * i, 0, 0];
      return [corner[0] + along[0] + jitter[0], corner[1] + along[1] + jitter[1] + k, corner[2] + along[2] + jitter[2]];
    });
    return {
      id: `body-${k}`,
      kind,
      positions,
      velocities: positions.map(() => triple(random, 0.5)),
      mass: random.between(0.5, 2),
      stiffness: kind === 'rope' ? random.between(50, 500) : random.between(500, 5000),
      damping: damped ? random.between(5, 20) : 0,
      bending: random.between(0.01, 0.1),
      fixed: [],
      ...(mixes ? { integrator: random.pick(explicit) } : {}),
    };
  });
  return {
    seed,
    h: 0.001,
    steps: 30,
    gravity: triple(random, 9),
    drag: random.chance(0.3) ? random.between(0.5, 5) : 0,
    method,
    integrator,
    ...constrained(random, bodies, method === 'local'),
  };
}

/** Constraints that hold where bodies are; what is joined, or slides, is a particle that is moved to its place. */
function constrained(
  random: Random,
  given: readonly LawBody[],
  slides: boolean,
): Pick<LawScene, 'bodies' | 'constraints'> {
  const bodies = given.map((body) => ({ ...body, positions: [...body.positions] }));
  const nodes = random.shuffle(bodies.flatMap((body) => body.positions.map((_, i) => ({ body, i }))));
  type Node = (typeof nodes)[number];
  const used: Node[] = [];
  const held: Node[] = [];
  const constraints: LawConstraint[] = [];
  const at = ({ body, i }: Node): Triple => body.positions[i];
  const put = (kind: LawConstraint['kind'], on: readonly Node[], more: Partial<LawConstraint> = {}): void => {
    constraints.push({
      id: `${kind}-${constraints.length}`,
      kind,
      on: on.map(({ body, i }) => ({ body: body.id, node: i })),
      point: [...at(on[0])],
      drift: [0, 0, 0],
      direction: [random.between(0.2, 1), random.between(-1, 1), random.between(-1, 1)],
      value: 0,
      typed: false,
      ...more,
    });
    used.push(...on);
    held.push(on[0]);
  };
  for (const fresh of nodes.slice(0, 1 + random.below(4))) {
    if (held.includes(fresh)) continue;
    const others = random.shuffle(nodes).filter((one) => one !== fresh);
    const apart = others.filter((one) => lengthOf(minus(at(one), at(fresh))) > 0.05);
    const movable = fresh.body.kind === 'particles' && !used.includes(fresh);
    const kind = random.pick([
      ...(['nail', 'distance', 'on-plane', 'angle', 'join', 'rod', 'on-axis', 'offset'] as const),
      ...(slides ? (['on-line', 'on-line'] as const) : []),
    ]);
    if (kind === 'on-line' && movable) {
      const line = bodies.filter((body) => body !== fresh.body && body.kind !== 'rope' && body.positions.length > 1);
      if (line.length) {
        const rail = random.pick(line);
        const ends = nodes.filter(({ body }) => body === rail).slice(0, 2);
        const [a, b] = ends.map(at);
        const u = random.between(0.3, 0.7);
        fresh.body.positions[fresh.i] = [0, 1, 2].map((k) => a[k] + u * (b[k] - a[k])) as Triple;
        const nails = random.chance(0.7) ? ends.filter((end) => !held.includes(end)) : [];
        put('on-line', [fresh, ...ends]);
        for (const end of nails) put('nail', [end]);
        continue;
      }
    }
    if (kind === 'join' && movable && apart.length) {
      fresh.body.positions[fresh.i] = [...at(apart[0])];
      put('join', [fresh, apart[0]]);
    } else if (kind === 'angle' && apart.length > 1) {
      const value = angleAt(at(fresh), at(apart[0]), at(apart[1]));
      if (value > 0.4 && value < 2.7) put('angle', [fresh, apart[0], apart[1]], { value });
      else put('nail', [fresh]);
    } else if (kind === 'rod') {
      const away = random.list(3, 0.2, 0.6) as Triple;
      put('rod', [fresh], { point: minus(at(fresh), away), value: lengthOf(away) });
    } else if (kind === 'offset' && apart.length) {
      put('offset', [fresh, apart[0]], { direction: minus(at(apart[0]), at(fresh)) });
    } else if (kind === 'nail' || kind === 'on-plane' || kind === 'on-axis') put(kind, [fresh]);
    else if (apart.length) put('distance', [fresh, apart[0]], { value: lengthOf(minus(at(fresh), at(apart[0]))) });
    else put('nail', [fresh]);
  }
  return { bodies, constraints };
}
function angleAt(a: Triple, vertex: Triple, b: Triple): number {
  const [u, v] = [minus(a, vertex), minus(b, vertex)];
  return Math.acos(dot(u, v) / (lengthOf(u) * lengthOf(v)));
}

/**
 * What goes with what, measured on small worlds. Two tables say all of it: a relation on a body under a method, and a method under an
 * integrator on a body. A seeded test checks that whole combinations follow from the two.
 */
import {
  type Anchor,
  above,
  allIntegrators,
  angle,
  type Body,
  beyond,
  block,
  type ConstraintSpec,
  createWorld,
  dihedral,
  distance,
  equation,
  guide,
  hexMetric,
  incompressible,
  inTet,
  join,
  linearMomentum,
  mesh,
  methodKinds,
  nail,
  node,
  offset,
  onAxis,
  onLine,
  onPlane,
  onSurface,
  onTriangle,
  parallel,
  particles,
  perpendicular,
  plane,
  residual,
  type Spline,
  spline,
  splinePoint,
  tetFem,
  tetSprings,
  trajectory,
  velocity,
  type World,
  within,
  worldPoint,
} from '../../packages/engine/src/index.ts';

type Triple = [number, number, number];
export const bodies = ['particles', 'tet-springs', 'tet-fem', 'hex-metric', 'spline'] as const;
export type BodyName = (typeof bodies)[number];
export const methods = Object.keys(methodKinds);
export const integrators = Object.keys(allIntegrators).filter((kind) => kind !== 'verlet-as-printed');

const tet: Triple[] = [
  [0, 0, 0],
  [0.5, 0.05, 0],
  [0.02, 0.5, 0.1],
  [0, 0.1, 0.5],
];
const line: Triple[] = [
  [0, 0, 0],
  [0.5, 0.05, 0],
  [1, 0.2, 0.1],
  [1.5, 0.2, 0.3],
];
const plus = (a: Triple, b: Triple): Triple => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
const minus = (a: Triple, b: Triple): Triple => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const dot = (a: Triple, b: Triple): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Triple, b: Triple): Triple => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const times = (a: Triple, k: number): Triple => [k * a[0], k * a[1], k * a[2]];
const far = (a: Triple, b: Triple): number => Math.sqrt(dot(minus(a, b), minus(a, b)));

/** A slow turn about the origin, so that constraints have something to do. */
const spin = (at: readonly Triple[]): number[] => at.flatMap((x) => cross([0.5, 1, -0.8], x));

interface Made {
  readonly body: Body;
  readonly at: readonly Triple[];
  readonly points: readonly Anchor[];
  /** nodes behind the points */
  readonly nodes: readonly number[];
}
function make(kind: BodyName, id: string, shift: Triple, more: object): Made {
  const corners = kind === 'particles' || kind === 'spline' ? line : tet;
  const at = corners.map((x) => plus(x, shift));
  const nodes = (body: Body, places = at): Made => ({
    body,
    at: places,
    points: places.map((_, i) => node(body, i)),
    nodes: [0, 1, 2, 3],
  });
  const shape = () => mesh({ positions: at.flat(), tets: [0, 1, 2, 3] });
  switch (kind) {
    case 'particles':
      return nodes(particles(at.flat(), { id, mass: 1.2, velocities: spin(at), ...more }));
    case 'tet-springs':
      return nodes(tetSprings(shape(), { id, mass: 1.2, stretch: 800, bulk: 800, velocities: spin(at), ...more }));
    case 'tet-fem':
      return nodes(tetFem(shape(), { id, mass: 1.2, young: 800, poisson: 0.3, velocities: spin(at), ...more }));
    case 'hex-metric': {
      const cell = block({ size: [0.5, 0.5, 0.5], cells: [1, 1, 1], centre: plus(shift, [0.25, 0.25, 0.25]) });
      const body = hexMetric(cell, { id, density: 20, stiffness: 100, ...more });
      const x = cell.positions;
      // corners 0, 1, 2 and 4 of the cell: a tet
      const chosen = [0, 1, 2, 4];
      return {
        body,
        at: chosen.map((i): Triple => [x[3 * i], x[3 * i + 1], x[3 * i + 2]]),
        points: chosen.map((i) => node(body, i)),
        nodes: chosen,
      };
    }
    case 'spline': {
      const body = spline({ id, points: at.flat(), EA: 200, EI: 0.05, GJ: 0.05, rhoA: 1, rest: 'as-given', ...more });
      return {
        body,
        at,
        nodes: [0, 1, 2, 3],
        points: at.map((_, i) => splinePoint(body as Spline, Math.min(i, (body as Spline).spans))),
      };
    }
  }
}
const world = (x: Triple): Anchor => worldPoint(...x);

interface Scene {
  readonly one: Made;
  readonly two: Made;
  /** a particle at the middle of some corners of the first */
  bead(corners: number): Anchor;
}
/** Relations, on the points of two bodies that touch at one.points[1] and two.points[0]. `free`: nothing of the world holds. */
export const relations: Readonly<Record<string, { readonly free?: true; spec(scene: Scene): ConstraintSpec }>> = {
  nail: { spec: ({ one }) => nail(one.points[0], world(one.at[0])) },
  join: { free: true, spec: ({ one, two }) => join(one.points[1], two.points[0]) },
  distance: {
    free: true,
    spec: ({ one, two }) => distance(one.points[0], two.points[2], far(one.at[0], two.at[2])),
  },
  offset: { free: true, spec: ({ one, two }) => offset(one.points[0], two.points[2], minus(two.at[2], one.at[0])) },
  angle: {
    free: true,
    spec: ({ one, two }) => {
      const [u, v] = [minus(one.at[0], two.at[2]), minus(one.at[2], two.at[2])];
      return angle(
        one.points[0],
        two.points[2],
        one.points[2],
        Math.acos(dot(u, v) / Math.sqrt(dot(u, u) * dot(v, v))),
      );
    },
  },
  dihedral: {
    free: true,
    spec: ({ one, two }) => {
      const [a, b, c, d] = [one.at[0], one.at[2], one.at[3], two.at[2]];
      const e = times(minus(b, a), 1 / far(a, b));
      const across = (x: Triple): Triple => minus(minus(x, a), times(e, dot(e, minus(x, a))));
      const [u, v] = [across(c), across(d)];
      const value = Math.atan2(dot(e, cross(u, v)), dot(u, v));
      return dihedral(
        one.points[0],
        one.points[2],
        one.points[3],
        two.points[2],
        value < 0 ? value + 2 * Math.PI : value,
      );
    },
  },
  parallel: {
    spec: ({ one }) => parallel(one.points[0], one.points[1], world([0, 0, 0]), world(minus(one.at[1], one.at[0]))),
  },
  perpendicular: {
    spec: ({ one }) => {
      const along = minus(one.at[1], one.at[0]);
      return perpendicular(one.points[0], one.points[1], world([0, 0, 0]), world(cross(along, [0.3, 1, 0.2])));
    },
  },
  'on-plane': { spec: ({ one }) => onPlane(one.points[0], world(one.at[0]), [0.3, 1, 0.2]) },
  'on-axis': { spec: ({ one }) => onAxis(one.points[0], world(one.at[0]), [0.3, 1, 0.2]) },
  within: {
    spec: ({ one }) => within(one.points[0], world(plus(one.at[0], [0, 0.4, 0])), 0.4),
  },
  beyond: {
    spec: ({ one }) => beyond(one.points[0], world(plus(one.at[0], [0, -0.4, 0])), 0.4),
  },
  above: { spec: ({ one }) => above(one.points[0], plane({ id: 'floor', normal: [0, 1, 0], offset: one.at[0][1] })) },
  equation: {
    free: true,
    spec: ({ one, two }) =>
      equation('distance(a, b) = L', { a: one.points[0], b: two.points[2] }, { L: far(one.at[0], two.at[2]) }),
  },
  velocity: { spec: ({ one }) => velocity(one.points[0], [0, 0, 0]) },
  'on-line': { free: true, spec: ({ one, bead }) => onLine(bead(2), one.body, [one.nodes[0], one.nodes[1]], 'slide') },
  'on-triangle': {
    free: true,
    spec: ({ one, bead }) => onTriangle(bead(3), one.body, one.nodes.slice(0, 3) as Triple, 'slide'),
  },
  'in-tet': {
    free: true,
    spec: ({ one, bead }) => inTet(bead(4), one.body, one.nodes as [number, number, number, number], 'stick'),
  },
  'on-surface': { free: true, spec: ({ one, bead }) => onSurface(bead(3), one.body, 'slide') },
  trajectory: {
    spec: ({ one }) => {
      const [a, b] = [plus(one.at[0], [0.4, 0.1, 0]), plus(one.at[0], [0.8, 0, 0])];
      return trajectory([one.points[0]], guide([...one.at[0], ...a, ...b]), [0.0]);
    },
  },
  volume: { free: true, spec: ({ one }) => incompressible(one.body) },
};

export interface Combination {
  readonly body: BodyName;
  readonly relation: string;
  readonly method: string;
  readonly integrator: string;
}
export interface Measured {
  /** the sentence with which it is refused */
  readonly refusal?: string;
  /** m, or rad or none: the largest over all steps */
  readonly residual?: number;
  readonly order?: number;
  /** of what gravity gives in the same time; undefined where the world holds */
  readonly momentum?: number;
}

function build({ body, relation, method, integrator }: Combination, h: number, constrained = true): World {
  const made = createWorld({
    step: h,
    gravity: [0.4, -2, 0.3],
    integrator,
    method: methodKinds[method as 'local'].make({}),
  });
  const { flow, solved } = allIntegrators[integrator];
  const more = flow ? { drag: 2 } : {}; // what has no inertia moves by drag
  const one = make(body, 'one', [0.7, 0.4, 0.2], more);
  const two = make(body, 'two', one.at[1], more);
  made.add(one.body);
  made.add(two.body);
  const bead = (corners: number): Anchor => {
    const middle = one.at.slice(0, corners).reduce(plus, [0, 0, 0] as Triple);
    return node(made.add(particles(times(middle, 1 / corners), { id: 'bead', mass: 0.3, ...more })), 0);
  };
  if (solved === 'static') {
    // what is to rest has to be held
    const held = [...[1, 2, 3].map((i) => [one, i] as const), ...[0, 1, 3].map((i) => [two, i] as const)];
    for (const [{ points, at }, i] of held) made.constrain(nail(points[i], world(at[i])));
  }
  const spec = relations[relation].spec({ one, two, bead });
  if (constrained) made.constrain(spec, { id: 'constraint' });
  made.check();
  return made;
}
const spans = 0.02;
/** Residual of a run, by whichever unit the rows have. */
function largest(one: World): number {
  return Math.max(...(['m', 'rad', 'm/s', ''] as const).map((unit) => residual(one, unit as 'm').max));
}
const ran = (combination: Combination, h: number): Float64Array => {
  const one = build(combination, h);
  one.step(Math.round(spans / h));
  return Float64Array.from([...one.positions('one'), ...one.positions('two')]);
};
const apart = (a: Float64Array, b: Float64Array): number => Math.max(...a.map((x, i) => Math.abs(x - b[i])));

export function accepts(combination: Combination): Measured {
  try {
    const one = build(combination, 1e-3);
    let most = 0;
    for (let n = 0; n < 10; n++) {
      one.step();
      most = Math.max(most, largest(one));
    }
    return { residual: most };
  } catch (error) {
    return { refusal: error instanceof Error ? error.message : String(error) };
  }
}
export function measure(combination: Combination): Measured {
  const first = accepts(combination);
  if (first.refusal !== undefined) return first;
  try {
    return further(combination, first);
  } catch (error) {
    return { refusal: error instanceof Error ? error.message : String(error) };
  }
}
function further(combination: Combination, first: Measured): Measured {
  const [a, b, c] = [2e-3, 1e-3, 5e-4].map((h) => ran(combination, h));
  const [coarse, fine] = [apart(a, b), apart(b, c)];
  const order = fine > 1e-13 ? Math.log2(coarse / fine) : undefined;
  if (!relations[combination.relation].free) return { ...first, ...(order === undefined ? {} : { order }) };
  const [held, loose] = [build(combination, 1e-3), build(combination, 1e-3, false)];
  held.step(20);
  loose.step(20);
  const [p, free] = [linearMomentum(held), linearMomentum(loose)];
  const momentum = Math.hypot(...p.map((x, k) => x - free[k])) / Math.hypot(...free);
  return { ...first, ...(order === undefined ? {} : { order }), momentum };
}

/** Two bodies of a kind for the matrix, which turn slowly about the origin. */
import {
  type Anchor,
  allIntegrators,
  type Body,
  block,
  hexMetric,
  mesh,
  methodKinds,
  node,
  particles,
  rigid,
  rigidPointAt,
  type Spline,
  spline,
  splinePoint,
  superquadric,
  surfacePoint,
  tetFem,
  tetSprings,
  worldPoint,
} from '../../packages/engine/src/index.ts';

export type Triple = [number, number, number];
export const bodies = ['particles', 'tet-springs', 'tet-fem', 'hex-metric', 'spline', 'rigid', 'superquadric'] as const;
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
export const plus = (a: Triple, b: Triple): Triple => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const minus = (a: Triple, b: Triple): Triple => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const dot = (a: Triple, b: Triple): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a: Triple, b: Triple): Triple => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
export const times = (a: Triple, k: number): Triple => [k * a[0], k * a[1], k * a[2]];
export const far = (a: Triple, b: Triple): number => Math.sqrt(dot(minus(a, b), minus(a, b)));

/** A slow turn about the origin, so that constraints have something to do. */
const axis: Triple = [0.5, 1, -0.8];
const spin = (at: readonly Triple[]): number[] => at.flatMap((x) => cross(axis, x));

export interface Made {
  readonly body: Body;
  readonly at: readonly Triple[];
  readonly points: readonly Anchor[];
  /** nodes behind the points */
  readonly nodes: readonly number[];
}
export function make(kind: BodyName, id: string, shift: Triple, more: object): Made {
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
      const x = cell.positions;
      const all = Array.from({ length: 8 }, (_, i): Triple => [x[3 * i], x[3 * i + 1], x[3 * i + 2]]);
      const body = hexMetric(cell, { id, density: 20, stiffness: 100, velocities: spin(all), ...more });
      // corners 0, 1, 2 and 4 of the cell: a tet
      const chosen = [0, 1, 2, 4];
      return {
        body,
        at: chosen.map((i) => all[i]),
        points: chosen.map((i) => node(body, i)),
        nodes: chosen,
      };
    }
    case 'spline': {
      const section = { EA: 200, EI: 0.05, GJ: 0.05, rhoA: 1 };
      const body = spline({ id, points: at.flat(), ...section, velocities: spin(at), rest: 'as-given', ...more });
      return {
        body,
        at,
        nodes: [0, 1, 2, 3],
        points: at.map((_, i) => splinePoint(body as Spline, Math.min(i, (body as Spline).spans))),
      };
    }
    case 'rigid': {
      const turning = { velocity: cross(axis, at[0]), spin: axis };
      const shape = { kind: 'box', size: [0.5, 0.3, 0.4] } as const;
      const body = rigid({ id, shape, mass: 4.8, position: at[0], ...turning, ...more });
      return { body, at, nodes: [0, 1, 2, 3], points: at.map((x) => rigidPointAt(body, x)) };
    }
    case 'superquadric': {
      const [a1, a2, a3] = [0.3, 0.25, 0.35];
      // two on its equator, and two nearer to its poles
      const places: [u: number, v: number][] = [
        [0, 3],
        [0, 0.1],
        [0.7, 1.5],
        [-0.9, -1],
      ];
      const on = ([u, v]: readonly [number, number]): Triple => [
        a1 * Math.cos(u) * Math.cos(v),
        a2 * Math.cos(u) * Math.sin(v),
        a3 * Math.sin(u),
      ];
      const centre = minus(shift, on(places[0]));
      const turning = { velocity: cross(axis, centre), spin: axis };
      const body = superquadric({ id, shape: { a1, a2, a3 }, mass: 4.8, position: centre, ...turning, ...more });
      return {
        body,
        at: places.map((place) => plus(centre, on(place))),
        nodes: [0, 1, 2, 3],
        points: places.map(([u, v]) => surfacePoint(body, u, v)),
      };
    }
  }
}
export const world = (x: Triple): Anchor => worldPoint(...x);

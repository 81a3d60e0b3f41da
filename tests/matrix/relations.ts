/** Relations of the matrix, on the points of two bodies that touch at one.points[1] and two.points[0]. */
import {
  type Anchor,
  above,
  angle,
  beyond,
  box,
  type ConstraintSpec,
  circle,
  dihedral,
  distance,
  equation,
  guide,
  incompressible,
  inTet,
  join,
  model,
  nail,
  offset,
  onAxis,
  onLine,
  onPlane,
  onSurface,
  onTriangle,
  outside,
  parallel,
  perpendicular,
  plane,
  relativePlane,
  trajectory,
  velocity,
  within,
} from '../../packages/engine/src/index.ts';
import { cross, dot, far, type Made, minus, plus, type Triple, times, world } from './bodies.ts';

export interface Scene {
  readonly one: Made;
  readonly two: Made;
  /** a particle at the middle of some corners of the first */
  bead(corners: number): Anchor;
}
/** A cube whose upper side a point touches. */
const rock = (at: Triple): ReturnType<typeof model> =>
  model(box({ size: [1, 1, 1], cells: [1, 1, 1], centre: minus(at, [0, 0.5, 0]) }), { id: 'rock' });

/** `free`: nothing of the world holds. */
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
  circle: {
    spec: ({ one }) => circle([one.points[0]], world(plus(one.at[0], [0.3, 0.1, 0])), [0.1, -0.3, 0.9], 0.1 ** 0.5),
  },
  'relative-plane': {
    free: true,
    spec: ({ one, two }) => {
      const normal: Triple = [0.3, 1, 0.2];
      const size = Math.sqrt(dot(normal, normal));
      const offset = dot(minus(one.at[0], two.at[2]), normal) / size;
      return relativePlane(one.points[0], two.points[2], normal, { offset });
    },
  },
  outside: { spec: ({ one }) => outside(one.points.slice(0, 1), rock(one.at[0])) },
  volume: { free: true, spec: ({ one }) => incompressible(one.body) },
};

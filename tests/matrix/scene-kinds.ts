/** Kinds of ropes and joints, as scenes have them: built by the scene builder, which refuses what does not fit in its own words. */
import { buildScene, parseScene, SceneError } from '../../packages/io/src/index.ts';
import { type BodyName, bodies, type Triple } from './bodies.ts';
import { type Measured, measureWith } from './cells.ts';

const corner: Triple = [0.7, 0.4, 0.2];
const shifted = (x: Triple, by: number): Triple => [x[0] + by, x[1], x[2]];
const line = (from: Triple): Triple[] => [0, 0.5, 1, 1.5].map((x) => [from[0] + x, from[1] + 0.1 * x, from[2]]);

/** A body; the second of a kind begins where the first one ends. */
function bodyOf(kind: BodyName, id: string, from: Triple): object {
  const place = { place: { translate: shifted(from, 0.25) } };
  const common = { id, kind, velocity: id === 'one' ? [0.1, 0.3, -0.2] : [-0.2, 0, 0.1] };
  switch (kind) {
    case 'particles':
      return { ...common, mass: 1.2, positions: line(from) };
    case 'spline':
      return { ...common, points: line(from), EA: 200, EI: 0.05, GJ: 0.05, rhoA: 1, rhoJ: 1e-3 };
    case 'tet-springs':
      return { ...common, ...place, mesh: tets, mass: 1.2, stretch: 800, bulk: 800 };
    case 'tet-fem':
      return { ...common, ...place, mesh: tets, mass: 1.2, young: 800, poisson: 0.3 };
    case 'hex-metric':
      return { ...common, ...place, mesh: { ...tets, kind: 'block' }, density: 20, stiffness: 100 };
    case 'rigid':
      return { ...common, ...place, shape: { kind: 'box', size: [0.5, 0.3, 0.4] }, mass: 4.8, spin: [0.5, 1, -0.8] };
    case 'superquadric':
      return { ...common, ...place, shape: { a1: 0.25, a2: 0.2, a3: 0.2 }, mass: 4.8, spin: [0.5, 1, -0.8] };
  }
}
const tets = { kind: 'box', size: [0.5, 0.5, 0.5], cells: [1, 1, 1] };
/** A point of a body: of a rope by its spans. */
const point = (kind: BodyName, id: string, k: number): object =>
  kind === 'spline' ? { body: id, u: k } : { body: id, nodes: [Math.floor(k)] };

interface Special {
  /** nothing of the world holds */
  readonly free?: true;
  readonly of: 'ropes' | 'rigid bodies' | 'particles' | 'superquadrics';
  spec(kind: BodyName): object;
  /** a body more */
  readonly more?: object;
}
const at = [corner[0] + 0.5, corner[1], corner[2]];
export const special: Readonly<Record<string, Special>> = {
  orientation: { of: 'ropes', spec: (kind) => ({ a: point(kind, 'one', 1) }) },
  twist: { of: 'ropes', spec: (kind) => ({ a: point(kind, 'one', 1) }) },
  fuse: {
    of: 'ropes',
    free: true,
    spec: (kind) => ({ a: point(kind, 'one', 3), b: point(kind, 'two', 0), tangent: false }),
  },
  keyhole: { of: 'ropes', spec: (kind) => ({ a: point(kind, 'one', 1.5) }) },
  pearl: {
    of: 'ropes',
    free: true,
    spec: () => ({ a: { body: 'bead', nodes: [0] }, on: 'one' }),
    more: { id: 'bead', kind: 'particles', mass: 0.3, positions: [[corner[0] + 0.7, corner[1] + 0.07, corner[2]]] },
  },
  pulley: {
    of: 'ropes',
    spec: (kind) => ({ on: kind === 'spline' ? 'reeve' : 'one' }),
    more: {
      id: 'reeve',
      kind: 'spline',
      points: [shifted(corner, 0), shifted(corner, 0.5), shifted(corner, 1)].map(([x, y, z], k) => [
        x,
        y + (k === 1 ? 0.5 : 0),
        z,
      ]),
      wraps: [{ point: 1, radius: 0.1 }],
      count: 9,
      EA: 1e3,
      rhoA: 0.1,
    },
  },
  nock: { of: 'ropes', free: true, spec: (kind) => ({ a: point(kind, 'one', 1), b: point(kind, 'two', 0), reach: 2 }) },
  contact: { of: 'particles', free: true, spec: () => ({ a: { body: 'one', nodes: 'all' }, distance: 0.05 }) },
  'ball-joint': { of: 'rigid bodies', free: true, spec: () => ({ a: 'one', b: 'two', at }) },
  hinge: { of: 'rigid bodies', free: true, spec: () => ({ a: 'one', b: 'two', at, axis: [1, 2, 0.5] }) },
  slider: { of: 'rigid bodies', free: true, spec: () => ({ a: 'one', b: 'two', at, axis: [1, 2, 0.5] }) },
  separate: { of: 'superquadrics', free: true, spec: () => ({ a: 'one', b: 'two' }) },
  weld: { of: 'rigid bodies', free: true, spec: () => ({ a: 'one', b: 'two', at }) },
};

/** A kind on two bodies, under a method: the integrator is the one that the method needs. */
export function measureSpecial(kind: string, body: BodyName, method: string): Measured {
  const { spec, more, free = false } = special[kind];
  const scene = (h: number, constrained: boolean): object => ({
    pliant: 1,
    name: 'matrix',
    step: h,
    gravity: [0.4, -2, 0.3],
    defaults: { method, integrator: method === 'displacement' ? 'backward-euler' : 'verlet' },
    bodies: [
      bodyOf(body, 'one', corner),
      bodyOf(
        body,
        'two',
        body === 'particles' || body === 'spline' ? shifted(line(corner)[3], 0) : shifted(corner, 0.5),
      ),
      ...(more ? [more] : []),
    ],
    constraints: constrained ? [{ id: 'constraint', kind, ...spec(body) }] : [],
  });
  return measureWith((h, constrained = true) => {
    try {
      const text = JSON.stringify(scene(h, constrained));
      return buildScene(parseScene(text, 'matrix'), 'matrix').world;
    } catch (error) {
      if (error instanceof SceneError) throw new Error(error.faults[0].message);
      throw error;
    }
  }, free);
}
export const specialBodies = bodies;

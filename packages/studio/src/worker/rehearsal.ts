/**
 * Opens small scenes that nobody sees, while the user looks at the first one, so that another scene is built by code that has run before:
 * the first rod of a page takes twice as long as the second. They share nothing with the run that is shown.
 */
import { type Assets, buildScene, parseScene } from '@pliant/io';
import { Runner } from './runner.ts';

const implicit = { integrator: 'backward-euler', method: 'displacement' };
const gravity = [0, 0, 0];
const probes = [{ id: 'error', kind: 'residual' }];
const head = { pliant: 1, step: 0.001, duration: 1, gravity, probes };

/** A rod with frames; one without, in an eye with friction; solids that nearly touch; a surface that is filled; superquadrics; a crowd of cubes. */
export const rehearsed: readonly object[] = [
  {
    ...head,
    name: 'coil',
    defaults: implicit,
    bodies: [
      {
        id: 'coil',
        kind: 'spline',
        curve: { kind: 'helix', radius: 0.02, turns: 1, pitch: 0.01, axis: [0, -1, 0] },
        count: 13,
        rest: 'as-given',
        young: 1e8,
        shear: 3.5e7,
        density: 1300,
        diameter: 0.002,
      },
    ],
    constraints: [
      { id: 'top', kind: 'nail', a: { body: 'coil', u: 0 } },
      { id: 'tangent', kind: 'orientation', a: { body: 'coil', u: 0 } },
    ],
  },
  {
    ...head,
    name: 'rope',
    defaults: implicit,
    bodies: [
      {
        id: 'rope',
        kind: 'spline',
        points: [
          [0.5, 0, 0],
          [0.6, 0.05, 0],
          [0.7, 0, 0],
          [0.9, 0, 0],
        ],
        count: 120,
        EA: 2000,
        EI: 0.002,
        rhoA: 0.02,
        drag: 2,
        damping: 0.01,
        diameter: 0.004,
      },
      {
        id: 'weight',
        kind: 'rigid',
        shape: { kind: 'box', size: [0.1, 0.1, 0.1] },
        mass: 1,
        place: { translate: [0.95, 0, 0] },
      },
    ],
    constraints: [
      {
        id: 'eyes',
        kind: 'keyhole',
        a: { body: 'rope', u: Array.from({ length: 30 }, (_, k) => 10 + 3 * k) },
        coulomb: 0.1,
      },
      {
        id: 'knot',
        kind: 'join',
        points: [
          { body: 'rope', along: 1 },
          { body: 'weight', at: [0.9, 0, 0] },
        ],
      },
    ],
  },
  {
    ...head,
    name: 'solids',
    defaults: implicit,
    contact: { friction: 0.2, thickness: 0.001 },
    bodies: [
      {
        id: 'block',
        kind: 'tet-fem',
        mesh: { kind: 'box', size: [0.1, 0.1, 0.1], cells: [2, 2, 2] },
        density: 200,
        young: 1e4,
        poisson: 0.4,
        viscosity: 20,
      },
      {
        id: 'ball',
        kind: 'rigid',
        shape: { kind: 'sphere', radius: 0.05 },
        mass: 1,
        integrator: 'verlet',
        place: { translate: [0, 0.105, 0] },
      },
      {
        id: 'rope',
        kind: 'spline',
        curve: { kind: 'line', from: [-0.1, -0.06, 0], to: [0.1, -0.06, 0] },
        count: 9,
        EA: 2000,
        EI: 2e-5,
        rhoA: 0.02,
        diameter: 0.01,
      },
    ],
    constraints: [{ id: 'end', kind: 'nail', a: { body: 'rope', u: 0 } }],
  },
  {
    ...head,
    name: 'skin',
    bodies: [
      {
        id: 'jelly',
        kind: 'tet-fem',
        mesh: { kind: 'fill', surface: 'cube.obj', size: 0.25 },
        skin: { kind: 'surface', file: 'cube.obj' },
        density: 200,
        young: 25000,
        poisson: 0.35,
      },
      { id: 'floor', kind: 'plane', normal: [0, 1, 0], offset: -0.5 },
    ],
    constraints: [
      { id: 'ground', kind: 'above', a: { body: 'jelly', nodes: 'all' }, plane: 'floor', method: 'reaction' },
    ],
  },
  {
    ...head,
    name: 'superquadrics',
    defaults: { integrator: 'euler-cromer', method: { kind: 'lagrange', a: 0.06, inequalities: 'reaction' } },
    bodies: [
      { id: 'a', kind: 'superquadric', shape: { a1: 0.3, a2: 0.3, a3: 0.35 }, mass: 0.5, drag: 0.05 },
      {
        id: 'b',
        kind: 'superquadric',
        shape: { a1: 0.01, a2: 0.01, a3: 0.125 },
        free: ['rigid'],
        mass: 0.02,
        place: { translate: [0, 0, 0.475] },
      },
    ],
    constraints: [
      {
        id: 'joint',
        kind: 'join',
        points: [
          { body: 'a', surface: { uvDegrees: [90, 0] } },
          { body: 'b', surface: { uvDegrees: [-90, 0] } },
        ],
      },
    ],
  },
  {
    ...head,
    name: 'crowd',
    defaults: { integrator: 'verlet', method: 'local' },
    bodies: [
      {
        id: 'cube',
        kind: 'tet-springs',
        mesh: { kind: 'box', size: [1, 1, 1], cells: [1, 1, 1] },
        density: 1,
        form: 'joule',
        stretch: 2000,
        bulk: 500,
        damping: 10,
        repeat: { grid: [60, 40, 1], spacing: [1, -1, 0] },
      },
      { id: 'floor', kind: 'plane', normal: [0, 1, 0], offset: -30 },
    ],
    constraints: [
      { id: 'rail', kind: 'nail', a: { body: 'cube', side: { normal: [0, 1, 0], offset: 0.5 }, nodes: [2] } },
      { id: 'hinges', kind: 'join-touching', between: [{ body: 'cube', nodes: 'all' }] },
      {
        id: 'ground',
        kind: 'above',
        a: { body: 'cube', nodes: 'all' },
        plane: 'floor',
        method: 'reaction',
        active: false,
      },
    ],
  },
];

const cube = `v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nv 0 0 1\nv 1 0 1\nv 0 1 1\nv 1 1 1
f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n`;
const files: Assets = new Map([['cube.obj', new TextEncoder().encode(cube)]]);

export class Rehearsal {
  /** each twice: the second time takes a quarter, and compiles what the first one found to be used often */
  readonly #waiting = [...rehearsed, ...rehearsed];

  get isDone(): boolean {
    return this.#waiting.length === 0;
  }
  stop(): void {
    this.#waiting.length = 0;
  }
  /** The next one: built, described, and a step of it made and packed. 10 to 150 ms. */
  next(tell: ConstructorParameters<typeof Runner>[1] = () => {}): void {
    const scene = this.#waiting.shift();
    if (!scene) return;
    const def = parseScene(JSON.stringify(scene), 'rehearsal');
    const runner = new Runner(buildScene(def, 'rehearsal', {}, files), tell);
    runner.play();
    runner.turn();
  }
}

/** Scenes for fields that no example and no page has. */
import { hostBodies } from '../support/host-scene.ts';
import type { NamedScene } from './scenes.ts';

type Piece = { readonly [key: string]: unknown };
const scene = (name: string, bodies: readonly Piece[], more: object = {}): NamedScene => ({
  name,
  scene: { pliant: 1, name, step: 1e-4, bodies, ...more },
});
const host = (...ids: string[]): Piece[] => hostBodies.filter(({ id }) => ids.includes(id));
const box = { kind: 'box', size: [1, 1, 1], cells: [1, 1, 1] };
/** One number for each of so many. */
const each = (count: number, value: number): number[] => Array(count).fill(value);
const still = (count: number): number[][] => Array.from({ length: count }, () => [0, 0, 0]);
const path = (values: readonly number[]) => ({ path: 'linear', times: [0, 1], values });

const bodies = [
  scene('springs, one value for all', [
    {
      ...{ id: 'a', kind: 'tet-springs', mesh: box, density: 100, stretch: 1e3, bulk: 1e3, area: 10 },
      ...{ damping: 1, areaDamping: 1, bulkDamping: 1, velocity: [0, 0, 0.1] },
    },
  ]),
  scene('springs, a value for each', [
    {
      ...{ id: 'a', kind: 'tet-springs', mesh: { ...box, tetsPerCell: 5 }, mass: each(8, 1), velocity: still(8) },
      ...{ stretch: each(5, 1e3), damping: each(5, 1), bulk: each(5, 1e3), bulkDamping: each(5, 1) },
      ...{ area: each(5, 10), areaDamping: each(5, 1) },
    },
  ]),
  scene('springs, densities', [
    { id: 'a', kind: 'tet-springs', mesh: { ...box, tetsPerCell: 5 }, density: each(5, 100), stretch: 1e3 },
  ]),
  scene('elements, one value for all', [
    {
      ...{
        id: 'a',
        kind: 'tet-fem',
        mesh: box,
        mass: 1,
        young: 1e4,
        poisson: 0.3,
        velocity: still(8),
        material: 'st-venant-kirchhoff',
      },
      ...{ molding: { yield: 0.1, rate: 1, penalty: 10 } },
    },
  ]),
  scene('elements, a value for each', [
    {
      ...{ id: 'a', kind: 'tet-fem', mesh: { ...box, tetsPerCell: 5 }, density: each(5, 100), young: each(5, 1e4) },
      ...{ poisson: each(5, 0.3), viscosity: each(5, 1) },
    },
  ]),
  scene('elements, masses', [{ id: 'a', kind: 'tet-fem', mesh: box, mass: each(8, 1), young: 1e4, poisson: 0.3 }]),
  scene('a metric body', [
    {
      ...{ id: 'a', kind: 'hex-metric', mesh: { kind: 'block', size: [1, 1, 1], cells: [1, 1, 1] }, mass: 1 },
      ...{ stiffness: [1e4], viscosity: [1], velocity: [0, 0, 0.1] },
      ...{ molding: { yield: 0.1, rate: 1, penalty: 10 } },
    },
  ]),
  scene('a metric body, a value for each', [
    {
      ...{ id: 'a', kind: 'hex-metric', mesh: { kind: 'block', size: [1, 1, 1], cells: [1, 1, 1] } },
      ...{ mass: each(8, 1), stiffness: 1e4, velocity: still(8) },
    },
  ]),
  scene('masses', [
    ...[
      {
        id: 'a',
        kind: 'particles',
        positions: [
          [0, 0, 0],
          [1, 0, 0],
        ],
        mass: [1, 2],
        velocity: [0, 0, 0.1],
      },
    ],
    ...[
      {
        id: 'b',
        kind: 'particles',
        positions: [
          [0, 1, 0],
          [1, 1, 0],
        ],
        mass: 1,
        velocity: still(2),
      },
    ],
  ]),
  scene('a rigid ball', [
    {
      ...{ id: 'a', kind: 'rigid', shape: { kind: 'sphere', radius: 0.2 }, mass: 1, inertia: [1, 1, 1], drag: 0.1 },
      ...{ velocity: [0, 0, 0.1], place: { translate: [0, 1, 0], rotate: [0, 0, 0, 1] } },
    },
  ]),
  scene('a rod by its material', [
    {
      ...{ id: 'a', kind: 'spline', curve: { kind: 'line', from: [0, 0, 0], to: [1, 0, 0] }, count: 5, length: 1.1 },
      ...{ young: 1e6, shear: 4e5, density: 1000, diameter: 0.02, velocity: [0, 0, 0.1] },
    },
  ]),
  scene('skins', [
    {
      id: 'a',
      kind: 'tet-springs',
      mesh: box,
      density: 100,
      stretch: 1e3,
      skin: { kind: 'sphere', radius: 0.5, centre: [0, 0, 0], segments: 8 },
    },
    {
      id: 'b',
      kind: 'tet-springs',
      mesh: box,
      density: 100,
      stretch: 1e3,
      skin: { kind: 'ellipsoid', radii: [0.5, 0.5, 0.5], centre: [0, 0, 0], segments: 8 },
    },
    {
      ...{ id: 'c', kind: 'tet-springs', mesh: box, density: 100, stretch: 1e3 },
      skin: { kind: 'rounded-box', size: [1, 1, 1], radius: 0.1, centre: [0, 0, 0], segments: 4 },
    },
    {
      ...{ id: 'd', kind: 'tet-springs', mesh: box, density: 100, stretch: 1e3 },
      skin: {
        kind: 'triangles',
        positions: [
          [-0.4, 0, 0],
          [0.4, 0, 0],
          [0, 0.4, 0],
        ],
        triangles: [[0, 1, 2]],
      },
    },
  ]),
  scene('meshes elsewhere', [
    {
      id: 'a',
      kind: 'tet-springs',
      mesh: { kind: 'grid', size: [1, 1], cells: [1, 1], centre: [0, 0, 0] },
      form: 'spring',
      mass: 1,
      stretch: 10,
    },
    {
      id: 'b',
      kind: 'tet-springs',
      mesh: { kind: 'ball', radius: 1, cells: 2, centre: [0, 3, 0] },
      density: 100,
      stretch: 1e3,
    },
    {
      ...{ id: 'c', kind: 'tet-springs', mass: 1, stretch: 10, form: 'spring' },
      mesh: {
        kind: 'inline',
        positions: [
          [0, 0, 0],
          [1, 0, 0],
          [0, 1, 0],
        ],
        triangles: [[0, 1, 2]],
        edges: [[0, 1]],
      },
    },
  ]),
];

const displaced = { method: 'displacement' };
const rods = (name: string, constraint: Piece, more: object = {}): NamedScene =>
  scene(name, host('rope', 'cable', 'beads'), { constraints: [{ id: 'c', ...displaced, ...constraint }], ...more });
const constraints = [
  ...[30, path([30, 40])].map((angle) =>
    rods(`orientation ${typeof angle}`, {
      kind: 'orientation',
      a: { body: 'rope', along: 0 },
      direction: [0.6, 0.8, 0],
      angleDegrees: angle,
      ramp: true,
    }),
  ),
  ...[90, path([90, 95])].map((angle) =>
    rods(`fuse ${typeof angle}`, {
      ...{ kind: 'fuse', a: { body: 'rope', along: 1 }, b: { body: 'cable', along: 0 }, ramp: true },
      ...{ angleDegrees: angle, turnDegrees: angle },
    }),
  ),
  rods('twist', { kind: 'twist', a: { body: 'rope', along: 1 }, angleDegrees: 10, ramp: true }),
  ...[2, path([2, 2.1])].map((slide) =>
    rods(`keyhole ${typeof slide}`, { kind: 'keyhole', a: { body: 'rope', u: 2 }, to: [0.5, 3, 0], slide }),
  ),
  rods('keyhole driven', {
    kind: 'keyhole',
    a: { body: 'rope', u: 2 },
    to: [0.5, 3, 0],
    drive: 0.1,
    inertia: 0.01,
    friction: 0.2,
  }),
  ...[0.5, path([0.5, 0.6])].map((slide) =>
    rods(`trajectory ${typeof slide}`, {
      kind: 'trajectory',
      a: { body: 'rope', u: 2 },
      points: [
        [0, 3, 0],
        [0.5, 3, 0],
        [1, 3, 0],
      ],
      slide,
    }),
  ),
  rods('trajectory driven', {
    ...{
      kind: 'trajectory',
      a: { body: 'rope', u: 2 },
      points: [
        [0, 3, 0],
        [0.5, 3, 0],
        [1, 3, 0],
      ],
    },
    ...{ drive: 0.1, inertia: 0.01, friction: 0.2, coulomb: 0.1 },
  }),
  rods('pearls driven', {
    ...{ kind: 'pearl', a: { body: 'beads', nodes: 'all' }, on: 'rope', u: [0.5, 1.5] },
    ...{ friction: 0.05, coulomb: 0.1, drive: 0.01, between: [0, 4] },
  }),
  rods('nock', { kind: 'nock', a: { body: 'rope', along: 0.5 }, b: { body: 'cable', along: 0 }, reach: 0.1 }),
  ...[0.1, path([0, 0.1])].map((offset) =>
    scene(`slider ${typeof offset}`, host('crate'), {
      constraints: [{ id: 'c', kind: 'slider', a: 'crate', at: [0, 1, 0], axis: [1, 0, 0], offset }],
    }),
  ),
  scene('hinge', host('crate'), {
    constraints: [{ id: 'c', kind: 'hinge', a: 'crate', at: [0, 1, 0], axis: [0, 1, 0], angleDegrees: 5 }],
  }),
  scene('offsets', host('cube', 'bob'), {
    constraints: [
      {
        id: 'o',
        kind: 'offset',
        a: { body: 'bob', nodes: [0] },
        b: { body: 'cube', nodes: [0] },
        offset: [1, 0, 0],
        ramp: true,
      },
      {
        id: 'r',
        kind: 'relative-plane',
        a: { body: 'cube', nodes: [7] },
        b: [0, 0, 0],
        normal: [0, 1, 0],
        offset: 0.5,
      },
    ],
  }),
  scene('an equation with a driven parameter', host('bob'), {
    constraints: [
      {
        id: 'e',
        kind: 'equation',
        equation: 'a.x = k',
        points: { a: { body: 'bob', nodes: [0] } },
        parameters: { k: path([1, 1.1]) },
        ramp: true,
      },
    ],
  }),
  ...[
    { kind: 'lagrange', a: 0.5 },
    { kind: 'augmented', stiffness: 100, damping: 10, gain: 100 },
    { kind: 'augmented', form: 'paper', eps: 1e-3 },
  ].map((method) =>
    scene(`options of ${method.kind}`, host('bob'), {
      constraints: [{ id: 'n', kind: 'nail', a: { body: 'bob', nodes: [0] }, method }],
    }),
  ),
  scene('options of displacement', host('rope'), {
    constraints: [
      { id: 'n', kind: 'nail', a: { body: 'rope', along: 0 }, method: { kind: 'displacement', tolerance: 1e-9 } },
    ],
  }),
];

const sphere = { sphere: { centre: [0.5, 0.5, 0.5], radius: 0.2 } };
const cylinder = { cylinder: { axis: [0, 1, 0], centre: [0.5, 0, 0.5], radius: 0.2, innerRadius: 0 } };
const selections = [
  ...[sphere, cylinder, { nearest: [0.5, 0.5, 0.5] }, { nodes: [0] }].flatMap((where, k) => [
    scene(`anchor ${k}`, host('cube'), { constraints: [{ id: 'n', kind: 'nail', a: { body: 'cube', ...where } }] }),
    scene(`named selection ${k}`, host('cube'), {
      ...{ selections: { s: { body: 'cube', ...where } } },
      constraints: [{ id: 'n', kind: 'nail', a: { name: 's' } }],
    }),
    scene(`region ${k}`, [{ ...host('cube')[0], regions: { r: where } }], {
      constraints: [{ id: 'n', kind: 'nail', a: { body: 'cube', region: 'r' } }],
    }),
    scene(`touching ${k}`, host('cube', 'bob'), {
      constraints: [
        {
          id: 'j',
          kind: 'join-touching',
          tolerance: 0.6,
          between: [
            { body: 'cube', ...where },
            { body: 'bob', nodes: 'all' },
          ],
        },
      ],
    }),
  ]),
  scene('a point between nodes', host('cube'), {
    constraints: [{ id: 'n', kind: 'nail', a: { body: 'cube', point: { nodes: [0, 1], weights: [0.5, 0.5] } } }],
  }),
];

const probe = { probes: [{ id: 'e', kind: 'kinetic-energy' }] };
const nail = { id: 'n', kind: 'nail', a: { body: 'cube', nodes: [0] } };
const deeds: readonly Piece[] = [
  { do: 'activate', constraint: 'n' },
  { do: 'deactivate', constraint: 'n' },
  { do: 'remove', constraint: 'n' },
  { do: 'aim', constraint: 'n', to: [-0.5, -0.5, -0.4] },
  {
    do: 'follow',
    constraint: 'n',
    path: {
      path: 'linear',
      times: [0, 1],
      points: [
        [-0.5, -0.5, -0.5],
        [-0.5, -0.5, -0.4],
      ],
    },
  },
  { do: 'apply-force', id: 'f', on: { body: 'cube', nodes: [1] }, force: [0, 1, 0] },
  { do: 'set', body: 'cube', parameter: 'stretch', value: 2000 },
  { do: 'set-gravity', gravity: [0, -1, 0] },
  { do: 'put-back', body: 'cube' },
  { do: 'set-integrator', body: 'cube', integrator: 'euler-cromer' },
  { do: 'add', constraint: { id: 'm', kind: 'nail', a: { body: 'cube', nodes: [2] } } },
];
const events = deeds.flatMap((deed) => {
  const first = deed.do === 'aim' || deed.do === 'follow' ? { ...nail, ramp: true } : nail;
  return [{ at: 1e-4 }, { when: { probe: 'e', crosses: 1e-9 } }].map((occasion, k) =>
    scene(`${deed.do} ${k}`, host('cube'), { constraints: [first], events: [{ ...occasion, ...deed }], ...probe }),
  );
});
const push = { do: 'apply-force', id: 'f', on: { body: 'cube', nodes: [1] }, force: [0, 1, 0] };
const forces = scene('a force that ends', host('cube'), {
  events: [
    { at: 1e-4, ...push },
    { when: { probe: 'e', crosses: 1e-9 }, do: 'stop-force', id: 'f' },
  ],
  ...probe,
});

export const ownScenes: readonly NamedScene[] = [...bodies, ...constraints, ...selections, ...events, forces];

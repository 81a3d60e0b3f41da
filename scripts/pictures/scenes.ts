/** The scenes that the pictures of kinds show: one for each page of docs/kinds that is about bodies or constraints. */

type Json = { readonly [key: string]: unknown };
type Triple = readonly [number, number, number];

export interface PictureScene {
  /** what one sees, for those who do not see it */
  readonly title: string;
  /** a scene of examples/ instead of bodies and constraints of its own */
  readonly example?: string;
  readonly bodies?: readonly Json[];
  readonly constraints?: readonly Json[];
  readonly step?: number;
  readonly defaults?: Json;
  readonly gravity?: Triple;
  /** s: when it is shown, faint but for the last */
  readonly at: readonly number[];
  readonly turn?: number;
  readonly tilt?: number;
  /** nodes whose paths are drawn: body and number */
  readonly tracks?: readonly (readonly [string, number])[];
  /** bodies that are seen through */
  readonly clear?: readonly string[];
  readonly arrows?: boolean;
  readonly dots?: boolean;
}

const cube = (id: string, centre: Triple, others: Json = {}): Json => ({
  ...{ id, kind: 'tet-springs', mesh: { kind: 'box', size: [1, 1, 1], cells: [2, 2, 2], centre } },
  ...{ density: 50, stretch: 3e4, bulk: 3e4, damping: 150, drag: 1 },
  ...others,
});
const bob = (id: string, at: Triple, others: Json = {}): Json => ({
  ...{ id, kind: 'particles', positions: [at], mass: 1, radius: 0.07 },
  ...others,
});
const line = (id: string, from: Triple, to: Triple, others: Json = {}): Json => ({
  ...{ id, kind: 'spline', curve: { kind: 'line', from, to }, count: 13, diameter: 0.05 },
  ...{ EA: 5000, EI: 0.5, rhoA: 0.4, drag: 0.5, damping: 0.005 },
  ...others,
});
const floor = (offset: number): Json => ({ id: 'floor', kind: 'plane', normal: [0, 1, 0], offset });
const node = (body: string, n = 0): Json => ({ body, nodes: [n] });
const near = (body: string, nearest: Triple): Json => ({ body, nearest });
const rigidBox = (id: string, size: Triple, at: Triple, others: Json = {}): Json => ({
  ...{ id, kind: 'rigid', shape: { kind: 'box', size }, density: 500, place: { translate: at } },
  ...others,
});
const nailed = (id: string, a: Json): Json => ({ id, kind: 'nail', a });
const solved = { integrator: 'backward-euler', method: 'displacement' };
const smooth = (times: readonly number[], values: readonly number[]): Json => ({ path: 'smoothstep', times, values });

const sheet = (others: Json = {}): Json => ({
  ...{ id: 'sheet', kind: 'tet-springs', mesh: { kind: 'grid', size: [2, 2], cells: [8, 8] }, form: 'spring' },
  ...{ mass: 0.02, stretch: 120, damping: 0.4, drag: 1 },
  ...others,
});
const corners = [
  near('sheet', [-1, 0, -1]),
  near('sheet', [1, 0, -1]),
  near('sheet', [-1, 0, 1]),
  near('sheet', [1, 0, 1]),
];

export const pictureScenes: Readonly<Record<string, PictureScene>> = {
  // bodies
  'tet-springs': {
    title: 'A soft block held at its upper left edge sags',
    bodies: [
      cube('block', [0, 0, 0], {
        mesh: { kind: 'box', size: [3, 1, 1], cells: [6, 2, 2] },
        stretch: 8e4,
        bulk: 8e4,
        damping: 400,
      }),
    ],
    constraints: [nailed('wall', { body: 'block', side: { normal: [-1, 0, 0], offset: 1.5 } })],
    at: [0, 2.5],
    arrows: false,
  },
  'tet-fem': {
    title: 'A beam of finite elements bends under its weight',
    bodies: [
      {
        ...{
          id: 'beam',
          kind: 'tet-fem',
          mesh: { kind: 'box', size: [4, 0.5, 0.5], cells: [10, 2, 2] },
          elements: 'smoothed',
        },
        ...{ young: 8e6, poisson: 0.35, density: 500, viscosity: 5000, drag: 4 },
      },
    ],
    constraints: [nailed('wall', { body: 'beam', side: { normal: [-1, 0, 0], offset: 2 } })],
    step: 2e-4,
    at: [0, 2],
    arrows: false,
  },
  'hex-metric': {
    title: 'A ball rests in a cushion of hexahedral cells',
    example: 'platt-barr-1988/cushion.json',
    at: [0, 3],
    arrows: false,
    dots: false,
  },
  spline: {
    title: 'A telephone cord: a rod that is a coil at rest hangs and stretches',
    example: 'rods/telephone-cord.json',
    at: [0, 0.1],
    arrows: false,
    dots: false,
  },
  particles: {
    title: 'Beads thrown at different speeds: mass points without forces between them',
    bodies: [0, 1, 2, 3, 4].map((k) => bob(`bead${k}`, [0, 0, 0], { velocity: [1 + 0.6 * k, 3, 0], radius: 0.06 })),
    at: [0.2, 0.4, 0.6],
    turn: 0,
    tilt: 0,
    tracks: [0, 1, 2, 3, 4].map((k) => [`bead${k}`, 0] as const),
  },
  ball: {
    title: 'A ball falls into a sheet, which gives way',
    bodies: [{ id: 'marble', kind: 'ball', mass: 0.4, radius: 0.3, position: [0.05, 1, 0.02] }, sheet()],
    constraints: [
      ...corners.map((a, k) => nailed(`corner${k}`, a)),
      {
        id: 'touch',
        kind: 'beyond',
        a: { body: 'sheet', nodes: 'all' },
        b: node('marble'),
        radius: 0.3,
        method: 'reaction',
      },
    ],
    at: [0, 0.62],
    arrows: false,
    dots: false,
  },
  plane: {
    title: 'A cube lands on a slope and slides down, without friction',
    bodies: [cube('cube', [-1, 1.6, 0]), { id: 'slope', kind: 'plane', normal: [0.35, 1, 0], offset: 0 }],
    constraints: [
      { id: 'ground', kind: 'above', a: { body: 'cube', nodes: 'all' }, plane: 'slope', method: 'reaction' },
    ],
    at: [0, 0.5, 1],
    turn: 0,
    tilt: 0,
    arrows: false,
    dots: false,
  },
  model: {
    title: 'Gelatin on an anvil: the anvil is a model from a file',
    example: 'platt-barr-1988/anvil.json',
    at: [1.2],
    arrows: false,
    dots: false,
  },
  rigid: {
    title: 'A rigid box is thrown and turns',
    bodies: [rigidBox('box', [0.8, 0.4, 0.2], [0, 0, 0], { velocity: [2.4, 3.2, 0], spin: [1, 2, -7] })],
    at: [0, 0.24, 0.48, 0.72],
    turn: 15,
    tilt: 10,
    tracks: [['box', 0]],
  },
  superquadric: {
    title: 'A dragonfly of superquadrics that have come together',
    example: 'metaxas-1993/dragonfly.json',
    at: [0, 2.4],
    arrows: false,
    dots: false,
  },
  skin: {
    title: 'The same soft block without a skin and with one',
    bodies: [
      cube('plain', [-0.8, 0, 0]),
      cube('skinned', [0.8, 0, 0], { skin: { kind: 'refined', levels: 2, round: 0.8 } }),
    ],
    constraints: [nailed('left', near('plain', [-1.3, 0.5, 0.5])), nailed('right', near('skinned', [0.3, 0.5, 0.5]))],
    at: [2],
    arrows: false,
    dots: false,
  },
  meshes: {
    title: 'The meshes box, ring, ball, grid and chain',
    bodies: [
      cube('box', [-3, 0, 0], { fixed: true }),
      cube('ring', [0, 0, 0], {
        mesh: { kind: 'ring', innerRadius: 0.3, outerRadius: 0.6, width: 0.4, cells: [16, 1, 1], centre: [-1.4, 0, 0] },
      }),
      cube('ball', [0, 0, 0], { mesh: { kind: 'ball', radius: 0.6, cells: 2, centre: [0.2, 0, 0] } }),
      { ...sheet(), id: 'grid', mesh: { kind: 'grid', size: [1.2, 1.2], cells: [5, 5], centre: [1.8, 0, 0] } },
      { ...sheet(), id: 'chain', mesh: { kind: 'chain', from: [2.8, -0.6, 0], to: [3.6, 0.6, 0], nodes: 7 } },
    ].map(({ fixed: _, ...body }: Json) => body),
    gravity: [0, 0, 0],
    at: [0],
    turn: 20,
    tilt: 25,
  },
  // constraints on points
  nail: {
    title: 'A soft cube hangs by one corner from a nail',
    bodies: [cube('cube', [0, 0, 0])],
    constraints: [{ ...nailed('nail', near('cube', [0.5, 0.5, 0.5])), to: [0.5, 0.5, 0.5] }],
    at: [0, 4],
  },
  join: {
    title: 'Two soft cubes joined at a corner hang from a nail',
    bodies: [cube('left', [-0.5, 0, 0]), cube('right', [0.5, -1, 0])],
    constraints: [
      nailed('nail', near('left', [-1, 0.5, 0.5])),
      { id: 'knot', kind: 'join', points: [near('left', [0, -0.5, 0.5]), near('right', [0, -0.5, 0.5])] },
    ],
    at: [0, 1.5],
  },
  'join-touching': {
    title: 'Three blocks joined wherever their nodes touch: an arch that sags',
    bodies: [-1, 0, 1].map((x) => cube(`block${x + 1}`, [x, 0, 0])),
    constraints: [
      { id: 'seam', kind: 'join-touching', between: [{ body: ['block0', 'block1', 'block2'], nodes: 'all' }] },
      nailed('left', { body: 'block0', side: { normal: [-1, 0, 0], offset: 1.5 } }),
      nailed('right', { body: 'block2', side: { normal: [1, 0, 0], offset: 1.5 } }),
    ],
    at: [0, 1.5],
    arrows: false,
  },
  'join-nearest': {
    title: 'A dog of soft parts: the nearest nodes of its parts are led together',
    example: 'gissler-2006/self-assembly.json',
    at: [0, 2.9],
    arrows: false,
    dots: false,
  },
  offset: {
    title: 'One ball keeps its offset from another, which swings',
    bodies: [bob('a', [1, 0, 0]), bob('b', [1.5, 0.5, 0])],
    constraints: [
      { id: 'rod', kind: 'distance', a: node('a'), b: [0, 0, 0] },
      { id: 'spacer', kind: 'offset', a: node('a'), b: node('b') },
    ],
    at: [0, 0.35, 0.62],
    turn: 0,
    tilt: 0,
    tracks: [
      ['a', 0],
      ['b', 0],
    ],
    arrows: false,
  },
  distance: {
    title: 'A double pendulum of two rods without mass',
    bodies: [bob('one', [1, 0.2, 0]), bob('two', [2, 0.6, 0])],
    constraints: [
      { id: 'upper', kind: 'distance', a: node('one'), b: [0, 0, 0] },
      { id: 'lower', kind: 'distance', a: node('two'), b: node('one') },
    ],
    at: [0, 1.25],
    turn: 0,
    tilt: 0,
    tracks: [
      ['one', 0],
      ['two', 0],
    ],
    arrows: true,
  },
  within: {
    title: 'A ball on a leash: free inside, pulled back at its end',
    bodies: [bob('bob', [-0.6, 0.5, 0], { velocity: [3, 0, 0] })],
    constraints: [{ id: 'leash', kind: 'within', a: node('bob'), b: [0, 0, 0], radius: 1.2, method: 'lagrange' }],
    at: [0, 0.3, 0.62],
    turn: 0,
    tilt: 0,
    tracks: [['bob', 0]],
  },
  beyond: {
    title: 'A sheet falls over a ball: its nodes stay outside',
    bodies: [{ id: 'ball', kind: 'ball', mass: 1, radius: 0.7, position: [0, -0.9, 0], fixed: true }, sheet()],
    constraints: [
      {
        id: 'bump',
        kind: 'beyond',
        a: { body: 'sheet', nodes: 'all' },
        b: node('ball'),
        radius: 0.72,
        method: 'reaction',
      },
    ],
    at: [0, 0.75],
    arrows: false,
    dots: false,
  },
  above: {
    title: 'A soft cube has landed on a floor',
    bodies: [cube('cube', [0, 1.3, 0], { place: { rotate: [0, 0, 0.25, 1] } }), floor(0)],
    constraints: [
      { id: 'ground', kind: 'above', a: { body: 'cube', nodes: 'all' }, plane: 'floor', method: 'reaction' },
    ],
    at: [0, 0.5],
    tilt: 8,
    dots: false,
  },
  outside: {
    title: 'Gelatin lies on an anvil: its nodes stay outside of the model',
    example: 'platt-barr-1988/anvil.json',
    at: [0, 2.6],
    arrows: false,
    dots: false,
  },
  'on-plane': {
    title: 'Three corners of a cube stay on an upright plane, in which they slide down',
    bodies: [cube('cube', [0, 0, 0])],
    constraints: [
      {
        id: 'sheet',
        kind: 'on-plane',
        a: { body: 'cube', side: { normal: [-1, 0, 0], offset: 0.5 } },
        normal: [1, 0, 0],
      },
    ],
    at: [0, 0.35],
    arrows: false,
  },
  'on-axis': {
    title: 'Two nodes of a cube slide down an upright line',
    bodies: [cube('cube', [0, 0, 0])],
    constraints: [
      {
        id: 'rail',
        kind: 'on-axis',
        a: { body: 'cube', box: { min: [-0.6, -0.6, 0.4], max: [-0.4, 0.6, 0.6] } },
        direction: [0, 1, 0],
      },
    ],
    at: [0, 0.3],
    arrows: false,
  },
  circle: {
    title: 'A bead slides on a circle',
    bodies: [bob('bead', [1, 0.2, 0])],
    constraints: [{ id: 'ring', kind: 'circle', a: node('bead'), centre: [0, 0, 0], normal: [0, 0, 1] }],
    at: [0, 0.3, 0.5, 0.64],
    turn: 15,
    tilt: 10,
    tracks: [['bead', 0]],
  },
  trajectory: {
    title: 'A bead slides along a smooth curve',
    bodies: [bob('bead', [-1.5, 1, 0], { integrator: 'backward-euler' })],
    constraints: [
      {
        id: 'rail',
        kind: 'trajectory',
        a: node('bead'),
        points: [
          [-1.5, 1, 0],
          [-1, 0.2, 0],
          [-0.3, -0.2, 0],
          [0.3, 0.2, 0],
          [0.9, 0.2, 0],
          [1.5, -0.4, 0],
        ],
        ends: 'stop',
        method: 'displacement',
      },
    ],
    step: 0.005,
    at: [0, 0.5, 0.7, 0.95],
    turn: 0,
    tilt: 0,
    tracks: [['bead', 0]],
    dots: false,
  },
  velocity: {
    title: 'A corner of a cube is moved at a constant velocity, and the cube follows',
    bodies: [cube('cube', [0, 0, 0], { drag: 0.2 })],
    constraints: [{ id: 'belt', kind: 'velocity', a: near('cube', [0.5, 0.5, 0.5]), velocity: [1.5, 0.4, 0] }],
    at: [0, 0.6, 1.3],
    tracks: [['cube', 26]],
    arrows: false,
    dots: false,
  },
  // places on bodies
  'on-line': {
    title: 'A bead slides along an edge of a block',
    bodies: [
      cube('block', [0, 0, 0], {
        mesh: { kind: 'box', size: [2, 0.5, 0.5], cells: [1, 1, 1] },
        place: { rotate: [0, 0, -0.2, 1] },
        fixed: { nodes: 'all' },
      }),
      bob('bead', [-0.75, 0.68, 0.25], { radius: 0.05 }),
    ],
    constraints: [
      { id: 'slide', kind: 'on-line', a: node('bead'), line: { body: 'block', nodes: [6, 7] }, ramp: true },
    ],
    at: [0.1, 0.5, 0.75],
    turn: 20,
    tracks: [['bead', 0]],
    arrows: false,
    dots: false,
  },
  'on-triangle': {
    title: 'A bead slides on a triangle of a block, up to its edges',
    bodies: [
      cube('block', [0, 0, 0], {
        mesh: { kind: 'box', size: [2, 0.5, 1.4], cells: [4, 1, 3] },
        place: { rotate: [0, 0, -0.2, 1] },
        fixed: { nodes: 'all' },
      }),
      bob('bead', [-0.75, 0.7, -0.3], { radius: 0.05 }),
    ],
    constraints: [
      { id: 'slide', kind: 'on-triangle', a: node('bead'), triangle: { body: 'block', nodes: [5, 9, 35] }, ramp: true },
    ],
    at: [0.1, 0.4, 0.7],
    tilt: 35,
    tracks: [['bead', 0]],
    arrows: false,
    dots: false,
  },
  'on-surface': {
    title: 'A bead slides down a soft sheet',
    bodies: [
      sheet({ mass: 0.1, stretch: 400, damping: 2, place: { rotate: [0, 0, -0.25, 1] } }),
      bob('bead', [-0.7, 0.4, 0.1], { mass: 0.4, radius: 0.06 }),
    ],
    constraints: [
      ...['left', 'right'].map((id, k) =>
        nailed(id, { body: 'sheet', nodes: Array.from({ length: 9 }, (_, i) => (k ? 8 + 9 * i : 9 * i)) }),
      ),
      { id: 'hand', kind: 'on-surface', a: node('bead'), surface: 'sheet', ramp: true },
    ],
    at: [0.1, 0.5, 0.8],
    tilt: 28,
    tracks: [['bead', 0]],
    arrows: false,
    dots: false,
  },
  'in-tet': {
    title: 'A ball sits in a tet of a soft cube, and goes with it',
    bodies: [
      { ...bob('stone', [0.02, 0.02, 0.02]), radius: 0.12, mass: 6 },
      {
        ...cube('cube', [0, 0, 0], {
          mesh: {
            kind: 'inline',
            positions: [
              [0, 0.7, 0],
              [-0.7, -0.4, 0.5],
              [0.7, -0.4, 0.5],
              [0, -0.4, -0.8],
            ],
            tets: [[0, 1, 2, 3]],
            edges: [
              [0, 1],
              [0, 2],
              [0, 3],
              [1, 2],
              [1, 3],
              [2, 3],
            ],
          },
        }),
      },
    ],
    constraints: [
      { id: 'inside', kind: 'in-tet', a: node('stone'), tet: { body: 'cube', nodes: [0, 1, 2, 3] } },
      nailed('top', node('cube', 0)),
    ],
    at: [0, 0.6],
    arrows: false,
    clear: ['cube'],
  },
  // directions
  angle: {
    title: 'The angle of an elbow is closed by a path of values',
    bodies: [bob('wrist', [1, -1, 0])],
    constraints: [
      { id: 'arm', kind: 'distance', a: node('wrist'), b: [0, -1, 0] },
      {
        id: 'elbow',
        kind: 'angle',
        a: [0, 0.2, 0],
        vertex: [0, -1, 0],
        b: node('wrist'),
        angleDegrees: smooth([0, 1], [90, 35]),
      },
    ],
    at: [0, 0.5, 1],
    turn: 0,
    tilt: 0,
    tracks: [['wrist', 0]],
  },
  dihedral: {
    title: 'Two triangles with a common edge fold like a hinge',
    bodies: [
      {
        ...sheet(),
        id: 'wings',
        mass: 0.2,
        stretch: 2000,
        mesh: {
          kind: 'inline',
          positions: [
            [0, 0, -0.6],
            [0, 0, 0.6],
            [-1, 0, 0],
            [1, 0, 0],
          ],
          triangles: [
            [0, 1, 3],
            [1, 0, 2],
          ],
        },
      },
    ],
    constraints: [
      nailed('edge', { body: 'wings', nodes: [0, 1] }),
      {
        id: 'crease',
        kind: 'dihedral',
        a: node('wings', 0),
        b: node('wings', 1),
        c: node('wings', 2),
        d: node('wings', 3),
        angleDegrees: smooth([0, 1], [180, 80]),
      },
      {
        id: 'even',
        kind: 'equation',
        equation: 'a.y = b.y',
        points: { a: node('wings', 2), b: node('wings', 3) },
        method: 'lagrange',
      },
    ],
    defaults: { method: 'lagrange' },
    gravity: [0, 0, 0],
    at: [0, 1],
    tilt: 20,
    arrows: false,
  },
  parallel: {
    title: 'The upper edge of a swinging cube stays level',
    bodies: [cube('cube', [0, 0, 0])],
    constraints: [
      { id: 'rope', kind: 'distance', a: near('cube', [-0.5, 0.5, 0.5]), b: [-1.4, 1.2, 0.5] },
      {
        id: 'level',
        kind: 'parallel',
        a: near('cube', [-0.5, 0.5, -0.5]),
        b: near('cube', [0.5, 0.5, -0.5]),
        c: [0, 0, 0],
        d: [1, 0, 0],
      },
    ],
    at: [0, 0.7],
    turn: 10,
    tilt: 12,
    arrows: false,
    dots: false,
  },
  perpendicular: {
    title: 'Two pairs of balls: their directions stay at right angles',
    bodies: [
      bob('a', [-0.8, 0, 0]),
      bob('b', [0.8, 0, 0]),
      bob('c', [0, -0.7, 0.4]),
      bob('d', [0, 0.7, 0.4], { velocity: [2.4, 0, 0] }),
    ],
    constraints: [
      { id: 'one', kind: 'distance', a: node('a'), b: node('b') },
      { id: 'two', kind: 'distance', a: node('c'), b: node('d') },
      { id: 'square', kind: 'perpendicular', a: node('a'), b: node('b'), c: node('c'), d: node('d') },
    ],
    defaults: { method: 'lagrange' },
    gravity: [0, 0, 0],
    at: [0, 0.5],
    turn: 10,
    tilt: 10,
    tracks: [
      ['b', 0],
      ['d', 0],
    ],
    arrows: false,
  },
  equation: {
    title: 'A ball on an ellipse: the sum of two distances is constant',
    bodies: [bob('bead', [1.1, 0.2, 0])],
    constraints: [
      {
        id: 'ellipse',
        kind: 'equation',
        equation: 'distance(a, left) + distance(a, right) = k',
        points: { a: node('bead'), left: [-0.7, 0, 0], right: [0.7, 0, 0] },
        parameters: { k: 2.2 },
        ramp: true,
      },
    ],
    at: [0.1, 0.45, 0.65, 0.85],
    turn: 0,
    tilt: 0,
    tracks: [['bead', 0]],
    arrows: false,
  },
  volume: {
    title: 'Taffy that keeps its volume is pulled',
    example: 'platt-barr-1988/taffy.json',
    at: [0, 2.5],
    arrows: false,
    dots: false,
  },
  // rods
  orientation: {
    title: 'The end of a rod is turned: its tangent follows a path of directions',
    bodies: [line('rod', [0, 0, 0], [2, 0, 0], { EI: 4, drag: 2 })],
    constraints: [
      nailed('end', { body: 'rod', u: 0 }),
      {
        id: 'wrist',
        kind: 'orientation',
        a: { body: 'rod', u: 0 },
        direction: {
          path: 'smoothstep',
          times: [0, 1],
          points: [
            [1, 0, 0],
            [0.5, 1, 0],
          ],
        },
      },
    ],
    defaults: solved,
    step: 0.01,
    at: [0, 0.6, 1.8],
    turn: 0,
    tilt: 0,
    arrows: false,
    dots: false,
  },
  twist: {
    title: 'A rod that is wrung at one end buckles into a loop',
    bodies: [
      line('rod', [0, 0, 0], [2, 0, 0], { EI: 0.05, GJ: 0.05, rhoA: 0.1, drag: 4, count: 25, velocity: [0, 0.01, 0] }),
    ],
    constraints: [
      { ...nailed('left', { body: 'rod', u: 0 }) },
      { id: 'clamp', kind: 'orientation', a: { body: 'rod', u: 0 }, direction: [1, 0, 0] },
      {
        id: 'right',
        kind: 'nail',
        a: { body: 'rod', along: 1 },
        twist: false,
        to: {
          path: 'smoothstep',
          times: [0, 3],
          points: [
            [2, 0, 0],
            [1.5, 0, 0],
          ],
        },
      },
      { id: 'clamp2', kind: 'orientation', a: { body: 'rod', along: 1 }, direction: [1, 0, 0] },
      { id: 'wring', kind: 'twist', a: { body: 'rod', along: 1 }, angleDegrees: smooth([0, 3], [0, 900]) },
    ],
    defaults: solved,
    gravity: [0, -0.2, 0],
    step: 0.01,
    at: [0, 3],
    arrows: false,
    dots: false,
  },
  fuse: {
    title: 'Two rods fused end to end bend as one',
    bodies: [line('left', [0, 0, 0], [1, 0, 0], { EI: 3 }), line('right', [1, 0, 0], [2, 0, 0], { EI: 3 })],
    constraints: [
      nailed('wall', { body: 'left', u: 0 }),
      { id: 'clamp', kind: 'orientation', a: { body: 'left', u: 0 }, direction: [1, 0, 0] },
      { id: 'joint', kind: 'fuse', a: { body: 'left', along: 1 }, b: { body: 'right', along: 0 } },
    ],
    defaults: solved,
    step: 0.01,
    at: [0, 3],
    turn: 0,
    tilt: 0,
    arrows: false,
    dots: false,
  },
  nock: {
    title: 'A bow is drawn: the string holds the end of the arrow',
    example: 'micado-2008/bow.json',
    at: [0, 0.9],
    arrows: false,
    dots: false,
  },
  keyhole: {
    title: 'A rope slides through an eye: the longer end pulls it over',
    bodies: [line('rope', [-1.2, 0, 0], [0.8, 0, 0], { count: 21, drag: 0.8 })],
    constraints: [{ id: 'eye', kind: 'keyhole', a: { body: 'rope', u: 12 }, to: [0, 0, 0] }],
    defaults: solved,
    step: 0.005,
    at: [0, 0.45, 0.8],
    turn: 0,
    tilt: 0,
  },
  pulley: {
    title: 'The heavier side draws the rope over a pulley, which it turns',
    bodies: [
      {
        id: 'rope',
        kind: 'spline',
        points: [
          [-0.3, -0.5, 0],
          [0, 0, 0],
          [0.3, -1, 0],
        ],
        wraps: [{ point: 1, radius: 0.3 }],
        count: 13,
        EA: 1e4,
        rhoA: 0.01,
        damping: 0.01,
        diameter: 0.03,
      },
      { id: 'heavy', kind: 'particles', positions: [[-0.3, -0.5, 0]], mass: 2, radius: 0.12 },
      { id: 'light', kind: 'particles', positions: [[0.3, -1, 0]], mass: 1, radius: 0.09 },
    ],
    constraints: [
      { id: 'pulley', kind: 'pulley', on: 'rope', coulomb: 0.5, inertia: 0.03 },
      {
        id: 'left',
        kind: 'join',
        points: [
          { body: 'heavy', nodes: [0] },
          { body: 'rope', u: 0 },
        ],
      },
      {
        id: 'right',
        kind: 'join',
        points: [
          { body: 'light', nodes: [0] },
          { body: 'rope', along: 1 },
        ],
      },
    ],
    defaults: solved,
    step: 0.005,
    at: [0, 0.4, 0.6],
    turn: 0,
    tilt: 0,
    arrows: false,
    dots: false,
  },
  pearl: {
    title: 'Pearls slide along a string to its lowest place',
    bodies: [
      line('string', [-1, 0, 0], [1, 0, 0], { length: 2.6, count: 15, diameter: 0.02 }),
      { id: 'pearls', kind: 'particles', on: { body: 'string', u: [1, 3, 11] }, mass: 0.1, radius: 0.08 },
    ],
    constraints: [
      nailed('ends', { body: 'string', along: [0, 1] }),
      { id: 'threaded', kind: 'pearl', a: { body: 'pearls', nodes: 'all' }, on: 'string', friction: 0.2 },
    ],
    defaults: solved,
    step: 0.005,
    at: [0, 1.2],
    turn: 0,
    tilt: 0,
    dots: false,
    arrows: false,
  },
  contact: {
    title: 'Pearls side by side on a string',
    example: 'micado-2008/necklace.json',
    at: [7],
    arrows: false,
    dots: false,
  },
  'relative-plane': {
    title: 'One rope lies on another, which sags under it',
    bodies: [
      line('upper', [0, 0.06, -1], [0, 0.06, 1], { rhoA: 1 }),
      line('lower', [-1, 0, 0], [1, 0, 0], { count: 13 }),
    ],
    constraints: [
      nailed('ends', { body: 'lower', along: [0, 1] }),
      {
        id: 'rest',
        kind: 'relative-plane',
        a: { body: 'upper', along: 0.5 },
        b: { body: 'lower', along: 0.5 },
        normal: [0, 1, 0],
        oneSided: true,
      },
      nailed('uppers', { body: 'upper', along: 0 }),
    ],
    defaults: solved,
    step: 0.01,
    at: [0, 1.5],
    turn: 35,
    tilt: 20,
    arrows: false,
  },
  // rigid bodies
  'ball-joint': {
    title: 'A box hangs from a ball joint at its corner and swings in all directions',
    bodies: [rigidBox('crate', [1, 0.5, 0.4], [0.5, -0.25, 0.2], { spin: [0, 2, 0] })],
    constraints: [{ id: 'shoulder', kind: 'ball-joint', a: 'crate', at: [0, 0, 0] }],
    at: [0, 0.5],
    tracks: [['crate', 0]],
  },
  hinge: {
    title: 'A door turns about its hinge, driven by a path of angles',
    bodies: [rigidBox('door', [1, 1.6, 0.1], [0.5, 0, 0])],
    constraints: [
      { id: 'hinge', kind: 'hinge', a: 'door', at: [0, 0, 0], axis: [0, 1, 0], angleDegrees: smooth([0, 1], [0, 70]) },
    ],
    at: [0, 0.5, 1],
    turn: 35,
    tilt: 25,
    arrows: false,
    dots: false,
  },
  slider: {
    title: 'A crank, a rod and a piston that slides',
    example: 'rigid/slider-crank.json',
    at: [0, 0.35],
    arrows: false,
    dots: false,
  },
  weld: {
    title: 'Two boxes welded together swing as one',
    bodies: [rigidBox('crate', [1, 0.3, 0.3], [0.5, 0, 0]), rigidBox('head', [0.3, 0.9, 0.3], [1.15, 0, 0])],
    constraints: [
      { id: 'pivot', kind: 'hinge', a: 'crate', at: [0, 0, 0], axis: [0, 0, 1] },
      { id: 'glue', kind: 'weld', a: 'crate', b: 'head', at: [1, 0, 0] },
    ],
    at: [0, 0.45],
    tracks: [['head', 0]],
    arrows: false,
    dots: false,
  },
  separate: {
    title: 'Two balloons on strings strike and deform each other',
    example: 'metaxas-1993/balloons-2.json',
    at: [0, 0.9],
    arrows: false,
    dots: false,
  },
};

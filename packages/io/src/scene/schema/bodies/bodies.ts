/** Bodies. */
import { hexMetricDefaults, materials, moldingDefaults, tetFemDefaults } from '@pliant/engine';
import * as z from 'zod';
import { path } from '../paths.ts';
import {
  finite,
  integratorName,
  named,
  notNegative,
  object,
  oneOf,
  positive,
  some,
  vector,
  yesOrNo,
} from '../quantities.ts';
import { anchor, ownSelection } from '../selections.ts';
import { colour, id, type placement, repeat, turn, turns } from './body-keys.ts';
import { hexMesh, mesh, points, surfaceFile } from './meshes.ts';
import { rigid } from './rigid.ts';
import { skin } from './skin.ts';
import { spline, splineSettable } from './spline.ts';
import { superquadric } from './superquadric.ts';

const place = named(
  'place',
  oneOf(
    object({
      translate: vector('metres', 'A shift.').optional(),
      ...turn,
      scale: z
        .union(
          [
            positive('', 'One factor.'),
            z.tuple([positive('', 'Along x.'), positive('', 'Along y.'), positive('', 'Along z.')], {
              error: 'three positive factors',
            }),
          ],
          { error: 'a positive factor, or three [x, y, z]' },
        )
        .optional()
        .describe('One factor, or one for each axis.'),
    }),
    turns,
    'turn it',
    { orNone: true },
  ),
);
export type PlaceDef = z.input<typeof place>;

const perNode = (unit: string, description: string) =>
  z
    .union([positive(unit, 'For all.'), some(positive(unit, 'Of one.'), `positive numbers in ${unit}`, 'One each.')], {
      error: `a positive number in ${unit}, or a list of them`,
    })
    .describe(`${description} (${unit}); one number for all or one each.`);
const perTet = (unit: string, description: string) =>
  z
    .union(
      [
        notNegative(unit, 'For all.'),
        some(notNegative(unit, 'Of one tet.'), `numbers in ${unit}, zero or more`, 'One for each tet.'),
      ],
      { error: `a number in ${unit}, zero or more, or a list with one for each tet` },
    )
    .describe(`${description} (${unit}); one number for all tets or one each.`);

const soft = {
  drag: notNegative('1/s', 'Mass-proportional damping: the rate at which velocities decay.').optional(),
  fixed: ownSelection.optional().describe("Nodes that never move, chosen in the body's own coordinates."),
  velocity: z
    .union([vector('m/s', 'Of all nodes.'), some(vector('m/s', 'Of one node.'), 'a list of velocities', 'One each.')], {
      error: 'three numbers [x, y, z] in m/s, or such a list with one for each node',
    })
    .optional()
    .describe('Velocity at the start (m/s); one for all nodes or one each.'),
  integrator: integratorName('The integrator, if not the default of the scene.').optional(),
  regions: z
    .record(z.string().min(1), ownSelection.describe('A part of the body, by a name of your own.'), {
      error: 'an object { "name": selection }',
    })
    .optional()
    .describe('Names for parts of the body, chosen in its own coordinates, for selections\' "region".'),
  skin,
  place: place.optional().describe('Scales the mesh, then turns and moves the body, and all its copies with it.'),
  repeat: repeat.optional().describe('Copies of the body, called "id[0]", "id[1]" and so on.'),
  colour,
};

const tetSprings = named(
  'body-tet-springs',
  oneOf(
    object({
      id,
      kind: z
        .literal('tet-springs')
        .describe('Tets whose edges, faces and volumes resist change; also chains and sheets.'),
      mesh,
      density: perNode('kg/m^3', 'Density, one number for all tets or one each').optional(),
      mass: perNode('kg', 'Mass of each node, instead of a density').optional(),
      form: z
        .enum(['modulus', 'spring', 'joule'], { error: '"modulus", "spring" or "joule"' })
        .optional()
        .describe(
          'The unit of stiffness: "modulus" (Pa, the default; the same behaviour at every resolution), "spring" (N/m; for chains and sheets) or "joule" (J).',
        ),
      stretch: perTet('Pa, N/m or J, as "form" says', 'How edges resist stretching').optional(),
      area: perTet('Pa, N/m or J, as "form" says', 'How faces resist changes of area').optional(),
      bulk: perTet('Pa, or J in joule form', 'How tets resist changes of volume').optional(),
      damping: perTet('Pa s, N s/m or J s, as "form" says', 'Damping of edges').optional(),
      areaDamping: perTet('Pa s, N s/m or J s, as "form" says', 'Damping of faces').optional(),
      bulkDamping: perTet('Pa s, or J s in joule form', 'Damping of volumes').optional(),
      ...soft,
    }),
    ['density', 'mass'],
    'says how heavy it is',
  ),
);
/** Poisson's ratio: at -1 and 0.5 a material would not give way to shear or to pressure at all. */
const ratio = z
  .number({ error: 'a number above -1 and below 0.5' })
  .gt(-1, { error: 'a number above -1 and below 0.5' })
  .lt(0.5, { error: 'a number above -1 and below 0.5' });
const domainModuli = object({
  young: positive('Pa', "Young's modulus.").optional(),
  poisson: ratio.optional().describe("Poisson's ratio."),
  viscosity: notNegative('Pa s', 'Viscosity.').optional(),
  density: positive('kg/m^3', 'Density.').optional(),
});
const pressed = object({
  on: ownSelection
    .optional()
    .describe('Nodes: triangles of the surface with all corners among them are pushed; all of it if not given.'),
  value: finite('Pa', 'The pressure: positive pushes outward, negative inward.'),
});
const molding = object({
  yield: positive('', 'It yields where the squared change of the metric is larger: at a strain of half its root.'),
  rate: positive('1/s', `How fast it flows beyond; ${moldingDefaults.rate} if not given.`).optional(),
  form: z
    .enum(['rate', 'paper'], { error: '"rate" or "paper"' })
    .optional()
    .describe('The law of flow: "rate", the default, or with a multiplier as in the paper, "paper".'),
  penalty: positive('1/s', `c of the paper's form; ${moldingDefaults.penalty} if not given.`).optional(),
  deviatoric: yesOrNo('Whether its rest volume does not flow; false if not given.').optional(),
});
const tetFem = named(
  'body-tet-fem',
  oneOf(
    object({
      id,
      kind: z.literal('tet-fem').describe('Finite elements: tets of an elastic material.'),
      mesh,
      material: z
        .enum(Object.keys(materials) as [string, ...string[]], { error: 'the name of a material' })
        .optional()
        .describe(`The material; "${tetFemDefaults.material}" if not given.`),
      elements: z
        .enum(['linear', 'smoothed', 'quadratic'], { error: '"linear", "smoothed" or "quadratic"' })
        .optional()
        .describe(
          `Tets of four nodes ("${tetFemDefaults.elements}", the default), the same with strains averaged around edges ("smoothed"), or tets of ten nodes ("quadratic"), which do not lock.`,
        ),
      young: perNode('Pa', "Young's modulus, one number for all tets or one each"),
      poisson: z
        .union([ratio, some(ratio, 'numbers above -1 and below 0.5', 'One for each tet.')], {
          error: 'a number above -1 and below 0.5, or a list with one for each tet',
        })
        .describe("Poisson's ratio, above -1 and below 0.5; one number for all tets or one each."),
      density: perNode('kg/m^3', 'Density, one number for all tets or one each').optional(),
      mass: perNode('kg', 'Mass of each node, instead of a density').optional(),
      viscosity: perTet('Pa s', 'How it resists being deformed fast; turning and moving are free').optional(),
      domains: z
        .record(z.string().min(1), domainModuli.describe('Moduli of a domain, by its number or name.'), {
          error: 'an object { "domain": { "young": ... } }',
        })
        .optional()
        .describe('Other moduli for domains of the mesh file, by number or name.'),
      pressure: some(
        pressed,
        'a list of { "on": ..., "value": ... }',
        'Pressure on the surface; it follows the surface as it deforms.',
      ).optional(),
      molding: molding
        .optional()
        .describe('Its rest shape flows where it is strained too much; of the material "st-venant-kirchhoff".'),
      ...soft,
    }),
    ['density', 'mass'],
    'says how heavy it is',
  ),
);
const perCell = (unit: string, description: string, zero: boolean) => {
  const one = (words: string) => (zero ? notNegative(unit, words) : positive(unit, words));
  const what = zero ? 'number, zero or more,' : 'positive number';
  return z
    .union([one('For all.'), some(one('Of one cell.'), `a list of such numbers in ${unit}`, 'One for each cell.')], {
      error: `a ${what} in ${unit}, or a list with one for each cell`,
    })
    .describe(`${description} (${unit}); one number for all cells or one each.`);
};
const hexMetric = named(
  'body-hex-metric',
  oneOf(
    object({
      id,
      kind: z
        .literal('hex-metric')
        .describe('Cells of eight corners that keep their metric: elastic, viscous, moldable.'),
      mesh: hexMesh,
      stiffness: perCell('Pa', "Stiffness s; Young's modulus is 8 s", false),
      viscosity: perCell('Pa s', 'How it resists being deformed fast', true).optional(),
      density: perNode('kg/m^3', 'Density, one number for all cells or one each').optional(),
      mass: perNode('kg', 'Mass of each node, instead of a density').optional(),
      hourglass: z
        .number({ error: 'a number from 0 to 0.5' })
        .gte(0, { error: 'a number from 0 to 0.5' })
        .lte(0.5, { error: 'a number from 0 to 0.5' })
        .optional()
        .describe(
          `Stiffness against hourglass modes of cells, as a fraction of s, 0 to 0.5; ${hexMetricDefaults.hourglass} if not given.`,
        ),
      integration: z
        .enum(['averaged', '8-point'], { error: '"averaged" or "8-point"' })
        .optional()
        .describe('The metric of a cell: on average, the default, or at eight points, which costs more.'),
      molding: molding
        .optional()
        .describe('Plastic flow: its rest shape changes where it is strained beyond the yield limit.'),
      ...soft,
    }),
    ['density', 'mass'],
    'says how heavy it is',
  ),
);
const model = named(
  'body-model',
  object({
    id,
    kind: z
      .literal('model')
      .describe('A rigid obstacle, at rest or on a path: a closed surface of triangles from a file.'),
    surface: surfaceFile,
    place: place.optional().describe('Scales, turns and moves it.'),
    motion: path.optional().describe('By how much it is moved (metres), as a path; it does not turn.'),
    colour,
  }),
);
const particles = named(
  'body-particles',
  oneOf(
    object({
      id,
      kind: z.literal('particles').describe('Mass points without forces between them; only constraints connect them.'),
      positions: points.optional(),
      mesh: mesh.optional(),
      on: anchor
        .optional()
        .describe(
          'The initial positions of points of a rod that is defined before, such as { "body": "string", "u": [1, 2] }: for pearls.',
        ),
      mass: perNode('kg', 'Mass of each point'),
      radius: positive('metres', 'How they are drawn, as balls; "contact" keeps them twice as far apart.').optional(),
      ...soft,
    }),
    ['positions', 'mesh', 'on'],
    'says where the points are',
  ),
);
const plane = named(
  'body-plane',
  object({
    id,
    kind: z
      .literal('plane')
      .describe('An obstacle that fills one side of a plane; the side normal . x >= offset is free.'),
    normal: vector('', 'The direction of the free side, of any length but zero.'),
    offset: finite('metres', 'Distance of the plane from the origin along the normal; 0 if not given.').optional(),
    colour,
  }),
);

const ball = named(
  'body-ball',
  object({
    id,
    kind: z.literal('ball').describe('A rigid ball that does not rotate: one mass point with a radius, its node 0.'),
    mass: positive('kg', 'Its mass.'),
    radius: positive('metres', 'The radius with which it is drawn; constraints keep their own distances.'),
    position: vector('metres', 'Its centre; the origin if not given.').optional(),
    velocity: vector('m/s', 'Velocity at the start.').optional(),
    fixed: yesOrNo('Whether it never moves.').optional(),
    drag: soft.drag,
    integrator: soft.integrator,
    colour,
  }),
);

export const body = named(
  'body',
  z.discriminatedUnion(
    'kind',
    [tetSprings, tetFem, hexMetric, spline, particles, plane, model, ball, rigid, superquadric],
    {
      error: 'a body { "id": ..., "kind": ... }',
    },
  ),
);
export type BodyDef = z.input<typeof body>;
export type SoftDef = Exclude<BodyDef, { kind: 'plane' | 'ball' | 'spline' | 'model' | 'rigid' | 'superquadric' }>;
export type PlacementDef = z.input<typeof placement>;
/** What `set` may change, by the kind of the body. */
export const settableOf = {
  'tet-springs': ['drag', 'stretch', 'area', 'bulk', 'damping', 'areaDamping', 'bulkDamping'],
  'tet-fem': ['drag', 'young', 'poisson', 'viscosity'],
  spline: splineSettable,
  particles: ['drag'],
  ball: ['drag'],
  plane: [],
  model: [],
  rigid: ['drag'],
  superquadric: ['drag'],
  'hex-metric': ['drag', 'stiffness', 'viscosity'],
} as const satisfies Record<BodyDef['kind'], readonly string[]>;
export const settable = [
  ...settableOf['tet-springs'],
  'young',
  'poisson',
  'viscosity',
  'stiffness',
  'EA',
  'EI',
  'GJ',
] as const;

/**
 * A deformable superquadric: a rigid frame, global shape parameters and local displacements.                     [Met93]
 *
 *   x(u, v) = c + R (s(u, v; q_s) + d(u, v))        q = (c, q_s, d_1 ... d_n, a), see layout.ts
 *
 *   geometry/, primitives/, deformations/   s as a formula
 *   material-point.ts                       x as a formula: weight, anchors, drawing and velocities follow from it
 *   inertia.ts                              mass at the nodes, W, inertial forces
 *   membrane-element.ts                     elasticity of d, plasticity, springs on shape parameters
 *
 * Its first nodes are those of the grid, which have its mass; the others are finer points of the surface, for drawing and picking.
 * Inertial forces are forces here, and it drifts by q + h T v: use "euler-cromer". Shape parameters are kept in their ranges: a step
 * that would leave one ends on its border, and the rate across it is lost.
 */
import { checkOptions, either, list, number, numbers, object, oneOf, required, text } from '../../base/options.ts';
import { type Refuse, refusing } from '../../base/refusal.ts';
import { type Mesh, mesh } from '../../meshes/mesh.ts';
import { rotationRate, turnBy } from '../blocks/rotation.ts';
import type { Body, Curved, Elements, MaterialPoints, Skinning } from '../body.ts';
import { unitQuaternion } from '../rigid/rigid.ts';
import { contactForm } from './contact-form.ts';
import { type SurfaceGrid, surfaceGrid, triangleAreas } from './geometry/grid.ts';
import { ShapeField } from './geometry/shape-field.ts';
import { type ShapeFormula, shapeFormula } from './geometry/shape-formula.ts';
import { solidVolume } from './geometry/solid.ts';
import { Indentation } from './indentation.ts';
import { Inertia, innerOf, type MassMode } from './inertia.ts';
import { type Layout, layoutOf } from './layout.ts';
import { finiteElements, harmonics, type LocalBasis } from './local-basis.ts';
import { shapeSpring } from './membrane-element.ts';
import { type Freedom, type ReadShape, readFree, readShape, type SuperquadricOptions } from './options.ts';
import { skinning } from './skin-points.ts';
import { longestSideOf, nodeConstants, surfacePoints } from './surface-points.ts';

/**
 * A deformable superquadric.
 * @example const balloon: Superquadric = superquadric({ shape: { a1: 0.3, a2: 0.3, a3: 0.35 }, mass: 0.5 });
 */
export interface Superquadric extends Body {
  readonly kind: 'superquadric';
  readonly mesh: Mesh;
  readonly points: MaterialPoints;
  readonly skinning: Skinning;
  readonly grid: SurfaceGrid;
  readonly layout: Layout;
  readonly formula: ShapeFormula;
  /** all shape parameters at the start */
  readonly shape: ReadonlyMap<string, number>;
  readonly freedom: Freedom;
  readonly mode: MassMode;
  /** of local displacements, where they are free */
  readonly basis?: LocalBasis;
  /** of local displacements, N/m */
  readonly elasticity: { readonly w0: number; readonly w1: number };
  /** on free shape parameters, by their place in `formula.free` */
  readonly springs: readonly ShapeSpring[];
  /** kg */
  readonly totalMass: number;
}
/** A spring on one free shape parameter. */
export interface ShapeSpring {
  readonly parameter: number;
  readonly stiffness: number;
  readonly rest: number;
}
/**
 * Whether a body is a deformable superquadric.
 * @example world.bodies.filter(isSuperquadric)
 */
export const isSuperquadric = (body: Body): body is Superquadric => body.kind === 'superquadric';

/**
 * What `superquadric` uses for options that are not given.
 * @example superquadric({ ...superquadricDefaults, shape: { a1: 1, a2: 1, a3: 1 }, mass: 1 })
 */
export const superquadricDefaults = {
  free: ['rigid', 'local'],
  grid: [3, 8],
  mode: 'projected',
  w0: 2,
  w1: 10,
  drag: 0,
} as const;

/**
 * A deformable superquadric: rigid motion, free shape parameters, and local displacements of its surface.
 * @example world.add(superquadric({ id: 'balloon', shape: { a1: 0.3, a2: 0.3, a3: 0.35 }, mass: 0.5 }))
 */
export function superquadric(options: SuperquadricOptions): Superquadric {
  checkOptions('superquadric', options, {
    id: text,
    shape: required(object),
    free: list,
    mass: number,
    density: number,
    nodalMass: number,
    grid: numbers,
    mode: oneOf('projected', 'lumped'),
    w0: number,
    w1: number,
    harmonics: number,
    plasticity: object,
    indentation: number,
    shapeStiffness: object,
    position: numbers,
    rotate: numbers,
    velocity: numbers,
    spin: numbers,
    shapeRates: object,
    displacements: numbers,
    displacementRates: numbers,
    drag: number,
    integrator: either(text, object),
  });
  const { id = 'superquadric', position = [0, 0, 0], rotate = [0, 0, 0, 1] } = options;
  const { velocity = [0, 0, 0], spin = [0, 0, 0] } = options;
  const { free, grid: cells, mode, w0, w1, drag } = { ...superquadricDefaults, ...options };
  const refuse = refusing({ body: id });
  for (const [name, triple] of Object.entries({ position, velocity, spin }))
    if (triple.length !== 3 || !triple.every(Number.isFinite))
      throw refuse(name, `[${triple.join(', ')}]; give three finite numbers.`);
  for (const [name, value] of Object.entries({ drag, w0, w1 }))
    if (!(value >= 0 && Number.isFinite(value))) throw refuse(name, `${value}; it must be zero or positive.`);

  const freedom = readFree(free, options.shape, refuse);
  const shape = readShape(options.shape, freedom.shape, refuse);
  const grid = gridOf(shape, cells, refuse);
  const formula = shapeFormula(shape.primitive, shape.deformations, new Set(freedom.shape));
  const field = new ShapeField(formula, nodeConstants(formula, shape.values, grid), grid.count);
  field.evaluate(
    Float64Array.from(formula.free, (name) => shape.values.get(name) as number),
    0,
  );
  const masses = massesOf(options, shape, grid, field.s, refuse);
  const basis = basisOf(options, freedom, grid, masses, refuse);
  const layout = layoutOf(formula.free.length, basis?.count ?? 0);
  const start = new Float64Array(layout.coordinates);
  start.set(position);
  formula.free.forEach((name, k) => {
    start[layout.shapeAt + k] = shape.values.get(name) as number;
  });
  start.set(given(options.displacements, 'displacements', layout, refuse), layout.localAt);
  start.set(unitQuaternion(rotate, refuse), layout.turn);

  const all = surfacePoints(formula, shape.values, grid, layout, basis);
  const inertia = new Inertia(layout, masses, field, mode, freedom, basis);
  refuseIdle(inertia, start, formula, freedom, refuse);
  const startRates = ratesOf(options, formula, layout, refuse);
  all.points.masses.set(masses);
  const indentation = indentationOf(options, layout, all.placed(start), grid.count, refuse);
  const springs = springsOf(options, formula, shape, refuse);

  return {
    id,
    kind: 'superquadric',
    grid,
    layout,
    formula,
    shape: shape.values,
    freedom,
    mode,
    ...(basis ? { basis } : {}),
    elasticity: { w0, w1 },
    springs,
    totalMass: masses.reduce((sum, m) => sum + m, 0),
    coordinates: layout.coordinates,
    velocities: layout.velocities,
    nodeCount: all.points.count + (all.points.more?.count ?? 0),
    mesh: mesh({ positions: all.placed(start), triangles: all.triangles }),
    longestSide: longestSideOf(all, start, layout),
    drag,
    elements: elementsOf(options, { w0, w1 }, basis, layout, springs, refuse),
    ...(options.integrator === undefined ? {} : { integrator: options.integrator }),
    start: (q, v) => {
      q.set(start);
      if (freedom.position) v.set(velocity);
      v.set(startRates, layout.shapeAt);
      if (freedom.rotation) v.set(spin, layout.turn);
      inertia.divide(q, v);
    },
    inverseMass: {
      diagonal: (w) => diagonalOf(inertia, start, w),
      apply: (q, f, out, same) => inertia.applyW(q, f, out, same),
      ...(freedom.local ? { inner: innerOf(inertia, layout) } : {}),
      ...(mode === 'projected' && freedom.local ? { projected: true } : {}),
      ...(indentation ? { indent: (g, f) => indentation.spread(g, f) } : {}),
    },
    applyM: (q, v, out) => inertia.applyM(q, v, out),
    curved: motionOf(inertia, formula),
    points: all.points,
    contactForm: contactForm(all, layout, freedom, mode),
    skinning: skinning({ id, formula, shape: shape.values, grid, layout, ...(basis ? { basis } : {}) }),
  };
}

function gridOf({ primitive }: ReadShape, cells: readonly number[], refuse: Refuse): SurfaceGrid {
  const [rings, sectors] = cells;
  if (cells.length !== 2 || ![rings, sectors].every((n) => Number.isInteger(n) && n >= 3 && n <= 200))
    throw refuse('grid', `[${cells.join(', ')}]; give rings and sectors, two whole numbers from 3 to 200.`);
  return surfaceGrid(primitive.grid, rings, sectors);
}

function given(
  values: ArrayLike<number> | undefined,
  name: string,
  { local }: Layout,
  refuse: Refuse,
): ArrayLike<number> {
  if (!values) return [];
  if (values.length !== 3 * local || !Array.from(values).every(Number.isFinite))
    throw refuse(name, `${values.length} numbers; give three finite ones for each of ${local} free nodes.`);
  return values;
}

function ratesOf(options: SuperquadricOptions, formula: ShapeFormula, layout: Layout, refuse: Refuse): Float64Array {
  const out = new Float64Array(layout.shape + 3 * layout.local);
  for (const [name, rate] of Object.entries(options.shapeRates ?? {})) {
    const k = formula.free.indexOf(name);
    if (k < 0 || !Number.isFinite(rate))
      throw refuse(`shapeRates.${name}`, k < 0 ? `"${name}" is not free.` : `${rate} is not a finite number.`);
    out[k] = rate;
  }
  out.set(given(options.displacementRates, 'displacementRates', layout, refuse), layout.shape);
  return out;
}

function massesOf(
  { mass, density, nodalMass }: SuperquadricOptions,
  shape: ReadShape,
  grid: SurfaceGrid,
  s: Float64Array,
  refuse: Refuse,
): Float64Array {
  const said = Object.entries({ mass, density, nodalMass }).filter(([, value]) => value !== undefined);
  if (said.length !== 1)
    throw refuse('mass', `give one of "mass", "density" and "nodalMass", not ${said.length || 'none'}.`);
  const [[name, value]] = said as [string, number][];
  if (!(value > 0 && Number.isFinite(value))) throw refuse(name, `${value}; it must be positive.`);
  if (nodalMass !== undefined) return new Float64Array(grid.count).fill(nodalMass);
  const total = mass ?? value * solidVolume(shape);
  const areas = triangleAreas(s, grid.triangles, grid.count);
  const whole = areas.reduce((a, b) => a + b, 0);
  return areas.map((area) => (total * area) / whole);
}

/** What local displacements are sums of, where they are free. */
function basisOf(
  { harmonics: degree, plasticity, indentation }: SuperquadricOptions,
  { local }: Freedom,
  grid: SurfaceGrid,
  masses: Float64Array,
  refuse: Refuse,
): LocalBasis | undefined {
  if (degree === undefined) return local ? finiteElements(grid, masses) : undefined;
  if (!local) throw refuse('harmonics', 'its local displacements are frozen. Add "local" to "free", or leave it out.');
  for (const [name, value] of Object.entries({ plasticity, indentation }))
    if (value !== undefined)
      throw refuse(
        name,
        `it acts at single nodes, and harmonics move all of them. Leave "harmonics" out, or "${name}".`,
      );
  return harmonics(grid, masses, degree, refuse);
}

/** A free shape parameter must move something, and differently from the others. */
function refuseIdle(
  inertia: Inertia,
  start: Float64Array,
  formula: ShapeFormula,
  { position, rotation }: Freedom,
  refuse: Refuse,
): void {
  inertia.update(start);
  for (let i = 0; i < inertia.size; i++) {
    if (!inertia.dropped[i] || (i < 3 && !position) || (i >= 3 && i < 6 && !rotation)) continue;
    if (i >= 6)
      throw refuse(
        `free`,
        `"${formula.free[i - 6]}" moves nothing at the start that others do not move already. Start from another shape (a bend needs "b1"), or leave it out.`,
      );
    throw refuse(
      'shape',
      'its mass lies on a line or in a point, and it cannot turn. Give it another shape, or leave "rotation" out of "free".',
    );
  }
}

/** The inverse of lumped masses at the start: one number for the origin, one for turning, one for each parameter and node. */
function diagonalOf(inertia: Inertia, start: Float64Array, w: Float64Array): void {
  inertia.update(start);
  const { layout, masses, localMasses, M, size, dropped } = inertia;
  const total = masses.reduce((a, b) => a + b, 0);
  const turning = 3 / (M[3 * size + 3] + M[4 * size + 4] + M[5 * size + 5]);
  for (let k = 0; k < 3; k++) {
    w[k] = dropped[k] ? 0 : 1 / total;
    w[layout.turn + k] = dropped[3 + k] ? 0 : turning;
  }
  for (let j = 0; j < layout.shape; j++) w[layout.shapeAt + j] = 1 / M[(6 + j) * size + 6 + j];
  for (let i = 0; i < 3 * layout.local; i++) w[layout.localAt + i] = 1 / localMasses[Math.floor(i / 3)];
}

function indentationOf(
  { indentation }: SuperquadricOptions,
  layout: Layout,
  positions: Float64Array,
  count: number,
  refuse: Refuse,
): Indentation | undefined {
  if (indentation === undefined) return undefined;
  if (!(indentation > 0 && Number.isFinite(indentation)))
    throw refuse('indentation', `${indentation} m; give the radius of a patch, a positive number.`);
  if (!layout.local)
    throw refuse(
      'indentation',
      'its local displacements are frozen, so that nothing can dent it. Add "local" to "free".',
    );
  return new Indentation(layout, positions, count, indentation);
}

function springsOf(
  { shapeStiffness = {} }: SuperquadricOptions,
  formula: ShapeFormula,
  shape: ReadShape,
  refuse: Refuse,
): ShapeSpring[] {
  return Object.entries(shapeStiffness).map(([name, stiffness]) => {
    const parameter = formula.free.indexOf(name);
    if (parameter < 0)
      throw refuse(`shapeStiffness.${name}`, `"${name}" is not free, so it needs no spring. Add it to "free".`);
    if (!(stiffness >= 0 && Number.isFinite(stiffness)))
      throw refuse(`shapeStiffness.${name}`, `${stiffness}; it must be zero or positive.`);
    return { parameter, stiffness, rest: shape.values.get(name) as number };
  });
}

function elementsOf(
  { plasticity }: SuperquadricOptions,
  { w0, w1 }: { readonly w0: number; readonly w1: number },
  basis: LocalBasis | undefined,
  layout: Layout,
  springs: readonly ShapeSpring[],
  refuse: Refuse,
): Elements[] {
  if (plasticity)
    for (const name of ['yield', 'rate'] as const)
      if (!(plasticity[name] >= 0 && Number.isFinite(plasticity[name])))
        throw refuse(`plasticity.${name}`, `${plasticity[name]}; it must be zero or positive.`);
  return [
    ...(basis?.elements(layout.localAt, { w0, w1, ...(plasticity ? { plasticity } : {}) }) ?? []),
    ...(springs.length
      ? [
          {
            kind: shapeSpring,
            count: springs.length,
            blocks: Int32Array.from(springs, ({ parameter }) => layout.shapeAt + parameter),
            parameters: Float64Array.from(springs.flatMap(({ stiffness, rest }) => [stiffness, rest])),
          },
        ]
      : []),
  ];
}

function motionOf(inertia: Inertia, formula: ShapeFormula): Curved {
  const { turn, shapeAt, shape } = inertia.layout;
  const ranges = formula.free.map((name) => formula.parameters.find((p) => p.name === name)) as readonly {
    readonly least: number;
    readonly most: number;
  }[];
  return {
    rate: (q, v, out) => {
      for (let i = 0; i < turn; i++) out[i] = v[i];
      rotationRate(q, v, turn, out);
    },
    retract: (q, d) => {
      for (let i = 0; i < turn; i++) q[i] += d[i];
      for (let j = 0; j < shape; j++)
        q[shapeAt + j] = Math.max(ranges[j].least, Math.min(ranges[j].most, q[shapeAt + j]));
      turnBy(q, turn, d[turn], d[turn + 1], d[turn + 2]);
    },
    transport: (_, p, v) => {
      for (let j = 0; j < shape; j++) {
        const at = shapeAt + j;
        if ((p[at] <= ranges[j].least && v[at] < 0) || (p[at] >= ranges[j].most && v[at] > 0)) v[at] = 0;
      }
      inertia.divide(p, v);
    },
    inertialForces: (q, v, f) => inertia.addInertialForces(q, v, f),
    rigidMotion: (q, linear, [a, b, c], out) => {
      out.fill(0);
      out[0] = linear[0] + b * q[2] - c * q[1];
      out[1] = linear[1] + c * q[0] - a * q[2];
      out[2] = linear[2] + a * q[1] - b * q[0];
      out[turn] = a;
      out[turn + 1] = b;
      out[turn + 2] = c;
    },
  };
}

/**
 * Tetrahedral finite elements of a material with Young's modulus and Poisson's ratio.               [HCY notes, sec. 2, 3]
 *
 *   mu = E / (2 (1 + nu)),   la = E nu / ((1 + nu)(1 - 2 nu)),   m_i = sum over the tets at i of rho V / 4
 *
 * Elements are tets of four nodes, in which F and P are constant (tet-element.ts, and tet-invariants.ts for what takes less);
 * the same with the strain averaged around edges and nodes (smoothed-tets.ts); or tets of ten nodes (second-order-tets.ts).
 */

import { checkOptions, either, list, number, numbers, object, oneOf, text } from '../../base/options.ts';
import { type Refuse, refusing } from '../../base/refusal.ts';
import { type Mesh, tetVolume } from '../../meshes/mesh.ts';
import { partCount, secondOrder } from '../../meshes/second-order.ts';
import { type Body, type Elements, perItem } from '../body.ts';
import { type MoldingOptions, moldingNumbers } from '../molding.ts';
import { massPoints, type ParticlesOptions, pointOptions } from '../particles.ts';
import { pointElements } from './integration-point.ts';
import { moldableMaterial, moldableTet } from './moldable-tet.ts';
import { type Pressure, pressures } from './pressure.ts';
import { massFractions, pointsOfParts, pointsPerTet, secondOrderPoints } from './second-order-tets.ts';
import { pointsPerTet as smoothedPerTet, smoothedPoints, pointWeights as smoothedWeights } from './smoothed-tets.ts';
import { lowerTriangle, tetElements } from './tet-element.ts';
import { invariantParameters, tetsOfInvariants } from './tet-invariants.ts';

/** The material of the tets: one number for all, or one for each. */
interface Moduli<Value> {
  /** Pa */
  readonly young?: Value;
  /** above -1, below 0.5 */
  readonly poisson?: Value;
  /** kg/m^3; each tet gives a quarter of its mass to each corner */
  readonly density?: Value;
  /** Pa s */
  readonly viscosity?: Value;
}

/**
 * How displacements vary between the nodes of a tet.
 * @example const elements: TetElements = 'quadratic';
 */
export type TetElements = 'linear' | 'smoothed' | 'quadratic';

/**
 * Options of `tetFem`.
 * @example const options: TetFemOptions = { young: 1e5, poisson: 0.3, density: 1000 };
 */
export interface TetFemOptions extends Omit<ParticlesOptions, 'mass'>, Moduli<number | ArrayLike<number>> {
  /** kg at each node, instead of a density */
  readonly mass?: number | ArrayLike<number>;
  /** by name: see materials/index.ts */
  readonly material?: string;
  /** 'linear', 'smoothed' or 'quadratic'; the last gives a mesh of four-node tets a node amid each edge */
  readonly elements?: TetElements;
  /** other numbers for the tets of a region, by its number in the mesh */
  readonly regions?: Readonly<Record<number, Moduli<number>>>;
  readonly pressure?: readonly Pressure[];
  /** its rest shape flows where it is strained too much; of the material st-venant-kirchhoff */
  readonly molding?: MoldingOptions;
}

/**
 * What `tetFem` uses for options that are not given.
 * @example tetFem(boxMesh, { ...tetFemDefaults, young: 1e5, poisson: 0.3, density: 1000 })
 */
export const tetFemDefaults = { material: 'neo-hookean', viscosity: 0, elements: 'linear' } as const;

const demands = {
  young: { unit: 'Pa', holds: (x: number) => x > 0, words: 'be positive' },
  poisson: { unit: '', holds: (x: number) => x > -1 && x < 0.5, words: 'lie above -1 and below 0.5' },
  density: { unit: 'kg/m^3', holds: (x: number) => x > 0, words: 'be positive' },
  viscosity: { unit: 'Pa s', holds: (x: number) => x >= 0, words: 'be zero or positive' },
} as const;
type Modulus = keyof typeof demands;

/**
 * A body of tetrahedral finite elements, of a material with Young's modulus and Poisson's ratio.
 * @example world.add(tetFem(boxMesh, { young: 1e5, poisson: 0.3, density: 1000 }))
 */
export function tetFem(source: Mesh, options: TetFemOptions): Body {
  const perTetOrAll = either(number, numbers);
  checkOptions('tetFem', options, {
    ...pointOptions,
    young: perTetOrAll,
    poisson: perTetOrAll,
    density: perTetOrAll,
    viscosity: perTetOrAll,
    mass: perTetOrAll,
    material: text,
    elements: oneOf(...(Object.keys(formulations) as TetElements[])),
    regions: object,
    pressure: list,
    molding: object,
  });
  const { id = 'tet-fem', material = tetFemDefaults.material, elements = tetFemDefaults.elements } = options;
  const refuse = refusing({ body: id });
  if (!tetElements[material]) {
    const known = Object.keys(tetElements).join(', ');
    throw refuse('material', `there is no "${material}"; there are ${known}.`);
  }
  if (options.molding && material !== moldableMaterial)
    throw refuse(
      'molding',
      `the material "${material}" has no rest metric that could flow. Use "${moldableMaterial}".`,
    );
  if (options.molding && elements !== 'linear')
    throw refuse('molding', `"${elements}" elements have no rest metric that could flow. Use "elements": "linear".`);
  if (!source.tets.length) throw refuse('mesh', 'it has no tets; use a box, or give tets.');
  if ((options.mass === undefined) === (options.density === undefined && !inRegions(options, 'density')))
    throw refuse('', 'give either a density in kg/m^3 or the mass of each node in kg.');
  checkRegions(source, options, refuse);

  const mesh = elements === 'quadratic' && !source.secondOrder ? secondOrder(source) : source;
  const cells: Cells =
    elements === 'quadratic'
      ? { count: (mesh.secondOrder as Int32Array).length / 10, region: (t) => mesh.regions?.[partCount * t] }
      : { count: mesh.tets.length / 4, region: (t) => mesh.regions?.[t] };
  const of = (name: Modulus): Float64Array => perTet(name, cells, options, refuse);
  const [young, poisson, viscosity] = (['young', 'poisson', 'viscosity'] as const).map(of);
  const moduli = { young, poisson, viscosity };
  const { nodeMass, ...made } = formulations[elements](mesh, material, moduli, refuse, options.molding);
  const mass = options.mass ?? checkedMass(nodeMass(of('density')), refuse);
  const points = massPoints('tet-fem', mesh.positions, { ...options, id, mass });
  const pushed = pressures(options.pressure ?? [], points.nodeCount, refuse);
  return { ...points, ...made, mesh, elements: [...made.elements, ...pushed] };
}

/** Tets as the user counts them. */
interface Cells {
  readonly count: number;
  region(t: number): number | undefined;
}
type PerTet = Readonly<Record<'young' | 'poisson' | 'viscosity', Float64Array>>;
interface Formulated extends Pick<Body, 'elements' | 'stressPoints'> {
  /** kg of each node, from the density of each tet */
  nodeMass(density: Float64Array): Float64Array;
}
const formulations: Readonly<
  Record<
    TetElements,
    (mesh: Mesh, material: string, moduli: PerTet, refuse: Refuse, molding?: MoldingOptions) => Formulated
  >
> = { linear, smoothed, quadratic };

function linear(
  mesh: Mesh,
  material: string,
  { young, poisson, viscosity }: PerTet,
  refuse: Refuse,
  molding?: MoldingOptions,
): Formulated {
  const { volumes, B } = restShapes(mesh, refuse);
  const flow = molding ? moldingNumbers(molding, refuse) : [];
  // without viscosity some materials have a cheaper element
  const compact = !molding && viscosity.every((eta) => eta === 0) ? tetsOfInvariants[material] : undefined;
  const kind = molding ? moldableTet(molding) : (compact ?? tetElements[material]);
  const columns = kind.parameters.length;
  const parameters = new Float64Array(volumes.length * columns);
  volumes.forEach((V, t) => {
    const [E, nu] = [young[t], poisson[t]];
    const own = B.subarray(9 * t, 9 * t + 9);
    const moduli = [(V * E) / (2 * (1 + nu)), (V * E * nu) / ((1 + nu) * (1 - 2 * nu))];
    const shape = compact ? invariantParameters(own) : molding ? own : lowerTriangle(own);
    const row = [...shape, ...moduli, ...(compact ? [] : [V * viscosity[t], ...flow])];
    parameters.set(row, t * columns);
  });
  const tets: Elements = { kind, count: volumes.length, blocks: mesh.tets.map((n) => 3 * n), parameters };
  return { elements: [tets], nodeMass: (density) => lumped(mesh, volumes, density) };
}

function smoothed(mesh: Mesh, material: string, moduli: PerTet, refuse: Refuse): Formulated {
  const { volumes, B } = restShapes(mesh, refuse);
  const materialOf = (t: number) => ({
    young: moduli.young[t],
    poisson: moduli.poisson[t],
    viscosity: moduli.viscosity[t],
  });
  const numbers = new Map<string, number>();
  const alike = Array.from(volumes, (_, t) => {
    const key = Object.values(materialOf(t)).join(' ');
    if (!numbers.has(key)) numbers.set(key, numbers.size);
    return numbers.get(key) as number;
  });
  const { points, tetOf, ofTet } = smoothedPoints(mesh.positions.length / 3, mesh.tets, volumes, B, alike);
  const { elements, place } = pointElements(material, points, (p) => materialOf(tetOf[p]));
  return {
    elements,
    stressPoints: { perTet: smoothedPerTet, points: ofTet.map((p) => place[p]), weights: smoothedWeights },
    nodeMass: (density) => lumped(mesh, volumes, density),
  };
}

function quadratic(mesh: Mesh, material: string, moduli: PerTet, refuse: Refuse): Formulated {
  const cells = mesh.secondOrder as Int32Array;
  const points = secondOrderPoints(mesh.positions, cells, refuse);
  const { elements } = pointElements(material, points, (p) => {
    const t = Math.floor(p / pointsPerTet);
    return { young: moduli.young[t], poisson: moduli.poisson[t], viscosity: moduli.viscosity[t] };
  });
  const nodeMass = (density: Float64Array): Float64Array => {
    const mass = new Float64Array(mesh.positions.length / 3);
    cells.forEach((n, i) => {
      const t = Math.floor(i / 10);
      let volume = 0;
      for (let g = 0; g < pointsPerTet; g++) volume += points[pointsPerTet * t + g].volume;
      mass[n] += massFractions[i % 10 < 4 ? 0 : 1] * density[t] * volume;
    });
    return mass;
  };
  const stressPoints = { perTet: pointsPerTet, points: pointsOfParts(cells.length / 10) };
  return { elements, stressPoints, nodeMass };
}

const inRegions = ({ regions = {} }: TetFemOptions, name: Modulus): boolean =>
  Object.values(regions).some((moduli) => moduli[name] !== undefined);

function checkRegions(mesh: Mesh, { regions = {} }: TetFemOptions, refuse: Refuse): void {
  const there = new Set(mesh.regions ?? []);
  for (const region of Object.keys(regions)) {
    if (there.has(Number(region))) continue;
    const known = [...there].sort((a, b) => a - b).join(', ');
    const advice = there.size ? `it has ${known}` : 'it has none; give a number for each tet instead';
    throw refuse('regions', `the mesh has no region ${region}; ${advice}.`);
  }
}

/** A modulus of each tet: its region's, or the body's. */
function perTet(
  name: Modulus,
  { count, region: regionOf }: Cells,
  options: TetFemOptions,
  refuse: Refuse,
): Float64Array {
  const { unit, holds, words } = demands[name];
  const given = options[name] ?? (name === 'viscosity' ? tetFemDefaults.viscosity : undefined);
  const list = given === undefined ? new Float64Array(count).fill(NaN) : perItem(given, count, refuse, name);
  for (const [region, moduli] of Object.entries(options.regions ?? {})) {
    const value = moduli[name];
    if (value === undefined) continue;
    for (let t = 0; t < count; t++) if (regionOf(t) === Number(region)) list[t] = value;
  }
  const wrong = list.findIndex((value) => !holds(value));
  if (wrong < 0) return list;
  const region = regionOf(wrong) === undefined ? '' : ` (region ${regionOf(wrong)})`;
  if (Number.isNaN(list[wrong]) && given === undefined)
    throw refuse(name, `tet ${wrong}${region} has none; give it for all tets${unit && ` in ${unit}`}.`);
  const value = [list[wrong], unit].filter((word) => word !== '').join(' ');
  throw refuse(name, `${value} of tet ${wrong}${region}; it must ${words}.`);
}

/** The volume of each tet, and B = Dm^-1 row by row: cross products of two of the edges u, v, w over u . (v x w). */
function restShapes({ positions, tets }: Mesh, refuse: Refuse): { volumes: Float64Array; B: Float64Array } {
  const volumes = Float64Array.from({ length: tets.length / 4 }, (_, t) => tetVolume(positions, tets, t));
  const B = new Float64Array(9 * volumes.length);
  volumes.forEach((volume, t) => {
    if (!(volume > 0)) {
      const nodes = tets.slice(4 * t, 4 * t + 4).join(', ');
      throw refuse(
        'mesh',
        `tet ${t} (nodes ${nodes}) has the volume ${volume} m^3; it must be positive (swap two nodes).`,
      );
    }
    const at = (corner: number, axis: number): number => positions[3 * tets[4 * t + corner] + axis];
    const [u, v, w] = [1, 2, 3].map((n) => [0, 1, 2].map((axis) => at(n, axis) - at(0, axis)));
    [cross(v, w), cross(w, u), cross(u, v)].flat().forEach((c, i) => {
      B[9 * t + i] = c / (6 * volume);
    });
  });
  return { volumes, B };
}
const cross = (a: readonly number[], b: readonly number[]): number[] =>
  [0, 1, 2].map((i) => a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3]);

function lumped(mesh: Mesh, volumes: Float64Array, density: Float64Array): Float64Array {
  const mass = new Float64Array(mesh.positions.length / 3);
  mesh.tets.forEach((n, i) => {
    mass[n] += (density[i >> 2] * volumes[i >> 2]) / 4;
  });
  return mass;
}
function checkedMass(mass: Float64Array, refuse: Refuse): Float64Array {
  const bare = mass.findIndex((m) => !(m > 0));
  if (bare >= 0)
    throw refuse('', `node ${bare} belongs to no tet and has no mass; leave it out, or give "mass" in kg.`);
  return mass;
}

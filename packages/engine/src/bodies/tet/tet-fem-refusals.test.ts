import { expect, test } from 'vitest';
import { box } from '../../meshes/box.ts';
import { grid } from '../../meshes/grid.ts';
import { type Mesh, mesh } from '../../meshes/mesh.ts';
import { type TetFemOptions, tetFem } from './tet-fem.ts';

const cube = box({ size: [1, 1, 1], cells: [1, 1, 1] });
const good: TetFemOptions = { id: 'a', young: 1e4, poisson: 0.3, density: 1000 };
const without = (...keys: (keyof TetFemOptions)[]): TetFemOptions =>
  Object.fromEntries(Object.entries(good).filter(([key]) => !keys.includes(key as keyof TetFemOptions)));
const parted: Mesh = { ...cube, regions: Int32Array.of(1, 1, 2, 2, 7) };
const loose = mesh({ positions: [...cube.positions, 5, 5, 5], tets: cube.tets });
const flipped: Mesh = { ...cube, tets: Int32Array.of(0, 1, 4, 2) };

test.each<[string, TetFemOptions, string, Mesh?]>([
  ['poisson 0.5', { ...good, poisson: 0.5 }, 'body "a": poisson — 0.5 of tet 0; it must lie above -1 and below 0.5.'],
  ['poisson -1', { ...good, poisson: -1 }, 'poisson — -1 of tet 0'],
  ['poisson NaN', { ...good, poisson: NaN }, 'poisson — NaN is not a finite number'],
  ['young 0', { ...good, young: 0 }, 'young — 0 Pa of tet 0; it must be positive.'],
  ['young of one tet', { ...good, young: [1, 2, -3, 4, 5] }, 'young — -3 Pa of tet 2; it must be positive.'],
  ['too few numbers', { ...good, young: [1, 2] }, 'young — 2 values for 5; give one number or 5.'],
  ['no young', without('young'), 'young — tet 0 has none; give it for all tets in Pa.'],
  ['no poisson', without('poisson'), 'poisson — tet 0 has none; give it for all tets.'],
  ['density 0', { ...good, density: 0 }, 'density — 0 kg/m^3 of tet 0; it must be positive.'],
  ['viscosity below 0', { ...good, viscosity: -1 }, 'viscosity — -1 Pa s of tet 0; it must be zero or positive.'],
  ['neither density nor mass', without('density'), 'give either a density in kg/m^3 or the mass of each node'],
  ['both', { ...good, mass: 1 }, 'give either a density in kg/m^3 or the mass of each node'],
  ['an unknown material', { ...good, material: 'jelly' }, 'material — there is no "jelly"; there are neo-hookean,'],
  ['no tets', good, 'mesh — it has no tets', grid({ size: [1, 1], cells: [1, 1] })],
  ['a node without a tet', good, 'node 8 belongs to no tet and has no mass', loose],
  ['a tet inside out', good, 'mesh — tet 0 (nodes 0, 1, 4, 2) has the volume -0.16666', flipped],
  ['regions of a mesh without', { ...good, regions: { 2: { young: 1 } } }, 'the mesh has no region 2; it has none;'],
  ['an unknown region', { ...good, regions: { 3: { young: 1 } } }, 'no region 3; it has 1, 2, 7.', parted],
  [
    'a bad number in a region',
    { ...good, regions: { 2: { poisson: 0.7 } } },
    'poisson — 0.7 of tet 2 (region 2); it must',
    parted,
  ],
  [
    'a region left out',
    { ...without('young'), regions: { 1: { young: 1 }, 2: { young: 2 } } },
    'young — tet 4 (region 7) has none; give it for all tets in Pa.',
    parted,
  ],
  ['pressure on no node', { ...good, pressure: [{ faces: [0, 1, 99], value: 1 }] }, 'pressure[0] — 99 is not a node;'],
])('%s', (_, options, message, on = cube) => {
  expect(() => tetFem(on, options)).toThrow(message);
});

test('regions alone may say everything; the mass of nodes may be given', () => {
  const regions = { 1: { young: 1, density: 1 }, 2: { young: 2, density: 2 }, 7: { young: 3, density: 3 } };
  const body = tetFem(parted, { ...without('young', 'density'), regions, viscosity: 1 });
  const { kind, parameters } = body.elements[0];
  const [columns, column] = [kind.parameters.length, kind.parameters.indexOf('shear')];
  const shear = [...parameters].filter((_, i) => i % columns === column);
  expect(shear.map((x) => x / shear[0])).toEqual([1, 1, 2, 2, 6]); // moduli times volumes, of which the last is double
  const w = new Float64Array(24);
  tetFem(cube, { ...without('density'), mass: 4, fixed: [7] }).inverseMass.diagonal(w);
  expect([...w]).toEqual([...new Array(21).fill(0.25), 0, 0, 0]);
});

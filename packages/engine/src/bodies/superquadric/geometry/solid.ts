/** The volume inside a shape, m^3: in closed form where there is one, else of a fine polyhedron (within 0.2 %). */
import { surfaceProperties } from '../../rigid/mass-properties.ts';
import type { ReadShape } from '../options.ts';
import { surfaceGrid } from './grid.ts';
import { fixedPoint } from './shape-field.ts';
import { shapeFormula } from './shape-formula.ts';

export function solidVolume({ primitive, deformations, values }: ReadShape): number {
  const value = (name: string): number => values.get(name) as number;
  // twist, bend and shear move sections as they are: only a taper changes the volume
  const keeps = (values.get('t1') ?? 0) === 0 && (values.get('t2') ?? 0) === 0;
  if (primitive.solid && keeps) return primitive.solid(value).volume;
  const grid = surfaceGrid(primitive.grid, 64, 128);
  const formula = shapeFormula(primitive, deformations, new Set());
  const constants = new Float64Array(grid.count * formula.constants);
  for (let i = 0; i < grid.count; i++)
    constants.set(formula.constantsAt(grid.u[i], grid.v[i], value), i * formula.constants);
  const positions = fixedPoint(formula, constants, grid.count);
  return surfaceProperties({ positions, triangles: grid.triangles }).volume;
}

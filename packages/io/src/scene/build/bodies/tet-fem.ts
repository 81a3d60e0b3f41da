/** What a tet-fem of a scene has beside other soft bodies: a material, other moduli in domains, pressure on its surface. */
import { type Body, type Mesh, type Pressure, type TetFemOptions, tetFem } from '@pliant/engine';
import type { Faults } from '../../file/faults.ts';
import type { BodyDef, OwnSelectionDef } from '../../schema.ts';
import { defined } from '../defined.ts';
import type { Shape } from './meshes.ts';

export type TetFemDef = BodyDef & { kind: 'tet-fem' };
type Regions = NonNullable<TetFemOptions['regions']>;

/** Found once, for all copies of a body and whatever events make of it. */
export interface TetFemParts {
  readonly regions: Regions;
  readonly pressure: readonly Pressure[];
}

export function tetFemParts(
  def: TetFemDef,
  shape: Shape,
  path: string,
  pick: (selection: OwnSelectionDef, where: string) => readonly number[],
  faults: Faults,
): TetFemParts {
  const pressure = (def.pressure ?? []).map(({ on, value }, i): Pressure => {
    if (!on) return { faces: shape.mesh.triangles, value };
    const before = faults.list.length;
    const faces = facesAmong(shape.mesh, pick(on, `pressure[${i}].on`));
    if (!faces.length && faults.list.length === before)
      faults.add(
        `${path}.pressure[${i}].on`,
        `no triangle of the surface of body "${def.id}" has all its corners there.`,
      );
    return { faces, value };
  });
  return { regions: regionsOf(def, shape, path, faults), pressure };
}

/** Triangles of the surface all of whose corners are among some nodes. */
function facesAmong({ triangles }: Mesh, nodes: readonly number[]): Int32Array {
  const there = new Set(nodes);
  return triangles.filter((_, k) => {
    const first = k - (k % 3);
    return [0, 1, 2].every((corner) => there.has(triangles[first + corner]));
  });
}

function regionsOf({ id, domains = {} }: TetFemDef, { mesh, marks }: Shape, path: string, faults: Faults): Regions {
  const regions: Record<number, Regions[number]> = {};
  for (const [name, moduli] of Object.entries(domains)) {
    const where = `${path}.domains.${name}`;
    if (!marks) {
      faults.add(where, `body "${id}" is not from a mesh file and has no domains; give a list with one for each tet.`);
      continue;
    }
    faults.try(where, () => {
      const region = marks.domain(/^\d+$/.test(name) ? Number(name) : name);
      if (!mesh.regions?.includes(region)) throw new Error(`no tet of body "${id}" is in domain ${region}.`);
      regions[region] = defined(moduli);
    });
  }
  return regions;
}

export function makeTetFem(
  def: TetFemDef,
  mesh: Mesh,
  common: Pick<TetFemOptions, 'id' | 'fixed' | 'drag' | 'integrator' | 'velocities'>,
  parts: TetFemParts,
): Body {
  const { material, elements, young, poisson, viscosity, density, mass, molding } = def;
  const own = defined({ material, elements, young, poisson, viscosity, density, mass });
  return tetFem(mesh, { ...common, ...own, ...(molding ? { molding: defined(molding) } : {}), ...parts });
}

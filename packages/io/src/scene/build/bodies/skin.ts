/** The skin of a body in a scene. */
import {
  ellipsoid,
  type Mesh,
  mesh as meshFrom,
  Refusal,
  refined,
  roundedBox,
  type Skin,
  skinOf,
  transformed,
} from '@pliant/engine';
import { type Faults, messageOf } from '../../file/faults.ts';
import type { PlaceDef } from '../../schema/bodies/bodies.ts';
import type { SkinDef } from '../../schema/bodies/skin.ts';
import { defined } from '../defined.ts';
import type { MeshFiles } from './mesh-files.ts';

/** Finer nets than this are taken for a slip of the pen. */
const mostSegments = 1000;
/** Triangles of a refined skin, likewise. */
const mostTriangles = 4_000_000;

/** mesh: of the body, scaled already; undefined, and a fault, if the skin does not fit it. */
export function makeSkin(
  def: SkinDef,
  path: string,
  mesh: Mesh,
  scale: NonNullable<PlaceDef>['scale'],
  faults: Faults,
  files: MeshFiles,
): Skin | undefined {
  const large = tooLarge(def, mesh);
  if (large) {
    faults.add(`${path}.${large.key}`, large.message);
    return undefined;
  }
  return faults.try(refusal(path), () => {
    if (def.kind === 'refined') return skinOf(mesh, refined(mesh, defined(def)));
    const surface = def.kind === 'surface' ? meshFrom(files.surface(def.file, ['skin', 'file'])) : surfaceOf(def);
    return skinOf(mesh, scale === undefined ? surface : transformed(surface, { scale }));
  });
}

function surfaceOf(def: Exclude<SkinDef, { kind: 'refined' | 'surface' }>): Mesh {
  switch (def.kind) {
    case 'sphere': {
      const { radius, ...rest } = defined(def);
      return ellipsoid({ ...rest, radii: [radius, radius, radius] });
    }
    case 'ellipsoid':
      return ellipsoid(defined(def));
    case 'rounded-box':
      return roundedBox(defined(def));
    case 'triangles':
      return meshFrom({ positions: def.positions.flat(), triangles: def.triangles.flat() });
  }
}

function tooLarge(def: SkinDef, mesh: Mesh): { key: string; message: string } | undefined {
  if (def.kind === 'refined') {
    const triangles = (mesh.triangles.length / 3) * 4 ** Math.min(def.levels ?? 0, 20);
    if (triangles <= mostTriangles) return undefined;
    return {
      key: 'levels',
      message: `${triangles} triangles are more than the ${mostTriangles} possible; give fewer.`,
    };
  }
  if (def.kind === 'triangles' || def.kind === 'surface' || (def.segments ?? 0) <= mostSegments) return undefined;
  return {
    key: 'segments',
    message: `${def.segments} segments are more than the ${mostSegments} possible; give fewer.`,
  };
}

/** A field of a generator is a key of the skin. */
const refusal = (path: string) => (error: unknown) => {
  if (!(error instanceof Refusal)) return { path, message: messageOf(error) };
  const { of, field } = error.path;
  return { path: of === undefined || field === undefined ? path : `${path}.${field}`, message: error.fact };
};

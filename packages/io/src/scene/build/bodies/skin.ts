/** The skin of a body in a scene. */
import {
  type Body,
  bindSkin,
  ellipsoid,
  type Mesh,
  mesh as meshFrom,
  type RefinedOptions,
  Refusal,
  refined,
  roundedBox,
  type Skin,
  type SkinSurface,
  skinOf,
  transformed,
} from '@pliant/engine';
import { type Faults, messageOf } from '../../file/faults.ts';
import type { PlaceDef } from '../../schema/bodies/bodies.ts';
import type { SkinDef } from '../../schema/bodies/skin.ts';
import { optionsOf } from '../defined.ts';
import type { MeshFiles } from './mesh-files.ts';

/** Finer nets than this are taken for a slip of the pen. */
const mostSegments = 1000;
/** Triangles of a refined skin, likewise. */
const mostTriangles = 4_000_000;

/** What a skin is put on. */
interface Wearer {
  /** of its own surface */
  readonly triangles: number;
  refined(options: RefinedOptions): SkinSurface;
  bind(surface: SkinSurface): Skin;
}
/** A mesh that is scaled already. */
export const onMesh = (mesh: Mesh): Wearer => ({
  triangles: mesh.triangles.length / 3,
  refined: (options) => refined(mesh, options),
  bind: (surface) => skinOf(mesh, surface),
});
/** A body whose points are formulas of its coordinates. */
export const onBody = (body: Body & { readonly skinning: NonNullable<Body['skinning']> }): Wearer => ({
  triangles: (body.mesh?.triangles.length ?? 0) / 3,
  refined: ({ levels = 2, round }) => {
    if (round !== undefined)
      throw new Refusal(
        'value',
        { of: 'skin', field: 'round' },
        'its own surface is smooth. Leave "round" out.',
        [],
        '',
      );
    return body.skinning.surface(levels);
  },
  bind: (surface) => bindSkin(body, surface),
});

/** undefined, and a fault, if the skin does not fit. */
export function makeSkin(
  def: SkinDef,
  path: string,
  wearer: Wearer,
  scale: NonNullable<PlaceDef>['scale'],
  faults: Faults,
  files: MeshFiles,
): Skin | undefined {
  const large = tooLarge(def, wearer);
  if (large) {
    faults.add(`${path}.${large.key}`, large.message);
    return undefined;
  }
  return faults.try(refusal(path), () => {
    if (def.kind === 'refined') return wearer.bind(wearer.refined(optionsOf(def)));
    const surface = def.kind === 'surface' ? meshFrom(files.surface(def.file, ['skin', 'file'])) : surfaceOf(def);
    return wearer.bind(scale === undefined ? surface : transformed(surface, { scale }));
  });
}

function surfaceOf(def: Exclude<SkinDef, { kind: 'refined' | 'surface' }>): Mesh {
  switch (def.kind) {
    case 'sphere': {
      const { radius, ...rest } = optionsOf(def);
      return ellipsoid({ ...rest, radii: [radius, radius, radius] });
    }
    case 'ellipsoid':
      return ellipsoid(optionsOf(def));
    case 'rounded-box':
      return roundedBox(optionsOf(def));
    case 'triangles':
      return meshFrom({ positions: def.positions.flat(), triangles: def.triangles.flat() });
  }
}

function tooLarge(def: SkinDef, wearer: Wearer): { key: string; message: string } | undefined {
  if (def.kind === 'refined') {
    const triangles = wearer.triangles * 4 ** Math.min(def.levels ?? 0, 20);
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

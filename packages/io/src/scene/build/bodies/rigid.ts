/** Rigid bodies of a scene. */
import { type Body, mesh as meshFrom, type RigidShape, rigid, transformed } from '@pliant/engine';
import type { RigidDef } from '../../schema/bodies/rigid.ts';
import { defined } from '../defined.ts';
import type { MeshFiles } from './mesh-files.ts';
import type { Pose } from './poses.ts';

export function rigidShapeOf({ shape }: RigidDef, files: MeshFiles): RigidShape {
  if (shape.kind !== 'surface') return shape;
  const surface = meshFrom(files.surface(shape.file, ['shape', 'file']));
  return {
    kind: 'surface',
    surface: shape.scale === undefined ? surface : transformed(surface, { scale: shape.scale }),
  };
}

export function makeRigid(def: RigidDef, shape: RigidShape, id: string, { rotate, translate }: Pose): Body {
  const { density, mass, inertia, velocity, spin, fixed, drag, integrator } = def;
  return rigid(
    defined({
      id,
      shape,
      density,
      mass,
      inertia,
      velocity,
      spin,
      fixed,
      drag,
      integrator,
      position: translate,
      rotate,
    }),
  );
}

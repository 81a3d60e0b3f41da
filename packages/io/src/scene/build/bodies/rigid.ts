/** Rigid bodies of a scene. */
import {
  type Body,
  mesh as meshFrom,
  Refusal,
  type RigidOptions,
  type RigidShape,
  type RigidTurning,
  rigid,
  transformed,
} from '@pliant/engine';
import type { RigidDef } from '../../schema/bodies/rigid.ts';
import { defined } from '../defined.ts';
import { enginePath, keysFault, pathFault } from '../points/targets.ts';
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

/** What is wrong with the paths that it is moved and turned on. */
export function courseFault({ motion, turning }: RigidDef): { key: string; message: string } | undefined {
  const moved = motion && pathFault(motion);
  if (moved) return { ...moved, key: `motion${moved.key}` };
  const angle = turning?.angleDegrees;
  const turned = angle && keysFault(angle.times, angle.values.length, 'values');
  return turned && { ...turned, key: `turning.angleDegrees${turned.key}` };
}

export function makeRigid(def: RigidDef, shape: RigidShape, id: string, { rotate, translate }: Pose): Body {
  const { density, mass, inertia, velocity, spin, fixed, motion, turning, drag, integrator } = def;
  return rigidAtFile(
    defined({
      id,
      shape,
      density,
      mass,
      inertia,
      velocity,
      spin,
      fixed,
      motion: motion && enginePath(motion, 0),
      turning: turning && turningOf(turning),
      drag,
      integrator,
      position: translate,
      rotate,
    }),
  );
}

/** A surface that encloses nothing is at fault where the scene names its file. */
function rigidAtFile(options: RigidOptions): Body {
  try {
    return rigid(options);
  } catch (error) {
    if (!(error instanceof Refusal && error.path.field === 'shape.surface')) throw error;
    throw new Refusal(error.code, { ...error.path, field: 'shape.file' }, error.fact, error.ids);
  }
}

function turningOf({ axis, angleDegrees: angle, at }: NonNullable<RigidDef['turning']>): RigidTurning {
  const { path: kind, times, values, loop } = angle;
  const radians = values.map((degrees) => (degrees * Math.PI) / 180);
  return defined({ axis, at, angle: defined({ kind, times, values: radians, loop }) });
}

/** Deformable superquadrics of a scene. */
import { type Superquadric, type SuperquadricOptions, superquadric } from '@pliant/engine';
import type { SuperquadricDef } from '../../schema/bodies/superquadric.ts';
import { defined } from '../defined.ts';
import type { Pose } from './poses.ts';

export function makeSuperquadric(def: SuperquadricDef, id: string, { rotate, translate }: Pose): Superquadric {
  const { kind: _, place: __, repeat: ___, colour: ____, skin: _____, ...options } = def;
  return superquadric(defined({ ...options, id, position: translate, rotate }) as SuperquadricOptions);
}

/** One point, wherever it is: on a body, at rest in the world or on a path. */
import { type Anchor, onPath, worldPoint } from '@pliant/engine';
import type { Faults } from '../../file/faults.ts';
import type { AnyPointDef } from '../../schema.ts';
import type { Cast } from '../cast.ts';
import { enginePath, isPath, pathFault } from './targets.ts';

/** The anchor of a point; undefined, and a fault, if there is none. */
export function anyAnchor(def: AnyPointDef, path: string, cast: Cast, faults: Faults): Anchor | undefined {
  if (Array.isArray(def)) return worldPoint(...def);
  if (!isPath(def)) return cast.anchor(def, path, 'Name one node, or use "nearest".');
  const wrong = pathFault(def);
  if (wrong) faults.add(`${path}${wrong.key}`, wrong.message);
  return wrong ? undefined : onPath(enginePath(def, 0));
}

/** The same point if all begins later. */
export const startedAt = (anchor: Anchor, since: number): Anchor =>
  anchor.path && since ? onPath({ ...anchor.path, times: anchor.path.times.map((t) => t + since) }, since) : anchor;

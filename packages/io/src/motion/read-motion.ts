/** Motion data from a file, by its ending. */
import { readBvh } from './bvh.ts';
import { readC3d } from './c3d.ts';
import { readMotionCsv } from './csv.ts';
import { type MotionData, MotionError } from './motion-data.ts';

const readers: Readonly<Record<string, (bytes: Uint8Array) => MotionData>> = {
  '.csv': readMotionCsv,
  '.bvh': readBvh,
  '.c3d': readC3d,
};
export const motionEndings: readonly string[] = Object.keys(readers);

/** The points of a CSV, BVH or C3D file. A MotionError says where it is wrong. */
export function readMotion(bytes: Uint8Array, name: string): MotionData {
  const ending = /\.[^./\\]*$/.exec(name)?.[0].toLowerCase() ?? '';
  const reader = readers[ending];
  if (!reader)
    throw new MotionError(`"${ending || name}" is no format of motion data. Use ${motionEndings.join(', ')}.`);
  return reader(bytes);
}

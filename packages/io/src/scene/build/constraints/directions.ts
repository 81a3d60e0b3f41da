/** Directions of the world: given, or on paths of directions, which must not turn too fast. */
import { type Anchor, createPath, onPath, worldPoint } from '@pliant/engine';
import type { ScenePathDef, TargetDef } from '../../schema.ts';
import { dotOf, sizeOf } from '../values.ts';
import { enginePath, isPath, type Point, pathFault } from './targets.ts';

/** A direction in the place of a point. */
export const directionOf = (given: TargetDef, since: number): Anchor =>
  isPath(given) ? onPath(enginePath(given, since)) : worldPoint(...given);

/** What is wrong with a direction, or a path of them: a key below it, and words. step: h, s */
export function directionFault(given: TargetDef, step: number): { key: string; message: string } | undefined {
  if (isPath(given)) return pathFault(given) ?? tooFast(given, step);
  return sizeOf(given) > 0 ? undefined : { key: '', message: '[0, 0, 0] has no direction; give one of any length.' };
}

/** A turn that Newton's steps follow without losing their way, rad in a step. [notes, 4] */
const mostTurn = 0.2;
/** What is wrong with a path of directions: it turns too fast. */
function tooFast(path: ScenePathDef, step: number): { key: string; message: string } | undefined {
  const motion = new Float64Array(9);
  const course = createPath({ ...enginePath(path, 0), loop: false });
  const at = (t: number): Point => {
    course.evaluate(t, motion);
    return [motion[0], motion[1], motion[2]];
  };
  const last = path.times[path.times.length - 1];
  for (let t = path.times[0]; t < last; t += step) {
    const [a, b] = [at(t), at(Math.min(last, t + step))];
    const cosine = dotOf(a, b) / (sizeOf(a) * sizeOf(b));
    if (cosine >= 1 - 0.5 * mostTurn * mostTurn) continue;
    const when = Number(t.toPrecision(4));
    return {
      key: '.times',
      message: `at t = ${when} s it turns by more than ${mostTurn} rad in a step of ${step} s, or through zero; take longer, or give directions between.`,
    };
  }
  return undefined;
}

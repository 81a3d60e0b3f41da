/** Directions of the world: given, or on paths of directions, which must not turn too fast. */
import { createPath } from '@pliant/engine';
import type { ScenePathDef, TargetDef } from '../../schema.ts';
import { enginePath, isPath, type Point, pathFault } from './targets.ts';

/** What is wrong with a direction, or a path of them: a key below it, and words. step: h, s */
export function directionFault(given: TargetDef, step: number): { key: string; message: string } | undefined {
  if (isPath(given)) return pathFault(given) ?? tooFast(given, step);
  return sizeOf(given) > 0 ? undefined : { key: '', message: '[0, 0, 0] has no direction; give one of any length.' };
}

const dotOf = (a: Point, b: Point): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const sizeOf = (a: Point): number => Math.sqrt(dotOf(a, a));

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
  const found = firstFastTurn(at, path.times[0], path.times[path.times.length - 1], step);
  if (found === undefined) return undefined;
  const when = Number(found.toPrecision(4));
  return {
    key: '.times',
    message: `at t = ${when} s it turns by more than ${mostTurn} rad in a step of ${step} s, or through zero; take longer, or give directions between.`,
  };
}

/** So many windows are looked at in one go, however short a step is. */
const mostWindows = 10_000;
/**
 * When a direction first turns by more than `mostTurn` in a step. Where a longer window turns by less, so does every step in
 * it; the others are looked at more closely. So the cost follows how much the direction turns, not how short a step is.
 */
function firstFastTurn(at: (t: number) => Point, from: number, to: number, step: number): number | undefined {
  const window = Math.max(step, (to - from) / mostWindows);
  const count = Math.ceil((to - from) / window);
  for (let k = 0; k < count; k++) {
    const begin = from + k * window;
    const end = Math.min(to, begin + window);
    const [a, b] = [at(begin), at(end)];
    const cosine = dotOf(a, b) / (sizeOf(a) * sizeOf(b));
    if (cosine >= 1 - 0.5 * mostTurn * mostTurn || end === begin) continue;
    const found = window > step ? firstFastTurn(at, begin, end, step) : begin;
    if (found !== undefined) return found;
  }
  return undefined;
}

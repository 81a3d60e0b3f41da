/** Paths of a scene as the engine's, and what is wrong with them. */
import type { PathDef, World } from '@pliant/engine';
import type { ScenePathDef, TargetDef } from '../../schema.ts';

export type Point = readonly [number, number, number];

/** All coordinates of a body as they are now: nodes first, then angles of twist. */
export function coordinatesOf(world: World, id: string): Float64Array {
  const { start, body } = world.program.find(id);
  return world.state.column('q').subarray(start, start + body.coordinates);
}

export const isPath = (to: object): to is ScenePathDef => 'path' in to;

/** A path of the scene as the engine's, from a time on. */
export function enginePath(def: ScenePathDef, since: number): PathDef {
  return {
    kind: def.path,
    times: def.times.map((t) => t + since),
    points: def.points,
    ...(def.loop === undefined ? {} : { loop: def.loop }),
  };
}

/** What is wrong with a path: a key below it, and words. */
export function pathFault(to: TargetDef): { key: string; message: string } | undefined {
  if (!isPath(to)) return undefined;
  return keysFault(to.times, to.points.length, 'points');
}
/** What is wrong with the keys of a path, so many points or values of it. */
export function keysFault(
  times: readonly number[],
  count: number,
  what: 'points' | 'values',
): { key: string; message: string } | undefined {
  if (times.length !== count) {
    return { key: `.${what}`, message: `${count} ${what} for ${times.length} times; give one each.` };
  }
  const late = times.findIndex((t, k) => k > 0 && !(t > times[k - 1]));
  if (late < 0) return undefined;
  return {
    key: `.times[${late}]`,
    message: `${times[late]} s does not come after ${times[late - 1]} s; times must increase.`,
  };
}

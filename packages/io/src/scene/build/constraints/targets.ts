/** Where points are nailed to: places and paths. */
import { type Anchor, onPath, type PathDef, type World, worldPoint } from '@pliant/engine';
import type { ScenePathDef, TargetDef } from '../../schema.ts';

export type Point = readonly [number, number, number];

/** Where an anchor on a body is; of an angle, its first coordinate. */
export function pointOf({ shape, body, blocks, parameters }: Anchor, positions: (body: string) => Float64Array): Point {
  const q = positions(body as string);
  const sum: [number, number, number] = [0, 0, 0];
  blocks.forEach((block, b) => {
    const weight = parameters[b] ?? 1; // a node has none
    const width = shape.blocks[b];
    for (let axis = 0; axis < (typeof width === 'number' ? width : width.width); axis++)
      sum[axis] += weight * q[block + axis];
  });
  return sum;
}

/** All coordinates of a body as they are now: nodes first, then angles of twist. */
export function coordinatesOf(world: World, id: string): Float64Array {
  const { start, body } = world.program.find(id);
  return world.state.column('q').subarray(start, start + body.coordinates);
}

/**
 * Where points at x are nailed to: where they are, or at a point or on a path that starts at `since`. Several points
 * keep their places about their mean.
 */
export function targets(x: readonly Point[], to: TargetDef | undefined, since: number): Anchor[] {
  if (to === undefined) return x.map((p) => worldPoint(...p));
  const mean = [0, 1, 2].map((axis) => x.reduce((sum, p) => sum + p[axis], 0) / x.length);
  return x.map((p) => {
    const shifted = (q: Point): [number, number, number] =>
      x.length === 1 ? [...q] : [q[0] + (p[0] - mean[0]), q[1] + (p[1] - mean[1]), q[2] + (p[2] - mean[2])];
    return isPath(to) ? onPath(enginePath(to, since, shifted)) : worldPoint(...shifted(to));
  });
}
export const isPath = (to: object): to is ScenePathDef => 'path' in to;

/** A path of the scene as the engine's; every point of it shifted, if it is to be. */
export function enginePath(
  def: ScenePathDef,
  since: number,
  shifted: (q: Point) => [number, number, number] = (q) => [...q],
): PathDef {
  return {
    kind: def.path,
    times: def.times.map((t) => t + since),
    points: def.points.map(shifted),
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

/** Values of constraints: given, found where things are, or driven by a path; and faults at a key. */
import { type ConstraintSpec, driven, type NumberPath } from '@pliant/engine';
import type { DrivenDef } from '../schema.ts';
import type { Point } from './constraints/targets.ts';

/** A fault, at a key of the constraint. */
export class Misfit extends Error {
  constructor(
    readonly key: string,
    message: string,
  ) {
    super(message);
  }
}

/** A constraint with a value that is given, found or driven; in the scene it is in other units, by `scale`. */
export function valued(
  given: DrivenDef | undefined,
  { name, since, scale }: { readonly name: string; readonly since: number; readonly scale: number },
  found: () => number,
  make: (value: number) => ConstraintSpec,
): ConstraintSpec {
  if (given === undefined) return make(found());
  if (typeof given === 'number') return make(scale * given);
  const path: NumberPath = {
    kind: given.path,
    times: given.times.map((t) => t + since),
    values: given.values.map((v) => scale * v),
    ...(given.loop === undefined ? {} : { loop: given.loop }),
  };
  return driven(make(path.values[0]), name, path);
}

export const degree = Math.PI / 180;
export const difference = (a: Point, b: Point): Point => [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
export const dotOf = (a: Point, b: Point): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const sizeOf = (a: Point): number => Math.sqrt(dotOf(a, a));

/** What has no direction is refused, at its key. */
export function directed(direction: Point, key: string): Point {
  if (sizeOf(direction) === 0) throw new Misfit(key, '[0, 0, 0] has no direction; give one of any length.');
  return direction;
}

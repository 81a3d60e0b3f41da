/** Where things are when a constraint is made: places of anchors, lengths and angles as they are. */
import type { Anchor } from '../../anchors/anchor.ts';
import { pointAt } from '../../anchors/point-at.ts';
import { onPath, worldPoint } from '../../anchors/world-point.ts';
import { widthOf } from '../../bodies/blocks/block.ts';
import { measure } from '../../relations/measure.ts';
import { startFault } from '../../relations/start-fault.ts';
import type { ConstraintSpec } from '../constraint.ts';
import { type Driven, misfit, type Situation, type Target, type Triple } from './constraint-kind.ts';
import { driven } from './driven.ts';

type Positions = (body: string) => ArrayLike<number>;

/**
 * Where an anchor is, given the coordinates of bodies.
 * @example placeOf(node(cube, 0), (id) => world.coordinates(id))
 */
export function placeOf({ shape, body, blocks, parameters }: Anchor, positions: Positions): Triple {
  if (body === undefined) return [parameters[0], parameters[1], parameters[2]];
  const q = positions(body);
  if (shape.parameters > 0 && !shape.weighted && blocks.length === shape.blocks.length) {
    const own = blocks.map((block, b) => Array.from({ length: widthOf(shape.blocks[b]) }, (_, k) => q[block + k]));
    return pointAt(shape, own, parameters);
  }
  const sum: [number, number, number] = [0, 0, 0];
  blocks.forEach((block, b) => {
    const weight = shape.weighted ? parameters[b] : 1;
    for (let axis = 0; axis < widthOf(shape.blocks[b]); axis++) sum[axis] += weight * q[block + axis];
  });
  return sum;
}
/**
 * Where anchors are now, as a function.
 * @example at({ start: (id) => world.positions(id), now: (id) => world.positions(id), begins: true })(node(cube, 0))
 */
export const at =
  ({ now }: Situation) =>
  (anchor: Anchor): Triple =>
    placeOf(anchor, now);

export const degree = Math.PI / 180;
export const difference = (a: Triple, b: Triple): Triple => [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
export const dotOf = (a: Triple, b: Triple): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const sizeOf = (a: Triple): number => Math.sqrt(dotOf(a, a));

/** Refuses vectors without a direction, at their field. */
export function directed(given: Triple, field: string): Triple {
  if (sizeOf(given) === 0) throw misfit(field, '[0, 0, 0] has no direction; give one of any length.');
  return given;
}

export const isPath = (to: Target): to is Exclude<Target, Triple> => 'times' in to;
/** A point, or a direction in the place of one. */
export const anchorOf = (to: Target): Anchor => (isPath(to) ? onPath(to) : worldPoint(...to));

/** Where points at x are to be: where they are, or at a point or on a path, about which several keep their places. */
export function targetsAt(x: readonly Triple[], to: Target | undefined): Anchor[] {
  if (to === undefined) return x.map((p) => worldPoint(...p));
  const mean = [0, 1, 2].map((axis) => x.reduce((sum, p) => sum + p[axis], 0) / x.length);
  return x.map((p) => {
    const shifted = (q: Triple): [number, number, number] =>
      x.length === 1 ? [...q] : [q[0] + (p[0] - mean[0]), q[1] + (p[1] - mean[1]), q[2] + (p[2] - mean[2])];
    return anchorOf(isPath(to) ? { ...to, points: to.points.map(shifted) } : shifted(to));
  });
}

/** A constraint with a value that is given, found or driven; as given it is in other units, by `scale`. */
export function valued(
  given: Driven | undefined,
  { name, scale = 1 }: { readonly name: string; readonly scale?: number },
  found: () => number,
  make: (value: number) => ConstraintSpec,
): ConstraintSpec {
  if (given === undefined) return make(found());
  if (typeof given === 'number') return make(scale * given);
  const path = { ...given, values: given.values.map((v) => scale * v) };
  return driven(make(path.values[0]), name, path);
}

/** The residual of a constraint whose angle is to be zero. */
export const angleOf = ({ relation, members, parameters }: ConstraintSpec, place: (anchor: Anchor) => Triple): number =>
  measure(relation, members[0].map(place), parameters)[0].C;

/**
 * Refuses a constraint whose rows have no slope at the start. The world checks constraints that begin later.
 * @example checkStart(join(node(cube, 0), node(cube, 1)), { start: (id) => world.positions(id), now: (id) => world.positions(id), begins: true })
 */
export function checkStart(spec: ConstraintSpec, situation: Situation, field = '', before = ''): ConstraintSpec {
  if (!situation.begins) return spec;
  spec.members.forEach((member, m) => {
    const why = startFault(spec.relation, member.map(at(situation)), spec.each?.[m] ?? spec.parameters);
    if (why) throw misfit(field, `${before}${why}`);
  });
  return spec;
}

/** An obstacle that fills one side of a plane: free are the points with normal . x >= offset. It has no coordinates. */

import { checkOptions, number, numbers, required, text } from '../base/options.ts';
import { refusing } from '../base/refusal.ts';
import type { Body } from './body.ts';

/**
 * A half space that is an obstacle.
 * @example const ground: Plane = plane({ normal: [0, 1, 0] });
 */
export interface Plane extends Body {
  readonly kind: 'plane';
  /** unit length */
  readonly normal: readonly [number, number, number];
  readonly offset: number;
}

/**
 * Options of `plane`.
 * @example const options: PlaneOptions = { normal: [0, 1, 0], offset: -1 };
 */
export interface PlaneOptions {
  readonly id?: string;
  /** into the free side, of any length */
  readonly normal: ArrayLike<number>;
  /** normal . x of the points on the plane; 0 if not given */
  readonly offset?: number;
}

/**
 * An obstacle that fills one side of a plane: points with normal . x >= offset are free. Constrain bodies with
 * `above`.
 * @example world.add(plane({ id: 'floor', normal: [0, 1, 0], offset: -1 }))
 */
export function plane(options: PlaneOptions): Plane {
  checkOptions('plane', options, { id: text, normal: required(numbers), offset: number });
  const { id = 'plane', normal: n, offset = 0 } = options;
  const length = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
  if (!(length > 0 && Number.isFinite(length))) {
    throw refusing({ body: id })(
      'normal',
      `(${n[0]}, ${n[1]}, ${n[2]}) has no direction; give three numbers, not all zero.`,
    );
  }
  if (!Number.isFinite(offset)) throw refusing({ body: id })('offset', `${offset} is not a finite number.`);
  const unit = [n[0] / length, n[1] / length, n[2] / length] as const;
  return {
    id,
    kind: 'plane',
    normal: unit,
    offset: offset / length,
    contactForm: { kind: 'half-space', normal: unit, offset: offset / length },
    coordinates: 0,
    velocities: 0,
    nodeCount: 0,
    drag: 0,
    elements: [],
    start: () => {},
    inverseMass: { diagonal: () => {} },
  };
}

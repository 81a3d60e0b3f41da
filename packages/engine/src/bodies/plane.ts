/** An obstacle that fills one side of a plane: free are the points with normal . x >= offset. It has no coordinates. */
import { refusing } from '../base/refusal.ts';
import type { Body } from './body.ts';

export interface Plane extends Body {
  readonly kind: 'plane';
  /** unit length */
  readonly normal: readonly [number, number, number];
  readonly offset: number;
}

export function plane(options: { id?: string; normal: ArrayLike<number>; offset?: number }): Plane {
  const { id = 'plane', normal: n, offset = 0 } = options;
  const length = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
  if (!(length > 0 && Number.isFinite(length))) {
    throw refusing({ body: id })(
      'normal',
      `(${n[0]}, ${n[1]}, ${n[2]}) has no direction; give three numbers, not all zero.`,
    );
  }
  if (!Number.isFinite(offset)) throw refusing({ body: id })('offset', `${offset} is not a finite number.`);
  return {
    id,
    kind: 'plane',
    normal: [n[0] / length, n[1] / length, n[2] / length],
    offset: offset / length,
    coordinates: 0,
    velocities: 0,
    nodeCount: 0,
    drag: 0,
    elements: [],
    start: () => {},
    inverseMasses: () => {},
  };
}

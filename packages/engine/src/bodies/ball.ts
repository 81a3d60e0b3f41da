/**
 * A rigid ball that does not rotate: one mass point with a radius. The radius is used for drawing and by constraints such as
 * `beyond`, with the ball's node as an anchor. A ball does not collide by itself.
 */

import { checkOptions, flag, number, numbers, required } from '../base/options.ts';
import { refusing } from '../base/refusal.ts';
import { mesh } from '../meshes/mesh.ts';
import type { Body } from './body.ts';
import { massPoints, type ParticlesOptions, pointOptions } from './particles.ts';

/**
 * Options of `ball`.
 * @example const options: BallOptions = { mass: 0.1, radius: 0.05, position: [0, 1, 0] };
 */
export interface BallOptions extends Pick<ParticlesOptions, 'id' | 'drag' | 'integrator'> {
  /** kg */
  readonly mass: number;
  /** metres */
  readonly radius: number;
  /** metres; the origin if not given */
  readonly position?: readonly [number, number, number];
  /** m/s */
  readonly velocity?: readonly [number, number, number];
  /** it never moves */
  readonly fixed?: boolean;
}

/**
 * A rigid ball that does not rotate.
 * @example const marble: Ball = ball({ mass: 0.1, radius: 0.05 });
 */
export interface Ball extends Body {
  readonly kind: 'ball';
  readonly radius: number;
}

/**
 * A rigid ball that does not rotate: one mass point with a radius. It collides only through constraints, such as
 * `beyond`.
 * @example world.add(ball({ mass: 0.1, radius: 0.05, position: [0, 1, 0] }))
 */
export function ball(options: BallOptions): Ball {
  const { id: name, drag, integrator } = pointOptions;
  checkOptions('ball', options, {
    id: name,
    drag,
    integrator,
    mass: required(number),
    radius: required(number),
    position: numbers,
    velocity: numbers,
    fixed: flag,
  });
  const { id = 'ball', radius, position = [0, 0, 0], velocity, fixed, ...rest } = options;
  if (!(radius > 0 && radius < Infinity)) {
    throw refusing({ body: id })('radius', `${radius} m; give a positive number.`);
  }
  const point = massPoints('ball', position, {
    ...rest,
    id,
    ...(velocity ? { velocities: velocity } : {}),
    ...(fixed ? { fixed: [0] } : {}),
  });
  return { ...point, kind: 'ball', radius, mesh: mesh({ positions: position }), elements: [] };
}

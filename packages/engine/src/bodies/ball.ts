/**
 * A rigid ball that does not turn: one mass point with a radius. The radius is for what is drawn and for constraints that
 * speak of it, such as `beyond` with the ball's node as its anchor; by itself a ball hits nothing.
 */
import { refusing } from '../base/refusal.ts';
import { mesh } from '../meshes/mesh.ts';
import type { Body } from './body.ts';
import { massPoints, type ParticlesOptions } from './particles.ts';

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

export interface Ball extends Body {
  readonly kind: 'ball';
  readonly radius: number;
}

export function ball(options: BallOptions): Ball {
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

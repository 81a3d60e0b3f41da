/** What a pulley does: tensions, wrap angle, the wheel. See bodies/rod/wrap/wrap.ts. */
import { isRod } from '../../bodies/rod/spline.ts';
import type { RodWrap } from '../../bodies/rod/wrap/rod-wraps.ts';
import { pulleyRows } from '../../relations/rods/pulley.ts';
import type { World } from '../../world/world.ts';

/**
 * What can be read of a pulley. Pairs are before and behind it, on the way along the rod; angles and torques are about its axis.
 * @example const { tensions }: PulleyReading = pulleyReading(world, 'pulley');
 */
export interface PulleyReading {
  /** of the rod where it leaves the pulley, N */
  readonly tensions: readonly [number, number];
  /** by which the rod is wrapped around it, rad, whole turns included */
  readonly wrap: number;
  /** by which the wheel has turned, rad */
  readonly angle: number;
  /** rad/s */
  readonly speed: number;
  /** of the rod on the wheel, N m */
  readonly torque: number;
  /** how far the rod has slipped on the rim, m */
  readonly slips: readonly [number, number];
}

/**
 * The wrap that a constraint holds, its body, and the number of its points; undefined if it holds none.
 * @example wrapOf(world, 'pulley')?.wrap.radius
 */
export function wrapOf(world: World, constraint: string): { body: string; wrap: RodWrap; points: number } | undefined {
  const anchors = world.constraints.find(({ id }) => id === constraint)?.members[0] ?? [];
  const [first, second] = anchors;
  const body = world.bodies.find(({ id }) => id === first?.body);
  if (!body || !isRod(body)) return undefined;
  const wrap = body.wraps?.find(({ nodes: [a, b] }) => first.blocks[0] === 3 * a && second?.blocks[0] === 3 * b);
  return wrap && { body: body.id, wrap, points: anchors.length };
}

/**
 * What a constraint of kind `pulley` does at present.
 * @example pulleyReading(world, 'pulley').tensions
 */
export function pulleyReading(world: World, constraint: string): PulleyReading {
  const found = wrapOf(world, constraint);
  if (!found)
    throw new Error(`constraint "${constraint}" is no pulley: it has no tensions. Name one of kind "pulley".`);
  const { body, wrap, points } = found;
  const [forces] = world.forces(constraint); // first: it may grow the memory
  const [q, v] = [world.coordinates(body), world.coordinateVelocities(body)];
  /** along the tangent of the free piece, away from the pulley */
  const along = (side: 0 | 1): number => {
    const [a, [near, far]] = [wrap.nodes[side], wrap.next[side]];
    const t = [0, 1, 2].map((i) => (2 * q[3 * near + i] + q[3 * far + i]) / 3 - q[3 * a + i]);
    const size = Math.sqrt(t[0] * t[0] + t[1] * t[1] + t[2] * t[2]);
    return forces[side].reduce((sum, f, i) => sum - (f * t[i]) / size, 0);
  };
  const isRough = points > pulleyRows.force.length + 5;
  const friction = isRough ? forces[points - 2][0] + forces[points - 1][0] : 0;
  return {
    tensions: [along(0), along(1)],
    wrap: q[wrap.angles[1]] - q[wrap.angles[0]],
    angle: q[wrap.wheel],
    speed: v[wrap.wheel],
    torque: isRough ? -wrap.radius * friction : 0,
    slips: [q[wrap.slips[0]], q[wrap.slips[1]]],
  };
}

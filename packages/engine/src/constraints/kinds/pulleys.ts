/** Pulleys: rods that lie on wheels of a given radius. See bodies/rod/wrap/wrap.ts and relations/rods/pulley.ts. */
import type { Anchor, Passage } from '../../anchors/anchor.ts';
import { rimPoint, type Side, slipPoint, tangentPoint, touchPoint } from '../../anchors/rod-wrap.ts';
import { refusing } from '../../base/refusal.ts';
import type { Spline } from '../../bodies/rod/spline.ts';
import type { RodWrap } from '../../bodies/rod/wrap/rod-wraps.ts';
import type { PathDef } from '../../paths/path.ts';
import { pulleyRows, roughPulley, smoothPulley } from '../../relations/rods/pulley.ts';
import type { ConstraintSpec } from '../constraint.ts';

/**
 * Options of `pulley`. Angles and torques are about the axis of its wrap.
 * @example const options: PulleyOptions = { coulomb: 0.3, inertia: 0.02 };
 */
export interface PulleyOptions {
  /** Coulomb friction coefficient of the rod on the rim; without it the rod slides over the wheel, which has no torque */
  readonly coulomb?: number;
  /** moment of inertia of the wheel, kg m^2 */
  readonly inertia?: number;
  /** on the wheel, N m */
  readonly torque?: number;
  /** viscous friction of the bearing, N m s */
  readonly bearing?: number;
  /** the largest torque of a brake, N m: the wheel stands still while it needs no more */
  readonly brake?: number;
  /** the wheel does not turn */
  readonly fixed?: boolean;
  /** the angle of the wheel over time, rad, first component, from 0 on */
  readonly angle?: PathDef;
}

/** The shortest free piece beside a pulley, as a part of a mean span: with less the rod would leave it. */
const leastPiece = 0.05;

/**
 * A rod lies on a pulley: on its wrap of this number, about a point of the world or of a body.
 * @example pulley(rod, 0, worldPoint(0, 2, 0), { coulomb: 0.3, inertia: 0.02 })
 */
export function pulley(rod: Spline, wrap: number, centre: Anchor, options: PulleyOptions = {}): ConstraintSpec {
  const refuse = refusing({ of: 'pulley' });
  const own = rod.wraps?.[wrap];
  if (!own) {
    const count = rod.wraps?.length ?? 0;
    throw refuse(
      'wrap',
      `body "${rod.id}" has ${count || 'no'} ${count === 1 ? 'wrap' : 'wraps'}${count ? `, from 0 to ${count - 1}` : ''}; there is no wrap ${wrap}. Name one of these, or give the body one ("wraps").`,
    );
  }
  check(options, refuse);
  const rough = (options.coulomb ?? 0) > 0;
  const sides = [0, 1] as const;
  const points = sides.map((side) => ({ ...touchPoint(rod, own, side), passage: materialOf(rod, own, side) }));
  const rims = sides.map((side) => rimPoint(rod, own, side));
  const wheel = { ...rims[0], passage: wheelOf(own, options) };
  return {
    kind: 'pulley',
    relation: rough ? roughPulley : smoothPulley,
    parameters: [own.radius],
    members: [
      [
        ...points,
        centre,
        rough ? wheel : rims[0],
        rims[1],
        ...sides.map((side) => tangentPoint(rod, own, side)),
        ...(rough
          ? sides.map((side) => ({ ...slipPoint(rod, own, side), passage: slipOf(rod, own, side, options) }))
          : []),
      ],
    ],
    ...(centre.body === undefined ? { target: 2 } : {}),
  };
}

const endless = { ends: 'stop', endless: true, length: 0, least: 0 } as const;
const materialOf = (rod: Spline, { S, angles }: RodWrap, side: Side): Passage => {
  const scale = rod.restLength / rod.spans;
  return {
    coordinate: S[side],
    scale,
    ends: 'stop',
    // the arc keeps both apart
    within: side === 0 ? 'below' : 'above',
    wrapped: angles,
    length: rod.restLength,
    least: leastPiece * scale,
  };
};
const slipOf = (rod: Spline, own: RodWrap, side: Side, { coulomb = 0 }: PulleyOptions): Passage => ({
  ...endless,
  coordinate: own.slips[side],
  scale: rod.restLength / rod.spans,
  coulomb,
  defined: true,
  rim: {
    side,
    wrap: own,
    rhoA: rod.section.rhoA,
    force: pulleyRows.force[side],
    friction: pulleyRows.friction[side],
  },
});
const wheelOf = ({ wheel }: RodWrap, options: PulleyOptions): Passage => {
  const { inertia, torque, bearing, brake, fixed, angle } = options;
  const still: PathDef | undefined = fixed ? { kind: 'linear', times: [0], points: [[0, 0, 0]] } : undefined;
  const imposed = angle ?? still;
  return {
    ...endless,
    coordinate: wheel,
    scale: 1,
    defined: true,
    ...(imposed
      ? { imposed }
      : {
          inertia: inertia ?? 0,
          ...(torque ? { drive: torque } : {}),
          ...(bearing ? { friction: bearing } : {}),
          ...(brake ? { brake } : {}),
        }),
  };
};

/** Refuses what has no effect, or no meaning. */
function check(options: PulleyOptions, refuse: ReturnType<typeof refusing>): void {
  const { coulomb = 0, inertia, torque, bearing, brake, fixed, angle } = options;
  for (const [name, value, unit] of [
    ['coulomb', coulomb, ''],
    ['inertia', inertia, ' kg m^2'],
    ['bearing', bearing, ' N m s'],
    ['brake', brake, ' N m'],
  ] as const)
    if (value !== undefined && !(value >= 0 && Number.isFinite(value)))
      throw refuse(name, `${value}${unit}; it must be zero or positive.`);
  if (torque !== undefined && !Number.isFinite(torque)) throw refuse('torque', `${torque}; give N m.`);
  const ofWheel = { inertia, torque, bearing, brake, fixed: fixed || undefined, angle };
  const given = Object.entries(ofWheel).filter(([, value]) => value !== undefined);
  if (!(coulomb > 0)) {
    if (given.length)
      throw refuse(
        given[0][0],
        'without friction the rod slides over the wheel, and neither turns the other. Give "coulomb", or leave this out.',
      );
    return;
  }
  if (fixed || angle) {
    const other = given.find(([name]) => name !== (angle ? 'angle' : 'fixed'));
    if (other)
      throw refuse(
        other[0],
        `the wheel ${angle ? 'turns as "angle" says' : 'is fixed'}: this has no effect. Leave it out.`,
      );
    const first = angle?.points[0][0] ?? 0;
    if (first !== 0) throw refuse('angle', `it begins at ${first} rad; the wheel starts at 0. Begin there.`);
    return;
  }
  if (!(inertia !== undefined && inertia > 0))
    throw refuse(
      'inertia',
      'a wheel that friction turns needs one, in kg m^2. Give it, fix the wheel ("fixed"), or leave "coulomb" out: a wheel without inertia has no torque.',
    );
}

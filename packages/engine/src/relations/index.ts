/** All relations, for the tests of derivatives and the table in the docs. */

import { angle } from './directions/angle.ts';
import { dihedral } from './directions/dihedral.ts';
import { fullOrientation, inclination, orientation } from './directions/orientation.ts';
import { parallel } from './directions/parallel.ts';
import { perpendicular } from './directions/perpendicular.ts';
import { above } from './points/above.ts';
import { beyond } from './points/beyond.ts';
import { circle } from './points/circle.ts';
import { coincide } from './points/coincide.ts';
import { distance } from './points/distance.ts';
import { offset } from './points/offset.ts';
import { onAxis } from './points/on-axis.ts';
import { onPlane } from './points/on-plane.ts';
import { relativePlane } from './points/relative-plane.ts';
import { within } from './points/within.ts';
import type { Relation } from './relation.ts';
import { fuse } from './rods/fuse.ts';
import { orientedKeyhole } from './rods/keyhole.ts';
import { nock } from './rods/nock.ts';
import { pinned } from './rods/pinned.ts';
import { twist } from './rods/twist.ts';

export const relations: readonly Relation[] = [
  coincide(2),
  coincide(3),
  offset,
  distance,
  angle,
  dihedral,
  parallel,
  perpendicular,
  onPlane,
  onAxis,
  within,
  beyond,
  above,
  orientation,
  fullOrientation,
  inclination,
  twist,
  pinned,
  ...([true, false] as const).flatMap((withTwist) =>
    (['along', 'angle', 'free'] as const).map((tangent) => fuse({ twist: withTwist, tangent })),
  ),
  orientedKeyhole(2),
  orientedKeyhole(3),
  circle,
  relativePlane.twoSided,
  relativePlane.oneSided,
  nock,
];

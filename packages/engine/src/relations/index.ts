/** All relations, for whoever goes through them: the tests of derivatives, the table in the docs. */
import { above } from './above.ts';
import { angle } from './angle.ts';
import { beyond } from './beyond.ts';
import { circle } from './circle.ts';
import { coincide } from './coincide.ts';
import { dihedral } from './dihedral.ts';
import { distance } from './distance.ts';
import { fuse } from './fuse.ts';
import { orientedKeyhole } from './keyhole.ts';
import { nock } from './nock.ts';
import { offset } from './offset.ts';
import { onAxis } from './on-axis.ts';
import { onPlane } from './on-plane.ts';
import { fullOrientation, inclination, orientation } from './orientation.ts';
import { parallel } from './parallel.ts';
import { perpendicular } from './perpendicular.ts';
import { pinned } from './pinned.ts';
import type { Relation } from './relation.ts';
import { relativePlane } from './relative-plane.ts';
import { twist } from './twist.ts';
import { within } from './within.ts';

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

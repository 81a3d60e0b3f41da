/** All relations, for whoever goes through them: the tests of derivatives, the table in the docs. */
import { above } from './above.ts';
import { angle } from './angle.ts';
import { beyond } from './beyond.ts';
import { coincide } from './coincide.ts';
import { dihedral } from './dihedral.ts';
import { distance } from './distance.ts';
import { offset } from './offset.ts';
import { onAxis } from './on-axis.ts';
import { onPlane } from './on-plane.ts';
import { parallel } from './parallel.ts';
import { perpendicular } from './perpendicular.ts';
import type { Relation } from './relation.ts';
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
];

/** Where copies of a body go: turned about the origin, then moved. */
import { cosine, misfit, sine } from '@pliant/engine';
import type { PlaceDef, PlacementDef, SoftDef } from '../../schema.ts';

type Vector = readonly [number, number, number];
type Quaternion = readonly [number, number, number, number];

export interface Pose {
  readonly rotate?: Quaternion;
  readonly translate?: Vector;
}

/** More copies than this are taken for a slip of the pen: a load takes about 0.03 ms and 2 kB for the smallest. */
export const mostCopies = 200_000;

/** One pose for each copy; undefined if there are too many. A body without `repeat` has one. */
export function posesOf({
  place = {},
  repeat,
}: Pick<SoftDef, 'repeat'> & { readonly place?: PlaceDef | PlacementDef | undefined }): Pose[] | undefined {
  const whole = poseOf(place);
  if (!repeat) return [whole];
  if (repeat.placements) return repeat.placements.map((one) => within(whole, poseOf(one)));
  const [nx, ny, nz] = repeat.grid ?? [1, 1, 1];
  const [dx, dy, dz] = repeat.spacing ?? [0, 0, 0];
  if (nx * ny * nz > mostCopies) return undefined;
  const poses: Pose[] = [];
  for (let k = 0; k < nz; k++) {
    for (let j = 0; j < ny; j++) {
      for (let i = 0; i < nx; i++) poses.push(within(whole, { translate: [i * dx, j * dy, k * dz] }));
    }
  }
  return poses;
}

export const isHere = ({ rotate, translate }: Pose): boolean =>
  !rotate && (!translate || translate.every((x) => x === 0));

function poseOf({ translate, rotate, rotateDegrees }: PlacementDef): Pose {
  const turn = rotateDegrees ? turnAbout(rotateDegrees.axis, rotateDegrees.angle) : rotate;
  return { ...(turn ? { rotate: turn } : {}), ...(translate ? { translate } : {}) };
}

/** cos and sin of half the angle: the engine's, which give the same bits everywhere. */
function turnAbout([x, y, z]: Vector, degrees: number): Quaternion {
  const half = (degrees / 360) * Math.PI;
  const length = Math.sqrt(x * x + y * y + z * z);
  if (!(length > 0))
    throw misfit('place.rotateDegrees.axis', `[${x}, ${y}, ${z}] has no direction; give one, not all zero.`);
  const s = sine(half) / length;
  return [s * x, s * y, s * z, cosine(half)];
}

/** First `inner`, then `outer`. */
function within(outer: Pose, inner: Pose): Pose {
  const { rotate: q } = outer;
  if (!q && !outer.translate) return inner;
  const moved = q && inner.translate ? turned(q, inner.translate) : inner.translate;
  const translate = outer.translate && moved ? add(outer.translate, moved) : (outer.translate ?? moved);
  const rotate = q && inner.rotate ? product(q, inner.rotate) : (q ?? inner.rotate);
  return { ...(rotate ? { rotate } : {}), ...(translate ? { translate } : {}) };
}
const add = (a: Vector, b: Vector): Vector => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];

/** p q: first q, then p. */
function product([a, b, c, d]: Quaternion, [x, y, z, w]: Quaternion): Quaternion {
  return [
    d * x + a * w + b * z - c * y,
    d * y - a * z + b * w + c * x,
    d * z + a * y - b * x + c * w,
    d * w - a * x - b * y - c * z,
  ];
}
/** As the engine's `transformed` has it. */
function turned([x, y, z, w]: Quaternion, [px, py, pz]: Vector): Vector {
  const r = 2 / (x * x + y * y + z * z + w * w);
  return [
    px + r * ((x * y - z * w) * py + (x * z + y * w) * pz - (y * y + z * z) * px),
    py + r * ((y * z - x * w) * pz + (x * y + z * w) * px - (x * x + z * z) * py),
    pz + r * ((x * z - y * w) * px + (y * z + x * w) * py - (x * x + y * y) * pz),
  ];
}

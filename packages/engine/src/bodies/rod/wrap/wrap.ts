/**
 * A rod that lies on pulleys: where it is wrapped, and how it is drawn there at the start.
 *
 * A pulley is a circle of radius R about c, in the plane across its axis a. The rod comes to it at A and leaves it at B, both tangent points,
 *
 *   A = c + R n(alpha_A),  B = c + R n(alpha_B),     n(t) = cos t e1 + sin t e2,   dn/dt = tau,   e1 x e2 = a
 *   (w - A).n(alpha_A) = 0                           w: a point on the tangent at the end of the free piece before, likewise behind
 *
 * and turns about a in the positive sense on its way: phi = alpha_B - alpha_A > 0 is the wrap angle, of one turn or more where it is wound
 * around. alpha_A and alpha_B are coordinates of the rod, as S_A and S_B, its material there: a pulley is two cuts (cut/pieces.ts) with an arc
 * between them instead of a spline. The pulley holds A, B and both tangents (relations/rods/pulley.ts), c being a point of the world or of a
 * body; R is the radius at which the axis of the rod lies.
 *
 * Coordinates of each wrap, behind all S: alpha_A, alpha_B, the slip of the rod on the rim at A and at B (m), the angle of the wheel (rad).
 */
import type { Refuse } from '../../../base/refusal.ts';
import { acos, atan2, cos, sin } from '../../../kernel/formula/scalar.ts';

export type Triple = readonly [number, number, number];

/**
 * Where a rod is wrapped around a pulley, which is about one of its given points.
 * @example const wrap: WrapOptions = { point: 1, radius: 0.2, axis: [0, 0, 1] };
 */
export interface WrapOptions {
  /** the number of the given point that is the centre of the pulley */
  readonly point: number;
  /** at which the axis of the rod lies, m */
  readonly radius: number;
  /** about which the rod turns in the positive sense on its way over the pulley; if not given, that in which the given points turn there */
  readonly axis?: ArrayLike<number>;
  /** whole turns beside the angle between its free pieces; 0 if not given */
  readonly turns?: number;
}

/** The circle of a pulley in space: e1, e2 and the axis are of length 1 and perpendicular. */
export interface Circle {
  readonly centre: Triple;
  readonly radius: number;
  readonly axis: Triple;
  readonly e1: Triple;
  readonly e2: Triple;
  readonly turns: number;
}
/** A circle with the angles at which the rod meets it, rad. */
export interface DrawnWrap extends Circle {
  readonly angles: readonly [number, number];
}

/** Numbers that a wrap has as coordinates, and which is which. */
export const wrapWidth = 5;
export const wrapPlaces = { angles: [0, 1], slips: [2, 3], wheel: 4 } as const;

/** Pieces of a drawn arc in a quarter of a turn. */
const perQuarter = 8;
export const arcSamples = ({ angles }: DrawnWrap): number =>
  perQuarter * Math.max(1, Math.ceil((angles[1] - angles[0]) / (Math.PI / 2) - 1e-9));

const dot = (a: Triple, b: Triple): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const minus = (a: Triple, b: Triple): Triple => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const cross = (a: Triple, b: Triple): Triple => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const scaled = (a: Triple, s: number): Triple => [s * a[0], s * a[1], s * a[2]];

/** c + R n(angle) */
export function onCircle({ centre, radius, e1, e2 }: Circle, angle: number): Triple {
  const [c, s] = [radius * cos(angle), radius * sin(angle)];
  return [0, 1, 2].map((i) => centre[i] + c * e1[i] + s * e2[i]) as unknown as Triple;
}

/** The circles of the pulleys of a rod, by the number of the point that each is about. */
export function circlesOf(
  points: Float64Array,
  wraps: readonly WrapOptions[],
  cuts: readonly number[],
  refuse: Refuse,
): Map<number, Circle> {
  const last = points.length / 3 - 1;
  const at = (k: number): Triple => [points[3 * k], points[3 * k + 1], points[3 * k + 2]];
  const found = new Map<number, Circle>();
  wraps.forEach(({ point, radius, axis, turns = 0 }, k) => {
    const where = `wraps[${k}]`;
    if (!(Number.isInteger(point) && point >= 1 && point < last))
      throw refuse(`${where}.point`, `${point}; give the number of a point from 1 to ${last - 1}.`);
    if (found.has(point) || cuts.includes(point))
      throw refuse(
        `${where}.point`,
        `point ${point} is ${found.has(point) ? 'that of another wrap' : 'one of "cuts"'} already; name each point once.`,
      );
    if (!(radius > 0 && Number.isFinite(radius)))
      throw refuse(`${where}.radius`, `${radius} m; it must be positive. For an eye without a radius use "cuts".`);
    if (!(Number.isInteger(turns) && turns >= 0 && turns <= 1000))
      throw refuse(`${where}.turns`, `${turns}; give a whole number of turns, 0 to 1000.`);
    if (axis !== undefined && !(axis.length === 3 && Array.from(axis).every(Number.isFinite)))
      throw refuse(`${where}.axis`, 'give three numbers, x y z.');
    const bend = cross(minus(at(point), at(point - 1)), minus(at(point + 1), at(point)));
    const given: Triple = axis ? [axis[0], axis[1], axis[2]] : bend;
    const size = Math.sqrt(dot(given, given));
    const scale = axis ? 0 : 1e-6 * Math.sqrt(dot(minus(at(point), at(point - 1)), minus(at(point), at(point - 1))));
    if (!(size > scale * Math.sqrt(dot(minus(at(point + 1), at(point)), minus(at(point + 1), at(point))))))
      throw refuse(
        `${where}.axis`,
        axis
          ? '[0, 0, 0] has no direction; give one of any length.'
          : `the points ${point - 1} to ${point + 1} are in one line, which has no sense of turning. Give the axis.`,
      );
    found.set(point, { centre: at(point), radius, turns, ...frameOf(scaled(given, 1 / size)) });
  });
  return found;
}

/** e1 is the part across the axis of the axis of the world that is most across it. */
function frameOf(axis: Triple): Pick<Circle, 'axis' | 'e1' | 'e2'> {
  const sizes = axis.map(Math.abs);
  const most = sizes.indexOf(Math.min(...sizes));
  const e: Triple = [Number(most === 0), Number(most === 1), Number(most === 2)];
  const across = minus(e, scaled(axis, dot(e, axis)));
  const e1 = scaled(across, 1 / Math.sqrt(dot(across, across)));
  return { axis, e1, e2: cross(axis, e1) };
}

/** The angle at which the line from a place touches a circle: where a rod from there comes to it (side 1), or one to there leaves it (-1). */
function touchAngle({ centre, radius, e1, e2 }: Circle, place: Triple, side: 1 | -1): number | undefined {
  const d = minus(place, centre);
  const [x, y] = [dot(d, e1), dot(d, e2)];
  const away = Math.sqrt(x * x + y * y);
  return away > radius * (1 + 1e-9) ? atan2(y, x) + side * acos(radius / away) : undefined;
}

/** Tangent points depend on each other where a rod goes from pulley to pulley; each pass divides their error by distance over radius. */
const mostPasses = 200;
/** Angles are known to this, rad. */
const known = 1e-15;

/** Where a rod through these points meets its circles. */
export function wrapsOf(points: Float64Array, circles: Map<number, Circle>, refuse: Refuse): Map<number, DrawnWrap> {
  const angles = new Map([...circles.keys()].map((k) => [k, [0, 0]]));
  const placeOf = (k: number, side: 0 | 1): Triple => {
    const circle = circles.get(k);
    return circle
      ? onCircle(circle, (angles.get(k) as number[])[side])
      : [points[3 * k], points[3 * k + 1], points[3 * k + 2]];
  };
  // at first towards the centres
  const start = (k: number): Triple => [points[3 * k], points[3 * k + 1], points[3 * k + 2]];
  for (let pass = 0; pass < mostPasses; pass++) {
    let changed = 0;
    for (const [k, circle] of circles)
      for (const side of [0, 1] as const) {
        const other = side === 0 ? k - 1 : k + 1;
        const toward = pass === 0 ? start(other) : placeOf(other, side === 0 ? 1 : 0);
        const angle = touchAngle(circle, toward, side === 0 ? 1 : -1);
        if (angle === undefined)
          throw refuse(
            'wraps',
            `point ${other}, or the pulley there, is within the radius of ${circle.radius} m about point ${k}. Move it away, or make the radius smaller.`,
          );
        const own = angles.get(k) as number[];
        changed = Math.max(changed, Math.abs(angle - own[side]));
        own[side] = angle;
      }
    if (changed <= known) break;
  }
  return new Map(
    [...circles].map(([k, circle]): [number, DrawnWrap] => {
      const [from, to] = angles.get(k) as number[];
      const turn = 2 * Math.PI;
      let wrap = to - from;
      while (wrap <= 1e-9) wrap += turn;
      while (wrap > turn + 1e-9) wrap -= turn;
      return [k, { ...circle, angles: [from, from + wrap + turn * circle.turns] }];
    }),
  );
}

/**
 * Two arms raised and flexed, 120 frames at 30 Hz, with known truth: five superquadrics with four joints, and points on their surfaces.
 * Tests and scripts/make-arms-data.ts use it. Up is +y, left is +x, and the person looks along +z.
 */
import {
  createWorld,
  join,
  lagrange,
  position,
  type Superquadric,
  superquadric,
  surfacePoint,
  Tracker,
  type TrackingOptions,
  type World,
} from '../../packages/engine/src/index.ts';
import { Random } from './random.ts';

type Vector = readonly [number, number, number];
/** x y z w */
type Quaternion = readonly [number, number, number, number];

export const frameCount = 120;
export const frameRate = 30;
/** m: half sizes, [Met93 notes, 7.3] */
export const sizes = {
  torso: [0.12, 0.25, 0.45],
  'left upper arm': [0.05, 0.05, 0.17],
  'right upper arm': [0.05, 0.05, 0.17],
  'left forearm': [0.045, 0.045, 0.15],
  'right forearm': [0.045, 0.045, 0.15],
} as const;
export type PartName = keyof typeof sizes;
export const parts = Object.keys(sizes) as PartName[];

export interface Pose {
  readonly centre: Vector;
  readonly rotation: Quaternion;
}

const turnAbout = (axis: Vector, angle: number): Quaternion => {
  const s = Math.sin(angle / 2);
  return [s * axis[0], s * axis[1], s * axis[2], Math.cos(angle / 2)];
};
const times = ([a, b, c, d]: Quaternion, [e, f, g, h]: Quaternion): Quaternion => [
  d * e + a * h + b * g - c * f,
  d * f - a * g + b * h + c * e,
  d * g + a * f - b * e + c * h,
  d * h - a * e - b * f - c * g,
];
const turned = (q: Quaternion, [x, y, z]: Vector): Vector => {
  const [a, b, c] = times(times(q, [x, y, z, 0]), [-q[0], -q[1], -q[2], q[3]]);
  return [a, b, c];
};
const plus = (a: Vector, b: Vector): Vector => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];

/** From axes in which bodies are long along z and the person looks along x: x to z, y to x, z to y. */
const upright: Quaternion = [-0.5, -0.5, -0.5, 0.5];

/** Where each part is in a frame: the arms rise sideways by 0.9 rad, and the elbows flex by 1.2 rad. */
export function truthAt(frame: number): Record<PartName, Pose> {
  const s = 0.5 - 0.5 * Math.cos((Math.PI * frame) / (frameCount - 1));
  const sway: Vector = [0.02 * Math.sin((2 * Math.PI * frame) / frameCount), 0, 0.01 * s];
  const torso: Pose = { centre: sway, rotation: turnAbout([0, 0, 1], 0.1 * s) };
  const out: Partial<Record<PartName, Pose>> = { torso };
  for (const [side, sign] of [
    ['left', 1],
    ['right', -1],
  ] as const) {
    const diagonal = Math.SQRT1_2;
    const shoulder = plus(
      torso.centre,
      turned(torso.rotation, [0, sign * diagonal * sizes.torso[1], diagonal * sizes.torso[2]]),
    );
    const upper = times(torso.rotation, turnAbout([1, 0, 0], sign * 0.9 * s));
    const centre = plus(shoulder, turned(upper, [0, 0, -sizes['left upper arm'][2]]));
    const elbow = plus(shoulder, turned(upper, [0, 0, -2 * sizes['left upper arm'][2]]));
    const fore = times(upper, turnAbout([0, 1, 0], -1.2 * s));
    out[`${side} upper arm`] = { centre, rotation: upper };
    out[`${side} forearm`] = { centre: plus(elbow, turned(fore, [0, 0, -sizes['left forearm'][2]])), rotation: fore };
  }
  const stand = ({ centre, rotation }: Pose): Pose => ({
    centre: turned(upright, centre),
    rotation: times(upright, rotation),
  });
  return Object.fromEntries(parts.map((part) => [part, stand(out[part] as Pose)])) as Record<PartName, Pose>;
}

export interface ArmsOptions {
  readonly seed: number;
  /** points on each part */
  readonly perPart: number;
  /** standard deviation of each coordinate, m */
  readonly noise: number;
  /** part of the points that is missing in each frame */
  readonly missing?: number;
  /** part of the points that is 5 to 30 cm off in each frame */
  readonly outliers?: number;
}
export interface ArmsData {
  /** "torso-01" and so on: the part and a number */
  readonly names: readonly string[];
  readonly partOf: readonly PartName[];
  /** x y z of each point in each frame; NaN where it is missing */
  readonly frames: readonly Float64Array[];
}

/** The same points of the surfaces in all frames. */
export function armsData({ seed, perPart, noise, missing = 0, outliers = 0 }: ArmsOptions): ArmsData {
  const random = new Random(seed);
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
  const world = createWorld();
  const own = parts.map((part) => {
    const [a1, a2, a3] = sizes[part];
    const body = world.add(superquadric({ id: part, shape: { a1, a2, a3 }, mass: 1, free: ['rigid'] }));
    return Array.from({ length: perPart }, () => {
      const u = Math.asin(2 * random.next() - 1);
      return position(world, surfacePoint(body, u, Math.PI * (2 * random.next() - 1))) as unknown as Vector;
    });
  });
  const partOf = parts.flatMap((part) => new Array<PartName>(perPart).fill(part));
  const width = String(perPart).length;
  const names = partOf.map((part, i) => `${part}-${String((i % perPart) + 1).padStart(width, '0')}`);
  const frames = Array.from({ length: frameCount }, (_, f) => {
    const truth = truthAt(f);
    const out = new Float64Array(3 * names.length);
    partOf.forEach((part, i) => {
      const { centre, rotation } = truth[part];
      const place = plus(centre, turned(rotation, own[parts.indexOf(part)][i % perPart]));
      const lost = random.next() < missing;
      const wild = random.next() < outliers ? 0.05 + 0.25 * random.next() : 0;
      const away = [normal(), normal(), normal()];
      const length = Math.hypot(...away);
      for (let k = 0; k < 3; k++)
        out[3 * i + k] = lost ? Number.NaN : place[k] + noise * normal() + (wild * away[k]) / length;
    });
    return out;
  });
  return { names, partOf, frames };
}

/** Five parts that begin 3 cm off and 15 % too large or too small, and four joints. */
export function armsModel(): World {
  const world = createWorld({ method: lagrange, integrator: 'euler-cromer' });
  const truth = truthAt(0);
  const made = new Map<string, Superquadric>();
  parts.forEach((id, i) => {
    const [a1, a2, a3] = sizes[id].map((a, k) => a * (1 + 0.15 * ((i + k) % 2 ? 1 : -1)));
    const { centre, rotation: rotate } = truth[id];
    const [x, y, z] = centre.map((c, k) => c + 0.03 * (((i + k) % 3) - 1));
    const body = superquadric({
      ...{ id, shape: { a1, a2, a3 }, mass: 1, free: ['rigid', 'a1', 'a2', 'a3'] },
      ...{ position: [x, y, z], rotate },
    });
    made.set(id, world.add(body));
  });
  const at = (id: string, u: number, v: number) => surfacePoint(made.get(id) as Superquadric, u, v);
  const pole = Math.PI / 2;
  for (const [side, v] of [
    ['left', pole],
    ['right', -pole],
  ] as const) {
    world.constrain(join(at('torso', pole / 2, v), at(`${side} upper arm`, pole, 0)), { id: `${side} shoulder` });
    world.constrain(join(at(`${side} upper arm`, -pole, 0), at(`${side} forearm`, pole, 0)), { id: `${side} elbow` });
  }
  return world;
}

export interface ArmsResult {
  readonly frames: number;
  /** largest distance of a centre from the truth, m */
  readonly centre: number;
  /** largest error of a size, relative; over all frames, and in the last one */
  readonly size: number;
  readonly lastSize: number;
  /** largest gap of a joint, m */
  readonly gap: number;
  readonly rms: number;
}
/** Tracks the first frames of such data. */
export function trackArms(
  data: ArmsOptions,
  { frames = frameCount, named = true, options = {} as TrackingOptions } = {},
): ArmsResult {
  const { names, partOf, frames: all } = armsData(data);
  const points = names.map((name, i) => ({ name, ...(named ? { bodies: [partOf[i]] } : {}) }));
  const tracker = new Tracker(armsModel(), points, options);
  let [centre, size, lastSize, gap, rms] = [0, 0, 0, 0, 0];
  all.slice(0, frames).forEach((positions, f) => {
    const fit = tracker.fit(positions);
    const truth = truthAt(f);
    gap = Math.max(gap, fit.gap);
    rms = Math.max(rms, fit.rms);
    lastSize = 0;
    for (const { id, coordinates } of fit.bodies) {
      const { centre: c } = truth[id as PartName];
      centre = Math.max(centre, Math.hypot(...c.map((x, k) => x - coordinates[k])));
      sizes[id as PartName].forEach((a, k) => {
        lastSize = Math.max(lastSize, Math.abs(coordinates[3 + k] / a - 1));
      });
    }
    size = Math.max(size, lastSize);
  });
  return { frames, centre, size, lastSize, gap, rms };
}

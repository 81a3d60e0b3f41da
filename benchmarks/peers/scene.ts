/** Scenes that every engine is given: bodies, pins that hold points of two bodies together, springs. SI units, y is up. */
export type Vec3 = readonly [number, number, number];
/** x, y, z, w */
export type Quat = readonly [number, number, number, number];

export interface PeerBody {
  readonly mass: number;
  readonly position: Vec3;
  readonly rotation?: Quat;
  /** of a box; without it the body is a mass point */
  readonly size?: Vec3;
  readonly fixed?: boolean;
}
/** A point of a body, in its own axes, from its centre. */
export interface Anchor {
  readonly body: number;
  readonly at: Vec3;
}
export interface Pin {
  readonly a: Anchor;
  /** or a place of the world */
  readonly b: Anchor | Vec3;
}
/** Between mass points, N/m. */
export interface Spring {
  readonly a: number;
  readonly b: number;
  readonly stiffness: number;
  readonly length: number;
}
export interface PeerScene {
  readonly gravity: Vec3;
  readonly bodies: readonly PeerBody[];
  readonly pins: readonly Pin[];
  readonly springs: readonly Spring[];
  /** instead of the springs, where an engine has finite elements: tets between mass points, St. Venant-Kirchhoff */
  readonly elements?: {
    readonly tets: readonly (readonly [number, number, number, number])[];
    /** Pa */
    readonly young: number;
    readonly poisson: number;
  };
  /** of all motion, 1/s */
  readonly drag: number;
  /** bodies touch each other and the floor y = 0, with this friction; otherwise nothing collides */
  readonly friction?: number;
}

/** A scene in an engine. */
export interface Running {
  /** Goes on by 1/60 s. */
  frame(): void;
  /** Places of the bodies, 7 numbers each: x, y, z, and the quaternion x, y, z, w. */
  read(places: Float64Array): void;
}

/** How an engine is set up for a scene; what is not given is its own default. */
export interface Setting {
  /** steps of a frame */
  readonly substeps?: number;
  /** of its solver, a step */
  readonly iterations?: number;
  /** time constant of its soft constraints, in steps (MuJoCo) */
  readonly timeConstant?: number;
  /** of its contacts, Hz, and of its solver within an iteration (Rapier) */
  readonly contactFrequency?: number;
  readonly innerIterations?: number;
}
export type SceneName = 'cubes' | 'chain' | 'bridge' | 'stack' | 'beam';
/** An engine: what the table calls it, how it is set for each scene, and how a scene is built. */
export interface Peer {
  readonly name: string;
  readonly version: string;
  /** what it uses for soft scenes, and for rigid ones */
  readonly means: { readonly soft: string; readonly rigid: string };
  /** what it is set to where it has no default that would do */
  readonly usual?: Readonly<Record<SceneName, Setting>>;
  /** the setting with the least error of those tried that take at most about a hundred times as long as the default */
  readonly best: Readonly<Record<SceneName, Setting>>;
  build(scene: PeerScene, setting: Setting): Promise<Running>;
}
export const placeWidth = 7;
export const frameSeconds = 1 / 60;

export const isAnchor = (b: Pin['b']): b is Anchor => 'body' in b;

/** R(q) x */
export function turned([x, y, z, w]: Quat, [a, b, c]: Vec3): [number, number, number] {
  const [tx, ty, tz] = [2 * (y * c - z * b), 2 * (z * a - x * c), 2 * (x * b - y * a)];
  return [a + w * tx + y * tz - z * ty, b + w * ty + z * tx - x * tz, c + w * tz + x * ty - y * tx];
}
/** Where an anchor is. */
export function anchorPlace(places: Float64Array, { body, at }: Anchor): Vec3 {
  const p = places.subarray(placeWidth * body, placeWidth * (body + 1));
  const [x, y, z] = turned([p[3], p[4], p[5], p[6]], at);
  return [x + p[0], y + p[1], z + p[2]];
}
/** The largest distance between the two points of a pin. */
export function largestGap({ pins }: PeerScene, places: Float64Array): number {
  let most = 0;
  for (const { a, b } of pins) {
    const [p, q] = [anchorPlace(places, a), isAnchor(b) ? anchorPlace(places, b) : b];
    const gap = Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
    if (!(gap <= most)) most = gap; // NaN stays
  }
  return most;
}

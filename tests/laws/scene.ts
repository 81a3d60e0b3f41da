/** A scene of the laws as plain data, and vectors. */
import type { methodKinds } from '../../packages/engine/src/index.ts';
import type { Random } from '../support/random.ts';

export type Triple = [number, number, number];
export type Matrix = readonly [Triple, Triple, Triple];

export interface LawBody {
  readonly id: string;
  readonly kind: 'particles' | 'springs' | 'fem' | 'hex' | 'rope' | 'rigid';
  /** of nodes; of a rigid body its centre and one point more */
  readonly positions: readonly Triple[];
  readonly velocities: readonly Triple[];
  /** kg, each node; of a rope kg/m, of bricks kg/m^3, of a rigid body all of it */
  readonly mass: number;
  /** Pa; of a rope N */
  readonly stiffness: number;
  /** Pa s, of tets and bricks */
  readonly damping: number;
  /** N m^2, of a rope */
  readonly bending: number;
  /** nodes; of a rigid body 0, for all of it */
  readonly fixed: readonly number[];
  /** of a rigid box: its edges, m, how it is turned, its angular velocity, rad/s */
  readonly box: { readonly size: Triple; readonly turn: Matrix; readonly spin: Triple };
  /** one of its own */
  readonly integrator?: string;
}
export const equationKinds = [
  ...(['nail', 'join', 'distance', 'rod', 'on-plane', 'on-axis', 'offset', 'angle'] as const),
  ...(['dihedral', 'parallel', 'perpendicular'] as const),
];
export const oneSidedKinds = ['above', 'within', 'beyond'] as const;
export const jointKinds = ['ball-joint', 'hinge', 'slider', 'weld'] as const;

export interface LawConstraint {
  readonly id: string;
  readonly kind:
    | (typeof equationKinds)[number]
    | (typeof oneSidedKinds)[number]
    | (typeof jointKinds)[number]
    | 'on-line'
    /** only in laws of their own: a velocity of zero */
    | 'velocity';
  /** of a joint: the body and what it is held by, if that is not the world */
  readonly on: readonly { readonly body: string; readonly node: number }[];
  /** of the world: where a nail or a joint is, what a rod ends at, what a plane or an axis goes through */
  readonly point: Triple;
  /** m/s: how that point moves */
  readonly drift: Triple;
  /** of a plane, an axis or a direction; of an offset the offset itself, m */
  readonly direction: Triple;
  /** m or rad */
  readonly value: number;
  /** given as an equation that is typed */
  readonly typed: boolean;
  /** under options of its own, which mean the same */
  readonly otherOptions: boolean;
}
export interface LawScene {
  readonly seed: number;
  readonly h: number;
  readonly steps: number;
  readonly gravity: Triple;
  /** 1/s, of all bodies */
  readonly drag: number;
  readonly method: keyof typeof methodKinds;
  readonly integrator: string;
  readonly bodies: readonly LawBody[];
  readonly constraints: readonly LawConstraint[];
}

export const minus = (a: Triple, b: Triple): Triple => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const plus = (a: Triple, b: Triple): Triple => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const times = (a: Triple, k: number): Triple => [k * a[0], k * a[1], k * a[2]];
export const dot = (a: Triple, b: Triple): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a: Triple, b: Triple): Triple => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
export const lengthOf = (a: Triple): number => Math.sqrt(dot(a, a));
export const triple = (random: Random, size: number): Triple => random.list(3, -size, size) as Triple;

/** A random turn. */
export function rotation(random: Random): Matrix {
  const q = random.list(4, -1, 1);
  const n = Math.hypot(...q);
  const [x, y, z, w] = q.map((c) => c / n);
  return [
    [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
    [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
    [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
  ];
}
export const identity: Matrix = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

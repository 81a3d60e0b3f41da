/**
 * Changes of frame and of units are one map: x -> A x + shift + boost t, with lengths times L, times times T, masses times M.
 * Everything else of a scene follows from its dimension.
 */
import type { LawBody, LawConstraint, LawScene, Triple } from './law-scenes.ts';
import type { Random } from './random.ts';

export interface Frame {
  /** turns and mirrors */
  readonly A?: readonly [Triple, Triple, Triple];
  readonly shift?: Triple;
  readonly boost?: Triple;
  readonly L?: number;
  readonly T?: number;
  readonly M?: number;
}
export const identity: [Triple, Triple, Triple] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];
export const plus = (a: Triple, b: Triple): Triple => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const times = (a: Triple, k: number): Triple => [k * a[0], k * a[1], k * a[2]];
const turned = (A: readonly Triple[], x: Triple): Triple =>
  A.map(([a, b, c]) => a * x[0] + b * x[1] + c * x[2]) as Triple;

export function mapped(scene: LawScene, frame: Frame): LawScene {
  const { A = identity, shift = [0, 0, 0], boost = [0, 0, 0], L = 1, T = 1, M = 1 } = frame;
  const place = (x: Triple): Triple => plus(times(turned(A, x), L), shift);
  const speed = (v: Triple): Triple => plus(times(turned(A, v), L / T), boost);
  const body = (one: LawBody): LawBody => ({
    ...one,
    positions: one.positions.map(place),
    velocities: one.velocities.map(speed),
    mass: one.mass * (one.kind === 'rope' ? M / L : M),
    stiffness: one.stiffness * (one.kind === 'rope' ? (M * L) / (T * T) : M / (L * T * T)),
    damping: (one.damping * M) / (L * T),
    bending: (one.bending * M * L * L * L) / (T * T),
  });
  const constraint = (one: LawConstraint): LawConstraint => ({
    ...one,
    point: place(one.point),
    drift: speed(one.drift),
    direction: times(turned(A, one.direction), one.kind === 'offset' ? L : 1),
    value: one.kind === 'distance' || one.kind === 'rod' ? one.value * L : one.value,
  });
  return {
    ...scene,
    h: scene.h * T,
    drag: scene.drag / T,
    gravity: times(turned(A, scene.gravity), L / (T * T)),
    bodies: scene.bodies.map(body),
    constraints: scene.constraints.map(constraint),
  };
}
/** Where a point of the scene is at its end, seen from the frame. */
export function seen(x: Triple, { h, steps }: LawScene, frame: Frame): Triple {
  const { A = identity, shift = [0, 0, 0], boost = [0, 0, 0], L = 1, T = 1 } = frame;
  return plus(plus(times(turned(A, x), L), shift), times(boost, h * T * steps));
}

export function rotation(random: Random): [Triple, Triple, Triple] {
  const q = random.list(4, -1, 1);
  const n = Math.hypot(...q);
  const [x, y, z, w] = q.map((c) => c / n);
  return [
    [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
    [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
    [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
  ];
}

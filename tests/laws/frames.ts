/**
 * Changes of frame and of units are one map: x -> A x + shift + boost t, with lengths times L, times times T, masses times M.
 * Everything else of a scene follows from its dimension.
 */
import {
  cross,
  dot,
  identity,
  type LawBody,
  type LawConstraint,
  type LawScene,
  type Matrix,
  plus,
  type Triple,
  times,
} from './scene.ts';

export interface Frame {
  /** turns and mirrors */
  readonly A?: Matrix;
  readonly shift?: Triple;
  readonly boost?: Triple;
  readonly L?: number;
  readonly T?: number;
  readonly M?: number;
}
const turned = (A: Matrix, x: Triple): Triple => A.map((row) => dot(row, x)) as Triple;
/** 1, or -1 of a mirror */
const handed = ([a, b, c]: Matrix): 1 | -1 => (dot(a, cross(b, c)) > 0 ? 1 : -1);
export const isMirror = ({ A = identity }: Frame): boolean => handed(A) < 0;

const lengths: ReadonlySet<LawConstraint['kind']> = new Set(['distance', 'rod', 'within', 'beyond']);

export function mapped(scene: LawScene, frame: Frame): LawScene {
  const { A = identity, shift = [0, 0, 0], boost = [0, 0, 0], L = 1, T = 1, M = 1 } = frame;
  const place = (x: Triple): Triple => plus(times(turned(A, x), L), shift);
  const speed = (v: Triple): Triple => plus(times(turned(A, v), L / T), boost);
  const density: Readonly<Record<LawBody['kind'], number>> = {
    ...{ particles: M, springs: M, fem: M, rigid: M },
    ...{ rope: M / L, hex: M / (L * L * L) },
  };
  const body = (one: LawBody): LawBody => ({
    ...one,
    positions: one.positions.map(place),
    velocities: one.velocities.map(speed),
    mass: one.mass * density[one.kind],
    stiffness: one.stiffness * (one.kind === 'rope' ? (M * L) / (T * T) : M / (L * T * T)),
    damping: (one.damping * M) / (L * T),
    bending: (one.bending * M * L * L * L) / (T * T),
    box: {
      size: times(one.box.size, L),
      // a mirrored box is one that is turned, mirrored along an axis of its own
      turn: [0, 1, 2].map((i): Triple => {
        const [x, y, z] = [0, 1, 2].map((k) => dot(A[i], one.box.turn.map((row) => row[k]) as Triple));
        return [handed(A) * x, y, z];
      }) as unknown as Matrix,
      spin: times(turned(A, one.box.spin), handed(A) / T),
    },
  });
  const constraint = (one: LawConstraint): LawConstraint => ({
    ...one,
    point: place(one.point),
    drift: speed(one.drift),
    direction: times(turned(A, one.direction), one.kind === 'offset' ? L : 1),
    value: lengths.has(one.kind)
      ? one.value * L
      : one.kind === 'dihedral' && handed(A) < 0
        ? 2 * Math.PI - one.value
        : one.value,
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

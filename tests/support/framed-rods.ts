/** Rods with frames in closed form: arcs and helices, clamps, loads, second derivatives of their energy. */
import { splinePoint, splineTangent } from '../../packages/engine/src/anchors/spline-point.ts';
import { worldPoint } from '../../packages/engine/src/anchors/world-point.ts';
import { type Spline, spline } from '../../packages/engine/src/bodies/rod/spline.ts';
import type { SplineOptions } from '../../packages/engine/src/bodies/rod/spline-options.ts';
import { angleAnchor, nailTwisted, orientation } from '../../packages/engine/src/constraints/kinds/rod-constraints.ts';
import { displacement } from '../../packages/engine/src/methods/displacement/displacement.ts';
import { position, potentialEnergy } from '../../packages/engine/src/record/probes.ts';
import { createWorld } from '../../packages/engine/src/world/create.ts';
import type { World } from '../../packages/engine/src/world/world.ts';

type Triple = readonly [number, number, number];
const fine = 16;
/** A curve through points of a function of its length. */
export function alongCurve(at: (s: number) => readonly number[], length: number, spans: number): number[] {
  const count = fine * spans;
  return Array.from({ length: count + 1 }, (_, k) => [...at((length * k) / count)]).flat();
}
/** In the plane z = 0 from the origin along x, turning to y. */
export const arcAt =
  (R: number) =>
  (s: number): number[] => [R * Math.sin(s / R), R * (1 - Math.cos(s / R)), 0];
export const helixAt =
  (r: number, pitchAngle: number) =>
  (s: number): number[] => {
    const turn = (s * Math.cos(pitchAngle)) / r;
    return [r * Math.cos(turn), r * Math.sin(turn), s * Math.sin(pitchAngle)];
  };

export function atRest(options: SplineOptions): { world: World; rod: Spline } {
  const rod = spline(options);
  const world = createWorld({ step: 0.01, gravity: [0, 0, 0], integrator: 'quasi-static', method: displacement });
  world.add(rod);
  return { world, rod };
}
/** Place, tangent and twist of a point, as they are or as given. */
export function clamp(
  world: World,
  rod: Spline,
  u: number,
  given: { readonly place?: Triple; readonly along?: Triple; readonly angle?: number; readonly id?: string } = {},
): void {
  const place = given.place ?? position(world, splinePoint(rod, u));
  const along = given.along ?? position(world, splineTangent(rod, u));
  const id = given.id ?? `clamp ${u}`;
  world.constrain(nailTwisted([{ body: rod, u }], [worldPoint(...place)], [angleAnchor(given.angle ?? 0)]), { id });
  world.constrain(orientation({ body: rod, u }, worldPoint(...along)), { id: `${id} tangent` });
}
/** A force at a point of a rod: each control point has its share. */
export function pull(world: World, rod: Spline, u: number, force: Triple, id = 'pull'): void {
  const { first, b } = rod.basis(u);
  b.forEach((share, k) => {
    const part = force.map((f) => share * f) as [number, number, number];
    world.apply({ id: `${id} ${k}`, body: rod.id, node: first + k, force: part });
  });
}
export const anglesOf = (world: World, rod: Spline): Float64Array =>
  world.coordinates(rod.id).subarray(3 * rod.nodeCount);
/** Control values of an angle that grows evenly from 0 to all of it. */
export const evenTwist = (rod: Spline, all: number): number[] =>
  Array.from({ length: rod.nodeCount }, (_, i) => ((i - 1) / rod.spans) * all);

/**
 * d2E/dq2 of a rod at coordinates q, by central differences of its forces.
 */
export class Stiffness {
  readonly #world: World;
  constructor(
    readonly rod: Spline,
    private readonly h = 1e-6,
  ) {
    this.#world = createWorld({ step: 1e-6, gravity: [0, 0, 0], integrator: 'verlet' });
    this.#world.add(rod);
  }
  forces(q: ArrayLike<number>): Float64Array {
    this.#world.coordinates(this.rod.id).set(q);
    this.#world.program.forces(0, true);
    return this.#world.state.column('f').slice(0, this.rod.coordinates);
  }
  energy(q: ArrayLike<number>): number {
    this.#world.coordinates(this.rod.id).set(q);
    return potentialEnergy(this.#world);
  }
  /** Moves the frames to coordinates, as at the end of a step. */
  moveFrames(q: ArrayLike<number>): void {
    this.#world.coordinates(this.rod.id).set(q);
    this.#world.program.stateRates.update();
  }
  /** Of what has an energy: with frames as they are, symmetric. */
  at(q: ArrayLike<number>): number[][] {
    const K = this.#columns(q, (x) => this.forces(x));
    return K.map((row, i) => row.map((e, j) => (e + K[j][i]) / 2));
  }
  /** With frames that move along, as from step to step: couples of fixed direction are right where frames are those of the tangents. */
  moving(q: ArrayLike<number>): number[][] {
    const columns = this.#columns(q, (x) => {
      this.moveFrames(x);
      return this.forces(x);
    });
    return columns.map((_, j) => columns.map((column) => column[j]));
  }
  #columns(q: ArrayLike<number>, forces: (x: Float64Array) => Float64Array): number[][] {
    const x = Float64Array.from(q);
    const K: number[][] = [];
    for (let i = 0; i < x.length; i++) {
      const start = x[i];
      x[i] = start + this.h;
      const up = forces(x);
      x[i] = start - this.h;
      const down = forces(x);
      x[i] = start;
      K.push(Array.from(up, (f, j) => (down[j] - f) / (2 * this.h)));
    }
    return K;
  }
}

/** A row on one coordinate of a rod at u, or on its derivative by u: axis 0 to 2, or 3 for the angle. */
export function rowAt(rod: Spline, u: number, axis: number, derivative: 'b' | 'slope' = 'b'): number[] {
  const { first, [derivative]: c } = rod.basis(u);
  const out = new Array<number>(rod.coordinates).fill(0);
  c.forEach((e, k) => {
    out[axis < 3 ? 3 * (first + k) + axis : 3 * rod.nodeCount + first + k] = e;
  });
  return out;
}
/** An orthonormal basis of the vectors that all rows leave alone. */
export function nullSpace(rows: readonly (readonly number[])[], n: number): number[][] {
  const basis: number[][] = [];
  const reduce = (given: readonly number[]): number[] | undefined => {
    let v = [...given];
    for (let pass = 0; pass < 2; pass++)
      for (const b of basis) {
        const part = b.reduce((sum, e, k) => sum + e * v[k], 0);
        v = v.map((e, k) => e - part * b[k]);
      }
    const size = Math.sqrt(v.reduce((sum, e) => sum + e * e, 0));
    return size > 1e-9 ? v.map((e) => e / size) : undefined;
  };
  for (const row of rows) {
    const v = reduce(row);
    if (v) basis.push(v);
  }
  const held = basis.length;
  for (let i = 0; i < n; i++) {
    const v = reduce(Array.from({ length: n }, (_, k) => (k === i ? 1 : 0)));
    if (v) basis.push(v);
  }
  return basis.slice(held);
}
/** Z K Z^T */
export const projected = (K: readonly (readonly number[])[], Z: readonly (readonly number[])[]): number[][] => {
  const KZ = Z.map((z) => K.map((row) => row.reduce((sum, e, k) => sum + e * z[k], 0)));
  return Z.map((z) => KZ.map((column) => column.reduce((sum, e, k) => sum + e * z[k], 0)));
};
/**
 * Whether a symmetric matrix has a negative eigenvalue: a negative pivot. The smallest pivot of an elimination without exchange.
 */
export function leastPivot(K: readonly (readonly number[])[]): number {
  const A = K.map((row) => [...row]);
  let least = Number.POSITIVE_INFINITY;
  for (let k = 0; k < A.length; k++) {
    least = Math.min(least, A[k][k]);
    for (let i = k + 1; i < A.length; i++) {
      const factor = A[i][k] / A[k][k];
      if (factor !== 0) for (let j = k; j < A.length; j++) A[i][j] -= factor * A[k][j];
    }
  }
  return least;
}
/** The logarithm of |det|, by elimination with pivots. */
export function logDeterminant(K: readonly (readonly number[])[]): number {
  const A = K.map((row) => [...row]);
  let sum = 0;
  for (let k = 0; k < A.length; k++) {
    let pivot = k;
    for (let i = k + 1; i < A.length; i++) if (Math.abs(A[i][k]) > Math.abs(A[pivot][k])) pivot = i;
    [A[k], A[pivot]] = [A[pivot], A[k]];
    sum += Math.log(Math.abs(A[k][k]));
    for (let i = k + 1; i < A.length; i++) {
      const factor = A[i][k] / A[k][k];
      if (factor !== 0) for (let j = k; j < A.length; j++) A[i][j] -= factor * A[k][j];
    }
  }
  return sum;
}
/** Where a function changes its sign, between two places. */
export function crossing(f: (x: number) => number, from: number, to: number, passes = 20): number {
  let [low, high] = [from, to];
  const sign = Math.sign(f(low));
  for (let k = 0; k < passes; k++) {
    const middle = (low + high) / 2;
    if (Math.sign(f(middle)) === sign) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/**
 * Rows that contradict each other: no motion meets all of them, with any friction.
 *
 *   min  lambda.(G + eps) lambda/2 + b.lambda,  lambda_n >= 0 of contacts, any of constraints, without friction
 *   for every v that meets all rows:  |v| >= -b.lambda / |W J^T lambda|       both in the norm of M, for any lambda >= 0     [Farkas]
 *
 * Where rows contradict each other, lambda grows as 1/eps along impulses that move nothing and that velocities push against: a nail that leads a box into another that lies on
 * the floor. The bound then says how fast bodies would have to be, and impulses of any size do not solve it.
 */
import { grown } from '../impulse-rows.ts';
import type { ContactMatrix } from '../matrix/contact-matrix.ts';
import type { UnitStructures } from '../matrix/unit-structure.ts';
import { type CoulombProblem, rowKinds } from '../problem.ts';
import { sizeOf } from '../stride.ts';
import { SmoothingNewton } from './smoothing-newton.ts';

/** Small beside what contradicts: the bound is as large as its inverse. */
const eps = 1e-8;
/** Times the velocities of the data: to be as fast as that is no answer. */
const beyond = 1e4;
const steps = 40;
/** Of the largest impulse: rows that have less of it are not among those that contradict each other. */
const part = 1e-3;
const made = (): Float64Array => new Float64Array(0);

export class Contradiction {
  readonly #cone: SmoothingNewton;
  #lambda = made();
  #x = made();
  #u = made();
  #v = made();
  #frictionless = made();

  constructor(structures: UnitStructures, contactMatrix: ContactMatrix) {
    this.#cone = new SmoothingNewton(structures, contactMatrix);
  }
  /** m/s: by how much rows that contradict each other approach, whatever moves */
  speed = 0;
  /** The rows that contradict each other; undefined where none are found to. */
  find(problem: CoulombProblem): number[] | undefined {
    const { rows, kinds, b } = problem;
    const n = rows.count;
    const N = 3 * n;
    if (rows.coupling) return undefined;
    this.#lambda = grown(this.#lambda, N);
    this.#x = grown(this.#x, N);
    this.#u = grown(this.#u, N);
    this.#v = grown(this.#v, rows.size);
    this.#frictionless = grown(this.#frictionless, n);
    const [cone, x, lambda, u, v] = [this.#cone, this.#x, this.#lambda, this.#u, this.#v];
    cone.setup({ ...problem, mu: this.#frictionless.fill(0, 0, n) });
    cone.regularise(eps);
    x.fill(0, 0, N);
    if (!cone.newton(x, cone.c0, 0, 1e-6 * cone.scale, steps)) return undefined;
    for (let i = 0; i < N; i++) lambda[i] = cone.D[i] * x[i];
    for (let i = 0; i < n; i++) {
      if (kinds[i] === rowKinds.absent) lambda.fill(0, 3 * i, 3 * i + 3);
      else if (kinds[i] !== rowKinds.holds) lambda.fill(0, 3 * i + 1, 3 * i + 3);
      // bounds that are met are no certificate
      if (kinds[i] === rowKinds.bounded) lambda[3 * i] = 0;
      if (kinds[i] === rowKinds.pushes) lambda[3 * i] = Math.max(0, lambda[3 * i]);
    }
    rows.spread(lambda, v);
    rows.velocities(v, u);
    let [work, energy, fastest, size] = [0, 0, 0, 0];
    for (let i = 0; i < N; i++) {
      work -= b[i] * lambda[i];
      energy += lambda[i] * u[i];
      size += Math.abs(lambda[i]);
      if (lambda[i] !== 0) fastest = Math.max(fastest, Math.abs(b[i]));
    }
    if (!(work > beyond * fastest * Math.sqrt(rows.inertia * Math.max(energy, 0)))) return undefined;
    this.speed = work / size;
    const least = part * sizeOf(lambda, N);
    return Array.from({ length: n }, (_, i) => i).filter((i) => sizeOf(lambda.subarray(3 * i, 3 * i + 3), 3) > least);
  }
}

/**
 * Contacts may raise neither the kinetic energy nor the total.                                     [contact notes, sec. 3]
 *
 *   restitution with friction: lambda.J (v0 + u+) <= 0;  lambda = lambda0 + theta (lambda - lambda0), lambda0 with e = 0
 *   passes: what they would add to the first solve is taken back. Of the total they may add what a lagging velocity shows: without restitution
 *           lambda.J (v0 + u+) / 2 <= k M k / 8, k the kick of forces, since lambda.J u+ <= 0
 */
import { ImpulseEnergy } from '../coulomb/impulse-energy.ts';
import { grown } from '../coulomb/impulse-rows.ts';
import { copy, type IslandProblem } from './island-problem.ts';

const made = (): Float64Array => new Float64Array(0);

export class EnergyGuard {
  readonly #energy: ImpulseEnergy;
  /** impulses of the first solve */
  #first = made();
  #low = made();
  #target = made();
  /** J: what impulses may add to the kinetic energy after the kick, which is what the kick took, or nothing */
  #most = 0;

  constructor(private readonly problem: IslandProblem) {
    this.#energy = new ImpulseEnergy(problem.system.response);
  }

  begin(): void {
    const { bodies, island, span, n } = this.problem;
    this.#most = Math.max(0, -bodies.workOfForces(island.units, span.q, span.v0, span.impactU));
    this.#first = grown(this.#first, 3 * n);
  }
  /** The impulses that passes start from. */
  keep(): void {
    copy(this.problem.lambda, this.#first, 3 * this.problem.n);
  }
  /** Of impulses with restitution. */
  limitRestitution(tolerance: number): void {
    const { problem } = this;
    const { lambda, g, u, target, contacts, n, span } = problem;
    if (!this.#addsEnergy(problem.bi, this.#most) && !this.#addsEnergy(problem.middle, 0)) return;
    const N = 3 * n;
    this.#low = grown(this.#low, N);
    this.#target = grown(this.#target, n);
    this.keep();
    for (let i = 0; i < contacts; i++) this.#target[i] = -g[i] / span.h;
    this.#target.fill(0, contacts, n);
    problem.guess();
    problem.solveCoulomb(this.#target, tolerance);
    copy(lambda, this.#low, N);
    copy(this.#first, lambda, N);
    this.#energy.blend(N, this.#low, lambda, problem.bi, this.#most);
    this.#energy.blend(N, this.#low, lambda, problem.middle, 0);
    // the promise of struck rows is what is left of it
    problem.velocitiesAfter(u);
    for (let i = 0; i < contacts; i++) if (lambda[3 * i] > 0) target[i] = u[3 * i];
  }
  #addsEnergy(velocities: Float64Array, most: number): boolean {
    const energy = this.#energy.of(3 * this.problem.n, this.problem.lambda, velocities);
    return energy > most + 1e-14 * (this.#energy.size + most);
  }
  /** Of impulses that are not exact: what they add is taken back towards none at all. */
  limitInexact(): void {
    const { bodies, island, span, bu, middle } = this.problem;
    const staggering = 0.25 * bodies.energyOfImpulse(island.units, span.q, span.v0, span.impactU);
    if (!this.#addsEnergy(bu, this.#most) && !this.#addsEnergy(middle, staggering)) return;
    this.#first.fill(0);
    this.limitPasses();
  }
  /** Of impulses after passes; true if a part of them was taken back. */
  limitPasses(): boolean {
    const { problem } = this;
    const { bodies, island, span, lambda } = problem;
    const N = 3 * problem.n;
    if (this.#isFirst()) return false;
    const staggering = 0.25 * bodies.energyOfImpulse(island.units, span.q, span.v0, span.impactU);
    const kinetic = this.#energy.blend(N, this.#first, lambda, problem.bu, this.#most);
    const total = this.#energy.blend(N, this.#first, lambda, problem.middle, staggering);
    return kinetic || total;
  }
  /** J: kinetic energy beyond what is allowed. */
  added(): number {
    const { n, lambda, bu, bi, span } = this.problem;
    let least = this.#energy.of(3 * n, lambda, bu);
    // of several stages an impact is compared with the velocities before forces, a rest with those after
    if (span.impactU !== span.freeU) least = Math.min(least, this.#energy.of(3 * n, lambda, bi));
    return Math.max(0, least - this.#most);
  }
  /** Passes have changed nothing. */
  #isFirst(): boolean {
    const { lambda, n } = this.problem;
    for (let i = 0; i < 3 * n; i++) if (lambda[i] !== this.#first[i]) return false;
    return true;
  }
}

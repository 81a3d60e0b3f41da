/**
 * Passes that bring true gaps at p to what the linear rows promised.                                [contact notes, sec. 3]
 *
 *   off = gap(p) - (g + h target) on rows that push; constraints by their own errors
 *   no row changes: a least-norm correction of impulses (least-norm.ts);  else: the impulse problem again, with the true remainder in its targets
 *
 * Rows that bounce promise a velocity, not a gap: off = min(0, gap(p)). Where surfaces are curved, a gap of g + h target is another velocity: two balls with e = 1 that
 * met 30 degrees off their line at 2.2 m/s lost 0.14 % of their energy in a step of 1 ms, and 0.5 % in one of 4 ms.
 */
import { coulombTolerance } from '../../coulomb/coulomb.ts';
import { grown } from '../../coulomb/impulse-rows.ts';
import type { LeastNorm } from '../../coulomb/least-norm.ts';
import { lines } from '../../coulomb/line-use.ts';
import { rowKinds } from '../../coulomb/problem.ts';
import { sizeOf } from '../../coulomb/stride.ts';
import { brokenGap, copy, type IslandProblem } from '../island-problem.ts';
import { acceptedGap, gapTolerance } from '../island-report.ts';
import { Secants } from './secants.ts';

const mostPasses = 12;
/** Where the step cannot be halved, and each pass takes an error that is too large to be accepted down to this part: the end of a rope that leaves a drum, to a third or a half. */
const mostOfFalling = 60;
const falling = 0.8;
/** m: of a step that is solved again with what passes leave, the error that is accepted. Two of its solves have to agree to 1e-12 m: those of the same problem that ended at 3e-12 and 7e-11 led 6e-10 m apart, by turns, for ever. */
const agreeing = 1e-13;
/** Of the thickness: with larger errors there is nothing to get nearer to. */
const nearlyClosed = 1e-3;
/** Of the velocity of a bounce: what its correction may take. More is taken only where the step cannot be halved: two capsules whose bounce would have led 2.6 cm into each other, since they turned, lost a third of their energy. */
const bent = 0.05;
/** Of the thickness: what a correction may be of bounces that are slow. */
const small = 0.01;
/** m: errors below are not looked at for growth. */
const spoilt = 1e-12;
/** Of an impulse: smaller corrections turn nothing back. */
const unfelt = 1e-6;
/** Of the velocity of a contact without impulses: what its friction may drive it by. A problem that is solved again for less differs by its tolerance: of two soft cubes face to face by 7e-10 m in another order. */
const driven = 1e-3;
const made = (): Float64Array => new Float64Array(0);

export class GapPasses {
  #best = made();
  #errors = made();
  /** of each row: its gap at p; of a bounded one its value */
  #shifted = made();
  #corrected = made();
  #pushing = new Uint8Array(0);
  readonly #secants = new Secants();

  constructor(
    private readonly problem: IslandProblem,
    private readonly leastNorm: LeastNorm,
  ) {}

  /** Leaves impulses, u+ and p, and the largest error in the report. */
  run(): void {
    const { problem } = this;
    const { report, n, lambda } = problem;
    this.#best = grown(this.#best, 3 * n);
    this.#errors = grown(this.#errors, 3 * n);
    this.#shifted = grown(this.#shifted, n);
    this.#corrected = grown(this.#corrected, n);
    this.#pushing = grown(this.#pushing, n);
    this.#secants.begin(3 * n);
    let least = Infinity;
    let last = Infinity;
    for (let pass = 0; ; pass++) {
      problem.move();
      const worst = this.#findErrors();
      report.error = worst;
      if (pass === 0 && problem.mayHalve && this.#isBent()) {
        report.error = Infinity;
        return;
      }
      if (worst <= gapTolerance * Math.max(1, problem.size)) return;
      // rows that are nearly the same, and slip in different directions, may end worse than they were
      if (worst > spoilt && worst > 10 * least) {
        copy(this.#best, lambda, 3 * n);
        problem.move();
        report.error = least;
        return;
      }
      const isNear =
        worst > (problem.system.solved.any ? agreeing : acceptedGap) && worst < nearlyClosed * problem.thickness;
      const goesOn = !problem.mayHalve && isNear && worst < falling * last && pass < mostOfFalling - 1;
      if (pass >= mostPasses - 1 && !goesOn) return;
      last = worst;
      if (worst < least) copy(lambda, this.#best, 3 * n);
      least = Math.min(least, worst);
      if (this.#isBroken || !this.#anyPushes || !this.#accelerated()) {
        this.#secants.begin(3 * n);
        this.#again();
      }
      if (problem.isUnsolved) return;
    }
  }
  #isBroken = false;
  #anyPushes = false;
  /** At p; returns the largest. */
  #findErrors(): number {
    const { problem } = this;
    const { contacts, n, lambda, g, target, bounces, span } = problem;
    const errors = this.#errors;
    let worst = 0;
    this.#isBroken = false;
    this.#anyPushes = n > contacts;
    for (let i = 0; i < contacts; i++) {
      const gap = problem.gapAt(i);
      const isPushing = lambda[3 * i] > 0;
      errors[3 * i] = isPushing && !bounces[i] ? gap - (g[i] + span.h * target[i]) : Math.min(0, gap);
      errors[3 * i + 1] = errors[3 * i + 2] = 0;
      this.#shifted[i] = gap;
      if (isPushing) this.#anyPushes = true;
      else if (gap < -brokenGap) this.#isBroken = true;
      worst = Math.max(worst, Math.abs(errors[3 * i]));
    }
    worst = Math.max(worst, problem.linkErrors(errors, this.#shifted));
    if (problem.linkBroken) this.#isBroken = true;
    return worst;
  }
  /** A bounce leads below a surface. */
  #isBent(): boolean {
    const { contacts, bounces, target, span, thickness } = this.problem;
    for (let i = 0; i < contacts; i++)
      if (bounces[i] && -this.#shifted[i] > Math.max(small * thickness, bent * span.h * target[i])) return true;
    return false;
  }
  /** The true remainder replaces the linear one in the targets. */
  #again(): void {
    const { problem } = this;
    const { n, contacts, kinds, target, g, linkTarget, bounces, u, span } = problem;
    problem.velocitiesAfter(u);
    for (let i = contacts; i < n; i++)
      if (kinds[i] === rowKinds.holds)
        for (let a = 3 * i; a < 3 * i + 3; a++) linkTarget[a] = u[a] - this.#errors[a] / span.h;
    for (let i = 0; i < n; i++)
      this.#corrected[i] =
        kinds[i] === rowKinds.holds ? 0 : target[i] - (this.#shifted[i] - (g[i] + span.h * u[3 * i])) / span.h;
    for (let i = 0; i < contacts; i++)
      if (bounces[i]) this.#corrected[i] = Math.max(target[i], u[3 * i] - this.#shifted[i] / span.h);
    this.#release();
    problem.solveCoulomb(this.#corrected, coulombTolerance);
  }
  /**
   * A contact that opens, with an impulse below the tolerance of the solve, does not push: the impulse is what a solve left, and another one, which is content with it, leaves it again. Without this the end of a rope that
   * left a drum had an impulse of 4e-15 N s, which asked for a gap that was closed by 1e-6 m.
   */
  #release(): void {
    const { contacts, lambda, n } = this.problem;
    const least = coulombTolerance * sizeOf(lambda, 3 * n);
    for (let i = 0; i < contacts; i++)
      if (lambda[3 * i] <= least && this.#errors[3 * i] > 0) lambda.fill(0, 3 * i, 3 * i + 3);
  }
  /** A correction with what the last ones tell, or else without. */
  #accelerated(): boolean {
    const { lambda, n, contacts, system } = this.problem;
    // tensions of constraints answer by many times as much: a rope on a drum pulled 1e7 times as hard
    const isPlain = n === contacts && !system.solved.any;
    const pushing = this.#pushing;
    for (let i = 0; i < contacts; i++) pushing[i] = lambda[3 * i] > 0 ? 1 : 0;
    if (isPlain && this.#secants.mix(this.#errors, lambda, 3 * n)) {
      // a contact that differences would let pull is left out of corrections, and would go on pulling
      let isSame = true;
      for (let i = 0; i < contacts; i++) if (pushing[i] && !(lambda[3 * i] > 0 && this.#isAllowed(i))) isSame = false;
      if (isSame && this.#correct()) return true;
      this.#secants.undo(this.#errors, lambda, 3 * n);
    }
    return this.#correct();
  }
  /** One least-norm correction with the present set of pushing and sticking rows; false where the set would change. */
  #correct(): boolean {
    const { problem, leastNorm: least } = this;
    const { contacts, n, lambda, mu, kinds, span } = problem;
    least.begin(problem.system.rows);
    for (let i = 0; i < contacts; i++) {
      const normal = lambda[3 * i];
      if (!(normal > 0)) continue;
      const [t1, t2] = [lambda[3 * i + 1], lambda[3 * i + 2]];
      const sticks = mu[i] > 0 && Math.sqrt(t1 * t1 + t2 * t2) < mu[i] * normal * (1 - 1e-9);
      least.use[i] = sticks ? lines.all : mu[i] > 0 ? lines.slipping : lines.normal;
      least.slip[2 * i] = t1 / normal;
      least.slip[2 * i + 1] = t2 / normal;
      least.wanted[3 * i] = -this.#errors[3 * i] / span.h;
    }
    for (let i = contacts; i < n; i++) {
      const isBounded = kinds[i] === rowKinds.bounded;
      if (isBounded && (problem.isAtLower(i) || problem.isAtUpper(i))) continue;
      least.use[i] = isBounded ? lines.normal : lines.all;
      for (let a = 3 * i; a < 3 * i + 3; a++) least.wanted[a] = -this.#errors[a] / span.h;
    }
    // a step that is solved again is predicted with what passes leave
    const rounds = problem.system.solved.any ? undefined : 1;
    if (!least.solve(rounds)) return false;
    least.impulses(rounds);
    const { x } = least;
    for (let i = 0; i < contacts; i++) if (lambda[3 * i] > 0 && !this.#isAllowed(i, x)) return false;
    for (let i = contacts; i < n; i++) {
      if (kinds[i] !== rowKinds.bounded || least.use[i] === lines.none) continue;
      if (!problem.isWithinBounds(i, lambda[3 * i] + x[3 * i])) return false;
    }
    for (let i = 0; i < n; i++)
      if (least.use[i] !== lines.none) for (let a = 3 * i; a < 3 * i + 3; a++) lambda[a] += x[a];
    if (!this.#turnsBack(x)) return true;
    for (let i = 0; i < n; i++)
      if (least.use[i] !== lines.none) for (let a = 3 * i; a < 3 * i + 3; a++) lambda[a] -= x[a];
    return false;
  }
  /** A contact pushes, and its friction is not above its bound: where a capsule rolls, a correction takes most of the push, and what held it was up to 280 times that. */
  #isAllowed(i: number, x?: Float64Array): boolean {
    const { lambda, mu } = this.problem;
    const at = 3 * i;
    const push = lambda[at] + (x?.[at] ?? 0);
    const [t1, t2] = [lambda[at + 1] + (x?.[at + 1] ?? 0), lambda[at + 2] + (x?.[at + 2] ?? 0)];
    return push >= 0 && Math.sqrt(t1 * t1 + t2 * t2) <= mu[i] * push * (1 + 1e-9);
  }
  /** Whether one that slips is driven by its friction: more of it has turned it back, where it is to stick. */
  #turnsBack(x: Float64Array): boolean {
    const { problem, leastNorm } = this;
    const { contacts, lambda, u, bu } = problem;
    const isTold = (i: number): boolean =>
      leastNorm.use[i] === lines.slipping && Math.abs(x[3 * i]) > unfelt * lambda[3 * i];
    let any = false;
    for (let i = 0; i < contacts && !any; i++) any = isTold(i);
    if (!any) return false;
    problem.velocitiesAfter(u);
    for (let i = 0; i < contacts; i++) {
      if (!isTold(i)) continue;
      const [n, s, t] = [3 * i, 3 * i + 1, 3 * i + 2];
      const fastest = Math.max(Math.abs(bu[n]), Math.abs(bu[s]), Math.abs(bu[t]));
      const friction = Math.sqrt(lambda[s] * lambda[s] + lambda[t] * lambda[t]);
      if (lambda[s] * u[s] + lambda[t] * u[t] > driven * fastest * friction) return true;
    }
    return false;
  }
}

/**
 * Material that passes the cuts of rods: S of a cut is an unknown, with friction, drives and stops.          (bodies/rod/cut)
 *
 *   -dE/dS + F - c dS/h + friction = 0        F: a drive, c: viscous friction, N s/m
 *   Coulomb:  stick, dS = 0, while |-dE/dS + F| <= mu |F_n|; otherwise slip, with that friction against the motion
 *   F_n: the force on the rod at the cut, as far as it is across t_A + t_B, the tangents on both sides
 *   on a drum mu |F_n| becomes |F_n| tanh(mu phi/2)/sin(phi/2), phi the angle between them: T_B = T_A exp(mu phi) when it slips, since
 *   |F_n| = (T_A + T_B) sin(phi/2)
 *   a pulley that turns with the rope adds its inertia, -m (S - 2 S^n + S^{n-1})/h^2, m its moment of inertia over its radius squared
 *
 * Pulleys with a radius (bodies/rod/wrap) have more such unknowns, with the same laws: S of both tangent points, slip on the rim at each, with
 * the friction of rim-friction.ts, and the angle of the wheel, with its inertia, a drive, a bearing and a brake.
 *
 * A cut that no active constraint holds does not move along the rod, and neither does one whose S is prescribed. Cuts keep their order: in a
 * step one goes at most half the way to the next, or up to a shortest piece before an end of the rod.
 */
import { isRod, type Spline } from '../../../bodies/rod/spline.ts';
import type { Passage } from '../../../constraints/attachments/passage.ts';
import type { BatchView } from '../../../constraints/method.ts';
import type { Placed } from '../../../forces/placed.ts';
import { acos as acosine, exp as exponential } from '../../../kernel/formula/scalar.ts';
import { createPath, type Path } from '../../../paths/path.ts';
import type { Column, State } from '../../../state/state.ts';
import type { KktRows } from '../system/kkt-rows.ts';
import { PassageLaws } from './passage-laws.ts';
import { rimFriction } from './rim-friction.ts';
import { frictionOf, isStill, Mode, nextMode, settled, undecided } from './stick-slip-modes.ts';

/** The largest motion in one pass, in mean spans: Newton's method has no line search. */
const longest = 0.5;
const far = Number.POSITIVE_INFINITY;

/** The least angle by which a rod is wrapped around a pulley, rad. */
const leastWrap = 0.01;

/** tanh(mu phi/2)/sin(phi/2), from the cosine of phi; mu for a straight rope. */
function drumGrip(mu: number, cosine: number): number {
  const phi = acosine(Math.max(-1, Math.min(1, cosine)));
  const sine = Math.sqrt(Math.max(0, (1 - cosine) / 2));
  if (sine < 1e-6) return mu;
  const e = exponential(mu * phi);
  return (e - 1) / (e + 1) / sine;
}

/** The coordinates of a rod that are S of cuts, or belong to pulleys; the node of each cut, and the first coordinate of each pulley. */
const passingOf = ({ cuts = [], wraps = [] }: Spline): { coordinate: number; node: number; pulley: number }[] => [
  ...cuts.map(({ coordinate, node }) => ({ coordinate, node, pulley: coordinate })),
  ...wraps.flatMap(({ S, slips, wheel, nodes }) =>
    [...S, ...slips, wheel].map((coordinate) => ({ coordinate, node: nodes[0], pulley: S[0] })),
  ),
];

export class Passing {
  /** S of each cut among coordinates, and the first coordinate of its node */
  readonly coordinates: Int32Array;
  readonly #nodes: Int32Array;
  /** of tangent points on pulleys */
  readonly #angles: readonly number[];
  /** those that do not move in this solve */
  readonly still: Uint8Array;
  readonly #passages: readonly (Passage | undefined)[];
  readonly #laws: PassageLaws;
  /** those that are tangent points of pulleys */
  readonly #tangentPoints: Int32Array;
  readonly #paths: readonly (Path | undefined)[];
  /** the first multiplier of the constraint that holds each */
  readonly #rows: Int32Array;
  readonly #mode: Uint8Array;
  readonly #turns: Uint8Array;
  readonly #low: Float64Array;
  readonly #high: Float64Array;
  readonly #friction: Float64Array;
  /** of those that are still: the force along S, N */
  readonly #force: Float64Array;
  /** of pulleys, kg; 0 at rest */
  readonly #inertia: Float64Array;
  /** the constraint that holds each, for a message */
  readonly #labels: string[] = [];
  /** wraps of rods that no active constraint holds, for a message */
  readonly #free: readonly string[];
  /** of each, the first coordinate of its pulley; and whether its mode may change in this pass */
  readonly #pulleys: Int32Array;
  readonly #changes: Uint8Array;
  /** it is in a solve without motion */
  readonly #rests: readonly boolean[];
  readonly #prescribed: Float64Array;
  /** S before a pass */
  readonly #before: Float64Array;
  readonly #motion = new Float64Array(9);
  #grip = 0;
  #h = 0;
  readonly #p: Column;
  readonly #q: Column;
  readonly #v: Column;

  constructor(
    placed: readonly Placed[],
    shapes: readonly BatchView[],
    rows: KktRows,
    private readonly state: State,
  ) {
    const cuts = placed.flatMap(({ body, start, integrator }) =>
      (isRod(body) ? passingOf(body) : []).map(({ coordinate, node, pulley }) => ({
        S: start + coordinate,
        node: start + 3 * node,
        pulley: start + pulley,
        rests: integrator.solved === 'static',
      })),
    );
    this.#angles = placed.flatMap(({ body, start }) =>
      ((isRod(body) && body.wraps) || []).flatMap(({ angles }) => angles.map((i) => start + i)),
    );
    const count = cuts.length;
    this.#p = state.columnOf('p');
    this.#q = state.columnOf('q');
    this.#v = state.columnOf('v');
    this.coordinates = Int32Array.from(cuts, ({ S }) => S);
    this.#nodes = Int32Array.from(cuts, ({ node }) => node);
    this.still = new Uint8Array(count);
    this.#pulleys = Int32Array.from(cuts, ({ pulley }) => pulley);
    this.#changes = new Uint8Array(count);
    this.#rows = new Int32Array(count);
    this.#mode = new Uint8Array(count);
    this.#turns = new Uint8Array(count);
    this.#low = new Float64Array(count);
    this.#high = new Float64Array(count);
    this.#friction = new Float64Array(count);
    this.#force = new Float64Array(count);
    this.#prescribed = new Float64Array(count);
    this.#before = new Float64Array(count);
    const passages = new Array<Passage | undefined>(count).fill(undefined);
    const place = new Map(cuts.map(({ S }, k) => [S, k]));
    for (const table of count ? rows.tables : [])
      for (const passage of table.shape.passages) {
        const k = place.get(passage.coordinate);
        if (k === undefined || !shapes.includes(table.shape) || !table.shape.isActive(passage.member)) continue;
        if (passages[k])
          throw new Error(
            `${table.shape.label(passage.member)}: another constraint holds the same cut of its rod. Cut the rod once for each.`,
          );
        passages[k] = passage;
        this.#labels[k] = table.shape.label(passage.member);
        this.#rows[k] = table.first + passage.member * table.size;
      }
    this.#passages = passages;
    this.#laws = new PassageLaws(passages);
    this.#tangentPoints = Int32Array.from(passages.flatMap((passage, k) => (passage?.how.within ? [k] : [])));
    this.#free = placed.flatMap(({ body, start }) =>
      ((isRod(body) && body.wraps) || []).flatMap(({ S }, k) =>
        passages[place.get(start + S[0]) ?? -1] ? [] : [`body "${body.id}": no active constraint holds its wrap ${k}`],
      ),
    );
    this.#inertia = Float64Array.from(passages, (passage, k) => (cuts[k].rests ? 0 : (passage?.how.inertia ?? 0)));
    this.#rests = cuts.map(({ rests }) => rests);
    this.#paths = passages.map((passage) => passage?.how.imposed && createPath(passage.how.imposed));
  }
  /** Refuses wraps that no pulley holds, and what a rod on a pulley cannot do: leave it, now or within `ahead` seconds. */
  check(ahead = 0): void {
    if (this.#free.length)
      throw new Error(
        `${this.#free[0]}, and a rod cannot leave a pulley. Add a constraint of kind "pulley" from the start, and leave it active.`,
      );
    const [q, v] = [this.#q.view(), this.#v.view()];
    for (let n = 0; n < this.#tangentPoints.length; n++) {
      const k = this.#tangentPoints[n];
      const passage = this.#passages[k];
      if (!passage) continue;
      const i = this.coordinates[k];
      const below = passage.how.within === 'below';
      const left = Math.abs(q[below ? i - 1 : i + 1] - q[i]);
      if (left <= passage.how.least * (1 + 1e-9) + ahead * Math.abs(v[i]))
        throw new Error(
          `${this.#labels[k]}: the rod ${below ? 'before' : 'behind'} it is used up but for ${Number(left.toPrecision(2))} m, and a rod cannot leave a pulley. Give it a longer rod, or stop before.`,
        );
      const wrap = passage.how.wrapped;
      if (
        below &&
        wrap &&
        q[i - passage.how.coordinate + wrap[1]] - q[i - passage.how.coordinate + wrap[0]] < leastWrap
      )
        throw new Error(
          `${this.#labels[k]}: the rod leaves it; it is wrapped around it by less than ${leastWrap} rad. Move the pulley into the rod, or use a "keyhole".`,
        );
    }
  }
  get any(): boolean {
    return this.coordinates.length > 0;
  }
  /** Coordinates that rows define: nothing else gives them stiffness, or, of the angles of tangent points, keeps the cut from moving along a straight rope. */
  get defined(): readonly number[] {
    const own = Array.from(this.coordinates).filter((_, k) => this.#passages[k]?.how.defined);
    return [...this.#angles, ...own];
  }
  #become(k: number, mode: number): void {
    this.#mode[k] = mode;
    this.still[k] = isStill(mode) ? 1 : 0;
  }
  /**
   * Starts a part of h that ends at the fraction `ahead` of the step: prescribed cuts are moved. What slips on a pulley goes on slipping, with the
   * friction of the multipliers before.
   */
  begin(h: number, ahead: number, lambda: Float64Array): void {
    this.#h = h;
    if (!this.any) return;
    const [p, q, v] = [this.#p.view(), this.#q.view(), this.#v.view()];
    const laws = this.#laws;
    this.#friction.fill(0);
    this.#turns.fill(0);
    for (let k = 0; k < this.coordinates.length; k++) {
      const path = this.#paths[k];
      if (!laws.taken[k] || path) this.#become(k, Mode.idle);
      if (!laws.taken[k]) continue;
      const i = this.coordinates[k];
      if (path) {
        path.evaluate(this.state.timeAfter(ahead), this.#motion);
        this.#prescribed[k] = laws.scale[k] * this.#motion[0];
        p[i] = this.#prescribed[k];
        continue;
      }
      const [below, above] = [laws.below[k], laws.above[k]];
      this.#low[k] = Math.max(below ? q[i] - laws.room(k, q, i, i - 1) : -far, laws.from[k]);
      this.#high[k] = Math.min(above ? q[i] + laws.room(k, q, i, i + 1) : far, laws.to[k]);
      const first = laws.rubs[k] ? Mode.sticks : Mode.free;
      if (first === Mode.sticks && laws.endless[k] && v[i] !== 0) {
        this.#become(k, v[i] > 0 ? Mode.slipsUp : Mode.slipsDown);
        this.#friction[k] = frictionOf(this.#mode[k], this.#across(k, lambda) * this.#grip);
        continue;
      }
      this.#become(k, q[i] <= this.#low[k] ? Mode.atLow : q[i] >= this.#high[k] ? Mode.atHigh : first);
    }
  }
  /** After a prediction of everything: what does not move along its rod is where it was, or where it is to be. */
  hold(): void {
    const [p, q] = [this.#p.view(), this.#q.view()];
    for (let k = 0; k < this.coordinates.length; k++) {
      const i = this.coordinates[k];
      const path = this.#paths[k];
      if (path) p[i] = this.#prescribed[k];
      else if (this.still[k]) p[i] = q[i];
      else p[i] = Math.min(this.#high[k], Math.max(this.#low[k], p[i]));
    }
  }
  /** Drives and friction, along S. Keeps the forces on those that are still. */
  push(g: Float64Array): void {
    const [p, q, v] = [this.#p.view(), this.#q.view(), this.#v.view()];
    const { taken, drive, friction } = this.#laws;
    for (let k = 0; k < this.coordinates.length; k++) {
      const i = this.coordinates[k];
      this.#before[k] = p[i];
      const inertia = this.#inertia[k];
      if (inertia > 0) g[i] += (inertia * (this.#h * v[i] - (p[i] - q[i]))) / (this.#h * this.#h);
      if (this.still[k]) {
        this.#force[k] = g[i];
        g[i] = 0;
      } else if (taken[k]) g[i] += drive[k] + this.#friction[k] - (friction[k] * (p[i] - q[i])) / this.#h;
    }
  }
  /** What viscous friction and a pulley add to the matrix. */
  resistance(k: number): number {
    return (this.#laws.friction[k] + this.#inertia[k] / this.#h) / this.#h;
  }
  /** Corrects the force on one that is still by the motion of everything else in this solve. */
  correct(k: number, force: number): void {
    this.#force[k] -= force;
  }
  /** Changes modes after a pass; true if any changed. */
  after(lambda: Float64Array): boolean {
    const [p, q] = [this.#p.view(), this.#q.view()];
    let again = false;
    this.#chooseChanges(lambda);
    const { taken, scale, rubs, endless } = this.#laws;
    for (let k = 0; k < this.coordinates.length; k++) {
      const before = this.#mode[k];
      if (!taken[k] || before === Mode.idle) continue;
      const i = this.coordinates[k];
      const moved = p[i] - this.#before[k];
      if (Math.abs(moved) > longest * scale[k] && !this.still[k]) {
        p[i] = this.#before[k] + (moved > 0 ? longest : -longest) * scale[k];
        again = true;
      }
      if (p[i] < this.#low[k] || p[i] > this.#high[k]) {
        this.#become(k, p[i] < this.#low[k] ? Mode.atLow : Mode.atHigh);
        p[i] = Math.min(this.#high[k], Math.max(this.#low[k], p[i]));
        this.#friction[k] = 0;
      } else if (rubs[k] || before === Mode.atLow || before === Mode.atHigh) {
        const across = this.#across(k, lambda);
        const most = this.#grip * across;
        this.#become(k, endless[k] && !this.#changes[k] ? before : this.#next(k, most));
        if (endless[k] && !this.#changes[k] && this.#next(k, most) !== before) again = true;
        const wanted = frictionOf(this.#mode[k], most);
        if (Math.abs(wanted - this.#friction[k]) > settled * (1 + across)) again = true;
        this.#friction[k] = wanted;
      }
      if (this.#mode[k] === before) continue;
      if (this.#mode[k] === Mode.sticks) p[i] = q[i]; // it has not moved
      this.#turns[k]++;
      again = true;
    }
    return again;
  }
  /** The mode that the last pass asks for. */
  #next(k: number, most: number): number {
    const { drive, endless, rubs } = this.#laws;
    const i = this.coordinates[k];
    const force = this.#force[k] + drive[k];
    const moved = this.#p.view()[i] - this.#q.view()[i];
    const before = this.#mode[k];
    // on a pulley nothing slips after many changes, elsewhere it slips
    if (endless[k] && this.#turns[k] >= undecided && before === Mode.sticks) return before;
    const gives = endless[k] > 0 || this.#turns[k] < undecided;
    return nextMode(before, force, most, moved, rubs[k] > 0, gives);
  }
  /**
   * On a pulley slip before it, behind it and of its brake depend on each other: all three at once would come back to where they were after
   * a few passes. In a pass the first one that slips the wrong way is stuck; if there is none, that with the largest force beyond its limit slips.
   */
  #chooseChanges(lambda: Float64Array): void {
    this.#changes.fill(0);
    const { drive, endless } = this.#laws;
    for (let k = 0; k < this.coordinates.length; ) {
      const group = this.#pulleys[k];
      let [best, worst] = [-1, -1];
      for (; k < this.coordinates.length && this.#pulleys[k] === group; k++) {
        if (!endless[k] || this.#mode[k] === Mode.idle) continue;
        const most = this.#across(k, lambda) * this.#grip;
        const next = this.#next(k, most);
        if (next === this.#mode[k]) continue;
        const excess = (Math.abs(this.#force[k] + drive[k]) - most) / (1 + most);
        const size = next === Mode.sticks ? Number.POSITIVE_INFINITY : excess;
        if (best < 0 || size > worst) [best, worst] = [k, size];
      }
      if (best >= 0) this.#changes[best] = 1;
    }
  }
  get hasCoulomb(): boolean {
    for (let k = 0; k < this.#mode.length; k++)
      if (this.#mode[k] === Mode.slipsUp || this.#mode[k] === Mode.slipsDown) return true;
    return false;
  }
  /** The change of friction along S to g; returns the largest change relative to the normal force, 0 if it has converged. */
  settleFriction(lambda: Float64Array, g: Float64Array): number {
    let most = 0;
    for (let k = 0; k < this.coordinates.length; k++) {
      g[this.coordinates[k]] = 0;
      if (this.#mode[k] !== Mode.slipsUp && this.#mode[k] !== Mode.slipsDown) continue;
      const across = this.#across(k, lambda);
      const change = frictionOf(this.#mode[k], this.#grip * across) - this.#friction[k];
      g[this.coordinates[k]] = change;
      this.#friction[k] += change;
      most = Math.max(most, Math.abs(change) / (1 + across));
    }
    return most > settled ? most : 0;
  }
  /** |F_n|, N; leaves in #grip what makes it the largest friction */
  #across(k: number, lambda: Float64Array): number {
    const p = this.#p.view();
    const passage = this.#passages[k];
    if (passage?.how.brake) {
      this.#grip = 1;
      return passage.how.brake;
    }
    if (passage?.how.rim) {
      this.#grip = 1;
      const h = this.#rests[k] ? Number.POSITIVE_INFINITY : this.#h;
      return rimFriction(passage, lambda, this.#rows[k], p, this.#q.view(), h);
    }
    const c = this.#nodes[k];
    const row = this.#rows[k];
    let [aa, bb, ab, fa, fb, ff] = [0, 0, 0, 0, 0, 0];
    for (let axis = 0; axis < 3; axis++) {
      const i = c + axis;
      const a = 3 * p[i] - 2 * p[i - 3] - p[i - 6];
      const b = -3 * p[i] + 2 * p[i + 3] + p[i + 6];
      const f = lambda[row + axis];
      aa += a * a;
      bb += b * b;
      ab += a * b;
      fa += f * a;
      fb += f * b;
      ff += f * f;
    }
    const [la, lb] = [Math.sqrt(aa), Math.sqrt(bb)];
    const cosine = ab / (la * lb);
    const along = fa / la + fb / lb; // F . (t_A + t_B)
    const square = 2 + 2 * cosine; // |t_A + t_B|^2
    const how = this.#passages[k]?.how;
    this.#grip = how?.drum ? drumGrip(how.coulomb ?? 0, cosine) : (how?.coulomb ?? 0);
    return Math.sqrt(Math.max(0, ff - (square > 1e-12 ? (along * along) / square : 0)));
  }
}

/**
 * Friction on what turns as it is told: where places of its surface are after the step, not where their velocities at q lead.
 *
 *   u_t of a contact:   J u + c,   c = (R r - r)/h - w x r          what goes with the surface: r from its centre, R = exp(h w)
 *                                  c = h w x (v - u)/2              what goes its own way, as a ball that rolls: the surface in the middle of its way
 *
 * r, v  of the other body: the centre of a rigid one, the place that touches of one of nodes;   u, w  of what turns
 *
 * The velocity w x r at q is that of a tangent, and what stuck to it moved outwards by w^2 r h/2 in a second. Both forms are the same but for h^2; with the first a body that goes
 * with a disc stays on its place. Only bodies that nothing yields to are treated so: between others impulses would add energy.
 */
import { matrixOfRotation } from '../../../bodies/blocks/rotation.ts';
import { isOne } from '../../collider/collider.ts';
import type { Row, Side } from '../../detect/row.ts';
import type { IslandProblem } from '../island-problem.ts';

/** Times c: what is slower on a surface goes with it. At the beginning of a step it is twice c. */
const along = 4;
const made = (): Float64Array => new Float64Array(3);

export class TurningPlaces {
  /** of what turns, at q and at p */
  readonly #from = new Float64Array(9);
  readonly #to = new Float64Array(9);
  readonly #x = made();
  readonly #v = made();
  readonly #r = made();
  readonly #c = made();
  readonly #local = made();

  constructor(
    private readonly problem: IslandProblem,
    /** inverse masses */
    private readonly w: () => Float64Array,
  ) {}

  /** Corrects the velocities without impulses of contacts with friction. */
  run(): void {
    const { rows, contacts, mu, system } = this.problem;
    // the answer of bodies whose step is a solve would change with what is found of them
    if (system.solved.any) return;
    for (let i = 0; i < contacts; i++) {
      if (!(mu[i] > 0)) continue;
      const { a, b } = rows[i];
      if (this.#turns(a)) this.#correct(i, rows[i], a, b, 1);
      else if (this.#turns(b)) this.#correct(i, rows[i], b, a, -1);
    }
  }
  /** A rigid body that nothing yields to and that turns in this step. */
  #turns({ collider }: Side): boolean {
    if (collider.halfSpace || !collider.core.local) return false;
    const { start } = collider.placed;
    const { freeU } = this.problem.span;
    return !(this.w()[start] > 0) && (freeU[start + 3] !== 0 || freeU[start + 4] !== 0 || freeU[start + 5] !== 0);
  }
  #correct(i: number, row: Row, turning: Side, other: Side, sign: number): void {
    const { span, bu, bi, middle } = this.problem;
    if (!this.#placeOf(row, other)) return;
    const { q, freeU, freeP, h } = span;
    const { start } = turning.collider.placed;
    const [x, v, r, c, from, to] = [this.#x, this.#v, this.#r, this.#c, this.#from, this.#to];
    const [w0, w1, w2] = [freeU[start + 3], freeU[start + 4], freeU[start + 5]];
    for (let k = 0; k < 3; k++) r[k] = x[k] - q[start + k];
    matrixOfRotation(q, start + 3, from);
    matrixOfRotation(freeP, start + 3, to);
    const local = this.#local;
    for (let k = 0; k < 3; k++) local[k] = from[k] * r[0] + from[3 + k] * r[1] + from[6 + k] * r[2];
    for (let k = 0; k < 3; k++) {
      const turned = to[3 * k] * local[0] + to[3 * k + 1] * local[1] + to[3 * k + 2] * local[2];
      c[k] = (turned - r[k]) / h;
      // relative to what turns
      v[k] -= freeU[start + k] + c[k];
    }
    const [r0, r1, r2] = r;
    const [g0, g1, g2] = c;
    c[0] -= w1 * r2 - w2 * r1;
    c[1] -= w2 * r0 - w0 * r2;
    c[2] -= w0 * r1 - w1 * r0;
    const { frame } = row;
    let [faster, size] = [0, 0];
    for (let k = 3; k < 9; k += 3) {
      const [tx, ty, tz] = [frame[k], frame[k + 1], frame[k + 2]];
      const slip = tx * v[0] + ty * v[1] + tz * v[2];
      const own = tx * c[0] + ty * c[1] + tz * c[2];
      faster += slip * slip;
      size += own * own;
    }
    if (faster > along * along * size) {
      const [v0, v1, v2] = [v[0] + g0, v[1] + g1, v[2] + g2];
      c[0] = 0.5 * h * (w1 * v2 - w2 * v1);
      c[1] = 0.5 * h * (w2 * v0 - w0 * v2);
      c[2] = 0.5 * h * (w0 * v1 - w1 * v0);
    }
    for (let line = 1; line < 3; line++) {
      const k = 3 * line;
      const by = sign * (frame[k] * c[0] + frame[k + 1] * c[1] + frame[k + 2] * c[2]);
      bu[3 * i + line] += by;
      bi[3 * i + line] += by;
      middle[3 * i + line] += 0.5 * by;
    }
  }
  /** Where a side is, and how fast it goes without contacts; false of bodies that are formulas, or do not yield either. */
  #placeOf(row: Row, side: Side): boolean {
    const { collider } = side;
    const { q, freeU } = this.problem.span;
    const [x, v, w] = [this.#x, this.#v, this.w()];
    const { start } = collider.placed;
    if (collider.halfSpace || collider.core.formula) return false;
    if (isOne(collider)) {
      for (let k = 0; k < 3; k++) {
        x[k] = q[start + k];
        v[k] = freeU[start + k];
      }
      return w[start] > 0;
    }
    if (collider.core.weights) return false;
    v.fill(0);
    for (let k = 0; k < 3; k++) x[k] = row.point[k];
    for (let k = 0; k < side.count; k++)
      for (let axis = 0; axis < 3; axis++) v[axis] += side.weights[k] * freeU[side.coordinate(k) + axis];
    return true;
  }
}

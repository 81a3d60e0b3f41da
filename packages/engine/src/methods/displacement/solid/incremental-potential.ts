/**
 * What a step of solids minimises, over the places x of their nodes at its end.                        [Kane et al. 2000]
 *
 *   Phi(x) = 1/2 sum w |x - q|^2 - b.(x - q) + E(x),     w = m (1 + h drag) / h^2,   b = m v/h + loads
 *   r(x)   = w (x - q) - b + g,   g = dE/dx, with damping, and loads that follow the surface
 *
 * r = 0 is backward Euler. At rest (`quasi-static`) w = 0 and b are the loads. Forces without an energy are in r and in the matrix,
 * not in Phi: their work along a step is added where two positions are compared (`workAlong`).
 */
import type { Placed } from '../../../forces/placed.ts';
import { SolidElements } from '../../../forces/solid-elements.ts';
import type { Block } from '../../../kernel/run/memory.ts';
import type { Call } from '../../../kernel/threads/pool.ts';
import { runAll, SharedCalls } from '../../../kernel/threads/shared-calls.ts';
import { type Kernels, kernelsIn } from '../../../linalg/factor/system.ts';
import type { State } from '../../../state/state.ts';

type Numbers = Block<Float64Array<ArrayBuffer>>;

/** Where there are no loads, so much of inertia and of elastic forces counts as their size. */
const fractionOfForces = 1e-3;
/** Of each coordinate, in `value`. */
const operations = 10;

export class IncrementalPotential {
  readonly elements: SolidElements;
  /** three numbers a node */
  readonly size: number;
  /** r where the mask is 1, 0 elsewhere */
  readonly r: Numbers;
  /** r everywhere: where the mask is 0, the reaction */
  readonly whole: Numbers;
  readonly q: Numbers;
  readonly b: Numbers;
  /** of each segment, its part of Phi without the elements, and of r.r */
  readonly #sums: Numbers;
  readonly #inertia: SharedCalls;
  readonly #mass: Numbers;
  readonly #drag: Float64Array;
  /** of each node, its first coordinate in the state */
  readonly #coordinates: Block<Int32Array<ArrayBuffer>>;
  readonly #sizes: Numbers;
  readonly kernels: Kernels;
  readonly isStatic: boolean;
  /** the h of w */
  #h = 0;
  /** 1/h, or 0 at rest */
  #perStep = 0;
  /** |r|, with the mask */
  norm = 0;

  constructor(
    readonly placed: readonly Placed[],
    private readonly state: State,
  ) {
    this.kernels = kernelsIn(state.arena.memory);
    this.elements = new SolidElements(placed, state.arena, state.size);
    this.size = 3 * this.elements.nodes.count;
    const { size } = this;
    const vector = (): Numbers => state.arena.f64(size);
    [this.r, this.whole, this.q, this.b] = [vector(), vector(), vector(), vector()];
    const { segments } = this.elements.matrix;
    this.#sums = segments.sums(2);
    const whole = [this.#inertiaCall(0, segments.count)];
    this.#inertia = new SharedCalls(
      state.arena.team,
      operations * size,
      (chunks) => [segments.ranges(chunks).map(([first, last]) => [this.#inertiaCall(first, last)])],
      () => runAll(whole),
      true,
    );
    const numbers = (): Float64Array => new Float64Array(size);
    [this.#mass, this.#drag] = [vector(), numbers()];
    const { coordinates } = this.elements.nodes;
    this.#coordinates = state.arena.i32(coordinates.length);
    this.#coordinates.view().set(coordinates);
    this.#sizes = state.arena.f64(3);
    this.isStatic = placed[0].integrator.solved === 'static';
    const w = state.column('w');
    const own = numbers();
    this.gather(w, own);
    const mass = this.#mass.view();
    for (let i = 0; i < size; i++) mass[i] = own[i] > 0 ? 1 / own[i] : 0;
    const drags = new Float64Array(state.size);
    for (const { start, size: entries, body } of placed) drags.fill(body.drag, start, start + entries);
    this.gather(drags, this.#drag);
  }
  #inertiaCall(first: number, last: number): Call {
    const { matrix, x, g } = this.elements;
    const vectors = [x, this.q, this.w, this.b, g, this.mask, this.whole, this.r, this.#sums];
    const args = [first, last, matrix.segments.bounds.address, ...vectors.map(({ address }) => address)];
    return { run: this.kernels.inertia, args };
  }
  /** 1 for unknowns, 0 for what is fixed or prescribed */
  get mask(): Numbers {
    return this.elements.mask;
  }
  get w(): Numbers {
    return this.elements.w;
  }
  get x(): Float64Array {
    return this.elements.x.view();
  }
  /** Vectors here, three numbers a node. By a kernel: `set` of an array in shared memory goes entry by entry. */
  copy(from: Numbers, to: Numbers): void {
    this.kernels.copy(from.address, to.address, 8 * this.size);
  }
  /** A column of the state, in the order of nodes here. */
  gatherColumn(name: string, out: Numbers): void {
    const { address, length } = this.#coordinates;
    this.kernels.gatherNodes(length, address, this.state.columnOf(name).address, out.address);
  }
  scatterColumn(values: Numbers, name: string): void {
    const { address, length } = this.#coordinates;
    this.kernels.scatterNodes(length, address, values.address, this.state.columnOf(name).address);
  }
  /** The same for any numbers over the coordinates of the state. */
  gather(column: Float64Array, out: Float64Array): void {
    const { coordinates } = this.elements.nodes;
    for (let k = 0, i = 0; k < coordinates.length; k++, i += 3) {
      const from = coordinates[k];
      out[i] = column[from];
      out[i + 1] = column[from + 1];
      out[i + 2] = column[from + 2];
    }
  }
  scatter(values: Float64Array, column: Float64Array): void {
    const { coordinates } = this.elements.nodes;
    for (let k = 0, i = 0; k < coordinates.length; k++, i += 3) {
      const to = coordinates[k];
      column[to] = values[i];
      column[to + 1] = values[i + 1];
      column[to + 2] = values[i + 2];
    }
  }
  /** It can move at all. */
  isMovable(i: number): boolean {
    return this.#mass.view()[i] > 0;
  }
  /** For the step that begins; v: velocities, in the order here. */
  begin(v: Numbers): void {
    const { state, size, isStatic } = this;
    const { h } = state;
    this.#perStep = isStatic ? 0 : 1 / h;
    if (!isStatic && h !== this.#h) this.#setInertia(h);
    this.gatherColumn('q', this.q);
    this.gatherColumn('external', this.b);
    this.kernels.addMomenta(size, this.#mass.address, v.address, isStatic ? 0 : h, this.b.address);
  }
  #setInertia(h: number): void {
    const [w, mass, drag] = [this.w.view(), this.#mass.view(), this.#drag];
    for (let i = 0; i < this.size; i++) w[i] = (mass[i] * (1 + h * drag[i])) / (h * h);
    this.#h = h;
  }
  /** Phi at x; leaves r and |r|. */
  value(): number {
    const { elements, size, q } = this;
    if (elements.damped) {
      const [x, from, u] = [this.x, q.view(), elements.u.view()];
      for (let i = 0; i < size; i++) u[i] = this.#perStep * (x[i] - from[i]);
    }
    const energy = elements.energy();
    this.#inertia.run();
    const sums = this.#sums.view();
    let [moved, squared] = [0, 0];
    for (let k = 0; k < sums.length; k += 2) {
      moved += sums[k];
      squared += sums[k + 1];
    }
    this.norm = Math.sqrt(squared);
    return energy + moved;
  }
  /**
   * The size of forces that r is compared with, N: that of the loads; or, if that is more, a thousandth of inertia and of what
   * elements push with where Phi was last worked out.
   */
  scale(v: Numbers): number {
    const { isStatic } = this;
    const forces = [this.b, this.elements.g, this.mask].map(({ address }) => address) as [number, number, number];
    const { h } = this.state;
    this.kernels.sizesOfForces(
      this.size,
      this.#mass.address,
      v.address,
      isStatic ? 0 : h,
      ...forces,
      this.#sizes.address,
    );
    const [loads, elastic, inertia] = this.#sizes.view();
    return Math.max(Math.sqrt(loads), fractionOfForces * (Math.sqrt(elastic) + Math.sqrt(inertia)));
  }
  /** What rounding of places makes of forces, N, and of Phi, J: by the matrix that was assembled last. */
  readonly rounding = { force: 0, energy: 0 };
  findRounding(): void {
    const { matrix, x } = this.elements;
    const { pointers } = matrix;
    const [values, places, mask] = [matrix.values.view(), x.view(), this.mask.view()];
    let [squares, energy] = [0, 0];
    for (let i = 0; i < this.size; i++) {
      const force = mask[i] * values[9 * pointers[(i / 3) | 0] + 4 * (i % 3)] * places[i];
      squares += force * force;
      energy += Math.abs(force * places[i]);
    }
    this.rounding.force = 4 * Number.EPSILON * Math.sqrt(squares);
    this.rounding.energy = 4 * Number.EPSILON * energy;
  }
  /** What forces without an energy take out per unit of d, where r was last worked out. */
  workAlong(d: Float64Array): number {
    if (this.elements.conservative) return 0;
    const n = this.elements.n.view();
    let sum = 0;
    for (let i = 0; i < this.size; i++) sum += n[i] * d[i];
    return sum;
  }
  /** Conserves the momentum of free solids to the last digits: the mean residual force is removed. */
  balance(): void {
    if (this.isStatic) return;
    const { pieces } = this.elements.nodes;
    const [x, inertia, whole] = [this.x, this.w.view(), this.whole.view()];
    for (let k = 0; k + 1 < pieces.length; k++)
      for (let axis = 0; axis < 3; axis++) {
        let [left, total] = [0, 0];
        for (let i = 3 * pieces[k] + axis; i < 3 * pieces[k + 1]; i += 3) {
          left += whole[i];
          total += inertia[i];
        }
        for (let i = 3 * pieces[k] + axis; i < 3 * pieces[k + 1]; i += 3) x[i] -= left / total;
      }
  }
  /** The matrix d2Phi/dx2 at x, over the unknowns. */
  assemble(): void {
    this.elements.assemble(this.#perStep);
  }
  release(): void {
    this.#inertia.release();
    this.elements.release();
    for (const block of [this.r, this.whole, this.q, this.b, this.#sums, this.#mass, this.#coordinates, this.#sizes])
      this.state.arena.release(block);
  }
}

/** Bodies whose step is a solve, in the step that is being made: who solves for which body, the last solution, and external forces. */
import type { SolvedBodies, SolvedMatrix } from '../../constraints/method.ts';
import type { Placed } from '../../forces/placed.ts';
import { type State, stretchOf } from '../../state/state.ts';
import type { Collider } from '../collider/collider.ts';
import { contactFault } from '../options.ts';
import type { Span } from '../step/span.ts';
import type { SolvedEntries } from './solved-entries.ts';

export class SolvedSystems {
  #systems: readonly SolvedBodies[] = [];
  /** by index of the collider: its system, or -1 */
  readonly #systemOf: Int32Array;
  /** p of the last solution, without contacts at first, and that one; over the coordinates of the state */
  solution = new Float64Array(0);
  #solutionU = new Float64Array(0);
  #freeP = new Float64Array(0);
  #freeU = new Float64Array(0);
  #external = new Float64Array(0);

  constructor(
    private readonly state: State,
    private readonly colliders: readonly Collider[],
    private readonly current: () => readonly SolvedBodies[],
  ) {
    this.#systemOf = new Int32Array(colliders.length).fill(-1);
  }
  /** At the beginning: the step is solved without contacts. */
  begin(): void {
    this.#systems = this.current();
    this.#systemOf.fill(-1);
    if (!this.#systems.length) return;
    this.#systems.forEach(({ placed }, k) => {
      for (const { index, placed: own } of this.colliders)
        if (own.size > 0 && placed.includes(own)) this.#systemOf[index] = k;
    });
    for (const system of this.#systems) system.rewind();
    this.#freeP = this.state.column('p').slice();
    this.#freeU = this.state.column('u').slice();
    this.#external = this.state.column('external').slice();
    this.solution = this.#freeP.slice();
    this.#solutionU = this.#freeU.slice();
  }
  get any(): boolean {
    return this.#systems.length > 0;
  }
  owns({ index }: Collider): boolean {
    return this.#systemOf[index] >= 0;
  }
  /** A coordinate that stands for the whole system of a collider. */
  unitOf({ index }: Collider): number {
    return firstOf(this.#systems[this.#systemOf[index]]);
  }
  /** out = A f of the systems of one or two colliders. */
  respond(a: Collider, b: Collider, f: Float64Array, out: Float64Array): void {
    const [i, j] = [this.#systemOf[a.index], this.#systemOf[b.index]];
    if (i >= 0) this.#systems[i].respond(f, out);
    if (j >= 0 && j !== i) this.#systems[j].respond(f, out);
  }
  /** The matrices of all bodies that rows move and whose step is a solve; undefined where one has none. */
  matricesOf({ rows, contacts }: SolvedEntries): SolvedMatrix[] | undefined {
    const used = new Set<number>();
    for (const k of rows)
      for (const { collider } of [contacts[k].a, contacts[k].b]) {
        const system = this.#systemOf[collider.index];
        if (system >= 0) used.add(system);
      }
    const found: SolvedMatrix[] = [];
    for (let k = 0; k < this.#systems.length; k++) {
      if (!used.has(k)) continue;
      const { matrix } = this.#systems[k];
      if (!matrix) return undefined;
      found.push(matrix);
    }
    return found;
  }
  refuseObstacles(unit: number): void {
    const system = this.#systems.find((one) => firstOf(one) === unit);
    if (!system?.obstacle) return;
    const { body } = system.placed.find(({ size }) => size > 0) as Placed;
    throw contactFault(
      '',
      `body "${body.id}" is pushed: ${system.obstacle}, or take the body out: "bodies": { "${body.id}": { "collides": false } }.`,
    );
  }
  /** Solves the step of some systems again, with the present external forces; p and u are theirs. False where one cannot be solved with these: it is as it was solved last. */
  again(units: readonly number[]): boolean {
    const [p, u] = [this.state.column('p'), this.state.column('u')];
    for (const system of this.#systems) {
      if (!units.includes(firstOf(system))) continue;
      const isMade = system.again();
      system.rewind();
      if (!isMade) {
        for (const one of system.placed) {
          stretchOf(p, one).set(stretchOf(this.solution, one));
          stretchOf(u, one).set(stretchOf(this.#solutionU, one));
        }
        return false;
      }
      for (const one of system.placed) {
        stretchOf(this.solution, one).set(stretchOf(p, one));
        stretchOf(this.#solutionU, one).set(stretchOf(u, one));
      }
    }
    return true;
  }
  /** p and u of some systems are those of the last solution. */
  finish({ p, u }: Span, units: readonly number[]): void {
    for (const system of this.#systems) {
      if (!units.includes(firstOf(system))) continue;
      for (const one of system.placed) {
        stretchOf(p, one).set(stretchOf(this.solution, one));
        stretchOf(u, one).set(stretchOf(this.#solutionU, one));
      }
    }
  }
  /** The step as it is without contacts. */
  restart({ freeU }: Span): void {
    if (!this.#systems.length) return;
    const [p, u] = [this.state.column('p'), this.state.column('u')];
    for (const { placed } of this.#systems)
      for (const one of placed) {
        stretchOf(p, one).set(stretchOf(this.#freeP, one));
        stretchOf(u, one).set(stretchOf(this.#freeU, one));
        stretchOf(freeU, one).set(stretchOf(this.#freeU, one));
      }
    this.solution.set(this.#freeP);
    this.#solutionU.set(this.#freeU);
    this.end();
  }
  /** External forces are those of the scene again. */
  end(): void {
    if (this.#systems.length) this.state.column('external').set(this.#external);
  }
}

/** The first coordinate of a system; planes, which have none, begin where the body behind them does. */
const firstOf = ({ placed }: SolvedBodies): number => placed.find(({ size }) => size > 0)?.start ?? -1;

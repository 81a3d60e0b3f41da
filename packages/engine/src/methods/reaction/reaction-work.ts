/** The order of reactions in a step, and which points equations claim. */
import type { BatchView, Work } from '../../constraints/method.ts';
import type { State } from '../../state/state.ts';
import { refuseMixedSchemes } from '../scheme-refusals.ts';

/** A column of the State: 1 at coordinates that an equation under `reaction` holds. */
export const claimed = 'claimed';

/** Which constraint holds a block, in each world: several sets of options are several works. */
const holders = new WeakMap<State, Map<number, string>>();

/** Equations, then planes and other constraints on one body, then those between two. */
const rank = ({ boundRelation: { relation, shapes } }: BatchView): number =>
  relation.sense === '=' ? 0 : shapes.length === 1 ? 1 : 2;

export class ReactionWork implements Work {
  readonly #shapes: readonly BatchView[];
  readonly #equations: readonly BatchView[];
  /** changes when coordinates were last claimed */
  #changes = -1;
  #own: number[] = [];
  readonly #holders: Map<number, string>;

  constructor(
    shapes: readonly BatchView[],
    private readonly state: State,
  ) {
    this.#shapes = [...shapes].sort((a, b) => rank(a) - rank(b));
    this.#equations = shapes.filter((shape) => rank(shape) === 0);
    this.#holders = holders.get(state) ?? new Map();
    holders.set(state, this.#holders);
  }
  readonly beforeForces = (): void => {
    const changes = this.#equations.reduce((sum, shape) => sum + shape.changes, 0);
    if (changes !== this.#changes) this.#claim();
    this.#changes = changes;
  };
  readonly onForce = (): void => {
    for (let i = 0; i < this.#shapes.length; i++) if (!this.#shapes[i].idle) this.#shapes[i].batch.run();
  };
  readonly verify = (): void => refuseMixedSchemes('reaction', this.#shapes);
  readonly end = (): void => this.#release();

  #release(): void {
    const column = this.state.column(claimed);
    for (const i of this.#own) {
      column[i] = 0;
      this.#holders.delete(i);
    }
    this.#own = [];
  }
  #claim(): void {
    this.#release();
    const column = this.state.column(claimed);
    for (const shape of this.#equations)
      this.#each(shape, (block, m) => {
        this.#holders.set(block, shape.who(m).constraint);
        for (let k = 0; k < 3; k++) this.#own.push(block + k);
      });
    for (const i of this.#own) column[i] = 1;
  }
  /** The blocks of active members that they can move. */
  #each(shape: BatchView, visit: (block: number, member: number) => void): void {
    for (let m = 0; m < shape.members.length; m++) {
      if (!shape.isActive(m)) continue;
      for (let s = 0; s < shape.boundRelation.slots; s++)
        if (shape.actsOn(m, s)) visit(shape.blocks[m * shape.slots + s], m);
    }
  }
  /** One-sided constraints that an equation keeps from acting. */
  readonly notices = (): string[] => {
    const counts = new Map<string, { inactive: string; by: string; nodes: number }>();
    for (const shape of this.#shapes) {
      if (rank(shape) === 0) continue;
      this.#each(shape, (block, m) => {
        const by = this.#holders.get(block);
        if (by === undefined) return;
        const inactive = shape.who(m).constraint;
        const key = JSON.stringify([inactive, by]);
        const one = counts.get(key) ?? { inactive, by, nodes: 0 };
        one.nodes++;
        counts.set(key, one);
      });
    }
    return [...counts.values()].map(
      ({ inactive, by, nodes }) =>
        `Constraint "${inactive}" does not act on ${nodes === 1 ? 'one node' : `${nodes} nodes`} that "${by}" holds: "reaction" takes one constraint for a point, and equations come first.`,
    );
  };
}

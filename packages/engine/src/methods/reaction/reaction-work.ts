/**
 * Reactions in a step: which of them acts first, and who has a point for itself.                               [PB88, sec. 4; notes, 3]
 *
 * A point has at most one reaction: that of an equation (a path), else of a plane, else of what it is deepest in, a ball or a
 * model. Equations claim their points when they are switched. Of one-sided ones those that would act are found out before
 * they act: each leaves its depth at its point, in the column `depth`, if it is the largest. The one that acts leaves infinity.
 *
 * Several sets of options are several works, and points do not care: all reactions of a world act together, in the turn of the
 * first of the works.
 */
import type { BatchView, MemberBatch, ProgramView, Work } from '../../constraints/method.ts';
import type { State } from '../../state/state.ts';
import { refuseMixedSchemes } from '../scheme-refusals.ts';
import { candidates, deepest } from './one-reaction.ts';
import { claimed } from './reaction-rows.ts';

/** Equations, then planes and other things without a body, then balls and models. */
const rankOf = ({ boundRelation: { relation, shapes } }: BatchView): number =>
  relation.sense === '=' ? 0 : shapes.length === 1 && !relation.seeks ? 1 : 2;

export interface ReactionPart {
  readonly shape: BatchView;
  readonly omega: number | undefined;
  /** it acts on a point whoever else does */
  readonly always: boolean;
}
interface Ranked extends ReactionPart {
  readonly rank: number;
}
/** Members that share points with others. */
interface Contest extends Ranked {
  readonly memberBatch: MemberBatch;
  readonly members: readonly number[];
}

/** All reactions of a world. */
class Reactions {
  readonly works: ReactionWork[] = [];
  #ranked: Ranked[] = [];
  #contests: readonly Contest[] = [];
  #changes = -1;
  readonly #holders = new Map<number, string>();

  constructor(private readonly state: State) {}

  gather(): void {
    this.end();
    this.#ranked = this.works
      .flatMap(({ parts }) => parts.map((part) => ({ ...part, rank: rankOf(part.shape) })))
      .sort((a, b) => a.rank - b.rank);
  }
  end(): void {
    for (const { shape, memberBatch } of this.#contests) shape.releaseMemberBatch(memberBatch);
    this.#contests = [];
    this.#changes = -1;
  }
  /** Members may have been switched. */
  update(): void {
    let changes = 0;
    for (let i = 0; i < this.#ranked.length; i++) changes += this.#ranked[i].shape.changes;
    if (changes === this.#changes) return;
    this.#claim();
    this.#contend();
    this.#changes = changes;
  }
  act(): void {
    this.state.column(deepest).fill(0);
    for (let rank = 0; rank < 3; rank++) {
      for (let i = 0; i < this.#contests.length; i++)
        if (this.#contests[i].rank === rank) this.#contests[i].memberBatch.batch.run();
      for (let i = 0; i < this.#ranked.length; i++) {
        const one = this.#ranked[i];
        if (one.rank === rank && !one.shape.idle) one.shape.batch.run();
      }
    }
  }

  #claim(): void {
    const column = this.state.column(claimed);
    column.fill(0);
    this.#holders.clear();
    for (const { shape, rank } of this.#ranked)
      if (rank === 0)
        each(shape, shape.boundRelation.slots, (block, m) => {
          this.#holders.set(block, shape.who(m).constraint);
          column.fill(1, block, block + 3);
        });
  }
  /** Members whose points have other one-sided reactions too. */
  #contend(): void {
    this.end();
    const counts = new Map<number, number>();
    const oneSided = this.#ranked.filter(({ rank, always }) => rank > 0 && !always);
    for (const { shape } of oneSided)
      each(shape, ownSlots(shape), (block) => counts.set(block, (counts.get(block) ?? 0) + 1));
    this.#contests = oneSided.flatMap((one) => {
      const { shape, omega } = one;
      const contested = new Set<number>();
      each(shape, ownSlots(shape), (block, m) => {
        if ((counts.get(block) as number) > 1) contested.add(m);
      });
      if (!contested.size) return [];
      const members = [...contested];
      return [{ ...one, members, memberBatch: shape.memberBatch(candidates(shape.boundRelation, omega), members) }];
    });
  }

  // --- what a user should know -----------------------------------------------------------------------------------------
  notices(): string[] {
    return [...this.#blockedByEquations(), ...this.#passedOver()];
  }
  #blockedByEquations(): string[] {
    const counts = new Counts();
    for (const { shape, rank } of this.#ranked)
      if (rank > 0)
        each(shape, shape.boundRelation.slots, (block, m) => {
          const by = this.#holders.get(block);
          if (by !== undefined) counts.add(shape.who(m).constraint, by);
        });
    return counts.inWords(
      (blocked, by, nodes) =>
        `Constraint "${blocked}" does not act on ${nodes} that "${by}" holds: "reaction" takes one constraint for a point, and equations come first.`,
    );
  }
  /** Members that would have acted in the last step, and whose point another one had. */
  #passedOver(): string[] {
    const acting = new Map<number, string>();
    const waiting: { readonly blocked: string; readonly block: number }[] = [];
    for (const { shape, memberBatch, members } of this.#contests)
      for (const m of members) {
        if (!(memberBatch.batch.row(memberBatch.element.get(m) as number, 0) > 0)) continue;
        const [block, id] = [shape.blocks[m * shape.slots], shape.who(m).constraint];
        if ([0, 1, 2].some((axis) => shape.force(m, 0, axis) !== 0)) acting.set(block, id);
        else waiting.push({ blocked: id, block });
      }
    const counts = new Counts();
    for (const { blocked, block } of waiting) {
      const by = acting.get(block);
      if (by !== undefined) counts.add(blocked, by);
    }
    return counts.inWords(
      (blocked, by, nodes) =>
        `Constraint "${blocked}" did not act on ${nodes} in the last step, where "${by}" did: "reaction" takes one constraint for a point, planes first, then the deepest. With "acting": "all" they act one after another.`,
    );
  }
}

const ownSlots = ({ boundRelation }: BatchView): number => boundRelation.shapes[0].blocks.length;
/** The blocks of active members that they can move, among the first slots. */
function each(shape: BatchView, slots: number, visit: (block: number, member: number) => void): void {
  if (shape.idle) return;
  for (let m = 0; m < shape.members.length; m++) {
    if (!shape.isActive(m)) continue;
    for (let s = 0; s < slots; s++) if (shape.actsOn(m, s)) visit(shape.blocks[m * shape.slots + s], m);
  }
}
/** Nodes of one constraint that another one has. */
class Counts {
  readonly #all = new Map<string, { readonly blocked: string; readonly by: string; nodes: number }>();
  add(blocked: string, by: string): void {
    const key = JSON.stringify([blocked, by]);
    const one = this.#all.get(key) ?? { blocked: blocked, by, nodes: 0 };
    one.nodes++;
    this.#all.set(key, one);
  }
  inWords(say: (blocked: string, by: string, nodes: string) => string): string[] {
    return [...this.#all.values()].map(({ blocked, by, nodes }) =>
      say(blocked, by, nodes === 1 ? 'one node' : `${nodes} nodes`),
    );
  }
}

const reactionsOf = (state: State): Reactions => new Reactions(state);

export class ReactionWork implements Work {
  readonly #all: Reactions;
  constructor(
    readonly parts: readonly ReactionPart[],
    program: ProgramView,
  ) {
    this.#all = program.shared(reactionsOf);
    this.#all.works.push(this);
    this.#all.gather();
  }
  get #isFirst(): boolean {
    return this.#all.works[0] === this;
  }
  readonly beforeForces = (): void => {
    if (this.#isFirst) this.#all.update();
  };
  readonly onForce = (): void => {
    if (this.#isFirst) this.#all.act();
  };
  readonly verify = (): void =>
    refuseMixedSchemes(
      'reaction',
      this.parts.map(({ shape }) => shape),
    );
  readonly notices = (): string[] => (this.#isFirst ? this.#all.notices() : []);
  readonly end = (): void => {
    this.#all.works.splice(this.#all.works.indexOf(this), 1);
    this.#all.gather();
  };
}

/**
 * A solve with a factored system in turns for threads, with the bits of one: packages/engine/assembly/solve-parts.ts. Subtrees of the
 * elimination tree on the way up, the panels above them on one thread, the subtrees on the way down.
 */
import type { Arena, Block } from '../../kernel/run/memory.ts';
import type { Call } from '../../kernel/threads/pool.ts';
import type { Plan } from './plan.ts';
import { line } from './stack.ts';
import type { Kernels } from './system.ts';

/** Panels [first, end). */
export interface Stretch {
  readonly first: number;
  readonly end: number;
}
/** Where the system is, the right-hand side in the order of the caller, and room for as many numbers. */
export interface Solved {
  readonly system: number;
  readonly b: number;
  readonly x: number;
}

/** What two more turns and the numbers that are kept for them cost, in entries of the factor: some 5 us. */
const costOfTurns = 8000;

export class SolveParts {
  /** turn by turn; those of the first and the last are independent */
  readonly up: readonly Call[][];
  readonly above: readonly Call[];
  readonly down: readonly Call[][];
  /** it pays; otherwise all is above */
  readonly isCut: boolean;
  readonly #room: Block<Float64Array>;

  constructor(
    plan: Plan,
    threads: number,
    private readonly arena: Arena,
    kernels: Kernels,
    { system, b, x }: Solved,
    cost = costOfTurns,
  ) {
    const { below, above } = cutTree(plan, threads, cost);
    const all = below.flat().sort((one, other) => one.first - other.first);
    // a room for each thread, and behind them what subtrees keep
    const lined = (length: number): number => line * Math.ceil(length / line);
    const work = lined(plan.mostRows);
    const keptAt = new Map<Stretch, number>();
    let length = (below.length + 1) * work;
    for (const stretch of all) {
      keptAt.set(stretch, length);
      length += lined(keptCount(plan, stretch));
    }
    this.#room = arena.f64(length);
    const at = (place: number): number => this.#room.address + 8 * place;
    const keptOf = (stretch: Stretch): number => at(keptAt.get(stretch) as number);
    const take = ({ first, end }: Stretch): Call => ({ run: kernels.takePanels, args: [system, first, end, b, x] });
    const give = ({ first, end }: Stretch): Call => ({ run: kernels.givePanels, args: [system, first, end, x, b] });
    const forward = ({ first, end }: Stretch, room: number, kept: number): Call => ({
      run: kernels.forwardPanels,
      args: [system, first, end, x, at(room * work), kept],
    });
    const backward = ({ first, end }: Stretch, room: number): Call => ({
      run: kernels.backwardPanels,
      args: [system, first, end, x, at(room * work)],
    });
    const add = (stretch: Stretch): Call => ({
      run: kernels.addKept,
      args: [system, stretch.first, stretch.end, x, keptOf(stretch)],
    });
    this.isCut = below.length > 0;
    this.up = below.map((own, t) => own.flatMap((one) => [take(one), forward(one, t, keptOf(one))]));
    this.down = below.map((own, t) => own.flatMap((one) => [backward(one, t), give(one)]));
    const ascending = [...all, ...above].sort((one, other) => one.first - other.first);
    this.above = [
      ...above.map(take),
      ...ascending.map((one) => (keptAt.has(one) ? add(one) : forward(one, below.length, 0))),
      ...[...above].reverse().map((one) => backward(one, below.length)),
      ...above.map(give),
    ];
  }
  release(): void {
    this.arena.release(this.#room);
  }
}

/** Subtrees for each thread, and the panels above them, ascending: so that all is done soonest. Without subtrees where that is one thread. */
export function cutTree(
  plan: Plan,
  threads: number,
  cost = costOfTurns,
): { readonly below: Stretch[][]; readonly above: Stretch[] } {
  const { start, rowsAt, rowsEnd, subtree } = plan;
  const count = subtree.length;
  const before = new Float64Array(count + 1); // entries of all panels before this one
  for (let s = 0; s < count; s++)
    before[s + 1] = before[s] + (start[s + 1] - start[s]) * (rowsEnd[s] - rowsAt[s] - (start[s + 1] - start[s]) / 2);
  const workOf = ({ first, end }: Stretch): number => before[end] - before[first];
  /** the trees of panels [first, end) */
  const treesOf = (first: number, end: number): Stretch[] => {
    const trees: Stretch[] = [];
    for (let s = end - 1; s >= first; s = subtree[s] - 1) trees.push({ first: subtree[s], end: s + 1 });
    return trees;
  };
  const dealt = (trees: readonly Stretch[]): { readonly hands: Stretch[][]; readonly longest: number } => {
    const hands = Array.from({ length: threads }, (): Stretch[] => []);
    const loads = new Float64Array(threads);
    for (const tree of trees) {
      const least = loads.indexOf(Math.min(...loads));
      hands[least].push(tree);
      loads[least] += workOf(tree);
    }
    return { hands: hands.filter(({ length }) => length), longest: Math.max(...loads) };
  };
  let trees = treesOf(0, count);
  let above: Stretch[] = [];
  let best = { below: [] as Stretch[][], above: [{ first: 0, end: count }], time: before[count] };
  for (let inTurn = 0; trees.length && inTurn < best.time; ) {
    trees.sort((one, other) => workOf(other) - workOf(one) || one.first - other.first);
    const { hands, longest } = dealt(trees);
    const time = cost + inTurn + longest;
    if (time < best.time) best = { below: hands, above, time };
    const [{ first, end }, ...others] = trees;
    const root = { first: end - 1, end };
    above = [...above, root];
    inTurn += workOf(root);
    trees = [...others, ...treesOf(first, end - 1)];
  }
  return { below: best.below, above: best.above.sort((one, other) => one.first - other.first) };
}

/** Numbers that go to rows behind a subtree. */
function keptCount({ start, rowsAt, rowsEnd, rows }: Plan, { first, end }: Stretch): number {
  let count = 0;
  for (let s = first; s < end; s++)
    for (let at = rowsEnd[s] - 1; at >= rowsAt[s] && rows[at] >= start[end]; at--) count++;
  return count;
}

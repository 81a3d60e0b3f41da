/**
 * Many bodies of one shape: the elements of one body unrolled into a single formula, whose inputs are the body's nodes.
 * No index table, no force array, no scatter; common subexpressions of edges and tets are computed once, and parameters become
 * constants. The drawbacks: code grows with the body, and all bodies have the same parameters.
 */
import { compile, type Run } from '../compile/compile.ts';
import { ahead, type BodyMode, type Kernel, kernel, type Sink } from '../compile/kernel.ts';
import { constant, type Expr, zero } from '../formula/expr.ts';
import { add3, type Vec3 } from '../formula/vector.ts';
import { cutIntoChunks, rangeBounds } from './call.ts';
import type { Arena } from './memory.ts';
import { type AddressOf, type Phase, steady } from './phase.ts';
import { Split } from './split.ts';

/** The force of one element on its nodes, from their positions, velocities and the element's parameters. */
export type ForceFormula = (x: readonly Vec3[], v: readonly Vec3[], parameters: readonly Expr[]) => Vec3[];

export interface BodyPart {
  readonly forces: ForceFormula;
  readonly nodes: readonly (readonly number[])[];
  readonly parameters: readonly (readonly number[])[];
}

/** The forces on the nodes of a body, in the order in which they are computed. */
export interface Unrolled {
  /** on every node */
  readonly forces: readonly Vec3[];
  /** one element after another: the sums of forces on its nodes so far, and the nodes on which that is all */
  readonly turns: readonly { readonly sums: readonly Expr[]; readonly finished: readonly number[] }[];
}

/**
 * The elements of a body unrolled, given where its nodes are. Nodes with the fewest elements left are finished first, so
 * that few sums are under way at a time.
 */
export function unroll(parts: readonly BodyPart[], x: readonly Vec3[], v: readonly Vec3[]): Unrolled {
  const forces: Vec3[] = x.map(() => [zero, zero, zero]);
  const waiting = x.map((): { part: BodyPart; element: number }[] => []); // by node
  for (const part of parts)
    part.nodes.forEach((nodes, element) => {
      const one = { part, element };
      for (const n of new Set(nodes)) waiting[n].push(one);
    });
  const turns = [{ sums: [] as Expr[], finished: waiting.flatMap((list, n) => (list.length ? [] : [n])) }];
  for (;;) {
    let next = -1;
    waiting.forEach(({ length }, n) => {
      if (length && (next < 0 || length < waiting[next].length)) next = n;
    });
    if (next < 0) return { forces, turns };
    for (const one of [...waiting[next]]) {
      const { part, element } = one;
      const nodes = part.nodes[element];
      const at = (all: readonly Vec3[]): Vec3[] => nodes.map((n) => all[n]);
      part.forces(at(x), at(v), part.parameters[element].map(constant)).forEach((force, slot) => {
        forces[nodes[slot]] = add3(forces[nodes[slot]], force);
      });
      const own = [...new Set(nodes)];
      for (const n of own) waiting[n].splice(waiting[n].indexOf(one), 1);
      turns.push({ sums: own.flatMap((n) => [...forces[n]]), finished: own.filter((n) => !waiting[n].length) });
    }
  }
}

/** The force on every node of a body, given where its nodes are. */
export const bodyForces = (parts: readonly BodyPart[], x: readonly Vec3[], v: readonly Vec3[]): readonly Vec3[] =>
  unroll(parts, x, v).forces;

/** The sinks of each node, behind what they need. */
export const inTurn = ({ turns }: Unrolled, sinksOf: (node: number) => readonly Sink[]): Sink[] =>
  turns.flatMap(({ sums, finished }) => [ahead(sums.filter(isSum)), ...finished.flatMap(sinksOf)]);
/** Other operations may have been simplified into what they are part of. */
const isSum = ({ op }: Expr): boolean => op === 'add' || op === 'sub';

/** A body kernel over a run of bodies, one `stride` after another. */
export class Bodies {
  readonly #kernel: Kernel;
  readonly #run: Run;
  #calls: readonly (readonly number[])[] = [[], []];
  #phase: Phase = steady;
  #split: Split | undefined;

  constructor(
    sinks: readonly Sink[],
    mode: BodyMode,
    private readonly arena: Arena,
  ) {
    this.#kernel = kernel(sinks, mode);
    this.#run = compile(this.#kernel, arena.memory);
  }
  /** start: first coordinate of the first body; unions: with threads, a line for each chunk */
  bind(start: number, pairs: number, addressOf: AddressOf, uniforms = 0, unions = 0, phase: Phase = steady): void {
    this.#phase = phase;
    this.#calls = ([0, 1] as const).map((at) => [
      pairs,
      0,
      0,
      uniforms,
      0,
      unions,
      ...this.#kernel.arrays.map((array) => addressOf(array, at) + 8 * start),
    ]);
    const { team } = this.arena;
    if (!team) return;
    this.#split?.release();
    this.#split = new Split(team, this.#kernel, pairs, undefined, () =>
      cutIntoChunks(this.#kernel, this.#run, this.#calls, rangeBounds(pairs, team.chunks, 1)),
    );
  }
  run(): void {
    const job = this.#split?.job();
    if (job) job.run(this.#phase.now);
    else Reflect.apply(this.#run, undefined, this.#calls[this.#phase.now]);
  }
}

/**
 * Many bodies of one shape: the elements of one body unrolled into a single formula, whose inputs are the body's nodes.
 * No index table, no force array, no scatter; edges and tets share their differences through the hash-consing, and
 * parameters become constants. The price: code grows with the body (it pays up to some 12 nodes: 0.70, 0.77, 0.96, 1.05,
 * 1.23 times the batch at 8, 12, 20, 36, 68 nodes), and parameters belong to the shape.
 */
import { compile, type Run } from './compile.ts';
import { constant, type Expr, zero } from './expr.ts';
import { type BodyMode, type Kernel, kernel, type Sink } from './kernel.ts';
import type { Arena } from './memory.ts';
import { type AddressOf, type Phase, steady } from './phase.ts';
import { add3, type Vec3 } from './vector.ts';

/** The force of one element on its nodes, from their positions, velocities and the element's parameters. */
export type ForceFormula = (x: readonly Vec3[], v: readonly Vec3[], parameters: readonly Expr[]) => Vec3[];

export interface BodyPart {
  readonly forces: ForceFormula;
  readonly nodes: readonly (readonly number[])[];
  readonly parameters: readonly (readonly number[])[];
}

/** The force on every node of a body, given where its nodes are. */
export function bodyForces(parts: readonly BodyPart[], x: readonly Vec3[], v: readonly Vec3[]): Vec3[] {
  const total: Vec3[] = x.map(() => [zero, zero, zero]);
  for (const part of parts) {
    part.nodes.forEach((nodes, e) => {
      const at = (all: readonly Vec3[]): Vec3[] => nodes.map((n) => all[n]);
      const forces = part.forces(at(x), at(v), part.parameters[e].map(constant));
      nodes.forEach((n, slot) => {
        total[n] = add3(total[n], forces[slot]);
      });
    });
  }
  return total;
}

/** A body kernel over a run of bodies, one `stride` after another. */
export class Bodies {
  readonly #kernel: Kernel;
  readonly #run: Run;
  #calls: readonly (readonly number[])[] = [[], []];
  #phase: Phase = steady;

  constructor(sinks: readonly Sink[], mode: BodyMode, arena: Arena) {
    this.#kernel = kernel(sinks, mode);
    this.#run = compile(this.#kernel, arena.memory);
  }
  /** start: first coordinate of the first body */
  bind(start: number, pairs: number, addressOf: AddressOf, uniforms = 0, sums = 0, phase: Phase = steady): void {
    this.#phase = phase;
    this.#calls = ([0, 1] as const).map((at) => [
      pairs,
      0,
      0,
      uniforms,
      0,
      sums,
      ...this.#kernel.arrays.map((array) => addressOf(array, at) + 8 * start),
    ]);
  }
  run(): void {
    Reflect.apply(this.#run, undefined, this.#calls[this.#phase.now]);
  }
}

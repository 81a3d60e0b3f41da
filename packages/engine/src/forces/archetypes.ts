/**
 * Identical neighbouring bodies run in one kernel: the whole body unrolled, without index tables, two bodies at a time in the
 * SIMD lanes (kernel/run/body.ts). Bodies are identical when they share their elements and masses, as copies do; all
 * other bodies take the indexed path.
 *
 * Where nothing needs the forces in between, forces and prediction are one kernel, and forces are not stored:
 *
 *   p, u  from  q, v,  a = W (elements) + g - drag v
 */
import type { Body } from '../bodies/body.ts';
import { gravity, h, type Integrator } from '../integrators/integrator.ts';
import { type BodyMode, flat, gather, point, putTo, type Sink, toUnion, uniform } from '../kernel/compile/kernel.ts';
import { add, constant, type Expr, mul, sub, substitute, zero } from '../kernel/formula/expr.ts';
import type { Vec3 } from '../kernel/formula/vector.ts';
import { Bodies, type BodyPart, inTurn, type Unrolled, unroll } from '../kernel/run/body.ts';
import type { State } from '../state/state.ts';
import type { Placed } from './placed.ts';

/**
 * 0.63, 0.69, 0.73 and 0.82 of the indexed path's time at 8, 27, 45 and 64 nodes (boxes of 6-tet cells); but compiling takes
 * some 15 ms a node, too much for a few copies.
 */
const mostNodes = 64;
const nodesPerCopy = 4;

/** Runs of identical neighbours, of an even number each: lanes are filled. */
export function findRuns(placed: readonly Placed[]): (readonly Placed[])[] {
  const runs: Placed[][] = [];
  let run: Placed[] = [];
  for (const p of placed) {
    if (run.length && !alike(run[0], p)) {
      runs.push(run);
      run = [];
    }
    run.push(p);
  }
  runs.push(run);
  return runs
    .map((all) => all.slice(0, all.length - (all.length % 2)))
    .filter((all) => all.length && unrolls(all[0], all.length));
}
const alike = (a: Placed, b: Placed): boolean =>
  a.body.elements === b.body.elements &&
  a.body.inverseMass === b.body.inverseMass &&
  a.body.drag === b.body.drag &&
  a.integrator === b.integrator;
const unrolls = ({ body, integrator }: Placed, copies: number): boolean =>
  body.elements.length > 0 &&
  body.elements.every(({ kind }) => !kind.state && kind.bodyState === undefined) && // state takes the indexed path
  body.nodeCount <= Math.min(mostNodes, nodesPerCopy * copies) &&
  body.coordinates === 3 * body.nodeCount &&
  !body.inverseMass.apply &&
  !body.curved &&
  !body.points &&
  integrator.stages.length === 1 &&
  !integrator.implicit &&
  !integrator.flow &&
  !integrator.solved;

const dragRate = uniform(5);

export class Archetype {
  readonly #unrolled: Unrolled;
  readonly #mode: BodyMode;
  readonly #forces: Bodies;
  /** by the axes along which gravity pulls, as bits */
  readonly #fused = new Map<number, Bodies>();
  #axes = 0;

  constructor(
    readonly placed: readonly Placed[],
    private readonly state: State,
    private readonly uniforms: number,
    private readonly unions: number,
  ) {
    const { body, integrator, size } = placed[0];
    const offsets = Array.from({ length: body.nodeCount }, (_, n) => 24 * n);
    this.#mode = { kind: 'body', stride: 8 * size, offsets };
    this.#unrolled = unrolledBody(body, integrator);
    this.#forces = this.#bodies((n) => [
      putTo(
        'f',
        n,
        this.#unrolled.forces[n].map((f, k) => add(f, load(integrator, n, k))),
      ),
    ]);
  }
  #bodies(sinksOf: (node: number) => readonly Sink[]): Bodies {
    const { state, placed } = this;
    const made = new Bodies(inTurn(this.#unrolled, sinksOf), this.#mode, state.arena);
    made.bind(placed[0].start, placed.length / 2, state.addressOf, this.uniforms, this.unions, state.phase);
    return made;
  }
  /** Gravity costs nothing along the axes where there is none. */
  weigh(gravity: readonly number[]): void {
    this.#axes = gravity.reduce((bits, g, axis) => bits | (g === 0 ? 0 : 1 << axis), 0);
    if (this.#fused.has(this.#axes)) return;
    const { body, integrator } = this.placed[0];
    this.#fused.set(this.#axes, this.#bodies(predictions(body, integrator, this.#unrolled.forces, this.#axes)));
  }
  /** f */
  forces(): void {
    this.#forces.run();
  }
  /** p and u, with weight and drag but without loads */
  predict(): void {
    this.#fused.get(this.#axes)?.run();
  }
}

/** external - drag v, coordinate k of node n */
function load(integrator: Integrator, n: number, k: number): Expr {
  return sub(gather('external', n, k), mul(gather('drag', n, k), seen(integrator, n, k)));
}
const seen = (integrator: Integrator, n: number, k: number): Expr => {
  const v = gather('v', n, k);
  return integrator.seen ? integrator.seen(v, gather('u', n, k)) : v;
};

function unrolledBody(body: Body, integrator: Integrator): Unrolled {
  const parts = body.elements.map(({ kind, count, blocks, parameters }): BodyPart => {
    const slots = kind.blocks.length;
    const columns = kind.parameters.length;
    const rows = <T>(make: (e: number) => T): T[] => Array.from({ length: count }, (_, e) => make(e));
    return {
      forces: (x, v, p) => kind.forces(x, v, p, []) as unknown as Vec3[],
      nodes: rows((e) => Array.from(blocks.subarray(e * slots, (e + 1) * slots), (b) => b / 3)),
      parameters: rows((e) => Array.from(parameters.subarray(e * columns, (e + 1) * columns))),
    };
  });
  const nodes = Array.from({ length: body.nodeCount }, (_, n) => n);
  return unroll(
    parts,
    nodes.map((n) => point('q', n)),
    nodes.map((n) => [0, 1, 2].map((k) => seen(integrator, n, k)) as unknown as Vec3),
  );
}

/** The integrator's formulas, written for any coordinate, put on every coordinate of the body. */
function predictions(
  body: Body,
  integrator: Integrator,
  forces: readonly Vec3[],
  axes: number,
): (node: number) => Sink[] {
  const w = new Float64Array(body.coordinates);
  body.inverseMass.diagonal(w);
  const Wf = flat('a');
  const { velocity, steps, from, to, also } = integrator.stages[0](Wf);
  const by = mul(mul(constant(steps), h), velocity as Expr);
  const columns = [to, ...also.map((s) => ('array' in s ? s.array : ''))];
  const formulas = [add(flat(from), by), ...also.flatMap((s) => [...s.values]), by];
  const inputs = ['q', 'v', 'u', 'p', ...integrator.history];
  return (n) => {
    const perAxis = forces[n].map((f, k) => {
      const free = w[3 * n + k] > 0;
      const weight = (axes >> k) & 1 ? gravity[k] : zero;
      const drag = body.drag > 0 ? mul(dragRate, seen(integrator, n, k)) : zero;
      const a = free ? sub(add(mul(constant(w[3 * n + k]), f), weight), drag) : zero;
      const known = new Map(inputs.map((name) => [flat(name), gather(name, n, k)] as const));
      return substitute(formulas, known.set(Wf, a));
    });
    const written = columns.map((column, c) =>
      putTo(
        column,
        n,
        perAxis.map((values) => values[c]),
      ),
    );
    return [...written, ...perAxis.map((values) => toUnion(0, values[columns.length]))];
  };
}

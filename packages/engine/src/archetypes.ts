/**
 * Identical bodies side by side run as one: two at a time in the lanes of a kernel that is the whole body unrolled, without
 * index tables (kernel/body.ts). Bodies are identical when they share their elements and masses, as copies do; one that is
 * replaced by something else leaves the run, and takes the indexed path with all other bodies.
 *
 * Where nothing acts on the forces in between, forces and prediction are one kernel, and no force is ever stored:
 *
 *   p, u  from  q, v,  a = W (elements) + g - drag v
 */
import type { Body } from './bodies/body.ts';
import { gravity, h, type Integrator } from './integrators/integrator.ts';
import { Bodies, type BodyPart, bodyForces } from './kernel/body.ts';
import { add, constant, type Expr, mul, square, sub, substitute, zero } from './kernel/expr.ts';
import { flat, gather, point, putTo, type Sink, toSum, uniform } from './kernel/kernel.ts';
import type { Vec3 } from './kernel/vector.ts';
import type { Placed } from './mover.ts';
import type { State } from './state.ts';

/** Larger bodies are faster on the indexed path, and their code would grow with them. */
const mostNodes = 27;

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
  return runs.map((all) => all.slice(0, all.length - (all.length % 2))).filter((all) => all.length && unrolls(all[0]));
}
const alike = (a: Placed, b: Placed): boolean =>
  a.body.elements === b.body.elements &&
  a.body.inverseMasses === b.body.inverseMasses &&
  a.body.drag === b.body.drag &&
  a.integrator === b.integrator;
const unrolls = ({ body, integrator }: Placed): boolean =>
  body.elements.length > 0 &&
  body.nodeCount <= mostNodes &&
  body.coordinates === 3 * body.nodeCount &&
  !body.applyW &&
  !body.advance &&
  integrator.stages.length === 1 &&
  !integrator.implicit;

const dragRate = uniform(5);

export class Archetype {
  readonly #forces: Bodies;
  readonly #fused: Bodies;

  constructor(
    readonly placed: readonly Placed[],
    private readonly state: State,
    private readonly uniforms: number,
    private readonly sums: number,
  ) {
    const { body, integrator, size } = placed[0];
    const nodes = Array.from({ length: body.nodeCount }, (_, n) => n);
    const mode = { kind: 'body' as const, stride: 8 * size, offsets: nodes.map((n) => 24 * n) };
    const made = elementForces(body, integrator);
    this.#forces = new Bodies(
      nodes.map((n) =>
        putTo(
          'f',
          n,
          made[n].map((f, k) => add(f, load(integrator, n, k))),
        ),
      ),
      mode,
      state.arena,
    );
    this.#fused = new Bodies(fusedSinks(body, integrator, made), mode, state.arena);
    this.bind();
  }
  bind(): void {
    const { state, uniforms, sums, placed } = this;
    for (const one of [this.#forces, this.#fused])
      one.bind(placed[0].start, placed.length / 2, state.addressOf, uniforms, sums, state.phase);
  }
  /** f */
  forces(): void {
    this.#forces.run();
  }
  /** p and u, with weight and drag but without loads */
  predict(): void {
    this.#fused.run();
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

function elementForces(body: Body, integrator: Integrator): Vec3[] {
  const parts = body.elements.map(({ kind, count, blocks, parameters }): BodyPart => {
    const slots = kind.blocks.length;
    const columns = kind.parameters.length;
    const rows = <T>(make: (e: number) => T): T[] => Array.from({ length: count }, (_, e) => make(e));
    return {
      forces: (x, v, p) => kind.forces(x, v, p) as unknown as Vec3[],
      nodes: rows((e) => Array.from(blocks.subarray(e * slots, (e + 1) * slots), (b) => b / 3)),
      parameters: rows((e) => Array.from(parameters.subarray(e * columns, (e + 1) * columns))),
    };
  });
  const nodes = Array.from({ length: body.nodeCount }, (_, n) => n);
  return bodyForces(
    parts,
    nodes.map((n) => point('q', n)),
    nodes.map((n) => [0, 1, 2].map((k) => seen(integrator, n, k)) as unknown as Vec3),
  );
}

/** The integrator's formulas, written for any coordinate, put on every coordinate of the body. */
function fusedSinks(body: Body, integrator: Integrator, forces: readonly Vec3[]): Sink[] {
  const w = new Float64Array(body.coordinates);
  body.inverseMasses(w);
  const Wf = flat('a');
  const { velocity, steps, from, to, also } = integrator.stages[0](Wf);
  const by = mul(mul(constant(steps), h), velocity);
  const columns = [to, ...also.map((s) => ('array' in s ? s.array : ''))];
  const formulas = [add(flat(from), by), ...also.flatMap((s) => [...s.values]), by];
  const inputs = ['q', 'v', 'u', 'p', ...integrator.history];
  const sinks: Sink[] = [];
  let far: Expr = zero;
  forces.forEach((force, n) => {
    const perAxis = force.map((f, k) => {
      const free = w[3 * n + k] > 0;
      const drag = body.drag > 0 ? mul(dragRate, seen(integrator, n, k)) : zero;
      const a = free ? sub(add(mul(constant(w[3 * n + k]), f), gravity[k]), drag) : zero;
      const known = new Map(inputs.map((name) => [flat(name), gather(name, n, k)] as const));
      return substitute(formulas, known.set(Wf, a));
    });
    columns.forEach((column, c) =>
      sinks.push(
        putTo(
          column,
          n,
          perAxis.map((values) => values[c]),
        ),
      ),
    );
    for (const values of perAxis) far = add(far, square(values[columns.length]));
  });
  return [...sinks, toSum(0, far)];
}

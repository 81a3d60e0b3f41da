/**
 * The displacement method at work. Large solids that are apart from everything else are solved iteratively, each part by itself; all
 * other bodies are one system.
 */
import type { BatchView, ProgramView, Report, SolvedBodies, StepReport, Work } from '../../constraints/method.ts';
import type { Placed } from '../../forces/placed.ts';
import type { State } from '../../state/state.ts';
import { Kkt } from './kkt.ts';
import { KktWork } from './kkt-work.ts';
import type { KktOptions } from './problem.ts';
import { rowsReportOf } from './rows-report.ts';
import { SolidSolver } from './solid/solid-solver.ts';
import { SolidWork } from './solid/solid-work.ts';

export class DisplacementWork implements Work {
  readonly #works: readonly (KktWork | SolidWork)[];

  constructor(
    shapes: readonly BatchView[],
    private readonly program: ProgramView,
    options: KktOptions,
  ) {
    const { bodies, parts, state } = program;
    const kept = program.keep(() => new Solvers(state));
    const partOf = ({ body }: Placed): string => parts.get(body.id) ?? together;
    const names = [...new Set(bodies.map(partOf))];
    const byPart = new Map(names.map((name) => [name, shapes.filter((s) => partAt(s, bodies, partOf) === name)]));
    // constraints that touch no body have no forces; they stay with the first part
    this.#works = kept
      .take(new Map(names.map((name) => [name, bodies.filter((b) => partOf(b) === name)])))
      .map((solver, k) => {
        const own = byPart.get(names[k]) ?? [];
        return solver instanceof Kkt
          ? new KktWork(solver, own, state, options)
          : new SolidWork(solver, own, state, options.tolerance);
      });
  }
  onSolve = (): void => {
    for (let k = 0; k < this.#works.length; k++) this.#works[k].step();
  };
  get solvers(): readonly (Kkt | SolidSolver)[] {
    return this.#works.map(({ solver }) => solver);
  }
  get systems(): readonly SolvedBodies[] {
    return this.#works.map(({ system }) => system);
  }
  stepReports = (): StepReport[] =>
    this.solvers.flatMap((solver) => (solver instanceof SolidSolver || solver.hasReport ? [{ ...solver.report }] : []));
  report = (): Report => {
    const all = this.#works.map(({ solver }) => rowsReportOf(solver.rows, solver.lambda, this.program.state));
    let first = 0;
    const parts = all.map(({ rows, active, dependent, entries }): Report => {
      const from = first;
      first += rows.length;
      return {
        rows,
        active: active.map((row) => from + row),
        dependent: dependent.map(({ row, on }) => ({ row: from + row, on: on.map((other) => from + other) })),
        entries: entries.map((entry) => ({ ...entry, row: from + entry.row })),
      };
    });
    return {
      rows: parts.flatMap(({ rows }) => rows),
      active: parts.flatMap(({ active }) => active),
      dependent: parts.flatMap(({ dependent }) => dependent),
      entries: parts.flatMap(({ entries }) => entries),
    };
  };
  end = (): void => {
    for (const work of this.#works) work.end();
  };
}

/** The name of the part that is one system. */
const together = '';

/** The part whose bodies a batch holds. */
function partAt(shape: BatchView, bodies: readonly Placed[], partOf: (placed: Placed) => string): string {
  for (const block of shape.blocks) {
    const found = bodies.find(({ start, size }) => block >= start && block < start + size);
    if (found) return partOf(found);
  }
  return bodies.length ? partOf(bodies[0]) : together;
}

/** Solvers stay while the bodies of their parts do. */
class Solvers {
  readonly #made = new Map<string, { readonly bodies: readonly Placed[]; readonly solver: Kkt | SolidSolver }>();

  constructor(private readonly state: State) {}
  take(parts: ReadonlyMap<string, readonly Placed[]>): (Kkt | SolidSolver)[] {
    for (const [name, { bodies, solver }] of this.#made) {
      const now = parts.get(name);
      if (now?.length === bodies.length && now.every((body, i) => body === bodies[i])) continue;
      solver.release();
      this.#made.delete(name);
    }
    return [...parts].map(([name, bodies]) => {
      const { solver } = this.#made.get(name) ?? {
        solver: name === together ? new Kkt(bodies, this.state) : new SolidSolver(bodies, this.state),
      };
      this.#made.set(name, { bodies, solver });
      return solver;
    });
  }
  release(): void {
    for (const { solver } of this.#made.values()) solver.release();
    this.#made.clear();
  }
}

/**
 * Elements of solids in parts for threads (kernel/run/parts.ts): a part has a range of nodes, in the order of the solve, with the sums of
 * forces on them and their rows of the matrix. Elements at a cut are in two parts, and every sum keeps its order.
 */
import type { Kernel } from '../../kernel/compile/kernel.ts';
import { Batch, ghostCoordinates } from '../../kernel/run/batch.ts';
import type { Elements } from '../../kernel/run/elements.ts';
import type { Arena, Block } from '../../kernel/run/memory.ts';
import { doubledFraction } from '../../kernel/run/parts.ts';
import type { Call, Team } from '../../kernel/threads/pool.ts';
import { SharedCalls } from '../../kernel/threads/shared-calls.ts';
import type { BlockMatrix } from '../../linalg/blocks/block-matrix.ts';
import { kernelsIn } from '../../linalg/factor/system.ts';

type Numbers = Block<Float64Array<ArrayBuffer>>;

/** Elements of one kind: for energy and forces, and for the matrix, whose blocks have slots behind those of nodes. */
export interface SolidTables {
  readonly force: Kernel;
  readonly forceElements: Elements;
  readonly tangent: Kernel;
  readonly tangentElements: Elements;
}
export interface SolidVectors {
  readonly g: Numbers;
  /** undefined if all forces have an energy */
  readonly n: Numbers | undefined;
  readonly w: Numbers;
  readonly mask: Numbers;
}
export interface SolidWork {
  readonly arena: Arena;
  readonly matrix: BlockMatrix;
  readonly tables: readonly SolidTables[];
  readonly vectors: SolidVectors;
  /** of all arrays of the kernels, and of their uniforms */
  addressOf(array: string): number;
  readonly uniforms: number;
  /** the same on one thread */
  forces(): void;
  assemble(): void;
}

/** Elements below which it is not worth cutting, also where everything is to be shared. */
const leastElements = 2000;
const leastAlways = 256;
/** With the elements that are in two parts, a thread has to do less than this part of the whole. */
const worthIt = 0.75;
/** Operations of an element, about. */
const operations = 300;

/** Rows at which to cut: ranges with about as many blocks each. Undefined where it does not pay. */
export function cutRows(
  { pointers, rows }: BlockMatrix,
  tables: readonly SolidTables[],
  team: Team | undefined,
): readonly number[] | undefined {
  const count = tables.reduce((sum, { forceElements }) => sum + forceElements.count, 0);
  if (!team || count < (team.always ? leastAlways : leastElements)) return undefined;
  for (let parts = team.threads; parts >= 2; parts--) {
    const cuts = Array.from({ length: parts + 1 }, (_, c) => {
      const row = pointers.findIndex((at) => at * parts >= pointers[rows] * c);
      return row < 0 ? rows : row;
    });
    const ranges = { cuts: cuts.map((row) => 3 * row) };
    const copies = tables.reduce(
      (sum, { force, forceElements }) =>
        sum + forceElements.count * doubledFraction(forceElements, force.slots, ranges),
      0,
    );
    if ((1 + copies / count) / parts < worthIt) return cuts;
  }
  return undefined;
}

export class SolidParts {
  /** its rows are the energies of elements, if the last run was shared */
  readonly batches: readonly Batch[];
  readonly #tangents: readonly Batch[];
  /** of each part: forces on its nodes, and beyond */
  readonly #columns: readonly Numbers[];
  readonly #forces: SharedCalls;
  readonly #assembly: SharedCalls;
  #shared = false;

  constructor(
    private readonly work: SolidWork,
    /** first row of each part, and the end */
    private readonly rows: readonly number[],
  ) {
    const { arena, matrix, tables, vectors } = work;
    const own = 3 * matrix.rows;
    const parts = rows.length - 1;
    const ends = rows.map((row) => matrix.endsBefore(row));
    const nodeParts = { cuts: rows.map((row) => 3 * row) };
    const blockParts = {
      cuts: [...ends.map(([upper]) => own + upper), ...ends.slice(1).map(([, folded]) => own + folded)],
      bands: 2,
      owned: true,
    };
    this.batches = tables.map((t) => new Batch(t.force, arena, t.forceElements, own, undefined, nodeParts));
    this.#tangents = tables.map(
      (t) => new Batch(t.tangent, arena, t.tangentElements, own + matrix.size, undefined, blockParts),
    );
    const vectorCount = vectors.n ? 2 : 1;
    this.#columns = Array.from({ length: vectorCount * parts }, () => arena.f64(own + ghostCoordinates));
    const each = <T>(make: (part: number) => T): T[] => Array.from({ length: parts }, (_, part) => make(part));
    const count = operations * tables.reduce((sum, { forceElements }) => sum + forceElements.count, 0);
    this.#forces = new SharedCalls(
      arena.team,
      count,
      () => [each((part) => this.#forceCalls(part))],
      () => {
        this.#shared = false;
        work.forces();
      },
    );
    this.#assembly = new SharedCalls(
      arena.team,
      count,
      () => [each((part) => this.#assemblyCalls(part))],
      () => work.assemble(),
    );
  }
  /** Elements add to the part's own columns; the sums on its own nodes are complete. */
  #forceCalls(part: number): Call[] {
    const { arena, vectors, addressOf, uniforms } = this.work;
    const kernels = kernelsIn(arena.memory);
    const [from, to] = [3 * this.rows[part], 3 * this.rows[part + 1]];
    const touched = this.batches.map((batch) => batch.touchedBy(part)).filter(([least, most]) => least <= most);
    const start = Math.min(from, ...touched.map(([least]) => least));
    const end = Math.max(to, ...touched.map(([, most]) => most + 3));
    const parts = this.rows.length - 1;
    const targets = [vectors.g, vectors.n].flatMap((vector, k) =>
      vector ? [{ vector, column: this.#columns[k * parts + part].address }] : [],
    );
    const names = ['g', 'n'];
    const own = (array: string): number => targets[names.indexOf(array)]?.column ?? addressOf(array);
    return [
      ...targets.map(({ column }) => ({ run: kernels.clear, args: [column + 8 * start, 8 * (end - start)] })),
      ...this.batches.flatMap((batch) => batch.partCalls(part, own, uniforms, 0)),
      ...targets.map(({ vector, column }) => ({
        run: kernels.copy,
        args: [column + 8 * from, vector.address + 8 * from, 8 * (to - from)],
      })),
    ];
  }
  #assemblyCalls(part: number): Call[] {
    const { matrix, vectors, addressOf, uniforms } = this.work;
    const add = this.#tangents.flatMap((batch) => batch.partCalls(part, addressOf, uniforms, 0));
    return matrix.assemblyCalls(this.rows[part], this.rows[part + 1], add, vectors.w, vectors.mask);
  }
  /** Leaves g and n, and energies of elements: whether in `batches`. */
  forces(): boolean {
    this.#shared = true;
    this.#forces.run();
    return this.#shared;
  }
  assemble(): void {
    this.#assembly.run();
  }
  release(): void {
    for (const calls of [this.#forces, this.#assembly]) calls.release();
    for (const batch of [...this.batches, ...this.#tangents]) batch.release();
    for (const column of this.#columns) this.work.arena.release(column);
  }
}

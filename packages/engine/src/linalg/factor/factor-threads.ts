/** The factorisation of one large system on several threads, with the bits of one: packages/engine/assembly/tasks.ts. */
import type { Arena, Block } from '../../kernel/run/memory.ts';
import type { Job, Team } from '../../kernel/threads/pool.ts';
import type { Plan } from './plan.ts';
import { leaveScratch, line, Stack } from './stack.ts';
import { fieldAt, fieldCount, type Kernels } from './system.ts';

/** Claimed tasks, epoch and first panel. */
const roundWords = 3;
/**
 * So many times a system is factored on one thread after pivots were so unsure that those after them had to be judged one after
 * another, which threads cannot do: it is likely to happen again.
 */
const restAfterDoubt = 64;

export class FactorThreads {
  readonly #team: Team;
  readonly #blocks: Block<Int32Array | Float64Array>[];
  readonly #count: number;
  #job: Job | undefined;
  #rest = 0;

  constructor(
    plan: Plan,
    tasks: Int32Array,
    private readonly arena: Arena,
    private readonly kernels: Kernels,
    /** one after another; the first is complete */
    private readonly systems: Block<Int32Array>,
  ) {
    this.#team = arena.team as Team;
    this.#count = systems.length / fieldCount;
    const shared = new Stack(2 * line);
    shared.put('tasks', tasks);
    shared.leave('done', plan.stride.length);
    shared.leave('round', roundWords);
    const [integers, numbers] = [new Stack(2 * line), new Stack(line)];
    leaveScratch(integers, numbers, plan);
    integers.leave('dependent', plan.order.length);
    const words = arena.i32(shared.length + (this.#count - 1) * integers.length);
    const rest = arena.f64((this.#count - 1) * numbers.length);
    this.#blocks = [words, rest];

    const all = systems.view();
    const first = all.subarray(0, fieldCount);
    shared.settle(first, words.address, 4, words.view());
    first[fieldAt.taskCount] = tasks.length / 2;
    for (let t = 1; t < this.#count; t++) {
      const own = all.subarray(t * fieldCount, (t + 1) * fieldCount);
      own.set(first);
      integers.settle(own, words.address + 4 * (shared.length + (t - 1) * integers.length), 4);
      numbers.settle(own, rest.address + 8 * (t - 1) * numbers.length, 8);
    }
  }
  /** False: it has to be made on one thread. */
  factor(): boolean {
    if (this.#rest > 0) {
      this.#rest--;
      return false;
    }
    if (!this.#job || this.#job.released) this.#job = this.#newJob();
    const { kernels, systems } = this;
    kernels.startTasks(systems.address, this.#count);
    this.#job.run(0);
    if (kernels.finishTasks(systems.address, this.#count)) return true;
    this.#rest = restAfterDoubt;
    return false;
  }
  /** A chunk for each thread: whoever comes late finds no task left. */
  #newJob(): Job {
    const { kernels, systems } = this;
    const chunks = Array.from({ length: this.#count }, (_, t) => [
      { run: kernels.runTasks, args: [systems.address + 4 * fieldCount * t] },
    ]);
    return this.#team.job([[chunks]], () => kernels.runTasks(systems.address));
  }
  release(): void {
    if (this.#job) this.#team.release([this.#job]);
    for (const block of this.#blocks.splice(0)) this.arena.release(block);
  }
}

/**
 * The matrix of a solve without the entries that nothing but second derivatives of rows have: a taut distance between two ropes stiffens
 * them against each other, and a factor with that coupling may take many times as long (a bridge of four ropes: 335,000 multiplications
 * instead of 51,000). Newton's method converges to the same solution with the factor of this one, as forces and rows are exact: its error e
 * becomes A^-1 B e in an iteration, where A is this matrix and B what it lacks.
 *
 * With D the diagonal of A, the rate is estimated by |D^-1/2 B D^-1/2| (Frobenius). For a row of length l with the tension f between points
 * of masses m it is about f h^2/(m l).
 */
import type { Arena, Block } from '../../../kernel/run/memory.ts';
import { createSupernodal } from '../../../linalg/create-solver.ts';
import { recentAnalysis } from '../../../linalg/factor/recent-plans.ts';
import type { Supernodal } from '../../../linalg/factor/supernodal.ts';
import { type Kernels, kernelsIn } from '../../../linalg/factor/system.ts';
import type { Pattern } from '../../../linalg/pattern/pattern.ts';

/** Multiplications for each unknown that a factor has to spare: an iteration with a kept factor takes as long as 440. */
const leastSpared = 600;
/**
 * The largest rate: what is spared has to be worth the iterations more. From an error of 1e-6 m to 1e-14 m it takes 2.7 of them with the whole matrix, and
 * 8/lg(2.5/rate) with this one, as the estimate is 2.5 times too high: as many as are spared for 0.023, 0.056 and 0.1 where 617, 970 and 1,300 multiplications are.
 */
const mostRate = (spared: number): number => Math.min(0.1, 6e-8 * spared * spared);

/** None if it would spare too little. `plain`: the pattern of `whole` without entries that only second derivatives have. */
export function decoupledOf(whole: Supernodal, plain: Pattern, rank: Uint8Array, arena: Arena): Decoupled | undefined {
  const spared = (recentAnalysis(whole.pattern, rank).flops - recentAnalysis(plain, rank).flops) / rank.length;
  return spared >= leastSpared ? new Decoupled(whole, plain, rank, arena, mostRate(spared)) : undefined;
}

export class Decoupled {
  readonly solver: Supernodal;
  /** of each of its entries, which of the whole it is */
  readonly #kept: Block<Int32Array<ArrayBuffer>>;
  /** places of unknowns that lack entries on the diagonal of the whole; its entries that are lacking, each with its two of these unknowns */
  readonly #diagonal: Int32Array;
  readonly #lacking: Int32Array;
  readonly #perDiagonal: Float64Array;
  readonly #kernels: Kernels;

  constructor(
    readonly whole: Supernodal,
    plain: Pattern,
    rank: Uint8Array,
    private readonly arena: Arena,
    private readonly mostRate: number,
  ) {
    this.solver = createSupernodal(plain, arena, rank);
    this.#kernels = kernelsIn(arena.memory);
    this.#kept = arena.i32(plain.indices.length);
    const kept = this.#kept.view();
    const { pointers, indices } = whole.pattern;
    const lacking: number[] = [];
    const numbers = new Map<number, number>();
    const numberOf = (i: number): number => numbers.get(i) ?? numbers.set(i, numbers.size).size - 1;
    for (let i = 0, k = 0; i < rank.length; i++)
      for (let at = pointers[i]; at < pointers[i + 1]; at++)
        if (k < plain.pointers[i + 1] && plain.indices[k] === indices[at]) kept[k++] = at;
        else lacking.push(at, numberOf(i), numberOf(indices[at]));
    this.#lacking = Int32Array.from(lacking);
    this.#diagonal = Int32Array.from(numbers.keys(), (i) => pointers[i]);
    this.#perDiagonal = new Float64Array(numbers.size);
  }
  /** Takes the numbers of the whole. False, and it has not, where it would converge too slowly. */
  take(): boolean {
    if (!(this.rate() <= this.mostRate)) return false;
    this.#kernels.pick(this.#kept.length, this.#kept.address, this.whole.valuesAddress, this.solver.valuesAddress);
    return true;
  }
  /** What the error is multiplied by in an iteration, about. */
  rate(): number {
    const { values } = this.whole;
    const [diagonal, perDiagonal, lacking] = [this.#diagonal, this.#perDiagonal, this.#lacking];
    for (let k = 0; k < diagonal.length; k++) perDiagonal[k] = 1 / values[diagonal[k]];
    let sum = 0;
    for (let k = 0; k < lacking.length; k += 3) {
      const b = values[lacking[k]];
      sum += b * b * (perDiagonal[lacking[k + 1]] * perDiagonal[lacking[k + 2]]);
    }
    return Math.sqrt(2 * sum);
  }
  release(): void {
    this.solver.release();
    this.arena.release(this.#kept);
  }
}

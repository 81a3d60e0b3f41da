/** The loops of a kernel's function: over pairs, over blocks of pairs stage by stage, or over pairs with all stages side by side. */
import { instruction, types } from './bytes.ts';
import type { Code } from './code.ts';
import { type Kernel, repeatedNumbers, sourceOf } from './kernel.ts';
import type { Schedule, Step } from './schedule/schedule.ts';
import { mostKept } from './schedule/stages.ts';

/** Parameters of the function. */
export const INDEX = 1;
export const PARAMETERS = 2;
export const UNIFORMS = 3;
export const ROWS = 4;
export const UNIONS = 5;
export const ARRAYS = 6;
/** Addresses that advance pair by pair in an indexed kernel. */
const advanced = [INDEX, PARAMETERS, ROWS];

export const scratchBytes = 2 * 16 * mostKept;
/** Pairs that a stage handles before the next one does, at most: what they keep has half of the scratch. */
const blockPairs = 16;
export const keptAt = scratchBytes / 2;

/** Vectors that one turn of a flat kernel's loop handles; the count of pairs is a multiple of it. */
const flatUnroll = 4;
export function vectorsOf({ mode }: Pick<Kernel, 'mode'>): number {
  if (mode.kind !== 'flat') return 1;
  return mode.repeated === undefined ? flatUnroll : repeatedNumbers / 2;
}

export interface Loops {
  /** the first of its locals: pairs left of all; of the block, or the place in the ring; where the pair keeps its values; where the block started */
  readonly first: number;
  /** by which the addresses advance with a pair */
  readonly bytes: readonly number[];
  /** bytes that a pair keeps from stage to stage */
  readonly kept: number;
}
export const loopLocals = ({ stages }: Schedule): number => (stages.length > 1 ? 3 + advanced.length : 0);
export const keptLocal = ({ first }: Loops): number => first + 2;

/** body: steps for a pair so many pairs ahead of the addresses, or for the vectors of a turn */
type Body = (steps: readonly Step[], ahead: number) => void;

export function emitLoops(code: Code, k: Kernel, s: Schedule, loops: Loops, body: Body): void {
  if (s.stages.length > 1 && ringOf(s, loops).bytes <= scratchBytes - keptAt) sideBySide(code, s, loops, body);
  else if (s.stages.length > 1) inBlocks(code, k, s, loops, body);
  else loop(code, k, s.stages[0], loops, body);
}

/** Steps for each pair, until local 0 has counted them. */
function loop(code: Code, k: Kernel, steps: readonly Step[], loops: Loops, body: Body): void {
  const vectors = vectorsOf(k);
  code.bytes([instruction.loop, types.empty]);
  body(steps, 0);
  if (k.mode.kind !== 'indexed') {
    const bytes = k.mode.kind === 'body' ? 2 * k.mode.stride : 16 * vectors;
    const { repeated } = { repeated: undefined, ...k.mode };
    k.arrays.forEach((array, a) => {
      if (array !== repeated) code.advance(ARRAYS + a, bytes);
    });
  }
  advanced.forEach((local, i) => {
    if (local !== INDEX || k.mode.kind === 'indexed') code.advance(local, loops.bytes[i]);
  });
  if (loops.kept) code.advance(keptLocal(loops), loops.kept);
  code.get(0).constant(vectors).bytes([instruction.i32Sub, instruction.tee, 0]);
  code.constant(0).bytes([instruction.i32GreaterSigned, instruction.branchIf, 0, instruction.end]);
}

/** Blocks of pairs: all of a block's pairs stage by stage. */
function inBlocks(code: Code, k: Kernel, { stages }: Schedule, loops: Loops, body: Body): void {
  const [all, block, kept] = [loops.first, loops.first + 1, keptLocal(loops)];
  const starts = advanced.map((_, i) => loops.first + 3 + i);
  code.get(0).set(all);
  code.bytes([instruction.loop, types.empty]);
  // block = min(all, most)
  const most = Math.max(1, Math.min(blockPairs, Math.floor((scratchBytes - keptAt) / loops.kept)));
  code.get(all).constant(most).get(all).constant(most);
  code.bytes([instruction.i32LessSigned, instruction.select]).set(block);
  for (const [i, start] of starts.entries()) code.get(advanced[i]).set(start);
  stages.forEach((steps, stage) => {
    if (stage) for (const [i, start] of starts.entries()) code.get(start).set(advanced[i]);
    code.get(block).set(0);
    code.constant(0).set(kept);
    loop(code, k, steps, loops, body);
  });
  code.get(all).get(block).bytes([instruction.i32Sub, instruction.tee]).unsigned(all);
  code.bytes([instruction.branchIf, 0, instruction.end]);
}

/**
 * One turn has all stages, each for another pair; what a pair keeps is in a ring. The first turns have no pairs for the later stages, the
 * last ones none for the earlier: these turns ask before each stage, those in the middle have a loop that does not.
 *
 * A loop's only jumps are then its own two, and addresses advance at the start of a turn, so that the first jump comes right behind the loop's
 * start, which is aligned. Processors of the Skylake family decode 32 bytes of code anew in each turn, at 16 bytes a cycle, if a jump crosses or
 * touches their end, which costs a turn 9 cycles or more: edges took 53.6 cycles a pair for 46.8, tets of a curtain 82.6 for 73.3.
 */
function sideBySide(code: Code, { behind, stages, values, args }: Schedule, loops: Loops, body: Body): void {
  const [left, place, kept, middle] = [loops.first, loops.first + 1, keptLocal(loops), loops.first + 3];
  const { lag, record, bytes } = ringOf({ behind, stages }, loops);
  const isInput = (step: Step): boolean =>
    step.do === 'load' && !args[step.value].length && values[step.value].op === 'input';
  const isFixed = (step: Step): boolean => step.do === 'load' && sourceOf(values[step.value]).from === 'uniform';
  const inRing = (): void => {
    code
      .byte(instruction.i32Add)
      .constant(bytes - 1)
      .byte(instruction.i32And);
  };
  const next = (): void => {
    advanced.forEach((local, i) => {
      code.advance(local, loops.bytes[i]);
    });
    code.get(place).constant(record);
    inRing();
    code.set(place);
  };
  const run = (steps: readonly Step[], s: number): void => {
    code.get(place).constant(-behind * s * record);
    inRing();
    code.set(kept);
    body(steps, lag - behind * s);
  };
  const runIfThere = (steps: readonly Step[], s: number): void => {
    const ahead = lag - behind * s;
    // a stage that reads and writes nothing but what is kept may run on anything
    const outside = steps.some((step) => step.do === 'sink' || (isInput(step) && !isFixed(step)));
    const [begun, ended] = [outside && s > 0, outside && s + 1 < stages.length];
    if (begun) {
      // left <= count + ahead
      code.get(0).constant(ahead).byte(instruction.i32Add).get(left);
      code.bytes([instruction.i32LessSigned, instruction.i32Eqz, instruction.if, types.empty]);
    }
    if (ended) code.constant(ahead).get(left).bytes([instruction.i32LessSigned, instruction.if, types.empty]);
    run(steps, s);
    for (const guard of [begun, ended]) if (guard) code.byte(instruction.end);
  };
  const countDown = (local: number): void => {
    code.get(local).constant(-1).bytes([instruction.i32Add, instruction.tee]).unsigned(local);
  };
  // addresses are those of the last stage
  advanced.forEach((local, i) => {
    code.advance(local, -(lag + 1) * loops.bytes[i]);
  });
  code.get(0).constant(lag).byte(instruction.i32Add).set(left);
  code.constant(bytes - record).set(place);
  code.bytes([instruction.loop, types.empty]);
  next();
  stages.forEach(runIfThere);
  countDown(left);
  // all stages have pairs: lag < left <= count
  code.constant(lag).byte(instruction.i32GreaterSigned);
  code.get(0).get(left).bytes([instruction.i32LessSigned, instruction.i32Eqz]);
  code.bytes([instruction.i32And, instruction.if, types.empty]);
  code.get(left).constant(-lag).byte(instruction.i32Add).set(middle);
  code.bytes([instruction.loop, types.empty]);
  next();
  stages.forEach(run);
  countDown(middle);
  code.bytes([instruction.branchIf, 0, instruction.end]);
  code.constant(lag).set(left);
  code.byte(instruction.end);
  code.get(left).bytes([instruction.branchIf, 0, instruction.end]);
}

/** lag: pairs by which the last stage is behind the first; record: what a pair keeps */
function ringOf({ behind, stages }: Pick<Schedule, 'behind' | 'stages'>, { kept }: Loops) {
  const lag = behind * (stages.length - 1);
  const record = powerOfTwo(kept);
  return { lag, record, bytes: record * powerOfTwo(lag + 1) };
}
function powerOfTwo(least: number): number {
  let power = 1;
  while (power < least) power *= 2;
  return power;
}

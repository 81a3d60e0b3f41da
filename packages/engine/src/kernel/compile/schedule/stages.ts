/**
 * Kernels cut into stages, so that what waits for a result does not keep the processor from the next pair.
 *
 * A processor looks some hundred instructions ahead, and has registers for about 160 vectors on their way. A pair of edges has 65 to 80, and 75
 * cycles from its index to its last sum: two pairs at a time, 39 cycles a pair, where the operations alone would take 20. So a kernel that adds
 * forces up is cut, and its stages run side by side in one turn of the loop, each for a pair that is two behind that of the stage before. Each
 * finds what it needs, in scratch, and little waits. Cut are, if there is a root or a division: what comes before, these, and
 * the rest; otherwise the operations in half. Edges 39 -> 34 cycles, tets of a curtain 64 -> 57, forces of StVK and neo-Hookean tets
 * -17 to -20 %. Stages that run one after another over blocks of pairs gain nothing here: all of them are shorter than the loops cost.
 *
 * Where roots and divisions wait for each other for long, the chain of them is cut into more stages, each one pair behind. Forces of corotated
 * tets (53,240 of them): 2.9 ms in one stage, 1.57 stage by stage in loops of their own over blocks of 16 pairs, 1.45 side by side. If a pair keeps
 * more than there is room for in the ring, it is blocks.
 *
 * Values on a border are kept in scratch, pair by pair. Sums are made in the last stage, pair after pair as before, so no bit changes.
 */
import type { Expr } from '../../formula/expr.ts';
import { type Kernel, type Mode, type Sink, type Source, sourceOf } from '../kernel.ts';

/** Vectors that a pair may keep: half of the scratch has room for them. A kernel that would keep more is not cut: one of cells, of 6700 values, wrote over what was behind. */
export const mostKept = 2048;

export interface Stages {
  /** of each value */
  readonly stage: Uint8Array;
  /** pairs by which a stage is behind the one before, in the same turn */
  readonly behind: number;
}

export const isSlow = (e: Expr): boolean => e.op === 'sqrt' || e.op === 'div';

/** If the kernel is to be cut. */
export function stagesOf(k: Kernel, values: readonly Expr[], args: readonly number[][]): Stages | undefined {
  if (k.mode.kind !== 'indexed' || k.sinks.some((s) => s.to === 'ahead')) return undefined;
  // what one pair writes, the next would have read before
  const read = new Set(
    values.flatMap((e) => (e.op === 'input' && sourceOf(e).from === 'gather' ? memoryOf(sourceOf(e), k.mode) : [])),
  );
  if (k.sinks.some((s) => read.has(memoryOf(s, k.mode)))) return undefined;
  const waits = longWaits(values, args);
  if (waits) return { stage: waits, behind: 1 };
  if (!k.sinks.some((s) => s.to === 'add') || values.length < fewValues || values.length >= manyValues)
    return undefined;
  const stage = values.some(isSlow) ? aroundSlow(values, args) : halves(values, args);
  return new Set(stage).size > 1 ? { stage, behind: pairsBehind } : undefined;
}

/** Cycles until a result can be used, about, of processors of today. */
const latency = (e: Expr): number => (e.op === 'sqrt' ? 20 : e.op === 'div' ? 13 : e.args.length ? 3 : 0);
/** A kernel is cut for long waits if one turn has at least so many values, and operations that wait for each other take so many cycles. */
const longTurn = 150;
const longWait = 150;
/** Cycles of a stage in between: 20 to 40 are the same within 4 %, 80 cost 12 % more. Two pairs behind instead of one cost 2 %. */
const stageWait = 20;
/** 1 costs 4 % more, 3 as much. */
const pairsBehind = 2;
/** Kernels of which stages may run side by side: shorter ones do not wait, of longer ones a processor has one pair in view anyway. */
const fewValues = 40;
const manyValues = 256;

/** When a result is there, if all waits for nothing but its operands; of `some` values, as if all others were there at the start. */
function readyTimes(
  values: readonly Expr[],
  args: readonly number[][],
  some: (i: number) => boolean = () => true,
): Float64Array {
  const ready = new Float64Array(values.length);
  values.forEach((e, i) => {
    if (!some(i)) return;
    for (const a of args[i]) ready[i] = Math.max(ready[i], ready[a]);
    ready[i] += latency(e);
  });
  return ready;
}
/** Values that are slow or wait for one that is; values that something slow waits for, and these. */
function slowOnes(
  values: readonly Expr[],
  args: readonly number[][],
): readonly [behind: Uint8Array, before: Uint8Array] {
  const behind = new Uint8Array(values.length);
  const before = new Uint8Array(values.length);
  values.forEach((e, i) => {
    for (const a of args[i]) behind[i] |= behind[a];
    if (isSlow(e)) behind[i] = 1;
  });
  for (let i = values.length - 1; i >= 0; i--) {
    if (isSlow(values[i])) before[i] = 1;
    if (before[i]) for (const a of args[i]) before[a] = 1;
  }
  return [behind, before];
}

function longWaits(values: readonly Expr[], args: readonly number[][]): Uint8Array | undefined {
  if (values.length < longTurn) return undefined;
  const ready = readyTimes(values, args);
  if (!values.some((e, i) => isSlow(e) && ready[i] >= longWait)) return undefined;
  const [behind, before] = slowOnes(values, args);
  const stage = behind.map((late, i) => (before[i] && late ? 1 + Math.floor(ready[i] / stageWait) : 0));
  const used = [...new Set(stage)].sort((a, b) => a - b);
  // what comes behind all of it is cut in half, as kernels without roots are: corotated tets 51.8 -> 49.9 ns a pair
  const after = readyTimes(values, args, (i) => !before[i]);
  const half = after.reduce((most, time) => Math.max(most, time), 0) / 2;
  return stage.map((own, i) => (before[i] ? used.indexOf(own) : used.length + (after[i] > half ? 1 : 0)));
}

/** Whatever does not wait for roots and divisions; these; the rest. What is made of parameters alone is made where it is needed first. */
function aroundSlow(values: readonly Expr[], args: readonly number[][]): Uint8Array {
  const [behind, before] = slowOnes(values, args);
  const gathered = new Uint8Array(values.length);
  values.forEach((e, i) => {
    if (e.op === 'input' && sourceOf(e).from === 'gather') gathered[i] = 1;
    for (const a of args[i]) gathered[i] |= gathered[a];
  });
  const stage = behind.map((late, i) => (late ? (before[i] ? 1 : 2) : gathered[i] ? 0 : 2));
  for (let i = values.length - 1; i >= 0; i--) for (const a of args[i]) stage[a] = Math.min(stage[a], stage[i]);
  return stage;
}

function halves(values: readonly Expr[], args: readonly number[][]): Uint8Array {
  const ready = readyTimes(values, args);
  const half = ready.reduce((most, time) => Math.max(most, time), 0) / 2;
  return Uint8Array.from(ready, (time) => (time > half ? 1 : 0));
}

/** What a source reads and a sink may write. The blocks of a body never overlap; those in an index table may. */
export function memoryOf(it: Source | Sink, mode: Mode): string | undefined {
  if ('array' in it) return mode.kind === 'body' && 'slot' in it ? `${it.array} ${it.slot}` : it.array;
  return 'column' in it && ('to' in it ? it.to : it.from) === 'row' ? `row ${it.column}` : undefined;
}

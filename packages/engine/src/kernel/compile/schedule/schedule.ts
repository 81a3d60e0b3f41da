/**
 * A kernel's operations in a line, and which of them live in registers.
 *
 * Values are computed where they are first needed, sink by sink. With more live values than registers, the one needed
 * last is dropped (Belady); inputs and constants are simply loaded again, anything else is first saved to scratch.
 * Left to itself V8 spills to a stack that it aligns to 8 bytes only: a 16-byte slot then straddles cache lines, or a
 * page, depending on the caller's stack, and the same code runs up to three times slower.
 *
 * What decided the order (StVK forces): smallest sinks first, see kernel.ts (-10 %); the argument that needs more
 * registers first, as Sethi and Ullman do (-6 %).
 */
import { type Expr, reachable } from '../../formula/expr.ts';
import { type Kernel, type Mode, type Sink, sourceOf } from '../kernel.ts';
import { far, inWaits } from './in-waits.ts';
import { memoryOf, mostKept, stagesOf } from './stages.ts';

export type Step =
  /**
   * an input, a constant or a value of an earlier stage is loaded; an operation computed; a value saved to scratch, or restored from
   * it; kept for later stages
   */
  | {
      readonly do: 'load' | 'compute' | 'save' | 'restore' | 'keep';
      readonly value: number;
      /** the coordinate beside it, which is loaded with it */
      also?: number | undefined;
      dead: readonly number[];
    }
  | { readonly do: 'sink'; readonly sink: number; dead: readonly number[] };

export interface Schedule {
  /** all values of the kernel; a step names one by its place here */
  readonly values: readonly Expr[];
  /** places of what each value is computed from: its arguments, but for a zero that is selected */
  readonly args: readonly (readonly number[])[];
  /** per sink, the places of what it writes: see `bare` */
  readonly written: readonly (readonly number[])[];
  /** `dead`: values in registers that no later step of the stage reads */
  readonly stages: readonly (readonly Step[])[];
  /** pairs by which a stage is behind the one before, where they run side by side */
  readonly behind: number;
}

/** Adding -u is subtracting u: the sink uses u. */
export const bare = (s: Sink, e: Expr): Expr => (s.to === 'add' && e.op === 'neg' ? e.args[0] : e);

export const isZero = (e: Expr): boolean => e.op === 'const' && Object.is(e.value, 0);
/** What an operation reads. A zero that is selected is made by masking, and not read. */
function operands(e: Expr): readonly Expr[] {
  if (e.op !== 'select') return e.args;
  const [a, b, x, y] = e.args;
  return isZero(y) ? [a, b, x] : isZero(x) ? [a, b, y] : e.args;
}

export function schedule(k: Kernel, registers: number): Schedule {
  const cut = scheduled(k, registers, true);
  const kept = cut.stages.reduce((sum, steps) => sum + steps.filter((step) => step.do === 'keep').length, 0);
  return kept <= mostKept ? cut : scheduled(k, registers, false);
}
function scheduled(k: Kernel, registers: number, inStages: boolean): Schedule {
  const values = reachable(k.sinks.flatMap((s) => s.values.map((e) => bare(s, e))));
  const place = new Map(values.map((e, i) => [e, i]));
  const at = (e: Expr): number => place.get(e) as number;
  const args = values.map((e) => operands(e).map(at));
  const written = k.sinks.map((s) => s.values.map((e) => at(bare(s, e))));
  const cut = inStages ? stagesOf(k, values, args) : undefined;
  const stage = cut?.stage;
  const arranged = arrange(args, written, k.sinks);
  const line =
    k.mode.kind === 'body' ? inWaits(arranged, values, args, (item) => readBy(item, args, written)) : arranged;
  const last = stage ? Math.max(...stage) : 0;
  const lines = Array.from({ length: last + 1 }, (_, s) =>
    stage ? line.filter((item) => (item < 0 ? last : stage[item]) === s) : line,
  );
  const stages = lines.map((own, s) => {
    const earlier = (i: number): boolean => stage !== undefined && args[i].length > 0 && stage[i] < s;
    const later = new Set(lines.slice(s + 1).flatMap((items) => items.flatMap((item) => readBy(item, args, written))));
    const steps = allocate(k, values, args, written, own, registers, earlier, later);
    markDead(steps, args, written, values.length);
    return steps;
  });
  return { values, args, written, stages, behind: cut?.behind ?? 0 };
}
const readBy = (item: number, args: readonly number[][], written: readonly number[][]): readonly number[] =>
  item < 0 ? written[-1 - item] : args[item];

/** A line of items: value places, and sinks as -1 - sink. */
function arrange(args: readonly number[][], written: readonly number[][], sinks: readonly Sink[]): number[] {
  // registers that a tree needs
  const need = args.map(() => 1);
  args.forEach((list, i) => {
    const needs = list.map((a) => need[a]).sort((a, b) => b - a);
    needs.forEach((n, rank) => {
      need[i] = Math.max(need[i], n + rank);
    });
  });
  const line: number[] = [];
  const placed = new Uint8Array(args.length);
  const stack: { value: number; rest: number[] }[] = [];
  const visit = (root: number): void => {
    const enter = (i: number): void => {
      if (placed[i] || !args[i].length) return;
      placed[i] = 1;
      // the argument that needs most registers is popped first; among equals, the first
      stack.push({ value: i, rest: [...args[i]].reverse().sort((a, b) => need[a] - need[b]) });
    };
    enter(root);
    while (stack.length) {
      const top = stack[stack.length - 1];
      const next = top.rest.pop();
      if (next !== undefined) enter(next);
      else line.push((stack.pop() as { value: number }).value);
    }
  };
  written.forEach((list, s) => {
    list.forEach(visit);
    if (sinks[s].to !== 'ahead') line.push(-1 - s);
  });
  return line;
}

function allocate(
  k: Kernel,
  values: readonly Expr[],
  args: readonly number[][],
  written: readonly number[][],
  line: readonly number[],
  registers: number,
  earlier: (value: number) => boolean,
  later: ReadonlySet<number>,
): Step[] {
  const needs = line.map((item) => readBy(item, args, written));
  // the times at which each value is used, last first; `next`: the first of them that is not past
  const uses: number[][] = values.map(() => []);
  for (let t = needs.length - 1; t >= 0; t--) {
    for (const i of needs[t]) if (uses[i].at(-1) !== t) uses[i].push(t);
  }
  const never = needs.length;
  const next = Int32Array.from(uses, (times) => times.at(-1) ?? never);
  const pass = (t: number): void => {
    for (const i of needs[t]) {
      if (next[i] !== t) continue;
      uses[i].pop();
      next[i] = uses[i].at(-1) ?? never;
    }
  };

  const savesFar = k.mode.kind === 'body'; // see in-waits.ts
  const steps: Step[] = [];
  const live: number[] = []; // in the order in which they became live
  const isLive = new Uint8Array(values.length);
  const come = (i: number): void => {
    live.push(i);
    isLive[i] = 1;
  };
  const leave = (i: number): void => {
    if (!isLive[i]) return;
    live.splice(live.indexOf(i), 1);
    isLive[i] = 0;
  };
  const mates = matesOf(values, k.mode);
  const saved = new Uint8Array(values.length);
  const overwritten = new Uint8Array(values.length); // inputs whose memory has been written since
  const inputsFrom = new Map<string, number[]>(); // by array or row, until it is written
  values.forEach((e, i) => {
    const written = e.op === 'input' ? memoryOf(sourceOf(e), k.mode) : undefined;
    if (written === undefined) return;
    const list = inputsFrom.get(written);
    if (list) list.push(i);
    else inputsFrom.set(written, [i]);
  });
  const loadable = (i: number): boolean => earlier(i) || (!args[i].length && !overwritten[i]);
  /** Both lanes of a coordinate take three operations to gather, a saved vector one to write and one to read. */
  const worthSaving = (i: number): boolean =>
    values[i].op === 'input' && sourceOf(values[i]).from === 'gather' && uses[i].length > 1;
  const makeRoom = (keep: readonly number[], count = 1): void => {
    while (live.length + count > registers) {
      let worst = -1;
      for (let k = 0; k < live.length; k++) {
        const i = live[k];
        if ((worst < 0 || next[i] > next[worst]) && !keep.includes(i)) worst = i;
      }
      if (worst < 0) return;
      if (next[worst] < never && !saved[worst] && (!loadable(worst) || worthSaving(worst))) {
        steps.push({ do: 'save', value: worst, dead: [] });
        saved[worst] = 1;
      }
      leave(worst);
    }
  };
  const fetch = (i: number, keep: readonly number[]): void => {
    if (isLive[i]) return;
    const also = loadable(i) && !saved[i] ? mates[i] : -1;
    if (also >= 0 && !isLive[also] && next[also] < never && loadable(also) && !saved[also]) {
      makeRoom(keep, 2);
      steps.push({ do: 'load', value: i, also, dead: [] });
      come(i);
      come(also);
      return;
    }
    makeRoom(keep);
    steps.push({ do: loadable(i) && !saved[i] ? 'load' : 'restore', value: i, dead: [] });
    come(i);
  };
  /** What a sink is about to overwrite, and is still needed, is read now. */
  const readBefore = (sink: Sink, keep: readonly number[]): void => {
    const written = memoryOf(sink, k.mode);
    if (written === undefined) return;
    for (const i of inputsFrom.get(written) ?? []) {
      if (next[i] < never && !saved[i]) fetch(i, keep);
      overwritten[i] = 1;
    }
    inputsFrom.delete(written);
  };

  line.forEach((item, t) => {
    const here = needs[t];
    pass(t);
    for (const i of here) fetch(i, here);
    if (item < 0) {
      readBefore(k.sinks[-1 - item], here);
      steps.push({ do: 'sink', sink: -1 - item, dead: [] });
      for (const i of here) if (next[i] === never) leave(i);
    } else {
      for (const i of here) if (next[i] === never) leave(i);
      makeRoom(here);
      steps.push({ do: 'compute', value: item, dead: [] });
      if (later.has(item)) steps.push({ do: 'keep', value: item, dead: [] });
      if (next[item] < never) come(item);
      if (savesFar && next[item] < never && next[item] > t + far) {
        steps.push({ do: 'save', value: item, dead: [] });
        saved[item] = 1;
        leave(item);
      }
    }
  });
  return steps;
}

/** Of each coordinate of an indexed block the one beside it, if that is read as well: 0 and 1, 2 and 3. */
function matesOf(values: readonly Expr[], mode: Mode): Int32Array {
  const mates = new Int32Array(values.length).fill(-1);
  if (mode.kind !== 'indexed') return mates;
  const places = new Map<string, number>();
  values.forEach((e, i) => {
    const source = e.op === 'input' ? sourceOf(e) : undefined;
    if (source?.from !== 'gather') return;
    const { array, slot, component } = source;
    const beside = places.get(`${array} ${slot} ${component ^ 1}`);
    places.set(`${array} ${slot} ${component}`, i);
    if (beside === undefined) return;
    mates[i] = beside;
    mates[beside] = i;
  });
  return mates;
}

function markDead(steps: Step[], args: readonly number[][], written: readonly number[][], count: number): void {
  const wanted = new Uint8Array(count);
  for (let s = steps.length - 1; s >= 0; s--) {
    const step = steps[s];
    const reads = step.do === 'sink' ? written[step.sink] : step.do === 'compute' ? args[step.value] : [];
    if (step.do === 'load' || step.do === 'compute' || step.do === 'restore') wanted[step.value] = 0;
    if (step.do === 'load' && step.also !== undefined) {
      // it may have had to make room before it was read
      if (!wanted[step.also]) step.also = undefined;
      else wanted[step.also] = 0;
    }
    const dead: number[] = [];
    for (const i of step.do === 'save' || step.do === 'keep' ? [step.value] : reads) {
      if (wanted[i]) continue;
      wanted[i] = 1;
      dead.push(i);
    }
    step.dead = dead;
  }
}

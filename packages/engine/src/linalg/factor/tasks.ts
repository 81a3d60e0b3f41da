/**
 * A factorisation cut into tasks for threads: stretches of panels [first, end). Subtrees depend on nothing else, so that they come
 * first, the largest ones ahead; small neighbours are one task. The panels above them follow, ascending: what a panel depends on
 * is in its own task or in one before.
 *
 * Three quarters of the work of a cube of rods is in the panels above: subtrees alone on two threads take 0.85 to 0.89 of the
 * time of one, with these tasks it is 0.50. Subtrees of at most 1/4 to 1/32 of the work are alike, with 1/2 it is 0.70.
 */
import type { Plan } from './plan.ts';

/** A subtree has at most this part of the work, and so have panels above that are one task. */
const mostOfWork = 1 / 32;
const mostAbove = 1 / 512;
/** Multiplications that take as long as to fetch and store a number of a panel. */
const fetching = 8;
/** If this part of the work has to be done one after another, sharing is not worth it: a chain is eliminated from end to end. */
const mostInTurn = 0.7;

/** First panel and end of each task; undefined where threads would mostly wait for each other. */
export function tasksOf(plan: Plan): Int32Array | undefined {
  const { subtree } = plan;
  const count = subtree.length;
  const before = new Float64Array(count + 1); // the work of all panels before this one
  for (let s = 0; s < count; s++) before[s + 1] = before[s] + timeOf(plan, s, 0);
  const total = before[count];
  const workOf = (first: number, end: number): number => before[end] - before[first];

  const kept = subtree[count - 1]; // panels before it may stay as they are, see packages/engine/assembly/factor.ts
  const [below, above]: [Stretch[], Stretch[]] = [[], []];
  for (let s = count - 1; s >= 0; ) {
    const isBelow = workOf(subtree[s], s + 1) <= mostOfWork * total;
    const first = isBelow ? subtree[s] : s;
    const list = isBelow ? below : above;
    const most = (isBelow ? mostOfWork : mostAbove) * total;
    const after = list[list.length - 1];
    if (after?.first === s + 1 && s + 1 !== kept && workOf(first, after.end) <= most) after.first = first;
    else list.push({ first, end: s + 1 });
    s = first - 1;
  }
  below.sort((a, b) => workOf(b.first, b.end) - workOf(a.first, a.end) || a.first - b.first);
  const tasks = [...below, ...above.reverse()];
  return timeInTurn(plan, tasks) > mostInTurn * total
    ? undefined
    : Int32Array.from(tasks.flatMap(({ first, end }) => [first, end]));
}
interface Stretch {
  first: number;
  readonly end: number;
}

/** When all would be done if every task had a thread. */
function timeInTurn(plan: Plan, tasks: readonly Stretch[]): number {
  const done = new Float64Array(plan.subtree.length);
  let last = 0;
  for (const { first, end } of tasks) {
    let time = 0;
    for (let s = first; s < end; s++) {
      time = timeOf(plan, s, time, done);
      done[s] = time;
    }
    last = Math.max(last, time);
  }
  return last;
}

/**
 * When panel s is factored, in multiplications, if it is begun at a time: the updates that it receives, each of them when its panel
 * is done, and its own columns.
 */
function timeOf(plan: Plan, s: number, begun: number, done?: Float64Array): number {
  const { start, rowsAt, rowsEnd, updatesAt, updates } = plan;
  let time = begun;
  for (let at = 3 * updatesAt[s]; at < 3 * updatesAt[s + 1]; at += 3) {
    const [k, p0, p1] = [updates[at], updates[at + 1], updates[at + 2]];
    if (done && done[k] > time) time = done[k];
    time += (p1 - p0) * (rowsEnd[k] - rowsAt[k] - p0) * (start[k + 1] - start[k] + fetching);
  }
  const width = start[s + 1] - start[s];
  return time + width * (rowsEnd[s] - rowsAt[s]) * (width / 2 + fetching);
}

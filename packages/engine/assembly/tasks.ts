/**
 * The factorisation on several threads, with the bits of one.
 *
 * A task is a stretch of panels. First come whole subtrees, which depend on nothing else, then the panels above them one by one.
 * Threads claim tasks in this order, and a panel awaits those whose updates it receives, in the order of one thread. What it
 * awaits was claimed before, so that somebody is at work on it; one thread alone may do all.
 *
 * Every thread has a System of its own, which differs in scratch and in what was found. The first is that of one thread.
 */
import { eliminatePanel, startFactor } from './factor';
import { atI, getI, setI } from './memory';
import { soundPrimal } from './pivot';
import { System } from './system';

/** What threads share about one factorisation. */
@unmanaged
class Round {
  claimed: i32; // tasks
  epoch: i32; //   the flag of a panel that is factored
  begin: i32; //   panels before this one are kept
}

/** Before the threads begin. systems: `count` of them, the first being that of one thread. */
export function startTasks(systems: usize, count: i32): void {
  const system = changetype<System>(systems);
  const round = changetype<Round>(system.round);
  round.claimed = 0;
  round.epoch++;
  round.begin = startFactor(system);
  for (let t = 1; t < count; t++) {
    const other = changetype<System>(systemAt(systems, t));
    other.dependentCount = 0;
    other.negativeCount = 0;
    other.unsure = 0;
  }
}

/** Until no task is left. A thread that drives a page must not nap. */
export function runTasks(address: usize): void {
  takeTasks(address, false);
}
/** The same in a worker. */
export function runTasksInWorker(address: usize): void {
  takeTasks(address, true);
}
function takeTasks(address: usize, naps: bool): void {
  const system = changetype<System>(address);
  const round = changetype<Round>(system.round);
  const epoch = round.epoch;
  const done = system.done;
  for (;;) {
    const task = atomic.add<i32>(system.round, 1);
    if (task >= system.taskCount) return;
    let s = getI(system.tasks, 2 * task);
    if (s < round.begin) continue;
    for (const end = getI(system.tasks, 2 * task + 1); s < end; s++) {
      eliminatePanel(system, s, done, epoch, naps);
      atomic.store<i32>(atI(done, s), epoch);
    }
  }
}

/**
 * After all threads. What they found goes to the first system; dependent columns in any order. Returns 0 if one thread may find
 * something else: how unsure a pivot is matters for those after it, from some size on (pivot.ts).
 */
export function finishTasks(systems: usize, count: i32): i32 {
  const system = changetype<System>(systems);
  for (let t = 1; t < count; t++) {
    const other = changetype<System>(systemAt(systems, t));
    for (let f = 0; f < other.dependentCount; f++)
      setI(system.dependent, system.dependentCount++, getI(other.dependent, f));
    system.negativeCount += other.negativeCount;
    system.unsure = max<f32>(system.unsure, other.unsure);
  }
  const last = getI(system.start, getI(system.subtree, system.count - 1));
  system.lasting = system.unsure === 0 ? 1 : 0;
  for (let f = 0; f < system.dependentCount; f++) if (getI(system.dependent, f) < last) system.lasting = 0;
  return <f64>system.unsure <= soundPrimal ? 1 : 0;
}

function systemAt(systems: usize, t: i32): usize {
  return systems + <usize>t * offsetof<System>();
}

/**
 * A solve in parts for threads, with the bits of `solve`. Subtrees of the elimination tree depend on nothing else on the way up, and on
 * nothing but the panels above them on the way down. What a subtree takes from rows above it is kept, and added there in the order
 * of panels when all subtrees are done.
 */
import { atI, getF, getI, setF } from './memory';
import { addBelow, backward, reduce } from './solve';
import { System } from './system';

/** The entries of panels [first, end): b, in the order of the caller, into x. */
export function takePanels(address: usize, first: i32, end: i32, b: usize, x: usize): void {
  const system = changetype<System>(address);
  for (let k = getI(system.start, first), to = getI(system.start, end); k < to; k++)
    setF(x, k, getF(b, getI(system.order, k)));
}
export function givePanels(address: usize, first: i32, end: i32, x: usize, b: usize): void {
  const system = changetype<System>(address);
  for (let k = getI(system.start, first), to = getI(system.start, end); k < to; k++)
    setF(b, getI(system.order, k), getF(x, k));
}

/** kept: where what goes to rows behind these panels is written; 0: it is added at once. work: room for the rows of a panel. */
export function forwardPanels(address: usize, first: i32, end: i32, x: usize, work: usize, kept: usize): void {
  const system = changetype<System>(address);
  const behind = getI(system.start, end);
  for (let s = first; s < end; s++) {
    reduce(system, s, x, work);
    const above = kept ? firstBehind(system, s, behind) : heightOf(system, s);
    addBelow(system, s, x, work, above);
    if (!kept) continue;
    for (let i = above, height = heightOf(system, s); i < height; i++, kept += 8) store<f64>(kept, getF(work, i));
  }
}
/** What panels [first, end) have kept. */
export function addKept(address: usize, first: i32, end: i32, x: usize, kept: usize): void {
  const system = changetype<System>(address);
  const behind = getI(system.start, end);
  for (let s = first; s < end; s++) {
    const rows = atI(system.rows, getI(system.rowsAt, s));
    for (let i = firstBehind(system, s, behind), height = heightOf(system, s); i < height; i++, kept += 8) {
      const row = getI(rows, i);
      setF(x, row, getF(x, row) + load<f64>(kept));
    }
  }
}
export function backwardPanels(address: usize, first: i32, end: i32, x: usize, work: usize): void {
  const system = changetype<System>(address);
  for (let s = end - 1; s >= first; s--) backward(system, s, x, work);
}

function heightOf(system: System, s: i32): i32 {
  return getI(system.rowsEnd, s) - getI(system.rowsAt, s);
}
/** The first of a panel's rows, which ascend, that is not before `behind`. */
function firstBehind(system: System, s: i32, behind: i32): i32 {
  const rows = atI(system.rows, getI(system.rowsAt, s));
  let i = heightOf(system, s);
  while (i > 0 && getI(rows, i - 1) >= behind) i--;
  return i;
}

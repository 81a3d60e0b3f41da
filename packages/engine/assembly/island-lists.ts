/** Islands of nodes and what is found for them, in the memory of packages/engine/src/contact/step/at-once/island-lists.ts. */
import { FewContacts } from './few-contacts';
import { getI } from './memory';
import { RowLists } from './row-lists';

/** Where lists are, in the order of `island-lists.ts`. */
@unmanaged
export class IslandLists {
  /** `FewContacts`, `RowLists` and `IslandNumbers` */
  few: usize;
  rows: usize;
  numbers: usize;
  /** of each island: where its rows and its units begin; of each row its place; of each unit its first coordinate */
  firstRow: usize;
  firstUnit: usize;
  place: usize;
  first: usize;
  /** of each unit three numbers: inverse masses, q, velocities before the step and after forces; then with contacts, and p */
  w: usize;
  q: usize;
  v0: usize;
  freeU: usize;
  u: usize;
  p: usize;
  /** of each row: its impulse   (3), that before gaps were corrected   (3), and 1 where it sticks */
  impulse: usize;
  uncorrected: usize;
  sticks: usize;
  /** of each island: 1 where it is solved, its Newton steps, residual, error of gaps, and the energy that was added */
  solved: usize;
  newtonSteps: usize;
  residual: usize;
  error: usize;
  energy: usize;
  /** of each coordinate: the unit that begins there, or -1 */
  unitAt: usize;

  // what follows is of the island that is being solved: its first row and unit, and how many there are
  row: i32;
  unit: i32;
  rowCount: i32;
  unitCount: i32;
  steps: i32;
  /** its impulses, and those before gaps are corrected   (3n) */
  lambda: usize;
  kept: usize;
  /** velocities along lines after forces, their mean with those before, and those that impulses add   (3n) */
  bu: usize;
  middle: usize;
  response: usize;
  /** gaps that are not taken as touching, and targets of normal velocities   (n) */
  g: usize;
  target: usize;
  /** see coulomb.ts: b in units of y, a first guess, and the best so far   (3n) */
  c0: usize;
  warm: usize;
  best: usize;
  /** see gap-passes.ts: errors and corrections   (3n), rows that push   (n) */
  errors: usize;
  x: usize;
  pushing: usize;
  /** see least-norm.ts and few-lines.ts: which lines of a row take part, and friction as a part of the push   (2n); those that the factors are of, both */
  use: usize;
  slip: usize;
  factored: usize;
  factoredSlip: usize;
  /** lines that take part: which they are, their eps / rho, and impulses; 1 where a row slips, with its friction   (3) */
  line: usize;
  E: usize;
  Y: usize;
  ways: usize;
  /** see secants.ts; `kept` differences, -1 before the first errors */
  dE: usize;
  dL: usize;
  Q: usize;
  lastErrors: usize;
  lastLambda: usize;
  R: usize;
  gamma: usize;
  differences: i32;
  /** lines that take part; 0 where there are no factors */
  lines: i32;
}
/** Of a step and of the island that is being solved. */
@unmanaged
export class IslandNumbers {
  /** s */
  h: f64;
  /** m: gaps beyond are not taken as touching */
  touching: f64;
  /** m/s: velocities that are smaller are rounding errors */
  rounding: f64;
  /** m, of the coordinates where it touches */
  size: f64;
  /** kg, of its nodes */
  inertia: f64;
  /** N s, what its velocities can ask for; and the largest of c0 */
  demand: f64;
  scale: f64;
}

export function fewOf(s: IslandLists): FewContacts {
  return changetype<FewContacts>(s.few);
}
export function rowsOf(s: IslandLists): RowLists {
  return changetype<RowLists>(s.rows);
}
export function numbersOf(s: IslandLists): IslandNumbers {
  return changetype<IslandNumbers>(s.numbers);
}
/** Where row i of the island is among all rows. */
export function placeOf(s: IslandLists, i: i32): i32 {
  return getI(s.place, s.row + i);
}
/** Three numbers of each unit of the island. */
export function ofUnits(s: IslandLists, list: usize): usize {
  return list + <usize>s.unit * 24;
}

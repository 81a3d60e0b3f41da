/**
 * Left-looking supernodal LDL^T with 1 x 1 pivots.
 *
 * E. G. Ng, B. W. Peyton, Block sparse Cholesky algorithms on advanced uniprocessor computers, SIAM J. Sci. Comput. 14
 * (1993). A panel first receives the updates of every earlier panel that has rows among its columns, in an order that the plan
 * has fixed (src/linalg/factor/updates.ts), then is factored as a dense trapezoid. Panels that do not depend on each other may be
 * eliminated on several threads (tasks.ts).
 */
import { atF, atI, clear, getF, getI, setF, setI } from './memory';
import { factorPanel, packRows } from './panel';
import { forward } from './solve';
import { System } from './system';
import { Consecutive, Scattered, tile1, tile2, tile4 } from './tiles';

export function factor(address: usize): void {
  eliminate(address, 0);
}
/** And the first half of a solve, panel by panel while they are in the cache: b becomes x, in the order of elimination. */
export function factorWith(address: usize, b: usize, x: usize): void {
  const system = changetype<System>(address);
  for (let k = 0, n = system.n; k < n; k++) setF(x, k, getF(b, getI(system.order, k)));
  eliminate(address, x);
}
function eliminate(address: usize, x: usize): void {
  const system = changetype<System>(address);
  const count = system.count;
  const last = getI(system.subtree, count - 1);
  const begin = startFactor(system);
  if (x) for (let s = 0; s < begin; s++) forward(system, s, x);
  for (let s = begin; s < count; s++) {
    if (s === last) system.lasting = system.dependentCount === 0 && system.unsure === 0 ? 1 : 0;
    eliminatePanel(system, s);
    if (x) forward(system, s, x);
  }
}

/** What comes before the first panel. Returns which one that is: those before it are factored already. */
export function startFactor(system: System): i32 {
  const last = getI(system.subtree, system.count - 1);
  const earlier = (<usize>getI(system.panelAt, last)) << 3;
  const begin = system.lasting !== 0 && (system.direct ? areSame(system, earlier) : isSame(system)) ? last : 0;
  if (system.direct && begin === 0) {
    memory.copy(system.panels, system.values, earlier);
    memory.copy(system.taken, system.values, earlier);
  }
  system.dependentCount = 0;
  system.unsure = 0;
  system.negativeCount = 0;
  const kept = getI(system.start, begin);
  for (let j = 0; j < kept; j++) if (getF(system.pivots, j) < 0) system.negativeCount++;
  return begin;
}

/**
 * Panel s, when its turn comes. done: if not 0, a flag for each panel, which is `epoch` once it is factored; those that are needed
 * are awaited, with naps or without.
 */
export function eliminatePanel(system: System, s: i32, done: usize = 0, epoch: i32 = 0, naps: bool = false): void {
  const from = getI(system.rowsAt, s);
  const height = getI(system.rowsEnd, s) - from;
  const first = getI(system.start, s);
  const width = getI(system.start, s + 1) - first;
  const rows = atI(system.rows, from);
  const panel = atF(system.panels, getI(system.panelAt, s));
  const ld = (<usize>getI(system.stride, s)) << 3;
  if (!system.direct) takeEntries(system, s);
  startScale(system, first, panel, ld, width);
  let at = system.updates + <usize>getI(system.updatesAt, s) * 12;
  const end = system.updates + <usize>getI(system.updatesAt, s + 1) * 12;
  if (at < end) {
    const map = system.map;
    for (let i = 0; i < height; i++) setI(map, getI(rows, i), i);
  }
  for (; at < end; at += 12) {
    const k = load<i32>(at);
    const p0 = load<i32>(at, 4);
    const p1 = load<i32>(at, 8);
    if (done) awaitFlag(atI(done, k), epoch, naps);
    update(system, first, k, p0, p1, panel, ld);
  }
  const growth = atF(system.growth, getI(system.growthAt, s));
  clear(growth, height);
  factorPanel(system, first, panel, ld, width, height, growth);
}

/** Some 20 us, after which a thread that may nap does so, for so many ns: the thread that it waits for may need its core. */
const turnsBeforeNap: i32 = 1 << 13;
const napTime: i64 = 50_000;

function awaitFlag(flag: usize, value: i32, naps: bool): void {
  for (let turn = 1; ; turn++) {
    const now = atomic.load<i32>(flag);
    if (now === value) return;
    if (naps && turn % turnsBeforeNap === 0) atomic.wait<i32>(flag, now, napTime);
  }
}

/**
 * Whether the entries of all trees but the last are what they were: what hangs together with nothing that changes (the twist of
 * rods, which is linear) is factored once.
 */
function isSame(system: System): bool {
  const values = system.values;
  let taken = system.taken;
  let move = system.moves;
  for (const end = move + ((<usize>system.earlier) << 3); move < end; move += 8, taken += 8) {
    if (load<i64>(values + load<u32>(move)) !== load<i64>(taken)) return false;
  }
  return true;
}
/** The same in the form of panels, so many bytes of them. */
function areSame(system: System, bytes: usize): bool {
  const values = system.values;
  const taken = system.taken;
  for (let at: usize = 0; at < bytes; at += 8) {
    if (load<i64>(values + at) !== load<i64>(taken + at)) return false;
  }
  return true;
}
/** A into panel s, when its turn comes: then it stays in the cache. */
function takeEntries(system: System, s: i32): void {
  const panels = system.panels;
  const values = system.values;
  const end = (<usize>getI(system.panelAt, s + 1)) << 3;
  // columns are of even length
  for (let at = (<usize>getI(system.panelAt, s)) << 3; at < end; at += 16) v128.store(panels + at, f64x2.splat(0));
  const p = getI(system.entryAt, s);
  const last = system.moves + ((<usize>getI(system.entryAt, s + 1)) << 3);
  const first = system.moves + ((<usize>p) << 3);
  if (p < system.earlier) {
    for (let move = first, taken = atF(system.taken, p); move < last; move += 8, taken += 8)
      store<f64>(taken, load<f64>(values + load<u32>(move)));
  }
  for (let move = first; move < last; move += 8)
    store<f64>(panels + load<u32>(move, 4), load<f64>(values + load<u32>(move)));
}

/** A panel, whose columns begin with `first`, receives the update of panel k, also of its scale. Rows p0 to p1 of k are columns of it. */
function update(system: System, first: i32, k: i32, p0: i32, p1: i32, panel: usize, ld: usize): void {
  const kFirst = getI(system.start, k);
  const kWidth = getI(system.start, k + 1) - kFirst;
  const kFrom = getI(system.rowsAt, k);
  const kHeight = getI(system.rowsEnd, k) - kFrom;
  const kRows = atI(system.rows, kFrom);
  const kPanel = atF(system.panels, getI(system.panelAt, k));
  const kLd = (<usize>getI(system.stride, k)) << 3;
  const pack = system.packed;
  const map = system.map;
  const columns = p1 - p0;
  const height = kHeight - p0;

  // Rows that are consecutive in the target, as amalgamation makes common, need no scattering.
  const top = getI(map, getI(kRows, p0));
  const together = getI(map, getI(kRows, kHeight - 1)) - top === height - 1;
  const relative = system.relative;
  if (!together) for (let i = 0; i < height; i++) setI(relative, i, getI(map, getI(kRows, p0 + i)));

  for (let j = 0; j < columns; ) {
    const left = columns - j;
    const w = left >= 3 ? 4 : left; // three columns are done as four, the last one with zeros
    const real = min(w, left);
    const a = atF(kPanel, p0 + j);
    const m = height - j;
    packRows(pack, a, kLd, atF(system.pivots, kFirst), kWidth, w, real);
    const r = atI(kRows, p0 + j);
    const shift = together ? top + j : 0;
    const rel = atI(relative, j);
    const c0 = atF(panel + <usize>(getI(r, 0) - first) * ld, shift);
    if (w === 1) {
      if (together) tile1<Consecutive>(a, kLd, m, kWidth, pack, rel, c0);
      else tile1<Scattered>(a, kLd, m, kWidth, pack, rel, c0);
    } else {
      const c1 = atF(panel + <usize>(getI(r, 1) - first) * ld, shift);
      if (w === 2) {
        if (together) tile2<Consecutive>(a, kLd, m, kWidth, pack, rel, c0, c1);
        else tile2<Scattered>(a, kLd, m, kWidth, pack, rel, c0, c1);
      } else {
        const c2 = atF(panel + <usize>(getI(r, 2) - first) * ld, shift);
        const c3 = real === 4 ? atF(panel + <usize>(getI(r, 3) - first) * ld, shift) : c2;
        if (together) tile4<Consecutive>(a, kLd, m, kWidth, pack, rel, c0, c1, c2, c3);
        else tile4<Scattered>(a, kLd, m, kWidth, pack, rel, c0, c1, c2, c3);
      }
    }
    j += real;
  }
  const growth = atF(system.growth, getI(system.growthAt, k));
  for (let p = p0; p < p1; p++) {
    const q = atF(system.scale, getI(kRows, p));
    store<f64>(q, load<f64>(q) + getF(growth, p));
  }
}

/** The scale of the panel's own columns begins with |a_jj|, or |a_jj| + a_jj (see pivot.ts). */
function startScale(system: System, first: i32, panel: usize, ld: usize, width: i32): void {
  const scale = atF(system.scale, first);
  for (let c = 0; c < width; c++) {
    const a = getF(panel + <usize>c * ld, c);
    setF(scale, c, abs<f64>(a) + (system.saddle ? a : 0));
  }
}

/** A system as the kernels of packages/engine/assembly see it, and these kernels at work in a memory. */
import { isShared, registerCode } from '../../kernel/compile/compile.ts';
import { withSharedMemory } from '../../kernel/compile/shared-import.ts';
import { assembly } from './assembly.generated.ts';

/** Four bytes each, in the order of `System` in packages/engine/assembly/system.ts. */
const fields = [
  'n',
  'entryCount',
  'count',
  'saddle',
  'direct',
  'start',
  'rowsAt',
  'rowsEnd',
  'rows',
  'panelAt',
  'stride',
  'nodeOf',
  'moves',
  'earlier',
  'lasting',
  'taken',
  'entryAt',
  'updatesAt',
  'updates',
  'growthAt',
  'subtree',
  'order',
  'pointers',
  'indices',
  'multiplierCount',
  'multipliers',
  'multiplierEnds',
  'multiplierEntries',
  'multiplierOthers',
  'sign',
  'values',
  'panels',
  'pivots',
  'inverse',
  'scale',
  'growth',
  'taskCount',
  'tasks',
  'done',
  'round',
  'dependent',
  'dependentCount',
  'negativeCount',
  'unsure',
  'map',
  'relative',
  'packed',
  'work',
  'w',
  'share',
] as const;
export type Field = (typeof fields)[number];
export const fieldCount = fields.length;
/** Where in the system's numbers a field is. */
export const fieldAt = Object.fromEntries(fields.map((name, at) => [name, at])) as Readonly<Record<Field, number>>;

export interface Kernels {
  factor(system: number): void;
  /** and the first half of a solve: b becomes x in the order of elimination; then `solveRest` */
  factorWith(system: number, b: number, x: number): void;
  /** this first half by itself */
  solveFirst(system: number, b: number, x: number): void;
  solveRest(system: number, x: number, b: number): void;
  /** the factorisation on several threads, each with a system of its own: see packages/engine/assembly/tasks.ts */
  startTasks(systems: number, count: number): void;
  runTasks(system: number): void;
  finishTasks(systems: number, count: number): number;
  /** x in the order of elimination */
  solve(system: number, x: number): void;
  /** b becomes x in the order of the caller; x: room for n numbers */
  solveGiven(system: number, b: number, x: number): void;
  /** the same in parts: see packages/engine/assembly/solve-parts.ts */
  takePanels(system: number, first: number, end: number, b: number, x: number): void;
  givePanels(system: number, first: number, end: number, x: number, b: number): void;
  forwardPanels(system: number, first: number, end: number, x: number, work: number, kept: number): void;
  addKept(system: number, first: number, end: number, x: number, kept: number): void;
  backwardPanels(system: number, first: number, end: number, x: number, work: number): void;
  /** x: n rows of four right-hand sides */
  solve4(system: number, x: number): void;
  /** x = A^-1 b, in the order of the caller; room: 2 n numbers; enough: see packages/engine/assembly/refine.ts */
  correct(system: number, b: number, x: number, room: number): void;
  solveRefined(system: number, b: number, x: number, room: number, enough: number): void;
  /** numbers at addresses into entries: see packages/engine/assembly/sums.ts */
  sum(count: number, places: number, values: number): void;
  sumWeighted(count: number, places: number, values: number, weights: number): void;
  sumProducts(count: number, places: number, values: number, weights: number): void;
  /** out += A x */
  addProduct(n: number, pointers: number, indices: number, values: number, x: number, out: number): void;
  /** to[k] = from[index[k]] */
  pick(count: number, index: number, from: number, to: number): void;
  /** to[index[k]] += by[k]; the largest |by[k]| */
  move(count: number, index: number, by: number, to: number): number;
  copy(from: number, to: number, bytes: number): void;
  /** lowest and highest x y z of nodes at q, and the square of the longest way to p: see packages/engine/assembly/extents.ts */
  extent(count: number, places: number, q: number, p: number, out: number): number;
  /** pairs of features that have to be looked at: see packages/engine/assembly/near-features.ts; returns how many there are */
  nearEdges(list: number): number;
  nearCells(list: number): number;
  /** rows of pairs that were found: see packages/engine/assembly/near-rows.ts */
  edgeRows(list: number, rows: number, count: number): void;
  cellRows(list: number, rows: number, count: number): void;
  /** trees of features: see packages/engine/assembly/near-lists.ts; how many pairs there are */
  fitTree(tree: number, x: number): void;
  listNear(list: number): number;
  /** rows of contacts: see packages/engine/assembly/row-gaps.ts and row-levers.ts */
  findGaps(rows: number, count: number, least: number): void;
  findLevers(rows: number, count: number): void;
  /** sweeps of Gauss-Seidel over contacts: see packages/engine/assembly/contact-sweeps.ts; returns how many were made */
  sweepContacts(
    count: number,
    slotAt: number,
    units: number,
    slots: number,
    own: number,
    kinds: number,
    data: number,
    lambda: number,
    v: number,
    most: number,
    enough: number,
  ): number;
  /** problems of few contacts: see packages/engine/assembly/few-contacts.ts */
  contactMatrix(problem: number): void;
  newtonOfFew(problem: number, k: number, tolerance: number, most: number, again: number): number;
  wholeNewtonOfFew(problem: number, scale: number, tolerance: number, most: number, again: number): number;
  residualOfFew(problem: number, demand: number, speed: number): number;
  relaxFew(problem: number, times: number, part: number): void;
  /** islands of nodes as a whole: see packages/engine/assembly/islands.ts */
  solveIslands(islands: number, count: number): void;
  clear(at: number, bytes: number): void;
  /** matrices of 3x3 blocks, in ranges of rows or of segments: see packages/engine/assembly/blocks.ts */
  blockProduct(
    first: number,
    last: number,
    bounds: number,
    halos: number,
    pointers: number,
    indices: number,
    values: number,
    x: number,
    out: number,
    halo: number,
    sums: number,
  ): void;
  addHalos(first: number, last: number, bounds: number, halos: number, halo: number, out: number): void;
  addTransposed(count: number, pairs: number, values: number): void;
  addDiagonal(from: number, to: number, pointers: number, values: number, w: number): void;
  maskBlocks(from: number, to: number, pointers: number, indices: number, values: number, mask: number): void;
  invertDiagonal(from: number, to: number, pointers: number, values: number, inverse: number): void;
  /** rigid motions of aggregates: see packages/engine/assembly/aggregates.ts */
  measureArms(first: number, last: number, starts: number, nodes: number, x: number, d: number): void;
  toAggregates(first: number, last: number, starts: number, nodes: number, d: number, r: number, out: number): void;
  applyRigid(
    first: number,
    last: number,
    bounds: number,
    aggregate: number,
    d: number,
    mask: number,
    m: number,
    inverse: number,
    r: number,
    z: number,
    sums: number,
  ): void;
  coarseBlocks(
    first: number,
    last: number,
    starts: number,
    parts: number,
    values: number,
    d: number,
    room: number,
    out: number,
  ): void;
  /** flat vectors: see packages/engine/assembly/vectors.ts */
  dot(n: number, a: number, b: number): number;
  advanceCg(
    first: number,
    last: number,
    bounds: number,
    c: number,
    p: number,
    q: number,
    x: number,
    r: number,
    sums: number,
  ): void;
  addScaled(from: number, to: number, c: number, a: number, b: number): void;
  inertia(
    first: number,
    last: number,
    bounds: number,
    x: number,
    q: number,
    w: number,
    b: number,
    g: number,
    mask: number,
    whole: number,
    r: number,
    sums: number,
  ): void;
  /** vectors of a solve with solids: see packages/engine/assembly/solids.ts */
  gatherNodes(count: number, coordinates: number, column: number, out: number): void;
  scatterNodes(count: number, coordinates: number, values: number, column: number): void;
  addMomenta(n: number, mass: number, v: number, h: number, b: number): void;
  sizesOfForces(n: number, mass: number, v: number, h: number, b: number, g: number, mask: number, out: number): void;
  extrapolate(
    n: number,
    h: number,
    q: number,
    v: number,
    old: number,
    prescribed: number,
    mask: number,
    x: number,
  ): void;
  stepAlong(n: number, a: number, c: number, d: number, x: number): void;
  rates(n: number, x: number, q: number, h: number, u: number): void;
  negate(n: number, a: number, b: number): void;
  sumAt(count: number, places: number, values: number): number;
  /** sparse matrices of 6 x 6 blocks: see packages/engine/assembly/unit-factor.ts */
  factorUnits(n: number, first: number, later: number, sizes: number, blocks: number, pivots: number): number;
  solveUnits(n: number, first: number, later: number, sizes: number, blocks: number, pivots: number, x: number): void;
  /** small dense matrices: see packages/engine/assembly/dense-lu.ts */
  factorDense(n: number, a: number, line: number, pivots: number): number;
  solveDense(n: number, a: number, line: number, pivots: number, x: number): void;
  systemBytes(): number;
}

/** Kernels that have another name for workers. */
const namesInWorkers: Partial<Record<keyof Kernels, string>> = { runTasks: 'runTasksInWorker' };

const bytes = {
  plain: undefined as Uint8Array<ArrayBuffer> | undefined,
  shared: undefined as Uint8Array<ArrayBuffer> | undefined,
};
const modules = new WeakMap<Uint8Array, WebAssembly.Module>();
const instances = new WeakMap<WebAssembly.Memory, Kernels>();

function assemblyBytes(shared: boolean): Uint8Array<ArrayBuffer> {
  bytes.plain ??= Uint8Array.from(atob(assembly), (c) => c.charCodeAt(0));
  if (!shared) return bytes.plain;
  bytes.shared ??= withSharedMemory(bytes.plain);
  return bytes.shared;
}

/** Compiled once in a process, instantiated once for each memory. Blocking: on a browser's page, worlds live in a worker. */
export function kernelsIn(memory: WebAssembly.Memory): Kernels {
  const found = instances.get(memory);
  if (found) return found;
  const own = assemblyBytes(isShared(memory));
  const module = modules.get(own) ?? new WebAssembly.Module(own);
  modules.set(own, module);
  const kernels = new WebAssembly.Instance(module, { env: { memory } }).exports as unknown as Kernels;
  for (const name of Object.keys(kernels) as (keyof Kernels)[])
    if (typeof kernels[name] === 'function')
      registerCode(kernels[name], { bytes: () => own, name: namesInWorkers[name] ?? name });
  instances.set(memory, kernels);
  return kernels;
}

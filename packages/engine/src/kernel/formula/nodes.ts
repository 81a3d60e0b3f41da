/** The nodes of formulas: each exists once, and has a rank that is the same in every process. */
import { highWord, lowWord, type Op, operationNames } from './operations.ts';

/**
 * A formula: a node of an expression graph. Equal formulas are the same object.
 * @example const half: Expr = constant(0.5);
 */
export interface Expr {
  readonly op: Op;
  readonly args: readonly Expr[];
  /** of a const */
  readonly value: number;
  /** of an input */
  readonly label: string;
  /** names the node within this process */
  readonly id: number;
  /** orders nodes by what they are; equal structure, equal rank, in every process */
  readonly rank: number;
  /** number of the last walk that visited this node, and its place in the order of that walk: see `reachable` */
  walk: number;
  place: number;
}

/**
 * All nodes, in chains by a hash of operation and arguments. A Map keyed by numbers made of two ids takes twice the time to build a
 * formula: such numbers are objects of their own to V8.
 */
const nodes: Expr[] = [];
let chains = new Int32Array(4096).fill(-1); // the last node of each chain, by hash
let before = new Int32Array(4096); // of each node, the one before it in its chain
let hashes = new Int32Array(4096);

/** args has at least as many entries as the operation has arguments; those of a new node are copied. */
export function intern(
  op: Op,
  a: Expr | undefined,
  b: Expr | undefined,
  args: readonly Expr[],
  value: number,
  label: string,
): Expr {
  const hash = hashOf(op, a, b, args, value, label);
  for (let i = chains[hash & (chains.length - 1)]; i >= 0; i = before[i]) {
    const e = nodes[i];
    if (hashes[i] === hash && e.op === op && isMadeOf(e, a, b, args) && Object.is(e.value, value) && e.label === label)
      return e;
  }
  const own = a === undefined ? [...args] : b === undefined ? [a] : [a, b];
  const id = nodes.length;
  const made: Expr = { op, args: own, value, label, id, rank: rankOf(op, own, value, label), walk: 0, place: 0 };
  if (id === chains.length) makeRoom();
  nodes.push(made);
  hashes[id] = hash;
  before[id] = chains[hash & (chains.length - 1)];
  chains[hash & (chains.length - 1)] = id;
  return made;
}
/** One or two arguments are a and b; more, or none, are in args. */
export function isMadeOf(e: Expr, a: Expr | undefined, b: Expr | undefined, args: readonly Expr[]): boolean {
  const own = e.args;
  if (b !== undefined) return own.length === 2 && own[0] === a && own[1] === b;
  if (a !== undefined) return own.length === 1 && own[0] === a;
  if (own.length !== args.length) return false;
  for (let k = 0; k < own.length; k++) if (own[k] !== args[k]) return false;
  return true;
}
function hashOf(
  op: Op,
  a: Expr | undefined,
  b: Expr | undefined,
  args: readonly Expr[],
  value: number,
  label: string,
): number {
  let hash = op.charCodeAt(0) + 31 * op.charCodeAt(1) + 961 * op.charCodeAt(op.length - 1);
  if (a !== undefined) hash = mixed(hash, a.id, 0x01000193);
  if (b !== undefined) hash = mixed(hash, b.id, 0xc2b2ae35);
  for (let k = 0; k < args.length; k++) hash = mixed(hash, args[k].id, 0x01000193);
  if (op === 'const') hash = mixed(mixed(hash, highWord(value), 0x01000193), lowWord(value), 0xc2b2ae35);
  for (let i = 0; i < label.length; i++) hash = mixed(hash, label.charCodeAt(i), 0x01000193);
  return hash ^ (hash >>> 13);
}
/** Twice as many chains. */
function makeRoom(): void {
  const size = 2 * chains.length;
  const grown = (old: Int32Array): Int32Array<ArrayBuffer> => {
    const more = new Int32Array(size);
    more.set(old);
    return more;
  };
  before = grown(before);
  hashes = grown(hashes);
  chains = new Int32Array(size).fill(-1);
  for (let i = 0; i < nodes.length; i++) {
    before[i] = chains[hashes[i] & (size - 1)];
    chains[hashes[i] & (size - 1)] = i;
  }
}

/** 53 bits of a structural hash: two 32-bit multiplicative hashes with different factors, from op, value, label, arguments. */
function rankOf(op: Op, args: readonly Expr[], value: number, label: string): number {
  let a = opRanks.get(op) as number;
  let b = a ^ 0x85ebca6b;
  for (let i = 0; i < args.length; i++) {
    const { rank } = args[i];
    const high = Math.floor(rank / lowRanks);
    const low = rank - high * lowRanks;
    a = mixed(mixed(a, high, 0x01000193), low, 0x01000193);
    b = mixed(mixed(b, high, 0xc2b2ae35), low, 0xc2b2ae35);
  }
  if (!args.length) {
    const words = [highWord(value), lowWord(value)];
    for (let i = 0; i < label.length; i++) words.push(label.charCodeAt(i));
    for (const word of words) {
      a = mixed(a, word, 0x01000193);
      b = mixed(b, word, 0xc2b2ae35);
    }
  }
  return (a >>> 0) * lowRanks + ((b >>> 0) & (lowRanks - 1));
}
const mixed = (hash: number, word: number, factor: number): number => Math.imul(hash ^ word, factor) ^ (hash >>> 15);
const lowRanks = 2097152; // 2^21
const opRanks = new Map<Op, number>();
for (const op of ['const', 'input', ...operationNames] as const) {
  let rank = 0x9e3779b9;
  const seed = op === 'detach' ? 'hold' : op; // its first name: ranks decide the order of sums, and so the bits
  for (let i = 0; i < seed.length; i++) rank = Math.imul(rank ^ seed.charCodeAt(i), 0x01000193) ^ (rank >>> 15);
  opRanks.set(op, rank);
}

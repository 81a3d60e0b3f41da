/** Rows of contacts in the memory of packages/engine/src/contact/detect/row-memory.ts. */
import { getF, getI } from './memory';

/** Where lists are, in the order of `row-kernels.ts`. */
@unmanaged
export class RowLists {
  /** one byte of a row, or of each side */
  type: usize;
  flipped: usize;
  active: usize;
  hasCouples: usize;
  count: usize;
  helpers: usize;
  /** four bytes */
  body: usize;
  corner: usize;
  /** eight bytes */
  radius: usize;
  mu: usize;
  frame: usize;
  weights: usize;
  point: usize;
  lever: usize;
  couples: usize;
  gap: usize;
  guess: usize;
  /** of each collider: 1 where its vertices are nodes */
  ofNodes: usize;
  /** coordinates */
  x: usize;
  /** rows that are asked for, and of each of them what is answered */
  places: usize;
  known: usize;
  gaps: usize;
}

/** See row.ts and row-memory.ts. */
export namespace types {
  export const vertices: i32 = 0;
  export const edge: i32 = 1;
  export const face: i32 = 2;
  export const edges: i32 = 3;
  export const plane: i32 = 4;
  export const rim: i32 = 5;
  export const linear: i32 = 6;
}
export const sideVertices: i32 = 15;

export function getByte(list: usize, at: i32): i32 {
  return <i32>load<u8>(list + <usize>at);
}
export function isOfNodes(s: RowLists, side: i32): bool {
  return load<u8>(s.ofNodes + <usize>getI(s.body, side)) !== 0;
}
/** Where the coordinates of a corner of a side are. */
export function cornerOf(s: RowLists, side: i32, k: i32): usize {
  return s.x + ((<usize>getI(s.corner, 3 * side + k)) << 3);
}
export function weightOf(s: RowLists, side: i32, k: i32): f64 {
  return getF(s.weights, sideVertices * side + k);
}

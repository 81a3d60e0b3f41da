/**
 * Generalised winding number of a triangle surface [Jacobson, Kavan, Sorkine-Hornung 2013]: the solid angle of the surface
 * seen from p, divided by 4 pi. It is 1 inside a closed, outward oriented surface, 0 outside, 2 where two solids overlap, and
 * something in between near the holes of an open surface.
 *
 *   w = sum over triangles (a, b, c) of theta / 2 pi,   tan theta = a.(b x c) / (|a||b||c| + (a.b)|c| + (b.c)|a| + (c.a)|b|)
 *
 * a, b, c are the corners seen from p, and theta in (-pi, pi] is half the solid angle [van Oosterom, Strackee 1983].
 *
 * From outside its box, a patch has the same solid angle as any other with the same boundary. Each node of the tree therefore keeps a fan over
 * the boundary edges of its triangles, and the sum is exact with few terms: a closed part costs nothing from outside.
 *
 * Angles are added as products of complex numbers, with the turns counted where the product crosses the negative real axis.
 */
import { Bvh, type BvhTree } from '../../geometry/bvh.ts';
import { atan2 } from '../../kernel/formula/scalar.ts';
import type { TriangleSurface } from './surface.ts';

const turn = 6.283185307179586;

export class WindingNumber {
  readonly #x: Float64Array;
  readonly #triangles: Int32Array;
  readonly #tree: BvhTree;
  // Boundary edges of a node, 2 points each, from fanStart[n] on; a fan around the first point closes them.
  readonly #fans: Int32Array;
  readonly #fanStart: Int32Array;
  readonly #waiting = new Int32Array(128);
  // The sum so far: a unit number, and whole turns.
  #re = 1;
  #im = 0;
  #turns = 0;

  constructor({ positions, triangles }: TriangleSurface) {
    this.#x = positions;
    this.#triangles = triangles;
    this.#tree = new Bvh(triangles, 3, positions).tree;
    const fans = boundaries(this.#tree, triangles);
    this.#fanStart = new Int32Array(fans.length + 1);
    for (let n = 0; n < fans.length; n++) this.#fanStart[n + 1] = this.#fanStart[n] + fans[n].length;
    this.#fans = new Int32Array(this.#fanStart[fans.length]);
    for (let n = 0; n < fans.length; n++) this.#fans.set(fans[n], this.#fanStart[n]);
  }

  at(px: number, py: number, pz: number): number {
    this.#sum(px, py, pz);
    return this.#turns + atan2(this.#im, this.#re) / turn;
  }

  /** The winding number rounded to a whole one, without the cost of an angle. */
  rounded(px: number, py: number, pz: number): number {
    this.#sum(px, py, pz);
    return this.#turns;
  }

  #sum(px: number, py: number, pz: number): void {
    const { order, start, end, right, boxes } = this.#tree;
    const corners = this.#triangles;
    const fans = this.#fans;
    this.#re = 1;
    this.#im = 0;
    this.#turns = 0;
    let depth = 0;
    this.#waiting[depth++] = 0;
    while (depth > 0) {
      const node = this.#waiting[--depth];
      const b = 6 * node;
      const outside =
        px < boxes[b] ||
        py < boxes[b + 1] ||
        pz < boxes[b + 2] ||
        px > boxes[b + 3] ||
        py > boxes[b + 4] ||
        pz > boxes[b + 5];
      const from = this.#fanStart[node];
      const to = this.#fanStart[node + 1];
      if (outside && (to - from) / 2 <= end[node] - start[node]) {
        for (let k = from; k < to; k += 2) this.#add(fans[from], fans[k], fans[k + 1], px, py, pz);
      } else if (right[node] !== 0) {
        this.#waiting[depth++] = right[node];
        this.#waiting[depth++] = node + 1;
      } else {
        for (let k = start[node]; k < end[node]; k++) {
          const t = 3 * order[k];
          this.#add(corners[t], corners[t + 1], corners[t + 2], px, py, pz);
        }
      }
    }
  }

  #add(i: number, j: number, k: number, px: number, py: number, pz: number): void {
    const x = this.#x;
    const ax = x[3 * i] - px;
    const ay = x[3 * i + 1] - py;
    const az = x[3 * i + 2] - pz;
    const bx = x[3 * j] - px;
    const by = x[3 * j + 1] - py;
    const bz = x[3 * j + 2] - pz;
    const cx = x[3 * k] - px;
    const cy = x[3 * k + 1] - py;
    const cz = x[3 * k + 2] - pz;
    const a = Math.sqrt(ax * ax + ay * ay + az * az);
    const b = Math.sqrt(bx * bx + by * by + bz * bz);
    const c = Math.sqrt(cx * cx + cy * cy + cz * cz);
    const im = ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
    const re =
      a * b * c +
      (ax * bx + ay * by + az * bz) * c +
      (bx * cx + by * cy + bz * cz) * a +
      (cx * ax + cy * ay + cz * az) * b;
    const size = Math.sqrt(re * re + im * im);
    if (!(size > 0)) return; // p is a corner, or on a side
    const ur = re / size;
    const ui = im / size;
    const newRe = this.#re * ur - this.#im * ui;
    const newIm = this.#re * ui + this.#im * ur;
    if (ui > 0 && this.#im >= 0 && newIm < 0) this.#turns++;
    else if (ui < 0 && this.#im < 0 && newIm >= 0) this.#turns--;
    this.#re = newRe;
    this.#im = newIm;
  }
}

/** Boundary edges of each node of the tree, directed as in its triangles; edges used in both directions cancel. */
function boundaries({ order, start, end, right, boxes }: BvhTree, triangles: Int32Array): number[][] {
  const nodes = boxes.length / 6;
  const out: number[][] = new Array(nodes);
  let points = 0;
  for (let k = 0; k < triangles.length; k++) points = Math.max(points, triangles[k] + 1);
  for (let node = nodes - 1; node >= 0; node--) {
    const edges: number[] = [];
    if (right[node] === 0) {
      for (let k = start[node]; k < end[node]; k++) {
        const t = 3 * order[k];
        edges.push(triangles[t], triangles[t + 1], triangles[t + 1], triangles[t + 2], triangles[t + 2], triangles[t]);
      }
    } else {
      for (const child of [node + 1, right[node]]) for (const n of out[child]) edges.push(n);
    }
    out[node] = cancelled(edges, points);
  }
  return out;
}

function cancelled(edges: readonly number[], points: number): number[] {
  const net = new Map<number, number>(); // by lower and higher point: runs upward minus runs downward
  for (let k = 0; k < edges.length; k += 2) {
    const [a, b] = [edges[k], edges[k + 1]];
    const key = a < b ? a * points + b : b * points + a;
    net.set(key, (net.get(key) ?? 0) + (a < b ? 1 : -1));
  }
  const out: number[] = [];
  for (const [key, runs] of net) {
    const low = Math.floor(key / points);
    const high = key % points;
    for (let n = 0; n < runs; n++) out.push(low, high);
    for (let n = 0; n > runs; n--) out.push(high, low);
  }
  return out;
}

/**
 * Which features of a body never touch each other: those that share a vertex or are nearer than `least` at rest, where the material between
 * them would push.                                                                                  [contact notes, sec. 2.3]
 *
 *   surfaces    the distance in the mesh as it was given
 *   ropes       the length of rope between them, since a rope may be given in the shape of a knot
 */

import type { Collider } from '../../collider/collider.ts';
import { closestOnCell } from './closest-on-cell.ts';
import { closestOnSegments } from './segments.ts';

const weights = new Float64Array(3);
const along = new Float64Array(3);

export class RestDistance {
  /** of ropes: vertices within `least` along the rope */
  readonly #near: readonly ReadonlySet<number>[];

  constructor(
    private readonly collider: Collider,
    private readonly least: number,
  ) {
    this.#near = collider.core.triangles.length ? [] : nearAlong(collider, least);
  }
  /** A vertex and a cell, whose first corner is `cells[c]`. */
  vertexOnCell(v: number, c: number): boolean {
    const { cells, core } = this.collider;
    for (let m = c; m < c + 3 && cells[m] >= 0; m++) if (cells[m] === v || this.#near[v]?.has(cells[m])) return true;
    if (this.#near.length) return false;
    const x = core.rest;
    const [px, py, pz] = [x[3 * v], x[3 * v + 1], x[3 * v + 2]];
    const size = closestOnCell(x, cells, c, px, py, pz, weights);
    let squared = 0;
    for (let k = 0; k < 3; k++) {
      let d = x[3 * v + k];
      for (let m = 0; m < size; m++) d -= weights[m] * x[3 * cells[c + m] + k];
      squared += d * d;
    }
    return squared < this.least * this.least;
  }
  edges(e: number, f: number): boolean {
    const { allEdges, core } = this.collider;
    for (let i = 2 * e; i < 2 * e + 2; i++)
      for (let j = 2 * f; j < 2 * f + 2; j++)
        if (allEdges[i] === allEdges[j] || this.#near[allEdges[i]]?.has(allEdges[j])) return true;
    if (this.#near.length) return false;
    const [a, b] = [3 * allEdges[2 * e], 3 * allEdges[2 * e + 1]];
    const [c, d] = [3 * allEdges[2 * f], 3 * allEdges[2 * f + 1]];
    return closestOnSegments(core.rest, a, b, core.rest, c, d, along) < this.least * this.least;
  }
}

/** Of each vertex, those within `least` along edges, itself among them (Dijkstra). */
function nearAlong({ core, allEdges, firstNeighbour, neighbours }: Collider, least: number): Set<number>[] {
  if (!allEdges.length) return Array.from({ length: core.count }, (_, v) => new Set([v]));
  const x = core.rest;
  const length = (a: number, b: number): number => {
    const d = [0, 1, 2].map((k) => x[3 * a + k] - x[3 * b + k]);
    return Math.sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
  };
  return Array.from({ length: core.count }, (_, from) => {
    const known = new Map([[from, 0]]);
    const done = new Set<number>();
    for (;;) {
      let next = -1;
      for (const [v, far] of known) if (!done.has(v) && (next < 0 || far < (known.get(next) as number))) next = v;
      if (next < 0) return done;
      done.add(next);
      for (let k = firstNeighbour[next]; k < firstNeighbour[next + 1]; k++) {
        const far = (known.get(next) as number) + length(next, neighbours[k]);
        if (far < least && far < (known.get(neighbours[k]) ?? Infinity)) known.set(neighbours[k], far);
      }
    }
  });
}

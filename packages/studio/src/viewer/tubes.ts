/** Ropes: chains of edges as smooth tubes, all in one mesh. The tube runs through every node. */
import { BufferAttribute, BufferGeometry, DynamicDrawUsage, Mesh, type Object3D } from 'three';
import type { ShapeModel } from './model.ts';
import { colourOf, SoftMaterial } from './surface.ts';
import type { Theme } from './theme.ts';

const sides = 10;
const samplesPerEdge = 4;

interface Rope {
  readonly nodes: readonly number[];
  readonly shape: number;
  readonly firstRing: number;
  readonly rings: number;
}

export class Tubes {
  readonly objects: readonly Object3D[];
  readonly #shapes: readonly ShapeModel[];
  readonly #ropes: readonly Rope[];
  readonly #radius: number;
  readonly #geometry = new BufferGeometry();
  readonly #material = new SoftMaterial({ vertexColors: true, transparent: true });
  readonly #position: Float32Array;
  readonly #normal: Float32Array;

  constructor(shapes: readonly ShapeModel[], x: Float32Array, extent: number) {
    this.#shapes = shapes.filter((s) => s.triangles.length === 0 && s.edges.length > 0);
    const ropes: Rope[] = [];
    let rings = 0;
    this.#shapes.forEach((s, shape) => {
      for (const nodes of chainsOf(s.edges)) {
        const own = (nodes.length - 1) * samplesPerEdge + 1 + 2; // and a point at either end, to close it
        ropes.push({ nodes, shape, firstRing: rings, rings: own });
        rings += own;
      }
    });
    this.#ropes = ropes;
    this.#radius = radiusOf(this.#shapes, x, extent);
    this.#position = new Float32Array(3 * sides * rings);
    this.#normal = new Float32Array(3 * sides * rings);
    const index: number[] = [];
    for (const rope of ropes) {
      for (let r = rope.firstRing; r < rope.firstRing + rope.rings - 1; r++) {
        for (let k = 0; k < sides; k++) {
          const [a, b] = [r * sides + k, r * sides + ((k + 1) % sides)];
          index.push(a, b, a + sides, b, b + sides, a + sides);
        }
      }
    }
    const dynamic = (array: Float32Array): BufferAttribute => new BufferAttribute(array, 3).setUsage(DynamicDrawUsage);
    this.#geometry.setAttribute('position', dynamic(this.#position));
    this.#geometry.setAttribute('normal', dynamic(this.#normal));
    this.#geometry.setAttribute('color', new BufferAttribute(new Float32Array(3 * sides * rings), 3));
    this.#geometry.setIndex(index);
    const tubes = new Mesh(this.#geometry, this.#material);
    tubes.castShadow = true;
    tubes.frustumCulled = false;
    this.objects = [tubes];
  }

  paint(theme: Theme): void {
    const colour = this.#geometry.getAttribute('color') as BufferAttribute;
    for (const { shape, firstRing, rings } of this.#ropes) {
      const { r, g, b } = colourOf(this.#shapes[shape], theme);
      for (let v = firstRing * sides; v < (firstRing + rings) * sides; v++) colour.setXYZ(v, r, g, b);
    }
    colour.needsUpdate = true;
    this.#material.rim = theme.rim;
  }

  update(x: Float32Array): void {
    for (const rope of this.#ropes) this.#sweep(rope, x);
    this.#geometry.getAttribute('position').needsUpdate = true;
    this.#geometry.getAttribute('normal').needsUpdate = true;
  }

  /** Rings along a Catmull-Rom curve, turned from one to the next without twist. */
  #sweep({ nodes, firstRing, rings }: Rope, x: Float32Array): void {
    const samples = rings - 2;
    const at = (s: number): number[] => {
      const edge = Math.min(Math.floor(s / samplesPerEdge), nodes.length - 2);
      const u = s / samplesPerEdge - edge;
      const [p0, p1, p2, p3] = [edge - 1, edge, edge + 1, edge + 2].map(
        (i) => 3 * nodes[Math.max(0, Math.min(nodes.length - 1, i))],
      );
      return [0, 1, 2].map((k) => {
        const [a, b, c, d] = [x[p0 + k], x[p1 + k], x[p2 + k], x[p3 + k]];
        return b + 0.5 * u * (c - a + u * (2 * a - 5 * b + 4 * c - d + u * (3 * (b - c) + d - a)));
      });
    };
    let side: number[] | undefined;
    let before = at(0);
    for (let s = 0; s < samples; s++) {
      const here = s === 0 ? before : at(s);
      const next = s + 1 < samples ? at(s + 1) : here;
      const along = unit([0, 1, 2].map((k) => next[k] - before[k]));
      side = across(along, side);
      const up = cross(along, side);
      this.#ring(firstRing + 1 + s, here, side, up, this.#radius);
      if (s === 0)
        this.#ring(
          firstRing,
          here.map((v, k) => v - 0.6 * this.#radius * along[k]),
          side,
          up,
          0,
        );
      if (s === samples - 1) {
        this.#ring(
          firstRing + rings - 1,
          here.map((v, k) => v + 0.6 * this.#radius * along[k]),
          side,
          up,
          0,
        );
      }
      before = here;
    }
  }
  #ring(ring: number, centre: readonly number[], side: number[], up: number[], radius: number): void {
    for (let k = 0; k < sides; k++) {
      const angle = (2 * Math.PI * k) / sides;
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      const v = 3 * (ring * sides + k);
      for (let axis = 0; axis < 3; axis++) {
        const outward = c * side[axis] + s * up[axis];
        this.#normal[v + axis] = outward;
        this.#position[v + axis] = centre[axis] + radius * outward;
      }
    }
  }

  dispose(): void {
    this.#geometry.dispose();
    this.#material.dispose();
  }
}

const unit = (v: readonly number[]): number[] => {
  const length = Math.hypot(v[0], v[1], v[2]);
  return length > 0 ? v.map((c) => c / length) : [1, 0, 0];
};
const cross = (a: readonly number[], b: readonly number[]): number[] => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
/** A direction across, as near as can be to the last one. */
function across(along: readonly number[], last: readonly number[] | undefined): number[] {
  const start = last ?? (Math.abs(along[1]) < 0.9 ? [0, 1, 0] : [1, 0, 0]);
  const dot = start[0] * along[0] + start[1] * along[1] + start[2] * along[2];
  return unit(start.map((c, k) => c - dot * along[k]));
}

/** Edges as chains of nodes, each as long as it gets. */
function chainsOf(edges: Int32Array): number[][] {
  const neighbours = new Map<number, number[]>();
  const add = (a: number, b: number): void => {
    const list = neighbours.get(a);
    if (list) list.push(b);
    else neighbours.set(a, [b]);
  };
  for (let e = 0; e < edges.length; e += 2) {
    add(edges[e], edges[e + 1]);
    add(edges[e + 1], edges[e]);
  }
  const used = new Set<string>();
  const key = (a: number, b: number): string => (a < b ? `${a} ${b}` : `${b} ${a}`);
  const chains: number[][] = [];
  const follow = (a: number, b: number): void => {
    if (used.has(key(a, b))) return;
    used.add(key(a, b));
    const chain = [a, b];
    let here = b;
    while (neighbours.get(here)?.length === 2) {
      const next = neighbours.get(here)?.find((n) => !used.has(key(here, n)));
      if (next === undefined) break;
      used.add(key(here, next));
      chain.push(next);
      here = next;
    }
    chains.push(chain);
  };
  const ends = [...neighbours].filter(([, list]) => list.length !== 2);
  for (const [node, list] of ends) for (const n of list) follow(node, n);
  for (const [node, list] of neighbours) for (const n of list) follow(node, n); // what is left are rings
  return chains;
}

function radiusOf(shapes: readonly ShapeModel[], x: Float32Array, extent: number): number {
  let sum = 0;
  let count = 0;
  for (const { edges } of shapes) {
    for (let e = 0; e < edges.length; e += 2) {
      const [a, b] = [3 * edges[e], 3 * edges[e + 1]];
      sum += Math.hypot(x[b] - x[a], x[b + 1] - x[a + 1], x[b + 2] - x[a + 2]);
      count++;
    }
  }
  const mean = count ? sum / count : 0;
  return Math.min(Math.max(0.15 * mean, 0.006 * extent), 0.015 * extent);
}

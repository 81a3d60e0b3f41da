/** Vertices of skins as points of the picture: they come after all nodes, one skin after another. */
import { type Anchor, type Body, barycentric, node, skinPositions, type World } from '@pliant/engine';

/** Corners that weigh less than this are left out of an anchor: the vertex lies on a face, an edge or a node. */
const weightless = 1e-12;

interface Place {
  /** point of its first vertex */
  readonly first: number;
  /** x y z of its vertices, written anew for every frame */
  readonly x: Float64Array;
}

export class Skins {
  /** points in all, nodes and vertices */
  readonly end: number;
  readonly #places = new Map<string, Place>();

  constructor(bodies: readonly Body[]) {
    let first = bodies.reduce((nodes, body) => nodes + body.nodeCount, 0);
    for (const { id, skin } of bodies) {
      if (!skin) continue;
      const count = skin.embedding.corners.length / 4;
      this.#places.set(id, { first, x: new Float64Array(3 * count) });
      first += count;
    }
    this.end = first;
  }

  /** The point of a body's first vertex; undefined if it has no skin. */
  firstOf(body: string): number | undefined {
    return this.#places.get(body)?.first;
  }
  /** The body and the vertex that a point is; undefined if it is a node. */
  vertexAt(point: number): { readonly body: string; readonly vertex: number } | undefined {
    for (const [body, { first, x }] of this.#places) {
      if (point >= first && point < first + x.length / 3) return { body, vertex: point - first };
    }
    return undefined;
  }
  /** Writes where all vertices are. */
  pack(world: World, out: Float32Array): void {
    for (const [body, { first, x }] of this.#places) out.set(skinPositions(world, body, x), 3 * first);
  }
}

/** A vertex as what constraints hold. */
export function vertexAnchor(body: Body, vertex: number): Anchor {
  if (!body.skin) throw new Error(`body "${body.id}" has no skin.`);
  const { corners, weights } = body.skin.embedding;
  const own = (all: ArrayLike<number>): number[] => [0, 1, 2, 3].map((k) => all[4 * vertex + k]);
  const there = own(weights).map((weight) => Math.abs(weight) > weightless);
  const nodes = own(corners).filter((_, k) => there[k]);
  if (nodes.length === 1) return node(body, nodes[0]);
  return barycentric(
    body,
    nodes,
    own(weights).filter((_, k) => there[k]),
  );
}

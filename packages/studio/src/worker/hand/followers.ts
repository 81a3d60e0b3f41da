/**
 * Points that follow nodes, vertices of skins and samples along rods, as points of the picture: they come after all nodes,
 * those of one body after those of another.
 */
import { type Anchor, type Body, barycentric, node, type Skin, skinAt, type World } from '@pliant/engine';
import { curveOf } from '@pliant/io';

/** Corners that weigh less than this are left out of an anchor: the vertex lies on a face, an edge or a node. */
const weightless = 1e-12;

interface Place {
  /** point of its first follower */
  readonly first: number;
  readonly embedding: Skin['embedding'];
  /** x y z of its followers, written anew for every frame */
  readonly x: Float64Array;
}

export class Followers {
  /** points in all, nodes and followers */
  readonly end: number;
  readonly #places = new Map<string, Place>();

  constructor(bodies: readonly Body[]) {
    let first = bodies.reduce((nodes, body) => nodes + body.nodeCount, 0);
    for (const body of bodies) {
      const embedding = embeddingOf(body);
      if (!embedding) continue;
      const count = embedding.corners.length / (embedding.width ?? 4);
      this.#places.set(body.id, { first, embedding, x: new Float64Array(3 * count) });
      first += count;
    }
    this.end = first;
  }

  /** The point of a body's first follower; undefined if it has none. */
  firstOf(body: string): number | undefined {
    return this.#places.get(body)?.first;
  }
  /** The body, and which of its followers a point is; undefined if it is a node. */
  find(point: number): { readonly body: string; readonly index: number } | undefined {
    for (const [body, { first, x }] of this.#places) {
      if (point >= first && point < first + x.length / 3) return { body, index: point - first };
    }
    return undefined;
  }
  /** Writes where all of them are. */
  pack(world: World, out: Float32Array): void {
    for (const [body, place] of this.#places) out.set(skinAt(place, world.positions(body), place.x), 3 * place.first);
  }
}

function embeddingOf(body: Body): Skin['embedding'] | undefined {
  const curve = curveOf(body);
  return curve ? { ...curve, outside: 0, farthest: 0 } : body.skin?.embedding;
}

/** The nodes that a follower is a mean of. */
export function nodesUnder(
  body: Body,
  index: number,
): { readonly nodes: readonly number[]; readonly weights: readonly number[] } {
  const embedding = embeddingOf(body);
  if (!embedding) throw new Error(`body "${body.id}" has no skin and is no rod.`);
  const { width = 4 } = embedding;
  const own = (all: ArrayLike<number>): number[] => Array.from({ length: width }, (_, k) => all[width * index + k]);
  const weights = own(embedding.weights);
  const there = weights.map((weight) => Math.abs(weight) > weightless);
  return { nodes: own(embedding.corners).filter((_, k) => there[k]), weights: weights.filter((_, k) => there[k]) };
}

/** A follower as what constraints hold. */
export function followerAnchor(body: Body, index: number): Anchor {
  const { nodes, weights } = nodesUnder(body, index);
  return nodes.length === 1 ? node(body, nodes[0]) : barycentric(body, nodes, weights);
}

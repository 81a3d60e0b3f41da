/**
 * The user's hand: an exact nail on one node, or on one vertex of a skin, whose target follows the pointer and which is gone
 * when the button is released. A pointer jumps from one event to the next; the target travels in between at a finite speed,
 * as a hand does, or the jump itself would be felt as a blow.
 */
import {
  type Anchor,
  type Body,
  local,
  nail,
  node as nodeOf,
  onPath,
  position,
  type World,
  worldPoint,
} from '@pliant/engine';
import type { HandInfo, Point } from '../protocol.ts';
import { vertexAnchor } from './skins.ts';

const handId = 'hand';
/** s: at least this long to the pointer */
const reach = 0.03;
/** neighbours to try when a node is taken */
const tries = 24;

/** What is held: a node of a body, or a vertex of its skin. */
interface Grip {
  readonly node: number;
  readonly onSkin: boolean;
  readonly anchor: Anchor;
  readonly at: Point;
}

export class Hand {
  #goal: Point;
  /** from what the pointer took to what is held in its place */
  readonly #shift: Point;
  /** of the nail it moves: its own, or one that was there */
  #constraint: string;
  readonly #member: number;
  readonly #own: boolean;
  #from: Point;
  #to: Point;
  #start: number;
  #end: number;

  private constructor(
    private readonly world: World,
    readonly body: string,
    readonly grip: Grip,
    /** m/s */
    private readonly fastest: number,
    goal: Point,
    shift: Point,
    taken?: { constraint: string; member: number },
  ) {
    this.#shift = shift;
    this.#goal = added(goal, shift);
    this.#from = grip.at;
    this.#to = grip.at;
    this.#start = world.time;
    this.#end = world.time;
    this.#own = !taken;
    this.#constraint = taken?.constraint ?? handId;
    this.#member = taken?.member ?? 0;
    if (taken) return;
    const holder = holderOf(world, body, grip.anchor.blocks);
    if (holder) throw new Error(`node ${grip.node} of "${body}" is held by "${holder}"; grab another node.`);
    let id = handId;
    while (world.constraints.some((c) => c.id === id)) id += '+';
    this.#constraint = id;
    world.constrain(nail(grip.anchor, worldPoint(...grip.at)), { id, method: local });
  }

  /**
   * Take hold of a node, or of the nearest one that is free. Throws, in words, if that cannot be. `from` is what is to go to
   * the goal, if that is not the node itself.
   */
  static grab(world: World, body: Body, node: number, goal: Point, size: number, from?: Point): Hand {
    const gripAt = (n: number): Grip => ({
      node: n,
      onSkin: false,
      anchor: nodeOf(body, n),
      at: nodeAt(world, body, n),
    });
    const fastest = 10 * size;
    const wanted = nodeAt(world, body, node);
    const shift = (at: Point): Point => between(from ?? wanted, at);
    const nailed = nailOn(world, body, node);
    if (nailed) {
      if (nailed.path) {
        throw new Error(
          `node ${node} of "${body.id}" is led along a path by "${nailed.constraint}"; grab another node.`,
        );
      }
      return new Hand(world, body.id, gripAt(node), fastest, goal, shift(wanted), nailed);
    }
    let refusal: unknown;
    for (const candidate of nearest(world.positions(body.id), wanted, Math.min(tries, body.nodeCount))) {
      try {
        const grip = gripAt(candidate);
        return new Hand(world, body.id, grip, fastest, goal, shift(grip.at));
      } catch (error) {
        refusal ??= error; // the node asked for is the one to speak of
      }
    }
    throw refusal;
  }

  /** Take hold of a vertex of a skin; where its tet is nailed, of the nail; where it is held otherwise, of the nearest node. */
  static grabSkin(world: World, body: Body, vertex: number, goal: Point, size: number): Hand {
    const anchor = vertexAnchor(body, vertex);
    const at = position(world, anchor);
    const nailed = anchor.blocks.map((block) => block / 3).find((node) => nailOn(world, body, node));
    if (nailed !== undefined) return Hand.grab(world, body, nailed, goal, size, at);
    try {
      return new Hand(world, body.id, { node: vertex, onSkin: true, anchor, at }, 10 * size, goal, [0, 0, 0]);
    } catch {
      const [node] = nearest(world.positions(body.id), at, 1);
      return Hand.grab(world, body, node, goal, size, at);
    }
  }

  /** the constraint that is here for the hand alone */
  get ownConstraint(): string | undefined {
    return this.#own ? this.#constraint : undefined;
  }
  move(goal: Point): void {
    this.#goal = added(goal, this.#shift);
  }

  /** Before the next steps: head for the pointer. */
  aim(): void {
    const { time } = this.world;
    const here = this.#here(time);
    const way = Math.hypot(this.#goal[0] - here[0], this.#goal[1] - here[1], this.#goal[2] - here[2]);
    if (way === 0 && this.#end <= time) return;
    this.#from = here;
    this.#to = this.#goal;
    this.#start = time;
    this.#end = time + Math.max(reach, way / this.fastest);
    const path = { kind: 'linear' as const, times: [this.#start, this.#end], points: [this.#from, this.#to] };
    this.world.aim(this.#constraint, onPath(path), this.#member);
  }
  #here(time: number): Point {
    const u = this.#end > this.#start ? Math.min(1, (time - this.#start) / (this.#end - this.#start)) : 1;
    return [0, 1, 2].map((k) => this.#from[k] + u * (this.#to[k] - this.#from[k])) as unknown as Point;
  }

  /** Let go: its own nail goes, one that was there stays where it has been taken. */
  drop(): void {
    if (!this.world.constraints.some((c) => c.id === this.#constraint)) return; // an event took it
    if (this.#own) this.world.removeConstraint(this.#constraint);
    else this.world.aim(this.#constraint, worldPoint(...this.#here(this.world.time)), this.#member);
  }

  /** first: point of the body's first node, or of its skin's first vertex */
  info(first: number): HandInfo {
    const held = this.world.constraints.some((c) => c.id === this.#constraint);
    const force = held ? this.world.forces(this.#constraint)[this.#member][0] : [0, 0, 0];
    return {
      body: this.body,
      node: first + this.grip.node,
      point: this.#goal,
      force: [force[0], force[1], force[2]],
    };
  }
}

/**
 * A constraint that holds one of these blocks of a body exactly. It could be solved together with the hand's nail, but what
 * slides, or hangs on a nail by way of others, cannot follow the pointer, and the run would end there.
 */
function holderOf(world: World, body: string, blocks: readonly number[]): string | undefined {
  for (const { id, members, method } of world.constraints) {
    if (method.kind !== 'local') continue;
    const holds = (a: Anchor): boolean => a.body === body && a.blocks.some((b) => blocks.includes(b));
    if (members.some((anchors, m) => anchors.some(holds) && world.isActive(id, m))) return id;
  }
  return undefined;
}

/** An active nail on exactly this node. */
function nailOn(
  world: World,
  body: Body,
  node: number,
): { constraint: string; member: number; path: boolean } | undefined {
  const isIt = (a: Anchor): boolean => a.body === body.id && a.blocks.length === 1 && a.blocks[0] === 3 * node;
  for (const { id, kind, members } of world.constraints) {
    if (kind !== 'nail') continue;
    const member = members.findIndex(([a]) => isIt(a));
    if (member >= 0 && world.isActive(id, member)) {
      return { constraint: id, member, path: members[member][1].path !== undefined };
    }
  }
  return undefined;
}

const nodeAt = (world: World, body: Body, n: number): Point => {
  const x = world.positions(body.id);
  return [x[3 * n], x[3 * n + 1], x[3 * n + 2]];
};
const added = (a: Point, b: Point): Point => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
const between = (a: Point, b: Point): Point => [b[0] - a[0], b[1] - a[1], b[2] - a[2]];

/** Nodes by their distance from a place, nearest first. */
function nearest(x: Float64Array, [px, py, pz]: Point, most: number): number[] {
  const square = (n: number): number => {
    const [a, b, c] = [x[3 * n] - px, x[3 * n + 1] - py, x[3 * n + 2] - pz];
    return a * a + b * b + c * c;
  };
  return Array.from({ length: x.length / 3 }, (_, n) => ({ n, d: square(n) }))
    .sort((a, b) => a.d - b.d)
    .slice(0, most)
    .map(({ n }) => n);
}

/**
 * The user's hand: an exact nail on one node, on one vertex of a skin or on one point of a rod, whose target follows the
 * pointer and which is gone when the button is released. A pointer jumps from one event to the next; the target travels in between at a finite speed,
 * as a hand does, or the jump itself would be felt as a blow.
 */
import {
  type Anchor,
  type Body,
  constraintKinds,
  field,
  nail,
  node as nodeOf,
  onPath,
  position,
  type World,
  worldPoint,
} from '@pliant/engine';
import { curveOf } from '@pliant/io';
import type { HandInfo, Point } from '../../protocol/protocol.ts';
import { numberAlong } from '../readings/rod-places.ts';
import { followerAnchor } from './followers.ts';
import { isSolved, methodFor } from './hand-method.ts';

const handId = 'hand';
/** s: at least this long to the pointer */
const maxDistance = 0.03;
/** sizes of the scene in a second, at most: what is found by corrections is led more slowly */
const speedOf = (world: World, body: Body): number => (isSolved(world, body.id) ? 3 : 10);
/** of a rod: the hand goes no further where it pulls harder than would stretch the whole rod by this much */
const mostStretch = 0.5;
const strengthOf = (body: Body): number =>
  field.isRod(body) ? mostStretch * body.section.EA : Number.POSITIVE_INFINITY;
/** neighbours to try when a node is taken */
const tries = 24;

/** of a rod: a nail so near is taken along, as two so close could not go different ways */
const nearNail = 0.5;

/** What is held: a node of a body, or a point that follows its nodes. */
interface Grip {
  readonly node: number;
  readonly follows: boolean;
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
  /** N */
  readonly #strength: number;
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
    this.#strength = strengthOf(world.body(body));
    this.#constraint = taken?.constraint ?? handId;
    this.#member = taken?.member ?? 0;
    if (taken) return;
    const holder = holderOf(world, body, grip.anchor.blocks);
    if (holder) throw new Error(`node ${grip.node} of "${body}" is held by "${holder}"; grab another node.`);
    let id = handId;
    while (world.constraints.some((c) => c.id === id)) id += '+';
    this.#constraint = id;
    world.constrain(nail(grip.anchor, worldPoint(...grip.at)), { id, method: methodFor(world, world.body(body)) });
  }

  /**
   * Take hold of a node, or of the nearest one that is free. Throws, in words, if that cannot be. `from` is what is to go to
   * the goal, if that is not the node itself.
   */
  static grab(world: World, body: Body, node: number, goal: Point, size: number, from?: Point): Hand {
    const gripAt = (n: number): Grip => ({
      node: n,
      follows: false,
      anchor: nodeOf(body, n),
      at: nodeAt(world, body, n),
    });
    const fastest = speedOf(world, body) * size;
    const wanted = nodeAt(world, body, node);
    const shift = (at: Point): Point => between(from ?? wanted, at);
    const nailed = nailOn(world, body, isNode(node));
    if (nailed) {
      refuseDriven(nailed, `node ${node} of "${body.id}"`, 'node');
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

  /** Take hold of a point that follows nodes. */
  static grabFollower(world: World, body: Body, index: number, goal: Point, size: number): Hand {
    const anchor = followerAnchor(body, index);
    const grip = { node: index, follows: true, anchor, at: position(world, anchor) };
    return curveOf(body) ? Hand.#grabRod(world, body, grip, goal, size) : Hand.#grabSkin(world, body, grip, goal, size);
  }
  /** Of a rod, the point itself; where it is nailed, the nail. */
  static #grabRod(world: World, body: Body, grip: Grip, goal: Point, size: number): Hand {
    const here = numberAlong(grip.anchor);
    const nailed = nailOn(world, body, (a) => Math.abs(numberAlong(a) - here) < nearNail);
    const fastest = speedOf(world, body) * size;
    if (!nailed) return new Hand(world, body.id, grip, fastest, goal, [0, 0, 0]);
    refuseDriven(nailed, `"${body.id}"`, 'point');
    const at = position(world, nailed.anchor);
    return new Hand(world, body.id, { ...grip, at }, fastest, goal, between(grip.at, at), nailed);
  }
  /** Of a skin, the vertex; where its tet is nailed, the nail; where it is held otherwise, the nearest node. */
  static #grabSkin(world: World, body: Body, grip: Grip, goal: Point, size: number): Hand {
    const nailed = grip.anchor.blocks.map((block) => block / 3).find((node) => nailOn(world, body, isNode(node)));
    if (nailed !== undefined) return Hand.grab(world, body, nailed, goal, size, grip.at);
    try {
      return new Hand(world, body.id, grip, speedOf(world, body) * size, goal, [0, 0, 0]);
    } catch {
      const [node] = nearest(world.positions(body.id), grip.at, 1);
      return Hand.grab(world, body, node, goal, size, grip.at);
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
    if (this.#isAtItsLimit(here)) {
      this.#drive(here, here, time, time);
      return;
    }
    const way = Math.hypot(this.#goal[0] - here[0], this.#goal[1] - here[1], this.#goal[2] - here[2]);
    if (way === 0 && this.#end <= time) return;
    this.#drive(here, this.#goal, time, time + Math.max(maxDistance, way / this.fastest));
  }
  #drive(from: Point, to: Point, start: number, end: number): void {
    this.#from = from;
    this.#to = to;
    this.#start = start;
    this.#end = end;
    const rests = end === start;
    const path = { kind: 'linear' as const, times: [start, end], points: [from, to] };
    this.world.aim(this.#constraint, rests ? worldPoint(...from) : onPath(path), this.#member);
  }
  /** It pulls with all its strength, and the pointer wants more. */
  #isAtItsLimit(here: Point): boolean {
    const force = this.#force();
    const wanted = between(here, this.#goal).reduce((sum, way, k) => sum + way * force[k], 0);
    return wanted > 0 && Math.hypot(...force) > this.#strength;
  }
  /** on the body, N */
  #force(): Point {
    if (!this.world.constraints.some((c) => c.id === this.#constraint)) return [0, 0, 0]; // an event took it
    const [x, y, z] = this.world.forces(this.#constraint)[this.#member][0];
    return [x, y, z];
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

  /** first: point of the body's first node, or of the first that follows its nodes */
  info(first: number): HandInfo {
    return {
      body: this.body,
      node: first + this.grip.node,
      point: this.#goal,
      force: this.#force(),
    };
  }
}

/**
 * A constraint that holds one of these blocks of a body exactly. It could be solved together with the hand's nail, but what
 * slides, or hangs on a nail by way of others, cannot follow the pointer, and the run would end there.
 */
function holderOf(world: World, body: string, blocks: readonly number[]): string | undefined {
  for (const { id, members, method } of world.constraints) {
    if (!(method.predicts && method.needs === 'points')) continue;
    const holds = (a: Anchor): boolean => a.body === body && a.blocks.some((b) => blocks.includes(b));
    if (members.some((anchors, m) => anchors.some(holds) && world.isActive(id, m))) return id;
  }
  return undefined;
}

interface Nailed {
  readonly constraint: string;
  readonly member: number;
  readonly anchor: Anchor;
  /** its target moves by itself */
  readonly path: boolean;
}
/** An active nail on a body, at a point that is looked for. */
function nailOn(world: World, body: Body, isIt: (a: Anchor) => boolean): Nailed | undefined {
  for (const { id, kind, members, target = 1 } of world.constraints) {
    if (constraintKinds().get(kind)?.aim?.at !== 'target') continue;
    const member = members.findIndex(([a], m) => a.body === body.id && !a.slide && isIt(a) && world.isActive(id, m));
    if (member < 0) continue;
    const [anchor] = members[member];
    return { constraint: id, member, anchor, path: members[member][target].path !== undefined };
  }
  return undefined;
}
/** Whether a nail holds one of these nodes; on a rod, a point that is made of them. */
export const isNailed = (world: World, body: Body, nodes: readonly number[]): boolean =>
  nailOn(world, body, ({ blocks }) => blocks.some((block) => nodes.includes(block / 3))) !== undefined;
const isNode =
  (node: number) =>
  ({ blocks }: Anchor): boolean =>
    blocks.length === 1 && blocks[0] === 3 * node;
function refuseDriven({ path, constraint }: Nailed, what: string, other: string): void {
  if (path) throw new Error(`${what} is moved along a path by "${constraint}"; grab another ${other}.`);
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

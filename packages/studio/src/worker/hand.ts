/**
 * The user's hand: an exact nail on one node, whose target follows the pointer and which is gone when the button is
 * released. A pointer jumps from one event to the next; the target travels in between at a finite speed, as a hand does,
 * or the jump itself would be felt as a blow.
 */
import { type Anchor, type Body, local, nail, node as nodeOf, onPath, type World, worldPoint } from '@pliant/engine';
import type { HandInfo, Point } from '../protocol.ts';

const handId = 'hand';
/** s: at least this long to the pointer */
const reach = 0.03;
/** neighbours to try when a node is taken */
const tries = 24;

export class Hand {
  #goal: Point;
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
    readonly node: number,
    /** m/s */
    private readonly fastest: number,
    at: Point,
    goal: Point,
    taken?: { constraint: string; member: number },
  ) {
    this.#goal = goal;
    this.#from = at;
    this.#to = at;
    this.#start = world.time;
    this.#end = world.time;
    this.#own = !taken;
    this.#constraint = taken?.constraint ?? handId;
    this.#member = taken?.member ?? 0;
    if (taken) return;
    let id = handId;
    while (world.constraints.some((c) => c.id === id)) id += '+';
    this.#constraint = id;
    world.constrain(nail(nodeOf(world.body(body), node), worldPoint(...at)), { id, method: local });
  }

  /** Take hold of a node, or of the nearest one that is free. Throws, in words, if that cannot be. */
  static grab(world: World, body: Body, node: number, goal: Point, size: number): Hand {
    const x = world.positions(body.id);
    const at = (n: number): Point => [x[3 * n], x[3 * n + 1], x[3 * n + 2]];
    const fastest = 10 * size;
    const nailed = nailOn(world, body, node);
    if (nailed) {
      if (nailed.path) {
        throw new Error(
          `node ${node} of "${body.id}" is led along a path by "${nailed.constraint}"; grab another node.`,
        );
      }
      return new Hand(world, body.id, node, fastest, at(node), goal, nailed);
    }
    let refusal: unknown;
    for (const candidate of nearest(x, node, Math.min(tries, body.nodeCount))) {
      try {
        const place = at(candidate);
        const shift = at(node).map((v, k) => place[k] - v);
        const goalThere: Point = [goal[0] + shift[0], goal[1] + shift[1], goal[2] + shift[2]];
        return new Hand(world, body.id, candidate, fastest, place, goalThere);
      } catch (error) {
        refusal ??= error; // the node asked for is the one to speak of
      }
    }
    throw refusal;
  }

  /** the constraint that is here for the hand alone */
  get ownConstraint(): string | undefined {
    return this.#own ? this.#constraint : undefined;
  }
  move(goal: Point): void {
    this.#goal = goal;
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

  info(firstNode: number): HandInfo {
    const held = this.world.constraints.some((c) => c.id === this.#constraint);
    const force = held ? this.world.forces(this.#constraint)[this.#member][0] : [0, 0, 0];
    return {
      body: this.body,
      node: firstNode + this.node,
      point: this.#goal,
      force: [force[0], force[1], force[2]],
    };
  }
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

/** A node and those around it, nearest first. */
function nearest(x: Float64Array, node: number, most: number): number[] {
  const square = (n: number): number => {
    const [a, b, c] = [0, 1, 2].map((k) => x[3 * n + k] - x[3 * node + k]);
    return a * a + b * b + c * c;
  };
  return Array.from({ length: x.length / 3 }, (_, n) => ({ n, d: square(n) }))
    .sort((a, b) => a.d - b.d)
    .slice(0, most)
    .map(({ n }) => n);
}

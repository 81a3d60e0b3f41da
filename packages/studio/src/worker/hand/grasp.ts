/** What the user holds, if anything: taken, moved, let go. What cannot follow the hand ends the pull, not the run. */
import type { Body, Snapshot, World } from '@pliant/engine';
import { sentence } from '../../base/sentence.ts';
import type { BodyInfo, HandInfo, Point } from '../../protocol/protocol.ts';
import { extentOf } from '../readings/packing.ts';
import type { Followers } from './followers.ts';
import { Hand } from './hand.ts';
import { isPulled, Pull } from './pull.ts';
import { Tether, tetherable } from './tether.ts';

export class Grasp {
  readonly #size: number;
  #hand: Hand | Pull | Tether | undefined;
  /** as it was when the hand took hold */
  #taken: Snapshot | undefined;

  constructor(
    private readonly world: () => World,
    private readonly bodies: readonly BodyInfo[],
    private readonly followers: Followers,
  ) {
    this.#size = extentOf(world(), bodies);
  }

  get isGrasping(): boolean {
    return this.#hand !== undefined;
  }
  /** the constraint that is there for the hand alone */
  get ownConstraint(): string | undefined {
    return this.#hand?.ownConstraint;
  }
  /** Take hold of a node, or of a point that follows nodes. Throws, in words, if that cannot be. */
  take(point: number, to: Point): void {
    this.drop();
    const world = this.world();
    const follower = this.followers.find(point);
    const info = this.bodies.find((b) => point >= b.firstNode && point < b.firstNode + b.nodeCount);
    this.#taken = world.snapshot();
    if (follower) this.#hand = this.#takeFollower(world.body(follower.body), follower.index, to);
    else if (info) this.#hand = this.#takeNode(world.body(info.id), point - info.firstNode, to);
    this.#hand?.aim();
  }
  #takeFollower(body: Body, index: number, to: Point): Hand | Tether {
    const world = this.world();
    const hold = tetherable(world, body, index, true);
    return hold
      ? new Tether(world, body.id, hold, to, this.#size)
      : Hand.grabFollower(world, body, index, to, this.#size);
  }
  #takeNode(body: Body, node: number, to: Point): Hand | Pull | Tether {
    const world = this.world();
    if (isPulled(world, body)) return new Pull(world, body, node, to);
    const hold = tetherable(world, body, node, false);
    return hold ? new Tether(world, body.id, hold, to, this.#size) : Hand.grab(world, body, node, to, this.#size);
  }
  move(to: Point): void {
    this.#hand?.move(to);
  }
  drop(): void {
    this.#hand?.drop();
    this.forget();
  }
  /** The world is another, and knows no hand. */
  forget(): void {
    this.#hand = undefined;
    this.#taken = undefined;
  }

  /** So many steps of the world. Returns words if the hand had to let go. */
  run(count: number, step: (count: number) => void): string | undefined {
    const taken = this.#taken;
    if (!this.#hand || !taken) {
      step(count);
      return undefined;
    }
    const world = this.world();
    const before = world.snapshot();
    try {
      this.#stepWithHand(count, step);
      return undefined;
    } catch (error) {
      world.restore(before);
      this.drop();
      const words = `The points that it holds could not follow. ${sentence(error)}`;
      try {
        step(count);
        return words;
      } catch {
        world.restore(taken); // torn too far
        return `${words} Everything is back where it was when you took hold.`;
      }
    }
  }

  #stepWithHand(count: number, step: (count: number) => void): void {
    const hand = this.#hand;
    if (hand instanceof Pull || hand instanceof Tether) {
      for (let k = 0; k < count; k++) {
        hand.aim();
        step(1);
      }
      hand.rest();
      return;
    }
    hand?.aim();
    step(count);
  }

  info(): HandInfo | undefined {
    const hand = this.#hand;
    const first = hand?.grip.follows
      ? this.followers.firstOf(hand.body)
      : this.bodies.find((b) => b.id === hand?.body)?.firstNode;
    return hand && first !== undefined ? hand.info(first) : undefined;
  }
}

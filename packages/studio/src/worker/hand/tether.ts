/**
 * The hand on a body whose step is a solve with its constraints and contacts (`backward-euler`), where it may touch others: a spring with
 * damping between a point of the body and the pointer. A nail there would ask for what contacts forbid, and no force meets that.
 *
 *   F = k (goal - x) - d v - D w          x, v: of the point, w: of the mean of all nodes, at the start of the step
 *   k = 1/(1/k0 + 2 c),  k0 = M omega^2   M: of the body; c: how far the point goes in one step under one newton, m
 *   d = h/(8 c),  D = 2 zeta sqrt(k M)    |F| <= M 100 m/s^2; the goal follows the pointer at a finite speed
 *
 * The force is constant in a step, so that a spring stiffer than 1/c would overshoot: with k c = 1/2 and d c/h = 1/8 what the point is off
 * is multiplied by -0.78 in a step, or less. What c is depends on mass, stiffness, constraints and contacts of that point: it is measured
 * when the hand takes hold, by a step with a small force along each axis, which is taken back. The point of a soft body is far too soft for a
 * damper that would stop the whole body from bouncing on k, so that another acts on the body's own velocity.
 */
import type { Body, World } from '@pliant/engine';
import type { HandInfo, Point } from '../../protocol/protocol.ts';
import { nodesUnder } from './followers.ts';
import { isNailed } from './hand.ts';
import { isSolved } from './hand-method.ts';

const axes = [0, 1, 2] as const;
const loadId = '(hand)';
/** rad/s, and damping ratio, of the whole body on the spring */
const omega = 60;
const zeta = 0.7;
/** m/s^2: what the hand can give to the mass of the body, and what it takes to measure */
const most = 100;
const gentle = 0.5;
/** sizes of the scene in a second */
const fastest = 3;

/** A point of a body: a weighted mean of nodes. */
export interface Hold {
  /** of the body's points: node or follower */
  readonly node: number;
  readonly follows: boolean;
  readonly nodes: readonly number[];
  readonly weights: readonly number[];
}

/**
 * What a hand pulls like this of a body: a node, or a point that follows nodes. Undefined where it nails, or leads a nail that is there.
 */
export function tetherable(world: World, body: Body, index: number, follows: boolean): Hold | undefined {
  if (!world.hasContact || !isSolved(world, body.id)) return undefined;
  const under = follows ? nodesUnder(body, index) : { nodes: [index], weights: [1] };
  return isNailed(world, body, under.nodes) ? undefined : { node: index, follows, ...under };
}

export class Tether {
  readonly ownConstraint = undefined;
  readonly #stiffness: number;
  readonly #damping: number;
  /** N s/m, of the body as a whole */
  readonly #braking: number;
  /** m, in a step */
  readonly #stride: number;
  /** N */
  readonly #strength: number;
  #goal: Point;
  /** on the way to the pointer, which jumps from one event to the next */
  #target: Point;
  #force: Point = [0, 0, 0];
  #before: Point;
  #middleBefore: Point;
  #loads = 0;

  constructor(
    private readonly world: World,
    readonly body: string,
    readonly grip: Hold,
    goal: Point,
    /** of the scene, m */
    size: number,
  ) {
    this.#goal = goal;
    this.#target = goal;
    this.#stride = fastest * size * world.h;
    this.#before = this.#at();
    this.#middleBefore = this.#middle();
    const mass = massOf(world.body(body));
    const compliance = mass > 0 ? this.#measure(gentle * mass) : 0;
    if (!(compliance > 0)) throw new Error(`"${body}" cannot move there; grab another point.`);
    this.#stiffness = 1 / (1 / (mass * omega * omega) + 2 * compliance);
    this.#damping = world.h / (8 * compliance);
    this.#braking = 2 * zeta * Math.sqrt(this.#stiffness * mass);
    this.#strength = most * mass;
  }
  move(goal: Point): void {
    this.#goal = goal;
  }
  /** Before a step: the force of now. */
  aim(): void {
    const x = this.#at();
    const way = axes.map((k) => this.#goal[k] - this.#target[k]);
    const fraction = Math.min(1, this.#stride / Math.max(Math.hypot(...way), 1e-300));
    this.#target = axes.map((k) => this.#target[k] + fraction * way[k]) as unknown as Point;
    const middle = this.#middle();
    const { h } = this.world;
    const raw = axes.map(
      (k) =>
        this.#stiffness * (this.#target[k] - x[k]) -
        (this.#damping / h) * (x[k] - this.#before[k]) -
        (this.#braking / h) * (middle[k] - this.#middleBefore[k]),
    );
    this.#middleBefore = middle;
    const part = Math.min(1, this.#strength / Math.max(Math.hypot(...raw), 1e-300));
    this.#before = x;
    this.#pull(raw.map((f) => part * f));
  }
  /** After steps: nothing pulls while numbers are read, or the energy would have the potential of this force in it. */
  rest(): void {
    this.#stop();
  }
  drop(): void {
    this.#stop();
  }
  /** first: point of the body's first node, or of the first that follows its nodes */
  info(first: number): HandInfo {
    return { body: this.body, node: first + this.grip.node, point: this.#goal, force: this.#force };
  }

  #at(): Point {
    const x = this.world.positions(this.body);
    const { nodes, weights } = this.grip;
    return axes.map((k) => nodes.reduce((sum, n, i) => sum + weights[i] * x[3 * n + k], 0)) as unknown as Point;
  }
  #middle(): Point {
    const x = this.world.positions(this.body);
    const sum: [number, number, number] = [0, 0, 0];
    for (let i = 0; i < x.length; i++) sum[i % 3] += (3 * x[i]) / x.length;
    return sum;
  }
  #pull(force: readonly number[]): void {
    this.#stop();
    this.#force = [force[0], force[1], force[2]];
    const { nodes, weights } = this.grip;
    nodes.forEach((node, i) => {
      const [x, y, z] = force.map((f) => weights[i] * f);
      this.world.apply({ id: `${loadId} ${i}`, body: this.body, node, force: [x, y, z] });
      this.#loads = i + 1;
    });
  }
  #stop(): void {
    for (; this.#loads > 0; this.#loads--)
      try {
        this.world.stopLoad(`${loadId} ${this.#loads - 1}`);
      } catch {
        // the world was put back to where there was no hand
      }
  }
  /** How far the point goes in a step, m/N, in the direction that gives way most. */
  #measure(force: number): number {
    const { world } = this;
    const before = world.snapshot();
    const after = (pull: readonly number[]): Point => {
      if (pull.some((f) => f !== 0)) this.#pull(pull);
      world.step(1);
      const x = this.#at();
      this.#stop();
      world.restore(before);
      return x;
    };
    const still = after([0, 0, 0]);
    const moved = axes.map((k) => Math.abs(after(axes.map((a) => (a === k ? force : 0)))[k] - still[k]) / force);
    this.#force = [0, 0, 0];
    return Math.max(...moved);
  }
}

/** kg, of nodes that move; of rods, whose masses are coupled, about that */
function massOf({ nodeCount, velocities, inverseMass }: Body): number {
  const w = new Float64Array(velocities);
  inverseMass.diagonal(w);
  let sum = 0;
  for (let n = 0; n < nodeCount; n++) if (w[3 * n] > 0) sum += 1 / w[3 * n];
  return sum;
}

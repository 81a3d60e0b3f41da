/**
 * The hand on a rigid body that may touch others: a spring with damping between a point of the body and the pointer, not a nail. A nail that
 * goes into the floor, or drags a box out from under others, asks for what contacts forbid; a spring presses as hard as it is stretched.
 *
 *   F = k (goal - x) - c v,  k = m omega^2,  c = 2 m omega        x, v: of the point; critical damping
 *   1/m = 1/mass + r^2/I                                          r: from the centre of mass; I: the least moment, so that all directions are stable
 *
 * The force acts at the centre of mass, with the torque r x F. It is set anew before each step.
 */
import { type Body, isRigid, type Rigid, type World } from '@pliant/engine';
import type { HandInfo, Point } from '../../protocol/protocol.ts';
import { isSolved } from './hand-method.ts';

/** no ids that scenes are likely to have */
const forceId = '(hand)';
const torqueId = '(hand) torque';
/** rad/s at most, and in a step: omega h below 0.5 is stable with critical damping */
const omega = { most: 60, inStep: 0.3 };

/** Whether a hand pulls a body like this. */
export const isPulled = (world: World, body: Body): body is Rigid =>
  world.hasContact && isRigid(body) && body.rotor !== undefined && !isSolved(world, body.id);

export class Pull {
  readonly ownConstraint = undefined;
  readonly body: string;
  readonly grip: { readonly node: number; readonly follows: false };
  readonly #world: World;
  readonly #rigid: Rigid;
  #goal: Point;
  #force: Point = [0, 0, 0];
  #acts = false;

  constructor(world: World, body: Rigid, node: number, goal: Point) {
    this.#world = world;
    this.#rigid = body;
    this.body = body.id;
    this.grip = { node, follows: false };
    this.#goal = goal;
  }
  move(goal: Point): void {
    this.#goal = goal;
  }
  /** Before a step: the force of now. */
  aim(): void {
    const world = this.#world;
    const { id, totalMass, moments } = this.#rigid;
    const x = world.positions(id);
    const [vx, vy, vz, wx, wy, wz] = world.coordinateVelocities(id);
    const at = 3 * this.grip.node;
    const r: Point = [x[at] - x[0], x[at + 1] - x[1], x[at + 2] - x[2]];
    const v: Point = [vx + wy * r[2] - wz * r[1], vy + wz * r[0] - wx * r[2], vz + wx * r[1] - wy * r[0]];
    const arm = r[0] * r[0] + r[1] * r[1] + r[2] * r[2];
    const mass = 1 / (1 / totalMass + arm / Math.min(...moments));
    const w = Math.min(omega.most, omega.inStep / world.h);
    const force = [0, 1, 2].map((k) => mass * w * (w * (this.#goal[k] - x[at + k]) - 2 * v[k]));
    this.#stop();
    this.#force = force as unknown as Point;
    const [fx, fy, fz] = this.#force;
    world.apply({ id: forceId, body: id, node: 0, force: this.#force });
    const torque: Point = [r[1] * fz - r[2] * fy, r[2] * fx - r[0] * fz, r[0] * fy - r[1] * fx];
    world.apply({ id: torqueId, body: id, torque });
    this.#acts = true;
  }
  /** After steps: nothing pulls while numbers are read, or the energy would have the potential of this force in it. */
  rest(): void {
    this.#stop();
  }
  drop(): void {
    this.#stop();
  }
  #stop(): void {
    if (!this.#acts) return;
    this.#acts = false;
    for (const id of [forceId, torqueId])
      try {
        this.#world.stopLoad(id);
      } catch {
        // the world was put back to where there was no hand
      }
  }
  /** first: point of the body's first node */
  info(first: number): HandInfo {
    return { body: this.body, node: first + this.grip.node, point: this.#goal, force: this.#force };
  }
}

/**
 * Constraints switched by hand. One that is switched on far from its goal leads its points back, accelerated by at most half of
 * gravity; met at once it would exert whatever one step takes. By choice a nail is aimed at where its point is instead.
 * Where the way back cannot be made, the constraint is off again and the run goes on from the moment of the switch.
 */
import { position, type Snapshot, type World, worldPoint } from '@pliant/engine';
import { sentence } from '../base/sentence.ts';
import type { Switch } from '../protocol/protocol.ts';

/** m/s^2, rad/s^2 ...: of the goal on its way back */
const acceleration = 5;
/** s of simulated time after which a switch is no longer to blame */
const settled = 10;

export class Switches {
  #before: { readonly constraint: string; readonly time: number; readonly snapshot: Snapshot } | undefined;

  constructor(private readonly world: () => World) {}

  /** Throws, in words, if it cannot be; nothing is changed then. */
  set(constraint: string, to: Switch): void {
    const world = this.world();
    if (to === 'off') {
      this.#before = undefined;
      world.release(constraint);
      return;
    }
    const snapshot = world.snapshot();
    if (to === 'here') this.#aimHere(constraint);
    try {
      world.activate(constraint, undefined, to === 'on' ? { ramp: { acceleration } } : {});
    } catch (error) {
      world.restore(snapshot);
      throw error;
    }
    this.#before = { constraint, time: world.time, snapshot };
  }
  #aimHere(id: string): void {
    const world = this.world();
    const constraint = world.constraints.find((c) => c.id === id);
    if (constraint?.target === undefined) throw new Error(`"${id}" has no place of its own that could be moved here.`);
    const { members, target } = constraint;
    members.forEach((anchors, m) => {
      if (world.isActive(id, m)) return;
      const point = anchors.find((_, k) => k !== target);
      if (point) world.aim(id, worldPoint(...position(world, point)), m);
    });
  }
  /** The run has stopped: if a switch is to blame it is undone. Returns words for that, or undefined. */
  undo(error: unknown): { readonly title: string; readonly text: string } | undefined {
    const before = this.#before;
    this.#before = undefined;
    if (!before) return undefined;
    const world = this.world();
    if (world.time - before.time > settled) return undefined;
    world.restore(before.snapshot);
    return {
      title: `"${before.constraint}" is off again`,
      text: `Its points could not be moved back from where they are. ${sentence(error)} The run is back at the moment of the switch.`,
    };
  }
  forget(): void {
    this.#before = undefined;
  }
}

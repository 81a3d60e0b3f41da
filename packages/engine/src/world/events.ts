/**
 * Things that happen by themselves: at a time, or when a number crosses a value. Asked before each step; which have
 * happened, and what they last saw, belongs to the world's state.
 */
import type { Hash } from '../base/hash.ts';

/** What events know of the world they happen in: the time. They act on it through the world itself. */
export interface Clock {
  readonly time: number;
  readonly h: number;
}

/**
 * Something that happens by itself: at a time, or when a value crosses another.
 * @example const event: WorldEvent<World> = { at: 2, run: (world) => world.release('nail') };
 */
export interface WorldEvent<World extends Clock = Clock> {
  /** s */
  readonly at?: number;
  readonly when?: {
    readonly value: (world: World) => number;
    readonly crosses: number;
    /** both ways if not given */
    readonly direction?: 'up' | 'down';
  };
  /** at every crossing, not the first only */
  readonly repeat?: boolean;
  run(world: World): void;
}

/** How far the events have come: which have happened, and the numbers last seen by those that watch one. */
export interface EventProgress {
  readonly happened: readonly boolean[];
  readonly seen: readonly number[];
}

export class Timeline<World extends Clock> {
  #events: readonly WorldEvent<World>[] = [];
  #happened: boolean[] = [];
  #seen: number[] = [];
  /** none that is left is due before, s; NaN if that is not known */
  #next = Number.NaN;

  add(events: readonly WorldEvent<World>[]): void {
    this.#events = [...this.#events, ...events];
    this.#happened.push(...events.map(() => false));
    this.#seen.push(...events.map(() => Number.NaN));
    this.#next = Number.NaN;
  }
  /** What is due now, in the order of the list. */
  happen(world: World): void {
    if (world.time < this.#next - slack * world.h) return;
    for (let i = 0; i < this.#events.length; i++) {
      if (this.#happened[i]) continue;
      const event = this.#events[i];
      const before = this.#seen[i];
      if (event.when) this.#seen[i] = event.when.value(world);
      if (!isDue(event, world, before, this.#seen[i])) continue;
      this.#happened[i] = !event.repeat;
      event.run(world);
    }
    // what watches a number is asked before every step
    this.#next = this.#events.reduce(
      (next, { at }, i) => (this.#happened[i] ? next : Math.min(next, at ?? Number.NEGATIVE_INFINITY)),
      Number.POSITIVE_INFINITY,
    );
  }
  progress(): EventProgress {
    return { happened: [...this.#happened], seen: [...this.#seen] };
  }
  restore({ happened, seen }: EventProgress): void {
    this.#happened = [...happened];
    this.#seen = [...seen];
    this.#next = Number.NaN;
  }
  addTo(hash: Hash): void {
    for (const happened of this.#happened) hash.number(happened ? 1 : 0);
    hash.numbers(this.#seen);
  }
}

/** Times are met to a millionth of a step, so that 300 steps of 0.01 s reach 3 s. */
const slack = 1e-6;

function isDue<World extends Clock>(event: WorldEvent<World>, world: World, before: number, now: number): boolean {
  if (event.at !== undefined) return world.time >= event.at - slack * world.h;
  if (!event.when) return false;
  const { crosses, direction } = event.when;
  const up = before < crosses && now >= crosses;
  const down = before > crosses && now <= crosses;
  return direction === 'up' ? up : direction === 'down' ? down : up || down;
}

/**
 * Events of a world: at a time, or when a number crosses a value. They are tested before each step. Which have happened, and the
 * values last seen, are part of the world's state.
 */
import type { Hash } from '../base/hash.ts';

/** What events need to know of their world. */
export interface Clock {
  readonly time: number;
  readonly h: number;
}

/**
 * An event: it runs at a time, or when a value crosses a threshold.
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

/** Progress of the events: which have happened, and the values last seen by those with a condition. */
export interface EventProgress {
  readonly happened: readonly boolean[];
  readonly seen: readonly number[];
}

export class Timeline<World extends Clock> {
  #events: readonly WorldEvent<World>[] = [];
  #happened: boolean[] = [];
  #seen: number[] = [];
  /** no remaining event is due before this time, s; NaN if it is not known */
  #next = Number.NaN;

  add(events: readonly WorldEvent<World>[]): void {
    this.#events = [...this.#events, ...events];
    this.#happened.push(...events.map(() => false));
    this.#seen.push(...events.map(() => Number.NaN));
    this.#next = Number.NaN;
  }
  /** Runs the events that are due, in the order of the list. */
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
    // events with a condition are tested before every step
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

/** Times are compared to a millionth of a step, so that an event at 3 s happens after 300 steps of 0.01 s. */
const slack = 1e-6;

function isDue<World extends Clock>(event: WorldEvent<World>, world: World, before: number, now: number): boolean {
  if (event.at !== undefined) return world.time >= event.at - slack * world.h;
  if (!event.when) return false;
  const { crosses, direction } = event.when;
  const up = before < crosses && now >= crosses;
  const down = before > crosses && now <= crosses;
  return direction === 'up' ? up : direction === 'down' ? down : up || down;
}

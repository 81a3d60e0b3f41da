/**
 * Things that happen by themselves: at a time, or when a number crosses a value. Asked before each step; which have
 * happened, and what they last saw, belongs to the world's state.
 */
import type { World } from './world.ts';

export interface WorldEvent {
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

/** Times are met to a millionth of a step, so that 300 steps of 0.01 s reach 3 s. */
const slack = 1e-6;

export function isDue(event: WorldEvent, time: number, h: number, before: number, now: number): boolean {
  if (event.at !== undefined) return time >= event.at - slack * h;
  if (!event.when) return false;
  const { crosses, direction } = event.when;
  const up = before < crosses && now >= crosses;
  const down = before > crosses && now <= crosses;
  return direction === 'up' ? up : direction === 'down' ? down : up || down;
}

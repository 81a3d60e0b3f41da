/** The modes of something that slides with friction and stops, and which follows which. */

export const Mode = {
  free: 0,
  idle: 1, // its constraint is not active, or it is weakly coupled
  sticks: 2,
  slipsUp: 3,
  slipsDown: 4,
  atLow: 5,
  atHigh: 6,
} as const;

/** Friction has converged when it changes by less than this fraction of the normal force. */
export const settled = 1e-10;
/** After so many stick-slip changes in a step a slider slips, so that the update cannot cycle. */
export const undecided = 8;

export const isStill = (mode: number): boolean =>
  mode !== Mode.free && mode !== Mode.slipsUp && mode !== Mode.slipsDown;

/**
 * The next mode. force: along, N, without friction; most: the largest friction, N; moved: in this step; rough: it has friction; gives: it may
 * still become stuck.
 */
export function nextMode(
  mode: number,
  force: number,
  most: number,
  moved: number,
  rough: boolean,
  gives: boolean,
): number {
  if (mode === Mode.atLow && force > most) return rough ? Mode.slipsUp : Mode.free;
  if (mode === Mode.atHigh && force < -most) return rough ? Mode.slipsDown : Mode.free;
  if (mode === Mode.sticks && Math.abs(force) > most) return force > 0 ? Mode.slipsUp : Mode.slipsDown;
  if (gives && ((mode === Mode.slipsUp && moved < 0) || (mode === Mode.slipsDown && moved > 0))) return Mode.sticks;
  return mode;
}
/** Friction against the motion. */
export const frictionOf = (mode: number, most: number): number =>
  mode === Mode.slipsUp ? -most : mode === Mode.slipsDown ? most : 0;

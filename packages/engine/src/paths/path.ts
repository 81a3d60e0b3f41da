/**
 * Path: a point whose position is prescribed over time, through keys: points at times.
 *
 * Between two keys a path is a cubic of u = (t - t_k) / (t_{k+1} - t_k), 0 <= u < 1, given by its ends p, q and its
 * derivatives by u there, d and e:
 *
 *   x = p + u (c1 + u (c2 + u c3)),   c1 = d,  c2 = 3 (q - p) - (2d + e),  c3 = (d + e) - 2 (q - p)
 *
 * A kind of path is a rule for d and e, and nothing else. At a key the segment that starts there is evaluated, so that
 * keys are reproduced to the last bit. Outside its times a path rests at its end, or starts again.
 */

import { checkOptions, flag, list, numbers, required, text } from '../base/options.ts';
import { refusing } from '../base/refusal.ts';
import { catmullRom } from './catmull-rom.ts';
import { linear } from './linear.ts';
import { smoothstep } from './smoothstep.ts';
import type { Tangents } from './tangents.ts';

/**
 * A moving point: position, velocity and acceleration at time t.
 * @example const path: Path = createPath({ kind: 'linear', times: [0, 1], points: [[0, 0, 0], [1, 0, 0]] });
 */
export interface Path {
  /** From the first key to the last, seconds: the period, if the path loops. */
  readonly duration: number;
  /** Writes 9 numbers from out[at] (default 0) on: x, v, a. */
  evaluate(t: number, out: Float64Array, at?: number): void;
}

export interface PathKeys {
  /** Seconds, strictly increasing. */
  times: readonly number[];
  /** One for each time. */
  points: readonly (readonly [number, number, number])[];
  /** Start again after the last key, for ever, and before the first. Default: rest. */
  loop?: boolean;
}

/**
 * A path as plain data: points at times, and how it moves between them.
 * @example const def: PathDef = { kind: 'smoothstep', times: [0, 1], points: [[0, 0, 0], [1, 0, 0]] };
 */
export interface PathDef extends PathKeys {
  kind: 'linear' | 'smoothstep' | 'catmull-rom';
}

const kinds: Record<PathDef['kind'], Tangents> = { linear, smoothstep, 'catmull-rom': catmullRom };

export const linearPath = (keys: PathKeys): Path => createPath({ ...keys, kind: 'linear' });
export const smoothstepPath = (keys: PathKeys): Path => createPath({ ...keys, kind: 'smoothstep' });
export const catmullRomPath = (keys: PathKeys): Path => createPath({ ...keys, kind: 'catmull-rom' });

/**
 * A path from its data.
 * @example createPath({ kind: 'linear', times: [0, 1], points: [[0, 0, 0], [1, 0, 0]] }).evaluate(0.5, new Float64Array(9))
 */
export function createPath(def: PathDef): Path {
  checkOptions('createPath', def, {
    kind: required(text),
    times: required(numbers),
    points: required(list),
    loop: flag,
  });
  check(def);
  const times = Float64Array.from(def.times);
  const points = Float64Array.from(def.points.flat());
  const last = times.length - 1;
  const start = times[0];
  const end = times[last];
  const duration = end - start;
  const loop = def.loop === true && last > 0;
  const closed = loop && [0, 1, 2].every((axis) => points[axis] === points[3 * last + axis]);

  const c1 = new Float64Array(3 * last);
  const c2 = new Float64Array(3 * last);
  const c3 = new Float64Array(3 * last);
  const arrive = new Float64Array(3 * last);
  kinds[def.kind](times, points, closed, c1, arrive);
  for (let i = 0; i < 3 * last; i++) {
    const chord = points[i + 3] - points[i];
    c2[i] = 3 * chord - (2 * c1[i] + arrive[i]);
    c3[i] = c1[i] + arrive[i] - 2 * chord;
  }

  function evaluate(t: number, out: Float64Array, at = 0): void {
    const time = loop && !(t >= start && t < end) ? wrapped(t, start, end) : t;
    if (time < start || time >= end) {
      const p = time < start ? 0 : 3 * last;
      for (let axis = 0; axis < 3; axis++) {
        out[at + axis] = points[p + axis];
        out[at + 3 + axis] = out[at + 6 + axis] = 0;
      }
      return;
    }
    const k = segmentAt(times, time);
    const span = times[k + 1] - times[k];
    const u = (time - times[k]) / span;
    for (let axis = 0; axis < 3; axis++) {
      const i = 3 * k + axis;
      out[at + axis] = points[i] + u * (c1[i] + u * (c2[i] + u * c3[i]));
      out[at + 3 + axis] = (c1[i] + u * (2 * c2[i] + u * (3 * c3[i]))) / span;
      out[at + 6 + axis] = (2 * c2[i] + u * (6 * c3[i])) / (span * span);
    }
  }
  return { duration, evaluate };
}

/** The time in [start, end) that is whole periods away from t. */
function wrapped(t: number, start: number, end: number): number {
  const period = end - start;
  const time = start + (t - start - Math.floor((t - start) / period) * period);
  // Rounding may leave it a little outside, on either side of the seam.
  return time >= start && time < end ? time : start;
}

/** The last key that is not later than t; times[0] <= t < the last time. */
function segmentAt(times: Float64Array, t: number): number {
  let low = 0;
  let high = times.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (times[middle] <= t) low = middle;
    else high = middle;
  }
  return low;
}

function check({ kind, times, points }: PathDef): void {
  const fail = (where: string, what: string): never => {
    throw refusing({ of: 'path' })(where, `${what}.`);
  };
  if (!Object.hasOwn(kinds, kind)) fail('kind', `"${kind}" is not known (give ${Object.keys(kinds).join(', ')})`);
  if (times.length === 0) fail('times', 'there are no keys (give at least one)');
  if (points.length !== times.length) {
    fail('points', `${points.length} points for ${times.length} times (give one each)`);
  }
  for (let k = 0; k < times.length; k++) {
    if (!Number.isFinite(times[k])) fail(`times[${k}]`, `${times[k]} is not a time (give a finite number)`);
    if (k > 0 && times[k] <= times[k - 1]) {
      fail(`times[${k}]`, `${times[k]} s does not come after ${times[k - 1]} s (times must increase)`);
    }
    if (points[k].length !== 3 || !points[k].every(Number.isFinite)) {
      fail(`points[${k}]`, `[${points[k]}] is not a point (give 3 finite numbers)`);
    }
  }
}

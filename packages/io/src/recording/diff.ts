/**
 * Where two recordings first differ: at the first frame of a common step that differs, and if both scenes can be run again, at the first
 * step between that frame and the one before.
 */
import type { World } from '@pliant/engine';
import { type Frame, RecordingError } from './format.ts';
import type { Recording } from './reader.ts';
import { simulationAt } from './seek.ts';

type Vector = readonly [number, number, number];
interface Place {
  readonly body: string;
  readonly node: number;
  readonly a: Vector;
  readonly b: Vector;
}
interface Moved extends Place {
  readonly kind: 'position';
  readonly step: number;
  readonly time: number;
  readonly after?: number;
}
export type RecordingDifference =
  /** they do not have the same bodies, or no step in common */
  | { readonly kind: 'unlike'; readonly message: string }
  /** at this step a node is elsewhere; `after`: the last common step that agrees, where the steps between could not be compared */
  | Moved
  /** all nodes are where they are in the other, but velocities, forces or the structure differ */
  | {
      readonly kind: 'hash';
      readonly step: number;
      readonly time: number;
      readonly a: string;
      readonly b: string;
      /** the first node that is elsewhere later on */
      readonly moved?: Moved;
    }
  /** one continues where the other ends */
  | { readonly kind: 'length'; readonly step: number; readonly longer: 'first' | 'second' };

export interface RecordingComparison {
  /** frames of common steps that agree, from the first on */
  readonly frames: number;
  readonly difference?: RecordingDifference;
}

export function diffRecordings(a: Recording, b: Recording): RecordingComparison {
  const [inA, inB] = [a, b].map(({ header }) => header.bodies.map(({ id, nodes }) => `${id}: ${nodes}`).join(', '));
  if (inA !== inB) {
    const message = `the first has the nodes ${inA}; the second ${inB}`;
    return { frames: 0, difference: { kind: 'unlike', message } };
  }
  let frames = 0;
  let before: [number, number] | undefined;
  let unlike: { readonly frames: number; readonly difference: Hashes } | undefined;
  let [i, j] = [0, 0];
  while (i < a.frameCount && j < b.frameCount) {
    const [one, other] = [a.frame(i), b.frame(j)];
    if (one.step < other.step) i++;
    else if (one.step > other.step) j++;
    else {
      const difference = differenceOf(one, other);
      if (difference?.kind === 'position') {
        const moved = between(a, b, before, difference);
        if (!unlike) return { frames, difference: moved };
        return { ...unlike, difference: moved.kind === 'hash' ? unlike.difference : { ...unlike.difference, moved } };
      }
      if (difference && !unlike) {
        const first = between(a, b, before, difference);
        if (first.kind === 'position') return { frames, difference: first };
        unlike = { frames, difference: first };
      }
      before = [i++, j++];
      frames++;
    }
  }
  if (unlike) return unlike;
  if (!before) return { frames, difference: { kind: 'unlike', message: 'they have no step in common' } };
  const step = a.frame(before[0]).step;
  const [lastA, lastB] = [a, b].map((r) => r.frame(r.frameCount - 1).step);
  if (lastA === lastB) return { frames };
  return { frames, difference: { kind: 'length', step, longer: lastA > lastB ? 'first' : 'second' } };
}

type Found = Extract<RecordingDifference, { kind: 'position' | 'hash' }>;
type Hashes = Extract<RecordingDifference, { kind: 'hash' }>;

function differenceOf(one: Frame, other: Frame): Found | undefined {
  const { step, time } = one;
  const place = firstApart(
    (id) => one.positions.get(id),
    (id) => other.positions.get(id),
    one.positions.keys(),
  );
  if (place) return { kind: 'position', step, time, ...place };
  return one.hash === other.hash ? undefined : { kind: 'hash', step, time, a: one.hash, b: other.hash };
}

/** The first step after the last frames that agree, by running both scenes again. */
function between(a: Recording, b: Recording, before: [number, number] | undefined, found: Found): Found {
  if (!before) return found;
  const after = a.frame(before[0]).step;
  if (found.step - after <= 1) return found;
  try {
    const [one, other] = [simulationAt(a, before[0]).world, simulationAt(b, before[1]).world];
    const alike = one.hash() === other.hash();
    while (one.state.steps < found.step) {
      one.step();
      other.step();
      const difference = differenceOfWorlds(one, other);
      if (difference && (alike || difference.kind === 'position')) return difference;
    }
  } catch (error) {
    if (!(error instanceof RecordingError)) throw error;
  }
  // one of the recordings is not what this program computes
  return found.kind === 'position' ? { ...found, after } : found;
}

function differenceOfWorlds(one: World, other: World): Found | undefined {
  const { time } = one;
  const step = one.state.steps;
  const place = firstApart(
    (id) => one.positions(id),
    (id) => other.positions(id),
    one.bodies.filter(({ nodeCount }) => nodeCount > 0).map(({ id }) => id),
  );
  if (place) return { kind: 'position', step, time, ...place };
  const [a, b] = [one.hash(), other.hash()];
  return a === b ? undefined : { kind: 'hash', step, time, a, b };
}

type Positions = (id: string) => Float64Array | undefined;
function firstApart(one: Positions, other: Positions, ids: Iterable<string>): Place | undefined {
  for (const body of ids) {
    const [a, b] = [one(body) ?? new Float64Array(), other(body) ?? new Float64Array()];
    for (let i = 0; i < a.length; i++) {
      if (Object.is(a[i], b[i])) continue;
      const xi = i - (i % 3);
      const at = (x: Float64Array): Vector => [x[xi], x[xi + 1], x[xi + 2]];
      return { body, node: xi / 3, a: at(a), b: at(b) };
    }
  }
  return undefined;
}

/** The difference as a clause. */
export function comparison({ difference }: RecordingComparison): string {
  if (!difference) return 'they are the same to the last bit';
  if (difference.kind === 'unlike') return `they cannot be compared: ${difference.message}`;
  if (difference.kind === 'length')
    return `they are the same up to step ${difference.step}, where the ${difference.longer === 'first' ? 'second' : 'first'} ends`;
  if (difference.kind === 'position') return movedWords(difference);
  const { step, time, a, b, moved } = difference;
  const later = moved ? `; nodes first differ at ${movedWords(moved)}` : '';
  return `${at(step, time)}: all nodes are in the same places, but velocities, forces or the structure differ (hash ${a} and ${b})${later}`;
}
const at = (step: number, time: number): string => `step ${step}, t = ${Number(time.toPrecision(6))} s`;
function movedWords({ step, time, body, node, a, b, after }: Moved): string {
  const apart = Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
  const since = after === undefined ? '' : ` (step ${after} agrees; the steps between are not recorded)`;
  return `${at(step, time)}: body "${body}", node ${node} is at (${a.join(', ')}) m in the first and at (${b.join(', ')}) m in the second, ${apart.toPrecision(3)} m apart${since}`;
}

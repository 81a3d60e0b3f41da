/**
 * How the material of a rod is turned about its centreline, along the curve that is drawn: the angle from a direction that is turned as little
 * as possible along the rod, and at its start from the tangent at the beginning of the run to the present one.
 *
 *   angle(u) = first + theta(u) + int_0^u tau du - sum of alpha of the cuts before u
 *
 * tau: twist of the frames per span, alpha: by which they differ over a cut (bodies/rod/cut/twist-passage.ts). A rod without frames has theta alone.
 */

import { twistPassage } from '../bodies/rod/cut/twist-passage.ts';
import { transported } from '../bodies/rod/frames/first-frames.ts';
import { frameSize } from '../bodies/rod/frames/frame-point.ts';
import { framePoints } from '../bodies/rod/frames/kirchhoff.ts';
import type { Spline } from '../bodies/rod/spline.ts';
import { atan2 } from '../kernel/formula/scalar.ts';
import type { World } from '../world/world.ts';

type Triple = ArrayLike<number>;
const dot = (a: Triple, b: Triple): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Triple, b: Triple): number[] =>
  [0, 1, 2].map((k) => a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3]);
const tauAt = frameSize - 1;

/** A span with frames: its first node, the state of its frames now and at the start; or a cut, whose frames differ by alpha. */
interface Framed {
  readonly node: number;
  readonly now: Float64Array;
  readonly start: readonly number[];
}
interface Frames {
  readonly spans: readonly Framed[];
  /** of each cut: its node and alpha */
  readonly cuts: readonly { readonly node: number; readonly alpha: number }[];
}
function framesOf(world: World, rod: Spline): Frames {
  const states = world.stateOf(rod.id);
  const spans: Framed[] = [];
  const cuts: { node: number; alpha: number }[] = [];
  let part = 0;
  for (const { kind, count, blocks, parameters } of rod.elements) {
    if (!kind.state) continue;
    const { size } = kind.state;
    const state = states[part++];
    for (let e = 0; e < count; e++) {
      const now = state.subarray(size * e, size * (e + 1));
      const block = blocks.subarray(e * kind.blocks.length);
      if (kind === twistPassage) cuts.push({ node: block[2] / 3, alpha: now[size - 1] });
      else if (size === frameSize * framePoints.length) {
        const width = kind.parameters.length;
        spans.push({
          node: block[0] / 3,
          now,
          start: kind.state.start([...parameters.subarray(e * width, (e + 1) * width)]),
        });
      }
    }
  }
  return { spans: spans.sort((a, b) => a.node - b.node), cuts };
}
/** int_0^t of the line through tau at the two points of a span */
function turnIn(state: ArrayLike<number>, t: number): number {
  const [from, to] = framePoints;
  const [a, b] = [state[tauAt], state[frameSize + tauAt]];
  const slope = (b - a) / (to - from);
  return a * t + slope * (0.5 * t * t - from * t);
}
/** d1 of the first point of a span, at the tangent t of its start. */
const broughtTo = (state: ArrayLike<number>, t: Triple): number[] => {
  const list = Array.from(state);
  return transported(list.slice(6, 9), list.slice(0, 3), Array.from(t));
};
/** The tangent at the start, from the first point of a span: t - t' u, to first order. */
const startOf = (state: ArrayLike<number>): number[] => {
  const t = [0, 1, 2].map((k) => state[k] - framePoints[0] * state[3 + k]);
  const size = Math.sqrt(dot(t, t));
  return t.map((c) => c / size);
};

/**
 * Angles of the material along the curve of a rod with twist, rad: see the head of this file.
 * @example materialAngles(world, rod, new Float32Array(rod.curve.corners.length / 4))
 */
export function materialAngles(
  world: World,
  rod: Spline,
  out: Float32Array | Float64Array, // one for each point of the curve, written
): void {
  const q = world.coordinates(rod.id);
  const { corners, weights } = rod.curve;
  const count = corners.length / 4;
  const angles = rod.curveAngles ?? corners.map((corner) => rod.firstAngle + corner);
  for (let i = 0; i < count; i++) {
    let sum = 0;
    for (let k = 4 * i; k < 4 * i + 4; k++) sum += weights[k] * q[angles[k]];
    out[i] = sum;
  }
  const { spans, cuts } = framesOf(world, rod);
  if (!spans.length) return;
  // the frame at the start, against the one at the beginning of the run after the smallest rotation of its tangent
  const [now, then] = [startOf(spans[0].now), startOf(spans[0].start)];
  const [is, was] = [broughtTo(spans[0].now, now), transported(broughtTo(spans[0].start, then), then, now)];
  let turned = atan2(dot(cross(was, is), now), dot(was, is)) - turnIn(spans[0].now, framePoints[0]);
  const perSpan = (count - 1) / spans.length;
  for (let s = 0; s < spans.length; s++) {
    const { node, now: state } = spans[s];
    for (const cut of cuts) if (cut.node === node) turned -= cut.alpha;
    const last = s === spans.length - 1 ? perSpan : perSpan - 1;
    for (let i = 0; i <= last; i++) out[s * perSpan + i] += turned + turnIn(state, i / perSpan);
    turned += turnIn(state, 1);
  }
}

/**
 * A body that no shipped code knows: a rigid body as a centre (a point) and a rotation. For tests of the contracts of coordinate
 * blocks: qdot = T(q) v, a W that depends on q, points as formulas.
 */

import type { Anchor } from '../../packages/engine/src/anchors/anchor.ts';
import { ratesOf } from '../../packages/engine/src/bodies/blocks/block.ts';
import { applyInertia, turnFreely } from '../../packages/engine/src/bodies/blocks/free-rotor.ts';
import { rotation, rotationRate, turnBy, turned } from '../../packages/engine/src/bodies/blocks/rotation.ts';
import type { Body, PointFormula } from '../../packages/engine/src/bodies/body.ts';
import { add3, type Vec3 } from '../../packages/engine/src/kernel/formula/vector.ts';

/** x = centre + R r */
const bodyPoint: PointFormula = {
  name: 'made-up body point',
  blocks: [3, rotation],
  parameters: 3,
  point: ([centre, a], r) => add3(centre as Vec3, turned(a, r as unknown as Vec3)),
};
export interface RigidOptions {
  readonly id: string;
  readonly mass: number;
  /** principal moments */
  readonly I: readonly [number, number, number];
  readonly at?: readonly [number, number, number];
  /** w x y z */
  readonly turned?: readonly [number, number, number, number];
  readonly velocity?: readonly [number, number, number];
  /** in world axes */
  readonly omega?: readonly [number, number, number];
  readonly drag?: number;
  readonly integrator?: string;
}
const first = 3; // of the rotation, behind the centre

export function rigidKind(options: RigidOptions): Body {
  const { id, mass, I, at = [0, 0, 0], turned: a = [1, 0, 0, 0], velocity = [0, 0, 0], omega = [0, 0, 0] } = options;
  return {
    id,
    kind: 'made-up rigid body',
    coordinates: first + rotation.width,
    velocities: first + ratesOf(rotation),
    nodeCount: 1,
    drag: options.drag ?? 0,
    elements: [],
    ...(options.integrator ? { integrator: options.integrator } : {}),
    start: (q, v) => {
      q.set([...at, ...a]);
      v.set([...velocity, ...omega]);
    },
    inverseMass: {
      diagonal: (w) => w.set([1, 1, 1].map(() => 1 / mass).concat([1, 1, 1].map(() => 3 / (I[0] + I[1] + I[2])))),
      apply: (q, f, out) => {
        for (let k = 0; k < 3; k++) out[k] = f[k] / mass;
        applyInertia(q, first, I, f, first, out, first, true);
      },
    },
    applyM: (q, v, out) => {
      for (let k = 0; k < 3; k++) out[k] = mass * v[k];
      applyInertia(q, first, I, v, first, out, first, false);
    },
    curved: {
      rate: (q, v, out) => {
        out.set(v.subarray(0, 3));
        rotationRate(q, v, first, out);
      },
      retract: (q, d) => {
        for (let k = 0; k < 3; k++) q[k] += d[k];
        turnBy(q, first, d[3], d[4], d[5]);
      },
      drift: (q, v, h, out) => {
        for (let k = 0; k < 3; k++) out[k] = q[k] + h * v[k];
        turnFreely(q, first, I, v, first, h, out);
      },
      transport: (q, p, v) => {
        applyInertia(q, first, I, v, first, v, first, false);
        applyInertia(p, first, I, v, first, v, first, true);
      },
      inertialForces: (q, v, f) => {
        const L = new Float64Array(3);
        applyInertia(q, first, I, v, first, L, 0, false);
        const [x, y, z] = v.subarray(first, first + 3);
        f[first] -= y * L[2] - z * L[1];
        f[first + 1] -= z * L[0] - x * L[2];
        f[first + 2] -= x * L[1] - y * L[0];
      },
      rigidMotion: (q, linear, [a0, b0, c0], out) => {
        out.fill(0);
        out.set([
          linear[0] + b0 * q[2] - c0 * q[1],
          linear[1] + c0 * q[0] - a0 * q[2],
          linear[2] + a0 * q[1] - b0 * q[0],
          a0,
          b0,
          c0,
        ]);
      },
    },
    points: {
      formula: bodyPoint,
      count: 1,
      blocks: Int32Array.of(0, first),
      parameters: Float64Array.of(0, 0, 0),
      masses: Float64Array.of(mass),
    },
  };
}
/** A point fixed in the body, in its own axes. */
export const bodyAnchor = (body: Body, r: readonly [number, number, number]): Anchor => ({
  shape: bodyPoint,
  body: body.id,
  blocks: [0, first],
  parameters: r,
});

/** Responses that are kept are those of the rows and impulses that are asked for. */
import { expect, test } from 'vitest';
import { stack } from '../../../../../tests/support/impulse-problems.ts';
import { ImpulseResponse } from './impulse-response.ts';

test('several impulses by turns, and the same ones of other rows', () => {
  const { rows } = stack(2, 0.5, [0, 0, -9.81]);
  const N = 3 * rows.count;
  const response = new ImpulseResponse(rows);
  const asked = [1, 2, 3, 4, 5].map((by) => Float64Array.from({ length: N }, (_, k) => by / (k + 1)));
  const check = (lambda: Float64Array): void => {
    const motion = new Float64Array(rows.size);
    const velocities = new Float64Array(N);
    rows.spread(lambda, motion);
    rows.velocities(motion, velocities);
    expect([...response.velocities(lambda).subarray(0, N)]).toEqual([...velocities]);
    expect([...response.motion(lambda).subarray(0, rows.size)]).toEqual([...motion]);
  };
  for (const k of [0, 1, 0, 2, 3, 4, 0, 4]) check(asked[k]);
  // impulses are compared, not lists
  asked[4][0] += 1;
  check(asked[4]);
  for (let k = 0; k < rows.J.length; k++) rows.J[k] *= 2;
  rows.finish();
  rows.version++;
  check(asked[4]);
});

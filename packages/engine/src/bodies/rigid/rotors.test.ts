/** Moves of rigid bodies on the columns of the state. */
import { expect, test } from 'vitest';
import { turnBy } from '../blocks/rotation.ts';
import { displaceRotor } from './rotors.ts';

test.each([0, 1e-9, 1e-3, 0.19, 0.21, 2])(
  'a body that turns by %f rad is where formulas of sine and cosine put it',
  (angle) => {
    const p = Float64Array.of(1, 2, 3, 0.5, -0.5, 0.5, 0.5);
    const turned = p.slice(3);
    turnBy(turned, 0, 0.36 * angle, -0.48 * angle, 0.8 * angle);
    displaceRotor(0, p, Float64Array.of(0.1, 0, -0.1, 0.36 * angle, -0.48 * angle, 0.8 * angle), 0);
    expect([...p.slice(0, 3)]).toEqual([1.1, 2, 2.9]);
    for (let k = 0; k < 4; k++) expect(Math.abs(p[3 + k] - turned[k])).toBeLessThan(2 * Number.EPSILON);
  },
);

/** A rope without cuts that turns sharply where something slides on it is named; one that is cut, stiff or straight is not. */
import { expect, test } from 'vitest';
import { createWorld, keyhole, nail, notices, spline, splinePoint, worldPoint } from '../../index.ts';

/** A rope that is drawn tight turns by 90 degrees in an eye; stiffness: EI/(T s^2), s a span. */
function overAnEye(stiffness: number, cuts: readonly number[], turn = true): readonly string[] {
  const [spans, length, T] = [10, 1, 10];
  const world = createWorld({ step: 0.01, gravity: [0, 0, 0], integrator: 'backward-euler', method: 'displacement' });
  const end: [number, number, number] = turn ? [0, 0.5, 0] : [1, 0, 0];
  const rope = world.add(
    spline({
      ...{
        id: 'rope',
        points: [0, 0, 0, 0.5, 0, 0, ...end.map((x, i) => (turn ? x + [0.5, 0, 0][i] : x))],
        cuts,
        count: spans + 1,
      },
      ...{ length: length / (1 + T / 1e4), EA: 1e4, EI: stiffness * T * (length / spans) ** 2, rhoA: 0.01, drag: 5 },
    }),
  );
  world.constrain(nail(splinePoint(rope, 0), worldPoint(0, 0, 0)));
  world.constrain(nail(splinePoint(rope, rope.spans), worldPoint(end[0] + (turn ? 0.5 : 0), end[1], 0)));
  world.constrain(keyhole({ body: rope, u: 5 }, worldPoint(0.5, 0, 0)), { id: 'eye' });
  world.step(100);
  return notices(world);
}

test.each([0, 0.01, 0.1])('EI/(T s^2) = %d: named, with what helps', (stiffness) => {
  expect(overAnEye(stiffness, [])).toEqual([
    'Rope "rope" turns within a span at "eye", which slides on it: tensions there may be off by up to 30 %. Give the rope "cuts" there, or more points.',
  ]);
});
test('stiff, cut, or straight: nothing to say', () => {
  expect(overAnEye(20, [])).toEqual([]);
  expect(overAnEye(0.01, [1])).toEqual([]);
  expect(overAnEye(0.01, [], false)).toEqual([]);
});

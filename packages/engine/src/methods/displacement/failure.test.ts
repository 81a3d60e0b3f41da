/** Steps that cannot be made: who is named, and that all stays as it was. */
import { expect, test } from 'vitest';
import { splinePoint } from '../../anchors/spline-point.ts';
import { worldPoint } from '../../anchors/world-point.ts';
import { spline } from '../../bodies/rod/spline.ts';
import { distance, nail } from '../../constraints/kinds/constraints.ts';
import { createWorld } from '../../world/create.ts';
import type { World } from '../../world/world.ts';
import { displacement } from './displacement.ts';

const rope = spline({ id: 'rope', points: [0, 0, 0, 1, 0, 0], count: 8, EA: 500, EI: 0.01, GJ: 0.01, rhoA: 0.1 });
const [end, middle] = [0, 2.5].map((u) => splinePoint(rope, u));
function worldOfRope(): World {
  const world = createWorld({ step: 0.01, integrator: 'backward-euler', method: displacement });
  world.add(rope);
  return world;
}

test('nails that move apart are named, and a snapshot from before goes on', () => {
  const world = worldOfRope();
  world.constrain(nail([end], [worldPoint(0, 0, 0)]), { id: 'left' });
  world.step(5);
  world.constrain(nail([end], [worldPoint(0, 0, 0)]), { id: 'other' });
  world.step(5);
  const before = world.snapshot();
  world.aim('other', worldPoint(0, 0.1, 0));
  expect(() => world.step()).toThrow(
    /^t = 0\.1 s: constraints "left" \(nail\) and "other" \(nail\) contradict each other: [\d.e-]+ m remain between what they ask for\. Release one, or aim it elsewhere\.$/,
  );
  world.restore(before);
  world.aim('other', worldPoint(0, 0, 0));
  world.step(5);
  expect(world.positions('rope').every(Number.isFinite)).toBe(true);
});

test('before the first step there is no need to say when', () => {
  const world = worldOfRope();
  world.constrain(nail([end], [worldPoint(0, 0, 0)]), { id: 'left' });
  world.constrain(nail([end], [worldPoint(0, 1, 0)]), { id: 'other' });
  expect(() => world.step()).toThrow(/^constraints "left" \(nail\) and "other" \(nail\) contradict/);
});

test('a distance that two nails do not leave is named with them, and nothing else', () => {
  const world = worldOfRope();
  world.constrain(nail([splinePoint(rope, 4)], [worldPoint(0.8, 0, 0)]), { id: 'far' });
  world.constrain(nail([end], [worldPoint(0, 0, 0)]), { id: 'left' });
  world.constrain(nail([middle], [worldPoint(0.5, 0, 0)]), { id: 'right' });
  world.constrain(distance(end, middle, 0.6), { id: 'rod' });
  expect(() => world.step()).toThrow(
    /^constraints ("rod" \(distance\)|"left" \(nail\)|"right" \(nail\)|, | and ){5} contradict each other/,
  );
});

import {
  createWorld,
  displacement,
  guide,
  keyhole,
  node,
  particles,
  position,
  spline,
  splinePoint,
  trajectory,
  worldPoint,
} from '@pliant/engine';
import { expect, test } from 'vitest';
import { pointsOf } from '../../store/model-of.ts';
import { describeHolds } from '../hand/holds.ts';
import { guideLine, readSlides } from './slides.ts';

/** A rope of 8 spans of 0.25 m along x, driven through an eye at x = 1 that keeps its direction; no gravity. */
function threaded() {
  const world = createWorld({ step: 0.01, gravity: [0, 0, 0], integrator: 'backward-euler', method: displacement });
  const rope = world.add(
    spline({ id: 'rope', points: [0, 0, 0, 2, 0, 0], count: 9, EA: 1e4, EI: 1, GJ: 1, rhoA: 0.5 }),
  );
  const eye = worldPoint(1, 0, 0);
  world.constrain(keyhole({ body: rope, u: 4 }, eye, { drive: 2, direction: worldPoint(1, 0, 0) }), { id: 'eye' });
  return { world, rope };
}
/** of what goes to the page in single precision */
const single = 1e-6;

test('slides: of a keyhole, the eye in the world and the point of the rod that is in it; of its direction nothing', () => {
  const { world } = threaded();
  const { holds, places, slides, worldPlaces } = describeHolds(world, () => 7, undefined);
  expect([...holds.role]).toEqual([0, 1]);
  expect([...holds.slide]).toEqual([0, -1]);
  expect([...holds.axis]).toEqual([-1, 0]);
  expect([...holds.place]).toEqual([-1, 0]);
  expect([...holds.slideNodes]).toEqual([7]);
  expect(slides).toHaveLength(1);
  expect(worldPlaces.map(({ anchor }) => anchor.parameters.slice(0, 3))).toEqual([[1, 0, 0]]);
  expect(places.map(({ pulls }) => pulls)).toEqual([true, false]);
  expect(pointsOf(holds).glyphs).toEqual(['threaded', 'eye']);
});

test('slides: they are found where they have come to, spans further on', () => {
  const { world, rope } = threaded();
  const { slides } = describeHolds(world, () => 0, undefined);
  world.step(70);
  const u = slides[0].slider.u;
  expect(Math.abs(u - 4)).toBeGreaterThan(1.5);
  const told = new Float32Array(6);
  readSlides(world, slides, told);
  const there = position(world, splinePoint(rope, u));
  [...there, 1, 0, 0].forEach((wanted, k) => {
    expect(Math.abs(told[k] - wanted)).toBeLessThan(single);
  });
  expect(there[0]).toBeCloseTo(1, 9); // in the eye
});

test.each([false, true])('slides: a guide is drawn through its points (closed: %s)', (closed) => {
  const points = [0, 0, 0, 1, 0.5, 0, 2, 0, 0.5, 1, -1, 0];
  const world = createWorld({ step: 0.01, integrator: 'backward-euler', method: displacement });
  const bead = world.add(particles([0, 0, 0, 1, 0.5, 0], { id: 'bead', mass: 1 }));
  const spec = trajectory([node(bead, 0), node(bead, 1)], guide(points, closed), [0, 1]);
  world.constrain(spec, { id: 'track' });
  const { holds } = describeHolds(world, () => 0, undefined);
  expect(holds.guides).toHaveLength(1); // both beads are on one
  const [line] = holds.guides;
  expect(line).toEqual(guideLine(spec.members[1][1]));
  expect(line.length / 3).toBe(12 * (closed ? 4 : 3) + 1);
  points.forEach((wanted, k) => {
    expect(Math.abs(line[36 * Math.floor(k / 3) + (k % 3)] - wanted)).toBeLessThan(single);
  });
  if (closed) expect([...line.slice(-3)]).toEqual([...line.slice(0, 3)].map((v) => expect.closeTo(v, 6)));
  expect(holds.role.every((role) => role === 0)).toBe(true); // the beads alone are points
  expect(pointsOf(holds).glyphs).toEqual(['slide', 'slide']);
});

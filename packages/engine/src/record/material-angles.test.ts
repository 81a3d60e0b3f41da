/** Twist as it is shown: in equilibrium a round rod, straight at rest, is twisted evenly, whatever its shape. */
import { expect, test } from 'vitest';
import {
  angleAnchor,
  createWorld,
  keyhole,
  materialAngles,
  nailTwisted,
  onPath,
  orientation,
  type Spline,
  spline,
  type World,
  worldPoint,
} from '../index.ts';

type Triple = [number, number, number];
const moving = (...points: Triple[]) => onPath({ kind: 'linear', times: points.map((_, k) => k), points });
const anglesOf = (world: World, rod: Spline): number[] => {
  const out = new Float64Array(rod.curve.corners.length / 4);
  materialAngles(world, rod, out);
  return [...out];
};
/** How far a list is from the line through its ends, over what it changes by. at: where its numbers are, if not at equal distances */
const bentness = (list: readonly number[], at: readonly number[] = list.map((_, i) => i)): number => {
  const [first, last] = [list[0], list[list.length - 1]];
  const line = (i: number): number => first + ((last - first) * (at[i] - at[0])) / (at[at.length - 1] - at[0]);
  return Math.max(...list.map((c, i) => Math.abs(c - line(i)) / Math.abs(last - first)));
};

test.each([
  { to: [0.5, 0.3, 0.3] as Triple, along: [0, 1, 0.5] as Triple, turn: 2 },
  { to: [0.6, -0.2, 0.4] as Triple, along: [-0.5, 0, 1] as Triple, turn: -1 },
])(
  'bent in space and wrung by $turn rad: theta is not even, the angle of the material is, to 1 %',
  ({ to, along, turn }) => {
    const world = createWorld({ step: 0.05, gravity: [0, 0, 0], integrator: 'quasi-static', method: 'displacement' });
    const rod = world.add(
      spline({ id: 'rod', points: [0, 0, 0, 1, 0, 0], count: 17, EA: 1e4, EI: 1, GJ: 0.8, rhoA: 1 }),
    );
    const end = { body: rod, u: rod.spans };
    world.constrain(nailTwisted([{ body: rod, u: 0 }], [worldPoint(0, 0, 0)], [angleAnchor(0)]), { id: 'a' });
    world.constrain(orientation({ body: rod, u: 0 }, worldPoint(1, 0, 0)), { id: 'a along' });
    world.constrain(nailTwisted([end], [moving([1, 0, 0], to)], [moving([0, 0, 0], [turn, 0, 0])]), { id: 'b' });
    world.constrain(orientation(end, moving([1, 0, 0], along)), { id: 'b along' });
    world.step(22);
    const theta = anglesOf(world, { ...rod, elements: [] });
    expect(bentness(theta)).toBeGreaterThan(0.02);
    expect(bentness(anglesOf(world, rod))).toBeLessThan(0.01);
  },
);

test('over an eye: the angle goes on evenly along the material', () => {
  const world = createWorld({ step: 0.02, gravity: [0, 0, 0], integrator: 'backward-euler', method: 'displacement' });
  const points = [-0.6, 0, 0, 0, 0, 0, -0.3, -0.5, 0.3];
  const rope = world.add(
    spline({
      id: 'rope',
      points,
      cuts: [1],
      count: 13,
      EA: 1e3,
      EI: 1e-5,
      GJ: 1e-5,
      rhoA: 1e-4,
      prestress: 0.999,
      drag: 5,
    }),
  );
  world.constrain(nailTwisted([{ body: rope, u: 0 }], [worldPoint(-0.6, 0, 0)], [angleAnchor(0)]), { id: 'a' });
  const last = { body: rope, u: rope.spans };
  world.constrain(nailTwisted([last], [worldPoint(-0.3, -0.5, 0.3)], [moving([0, 0, 0], [3, 0, 0])]), { id: 'b' });
  const u = ((rope.cuts?.[0].start ?? 0) * rope.spans) / rope.restLength;
  // the eye goes aside and back: both tangents sweep an area
  const aside = moving([0, 0, 0], [0, 0.1, -0.1], [-0.05, 0.05, 0.15], [0, 0, 0]);
  world.constrain(keyhole({ body: rope, u }, aside), { id: 'eye' });
  world.step(240);
  const angles = anglesOf(world, rope);
  expect(angles[angles.length - 1] - angles[0]).toBeGreaterThan(2);
  const S = world.coordinates('rope')[rope.cuts?.[0].coordinate ?? 0];
  const before = Math.round((8 * (rope.cuts?.[0].start ?? 0) * rope.spans) / rope.restLength / 8) * 8;
  const material = angles.map((_, i) =>
    i <= before ? (S * i) / before : S + ((rope.restLength - S) * (i - before)) / (angles.length - 1 - before),
  );
  expect(bentness(angles, material)).toBeLessThan(5e-3);
});

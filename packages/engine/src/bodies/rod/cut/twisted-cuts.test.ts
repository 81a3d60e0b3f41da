/** Rods that are cut, with frames: curvature at rest, strips, and twist that passes eyes. */
import { expect, test } from 'vitest';
import { alongCurve, arcAt, atRest, clamp, pull } from '../../../../../../tests/support/framed-rods.ts';
import {
  angleAnchor,
  createWorld,
  keyhole,
  kineticEnergy,
  nailTwisted,
  onPath,
  position,
  potentialEnergy,
  type Spline,
  spline,
  splinePoint,
  type World,
  worldPoint,
} from '../../../index.ts';

type Triple = [number, number, number];

test.each([
  { R: 0.5, EI: 1, GJ: 1, error: 1e-3 },
  { R: 0.5, EI: 1, GJ: 1e4, error: 1e-3 },
  { R: 1.3, EI: 0.4, GJ: 0.9, error: 1e-3 },
])(
  'a quarter circle R = $R, EI = $EI, GJ = $GJ with a cut in its middle, pulled out of its plane: 0.1 %',
  ({ R, EI, GJ, error }) => {
    const spans = 8;
    const points = alongCurve(arcAt(R), (Math.PI / 2) * R, spans);
    const cuts = [(points.length / 3 - 1) / 2];
    const { world, rod } = atRest({ points, count: spans + 1, cuts, rest: 1 / R, EA: 1e6 * EI, EI, GJ, rhoA: 1 });
    clamp(world, rod, 0, { place: [0, 0, 0], along: [1, 0, 0] });
    pull(world, rod, spans, [0, 0, 1e-3 * EI]);
    world.step(3);
    const exact = R ** 3 * (Math.PI / 4 / EI + ((3 * Math.PI) / 4 - 2) / GJ);
    expect(Math.abs(position(world, splinePoint(rod, spans))[2] / (1e-3 * EI * exact) - 1)).toBeLessThan(error);
  },
);

test('a strip with a cut bends about its thin side: P L^3/(3 EI1) and P L^3/(3 EI2), to 0.2 %', () => {
  const [L, EI1, EI2] = [1, 0.02, 5];
  const options = { points: [0, 0, 0, 0.5, 0, 0, 1, 0, 0], cuts: [1], count: 9, EA: 1e5, GJ: 0.05, rhoA: 1 };
  const { world, rod } = atRest({ ...options, EI1, EI2, normal: [0, 1, 0] });
  clamp(world, rod, 0, { place: [0, 0, 0], along: [1, 0, 0] });
  pull(world, rod, 8, [0, 1e-6, 1e-6]);
  world.step(3);
  const [, y, z] = position(world, splinePoint(rod, 8));
  expect(Math.abs(y / ((1e-6 * L ** 3) / (3 * EI1)) - 1)).toBeLessThan(2e-3);
  expect(Math.abs(z / ((1e-6 * L ** 3) / (3 * EI2)) - 1)).toBeLessThan(2e-3);
});

/** A taut rope over an eye, whose end is turned. */
function wrung(EI: number, turn: number, end: Triple): { world: World; rope: Spline } {
  const world = createWorld({ step: 0.02, gravity: [0, 0, 0], integrator: 'backward-euler', method: 'displacement' });
  const points = [-0.7, 0, 0, 0, 0, 0, ...end];
  const rope = world.add(
    spline({
      id: 'rope',
      points,
      cuts: [1],
      count: 13,
      EA: 1e3,
      EI,
      GJ: 0.8 * EI,
      rhoA: 1e-4,
      prestress: 0.999,
      drag: 5,
    }),
  );
  world.constrain(nailTwisted([{ body: rope, u: 0 }], [worldPoint(-0.7, 0, 0)], [angleAnchor(0)]), { id: 'a' });
  const turning = {
    kind: 'linear',
    times: [0, 1],
    points: [
      [0, 0, 0],
      [turn, 0, 0],
    ] as Triple[],
  } as const;
  world.constrain(nailTwisted([{ body: rope, u: rope.spans }], [worldPoint(...end)], [onPath(turning)]), { id: 'b' });
  const u = ((rope.cuts?.[0].start ?? 0) * rope.spans) / rope.restLength;
  world.constrain(keyhole({ body: rope, u }, worldPoint(0, 0, 0)), { id: 'eye' });
  return { world, rope };
}
test.each([
  { EI: 1e-5, turn: 1, end: [0.1, -0.5, 0] as Triple },
  { EI: 1e-5, turn: 3, end: [-0.3, -0.5, 0.3] as Triple },
  { EI: 2e-5, turn: -2, end: [0.4, 0.1, 0.2] as Triple },
])(
  'twist of $turn rad passes an eye: the same twist per length on both sides, turn/L to 0.5 %',
  ({ EI, turn, end }) => {
    const { world, rope } = wrung(EI, turn, end);
    world.step(140);
    const q = world.coordinates('rope');
    const n = rope.nodeCount;
    const cut = rope.cuts?.[0];
    const S = q[cut?.coordinate ?? 0];
    // angles at the ends of both pieces; between them the frames of a straight rope do not turn
    const [before, after] = [q[3 * n + (cut?.node ?? 0)], q[rope.coordinates - 1]];
    const rates = [before / S, (turn - after) / (rope.restLength - S)];
    for (const rate of rates) expect(Math.abs((rate * rope.restLength) / turn - 1)).toBeLessThan(5e-3);
  },
);

test('a rope that is wrung over an eye: restored, it is the same run; its mirror image, wrung the other way, has the same energy', () => {
  const { world } = wrung(1e-4, 4, [0.1, -0.5, 0.3]);
  world.step(30);
  const kept = world.snapshot();
  world.step(30);
  const hash = world.hash();
  const energy = kineticEnergy(world) + potentialEnergy(world);
  world.restore(kept);
  world.step(30);
  expect(world.hash()).toBe(hash);
  // the mirror image, wrung the other way
  const mirrored = wrung(1e-4, -4, [0.1, -0.5, -0.3]).world;
  mirrored.step(60);
  expect(Math.abs((kineticEnergy(mirrored) + potentialEnergy(mirrored)) / energy - 1)).toBeLessThan(1e-9);
});

// A soft cube of 1 m and 100 kg hangs from its top face, is let go, falls, and lands.
import { expect, test } from 'vitest';
import {
  above,
  box,
  boxNode,
  centreOfMass,
  createWorld,
  force,
  kineticEnergy,
  linearMomentum,
  nail,
  node,
  plane,
  potentialEnergy,
  reaction,
  residual,
  tetSprings,
  totalMass,
  type World,
  worldPoint,
} from '../packages/engine/src/index.ts';

const cells = [4, 4, 4] as const;
const h = 1e-3;
const g = 9.81;

function hangingCube(damping: number, floor?: number): World {
  const world = createWorld({ step: h, gravity: [0, -g, 0] });
  const mesh = box({ size: [1, 1, 1], cells });
  const cube = world.add(tetSprings(mesh, { id: 'cube', density: 100, stretch: 1e5, bulk: 1e5, damping }));
  const top = [0, 1, 2, 3, 4].flatMap((i) => [0, 1, 2, 3, 4].map((k) => boxNode(cells, i, 4, k)));
  world.constrain(
    nail(
      top.map((n) => node(cube, n)),
      top.map((n) => worldPoint(mesh.positions[3 * n], mesh.positions[3 * n + 1], mesh.positions[3 * n + 2])),
    ),
    { id: 'nails' },
  );
  if (floor !== undefined) {
    const ground = world.add(plane({ id: 'floor', normal: [0, 1, 0], offset: floor }));
    const all = Array.from({ length: cube.nodeCount }, (_, n) => node(cube, n));
    world.constrain(above(all, ground), { id: 'ground', method: reaction() });
  }
  return world;
}

test('hangs at rest, and the nails carry its weight; let go, it falls as g t^2 / 2; it lands and the ground carries it', () => {
  const world = hangingCube(2000, -1.5);
  const mass = totalMass(world);
  expect(mass).toBeCloseTo(100, 10);
  const weight = mass * g;
  world.step(5000);
  // at rest; measured 1e-13
  expect(Math.abs(force(world, 'nails')[1] / weight - 1)).toBeLessThan(1e-6);
  for (const k of [0, 2]) expect(Math.abs(force(world, 'nails')[k]) / weight).toBeLessThan(1e-9);
  // on the nails' own side the force is the opposite, to the last bit
  const [onCube, onWorld] = [force(world, 'nails', 0), force(world, 'nails', 1)];
  for (let k = 0; k < 3; k++) expect(onCube[k] + onWorld[k]).toBe(0);
  expect(residual(world).max).toBeLessThanOrEqual(8 * 2 ** -52);

  // let go, from whatever velocity it has
  const start = centreOfMass(world);
  const before = linearMomentum(world);
  const t0 = world.time;
  world.release('nails');
  const after = linearMomentum(world);
  for (let k = 0; k < 3; k++) expect(Math.abs(after[k] - before[k]) / weight).toBeLessThan(1e-15);
  let falls = 0;
  for (;;) {
    world.step();
    if (force(world, 'ground')[1] !== 0) break;
    const t = world.time - t0;
    const fall = (g * t * t) / 2;
    // relative to the fall, once it is long against the rounding of a coordinate of 1 m; measured 2e-14
    const place = start[1] + (after[1] / mass) * t - fall;
    if (fall > 1e-3) expect(Math.abs(centreOfMass(world)[1] - place) / fall).toBeLessThan(1e-12);
    // momentum follows -M g t; measured 4e-13
    expect(Math.abs(linearMomentum(world)[1] - (after[1] - weight * t)) / (weight * t)).toBeLessThan(1e-12);
    falls++;
  }
  expect(falls).toBeGreaterThan(400); // 0.97 m
  expect(Math.abs(centreOfMass(world)[0] - start[0])).toBeLessThan(1e-12);

  // comes to rest on the plane: the reaction is the weight, and nothing is below
  world.step(6000);
  expect(Math.abs(force(world, 'ground')[1] / weight - 1)).toBeLessThan(1e-6);
  expect(kineticEnergy(world)).toBeLessThan(1e-12);
  expect(residual(world).max).toBeLessThan(1e-9);
  for (const [member] of world.forces('ground')) expect(member[1]).toBeGreaterThanOrEqual(0);
});

test('without damping its energy stays in a narrow band for 1e5 steps and does not drift', () => {
  const world = hangingCube(0);
  const energy = (): number => kineticEnergy(world) + potentialEnergy(world);
  const start = energy();
  let largestKinetic = 0;
  let low = 0;
  let high = 0;
  const means: number[] = []; // over each tenth
  for (let tenth = 0; tenth < 10; tenth++) {
    let sum = 0;
    for (let n = 0; n < 200; n++) {
      world.step(50);
      const e = energy() - start;
      low = Math.min(low, e);
      high = Math.max(high, e);
      sum += e / 200;
      largestKinetic = Math.max(largestKinetic, kineticEnergy(world));
    }
    means.push(sum);
  }
  // Verlet's energy ripples by (h omega)^2 of what moves; measured 1.2e-3 of the largest kinetic energy
  const band = 5e-3 * largestKinetic;
  expect(high - low).toBeLessThan(band);
  // no drift: the mean of the last tenth is that of the first, to a tenth of the band
  expect(Math.abs(means[9] - means[0])).toBeLessThan(band / 10);
  expect(residual(world).max).toBeLessThanOrEqual(8 * 2 ** -52);
  console.log(
    `energy: band ${((high - low) / largestKinetic).toExponential(2)}, drift ${((means[9] - means[0]) / largestKinetic).toExponential(2)} of the largest kinetic energy`,
  );
});

/** The scenes of examples/rods, each with its number. */
import { readFileSync } from 'node:fs';
import { force, position, pulleyReading, type Spline, splinePoint, splineTangent } from '@pliant/engine';
import { expect, test } from 'vitest';
import { buildScene } from '../build.ts';
import { parseScene } from '../file/parse.ts';
import type { Simulation } from '../simulation.ts';

const folder = new URL('../../../../../examples/rods/', import.meta.url);
function scene(name: string): { simulation: Simulation; rod: Spline } {
  const simulation = buildScene(parseScene(readFileSync(new URL(`${name}.json`, folder), 'utf8'), name), name);
  return { simulation, rod: simulation.world.bodies[0] as Spline };
}
/** Of a helical spring: how far a force along its axis moves, over the force, m/N. */
function compliance({ section, restLength }: Spline, radius: number, pitch: number): number {
  const slope = Math.atan(pitch / (2 * Math.PI * radius));
  return radius ** 2 * restLength * (Math.cos(slope) ** 2 / section.GJ + Math.sin(slope) ** 2 / section.EI);
}
/** Where a point of the axis is that the end carries along, at rest at a distance from it. */
function carried({ world }: Simulation, rod: Spline, before: { place: number[]; along: number[] }, arm: number[]) {
  const place = position(world, splinePoint(rod, rod.spans));
  const along = position(world, splineTangent(rod, rod.spans));
  const { first, b } = rod.basis(rod.spans);
  const theta = b.reduce((sum, c, k) => sum + c * world.coordinates(rod.id)[3 * rod.nodeCount + first + k], 0);
  const [a, t] = [before.along, along];
  const turn = [a[1] * t[2] - a[2] * t[1], a[2] * t[0] - a[0] * t[2], a[0] * t[1] - a[1] * t[0]].map(
    (e, k) => e + theta * t[k],
  );
  return place[1] - before.place[1] + turn[2] * arm[0] - turn[0] * arm[2];
}
const endOf = ({ world }: Simulation, rod: Spline) => ({
  place: position(world, splinePoint(rod, rod.spans)),
  along: position(world, splineTangent(rod, rod.spans)),
});

test('coil spring: 0.1 N on the axis moves by F r^2 L (cos^2/GJ + sin^2/EI), to 0.5 %', () => {
  const { simulation, rod } = scene('coil-spring');
  const before = endOf(simulation, rod);
  simulation.step(3);
  const exact = 0.1 * compliance(rod, 0.02, 0.008);
  const seen = -carried(simulation, rod, before, [-0.02, 0, 0]);
  expect(Math.abs(seen / exact - 1)).toBeLessThan(5e-3);
});

test('watch spring: its end turns by M L/EI, to 0.5 %', () => {
  const { simulation, rod } = scene('watch-spring');
  const angle = (): number => {
    const [x, y] = position(simulation.world, splineTangent(rod, rod.spans));
    return Math.atan2(y, x);
  };
  const before = angle();
  simulation.step(3);
  const exact = (1e-4 * rod.restLength) / rod.section.EI1;
  const turned = angle() - before;
  expect(rod.section.EI2 / rod.section.EI1).toBeCloseTo(400, 6);
  expect(Math.abs(turned / exact - 1)).toBeLessThan(5e-3);
});

test('telephone cord: its weight stretches it by W r^2 L (cos^2/GJ + sin^2/EI)/2, to 0.5 %', () => {
  const { simulation, rod } = scene('telephone-cord');
  const before = endOf(simulation, rod);
  simulation.step(3);
  const weight = rod.section.rhoA * rod.restLength * 9.81;
  const exact = 0.5 * weight * compliance(rod, 0.006, 0.005);
  const seen = -carried(simulation, rod, before, [-0.006, 0, 0]);
  expect(Math.abs(seen / exact - 1)).toBeLessThan(5e-3);
});

test('twisted cable: straight at 0.9 of the critical twist, buckled beyond it', () => {
  const { simulation, rod } = scene('twisted-cable');
  const aside = (): number => {
    const [, y, z] = position(simulation.world, splinePoint(rod, rod.spans / 2));
    return Math.hypot(y, z);
  };
  // 12 rad in 4 s: the critical twist, 8.98682 rad, is reached after 2.9956 s
  simulation.step(270);
  expect(aside()).toBeLessThan(1e-4);
  simulation.step(130);
  expect(simulation.world.time).toBeCloseTo(4, 9);
  expect(aside()).toBeGreaterThan(0.2);
  // and it does not lie on itself yet
  const at = Array.from({ length: 97 }, (_, k) => position(simulation.world, splinePoint(rod, k / 4)));
  let nearest = Number.POSITIVE_INFINITY;
  for (let i = 0; i < at.length; i++)
    for (let j = i + 20; j < at.length; j++)
      nearest = Math.min(nearest, Math.hypot(...[0, 1, 2].map((axis) => at[i][axis] - at[j][axis])));
  expect(nearest).toBeGreaterThan(2 * (rod.section.diameter ?? 0));
});

test('elevator: the cabin sinks at a sinh(kt)/k, a of both masses, the rope and the pulley, k^2 = 2 rhoA g/M, to 0.01 %', () => {
  const { simulation, rod } = scene('elevator');
  simulation.step(200);
  const { rhoA } = rod.section;
  const M = 600 + 400 + rhoA * rod.restLength + 20;
  const a = (9.81 * (600 - 400 + rhoA * (8 - 4))) / M;
  const k = Math.sqrt((2 * rhoA * 9.81) / M);
  const speed = (a * Math.sinh(k)) / k;
  expect(Math.abs(-simulation.world.velocities('cabin')[1] / speed - 1)).toBeLessThan(1e-4);
  const { speed: turning, tensions } = pulleyReading(simulation.world, 'pulley');
  expect(Math.abs(-turning / (speed / 0.4) - 1)).toBeLessThan(1e-3);
  // I a/R^2, and the weight of the rope on the pulley does not count
  expect(Math.abs(tensions[0] - tensions[1] - 20 * a * Math.cosh(k))).toBeLessThan(0.05 * 20 * a);
});

test('climbing rope: the largest force of a fall of 4 m is m g + sqrt((m g)^2 + 2 m g EA 4 m/L), to 1 %', () => {
  const { simulation, rod } = scene('climbing-rope');
  const weight = 80 * 9.81;
  const exact = weight + Math.sqrt(weight ** 2 + (2 * weight * rod.section.EA * 4) / rod.restLength);
  let largest = 0;
  for (let i = 0; i < 60; i++) {
    simulation.step(5);
    largest = Math.max(largest, Math.hypot(...force(simulation.world, 'harness')));
  }
  expect(Math.abs(largest / exact - 1)).toBeLessThan(1e-2);
});

test('crane: the load rises by half of what the winch hauls in, and its rope bears half of it, to 0.1 %; sheaves turn with the rope', () => {
  const { simulation } = scene('crane');
  simulation.step(800);
  const { world } = simulation;
  expect(Math.abs((world.positions('hook')[1] - 1.3) / 0.5 - 1)).toBeLessThan(1e-3);
  // the rope below the boom weighs 12 N
  expect(Math.abs(Math.hypot(...force(world, 'boom')) / (250 * 9.81 + 0.3 * 9.81 * 3.5) - 1)).toBeLessThan(1e-3);
  const [hook, boom] = ['sheave of the hook', 'sheave of the boom'].map((id) => pulleyReading(world, id));
  for (const T of hook.tensions) expect(Math.abs(T / (250 * 9.81) - 1)).toBeLessThan(1e-3);
  expect(Math.abs(boom.angle / 5 - 1)).toBeLessThan(1e-3); // 1 m over 0.2 m
  expect(Math.abs(hook.angle / 2 - 1)).toBeLessThan(1e-3); // the hook goes half as fast
});

/**
 * A rope that slips on a drum over half a turn.                                                     [contact notes, acceptance 10]
 *
 * N points on the drum, one beyond each end, joined by rods: at each point the turn is d = pi/N, N = (T1 + T2) sin(d/2) pushes it
 * and mu N = (T2 - T1) cos(d/2) holds it back:  T2/T1 = ((1 + a)/(1 - a))^N,  a = mu tan(d/2), up to the inertia of the points.
 */
import { expect, test } from 'vitest';
import { createWorld, distance, force, node, particles, rigid } from '../index.ts';

function ratio(count: number, mu: number, h: number): number {
  const [radius, size, speed, pull] = [0.5, 0.01, 1e-3, 1];
  const turn = Math.PI / count;
  const far = radius + size;
  const points = Array.from({ length: count }, (_, k) => {
    const a = (k + 0.5) * turn;
    return [far * Math.cos(a), 0, far * Math.sin(a)];
  });
  const along = (k: number): number[] => [-points[k][2] / far, 0, points[k][0] / far];
  // the ends go on straight, half a turn of a chord further
  const end = (k: number, sign: number): number[] =>
    points[k].map((x, axis) => x + 0.2 * (sign * along(k)[axis] * Math.cos(turn / 2) - (x / far) * Math.sin(turn / 2)));
  const all = [end(0, -1), ...points, end(count - 1, 1)];
  const direction = (k: number): number[] => {
    const d = all[k + 1].map((x, axis) => x - all[k][axis]);
    const length = Math.sqrt(d.reduce((sum, x) => sum + x * x, 0));
    return d.map((x) => x / length);
  };
  const last = all.length - 1;
  const velocities = all.map((_, k) =>
    k > 0 && k < last ? along(k - 1) : direction(k && last - 1).map((x) => x * Math.cos(turn / 2)),
  );
  const world = createWorld({
    step: h,
    gravity: [0, 0, 0],
    integrator: 'euler-cromer',
    contact: { friction: mu, bodies: { rope: { radius: size } } },
  });
  world.add(
    rigid({
      id: 'drum',
      shape: { kind: 'capsule', radius, length: 1 },
      mass: 1,
      fixed: true,
    }),
  );
  const rope = world.add(
    particles(all.flat(), {
      id: 'rope',
      mass: all.map((_, k) => (k === last ? 1e6 : 1e-5)), // the far end goes on as it does
      velocities: velocities.flat().map((v) => v * speed),
    }),
  );
  for (let k = 0; k < last; k++) {
    const d = all[k + 1].map((x, axis) => x - all[k][axis]);
    const length = Math.sqrt(d.reduce((sum, x) => sum + x * x, 0));
    world.constrain(distance(node(rope, k), node(rope, k + 1), length), { id: `rod${k}`, method: 'lagrange' });
  }
  const [fx, fy, fz] = direction(0).map((x) => -x * pull);
  world.apply({ id: 'weight', body: 'rope', node: 0, force: [fx, fy, fz] });
  world.step();
  const tension = (id: string): number => Math.sqrt(force(world, id).reduce((sum, x) => sum + x * x, 0));
  return tension(`rod${last - 1}`) / tension('rod0');
}

test.each([
  { count: 20, mu: 0.2, want: 1.876983, tolerance: 1e-9 },
  { count: 60, mu: 0.2, want: 1.87474, tolerance: 1e-6 },
  { count: 20, mu: 0.3, tolerance: 1e-9 },
  { count: 31, mu: 0.1, tolerance: 1e-9 },
])('a rope of $count points slips on a drum, friction $mu', ({ count, mu, want, tolerance }) => {
  const a = mu * Math.tan(Math.PI / (2 * count));
  const exact = ((1 + a) / (1 - a)) ** count;
  if (want) expect(Math.abs(exact - want)).toBeLessThan(1e-5);
  expect(Math.abs(ratio(count, mu, 1e-6) / exact - 1)).toBeLessThan(tolerance);
});

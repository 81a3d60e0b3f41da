/** Ten shots of the bow of MIC08: all alike, no residual and no energy grows. */
import { expect, test } from 'vitest';
import { probe, worstResidual } from '../../../../../tests/support/hong.ts';
import { micado, paper, promise } from '../../../../../tests/support/micado.ts';

const shots = 10;
const period = 1.7;
test.each([
  { name: 'to rounding', change: undefined, bound: promise },
  { name: 'as printed', change: paper, bound: 2.4e-6 },
])('bow: ten shots, $name', { timeout: 600_000 }, ({ change, bound }) => {
  const simulation = micado('bow', change);
  const { world } = simulation;
  const steps = (seconds: number): number => Math.round(seconds / world.h);
  const flown: { speed: number; energy: number }[] = [];
  for (let shot = 0; shot < shots; shot++) {
    expect(worstResidual(simulation, steps(1.1))).toBeLessThan(bound);
    expect(world.isActive('rest')).toBe(false);
    flown.push({ speed: world.velocities('arrow')[9], energy: probe(simulation, 'energy')[0] });
    expect(worstResidual(simulation, steps(period - 1.1))).toBeLessThan(bound);
  }
  for (const { speed, energy } of flown.slice(1)) {
    expect(Math.abs(speed / flown[0].speed - 1)).toBeLessThan(1e-6);
    expect(Math.abs(energy / flown[0].energy - 1)).toBeLessThan(1e-6);
  }
});

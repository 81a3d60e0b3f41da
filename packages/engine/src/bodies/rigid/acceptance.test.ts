/** Tumbling, swinging and precessing rigid bodies, with the numbers of the notes and other sets.                  [contact notes, sec. 1; 6, 1] */
import { describe, expect, test } from 'vitest';
import { jacobi, lagrangeTop } from '../../../../../tests/support/rigid-closed-forms.ts';
import { sample, someOf } from '../../../../../tests/support/sample.ts';
import { rigidPointAt } from '../../anchors/rigid-point.ts';
import { worldPoint } from '../../anchors/world-point.ts';
import { nail } from '../../constraints/kinds/constraints.ts';
import { lagrange } from '../../methods/lagrange/lagrange.ts';
import { angularMomentum, kineticEnergy, residual } from '../../record/probes.ts';
import { createWorld } from '../../world/create.ts';
import { matrixOfRotation } from '../blocks/rotation.ts';
import { rigid } from './rigid.ts';

type Triple = [number, number, number];
const far = (a: ArrayLike<number>, b: ArrayLike<number>): number =>
  Math.hypot(...Array.from(a).map((x, i) => x - b[i]));
const sphere = { kind: 'sphere', radius: 0.1 } as const;

describe.each(
  someOf(
    [
      {
        inertia: [1, 2, 3] as Triple,
        spin: [0.8, 0, 1.1] as Triple,
        steps: [0.08, 0.04, 0.02, 0.01],
        errors: [3.39e-3, 8.49e-4, 2.12e-4, 5.31e-5],
      },
      { inertia: [1, 2, 3] as Triple, spin: [0.5, 0, 1.5] as Triple, steps: [0.04, 0.02] },
      { inertia: [0.6, 1, 1.5] as Triple, spin: [0.4, 0, 2] as Triple, steps: [0.02, 0.01] },
    ],
    1,
    1,
  ),
)('free rotor $inertia, $spin', ({ inertia, spin, steps, errors }) => {
  test("Jacobi's motion after 8 s at order 2 +- 0.1, L exact", () => {
    const found = steps.map((h) => {
      const world = createWorld({ step: h, gravity: [0, 0, 0], integrator: 'euler-cromer' });
      world.add(rigid({ id: 'b', shape: sphere, mass: 1, inertia, spin }));
      const L = angularMomentum(world);
      world.step(Math.round(8 / h));
      expect(far(angularMomentum(world), L)).toBeLessThan(1e-12);
      const R = new Float64Array(9);
      matrixOfRotation(Float64Array.from(world.coordinates('b').slice(3)), 0, R);
      const w = world.coordinateVelocities('b').slice(3);
      const own = [0, 1, 2].map((k) => R[k] * w[0] + R[3 + k] * w[1] + R[6 + k] * w[2]);
      return far(own, jacobi(inertia, spin, world.time));
    });
    for (let k = 1; k < found.length; k++) expect(Math.abs(Math.log2(found[k - 1] / found[k]) - 2)).toBeLessThan(0.1);
    errors?.forEach((error, k) => {
      expect(Math.abs(found[k] / error - 1)).toBeLessThan(0.02);
    });
  });
});
const seconds = sample(200, 2000);
test(`the energy of a free rotor stays within 1.3e-5 over ${seconds} s, h 0.05`, () => {
  const world = createWorld({ step: 0.05, gravity: [0, 0, 0], integrator: 'euler-cromer' });
  world.add(rigid({ id: 'b', shape: sphere, mass: 1, inertia: [1, 2, 3], spin: [0.8, 0, 1.1] }));
  const start = kineticEnergy(world);
  let worst = 0;
  for (let k = 0; k < 20 * seconds; k++) {
    world.step();
    worst = Math.max(worst, Math.abs(kineticEnergy(world) / start - 1));
  }
  expect(worst).toBeLessThan(1.35e-5);
});

const swings: [number, number[] | undefined][] = [
  [0.1, [6.2e-5, 1.5e-5]],
  [2, [2.0e-4, 4.9e-5]],
  [1.2, undefined],
];
test.each(someOf(swings, 1, 2))('a rod swings by %d rad: its period at order 2', (amplitude, notes) => {
  const [m, l, width] = [2, 0.5, 1e-3];
  const off = [0.01, 0.005].map((h) => {
    const world = createWorld({ step: h, method: lagrange });
    const half = amplitude / 2;
    const body = world.add(
      rigid({
        id: 'b',
        shape: { kind: 'box', size: [width, 2 * l, width] },
        mass: m,
        position: [l * Math.sin(amplitude), -l * Math.cos(amplitude), 0],
        rotate: [0, 0, Math.sin(half), Math.cos(half)],
      }),
    );
    world.constrain(nail(rigidPointAt(body, [0, 0, 0]), worldPoint(0, 0, 0)), { id: 'pivot' });
    const I = (m * (width * width + 4 * l * l)) / 12 + m * l * l;
    let [a, b] = [1, Math.cos(half)];
    for (let n = 0; n < 6; n++) [a, b] = [(a + b) / 2, Math.sqrt(a * b)];
    const period = ((4 * Math.PI) / (2 * a)) * Math.sqrt(I / (m * 9.81 * l));
    const times: number[] = [];
    let last = world.positions('b')[0];
    while (times.length < 3) {
      world.step();
      const now = world.positions('b')[0];
      if (Math.sign(now) !== Math.sign(last)) times.push(world.time - (h * now) / (now - last));
      last = now;
    }
    expect(residual(world).max).toBeLessThan(1e-14);
    return Math.abs((times[2] - times[0]) / period - 1);
  });
  expect(Math.abs(Math.log2(off[0] / off[1]) - 2)).toBeLessThan(0.15);
  notes?.forEach((error, k) => {
    expect(off[k]).toBeLessThan(1.3 * error);
  });
});

test.each(
  someOf(
    [
      { I1: 1, I3: 0.4, mgl: 2, spin: 12, theta: 0.5 },
      { I1: 0.5, I3: 0.3, mgl: 3, spin: 20, theta: 0.8 },
      { I1: 2, I3: 0.9, mgl: 1.5, spin: 8, theta: 0.3 },
    ],
    1,
    3,
  ),
)('a top, I1 $I1, I3 $I3, mgl $mgl, $spin rad/s: its place after 2 s at order 2', (top) => {
  const { I1, I3, mgl, spin, theta } = top;
  // of mass m at the distance l of its tip, gravity 9.81
  const l = 0.2;
  const m = mgl / (9.81 * l);
  const errors = [0.005, 0.0025].map((h) => {
    const world = createWorld({ step: h, method: lagrange });
    const axis = [Math.sin(theta), Math.cos(theta), 0];
    const body = world.add(
      rigid({
        id: 'top',
        shape: sphere,
        mass: m,
        inertia: [I1 - m * l * l, I3, I1 - m * l * l],
        position: [l * axis[0], l * axis[1], 0],
        rotate: [0, 0, -Math.sin(theta / 2), Math.cos(theta / 2)],
        spin: [spin * axis[0], spin * axis[1], 0],
      }),
    );
    world.constrain(nail(rigidPointAt(body, [0, 0, 0]), worldPoint(0, 0, 0)), { id: 'tip' });
    world.step(Math.round(2 / h));
    const { theta: nod, phi } = lagrangeTop(top, 2);
    const at = [Math.sin(nod) * Math.cos(phi), Math.cos(nod), -Math.sin(nod) * Math.sin(phi)].map((x) => l * x);
    return far(world.positions('top').slice(0, 3), at);
  });
  expect(errors[1]).toBeLessThan(2e-4);
  expect(Math.abs(Math.log2(errors[0] / errors[1]) - 2)).toBeLessThan(0.1);
});

/** Laws of solids under backward Euler that collide and rub: turned, moving, scaled, in another order, from a snapshot, beside a world with other options. */
import { expect, test } from 'vitest';
import { box, type ContactOptions, createWorld, plane, rigid, tetSprings, transformed, type World } from '../index.ts';

type Triple = [number, number, number];
interface Change {
  readonly vector?: (v: Triple) => Triple;
  readonly turn?: readonly [number, number, number, number];
  readonly boost?: Triple;
  readonly length?: number;
  readonly order?: readonly number[];
  readonly contact?: ContactOptions;
}
const h = 4e-3;
const steps = 9;
const cubes: { id: string; at: Triple; v: Triple }[] = [
  { id: 'a', at: [0, 0, 0], v: [0.5, 0.25, 0.1] },
  { id: 'b', at: [0.222, 0.05, 0.03], v: [-0.5, 0, 0] },
];
/** Lengths times L, at the same density and times: velocities times L, stresses times L^2. */
function world(change: Change, cells = 2): World {
  const { vector = (v) => v, turn = [0, 0, 0, 1], boost = [0, 0, 0], length: L = 1, order = [0, 1] } = change;
  const contact = { friction: 0.6, thickness: 2e-3 * L, ...change.contact };
  const made = createWorld({ step: h, gravity: [0, 0, 0], integrator: 'backward-euler', contact });
  for (const k of order) {
    const { id, at, v } = cubes[k];
    const size = 0.2 * L;
    const grown = box({ size: [size, size, size], cells: [cells, cells, cells] });
    const placed = transformed(transformed(grown, { rotate: [0.05 * k, 0.02, 0, 1] }), {
      rotate: turn,
      translate: vector(at).map((x) => x * L) as Triple,
    });
    const velocity = vector(v).map((x, axis) => L * x + boost[axis]);
    const velocities = Array.from({ length: placed.positions.length / 3 }, () => velocity).flat();
    const stiffness = { stretch: 4e4 * L * L, bulk: 4e4 * L * L, damping: 40 * L * L };
    made.add(tetSprings(placed, { id, density: 500, ...stiffness, velocities }));
  }
  return made;
}
const run = (made: World): World => {
  for (let k = 0; k < steps; k++) {
    made.step();
    expect(made.contactReport().converged).toBe(true);
  }
  return made;
};
const plain = run(world({}));
test('they touch', () => {
  expect(plain.contacts().length).toBe(1);
});
const changes: [string, Change, number][] = [
  ['a third of a turn', { vector: ([x, y, z]) => [z, x, y], turn: [0.5, 0.5, 0.5, 0.5] }, 1e-9],
  ['a steady motion', { boost: [0.7, -1.1, 0.4] }, 1e-9],
  ['twice as large', { length: 2 }, 1e-9],
  ['the other order', { order: [1, 0] }, 1e-9],
];
test.each(changes)('%s changes nothing else', (_, change, tolerance) => {
  const other = run(world(change));
  const { vector = (v: Triple) => v, boost = [0, 0, 0], length = 1 } = change;
  for (const { id } of cubes) {
    const [x, y] = [plain.positions(id), other.positions(id)];
    for (let i = 0; i < x.length; i += 3)
      vector([x[i], x[i + 1], x[i + 2]]).forEach((value, k) => {
        expect(Math.abs(y[i + k] - boost[k] * other.time - length * value)).toBeLessThan(tolerance);
      });
  }
});
test('a run continues from a snapshot in the middle of contact to the same bits', () => {
  const made = world({});
  made.step(6);
  expect(made.contacts().length).toBe(1);
  const snapshot = made.snapshot();
  made.step(3);
  const hash = made.hash();
  expect(hash).toBe(plain.hash());
  made.restore(snapshot);
  made.step(3);
  expect(made.hash()).toBe(hash);
});
test('worlds with other options of contact, step by step beside each other, do not see each other', () => {
  const options = { friction: 0.1, restitution: 0.5, thickness: 3e-3 };
  const alone = run(world({ contact: options })).hash();
  const [one, other] = [world({}), world({ contact: options })];
  for (let k = 0; k < steps; k++) {
    one.step();
    other.step();
  }
  expect(one.hash()).toBe(plain.hash());
  expect(other.hash()).toBe(alone);
});
test('a plane that is added first does not change how a rigid ball lands on a soft block', () => {
  const land = (first: boolean): World => {
    const made = createWorld({ step: h, integrator: 'backward-euler', contact: { friction: 0.6, thickness: 2e-3 } });
    if (first) made.add(plane({ id: 'floor', normal: [0, 1, 0] }));
    const shape = { kind: 'sphere', radius: 0.04 } as const;
    made.add(rigid({ id: 'ball', shape, mass: 0.2, position: [0.01, 0.2435, 0], velocity: [0, -0.5, 0] }));
    made.setIntegrator('verlet', 'ball');
    const block = transformed(box({ size: [0.2, 0.2, 0.2], cells: [2, 2, 2] }), { translate: [0, 0.101, 0] });
    made.add(tetSprings(block, { id: 'block', density: 500, stretch: 2e4, bulk: 2e4, damping: 40 }));
    if (!first) made.add(plane({ id: 'floor', normal: [0, 1, 0] }));
    for (let k = 0; k < 8; k++) made.step();
    return made;
  };
  const [one, other] = [land(true), land(false)];
  expect(one.contacts('ball').some(({ name }) => name.includes('block'))).toBe(true);
  for (const id of ['ball', 'block']) {
    const [x, y] = [one.positions(id), other.positions(id)];
    for (let i = 0; i < x.length; i++) expect(Math.abs(x[i] - y[i])).toBeLessThan(1e-9);
  }
});

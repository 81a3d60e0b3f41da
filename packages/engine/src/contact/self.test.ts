/** Bodies that touch themselves: sheets, chains, solids.                                        [contact notes, sec. 2.3, 7] */
import { expect, test } from 'vitest';
import { Random } from '../../../../tests/support/random.ts';
import { Bvh } from '../geometry/bvh.ts';
import { overlappingPairs } from '../geometry/overlapping-pairs.ts';
import {
  box,
  chain,
  createWorld,
  grid,
  type Mesh,
  mesh,
  plane,
  tetSprings,
  transformed,
  type World,
} from '../index.ts';
import { TriangleContact } from '../meshes/surface/triangle-contact.ts';

const d = 4e-3;
const strip = (size: readonly [number, number], cells: readonly [number, number]): Mesh =>
  grid({ size: [...size], cells: [...cells], plane: 'xy' });

/** Whether triangles of a sheet without a common corner cross each other: found without the detection of contacts. */
function crossesItself(x: Float64Array, triangles: Int32Array): boolean {
  const tree = new Bvh(triangles, 3, x);
  const pairs = new TriangleContact(x, triangles);
  let found = false;
  overlappingPairs(tree.tree, triangles, 3, x, (a, b) => {
    const corners = new Set([...triangles.subarray(3 * a, 3 * a + 3), ...triangles.subarray(3 * b, 3 * b + 3)]);
    if (!found && corners.size === 6 && pairs.intersect(a, b)) found = true;
  });
  return found;
}
/** A strip that falls on its edge, leaning a little, and folds. */
function fallingStrip(made: Mesh, order?: readonly number[]): { world: World; triangles: Int32Array } {
  const random = new Random(3);
  const y = made.positions.map((v, k) =>
    k % 3 === 2 ? 2e-3 * random.between(-1, 1) + 0.05 * made.positions[k - 1] : v,
  );
  const place = order ?? [...Array(y.length / 3).keys()];
  const positions = new Float64Array(y.length);
  place.forEach((to, from) => {
    positions.set(y.subarray(3 * from, 3 * from + 3), 3 * to);
  });
  const triangles = Int32Array.from(made.triangles, (v) => place[v]);
  const moved = transformed(mesh({ positions, triangles }), { translate: [0, 0.26, 0] });
  const world = createWorld({ step: 2e-3, contact: { friction: 0.3, thickness: d } });
  world.add(plane({ id: 'floor', normal: [0, 1, 0] }));
  world.add(tetSprings(moved, { id: 'strip', mass: 2e-4, form: 'spring', stretch: 12, damping: 0.02, drag: 2 }));
  return { world, triangles };
}

test('a strip that falls folds on itself and never passes through (seed 3)', () => {
  const made = strip([0.06, 0.4], [2, 12]);
  const { world, triangles } = fallingStrip(made);
  let touched = 0;
  let least = 1;
  for (let k = 0; k < 220; k++) {
    world.step();
    const report = world.contactReport();
    expect(report.converged).toBe(true);
    const pair = world.contacts().find(({ name }) => name === 'strip/strip');
    if (pair) {
      touched++;
      least = Math.min(least, pair.gap);
    }
    if (k % 4 === 0) expect(crossesItself(world.positions('strip'), triangles)).toBe(false);
  }
  expect(touched).toBeGreaterThan(50);
  // places that the certificate finds, and creases, may start closer than the thickness
  expect(least).toBeGreaterThan(-0.5 * d);
});

test('without contact with itself the same strip crosses itself (seed 3)', () => {
  const made = strip([0.06, 0.4], [2, 12]);
  const { triangles } = fallingStrip(made);
  const world = createWorld({
    step: 2e-3,
    contact: { thickness: d, friction: 0.3, bodies: { strip: { self: false } } },
  });
  const other = fallingStrip(made).world;
  world.add(plane({ id: 'floor', normal: [0, 1, 0] }));
  world.add(
    tetSprings(mesh({ positions: other.positions('strip'), triangles }), {
      id: 'strip',
      mass: 2e-4,
      form: 'spring',
      stretch: 12,
      damping: 0.02,
      drag: 2,
    }),
  );
  let crosses = false;
  for (let k = 0; k < 350 && !crosses; k++) {
    world.step();
    crosses = crossesItself(world.positions('strip'), triangles);
  }
  expect(crosses).toBe(true);
});

/** A chain bent to a hairpin whose ends fly at each other. */
function hairpin(friction: number): World {
  const world = createWorld({
    step: 1e-3,
    gravity: [0, 0, 0],
    integrator: 'euler-cromer',
    contact: { friction, bodies: { rope: { radius: 0.01 } } },
  });
  const n = 24;
  const positions: number[] = [];
  for (let k = 0; k < n; k++) {
    const a = Math.PI * (k / (n - 1));
    const arm = k < 8 ? 8 - k : k > 15 ? k - 15 : 0;
    positions.push(0.03 * arm - 0.04 * Math.sin(a), (k < n / 2 ? 1 : -1) * 0.05 + 0.002 * Math.sin(5 * k), 0.001 * k);
  }
  const edges = Array.from({ length: n - 1 }, (_, k) => [k, k + 1]).flat();
  const velocities = Array.from({ length: n }, (_, k) => [0.1, k < n / 2 ? -1 : 1, 0.05 * (k % 3)]).flat();
  world.add(
    tetSprings(mesh({ positions, edges }), { id: 'rope', mass: 0.01, form: 'spring', stretch: 40, velocities }),
  );
  return world;
}
test.each([0, 0.4])('a chain that hits itself keeps its momentum, friction %d', (friction) => {
  const world = hairpin(friction);
  const momentum = (): number[] => {
    const [x, v] = [world.positions('rope'), world.velocities('rope')];
    const sum = new Array<number>(6).fill(0);
    for (let i = 0; i < x.length; i += 3)
      for (let k = 0; k < 3; k++) {
        const [a, b] = [(k + 1) % 3, (k + 2) % 3];
        sum[k] += 0.01 * v[i + k];
        sum[3 + k] += 0.01 * (x[i + a] * v[i + b] - x[i + b] * v[i + a]);
      }
    return sum;
  };
  world.step();
  const start = momentum();
  let pushes = 0;
  for (let k = 0; k < 150; k++) {
    world.step();
    pushes += world.contacts().length;
  }
  expect(pushes).toBeGreaterThan(3);
  const end = momentum();
  for (let k = 0; k < 3; k++) expect(Math.abs(end[k] - start[k])).toBeLessThan(1e-15);
  // edges that are nearly parallel keep a moment with friction; angular momentum is kept without it, but for gaps that are closed by moving
  // p alone; it is of the order of 0.24 kg, 0.1 m and 1 m/s
  for (let k = 3; k < (friction ? 3 : 6); k++) expect(Math.abs(end[k] - start[k])).toBeLessThan(1e-3 * 0.024);
});

test('numbers of nodes do not matter (seed 5)', () => {
  const made = strip([0.06, 0.3], [1, 8]);
  const order = [...Array(made.positions.length / 3).keys()];
  const random = new Random(5);
  for (let k = order.length - 1; k > 0; k--) {
    const other = Math.floor(random.between(0, k + 1));
    [order[k], order[other]] = [order[other], order[k]];
  }
  const [a, b] = [fallingStrip(made).world, fallingStrip(made, order).world];
  let touched = 0;
  for (let k = 0; k < 120; k++) {
    a.step();
    b.step();
    touched += a.contacts().some(({ name }) => name === 'strip/strip') ? 1 : 0;
  }
  const [x, y] = [a.positions('strip'), b.positions('strip')];
  let worst = 0;
  order.forEach((to, from) => {
    for (let k = 0; k < 3; k++) worst = Math.max(worst, Math.abs(x[3 * from + k] - y[3 * to + k]));
  });
  expect(touched).toBeGreaterThan(3);
  expect(worst).toBeLessThan(1e-6);
});

test('a solid touches itself where it is told to, and not through its own material', () => {
  // a C: three bars, whose ends close
  const bars = box({ size: [0.4, 0.3, 0.1], cells: [8, 6, 2] });
  const keep: number[] = [];
  for (let t = 0; t < bars.tets.length; t += 4) {
    const c = [0, 1, 2].map((k) => [0, 1, 2, 3].reduce((s, m) => s + bars.positions[3 * bars.tets[t + m] + k] / 4, 0));
    if (!(c[0] > -0.1 && Math.abs(c[1]) < 0.05)) keep.push(...bars.tets.subarray(t, t + 4));
  }
  const used = [...new Set(keep)].sort((a, b) => a - b);
  const c = mesh({
    positions: used.flatMap((v) => [...bars.positions.subarray(3 * v, 3 * v + 3)]),
    tets: keep.map((v) => used.indexOf(v)),
  });
  const closes = (self: boolean): number => {
    const world = createWorld({
      step: 1e-3,
      gravity: [0, 0, 0],
      contact: { friction: 0, thickness: 2e-3, bodies: { c: { self } } },
    });
    const velocities = Array.from({ length: c.positions.length / 3 }, (_, v) => {
      const [x, y] = [c.positions[3 * v], c.positions[3 * v + 1]];
      return [0, x > 0 ? -3 * Math.sign(y) * (x + 0.1) : 0, 0];
    }).flat();
    world.add(tetSprings(c, { id: 'c', density: 100, stretch: 3e3, bulk: 3e3, damping: 3, velocities }));
    let least = 1;
    for (let k = 0; k < 200; k++) {
      world.step();
      const x = world.positions('c');
      let [upper, lower] = [1, -1];
      for (let v = 0; v < x.length / 3; v++) {
        if (c.positions[3 * v] < 0.19) continue;
        const y = c.positions[3 * v + 1];
        if (Math.abs(y - 0.05) < 1e-9) upper = Math.min(upper, x[3 * v + 1]);
        if (Math.abs(y + 0.05) < 1e-9) lower = Math.max(lower, x[3 * v + 1]);
      }
      least = Math.min(least, upper - lower);
    }
    return least;
  };
  expect(closes(true)).toBeGreaterThan(1e-3);
  expect(closes(false)).toBeLessThan(0);
});

test('a chain in the shape of a loop touches where it crosses, not along itself', () => {
  const world = createWorld({ step: 1e-3, contact: { bodies: { rope: { radius: 0.02 } } } });
  world.add(plane({ id: 'floor', normal: [0, 1, 0] }));
  // pieces of 1 cm, much shorter than the rope is thick
  const line = chain({ from: [0, 0.1, 0], to: [0.5, 0.1, 0], nodes: 51 });
  world.add(tetSprings(line, { id: 'rope', mass: 0.001, form: 'spring', stretch: 200, damping: 0.2, drag: 2 }));
  for (let k = 0; k < 200; k++) {
    world.step();
    expect(world.contacts().every(({ name }) => name !== 'rope/rope')).toBe(true);
  }
});

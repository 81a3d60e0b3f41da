/** What a reaction does under each integrator, against the schemes as the notes write them.    [GBT06 notes, sec. 3, 10] */
import { describe, expect, test } from 'vitest';
import { node } from '../anchors/node.ts';
import { onPath, worldPoint } from '../anchors/world-point.ts';
import { particles } from '../bodies/particles.ts';
import { tetSprings } from '../bodies/tet/tet-springs.ts';
import { join, nail } from '../constraints/kinds/constraints.ts';
import { chain } from '../meshes/chain.ts';
import { localMethod } from '../methods/local/local.ts';
import { createPath, type PathDef } from '../paths/path.ts';
import { force, residual } from '../record/probes.ts';
import { createWorld } from '../world/create.ts';
import type { World } from '../world/world.ts';
import { integrators } from './index.ts';

/** The table of the notes: c m/h^2, d m/h, impulse j/h of a unit of F~, factor of a velocity error f = 1 - h d/c. */
const table = {
  // the notes' d = 1/2 is of the velocity of eq. 2; ours is (x^{t+h} - x^t) / h, whose momentum is theirs
  verlet: { c: 1, d: 1, j: 1, f: 0 },
  'verlet-as-printed': { c: 1, d: 1, j: 1, f: 0 },
  'euler-cromer': { c: 1, d: 1, j: 1, f: 0 },
  midpoint: { c: 1 / 2, d: 1, j: 1, f: -1 },
  rk2: { c: 1 / 2, d: 1, j: 1, f: -1 },
  rk4: { c: 1 / 2, d: 1, j: 1, f: -1 },
  'velocity-verlet': { c: 1 / 2, d: 1 / 2, j: 1 / 2, f: 0 },
  // the notes' d = 5/6 and f = -1/4 are without the guess of f^{t+h}, which is 1/6 more; -1/3 by the history: 2/3
  beeman: { c: 2 / 3, d: 1, j: 2 / 3, f: -1 / 2 },
  // of x^{t+2h}
  'explicit-euler': { c: 1, d: 1, j: 1, f: 0 },
};
const kinds = Object.keys(table) as (keyof typeof table)[];

test('every integrator is in the table', () => {
  const explicit = Object.values(integrators).filter((i) => !i.implicit);
  expect(explicit.map((i) => i.kind).sort()).toEqual([...kinds].sort());
});

test.each(kinds)('%s: c, d, j and f are those of the table, with R = share F~', (kind) => {
  const { positionCompliance, velocityCompliance, reactionScale, lookahead, projected, history } = integrators[kind];
  const { c, d, j, f } = table[kind];
  expect(positionCompliance * reactionScale).toBeCloseTo(c, 15);
  expect(velocityCompliance * reactionScale).toBeCloseTo(d, 15);
  expect(reactionScale).toBeCloseTo(j, 15);
  expect(1 - velocityCompliance / positionCompliance).toBeCloseTo(f, 15);
  expect(lookahead).toBe(kind === 'explicit-euler' ? 2 : 1);
  // what does not fade is projected; Beeman's is gone after two steps by its history
  expect(projected).toBe(f !== 0 && history.length === 0);
});

// --- the schemes by hand: a mass on a spring and a nail that moves ---------------------------------------------------
const [m, k, h] = [2, 300, 0.01];
const a = (x: number): number => (-k / m) * (x - 1);
/** One step: `hold` is told the prediction and says F~/m, from c m/h^2. */
type Hold = (prediction: number) => number;
interface Scheme {
  x: number;
  step(hold: Hold): void;
}
const schemes: Record<keyof typeof table, (x: number, v: number) => Scheme> = {
  verlet(x, v) {
    let before = x - h * v + (h * h * a(x)) / 2;
    return {
      x,
      step(hold) {
        const p = 2 * this.x - before + h * h * a(this.x);
        before = this.x;
        this.x = p + h * h * hold(p);
      },
    };
  },
  'verlet-as-printed': (x, v) => schemes.verlet(x, v), // they differ in what damping sees
  'euler-cromer': (x, v) => ({
    x,
    step(hold) {
      v += h * a(this.x);
      const F = hold(this.x + h * v);
      v += h * F;
      this.x += h * v;
    },
  }),
  'explicit-euler': (x, v) => ({
    x,
    step(hold) {
      const F = hold(this.x + 2 * h * v + h * h * a(this.x));
      [this.x, v] = [this.x + h * v, v + h * (a(this.x) + F)];
    },
  }),
  midpoint: (x, v) => ({
    x,
    step(hold) {
      const middle = a(this.x + (h / 2) * v);
      const F = hold(this.x + h * v + ((h * h) / 2) * a(this.x));
      [this.x, v] = [this.x + h * v + ((h * h) / 2) * (a(this.x) + F), v + h * (middle + F)];
    },
  }),
  rk2: (x, v) => ({
    x,
    step(hold) {
      const F = hold(this.x + h * v + ((h * h) / 2) * a(this.x));
      const mean = (a(this.x) + a(this.x + h * v)) / 2;
      [this.x, v] = [this.x + h * v + ((h * h) / 2) * (a(this.x) + F), v + h * (mean + F)];
    },
  }),
  rk4: (x, v) => ({
    x,
    step(hold) {
      const a1 = a(this.x);
      const a2 = a(this.x + (h / 2) * v);
      const a3 = a(this.x + (h / 2) * (v + (h / 2) * a1));
      const a4 = a(this.x + h * (v + (h / 2) * a2));
      const p = this.x + h * v + ((h * h) / 6) * (a1 + a2 + a3);
      const F = hold(p);
      this.x = p + ((h * h) / 2) * F;
      v += (h / 6) * (a1 + 2 * a2 + 2 * a3 + a4) + h * F;
    },
  }),
  'velocity-verlet': (x, v) => ({
    x,
    step(hold) {
      const p = this.x + h * v + ((h * h) / 2) * a(this.x);
      const F = hold(p);
      v += (h / 2) * (a(this.x) + F); // F~ in the first kick only
      this.x = p + ((h * h) / 2) * F;
      v += (h / 2) * a(this.x);
    },
  }),
  beeman(x, v) {
    let before = a(x);
    return {
      x,
      step(hold) {
        const p = this.x + h * v + ((h * h) / 6) * (4 * a(this.x) - before);
        const F = hold(p);
        const total = a(this.x) + F;
        this.x = p + ((2 * h * h) / 3) * F;
        v += (h / 6) * (2 * a(this.x) + 5 * total - before);
        before = total;
      },
    };
  },
};
const path: PathDef = {
  kind: 'catmull-rom',
  times: [0, 0.1, 0.2, 0.4],
  points: [
    [1, 0, 0],
    [1.3, 0, 0],
    [0.9, 0, 0],
    [1.1, 0, 0],
  ],
};
const goal = (t: number): number => {
  const at = new Float64Array(9);
  createPath(path).evaluate(t, at);
  return at[0];
};
const asPrinted = localMethod({ projection: 'never' });

test.each(kinds)('%s: free, then nailed to a path, it is the scheme of the notes, and R = share F~', (kind) => {
  const world = createWorld({ step: h, gravity: [0, 0, 0], integrator: kind });
  const spring = world.add(
    tetSprings(chain({ from: [0, 0, 0], to: [1, 0, 0], nodes: 2 }), {
      id: 'spring',
      form: 'spring',
      stretch: k,
      mass: m,
      fixed: [0],
      velocities: [0, 0, 0, 0.7, 0, 0],
    }),
  );
  world.positions('spring')[3] += 0.2;
  const byHand = schemes[kind](1.2, 0.7);
  for (let n = 0; n < 6; n++) {
    world.step();
    byHand.step(() => 0);
    expect(Math.abs(world.positions('spring')[3] - byHand.x)).toBeLessThan(1e-14);
  }
  world.constrain(nail(node(spring, 1), onPath(path)), { id: 'nail', method: asPrinted });
  const { c } = table[kind];
  const { reactionScale, lookahead } = integrators[kind];
  for (let n = 0; n < 12; n++) {
    let F = 0;
    byHand.step((p) => {
      F = (m * (goal(world.time + lookahead * h) - p)) / (c * h * h);
      return F / m;
    });
    world.step();
    // rounding of the place, as a force: m eps / h^2 = 4e-12 N, again and again
    expect(Math.abs(force(world, 'nail')[0] / reactionScale - F)).toBeLessThan(1e-9);
    expect(Math.abs(world.positions('spring')[3] - byHand.x)).toBeLessThan(1e-14);
    if (n >= lookahead - 1) expect(Math.abs(world.positions('spring')[3] - goal(world.time))).toBeLessThan(2e-15);
  }
});

describe('the checks of the notes: m = 2, h = 1 ms, x = 0.3, v = 0.5, under its weight, nailed to 0', () => {
  const weight = 2 * 9.81;
  const nailed = (integrator: string): World => {
    const world = createWorld({ step: 1e-3, gravity: [-9.81, 0, 0], integrator });
    const p = world.add(particles([0.3, 0, 0], { id: 'p', mass: 2, velocities: [0.5, 0, 0] }));
    world.constrain(nail(node(p, 0), worldPoint(0, 0, 0)), { id: 'nail', method: asPrinted });
    return world;
  };
  test.each(kinds)('T1 %s: it is there after one step (explicit Euler: two), and stays', (kind) => {
    const world = nailed(kind);
    world.step(integrators[kind].lookahead);
    for (let n = 0; n < 10; n++) {
      expect(Math.abs(world.positions('p')[0])).toBeLessThanOrEqual(1e-15);
      world.step();
    }
  });
  test.each([
    { kind: 'verlet', ratio: 1 },
    { kind: 'verlet-as-printed', ratio: 1 },
    { kind: 'euler-cromer', ratio: 1 },
    { kind: 'explicit-euler', ratio: 1 },
    { kind: 'velocity-verlet', ratio: 2 },
    { kind: 'beeman', ratio: 1.5 },
  ])('T2 $kind: from the fourth step on R is the weight, and F~ $ratio times that', ({ kind, ratio }) => {
    const world = nailed(kind);
    world.step(3);
    for (let n = 0; n < 20; n++) {
      world.step();
      const R = force(world, 'nail')[0];
      // 1e-3 is asked; the rest is the rounding of the place, eps x m / h^2, as a force
      expect(Math.abs(R / weight - 1)).toBeLessThan(1e-9);
      expect(Math.abs(R / integrators[kind].reactionScale / weight / ratio - 1)).toBeLessThan(1e-9);
      expect(Math.abs(world.velocities('p')[0])).toBeLessThan(1e-12);
    }
  });
  test.each(['midpoint', 'rk2', 'rk4'])('T3 %s: as printed the velocity is thrown to and fro for ever', (kind) => {
    const world = nailed(kind);
    for (let n = 0; n < 10; n++) {
      world.step();
      // u = v + h (a + R/m) with p = 0: -v - 2 x / h
      expect(Math.abs(world.velocities('p')[0] / (n % 2 ? 600.5 : -600.5) - 1)).toBeLessThan(1e-6);
      // and from then on R = -m (a + 2 v / h), v before the step
      const v = n % 2 ? -600.5 : 600.5;
      if (n) expect(Math.abs(force(world, 'nail')[0] / (2 * (9.81 - (2 * v) / 1e-3)) - 1)).toBeLessThan(1e-6);
    }
  });
});

test('T13: points of three integrators meet, and their impulses cancel; those of forces that balance would not', () => {
  const world = createWorld({ step: h, gravity: [0, 0, 0] });
  const members = [
    { integrator: 'euler-cromer', mass: 1, at: [0.1, 0, 0.02], velocities: [1, 0, 0] },
    { integrator: 'velocity-verlet', mass: 2, at: [-0.05, 0.1, 0], velocities: [0, -1, 0.5] },
    { integrator: 'midpoint', mass: 3, at: [0, -0.08, 0.06], velocities: [0.3, 0, 2] },
  ] as const;
  const bodies = members.map(({ at, ...options }) => world.add(particles(at, { id: options.integrator, ...options })));
  world.constrain(join(...bodies.map((body) => node(body, 0))), { id: 'join', method: asPrinted });
  const predictions = members.map(({ at, velocities }) => at.map((x, axis) => x + h * velocities[axis]));
  world.step();
  expect(residual(world).max).toBeLessThan(1e-15);

  const forces = world.forces('join')[0];
  const mean = (weights: readonly number[], axis: number): number =>
    weights.reduce((s, w, i) => s + w * predictions[i][axis], 0) / weights.reduce((s, w) => s + w, 0);
  const of = members.map(({ integrator, mass }) => ({
    c: (table[integrator].c * h * h) / mass,
    j: table[integrator].j * h,
  }));
  let unbalanced = 0;
  for (let axis = 0; axis < 3; axis++) {
    expect(Math.abs(h * forces.reduce((s, R) => s + R[axis], 0))).toBeLessThan(1e-12);
    // impulse balance: weights j/c; F~ = (g - p) / c
    const g = mean(
      of.map(({ c, j }) => j / c),
      axis,
    );
    members.forEach(({ integrator }, i) => {
      expect(Math.abs(world.positions(integrator)[axis] - g)).toBeLessThan(1e-15);
      const F = forces[i][axis] / integrators[integrator].reactionScale;
      expect(Math.abs(F - (g - predictions[i][axis]) / of[i].c)).toBeLessThan(1e-9);
    });
    // force balance: weights 1/c, sum F~ = 0, and what is left of the impulses
    const met = mean(
      of.map(({ c }) => 1 / c),
      axis,
    );
    const F = of.map(({ c }, i) => (met - predictions[i][axis]) / c);
    expect(Math.abs(F.reduce((s, f) => s + f, 0))).toBeLessThan(1e-9);
    unbalanced += Math.abs(of.reduce((s, { j }, i) => s + j * F[i], 0));
  }
  expect(unbalanced).toBeGreaterThan(1); // kg m/s, of 0.3 to 6 that go round
});

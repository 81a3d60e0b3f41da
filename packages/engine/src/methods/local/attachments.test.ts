/** Points on lines, triangles, tets and surfaces.                                      [GBT06, sec. 4.3, 4.4; errata, E9] */
import { describe, expect, test } from 'vitest';
import { apart, eightEps, worstOver } from '../../../../../tests/support/exact.ts';
import { Random } from '../../../../../tests/support/random.ts';
import { barycentric } from '../../anchors/barycentric.ts';
import type { AttachMode } from '../../anchors/grip.ts';
import { node } from '../../anchors/node.ts';
import { worldPoint } from '../../anchors/world-point.ts';
import type { Body } from '../../bodies/body.ts';
import { particles } from '../../bodies/particles.ts';
import { tetSprings } from '../../bodies/tet/tet-springs.ts';
import { inTet, join, nail, onLine, onSurface, onTriangle } from '../../constraints/kinds/constraints.ts';
import { integrators } from '../../integrators/index.ts';
import { box } from '../../meshes/box.ts';
import { grid } from '../../meshes/grid.ts';
import { mesh } from '../../meshes/mesh.ts';
import { ellipsoid } from '../../meshes/rounded-box.ts';
import { angularMomentum, force, kineticEnergy, linearMomentum, residual } from '../../record/probes.ts';
import { createWorld } from '../../world/create.ts';
import type { World } from '../../world/world.ts';
import { localMethod } from './local.ts';

const schemes = Object.keys(integrators);
const at = (world: World, body: string, n: number): number[] => [...world.positions(body).subarray(3 * n, 3 * n + 3)];
const speed = (v: ArrayLike<number>): number => Math.hypot(v[0], v[1], v[2]);

describe('T5: a point and a line, all free', () => {
  // masses 1 and h = 1 make c = gain; T5 asks for c = 1: with gain g the masses are g
  test.each(schemes.filter((s) => s !== 'explicit-euler'))('by these numbers (%s)', (integrator) => {
    const { positionCompliance } = integrators[integrator];
    const world = createWorld({ step: 1, gravity: [0, 0, 0], integrator });
    const line = world.add(particles([0, 0, 0, 2, 0, 0], { id: 'line', mass: positionCompliance }));
    // alpha = (1/2, 1/2): it is above the middle when it is taken up, and there it sticks
    const bead = world.add(particles([1, 1, 0], { id: 'bead', mass: positionCompliance, velocities: [-1, 0, 0] }));
    world.constrain(onLine(node(bead, 0), line, [0, 1], 'stick'), { id: 'on' });
    world.step();
    const [onBead, onMiddle] = world.forces('on')[0];
    expect(apart(onBead, [2 / 3, -2 / 3, 0])).toBeLessThanOrEqual(1e-15);
    for (let k = 0; k < 3; k++) expect(onBead[k] + onMiddle[k]).toBe(0);
    expect(apart(world.positions('bead'), [2 / 3, 1 / 3, 0])).toBeLessThanOrEqual(1e-15);
    expect(apart(world.positions('line'), [-1 / 3, 1 / 3, 0, 5 / 3, 1 / 3, 0])).toBeLessThanOrEqual(1e-15);
  });
});

describe('T6: a bead on a line at 30 degrees', () => {
  const slope = [Math.sqrt(3) / 2, -0.5];
  const bead = (mode: AttachMode, integrator: string): World => {
    const world = createWorld({ step: 1e-3, integrator });
    const line = world.add(particles([0, 0, 0, 8 * slope[0], 8 * slope[1], 0], { id: 'line', mass: 1, fixed: [0, 1] }));
    const dot = world.add(particles([slope[0], slope[1], 0], { id: 'bead', mass: 3 }));
    world.constrain(onLine(node(dot, 0), line, [0, 1], mode), { id: 'on' });
    world.step(1000);
    return world;
  };
  const along = (x: ArrayLike<number>): number => x[0] * slope[0] + x[1] * slope[1];

  // g sin 30 = 4.905 m/s^2. Euler-Cromer: 4.905 h^2 n (n + 1)/2; the schemes of order 2: 4.905 t^2/2; explicit Euler: n - 1
  const slides: Record<string, number> = {
    'explicit-euler': 4.905e-6 * ((1000 * 999) / 2),
    'euler-cromer': 2.4549525,
    'implicit-euler': 2.4549525,
  };
  test.each(schemes)('slides (%s)', (integrator) => {
    const world = bead('slide', integrator);
    expect(Math.abs(along(world.positions('bead')) - 1 - (slides[integrator] ?? 2.4525))).toBeLessThan(1e-9);
    expect(Math.abs(along(world.velocities('bead')) - 4.905)).toBeLessThan(1e-9);
    const [x, y] = world.positions('bead');
    expect(Math.abs(x * slope[1] - y * slope[0])).toBeLessThanOrEqual(4 * eightEps);
    // the line pushes across itself alone, with m g cos 30
    const push = force(world, 'on');
    expect(Math.abs(along(push))).toBeLessThan(1e-6);
    expect(Math.abs(speed(push) / (3 * 9.81 * slope[0]) - 1)).toBeLessThan(1e-6);
  });
  test.each(schemes)('sticks (%s)', (integrator) => {
    const world = bead('stick', integrator);
    expect(apart(world.positions('bead'), [slope[0], slope[1], 0])).toBeLessThan(1e-12);
    expect(speed(world.velocities('bead'))).toBeLessThan(1e-11);
  });
});

/** Two sheets that meet in an edge along z at x = 0; the second falls off by the angle. */
const creased = (degrees: number) => {
  const fall = (degrees * Math.PI) / 180;
  const [c, s] = [Math.cos(fall), Math.sin(fall)];
  return mesh({
    positions: [-5, 0, -5, -5, 0, 5, 0, 0, -5, 0, 0, 5, 5 * c, -5 * s, -5, 5 * c, -5 * s, 5],
    triangles: [0, 1, 2, 1, 3, 2, 2, 3, 4, 3, 5, 4],
  });
};
describe('T7: a bead crosses a crease and keeps cos(angle) of its speed', () => {
  test.each([10, 30, 60, -30])('of %i degrees', (degrees) => {
    const world = createWorld({ step: 1e-3, gravity: [0, 0, 0], integrator: 'euler-cromer' });
    const sheet = world.add(
      tetSprings(creased(degrees), {
        id: 'sheet',
        form: 'spring',
        stretch: 1,
        mass: 1,
        fixed: [0, 1, 2, 3, 4, 5],
      }),
    );
    const bead = world.add(particles([-0.2503, 0, 0.3], { id: 'bead', mass: 2, velocities: [1, 0, 0] }));
    world.constrain(onSurface(node(bead, 0), sheet, 'slide'), { id: 'on' });
    world.step(1200);
    const angle = (degrees * Math.PI) / 180;
    const v = world.velocities('bead');
    expect(world.positions('bead')[0]).toBeGreaterThan(0.2);
    expect(Math.abs(speed(v) / Math.cos(angle) - 1)).toBeLessThan(1e-9);
    expect(Math.abs(v[1] * Math.cos(angle) + v[0] * Math.sin(angle))).toBeLessThan(1e-9);
    expect(residual(world).max).toBeLessThanOrEqual(eightEps);
  });
});

describe('simplices', () => {
  const kinds = {
    line: { nodes: [0, 1], make: (p: Body, mode: AttachMode) => onLine(node(p, 4), p, [0, 1], mode) },
    triangle: { nodes: [0, 1, 2], make: (p: Body, mode: AttachMode) => onTriangle(node(p, 4), p, [0, 1, 2], mode) },
    tet: { nodes: [0, 1, 2, 3], make: (p: Body, mode: AttachMode) => inTet(node(p, 4), p, [0, 1, 2, 3], mode) },
  };
  const scene = (kind: keyof typeof kinds, mode: AttachMode, integrator: string, corners?: number[]): World => {
    const world = createWorld({ step: 1e-3, gravity: [0, 0, 0], integrator });
    const random = new Random(9);
    const places = corners ?? random.list(12, -1, 1);
    // near the middle of an edge, a face or the tet: what it is caught with must not throw everything about
    const used = kinds[kind].nodes;
    const middle = [0, 1, 2].map((k) => used.reduce((sum, n) => sum + places[3 * n + k], 0) / used.length + 1e-3 * k);
    const p = world.add(
      particles([...places, ...middle], {
        id: 'p',
        mass: random.list(5, 0.5, 3),
        velocities: random.list(15, -1, 1),
      }),
    );
    world.constrain(kinds[kind].make(p, mode), { id: 'on' });
    return world;
  };
  describe.each(Object.keys(kinds) as (keyof typeof kinds)[])('%s', (kind) => {
    test.each(schemes)('all free: met at every step, and momentum stays (%s)', (integrator) => {
      for (const mode of ['stick', 'slide'] as const) {
        const world = scene(kind, mode, integrator);
        const before = linearMomentum(world);
        world.step(2);
        // explicit Euler grips among the places two steps ahead: what is met then is seen a step later
        if (integrator !== 'explicit-euler' || mode === 'stick') expect(worstOver(world, 100)).toBeLessThanOrEqual(1);
        else world.step(100);
        expect(apart(linearMomentum(world), before)).toBeLessThan(1e-11);
        for (let k = 0; k < 3; k++) expect(force(world, 'on', 0)[k] + force(world, 'on', 1)[k]).toBe(0);
      }
    });
  });

  test('a tet holds what slides in it only at its sides', () => {
    const world = createWorld({ step: 1e-2, gravity: [0, 0, 0], integrator: 'euler-cromer' });
    const corners = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1];
    const p = world.add(
      particles([...corners, 0.1, 0.1, 0.1], {
        id: 'p',
        mass: 1,
        fixed: [0, 1, 2, 3],
        velocities: [...new Array<number>(12).fill(0), 1, 0.5, 0],
      }),
    );
    world.constrain(inTet(node(p, 4), p, [0, 1, 2, 3], 'slide'), { id: 'in' });
    for (let n = 0; n < 30; n++) {
      world.step();
      expect(force(world, 'in')).toEqual([0, 0, 0]);
    }
    expect(apart(at(world, 'p', 4), [0.4, 0.25, 0.1])).toBeLessThan(1e-14);
    world.step(100);
    expect(at(world, 'p', 4).reduce((a, b) => a + b)).toBeLessThan(1 + 1e-12);
  });

  test.each([
    { kind: 'line', name: 'without length', corners: [1, 0, 0, 1, 0, 0, 9, 9, 9, 9, 9, 9] },
    { kind: 'triangle', name: 'on one line', corners: [0, 0, 0, 1, 0, 0, 3, 0, 0, 9, 9, 9] },
    { kind: 'triangle', name: 'in one point', corners: [0, 1, 0, 0, 1, 0, 0, 1, 0, 9, 9, 9] },
    { kind: 'tet', name: 'in one plane', corners: [0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0] },
  ] as const)('a $kind $name falls back to what it has', ({ kind, corners }) => {
    for (const mode of ['stick', 'slide'] as const) {
      const world = scene(kind, mode, 'verlet', [...corners]);
      expect(worstOver(world, 50)).toBeLessThanOrEqual(1);
      expect(world.positions('p').every(Number.isFinite)).toBe(true);
    }
  });
});

describe('surfaces', () => {
  const globe = (world: World, fixed: boolean): Body => {
    const shape = ellipsoid({ radii: [1, 1, 1], segments: 12 });
    const count = shape.positions.length / 3;
    return world.add(
      tetSprings(shape, {
        id: 'globe',
        form: 'spring',
        mass: 0.05,
        stretch: 5e3,
        ...(fixed ? { fixed: Array.from({ length: count }, (_, n) => n) } : {}),
      }),
    );
  };

  test.each(schemes.filter((s) => s !== 'explicit-euler'))(
    'a bead circles a globe, held across the surface alone (%s)',
    (integrator) => {
      const world = createWorld({ step: 1e-3, gravity: [0, 0, 0], integrator });
      const body = globe(world, true);
      const bead = world.add(particles([0, 1, 0], { id: 'bead', mass: 1, velocities: [2, 0, 0.3] }));
      world.constrain(onSurface(node(bead, 0), body, 'slide'), { id: 'on' });
      world.step(2);
      let [farthest, fastest] = [0, speed(world.velocities('bead'))];
      for (let n = 0; n < 500; n++) {
        world.step();
        expect(residual(world).max).toBeLessThanOrEqual(eightEps);
        const x = world.positions('bead');
        farthest = Math.max(farthest, Math.acos(x[1] / speed(x)));
        // creases take speed away, nothing gives any; a velocity that lags is made up from the last two, across a crease too
        const now = speed(world.velocities('bead'));
        expect(now).toBeLessThan(fastest * (1 + 1e-3));
        fastest = now;
        // across the facets, which lie askew by a few degrees
        const push = force(world, 'on');
        const inwards = -(push[0] * x[0] + push[1] * x[1] + push[2] * x[2]) / (speed(push) * speed(x) + 1e-300);
        if (speed(push) > 1) expect(Math.abs(inwards)).toBeGreaterThan(0.9);
      }
      expect(farthest).toBeGreaterThan(0.5);
    },
  );

  test('between a bead and a globe that both move, momentum stays', () => {
    const world = createWorld({ step: 1e-3, gravity: [0, 0, 0], integrator: 'euler-cromer' });
    const body = globe(world, false);
    const bead = world.add(particles([0, 1.05, 0], { id: 'bead', mass: 5, velocities: [2, 0, 0.3] }));
    world.constrain(onSurface(node(bead, 0), body, 'slide'), { id: 'on' });
    const before = linearMomentum(world);
    expect(worstOver(world, 300)).toBeLessThanOrEqual(1);
    expect(apart(linearMomentum(world), before)).toBeLessThan(1e-11);
  });

  test('sliding, angular momentum drifts with the step: halving h halves it', () => {
    const drift = (h: number): number => {
      const world = createWorld({ step: h, gravity: [0, 0, 0], integrator: 'euler-cromer' });
      const sheet = world.add(particles([-2, 0, -2, 3, 0, -2, 0, 0, 4], { id: 'sheet', mass: [2, 3, 4] }));
      const bead = world.add(particles([0.1, 0, 0.2], { id: 'bead', mass: 1, velocities: [0.8, -1, 0.5] }));
      world.constrain(onTriangle(node(bead, 0), sheet, [0, 1, 2], 'slide'), { id: 'on' });
      world.step(2);
      const before = angularMomentum(world);
      world.step(Math.round(0.5 / h));
      return apart(angularMomentum(world), before) / speed(before);
    };
    const [coarse, middle, fine] = [2e-3, 1e-3, 5e-4].map(drift);
    expect(coarse / middle).toBeGreaterThan(1.9);
    expect(coarse / middle).toBeLessThan(2.1);
    expect(middle / fine).toBeGreaterThan(1.9);
    expect(middle / fine).toBeLessThan(2.1);
    expect(coarse).toBeLessThan(1e-2);
  });

  test('T8: held at a triangle, angular momentum stays', () => {
    const world = createWorld({ step: 1e-3, gravity: [0, 0, 0], integrator: 'euler-cromer' });
    const sheet = world.add(
      tetSprings(grid({ size: [1, 1], cells: [1, 1] }), {
        id: 'sheet',
        form: 'spring',
        stretch: 100,
        mass: [1, 2, 3, 4],
        velocities: [0.3, 0.1, 0, 0, 0.5, 0.2, -0.1, 0, 0.4, 0.2, -0.6, 0],
      }),
    );
    const bead = world.add(particles([0.1, 0.3, 0.2], { id: 'bead', mass: 2, velocities: [0.5, 0, -0.5] }));
    world.constrain(onSurface(node(bead, 0), sheet, 'stick'), { id: 'on' });
    world.step(2);
    const before = angularMomentum(world);
    world.step(3000);
    expect(apart(angularMomentum(world), before) / speed(before)).toBeLessThan(1e-12);
    expect(residual(world).max).toBeLessThanOrEqual(eightEps * 3);
  });

  test('what has no surface, or is part of it, is refused with a message', () => {
    const world = createWorld({ step: 1e-3 });
    const dots = world.add(particles([0, 0, 0, 1, 0, 0], { id: 'dots', mass: 1 }));
    expect(() => onSurface(node(dots, 0), dots, 'slide')).toThrow(
      'body "dots" is a particles without a surface; choose one made of tets or triangles.',
    );
    const cube = world.add(
      tetSprings(box({ size: [1, 1, 1], cells: [1, 1, 1] }), {
        id: 'cube',
        density: 1,
        stretch: 1,
      }),
    );
    expect(() => onSurface(node(cube, 7), cube, 'slide')).toThrow(
      'on-surface: the point is a corner of the element that it is to be on',
    );
    expect(() => onLine(node(cube, 1), cube, [0, 1], 'slide')).toThrow('on-line: the point is a corner');
  });
});

describe('live', () => {
  const scene = (): World => {
    const world = createWorld({ step: 1e-3 });
    const sheet = world.add(
      tetSprings(grid({ size: [2, 2], cells: [8, 8] }), {
        id: 'sheet',
        form: 'spring',
        stretch: 300,
        mass: 0.05,
        fixed: [0, 8, 72, 80],
      }),
    );
    const beads = world.add(particles([0.11, 0, 0.13, -0.52, 0.1, 0.31], { id: 'beads', mass: 0.1 }));
    world.constrain(onSurface(node(beads, 0), sheet, 'slide'), { id: 'a' });
    world.constrain(onSurface(node(beads, 1), sheet, 'slide'), { id: 'b' });
    return world;
  };

  test('put back in the middle of a slide it goes on with the same bits; so does one built anew', () => {
    const world = scene();
    world.step(150);
    const kept = world.snapshot();
    const here = world.hash();
    world.step(150);
    const there = world.hash();
    world.restore(kept);
    expect(world.hash()).toBe(here);
    world.step(150);
    expect(world.hash()).toBe(there);
    const again = scene();
    again.step(300);
    expect(again.hash()).toBe(there);
  });

  test('put back to before the first step, it grips as it did then', () => {
    const world = scene();
    const start = world.snapshot();
    world.step(200);
    const there = world.hash();
    world.restore(start);
    world.step(200);
    expect(world.hash()).toBe(there);
  });

  test('switched on again, it grips where it is then', () => {
    const world = createWorld({ step: 1e-3, gravity: [0, 0, 0], integrator: 'euler-cromer' });
    const line = world.add(particles([0, 0, 0, 4, 0, 0], { id: 'line', mass: 1, fixed: [0, 1] }));
    const bead = world.add(particles([1, 0, 0], { id: 'bead', mass: 1, velocities: [1, 0, 0] }));
    world.constrain(onLine(node(bead, 0), line, [0, 1], 'stick'), { id: 'on' });
    world.step(100);
    expect(world.positions('bead')[0]).toBeCloseTo(1, 12);
    world.release('on');
    world.apply({ id: 'push', body: 'bead', node: 0, force: [10, 0, 0] });
    world.step(100);
    world.stopLoad('push');
    const x = world.positions('bead')[0];
    expect(x).toBeGreaterThan(1.04);
    world.activate('on');
    world.step(100);
    expect(world.positions('bead')[0]).toBeCloseTo(x, 12);
  });

  test('beads that come to the same triangle are solved together, or refused by name', () => {
    const race = (conflicts: 'solve' | 'refuse'): World => {
      const world = createWorld({ step: 1e-3, gravity: [0, 0, 0], method: localMethod({ conflicts }) });
      const sheet = world.add(
        tetSprings(grid({ size: [4, 4], cells: [4, 4] }), {
          id: 'sheet',
          form: 'spring',
          stretch: 1e3,
          mass: 1,
        }),
      );
      const beads = world.add(
        particles([-1.6, 0, 0.1, 1.6, 0, 0.1], {
          id: 'beads',
          mass: 0.1,
          velocities: [5, -1, 0, -5, -1, 0],
        }),
      );
      world.constrain(onSurface(node(beads, 0), sheet, 'slide'), { id: 'left' });
      world.constrain(onSurface(node(beads, 1), sheet, 'slide'), { id: 'right' });
      return world;
    };
    const world = race('solve');
    expect(worstOver(world, 600)).toBeLessThanOrEqual(1);
    const [left, right] = [at(world, 'beads', 0)[0], at(world, 'beads', 1)[0]];
    expect(left).toBeGreaterThan(right); // they have passed each other
    const other = race('refuse');
    expect(() => other.step(600)).toThrow(
      'Constraint conflict: "left" (on-surface) and "right" (on-surface) share a node.',
    );
    expect(() => other.step()).toThrow();
    expect(kineticEnergy(other)).toBeGreaterThan(0);
  });

  test('a bead slides over a node that is nailed, and one that is joined', () => {
    const world = createWorld({ step: 1e-3, gravity: [0, 0, 0] });
    const sheet = world.add(
      tetSprings(grid({ size: [4, 4], cells: [4, 4] }), {
        id: 'sheet',
        form: 'spring',
        stretch: 1e3,
        mass: 1,
        damping: 10,
      }),
    );
    const bead = world.add(particles([-1.6, 0, 0.05], { id: 'bead', mass: 0.5, velocities: [5, -0.5, 0] }));
    const knob = world.add(particles([1, 0, 0], { id: 'knob', mass: 1 }));
    world.constrain(onSurface(node(bead, 0), sheet, 'slide'), { id: 'on' });
    world.constrain(nail(node(sheet, 12), worldPoint(0, 0, 0)), { id: 'nail' });
    world.constrain(join(node(knob, 0), node(sheet, 13)), { id: 'knob' });
    world.constrain(nail(barycentric(sheet, [0, 1, 5]), worldPoint(-5 / 3, 0, -5 / 3)), { id: 'corner' });
    expect(worstOver(world, 600)).toBeLessThanOrEqual(1);
    expect(world.positions('bead')[0]).toBeGreaterThan(1);
    expect(apart(at(world, 'sheet', 12), [0, 0, 0])).toBeLessThanOrEqual(eightEps);
  });
});

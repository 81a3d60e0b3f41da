/** Stories of rods: ropes, a necklace, coils. */
import {
  apart,
  box,
  cosine,
  createWorld,
  displacement,
  distance,
  joins,
  nail,
  nailTwisted,
  node,
  onPath,
  orientation,
  particles,
  pearls,
  sine,
  spline,
  splinePoint,
  splineSlider,
  tetFem,
  twist,
  worldPoint,
} from '../../../packages/engine/src/index.ts';
import type { Scene } from './scene.ts';

/** A wire on which a ring with a rope slides, a soft block on the rope: one implicit solve, spans crossed, parts jerked. */
export const ropes: Scene = {
  name: 'a rope that slides on a wire',
  solves: true,
  build() {
    const world = createWorld({ step: 0.01, integrator: 'backward-euler', method: displacement });
    const line = (from: readonly number[], by: readonly number[], count: number): number[] =>
      Array.from({ length: count }, (_, i) => from.map((x, axis) => x + i * by[axis])).flat();
    const wire = world.add(
      spline({
        id: 'wire',
        points: line([-2, 0, 0], [0.5, 0.05, 0], 9),
        EA: 2e4,
        EI: 1,
        GJ: 0.5,
        twist: 'uncoupled',
        rhoA: 0.2,
        drag: 0.3,
      }),
    );
    const rope = world.add(
      spline({
        id: 'rope',
        points: line([-0.5, -0.85, 0], [0, -0.2, 0.02], 6),
        EA: 5e3,
        EI: 0.01,
        GJ: 0,
        rhoA: 0.1,
        damping: 0.002,
      }),
    );
    const block = world.add(
      tetFem(box({ size: [0.2, 0.2, 0.2], cells: [1, 1, 1], centre: [-0.5, -1.95, 0.1] }), {
        id: 'block',
        young: 2e4,
        poisson: 0.3,
        density: 300,
      }),
    );
    world.constrain(nail(splinePoint(wire, 0), worldPoint(-2, 0, 0)), { id: 'left' });
    world.constrain(nail(splinePoint(wire, 8), worldPoint(2, 0.4, 0)), { id: 'right' });
    world.constrain(distance(splineSlider(wire, 3, { friction: 0.2 }), splinePoint(rope, 0), 0.7), { id: 'ring' });
    world.constrain(distance(splinePoint(rope, 5), node(block, 0), 0.2), { id: 'knot', ramp: {} });
    return world;
  },
  run(world) {
    world.step(60);
    world.aim(
      'right',
      onPath({
        kind: 'smoothstep',
        times: [0.6, 0.8],
        points: [
          [2, 0.4, 0],
          [1.6, 1.6, 0.3],
        ],
      }),
    );
    world.step(40);
    world.release('knot');
    world.h = 0.005;
    world.step(60);
  },
};

/** Pearls that slide, meet with a bounce, come off and are threaded on again, on a string drawn through eyes with friction. */
export const necklace: Scene = {
  name: 'pearls on a string through eyes',
  solves: true,
  build() {
    const world = createWorld({ step: 0.005, integrator: 'backward-euler', method: displacement });
    const points = Array.from({ length: 13 }, (_, k) => [0.1 * k, 0.02 * (k - 6) * (k - 6) - 0.7, 0.01 * k]).flat();
    const string = world.add(
      spline({
        id: 'string',
        points,
        EA: 2e3,
        EI: 2e-3,
        GJ: 1e-3,
        twist: 'uncoupled',
        rhoA: 0.02,
        drag: 0.5,
        damping: 0.001,
      }),
    );
    const start = new Float64Array(string.coordinates);
    string.start(start, new Float64Array(string.velocities));
    const at = (u: number): [number, number, number] => {
      const { first, b } = string.basis(u);
      const x = (axis: number): number => b.reduce((sum, w, i) => sum + w * start[3 * (first + i) + axis], 0);
      return [x(0), x(1), x(2)];
    };
    const us = [4, 5.2, 7.5];
    const beads = world.add(particles(us.flatMap(at), { id: 'beads', mass: [0.02, 0.03, 0.02] }));
    world.constrain(pearls(beads, [0, 1, 2], string, us, { friction: 0.02 }), { id: 'pearls' });
    world.constrain(
      apart(
        us.map((_, node) => ({ body: beads, node, radius: 0.03 })),
        0.6,
      ),
      { id: 'apart' },
    );
    world.constrain(joins([1.5, 10.5].map((u) => [worldPoint(...at(u)), splineSlider(string, u, { coulomb: 0.2 })])), {
      id: 'eyes',
    });
    world.constrain(nail(splinePoint(string, 0), worldPoint(...at(0))), { id: 'end' });
    world.constrain(nail(splinePoint(string, 12), worldPoint(...at(12))), { id: 'hand' });
    return world;
  },
  run(world) {
    world.step(60);
    world.aim(
      'hand',
      onPath({
        kind: 'smoothstep',
        times: [0.3, 0.6],
        points: [
          [1.2, 0.02, 0.12],
          [1.35, 0.25, 0.1],
        ],
      }),
    );
    world.step(60);
    world.release('pearls', 1);
    world.step(10);
    world.activate('pearls', 1);
    world.step(40);
  },
};

/** Rods with frames: a strip that is a coil at rest, a straight rod that is twisted and bent, one that curls as it falls. */
export const coils: Scene = {
  name: 'a coil of strip and a twisted rod',
  solves: true,
  build() {
    const world = createWorld({ step: 0.005, integrator: 'backward-euler', method: displacement });
    const points = Array.from({ length: 97 }, (_, k) => [
      0.1 * cosine((2 * Math.PI * k) / 48),
      -0.002 * k,
      0.1 * sine((2 * Math.PI * k) / 48),
    ]).flat();
    const strip = { EA: 2e3, EI1: 2e-3, EI2: 8e-3, GJ: 2e-3, rhoA: 0.05, damping: 0.002, drag: 0.5 };
    const coil = world.add(spline({ id: 'coil', points, count: 17, rest: 'as-given', ...strip }));
    world.constrain(nailTwisted([{ body: coil, u: 0 }], [worldPoint(0.1, 0, 0)]), { id: 'top' });
    const line = { points: [0, 0, 1, 0.5, 0, 1], count: 9, EA: 1e3, EI: 1e-2, GJ: 1e-2, rhoA: 0.05, drag: 1 };
    const rod = world.add(spline({ id: 'rod', ...line, couples: [{ u: 8, couple: [0, 2e-3, 1e-3] }] }));
    world.constrain(nailTwisted([{ body: rod, u: 0 }], [worldPoint(0, 0, 1)]), { id: 'left' });
    world.constrain(orientation({ body: rod, u: 0 }, worldPoint(1, 0, 0)), { id: 'tangent' });
    world.constrain(twist({ body: rod, u: 8 }, 5), { id: 'turn' });
    world.add(spline({ ...line, id: 'free', points: [0, 1, 1, 0.2, 1.1, 1], count: 5, rest: 2 }));
    return world;
  },
  run(world) {
    world.step(60);
  },
};

/** The scenes of the comparison in Pliant: cubes under `verlet` and `local`, rigid bodies under `verlet` and `lagrange`. */
import { buildScene, parseScene } from '@pliant/io';
import { copyOf, createWorld, joins, mesh, nail, node, tetFem, tetSprings, worldPoint } from '../../engine.ts';
import type { Peer, PeerScene, Quat, Running, Setting } from '../../peers/scene.ts';
import { frameSeconds, isAnchor, placeWidth, turned } from '../../peers/scene.ts';

const corners = 8;

export const ours: Peer = {
  name: 'Pliant',
  version: '0.0.0',
  means: { soft: 'tet-springs or tet-fem, verlet, local', rigid: 'rigid, ball-joint, verlet, lagrange' },
  // explicit steps have a largest one, which `pliant validate` tells
  usual: {
    ...{ cubes: { substeps: 5 }, chain: { substeps: 12 }, bridge: { substeps: 4 }, stack: { substeps: 1 } },
    beam: { substeps: 24 },
  },
  best: {
    ...{ cubes: { substeps: 20 }, chain: { substeps: 40 }, bridge: { substeps: 20 }, stack: { substeps: 4 } },
    beam: { substeps: 40 },
  },
  build: async (scene, setting) =>
    scene.elements
      ? beamWorld(scene, setting)
      : scene.springs.length
        ? cubesWorld(scene, setting)
        : rigidWorld(scene, setting),
};

function beamWorld({ bodies, elements, drag, gravity }: PeerScene, setting: Setting): Running {
  const steps = setting.substeps ?? 24;
  const world = createWorld({ step: frameSeconds / steps, gravity, integrator: 'verlet' });
  const { tets = [], young = 0, poisson = 0 } = elements ?? {};
  const made = world.add(
    tetFem(mesh({ positions: bodies.flatMap(({ position }) => [...position]), tets: tets.flat() }), {
      ...{ material: 'st-venant-kirchhoff', young, poisson, drag },
      mass: bodies.map(({ mass }) => mass),
      fixed: [...bodies.keys()].filter((n) => bodies[n].fixed),
    }),
  );
  return {
    frame: () => world.step(steps),
    read(places) {
      const q = world.positions(made.id);
      for (let n = 0; n < bodies.length; n++)
        places.set([q[3 * n], q[3 * n + 1], q[3 * n + 2], 0, 0, 0, 1], placeWidth * n);
    },
  };
}

/** Cubes are copies of one body, as a scene's `repeat` makes them. */
function cubesWorld(scene: PeerScene, setting: Setting): Running {
  const { bodies, pins, springs, drag, gravity } = scene;
  const steps = setting.substeps ?? 5;
  const world = createWorld({ step: frameSeconds / steps, gravity, integrator: 'verlet' });
  const own = springs.filter(({ a }) => a < corners);
  const positions = bodies.slice(0, corners).flatMap(({ position }) => [...position]);
  const cube = tetSprings(mesh({ positions, edges: own.flatMap(({ a, b }) => [a, b]) }), {
    ...{ mass: bodies[0].mass, form: 'spring', stretch: own[0].stiffness, drag },
  });
  const origin = bodies[0].position;
  const made = Array.from({ length: bodies.length / corners }, (_, c) => {
    const { position } = bodies[corners * c];
    const translate = [0, 1, 2].map((k) => position[k] - origin[k]) as [number, number, number];
    return world.add(copyOf(cube, { id: `cube-${c}`, translate }));
  });
  const at = (n: number) => node(made[Math.floor(n / corners)], n % corners);
  world.constrain(joins(pins.map(({ a, b }) => [at(a.body), at(isAnchor(b) ? b.body : a.body)])), { id: 'pins' });
  const fixed = [...bodies.keys()].filter((n) => bodies[n].fixed);
  world.constrain(
    nail(
      fixed.map(at),
      fixed.map((n) => worldPoint(...bodies[n].position)),
    ),
    { id: 'nails' },
  );
  return {
    frame: () => world.step(steps),
    read(places) {
      made.forEach(({ id }, c) => {
        const q = world.positions(id);
        for (let k = 0; k < corners; k++) {
          places.set([q[3 * k], q[3 * k + 1], q[3 * k + 2], 0, 0, 0, 1], placeWidth * (corners * c + k));
        }
      });
    },
  };
}

function rigidWorld({ bodies, pins, drag, gravity, friction }: PeerScene, setting: Setting): Running {
  const steps = setting.substeps ?? 5;
  const id = (n: number): string => `body-${n}`;
  const def = {
    ...{ pliant: 1, name: 'peers', step: frameSeconds / steps, gravity },
    ...(friction === undefined ? {} : { contact: { friction } }),
    bodies: [
      ...(friction === undefined ? [] : [{ id: 'floor', kind: 'plane', normal: [0, 1, 0] }]),
      ...bodies.map(({ mass, position, rotation = [0, 0, 0, 1], size }, n) => ({
        ...{ id: id(n), kind: 'rigid', shape: { kind: 'box', size }, mass, drag },
        place: {
          rotateDegrees: { axis: [0, 0, 1], angle: (360 / Math.PI) * Math.atan2(rotation[2], rotation[3]) },
          translate: position,
        },
      })),
    ],
    constraints: pins.map(({ a, b }, k) => {
      const { position, rotation = [0, 0, 0, 1] } = bodies[a.body];
      const at = turned(rotation, a.at).map((x, axis) => x + position[axis]);
      return { id: `pin-${k}`, kind: 'ball-joint', a: id(a.body), ...(isAnchor(b) ? { b: id(b.body) } : {}), at };
    }),
  };
  const { world } = buildScene(parseScene(JSON.stringify(def), 'peers'), 'peers');
  /** x, then the quaternion (w, x, y, z) of the principal axes, which need not be those of the box */
  const coordinates = (n: number): number[] => [...world.coordinates(id(n))];
  const axes = bodies.map(({ rotation = [0, 0, 0, 1] }, n) => {
    const [w, i, j, k] = coordinates(n).slice(3);
    return product([-i, -j, -k, w], rotation); // from the principal axes to the box
  });
  return {
    frame: () => world.step(steps),
    read(places) {
      bodies.forEach((_, n) => {
        const [x, y, z, w, i, j, k] = coordinates(n);
        places.set([x, y, z, ...product([i, j, k, w], axes[n])], placeWidth * n);
      });
    },
  };
}
/** a b of quaternions (x, y, z, w) */
const product = ([x, y, z, w]: Quat, [a, b, c, d]: Quat): Quat => [
  w * a + x * d + y * c - z * b,
  w * b - x * c + y * d + z * a,
  w * c + x * b - y * a + z * d,
  w * d - x * a - y * b - z * c,
];

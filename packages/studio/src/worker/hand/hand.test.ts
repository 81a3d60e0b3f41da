import {
  box,
  createWorld,
  displacement,
  displacementMethod,
  ellipsoid,
  join,
  nail,
  node,
  onPath,
  skinned,
  skinPositions,
  spline,
  splinePoint,
  tetSprings,
  type World,
  worldPoint,
} from '@pliant/engine';
import { curveAt } from '@pliant/io';
import { expect, test } from 'vitest';
import { Hand } from './hand.ts';

function cube(): World {
  const world = createWorld({ step: 0.001 });
  world.add(
    tetSprings(box({ size: [1, 1, 1], cells: [2, 2, 2] }), { id: 'cube', density: 50, stretch: 5e4, bulk: 5e4 }),
  );
  return world;
}
const at = (world: World, n: number): number[] => [...world.positions('cube').slice(3 * n, 3 * n + 3)];

test('hand: the node goes where the hand goes, exactly, and is free afterwards', () => {
  const world = cube();
  world.constrain(nail(node(world.body('cube'), 26), worldPoint(0.5, 0.5, 0.5)), { id: 'nail' });
  const [x, y, z] = at(world, 0);
  const hand = Hand.grab(world, world.body('cube'), 0, [x, y, z], 1);
  hand.move([x - 0.1, y, z]);
  for (let k = 0; k < 100; k++) {
    hand.aim();
    world.step();
  }
  hand.aim();
  world.step(40);
  expect(at(world, 0)).toEqual([x - 0.1, y, z]);
  const { force } = hand.info(0);
  expect(Math.hypot(...force)).toBeGreaterThan(1);
  expect(force[0]).toBeLessThan(0); // it pulls the way it went
  hand.drop();
  expect(world.constraints.map((c) => c.id)).toEqual(['nail']);
  world.step(10);
  expect(at(world, 0)).not.toEqual([x - 0.1, y, z]);
});

test('hand: a nail that is there is taken along, and stays where it is left', () => {
  const world = cube();
  world.constrain(nail(node(world.body('cube'), 0), worldPoint(-0.5, -0.5, -0.5)), { id: 'nail' });
  const hand = Hand.grab(world, world.body('cube'), 0, [-0.5, -0.5, -0.5], 1);
  hand.move([-0.5, -0.4, -0.5]);
  hand.aim();
  world.step(100);
  hand.drop();
  world.step(100);
  expect(at(world, 0)).toEqual([-0.5, -0.4, -0.5]);
  expect(world.constraints.map((c) => c.id)).toEqual(['nail']);
});

test('hand: next to a joined node the nearest free one is held', () => {
  const world = cube();
  world.add(tetSprings(box({ size: [1, 1, 1], cells: [1, 1, 1] }), { id: 'other', density: 50, stretch: 5e4 }));
  world.constrain(join(node(world.body('cube'), 0), node(world.body('other'), 0)), { id: 'join' });
  const hand = Hand.grab(world, world.body('cube'), 0, [-0.5, -0.5, -0.5], 1);
  expect(hand.grip.node).not.toBe(0);
  hand.aim();
  world.step(10);
});

test('hand: what cannot be held is refused with a message', () => {
  const world = cube();
  const path = { kind: 'linear' as const, times: [0, 1], points: [[-0.5, -0.5, -0.5] as const, [0, 0, 0] as const] };
  world.constrain(nail(node(world.body('cube'), 0), onPath(path)), { id: 'led' });
  const grab = (): Hand => Hand.grab(world, world.body('cube'), 0, [0, 0, 0], 1);
  expect(grab).toThrow('node 0 of "cube" is moved along a path by "led"; grab another node.');

  const still = createWorld({ step: 0.001 });
  const mesh = box({ size: [1, 1, 1], cells: [1, 1, 1] });
  still.add(tetSprings(mesh, { id: 'cube', density: 50, stretch: 5e4, fixed: [0, 1, 2, 3, 4, 5, 6, 7] }));
  expect(() => Hand.grab(still, still.body('cube'), 0, [0, 0, 0], 1)).toThrow(/none of its points can move/);
});

function ball(): World {
  const world = createWorld({ step: 0.001 });
  const mesh = box({ size: [1, 1, 1], cells: [2, 2, 2] });
  const body = tetSprings(mesh, { id: 'cube', density: 50, stretch: 5e4, bulk: 5e4, damping: 100 });
  world.add(skinned(body, ellipsoid({ radii: [0.5, 0.5, 0.5], segments: 8 })));
  return world;
}
const vertexAt = (world: World, v: number): number[] => [...skinPositions(world, 'cube').slice(3 * v, 3 * v + 3)];
/** of a point held through its tet, m */
const held = 1e-14;

test('hand: a vertex of a skin goes where the hand goes, exactly', () => {
  const world = ball();
  const [x, y, z] = vertexAt(world, 100);
  const hand = Hand.grabFollower(world, world.body('cube'), 100, [x, y, z], 1);
  expect(hand.grip).toMatchObject({ node: 100, follows: true });
  expect(hand.info(1000).node).toBe(1100);
  hand.move([x, y + 0.1, z]);
  for (let k = 0; k < 40; k++) {
    hand.aim();
    world.step(5);
  }
  hand.aim();
  world.step(40);
  const [a, b, c] = vertexAt(world, 100);
  expect(Math.hypot(a - x, b - y - 0.1, c - z)).toBeLessThan(held);
  hand.drop();
  expect(world.constraints).toEqual([]);
});

test('hand: where the tets under the skin are nailed, a nail is taken along, and keeps its distance to the pointer', () => {
  const world = ball();
  const nodes = Array.from({ length: 27 }, (_, n) => n);
  for (const n of nodes) {
    const [x, y, z] = at(world, n);
    world.constrain(nail(node(world.body('cube'), n), worldPoint(x, y, z)), { id: `nail ${n}` });
  }
  const [x, y, z] = vertexAt(world, 0);
  const hand = Hand.grabFollower(world, world.body('cube'), 0, [x, y, z], 1);
  const { node: taken, follows, at: before } = hand.grip;
  expect(follows).toBe(false);
  hand.move([x, y - 0.1, z]);
  for (let k = 0; k < 40; k++) {
    hand.aim();
    world.step(5);
  }
  hand.aim();
  world.step(40);
  expect(Math.hypot(...at(world, taken).map((p, k) => p - before[k] - [0, -0.1, 0][k]))).toBeLessThan(held);
});

/** A rope of 2 m that hangs from its two ends. */
function rope(integrator = 'backward-euler') {
  const world = createWorld({ step: 0.005, integrator, method: displacement });
  const body = world.add(
    spline({ id: 'rope', points: [0, 0, 0, 1, -0.5, 0, 2, 0, 0], count: 9, EA: 2e3, EI: 0.02, rhoA: 0.2, drag: 4 }),
  );
  world.constrain(nail(splinePoint(body, 0), worldPoint(0, 0, 0)), { id: 'left' });
  world.constrain(nail(splinePoint(body, body.spans), worldPoint(2, 0, 0)), { id: 'right' });
  const sample = (i: number): number[] => [...curveAt(body.curve, world.positions('rope')).slice(3 * i, 3 * i + 3)];
  return { world, body, sample };
}

test('hand: a point of a rope goes where the hand goes, whichever way its scene solves', () => {
  const { world, body, sample } = rope();
  world.step(20);
  const [x, y, z] = sample(27);
  const hand = Hand.grabFollower(world, body, 27, [x, y, z], 2);
  expect(hand.grip).toMatchObject({ node: 27, follows: true });
  expect(world.constraints.at(-1)?.method.kind).toBe('displacement');
  hand.move([x + 0.1, y + 0.3, z + 0.2]);
  for (let k = 0; k < 20; k++) {
    hand.aim();
    world.step();
  }
  hand.aim();
  world.step(10);
  const [a, b, c] = sample(27);
  expect(Math.hypot(a - x - 0.1, b - y - 0.3, c - z - 0.2)).toBeLessThan(1e-9); // as `displacement` promises
  expect(hand.info(100).node).toBe(127);
  expect(Math.hypot(...hand.info(100).force)).toBeGreaterThan(0.5); // it carries a part of 4.5 N
  hand.drop();
  expect(world.constraints.map((one) => one.id)).toEqual(['left', 'right']);
});

test('hand: of a rope it pulls no harder than would stretch it by half, and goes back when the pointer does', () => {
  const { world, body, sample } = rope();
  const [x, y, z] = sample(9); // little more than a span from the nail
  const hand = Hand.grabFollower(world, body, 9, [x, y, z], 2);
  const pull = (to: number, steps: number): number => {
    hand.move([x + to, y, z]);
    for (let k = 0; k < steps; k++) {
      hand.aim();
      world.step();
    }
    return Math.hypot(...hand.info(0).force);
  };
  const all = pull(5, 200);
  expect(all).toBeGreaterThan(0.5 * 2e3); // half of EA, and what a step more makes
  expect(all).toBeLessThan(0.75 * 2e3);
  expect(sample(9)[0] - x).toBeLessThan(1);
  expect(pull(0, 200)).toBeLessThan(20);
  expect(sample(9)[0]).toBeCloseTo(x, 9);
  hand.drop();
  world.step(200);
});

test('hand: near a nail on a rope the nail is taken along', () => {
  const { world, body, sample } = rope();
  const [x, y, z] = sample(3); // a third of a span from the end
  const hand = Hand.grabFollower(world, body, 3, [x, y, z], 2);
  hand.move([x, y + 0.2, z]);
  for (let k = 0; k < 20; k++) {
    hand.aim();
    world.step();
  }
  hand.aim();
  world.step(10);
  hand.drop();
  const [a, b, c] = sample(0);
  expect(Math.hypot(a, b - 0.2, c)).toBeLessThan(1e-9);
  expect(world.constraints.map((one) => one.id)).toEqual(['left', 'right']);
});

test('hand: it has the options of the constraints it is solved with', () => {
  const { world, body } = rope();
  const paper = displacementMethod({ paper: true });
  for (const id of ['left', 'right']) world.removeConstraint(id);
  world.constrain(nail(splinePoint(body, 0), worldPoint(0, 0, 0)), { id: 'nail', method: paper });
  Hand.grabFollower(world, body, 30, [1, 0, 0], 2);
  expect(world.constraints.at(-1)?.method).toBe(paper);
  world.step(5);
});

test('hand: soft bodies whose step is a solve are held in it', () => {
  const world = createWorld({ step: 0.005, integrator: 'backward-euler', method: displacement });
  const mesh = box({ size: [1, 1, 1], cells: [2, 2, 2] });
  world.add(tetSprings(mesh, { id: 'cube', density: 50, stretch: 5e4, bulk: 5e4 }));
  const [x, y, z] = at(world, 0);
  const hand = Hand.grab(world, world.body('cube'), 0, [x, y, z], 1);
  hand.aim();
  world.step(20);
  expect(Math.hypot(...at(world, 0).map((p, k) => p - [x, y, z][k]))).toBeLessThan(1e-9);
});

// One world, one sequence of bits: told twice, put back in the middle, looked at in between, edited in other orders.
// Each scene is run in one of four ways, in all of them in test:long.
import { describe, expect, test } from 'vitest';
import {
  above,
  angularMomentum,
  barycentric,
  box,
  createWorld,
  join,
  kineticEnergy,
  local,
  nail,
  node,
  onPath,
  particles,
  plane,
  potentialEnergy,
  reaction,
  residual,
  tetSprings,
  type World,
  worldPoint,
} from '../packages/engine/src/index.ts';
import { compiledModules } from '../packages/engine/src/kernel/compile/compile.ts';
import golden from './golden/hashes.json' with { type: 'json' };
import { everyNth } from './support/sample.ts';
import { scenes } from './support/scenes.ts';
import { turnsOf } from './support/turns.ts';

const goldenOf = (name: string): string => golden[name as keyof typeof golden];

/** All that can be done to a world, and some steps between; what it was before must come back whole. */
function detour(world: World): void {
  world.step(3);
  world.gravity = [1, 2, 3];
  const extra = world.add(
    particles([0, 9, 0, 1, 9, 0, 2, 9, 0], {
      id: 'extra',
      mass: [1, 2, 3],
      drag: 0.3,
      integrator: 'verlet',
    }),
  );
  const ground = world.add(plane({ id: 'extra-plane', normal: [0, 1, 0], offset: 8.9 }));
  world.constrain(join(node(extra, 0), node(extra, 1), worldPoint(0, 9, 0)), { id: 'extra-join', method: local });
  world.constrain(above(node(extra, 2), ground), { id: 'extra-above', method: reaction() });
  world.apply({ id: 'extra-load', body: 'extra', node: 2, force: [0, 1, 0] });
  world.step(2);
  for (const { id, kind } of world.constraints) {
    if (world.isActive(id)) world.release(id);
    if (kind === 'nail') world.aim(id, worldPoint(1, 1, 1));
  }
  world.h = world.h / 2;
  world.step(4);
  for (const { id } of world.constraints) world.removeConstraint(id);
  world.step();
  const [first] = world.bodies;
  world.removeBody(first.id);
  world.step(2);
}

describe.each(scenes.map((scene, row) => ({ name: scene.name, scene, row })))('$name', ({ scene, row }) => {
  let column = 0;
  const way = (what: string, told: () => void): void => {
    if (everyNth(4, row, column++)) test(what, told);
  };

  way('snapshot and restore in the middle of it, with a detour through every kind of edit', () => {
    const world = scene.build();
    const turns = turnsOf(scene, world);
    const stops = new Set([0, 2, Math.floor(turns.length / 2)]);
    const elsewhere = createWorld({ step: 0.3, gravity: [5, 5, 5], integrator: 'euler-cromer' });
    elsewhere.add(particles([1, 2, 3], { id: 'cube', mass: 1 }));
    elsewhere.step();
    turns.forEach((turn, n) => {
      if (stops.has(n)) {
        const kept = world.snapshot();
        const hash = world.hash();
        detour(world);
        expect(world.hash()).not.toBe(hash);
        world.restore(kept);
        expect(world.hash()).toBe(hash);
        detour(world);
        world.restore(kept); // a snapshot is not used up
        expect(world.hash()).toBe(hash);
        elsewhere.restore(kept); // nor does it belong to its world
        expect(elsewhere.hash()).toBe(hash);
        elsewhere.step(2);
      }
      turn();
    });
    expect(world.hash()).toBe(goldenOf(scene.name));
  });

  way('restored into another world, it ends the same', () => {
    const world = scene.build();
    const start = world.snapshot();
    const turns = turnsOf(scene, world);
    const middle = Math.floor(0.4 * turns.length);
    for (const turn of turns.slice(0, middle)) turn();
    const kept = world.snapshot();
    const other = createWorld({
      step: 1,
      integrator: world.bodies[0].integrator === 'verlet' ? 'euler-cromer' : 'verlet',
    });
    other.restore(start); // a story begins with the world as it was built
    const rest = turnsOf(scene, other).slice(middle);
    other.restore(kept);
    for (const turn of rest) turn();
    expect(other.hash()).toBe(goldenOf(scene.name));
  });

  way('looking changes nothing', () => {
    const world = scene.build();
    turnsOf(scene, world).forEach((turn, n) => {
      if (n < 20 || n % 37 === 0) look(world);
      turn();
      if (n % 41 === 0) look(world);
    });
    look(world);
    expect(world.hash()).toBe(goldenOf(scene.name));
  });

  way('one unit in the last place of one coordinate shows in the end', () => {
    const world = scene.build();
    const q = world.coordinates(world.bodies[0].id);
    // the largest: of a small one, the last place is lost in the first sum with a larger
    const i = q.reduce((most, x, k) => (Math.abs(x) > Math.abs(q[most]) ? k : most), 0);
    const was = q[i];
    q[i] = was + Math.abs(was) * 2 ** -52;
    expect(q[i]).not.toBe(was);
    scene.run(world);
    expect(world.hash()).not.toBe(goldenOf(scene.name));
  });
});

function look(world: World): void {
  for (const { id } of world.bodies) {
    world.positions(id);
    world.velocities(id);
  }
  for (const { id } of world.constraints) world.forces(id);
  kineticEnergy(world);
  potentialEnergy(world);
  angularMomentum(world);
  residual(world);
  world.stableStep();
  world.snapshot();
  world.hash();
}

test('looking between two edits at one time changes nothing', () => {
  const run = (see: (world: World) => void): string => {
    const world = createWorld({ step: 0.01 });
    const dust = world.add(particles([0, 0, 0, 1, 0, 0], { id: 'dust', mass: 3 }));
    world.step(7);
    for (const g of [-9.81, -3.7, 0.1, -1.62]) {
      world.gravity = [0, g, 0.3 * g];
      see(world);
      world.apply({ id: 'push', body: 'dust', node: 1, force: [0.1, g, 7] });
      see(world);
      world.stopLoad('push');
      see(world);
      world.constrain(nail(node(dust, 0), worldPoint(0, 0, 0)), { id: 'nail' });
      see(world);
      world.step();
      see(world);
      world.removeConstraint('nail');
      world.h = 0.01 + 0.001 * g;
      see(world);
      world.add(particles([2, 0, 0], { id: `new ${g}`, mass: 1 }));
      see(world);
    }
    world.step(5);
    return world.hash();
  };
  expect(run(look)).toBe(run(() => {}));
});

test('every kind of change shows in the hash, and each in its own way', () => {
  const line = (points: [number, number, number][]) =>
    onPath({ kind: 'smoothstep', times: points.map((_, i) => i), points });
  const changes: Record<string, (world: World) => void> = {
    nothing: () => {},
    step: (w) => w.step(),
    'active flag': (w) => w.release('nails', 1),
    'active flag of another member': (w) => w.release('nails', 0),
    activation: (w) => w.activate('idle'),
    target: (w) => w.aim('idle', worldPoint(0, 1, 0.25)),
    'target of one member': (w) => w.aim('nails', worldPoint(0, 1, 0.25), 1),
    path: (w) =>
      w.aim(
        'idle',
        line([
          [0, 1, 0],
          [1, 1, 0],
          [1, 2, 0],
        ]),
      ),
    'path that differs at its end': (w) =>
      w.aim(
        'idle',
        line([
          [0, 1, 0],
          [1, 1, 0],
          [1, 2, 1],
        ]),
      ),
    gravity: (w) => void Object.assign(w, { gravity: [0, -9.8100001, 0] }),
    load: (w) => w.apply({ id: 'a', body: 'dust', node: 1, force: [1, 0, 0] }),
    'load by another name': (w) => w.apply({ id: 'b', body: 'dust', node: 1, force: [1, 0, 0] }),
    'load elsewhere': (w) => w.apply({ id: 'a', body: 'dust', node: 2, force: [1, 0, 0] }),
    'load of nothing': (w) => w.apply({ id: 'a', body: 'dust', node: 2, force: [0, 0, 0] }),
    h: (w) => void Object.assign(w, { h: 0.002 }),
    body: (w) => void w.add(particles([7, 7, 7], { id: 'new', mass: 1 })),
    'body by another name': (w) => void w.add(particles([7, 7, 7], { id: 'newer', mass: 1 })),
    'body by another integrator': (w) =>
      void w.add(particles([7, 7, 7], { id: 'new', mass: 1, integrator: 'euler-cromer' })),
    'empty body': (w) => void w.add(plane({ id: 'new', normal: [0, 1, 0] })),
    constraint: (w) => void w.constrain(nail(node(w.body('dust'), 2), worldPoint(2, 0, 0)), { id: 'c' }),
    'constraint, switched off': (w) =>
      void w.constrain(nail(node(w.body('dust'), 2), worldPoint(2, 0, 0)), { id: 'c', active: false }),
    'constraint elsewhere': (w) => void w.constrain(nail(node(w.body('dust'), 3), worldPoint(2, 0, 0)), { id: 'c' }),
    'constraint by another method': (w) =>
      void w.constrain(nail(node(w.body('dust'), 2), worldPoint(2, 0, 0)), { id: 'c', method: reaction() }),
    'no constraint': (w) => w.removeConstraint('idle'),
    position: (w) => w.positions('dust').set([1 + 2e-16], 3),
    'sign of a zero': (w) => w.positions('dust').set([-0], 2),
  };
  const seen = new Map<string, string>();
  for (const [name, change] of Object.entries(changes)) {
    const world = createWorld({ step: 0.001 });
    const dust = world.add(particles([0, 0, 0, 1, 0, 0, 2, 0, 0, 3, 0, 0, 4, 0, 0], { id: 'dust', mass: 1 }));
    world.constrain(nail([node(dust, 0), node(dust, 1)], [worldPoint(0, 0, 0), worldPoint(1, 0, 0)]), { id: 'nails' });
    world.constrain(nail(node(dust, 4), worldPoint(0, 1, 0)), { id: 'idle', active: false });
    world.step(3);
    change(world);
    const hash = world.hash();
    expect(seen.get(hash), `${name} looks like ${seen.get(hash)}`).toBeUndefined();
    seen.set(hash, name);
  }
});

test('the forces that constraints exert are part of the hash', () => {
  // both worlds stand still in the same place; in one of them the nail carries more
  const hash = (load: number): string => {
    const world = createWorld({ step: 0.001, gravity: [0, 0, 0] });
    const dust = world.add(particles([0, 0, 0], { id: 'dust', mass: 1 }));
    world.constrain(nail(node(dust, 0), worldPoint(0, 0, 0)), { id: 'nail' });
    world.apply({ id: 'load', body: 'dust', node: 0, force: [load, 0, 0] });
    world.step(5);
    world.stopLoad('load');
    expect(world.positions('dust')[0]).toBe(0);
    return world.hash();
  };
  expect(hash(1)).not.toBe(hash(2));
});

describe('a world edited into a structure steps like one built with it', () => {
  const cube = box({ size: [1, 1, 1], cells: [2, 1, 1] });
  const material = { density: 10, stretch: 2e3, bulk: 1e3, damping: 5 };
  const bodies = {
    a: (w: World) => void w.add(tetSprings(cube, { id: 'a', ...material })),
    b: (w: World) => void w.add(particles([2, 0, 0, 2, 1, 0, 2, 2, 0], { id: 'b', mass: [1, 2, 3] })),
    floor: (w: World) => void w.add(plane({ id: 'floor', normal: [0, 1, 0], offset: -0.51 })),
  };
  const floorOf = (w: World) => w.body('floor') as ReturnType<typeof plane>;
  const constraints: Record<string, (w: World) => void> = {
    nails: (w) =>
      void w.constrain(
        nail([node(w.body('a'), 0), node(w.body('a'), 3)], [worldPoint(-1, 0, 0), worldPoint(-1, 1, 0)]),
        {
          id: 'nails',
        },
      ),
    knot: (w) =>
      void w.constrain(join(node(w.body('a'), 5), node(w.body('b'), 0), node(w.body('b'), 1)), { id: 'knot' }),
    edge: (w) =>
      void w.constrain(join(barycentric(w.body('a'), [1, 2]), node(w.body('b'), 2)), { id: 'edge', active: false }),
    ground: (w) =>
      void w.constrain(
        above(
          [6, 7, 8, 9].map((n) => node(w.body('a'), n)),
          floorOf(w),
        ),
        {
          id: 'ground',
          method: reaction({ omega: 30 }),
        },
      ),
  };
  const start = (): World => createWorld({ step: 1e-3 });
  const build = (world: World): World => {
    for (const add of Object.values(bodies)) add(world);
    for (const add of Object.values(constraints)) add(world);
    return world;
  };
  const end = (world: World): string => {
    world.step(40);
    world.activate('edge');
    world.release('nails', 0);
    world.step(40);
    return world.hash();
  };

  test('before the first step: bodies and constraints that came and went, switches thrown to and fro', () => {
    const world = start();
    world.add(tetSprings(cube, { id: 'junk', ...material, drag: 1, area: 10 }));
    bodies.a(world);
    world.constrain(nail(node(world.body('junk'), 2), worldPoint(0, 5, 0)), { id: 'junk-nail' });
    world.add(particles([5, 5, 5], { id: 'more junk', mass: 1 }));
    world.hash();
    bodies.b(world);
    bodies.floor(world);
    constraints.nails(world);
    world.constrain(join(node(world.body('junk'), 4), node(world.body('more junk'), 0)), { id: 'junk-join' });
    constraints.knot(world);
    world.removeConstraint('junk-nail');
    constraints.edge(world);
    world.hash();
    constraints.ground(world);
    world.removeConstraint('junk-join');
    world.removeBody('more junk');
    world.removeBody('junk');
    world.release('knot');
    world.activate('edge');
    world.release('ground', 2);
    world.aim('nails', worldPoint(3, 3, 3), 1);
    world.gravity = [1, 1, 1];
    world.apply({ id: 'load', body: 'a', node: 1, force: [1, 1, 1] });
    world.hash();
    world.aim('nails', worldPoint(-1, 1, 0), 1);
    world.release('edge');
    world.activate('ground', 2);
    world.stopLoad('load');
    world.gravity = [0, -9.81, 0];
    world.activate('knot');
    expect(end(world)).toBe(end(build(start())));
  });

  test('in mid-run: what comes and goes leaves the others to the last bit', () => {
    const plain = build(start());
    const edited = build(start());
    plain.step(33);
    edited.step(33);
    const hash = edited.hash();
    edited.add(tetSprings(cube, { id: 'junk', ...material, drag: 1 }));
    edited.constrain(join(node(edited.body('junk'), 1), node(edited.body('b'), 2)), { id: 'junk-join' });
    edited.hash();
    edited.constrain(nail(node(edited.body('a'), 4), worldPoint(0, 0, 0)), { id: 'junk-nail' });
    edited.removeConstraint('junk-nail');
    edited.removeConstraint('junk-join');
    edited.removeBody('junk');
    expect(edited.hash()).toBe(hash);
    plain.step(50);
    edited.step(50);
    expect(edited.hash()).toBe(plain.hash());
  });

  test('in mid-run: switches thrown in another order', () => {
    const one = build(start());
    const two = build(start());
    one.step(20);
    two.step(20);
    one.release('nails');
    one.activate('edge');
    one.release('ground', 1);
    two.release('ground', 1);
    two.release('nails', 1);
    two.hash();
    two.activate('edge');
    two.release('nails', 0);
    one.step(30);
    two.step(30);
    expect(two.hash()).toBe(one.hash());
  });

  test('toggling and adding what is known compiles nothing', () => {
    build(start()).step(2);
    const world = build(start());
    world.step(2);
    const compiled = compiledModules();
    world.release('nails');
    world.activate('nails', 1);
    world.aim('nails', worldPoint(1, 1, 1));
    world.gravity = [0, 0, 0];
    world.h = 5e-4;
    world.apply({ id: 'load', body: 'a', node: 1, force: [1, 1, 1] });
    world.step(2);
    const kept = world.snapshot();
    for (const name of Object.keys(constraints).reverse()) world.removeConstraint(name);
    world.step(2);
    for (const add of Object.values(constraints)) add(world);
    world.constrain(nail(node(world.body('a'), 11), worldPoint(0, 3, 0)));
    world.constrain(nail(node(world.body('a'), 10), onPath({ kind: 'linear', times: [0], points: [[0, 3, 0]] })));
    world.add(tetSprings(cube, { id: 'another', ...material }));
    world.step(2);
    world.restore(kept);
    world.step(2);
    build(start()).step(2);
    expect(compiledModules()).toBe(compiled);
  });
});

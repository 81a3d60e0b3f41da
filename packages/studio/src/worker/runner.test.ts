import { readFileSync } from 'node:fs';
import { position, totalMass } from '@pliant/engine';
import { buildScene, parseScene, type SceneDef } from '@pliant/io';
import { expect, test } from 'vitest';
import type { EquationInfo } from '../protocol/equations.ts';
import type { Frame, FromWorker, Holds, Notice } from '../protocol/protocol.ts';
import { Runner } from './runner.ts';

const example = (id: string): SceneDef =>
  parseScene(readFileSync(new URL(`../../../../examples/${id}.json`, import.meta.url), 'utf8'), id);

/** Two weights on rods from one hub, a third one free. */
const scene: SceneDef = {
  pliant: 1,
  name: 'rods',
  step: 0.001,
  defaults: { method: 'lagrange' },
  bodies: [
    {
      id: 'p',
      kind: 'particles',
      positions: [
        [-0.3, -1, 0],
        [0.3, -1, 0],
        [0, -2, 0],
      ],
      mass: 1,
    },
  ],
  constraints: [
    { id: 'spokes', kind: 'distance', a: { body: 'p', nodes: [0, 1] }, b: [0, 0, 0] },
    {
      id: 'still',
      kind: 'equation',
      equation: 'a.y = k',
      points: { a: { body: 'p', nearest: [0, -2, 0] }, b: [0, 0, 0] },
      parameters: { k: -2 },
    },
  ],
  probes: [{ id: 'E', kind: 'residual', constraint: 'spokes', measure: 'sum' }],
};
function run(def = scene, state?: Uint8Array) {
  const said: FromWorker[] = [];
  const simulation = buildScene(def, 'test.json');
  const runner = new Runner(simulation, (message) => said.push(message), state);
  const last = <T extends FromWorker['type']>(type: T) =>
    said.filter((m) => m.type === type).at(-1) as Extract<FromWorker, { type: T }>;
  const frame = (): Frame => {
    runner.shown();
    const until = performance.now() + 20; // frames are that far apart
    while (performance.now() < until);
    runner.turn();
    return last('frame');
  };
  return {
    said,
    simulation,
    runner,
    frame,
    holds: (): Holds => last('holds').holds,
    equations: (): readonly EquationInfo[] => last('equations').equations,
    notices: (): Notice[] => said.flatMap((m) => (m.type === 'notice' ? [m.notice] : [])),
  };
}

test('rods share their hub, a place in the world that frames tell', () => {
  const { runner, frame, holds } = run();
  runner.step(10);
  const { places, numbers, forces } = frame();
  const { rods, place, owner, constraints } = holds();
  expect([...place]).toEqual([-1, 0, -1, -1]); // two ends and the hub; of the equation, the point on the body
  expect([...rods]).toEqual([0, 1, 2, 1]);
  expect([...owner].map((o) => constraints[o].id)).toEqual(['spokes', 'spokes', 'spokes', 'still']);
  expect([...places]).toEqual([0, 0, 0]);
  expect([...forces.slice(3, 6)]).toEqual([0, 0, 0]); // nothing is drawn on the world
  expect(forces[1]).toBeGreaterThan(1);
  expect(numbers.at(-1)?.probes[0]).toBeLessThan(1e-14);
});

test('equations: listed with what their names mean; wrong ones are told by column', () => {
  const { runner, equations } = run();
  expect(equations()).toEqual([
    {
      id: 'still',
      text: 'a.y = k',
      points: [
        { name: 'a', text: 'p, node 2', place: { nodes: [2], weights: [1] } },
        { name: 'b', text: 'not used' },
      ],
      parameters: ['k = -2'],
    },
  ]);
  const points = [{ name: 'a', node: 0 }];
  const fault = (text: string) => runner.edit({ what: 'check-equation', draft: { text, points } });
  expect(fault('')).toBeUndefined();
  expect(fault('a.y + 1')).toBeUndefined();
  expect(fault('a.y + lenght(a)')).toEqual({
    message: '"lenght" is unknown; did you mean "length"?',
    column: 7,
    length: 6,
  });
});

test('equations: added, replaced, undone and taken out while it runs; a reset starts with them', () => {
  const { runner, frame, equations } = run();
  runner.step(50);
  const before = frame().positions;
  const draft = {
    text: 'distance(a, b) = 0.5',
    points: [
      { name: 'a', node: 0 },
      { name: 'b', node: 1 },
    ],
  };
  expect(runner.edit({ what: 'put-equation', draft })).toBeUndefined();
  expect([...frame().positions]).toEqual([...before]);
  expect(equations().map(({ id }) => id)).toEqual(['still', 'equation-1']);
  runner.step(200);
  const apart = (): number => {
    const x = frame().positions;
    return Math.hypot(x[3] - x[0], x[4] - x[1], x[5] - x[2]);
  };
  expect(apart()).toBeCloseTo(0.5, 6);

  const kept = [
    { name: 'a', kept: true as const },
    { name: 'b', kept: true as const },
  ];
  const other = { replaces: 'equation-1', text: 'distance(a, b) = 0.4', points: kept };
  expect(runner.edit({ what: 'put-equation', draft: other })).toBeUndefined();
  runner.step(200);
  expect(apart()).toBeCloseTo(0.4, 6);

  runner.reset();
  expect(runner.steps).toBe(0);
  expect(apart()).toBeCloseTo(0.6, 6);
  runner.step(200);
  expect(apart()).toBeCloseTo(0.4, 6);

  expect(runner.edit({ what: 'undo-equation' })).toBeUndefined();
  expect(equations()[1].text).toBe('distance(a, b) = 0.5');
  expect(runner.edit({ what: 'remove-equation', id: 'equation-1' })).toBeUndefined();
  expect(equations()).toHaveLength(1);
});

test('equations: what the engine refuses is reported, and what was there stays', () => {
  const { runner, equations } = run();
  runner.step(5);
  const wrong = { replaces: 'still', text: '(a.y + 2)^2', points: [{ name: 'a', kept: true as const }] };
  expect(runner.edit({ what: 'put-equation', draft: wrong })?.message).toMatch(/has no slope/);
  expect(equations()[0].text).toBe('a.y = k');
  expect(runner.edit({ what: 'undo-equation' })?.message).toBe('There is nothing to undo.');
});

test('a run that stops after an edit says that it can be taken back; one without an edit does not', () => {
  const remedies = [false, true].map((edited) => {
    const { runner, simulation, notices } = run();
    runner.step(5);
    if (edited) runner.edit({ what: 'remove-equation', id: 'still' });
    simulation.world.apply({ id: 'blast', body: 'p', node: 2, force: [1e308, 0, 0] });
    runner.step(50);
    return notices().find(({ title }) => title === 'The run has stopped')?.lines[0].text;
  });
  expect(remedies[0]).toMatch(/good frame\. Press R to start again\.$/);
  expect(remedies[1]).toMatch(/good frame\. Ctrl\+Z takes back your last change\. Press R to start again\.$/);
});

test('equations: an inequality that holds already is not led anywhere', () => {
  const { runner, frame } = run();
  runner.edit({ what: 'remove-equation', id: 'still' });
  runner.step(100);
  const draft = { text: 'a.y >= -3', points: [{ name: 'a', node: 2 }] };
  expect(runner.edit({ what: 'put-equation', draft })).toBeUndefined();
  runner.step(100);
  expect(frame().positions[7]).toBeCloseTo(-2 - (9.81 * 0.2 ** 2) / 2, 2); // falls as before
  runner.step(600);
  expect(frame().positions[7]).toBeCloseTo(-3, 6);
});

test('equations: one that breaks the run is taken out of the scene, which starts again', () => {
  const { runner, equations } = run();
  const draft = { text: 'a.y = -2.5', points: [{ name: 'a', node: 2 }] }; // "still" wants -2
  expect(runner.edit({ what: 'put-equation', draft })).toBeUndefined();
  runner.step(100);
  expect(runner.failed).toBe(true);
  expect(runner.edit({ what: 'remove-equation', id: 'equation-1' })).toBeUndefined();
  expect(equations().map(({ id }) => id)).toEqual(['still']);
  expect(runner.failed).toBe(false);
  runner.step(100);
  expect(runner.steps).toBe(100);
});

/** A bob on a rod of 1 m, and a rope. */
const implicit: SceneDef = {
  pliant: 1,
  name: 'a bob and a rope',
  step: 0.005,
  defaults: { method: 'displacement', integrator: 'backward-euler' },
  bodies: [
    { id: 'bob', kind: 'particles', positions: [[0, -1, 0]], mass: 1 },
    {
      id: 'rope',
      kind: 'spline',
      curve: { kind: 'line', from: [2, 0, 0], to: [2, -1, 0] },
      count: 6,
      EA: 1000,
      EI: 0.01,
      rhoA: 0.1,
      drag: 2,
    },
  ],
  constraints: [
    { id: 'rod', kind: 'distance', a: { body: 'bob', nodes: [0] }, b: [0, 0, 0] },
    { id: 'nail', kind: 'nail', a: { body: 'rope', u: 0 } },
  ],
};

test('rods: told as points along them, after all nodes; one of these is grabbed, and follows', () => {
  const { runner, frame } = run(implicit);
  const [bob, rope] = runner.scene.bodies;
  expect([bob.curve, rope.radius]).toEqual([undefined, expect.closeTo(2 * Math.sqrt(0.01 / 1000), 9)]);
  const curve = [...(rope.curve ?? [])];
  expect(curve).toEqual(Array.from({ length: 41 }, (_, i) => 1 + rope.nodeCount + i));
  const end = 3 * (curve.at(-1) as number);
  expect([...frame().positions.slice(end, end + 3)]).toEqual([2, expect.closeTo(-1, 6), expect.closeTo(0, 6)]);
  runner.grab(curve.at(-1) as number, [2, -1, 0]);
  runner.move([2.3, -0.8, 0]);
  for (let k = 0; k < 40; k++) runner.step(1);
  runner.step(20);
  const { positions, hand } = frame();
  expect([...positions.slice(end, end + 3)]).toEqual([
    expect.closeTo(2.3, 6),
    expect.closeTo(-0.8, 6),
    expect.closeTo(0, 6),
  ]);
  expect(hand).toMatchObject({ body: 'rope', node: curve.at(-1) });
});

test('a pull that nothing can follow ends with the hand letting go, not with the run', () => {
  const { runner, frame, notices } = run(implicit);
  runner.grab(0, [0, -1, 0]);
  runner.step(1);
  expect(frame().hand?.body).toBe('bob');
  runner.move([0, -3, 0]); // the rod is 1 m long
  runner.step(20);
  expect(runner.failed).toBe(false);
  expect(notices().map(({ title }) => title)).toEqual(['The hand has let go']);
  expect(frame().hand).toBeUndefined();
  runner.step(100);
  expect(runner.steps).toBeGreaterThanOrEqual(100);
  const [x, y, z] = frame().positions;
  expect(Math.hypot(x, y, z)).toBeCloseTo(1, 6);
});

test('equations: typed for a point of a rope, they are in its solve', () => {
  const { runner, frame, equations } = run(implicit);
  const end = runner.scene.bodies[1].curve?.at(-1) as number;
  const draft = { text: 'a.x = 2.2', points: [{ name: 'a', node: end }] };
  expect(runner.edit({ what: 'put-equation', draft })).toBeUndefined();
  expect(equations()[0].points[0].text).toMatch(/^rope, nodes /);
  runner.step(200);
  expect(runner.failed).toBe(false);
  expect(frame().positions[3 * end]).toBeCloseTo(2.2, 6);
});

test('the matrix: of a scene that is solved as a whole, after its first step', () => {
  expect(run().runner.scene.hasMatrix).toBe(false);
  const rope = {
    id: 'rope',
    kind: 'spline' as const,
    points: [
      [0, 0, 0],
      [1, 0, 0],
    ] as [number, number, number][],
    ...{ count: 5, EA: 500, EI: 0.2, GJ: 0.1, rhoA: 0.4 },
  };
  const { runner, frame } = run({
    pliant: 1,
    name: 'rope',
    step: 0.01,
    defaults: { integrator: 'backward-euler', method: 'displacement' },
    bodies: [rope],
    constraints: [{ id: 'nail', kind: 'nail', a: { body: 'rope', along: 0 } }],
  });
  expect(runner.scene.hasMatrix).toBe(true);
  expect(runner.scene.bodies[0].twist).toBe(0);
  expect(runner.matrix()).toBeUndefined();
  runner.step(1);
  expect(frame().twists).toHaveLength(8 * 4 + 1);
  // x y z and twist of 7 points, and of the nail
  expect(runner.matrix()).toMatchObject({ n: 32, rows: 4, title: 'rope', time: 0.01 });
});

const energyOf = (frame: Frame): number => {
  const { kinetic, potential } = frame.numbers.at(-1) as NonNullable<ReturnType<(typeof frame.numbers)['at']>>;
  return kinetic + potential;
};

test.each([
  ['hello', 'nail', 3.4, 3000],
  ['bridge-of-blocks', 'left', 0.5, 8000],
  ['stack', 'ground', 0.5, 4000],
  ['micado-2008/bow', 'upper-tip', 0.2, 600],
  ['gissler-2006/pick-up', 'north-west', 0.5, 1500],
] as const)(
  '%s: "%s" switched off and on again goes on, and gains no more than lifting takes',
  (id, constraint, at, more) => {
    const { runner, simulation, frame, notices } = run(example(id));
    const { world } = simulation;
    const steps = (time: number): number => Math.round(time / world.h);
    runner.step(steps(at));
    runner.switch(constraint, 'off');
    runner.step(steps(0.8));
    const before = energyOf(frame());
    runner.switch(constraint, 'on');
    const mass = totalMass(world);
    const [low, high] = [world, world].map((w, k) =>
      Math[k ? 'max' : 'min'](...w.bodies.filter((b) => b.nodeCount).map((b) => w.positions(b.id)[1])),
    );
    runner.step(more);
    expect(notices()).toEqual([]);
    expect(runner.failed).toBe(false);
    expect(world.isActive(constraint)).toBe(true);
    // all of it lifted by the height of the scene and a fall of a second
    expect(energyOf(frame()) - before).toBeLessThan(mass * 9.81 * (high - low + 9.81 / 2));
  },
);

test('switched on here, a nail holds its point where it is, and gives no energy', () => {
  const { runner, simulation, frame, holds } = run(example('hello'));
  runner.step(3400);
  const { world } = simulation;
  const nail = world.constraints.find((c) => c.id === 'nail') as (typeof world.constraints)[number];
  expect(world.isActive('nail')).toBe(false); // an event let go
  frame();
  expect(holds().constraints.map((c) => [c.id, c.canMoveHere])).toEqual([
    ['nail', true],
    ['ground', false],
  ]);
  const there = position(world, nail.members[0][0]);
  const before = energyOf(frame());
  runner.switch('nail', 'here');
  runner.step(1);
  expect(energyOf(frame())).toBeLessThanOrEqual(before);
  runner.step(500);
  position(world, nail.members[0][0]).forEach((x, k) => {
    expect(Math.abs(x - there[k])).toBeLessThan(1e-14);
  });
});

test('a way back that cannot be made ends with the constraint off again, not with the run', () => {
  const { runner, simulation, notices } = run({
    ...implicit,
    constraints: [
      ...(implicit.constraints ?? []),
      { id: 'far', kind: 'nail', a: { body: 'bob', nodes: [0] }, to: [0, -3, 0], active: false },
    ],
  });
  runner.step(10);
  runner.switch('far', 'on'); // the rod is 1 m long
  runner.step(2000);
  expect(runner.failed).toBe(false);
  expect(simulation.world.isActive('far')).toBe(false);
  expect(notices().map(({ title }) => title)).toEqual(['"far" is off again']);
  expect(runner.steps).toBe(10);
});

test('runs are told apart: every restart is another one, announced before anything of it', () => {
  const { runner, said, frame } = run();
  const first = said[0].run;
  expect(said.every((m) => m.run === first)).toBe(true);
  runner.step(20);
  frame();
  runner.reset();
  expect(said.at(-1)).toMatchObject({ type: 'begin', run: first + 1 });
  const { run: its, numbers } = frame() as Frame & { run: number };
  expect(its).toBe(first + 1);
  expect(numbers.every(({ time }) => time === 0)).toBe(true); // and nothing of the run before
  runner.step(20);
  expect(runner.runTowards(5, 1000)).toBe(true); // back, by way of the start
  expect(frame()).toMatchObject({ step: 5, run: first + 2 });
  expect(said.filter((m) => m.type === 'begin').map((m) => m.run)).toEqual([first, first + 1, first + 2]);
});

test('it pauses at the end of its time, and played on it goes as far again', () => {
  const { runner, frame } = run({ ...scene, duration: 0.02 });
  const playOn = (): Frame => {
    runner.play();
    for (let k = 0; k < 200 && frame().playing; k++);
    return frame();
  };
  expect(playOn()).toMatchObject({ step: 20, playing: false, end: 0.02 });
  expect(playOn()).toMatchObject({ step: 40, playing: false, end: 0.04 });
  runner.step(1);
  expect(frame()).toMatchObject({ step: 41, end: 0.06 });
  runner.reset();
  expect(frame()).toMatchObject({ step: 0, end: 0.02 });
});

test('a state that it sent is where another worker goes on, to the last bit', () => {
  const { runner, said } = run();
  const until = performance.now() + 5000;
  runner.switch('still', 'off');
  runner.play();
  const state = () => said.find((m) => m.type === 'state');
  for (; !state() && performance.now() < until; runner.shown()) runner.turn();
  const kept = state() as Extract<FromWorker, { type: 'state' }>;
  const other = run(scene, kept.state);
  expect(other.runner.steps).toBeGreaterThan(0);
  expect(other.simulation.world.time).toBe(kept.time);
  expect(other.simulation.world.isActive('still')).toBe(false);
  runner.reset();
  runner.switch('still', 'off');
  runner.step(other.runner.steps);
  expect(runner.hash()).toBe(other.runner.hash());
  other.runner.reset();
  expect(other.runner.steps).toBe(0);
});

test('a run that pauses before a state was due still sends its last one', () => {
  const { runner, said } = run();
  runner.turn(); // the first look: a state is due half a second later
  runner.step(3);
  const states = () => said.filter((m) => m.type === 'state');
  const until = performance.now() + 5000;
  for (; !states().length && performance.now() < until; runner.shown()) runner.turn();
  expect(states()).toMatchObject([{ time: 0.003 }]);
  // and no second one while nothing changes
  for (let k = 0; k < 5; k++) runner.turn();
  expect(states()).toHaveLength(1);
});

test('a spring that is wound by a couple alone has no force at its end, though rounding leaves one', () => {
  const { runner, frame, holds } = run(example('rods/watch-spring'));
  runner.step(3);
  const { forces, totals } = frame();
  expect([...forces].every((f) => f === 0 || Math.abs(f) > 1e-9)).toBe(true);
  const moments = holds().constraints.flatMap(({ turns }, c) => (turns ? [totals[4 * c + 1]] : []));
  expect(Math.max(...moments)).toBeGreaterThan(1e-6);
});

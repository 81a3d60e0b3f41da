import { expect, test, vi } from 'vitest';
import { buildScene, type Overrides } from './build.ts';
import type { SceneDef } from './schema.ts';
import { digestOf } from './state.ts';

vi.setConfig({ testTimeout: 60_000 }); // many builds, on a machine that may be busy

/** Everything that can change: constraints added, removed, switched, aimed, sent along paths; forces, gravity, materials, integrators; points that slide and are led. */
const eventful: SceneDef = {
  pliant: 1,
  name: 'eventful',
  step: 0.002,
  bodies: [
    {
      id: 'cube',
      kind: 'tet-springs',
      mesh: { kind: 'box', size: [1, 1, 1], cells: [2, 2, 2] },
      density: 50,
      stretch: 3e4,
      bulk: 4e4,
      damping: 60,
      repeat: { placements: [{ translate: [0, 0, 0] }, { translate: [1, 0, 0] }, { translate: [1, 1, 0] }] },
    },
    { id: 'dust', kind: 'particles', positions: [[3, 0, 0]], mass: 2, velocity: [0, 3, 0], integrator: 'euler-cromer' },
    { id: 'floor', kind: 'plane', normal: [0, 1, 0], offset: -3 },
    {
      id: 'fly',
      kind: 'particles',
      positions: [
        [0.1, 0.4, 0.5],
        [0.5, 1.3, 0.2],
      ],
      mass: 0.1,
      velocity: [1, 0, 0],
    },
  ],
  constraints: [
    { id: 'nails', kind: 'nail', a: { body: 'cube[0]', side: { normal: [-1, 0, 0], offset: 0.5 } } },
    { id: 'joints', kind: 'join-touching', between: [{ body: 'cube', nodes: 'all' }] },
    { id: 'ground', kind: 'above', a: { body: '*', nodes: 'all' }, plane: 'floor', method: 'reaction' },
    { id: 'hand', kind: 'nail', a: { body: 'dust', nodes: [0] }, active: false },
    { id: 'crawl', kind: 'on-surface', a: { body: 'fly', nodes: [0] }, surface: 'cube[0]' },
    { id: 'lead', kind: 'nail', a: { body: 'fly', nodes: [1] }, to: [0.4, 1.5, 0], ramp: { steps: 70 } },
  ],
  events: [
    { at: 0.02, do: 'apply-force', id: 'push', on: { body: 'cube[2]', at: [1.2, 1.1, 0.1] }, force: [0, 30, 5] },
    { at: 0.05, do: 'deactivate', constraint: 'joints' },
    { when: { probe: 'speck', component: 'y', crosses: 0.1, direction: 'up' }, do: 'set-gravity', gravity: [1, -5, 0] },
    { at: 0.06, do: 'set', body: 'cube', parameter: 'stretch', value: 2e4 },
    { at: 0.07, do: 'set', body: 'cube[1]', parameter: 'drag', value: 2 },
    { at: 0.08, do: 'add', constraint: { id: 'late', kind: 'nail', a: { body: 'cube[1]', nodes: [2, 5, 11] } } },
    {
      at: 0.1,
      do: 'follow',
      constraint: 'nails',
      path: {
        path: 'smoothstep',
        times: [0, 0.2],
        points: [
          [-0.5, 0, 0],
          [-0.5, 0.3, 0.2],
        ],
      },
    },
    { at: 0.12, do: 'activate', constraint: 'joints' },
    { at: 0.13, do: 'stop-force', id: 'push' },
    { at: 0.14, do: 'aim', constraint: 'late', to: [1, -0.8, 0] },
    { at: 0.16, do: 'remove', constraint: 'late' },
    { at: 0.18, do: 'activate', constraint: 'hand' },
    { at: 0.03, do: 'set-integrator', body: 'dust', integrator: 'beeman' },
    { at: 0.15, do: 'set-integrator', body: 'cube[2]', integrator: 'velocity-verlet' },
    { at: 0.19, do: 'set-integrator', body: ['dust', 'cube[2]'], integrator: 'verlet' },
  ],
  probes: [{ id: 'speck', kind: 'position', of: { body: 'dust', nodes: [0] } }],
};
const steps = 120;

test('a run continued from a saved state is the same to the last bit, wherever it was cut', () => {
  const whole = buildScene(eventful, 'eventful.json');
  const hashes: string[] = [];
  const states: Uint8Array[] = [];
  for (let n = 0; n <= steps; n += 10) {
    hashes.push(whole.world.hash());
    states.push(whole.saveState());
    whole.step(10);
  }
  const end = whole.world.hash();
  states.forEach((state, i) => {
    const again = buildScene(eventful, 'eventful.json');
    again.restoreState(state);
    expect(again.world.hash()).toBe(hashes[i]);
    again.step(steps + 10 - 10 * i);
    expect(again.world.hash()).toBe(end);
  });
  // back in time, in a world that has gone on
  whole.restoreState(states[3]);
  expect(whole.world.hash()).toBe(hashes[3]);
  whole.step(steps + 10 - 30);
  expect(whole.world.hash()).toBe(end);
});

test('a saved state is refused with a message by what it does not belong to, and nothing changes', () => {
  const one = buildScene(eventful, 'a.json');
  one.step(5);
  const state = one.saveState();
  const refusal = (def: SceneDef, bytes: Uint8Array, overrides: Overrides = {}): string => {
    const other = buildScene(def, 'b.json', overrides);
    const before = other.world.hash();
    let words = 'taken';
    try {
      other.restoreState(bytes);
    } catch (error) {
      words = (error as Error).message;
    }
    if (words !== 'taken') expect(other.world.hash()).toBe(before);
    return words;
  };
  expect(refusal({ ...eventful, name: 'other', step: 0.001 }, state)).toMatch(/another scene, "eventful"/);
  expect(refusal({ ...eventful, step: 0.001 }, state)).toMatch(/an earlier edition of "eventful"/);
  expect(refusal(eventful, state, { integrator: 'euler-cromer' })).toMatch(/integrator "euler-cromer"/);
  expect(refusal(eventful, state.subarray(0, 100))).toMatch(/cut off or damaged/);
  expect(refusal(eventful, state.subarray(0, 10))).toMatch(/cut off/);
  expect(
    refusal(
      eventful,
      Uint8Array.from(state, (b, i) => (i === 300 ? b ^ 1 : b)),
    ),
  ).toMatch(/checksum/);
  expect(
    refusal(
      eventful,
      Uint8Array.from(state, (b, i) => (i === 8 ? 9 : b)),
    ),
  ).toMatch(/version 9/);
  expect(refusal(eventful, new TextEncoder().encode('{"pliant": 1}'))).toMatch(/not a saved state/);
  expect(refusal({ ...eventful, description: 'said otherwise', duration: 3 }, state)).toBe('taken');
});

test('what was added by hand is not in the scene, so the state cannot be saved; a word says which', () => {
  const one = buildScene(eventful, 'a.json');
  const { members, relation, kind } = one.world.constraints[0];
  one.world.constrain({ kind, relation, members, parameters: [] }, { id: 'drag', active: false });
  expect(() => one.saveState()).toThrow(/"drag" was added by hand/);
  one.world.removeConstraint('drag');
  expect(one.saveState().length).toBeGreaterThan(1000);
});

test('the digest does not see the order of keys, but that of lists', () => {
  const turned = JSON.parse(JSON.stringify(eventful), (_, v) =>
    v && typeof v === 'object' && !Array.isArray(v) ? Object.fromEntries(Object.entries(v).reverse()) : v,
  ) as SceneDef;
  expect(digestOf(turned)).toBe(digestOf(eventful));
  expect(digestOf({ ...eventful, bodies: [...eventful.bodies].reverse() })).not.toBe(digestOf(eventful));
});

test('a constraint that was switched on with a ramp goes on being led from a saved state', () => {
  const { events: _, ...def } = eventful;
  const begin = (): ReturnType<typeof buildScene> => buildScene(def, 'eventful.json');
  const run = begin();
  run.world.release('nails', 0);
  run.step(20);
  run.world.activate('nails', 0, { ramp: { steps: 40 } });
  run.step(10);
  const state = run.saveState();
  const other = begin();
  other.restoreState(state);
  expect(other.world.hash()).toBe(run.world.hash());
  for (const one of [run, other]) one.step(50);
  expect(other.world.hash()).toBe(run.world.hash());
});

test('a constraint that an event removed comes back with the integrators of its time', () => {
  const def: SceneDef = {
    pliant: 1,
    name: 'two schemes',
    step: 0.001,
    bodies: [
      { id: 'a', kind: 'particles', positions: [[0, 0, 0]], mass: 1 },
      { id: 'b', kind: 'particles', positions: [[1, 0, 0]], mass: 2, velocity: [0, 1, 0] },
    ],
    constraints: [
      { id: 'rod', kind: 'distance', a: { body: 'a', nodes: [0] }, b: { body: 'b', nodes: [0] }, method: 'local' },
    ],
    events: [
      { at: 0.01, do: 'remove', constraint: 'rod' },
      { at: 0.01, do: 'set-integrator', body: 'b', integrator: 'explicit-euler' },
    ],
    defaults: { integrator: 'beeman' },
  };
  const simulation = buildScene(def, 'two');
  simulation.step(5);
  const saved = simulation.saveState();
  simulation.step(15);
  const hash = simulation.world.hash();
  simulation.restoreState(saved);
  simulation.step(15);
  expect(simulation.world.hash()).toBe(hash);
});

/** State of elements, bodies and anchors, shown on kinds made for the purpose: what it does, and that nothing forgets it. */
import { describe, expect, test } from 'vitest';
import type { Anchor, AnchorShape } from '../anchors/anchor.ts';
import { worldPoint } from '../anchors/world-point.ts';
import type { Body, ElementKind } from '../bodies/body.ts';
import { type ParticlesOptions, particles } from '../bodies/particles.ts';
import { nail } from '../constraints/kinds/constraints.ts';
import { allIntegrators } from '../integrators/index.ts';
import { gradient } from '../kernel/formula/derive.ts';
import { add, constant, type Expr, half, max, mul, neg, square, sub, zero } from '../kernel/formula/expr.ts';
import { length, sub3, type Vec3 } from '../kernel/formula/vector.ts';
import { lagrange } from '../methods/lagrange/lagrange.ts';
import { createWorld } from '../world/create.ts';
import type { World } from '../world/world.ts';

const lengthOf = (q: readonly (readonly Expr[])[]): Expr => length(sub3(q[1] as Vec3, q[0] as Vec3));
const stored = (q: readonly (readonly Expr[])[], stiffness: Expr, rest: Expr): Expr =>
  mul(half, mul(stiffness, square(sub(lengthOf(q), rest))));
/** A spring whose rest length L0 flows where it is strained beyond its yield: L0' = sign(s) (|s| - yield)+ / tau, s = L - L0. */
const plastic: ElementKind = {
  name: 'plastic',
  blocks: [3, 3],
  parameters: ['stiffness', 'yield', 'rate', 'rest'],
  state: {
    size: 1,
    order: 1,
    start: ([, , , rest]) => [rest],
    rate: (q, _, [, limit, rate], [rest]) => {
      const s = sub(lengthOf(q), rest);
      return [mul(rate, sub(max(zero, sub(s, limit)), max(zero, sub(neg(s), limit))))];
    },
  },
  energy: (q, [stiffness], [rest]) => stored(q, stiffness, rest),
  forces: (q, _, [stiffness], [rest]) => {
    const f = gradient(stored(q, stiffness, rest), q.flat()).map(neg);
    return [f.slice(0, 3), f.slice(3)];
  },
};
/** The longest it has been: order 0. */
const longest: ElementKind = {
  ...plastic,
  name: 'longest',
  state: {
    size: 2,
    order: 0,
    start: ([, , , rest]) => [rest, 0],
    update: (q, _v, _p, [most, steps]) => [max(most, lengthOf(q)), add(steps, constant(1))],
  },
  energy: (q, [stiffness, , , rest]) => stored(q, stiffness, rest),
  forces: (q, _, [stiffness, , , rest]) => {
    const f = gradient(stored(q, stiffness, rest), q.flat()).map(neg);
    return [f.slice(0, 3), f.slice(3)];
  },
};

const [stiffness, limit, tau] = [40, 0.05, 0.1];
/** Particles in a row, 1 m apart, each pulled `speed` faster than the one before it. */
function chain(kind: ElementKind, count: number, options: ParticlesOptions): Body {
  const row = (each: (n: number) => readonly number[]): number[] =>
    Array.from({ length: count }, (_, n) => each(n)).flat();
  return {
    ...particles(
      row((n) => [n, 0, 0]),
      options,
    ),
    elements: [
      {
        kind,
        count: count - 1,
        blocks: Int32Array.from({ length: 2 * (count - 1) }, (_, i) => 3 * ((i + 1) >> 1)),
        parameters: Float64Array.from({ length: 4 * (count - 1) }, (_, i) => [stiffness, limit, 1 / tau, 1][i % 4]),
      },
    ],
  };
}
const pulled = (count: number): number[] => Array.from({ length: 3 * count }, (_, i) => (i % 3 ? 0.1 * i : i));

test('held apart, the rest length flows until the strain is at its yield, as e^(-t/tau)', () => {
  const world = createWorld({ step: 1e-3, gravity: [0, 0, 0], integrator: 'rk4' });
  world.add(chain(plastic, 2, { id: 'it', mass: 1, fixed: [0, 1] }));
  world.positions('it')[3] = 1.4;
  const off = (1e-3 / tau) ** 4 / 120; // of what has to flow: RK4's (h/tau)^4/120 t/tau e^(-t/tau), t/tau e^(-t/tau) < 1
  for (const steps of [50, 150, 800]) {
    world.step(steps);
    const rest = 1.4 - limit - (0.4 - limit) * Math.exp(-world.time / tau);
    expect(Math.abs(world.stateOf('it')[0][0] - rest)).toBeLessThan(0.35 * off);
  }
  // and back: pressed together
  world.positions('it')[3] = 0.5;
  const from = world.stateOf('it')[0][0];
  world.step(100);
  const rest = 0.5 + limit + (from - 0.5 - limit) * Math.exp(-0.1 / tau);
  expect(Math.abs(world.stateOf('it')[0][0] - rest)).toBeLessThan(from * off);
});

test('below its yield it is elastic, beyond it stays bent', () => {
  const world = createWorld({ step: 1e-3, gravity: [0, 0, 0], integrator: 'verlet' });
  world.add(chain(plastic, 2, { id: 'weak', mass: 1, velocities: [0, 0, 0, 0.2, 0, 0] })); // 0.03 m at most
  world.add(chain(plastic, 2, { id: 'hard', mass: 1, velocities: [0, 0, 0, 3, 0, 0] }));
  world.step(3000);
  expect(world.stateOf('weak')[0][0]).toBe(1);
  expect(world.stateOf('hard')[0][0]).toBeGreaterThan(1.05);
});

test.each(Object.keys(allIntegrators).filter((kind) => kind !== 'first-order-flow'))(
  '%s: kept, restored, hashed; it moves along when bodies come and go',
  (integrator) => {
    const solved = integrator === 'quasi-static';
    const world = createWorld({ step: 1e-3, gravity: solved ? [0, 0, 0] : [0, -9.81, 0], integrator });
    world.add(chain(longest, 3, { id: 'first', mass: 1, fixed: [0], velocities: pulled(3) }));
    world.add(chain(plastic, 4, { id: 'it', mass: 1, fixed: [0, 3], velocities: pulled(4) }));
    world.positions('it')[9] = 4;
    world.step(20);
    const half = world.snapshot();
    const run = (): string => {
      world.step(20);
      return world.hash();
    };
    const hash = run();
    const end = [...world.stateOf('it')[0], ...world.stateOf('first')[0]];
    expect(end[0]).not.toBe(1);
    expect(end[4]).toBe(40);
    world.restore(half);
    expect(run()).toBe(hash);
    expect([...world.stateOf('it')[0], ...world.stateOf('first')[0]]).toEqual(end);
    // the hash covers every number
    for (const id of ['it', 'first']) {
      world.stateOf(id)[0][1] += 1e-12;
      expect(world.hash()).not.toBe(hash);
      world.restore(half);
      run();
    }
    // a detour: others come and go, which moves everything
    world.restore(half);
    world.add(chain(plastic, 9, { id: 'other', mass: 1, fixed: [0] }));
    world.step(3);
    world.removeBody('other');
    world.restore(half);
    expect(run()).toBe(hash);
    // the first body goes: the state of the other does not notice
    world.restore(half);
    world.removeBody('first');
    world.step(20);
    expect([...world.stateOf('it')[0]]).toEqual(end.slice(0, 3));
  },
);

test('copies keep state of their own, and step like lone bodies', () => {
  const build = (copies: number): World => {
    const world = createWorld({ step: 1e-3, integrator: 'verlet' });
    const first = chain(plastic, 3, { id: 'copy-0', mass: 1, velocities: pulled(3) });
    for (let n = 0; n < copies; n++) world.add({ ...first, id: `copy-${n}` });
    world.step(100);
    return world;
  };
  const [lone, many] = [build(1), build(40)];
  for (const n of [0, 17, 39]) expect(many.stateOf(`copy-${n}`)).toEqual(lone.stateOf('copy-0'));
  expect(many.positions('copy-39')).toEqual(lone.positions('copy-0'));
});

test('put back, it starts anew; replaced by its like, it stays; by another kind, it starts anew', () => {
  const world = createWorld({ step: 1e-3, gravity: [0, 0, 0] });
  const it = chain(plastic, 3, { id: 'it', mass: 1, velocities: pulled(3) });
  world.add(it);
  world.step(200);
  const bent = [...world.stateOf('it')[0]];
  expect(bent[0]).toBeGreaterThan(1.1);
  world.replace({ ...chain(plastic, 3, { id: 'it', mass: 2, velocities: pulled(3) }) });
  expect([...world.stateOf('it')[0]]).toEqual(bent);
  world.replace(chain(longest, 3, { id: 'it', mass: 1 }));
  expect([...world.stateOf('it')[0]]).toEqual([1, 0, 1, 0]);
  world.replace(it);
  world.step(200);
  world.putBack('it');
  expect([...world.stateOf('it')[0]]).toEqual([1, 1]);
});

test('order 0: the longest that it has been, to the last bit', () => {
  const world = createWorld({ step: 1e-2, gravity: [0, 0, 0], integrator: 'velocity-verlet' });
  world.add(chain(longest, 2, { id: 'it', mass: 1, fixed: [0], velocities: [0, 0, 0, 2, 0, 0] }));
  let most = 1;
  for (let n = 1; n <= 100; n++) {
    world.step();
    const [x] = world.positions('it').subarray(3);
    most = Math.max(most, Math.sqrt(x * x));
    expect([...world.stateOf('it')[0]]).toEqual([most, n]);
  }
  expect(most).toBeGreaterThan(1.2);
});

test('another integrator takes over where it is, another h too', () => {
  const world = createWorld({ step: 1e-3, gravity: [0, 0, 0], integrator: 'rk4' });
  world.add(chain(plastic, 2, { id: 'it', mass: 1, fixed: [0, 1] }));
  world.step();
  world.positions('it')[3] = 1.4;
  const kinds = ['rk4', 'verlet', 'euler-cromer', 'beeman', 'explicit-euler', 'midpoint', 'rk2', 'implicit-euler'];
  for (const kind of kinds) {
    world.setIntegrator(kind, 'it');
    world.h = kind.startsWith('rk') ? 1e-3 : 1e-4;
    const before = world.stateOf('it')[0][0];
    const from = world.time;
    world.step(10);
    const rest = 1.35 - (1.35 - before) * Math.exp(-(world.time - from) / tau);
    expect(Math.abs(world.stateOf('it')[0][0] - rest)).toBeLessThan(2e-6); // t h / (2 tau^2) of 0.35 m, of order 1
  }
});

describe('an anchor with state', () => {
  /** A point beside a node that is paid out along x: s' = 0.3 m/s while it is short of 0.6 m. */
  const winch: AnchorShape = {
    name: 'winch',
    blocks: [3, 1],
    parameters: 0,
    point: ([x, [s]]) => [add(x[0], s), x[1], x[2]],
    state: [{ order: 1, rate: ([, [s]]) => [mul(constant(0.3), sub(constant(1), mul(constant(1 / 0.6), s)))] }],
  };
  test.each([
    ['local', undefined],
    ['lagrange', lagrange],
  ] as const)('under %s the node is where its state says', (_, method) => {
    const world = createWorld({ step: 1e-3, integrator: 'rk4' });
    const bob = world.add(particles([0, 0, 0], { id: 'bob', mass: 2 }));
    const anchor: Anchor = { shape: winch, body: bob.id, blocks: [0], parameters: [], own: [{ start: [0] }] };
    world.constrain(nail(anchor, worldPoint(0, 0, 0)), { id: 'line', ...(method ? { method } : {}) });
    world.step(500);
    const s = 0.6 * (1 - Math.exp(-0.25));
    expect(Math.abs(world.stateOf('line')[0][0] - s)).toBeLessThan(1e-12);
    expect(Math.abs(world.positions('bob')[0] + world.stateOf('line')[0][0])).toBeLessThan(1e-12);
    // released it rests; taken up again it goes on: it is the anchor's, not the method's
    world.release('line');
    world.step(100);
    expect(Math.abs(world.stateOf('line')[0][0] - s)).toBeLessThan(1e-12);
  });
});

test('invalid input is refused with a message', () => {
  const having = (state: ElementKind['state']): Body =>
    chain({ ...plastic, ...(state ? { state } : {}) }, 2, { id: 'it', mass: 1 });
  const tried = (body: Body): (() => void) => {
    const fresh = createWorld({ step: 1e-3 });
    fresh.add(body);
    return () => fresh.step();
  };
  const start = (): number[] => [1];
  expect(tried(having({ size: 1, order: 1, start }))).toThrow(
    'elements of kind "plastic": state — it is of order 1 and has no rate; give one.',
  );
  expect(tried(having({ size: 1, order: 0, start, rate: () => [zero] }))).toThrow(
    'elements of kind "plastic": state — it is of order 0 and gives a rate; give an update.',
  );
  expect(tried(having({ size: 2, order: 1, start: () => [1, 2], rate: () => [zero] }))).toThrow(
    'elements of kind "plastic": state — 1 formulas for 2 numbers; give one for each.',
  );
  expect(tried(having({ size: 2, order: 1, start, rate: () => [zero, zero] }))).toThrow(
    'body "it": elements of kind "plastic" start with the state (1); give 2 finite numbers.',
  );
  expect(tried(chain({ ...plastic, bodyState: 2 }, 2, { id: 'it', mass: 1 }))).toThrow(
    'body "it": elements of kind "plastic" read 2 numbers of the body\'s state, which has 0. Give the body that state.',
  );
});

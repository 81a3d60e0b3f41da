/** Rods that are cut where they slide: laws of ropes over eyes, with pearls, friction and pulleys. */
import { describe, expect, test } from 'vitest';
import {
  createWorld,
  force,
  join,
  keyhole,
  kineticEnergy,
  linearMomentum,
  nail,
  node,
  onPath,
  orientation,
  particles,
  pearls,
  potentialEnergy,
  type Spline,
  spline,
  splinePoint,
  totalMass,
  type World,
  worldPoint,
} from '../../../index.ts';

type Triple = [number, number, number];
const size = (v: ArrayLike<number>): number => Math.hypot(...Array.from(v));
const solved = (step: number, gravity: Triple = [0, 0, 0], integrator = 'backward-euler'): World =>
  createWorld({ step, gravity, integrator, method: 'displacement' });
const uOf = (rod: Spline, k = 0): number => ((rod.cuts?.[k].start ?? 0) * rod.spans) / rod.restLength;
const S = (world: World, rod: Spline, k = 0): number => world.coordinates(rod.id)[rod.cuts?.[k].coordinate ?? 0];
const ends = (world: World, rod: Spline, a: Triple, b: Triple): void => {
  world.constrain(nail(splinePoint(rod, 0), worldPoint(...a)), { id: 'a' });
  world.constrain(nail(splinePoint(rod, rod.spans), worldPoint(...b)), { id: 'b' });
};

describe('a pearl at rest on a thread between two nails', () => {
  // two straight lines with equal slopes: x = l1 cos, y = -l1 sin
  test.each([
    { L: 1.4, across: 1, rise: 0.25, spans: 10, EI: 0.01, turn: 0, GJ: 0 },
    { L: 1.4, across: 1, rise: 0.25, spans: 20, EI: 0.01, turn: 0.6, GJ: 0.5 },
    { L: 2.5, across: 2, rise: -0.4, spans: 12, EI: 0.005, turn: 1.1, GJ: 0 },
  ])(
    'L $L over $across, $spans spans, turned by $turn rad about y: 0.2 %',
    ({ L, across, rise, spans, EI, turn, GJ }) => {
      const slope = Math.acos(across / L);
      const l1 = (L - rise / Math.sin(slope)) / 2;
      const T = 1 / (2 * Math.sin(slope));
      const out = (x: number, y: number): Triple => [x * Math.cos(turn), y, x * Math.sin(turn)];
      const exact = out(l1 * Math.cos(slope), -l1 * Math.sin(slope));
      const bending = EI * T * (L / spans) ** 2;
      const first = 0.55 * across;
      let [low, high] = [-L, Math.min(0, rise)];
      for (let i = 0; i < 50; i++) {
        const y = (low + high) / 2;
        if (Math.hypot(first, y) + Math.hypot(across - first, rise - y) > L) low = y;
        else high = y;
      }
      const start = out(first, low);
      const world = solved(0.02, [0, -9.81, 0]);
      const rope = world.add(
        spline({
          id: 'rope',
          points: [...out(0, 0), ...start, ...out(across, rise)],
          cuts: [1],
          count: spans + 1,
          length: L,
          EA: 1e4,
          EI: bending,
          ...(GJ ? { GJ: GJ * bending } : {}),
          rhoA: 1e-4,
          drag: 4,
        }),
      );
      const pearl = world.add(particles(start, { id: 'pearl', mass: 1 / 9.81, drag: 4 }));
      ends(world, rope, out(0, 0), out(across, rise));
      world.constrain(pearls(pearl, [0], rope, [uOf(rope)]), { id: 'on' });
      world.step(300);
      const x = world.positions('pearl');
      expect(size(exact.map((c, i) => x[i] - c)) / L).toBeLessThan(2e-3);
      // bending of the rope over the pearl bears a part of its weight: the first order in sqrt(EI/T)
      const pull = ['a', 'b'].map((id) => size(force(world, id)));
      expect(Math.abs(pull[0] - pull[1]) / T).toBeLessThan(2e-3);
    },
  );
});

describe('a rope drawn through an eye with a bend, without friction', () => {
  test.each([
    { EA: 1e3, EI: 1e-4, GJ: 0, toward: [0, -1, 0] as Triple },
    { EA: 1e3, EI: 1e-5, GJ: 1e-5, toward: [0, 0, 1] as Triple },
    { EA: 1e5, EI: 2e-4, GJ: 1.5e-4, toward: [0.6, -0.64, 0.48] as Triple },
  ])(
    'EA $EA, EI $EI, GJ $GJ: tensions before and behind agree to 1e-3 wherever it is, without jumps',
    ({ EA, EI, GJ, toward }) => {
      const at = (d: number): Triple => [d * toward[0], d * toward[1], d * toward[2]];
      const world = solved(0.01);
      const rope = world.add(
        spline({
          id: 'rope',
          points: [-0.7, 0, 0, 0, 0, 0, ...at(0.3)],
          cuts: [1],
          count: 11,
          EA,
          EI,
          GJ,
          rhoA: 1e-4,
          drag: 20,
        }),
      );
      world.constrain(keyhole({ body: rope, u: uOf(rope) }, worldPoint(0, 0, 0)), { id: 'eye' });
      const path = { kind: 'linear', times: [0, 0.5, 4.5], points: [at(0.3), at(0.3), at(0.7)] } as const;
      world.constrain(nail(splinePoint(rope, rope.spans), onPath(path)), { id: 'pull' });
      world.apply({ id: 'load', body: 'rope', node: 0, force: [-1, 0, 0] });
      world.step(60);
      const seen: number[] = [];
      while (world.time < 4.4) {
        world.step(5);
        seen.push(size(force(world, 'pull')));
      }
      expect(S(world, rope)).toBeLessThan(0.35);
      for (const T of seen) expect(Math.abs(T - 1)).toBeLessThan(1e-3);
      expect(Math.max(...seen.slice(1).map((T, i) => Math.abs(T - seen[i])))).toBeLessThan(5e-5);
    },
  );
});

test('while spans of material pass an eye no probe jumps: what moves in a step never is three times what it moves on average', () => {
  const world = solved(0.01);
  const points = [-0.9, 0, 0, 0, 0, 0, 0.2, -0.2, 0.1];
  const rope = world.add(
    spline({ id: 'rope', points, cuts: [1], count: 13, EA: 1e3, EI: 1e-4, GJ: 1e-4, rhoA: 0.01, drag: 20 }),
  );
  world.constrain(keyhole({ body: rope, u: uOf(rope) }, worldPoint(0, 0, 0), { coulomb: 0.1 }), { id: 'eye' });
  const path = {
    kind: 'smoothstep',
    times: [0, 4],
    points: [
      [0.2, -0.2, 0.1],
      [0.6, -0.6, 0.3],
    ] as Triple[],
  } as const;
  world.constrain(nail(splinePoint(rope, rope.spans), onPath(path)), { id: 'pull' });
  world.apply({ id: 'load', body: 'rope', node: 0, force: [-1, 0, 0] });
  world.step(150);
  const before = S(world, rope);
  const seen: number[][] = [];
  while (world.time < 2.5) {
    world.step(1);
    seen.push([
      ...force(world, 'eye'),
      ...force(world, 'pull'),
      ...world.positions('rope').subarray(0, 3),
      potentialEnergy(world),
      S(world, rope),
    ]);
  }
  expect((before - S(world, rope)) / (rope.restLength / rope.spans)).toBeGreaterThan(2);
  for (let k = 0; k < seen[0].length; k++) {
    const moves = seen.slice(1).map((row, i) => Math.abs(row[k] - seen[i][k]));
    const mean = moves.reduce((sum, d) => sum + d, 0) / moves.length;
    // what does not move at all is at rounding
    expect(Math.max(...moves)).toBeLessThan(3 * mean + 1e-9);
  }
});

/** A rope over eyes on half a circle, pulled at its end; the tension at its start is 1 N. */
function overEyes(
  R: number,
  perPiece: number,
  mu: number,
  eyes: number,
  axes: readonly [number, number, number],
  twists: boolean,
): number {
  const turn = Math.PI / eyes;
  const place = (x: number, y: number): Triple => {
    const p: Triple = [0, 0, 0];
    p[axes[0]] = x;
    p[axes[1]] = y;
    return p;
  };
  const circle = Array.from({ length: eyes }, (_, j) => [
    -R * Math.cos((j + 0.5) * turn),
    R * Math.sin((j + 0.5) * turn),
  ]);
  const last = circle[eyes - 1];
  const corners = [[circle[0][0], circle[0][1] - 0.3], ...circle, [last[0], last[1] - 0.3]];
  const points: number[] = [];
  const cuts: number[] = [];
  corners.forEach(([x, y], i) => {
    for (let k = 1; i > 0 && k < perPiece; k++) {
      const [a, b] = corners[i - 1];
      points.push(...place(a + ((x - a) * k) / perPiece, b + ((y - b) * k) / perPiece));
    }
    if (i > 0 && i < corners.length - 1) cuts.push(points.length / 3);
    points.push(...place(x, y));
  });
  const span = (2 * R * Math.sin(turn / 2)) / perPiece;
  const GJ = twists ? 0.01 * span * span : 0;
  const world = solved(0.02);
  const rope = world.add(
    spline({ id: 'rope', points, cuts, EA: 1e4, EI: 0.014 * span * span, GJ, rhoA: 1e-4, drag: 20 }),
  );
  const at = (rope.cuts ?? []).map((_, k) => ({ body: rope, u: uOf(rope, k) }));
  world.constrain(
    keyhole(
      at,
      circle.map(([x, y]) => worldPoint(...place(x, y))),
      { coulomb: mu },
    ),
    { id: 'eyes' },
  );
  const end = place(last[0], last[1] - 0.3);
  const on = place(last[0], last[1] - 0.3 - 0.2 * R);
  world.constrain(
    nail(splinePoint(rope, rope.spans), onPath({ kind: 'linear', times: [0, 0.2, 4.2], points: [end, end, on] })),
    { id: 'pull' },
  );
  world.apply({ id: 'load', body: 'rope', node: 0, force: place(0, -1) });
  world.step(80);
  return size(force(world, 'pull'));
}
test.each([
  { R: 0.05, perPiece: 1, mu: 0.2, eyes: 25, axes: [0, 1, 2] as const, twists: false },
  { R: 0.5, perPiece: 2, mu: 0.2, eyes: 25, axes: [0, 2, 1] as const, twists: false },
  { R: 0.1, perPiece: 1, mu: 0.35, eyes: 12, axes: [2, 1, 0] as const, twists: true },
])(
  'capstan of $eyes eyes on half a circle of $R m, mu $mu: ((1 + a)/(1 - a))^n to 1e-3',
  ({ R, perPiece, mu, eyes, axes, twists }) => {
    const a = mu * Math.sin(Math.PI / (2 * eyes));
    expect(Math.abs(overEyes(R, perPiece, mu, eyes, axes, twists) / ((1 + a) / (1 - a)) ** eyes - 1)).toBeLessThan(
      1e-3,
    );
  },
);

/** Two masses on a rope over an eye; both hang. */
function atwood(masses: readonly [number, number], options: Parameters<typeof keyhole>[2] = {}, EA = 1e5) {
  const world = solved(0.005, [0, -9.81, 0]);
  const rope = world.add(
    spline({ id: 'rope', points: [0, -1, 0, 0, 0, 0, 0, -1, 0], cuts: [1], count: 9, EA, rhoA: 1e-5 }),
  );
  world.constrain(keyhole({ body: rope, u: 4 }, worldPoint(0, 0, 0), options), { id: 'eye' });
  const bodies = masses.map((mass, k) => world.add(particles([0, -1, 0], { id: `mass ${k}`, mass })));
  for (const [k, body] of bodies.entries())
    world.constrain(join(node(body, 0), splinePoint(rope, k * rope.spans)), { id: `at ${k}` });
  return { world, rope };
}
test.each([
  { masses: [2, 1] as const, inertia: 0 },
  { masses: [1, 1.3] as const, inertia: 0 },
  { masses: [2, 1] as const, inertia: 1.5 },
  { masses: [0.7, 2] as const, inertia: 0.4 },
])("Atwood's machine, $masses kg, a pulley of $inertia kg: v = a t and tensions to 1e-5", ({ masses, inertia }) => {
  // the rim of the pulley moves with the rest length, masses with the length: at EA = 1e5 N the strain of 1e-4 shows
  const { world } = atwood(masses, inertia ? { inertia } : {}, 1e6);
  world.step(100);
  // 2 m of rope move as well; the weight of what has passed is 1e-6 of the forces
  const a = (9.81 * (masses[0] - masses[1])) / (masses[0] + masses[1] + inertia + 2e-5);
  expect(Math.abs(world.velocities('mass 1')[1] / (a * 0.5) - 1)).toBeLessThan(1e-5);
  [0, 1].forEach((k) => {
    const T = masses[k] * (9.81 + (k === 0 ? -a : a));
    expect(Math.abs(size(force(world, `at ${k}`)) / T - 1)).toBeLessThan(1e-5);
  });
});
test('on a drum: it sticks below exp(mu phi), and slips above it with that ratio of tensions', () => {
  const mu = 0.25;
  const ratio = Math.exp(mu * Math.PI);
  // the masses bounce on the rope at first, which slips a little
  const held = atwood([0.7 * ratio, 1], { coulomb: mu, drum: true });
  held.world.step(40);
  const stuck = S(held.world, held.rope);
  held.world.step(40);
  expect(S(held.world, held.rope)).toBe(stuck);
  expect(stuck - 1).toBeLessThan(1e-3);
  const slipping = atwood([1.5 * ratio, 1], { coulomb: mu, drum: true });
  slipping.world.step(60);
  const [heavy, light] = [0, 1].map((k) => size(force(slipping.world, `at ${k}`)));
  expect(Math.abs(heavy / light / ratio - 1)).toBeLessThan(1e-3);
});

test.each([
  { spans: 4, l: 1, a: 0.5, GJ: 0 },
  { spans: 20, l: 1, a: 0.5, GJ: 0 },
  { spans: 12, l: 0.6, a: 0.6, GJ: 0.8 },
])('clamp, eye, overhang of $a m, $spans spans, GJ $GJ: P a^2 (l/4 + a/3)/EI to 2e-3', ({ spans, l, a, GJ }) => {
  const world = solved(1, [0, 0, 0], 'quasi-static');
  const rod = world.add(
    spline({
      id: 'rod',
      points: [0, 0, 0, l, 0, 0, l + a, 0, 0],
      cuts: [1],
      count: spans + 1,
      EA: 1e5,
      EI: 1,
      GJ,
      rhoA: 1,
    }),
  );
  world.constrain(nail(splinePoint(rod, 0), worldPoint(0, 0, 0)), { id: 'end' });
  world.constrain(orientation({ body: rod, u: 0 }, worldPoint(1, 0, 0)), { id: 'clamp' });
  world.constrain(keyhole({ body: rod, u: uOf(rod) }, worldPoint(l, 0, 0)), { id: 'eye' });
  world.apply({ id: 'load', body: 'rod', node: rod.nodeCount - 1, force: [0, 0, -1e-3] });
  world.step(1);
  const tip = world.positions('rod')[3 * rod.nodeCount - 1];
  expect(Math.abs(-tip / (1e-3 * a * a * (l / 4 + a / 3)) - 1)).toBeLessThan(2e-3);
});

describe('energy', () => {
  // a thread, a rope whose bend is shorter than a span, a rod that is stiffer than its spans
  test.each([0, 0.01, 4])(
    'EI/(T s^2) = %d: the total of a rope that becomes taut over an eye and a pearl never rises',
    (part) => {
      const world = solved(0.004, [0, -9.81, 0]);
      const EI = part * 9.81 * 0.2 ** 2;
      const points = [0, 0, 0, 0.8, -0.5, 0.1, 1.5, 0, 0, 2, -0.9, 0.3];
      const rope = world.add(
        spline({
          id: 'rope',
          points,
          cuts: [1, 2],
          count: 16,
          prestress: 1.03,
          EA: 2e4,
          EI,
          rhoA: 0.05,
          damping: 1e-3,
        }),
      );
      world.constrain(nail(splinePoint(rope, 0), worldPoint(0, 0, 0)), { id: 'a' });
      world.constrain(keyhole({ body: rope, u: uOf(rope, 1) }, worldPoint(1.5, 0, 0)), { id: 'eye' });
      const mass = world.add(particles([0.8, -0.5, 0.1], { id: 'pearl', mass: 1 }));
      world.constrain(pearls(mass, [0], rope, [uOf(rope)]), { id: 'on' });
      const load = world.add(particles([2, -0.9, 0.3], { id: 'load', mass: 0.8 }));
      world.constrain(join(node(load, 0), splinePoint(rope, rope.spans)), { id: 'hangs' });
      let last = Number.POSITIVE_INFINITY;
      for (let k = 0; k < 80; k++) {
        world.step(1);
        const energy = kineticEnergy(world) + potentialEnergy(world);
        // what moves in a step is some joules; a thousand times the tolerance of a solve
        expect(energy - last).toBeLessThan(1e-9);
        last = energy;
      }
    },
  );
});

describe('how it passes', () => {
  const free = (options: Parameters<typeof keyhole>[2]) => atwood([1.1, 1], options);
  test('viscous friction: the end speed is force over friction', () => {
    const { world, rope } = free({ friction: 8 });
    world.step(600);
    expect(world.coordinateVelocities('rope')[rope.cuts?.[0].coordinate ?? 0]).toBeCloseTo((0.1 * 9.81) / 8, 4);
  });
  test('a drive holds the heavier side; prescribed sliding follows its path', () => {
    const { world, rope } = free({ drive: -0.1 * 9.81 });
    world.step(100);
    expect(Math.abs(S(world, rope) - 1)).toBeLessThan(1e-5);
    const u = {
      kind: 'linear',
      times: [0, 1],
      points: [
        [4, 0, 0],
        [5, 0, 0],
      ],
    } as const;
    const led = free({ imposed: u });
    led.world.step(100);
    expect(S(led.world, led.rope)).toBeCloseTo(1.125, 9);
  });
  test('at a stop it stays; at the end of the rope it is released', () => {
    const stopped = free({ ends: 'stop', between: [3.5, 4.5] });
    stopped.world.step(200);
    expect(S(stopped.world, stopped.rope)).toBeCloseTo(1.125, 12);
    const { world } = atwood([3, 1]);
    world.step(300);
    expect(world.isActive('eye')).toBe(false);
    expect(world.positions('mass 1')[1]).toBeLessThan(-0.1);
  });
  test('a cut that nothing holds stays; mass and momentum are those of the rope', () => {
    const world = solved(0.01, [0, -9.81, 0]);
    const rope = world.add(
      spline({
        id: 'rope',
        points: [0, 0, 0, 1, 0.2, 0, 2, 0, 0.1],
        cuts: [1],
        count: 9,
        EA: 1e3,
        EI: 1e-3,
        rhoA: 0.2,
      }),
    );
    world.step(50);
    expect(S(world, rope)).toBe(rope.cuts?.[0].start);
    expect(totalMass(world)).toBeCloseTo(0.2 * rope.restLength, 12);
    expect(linearMomentum(world)[1]).toBeCloseTo(-9.81 * 0.5 * totalMass(world), 9);
  });
  test('restored in the middle of sliding it is the same run', () => {
    const { world } = free({ coulomb: 0.01 });
    world.step(50);
    const kept = world.snapshot();
    world.step(50);
    const hash = world.hash();
    world.restore(kept);
    world.step(50);
    expect(world.hash()).toBe(hash);
  });
});

test('what cannot pass a cut is refused, with the reason', () => {
  const base = { points: [0, 0, 0, 1, 0, 0, 2, 0, 0], cuts: [1], EA: 1e3, EI: 1, rhoA: 1 };
  expect(() => spline({ ...base, rest: 'as-given' })).toThrow('cannot pass a cut');
  expect(() => spline({ ...base, cuts: [2] })).toThrow('give numbers of points from 1 to 1');
  expect(() => spline({ ...base, model: 'mass-spring' })).toThrow('cannot be cut');
  const world = solved(0.01);
  const rope = world.add(spline({ id: 'rope', ...base }));
  expect(() => splinePoint(rope, 0.5)).toThrow('is no end of the rod');
  expect(() => keyhole({ body: rope, u: 0.2 }, worldPoint(0, 0, 0))).toThrow('the rod is cut at u = 1');
  const explicit = createWorld({ integrator: 'verlet' });
  explicit.add(spline({ ...base, id: 'other' }));
  expect(() => explicit.step(1)).toThrow('cannot move a rod that is cut');
});

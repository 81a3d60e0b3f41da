import {
  createWorld,
  distance,
  equation,
  force,
  join,
  nail,
  node,
  onAxis,
  onPlane,
  particles,
  type World,
  worldPoint,
} from '../../packages/engine/src/index.ts';
import { type Chapter, type Entry, exact, order2, order4 } from './entry.ts';

const g = 9.81;
type Vector = readonly [number, number, number];
const make = (step: number, integrator: string, method: string, gravity: Vector = [0, -g, 0]): World =>
  createWorld({ step, integrator, method, gravity });

/** The time at which a coordinate crosses zero for the first time, between steps by a straight line. */
function crossing(world: World, read: () => number): number {
  let before = read();
  for (;;) {
    world.step();
    const now = read();
    if (now <= 0) return world.time - (world.h * now) / (now - before);
    before = now;
  }
}
function pendulum(angle: number, step: number, integrator = 'rk4', method = 'lagrange'): World {
  const world = make(step, integrator, method);
  const bob = world.add(particles([Math.sin(angle), -Math.cos(angle), 0], { id: 'bob', mass: 2 }));
  world.constrain(distance(worldPoint(0, 0, 0), node(bob, 0), 1), { id: 'rod' });
  return world;
}
/** Arithmetic-geometric mean. */
function agm(a: number, b: number): number {
  let [x, y] = [a, b];
  for (let i = 0; i < 10; i++) [x, y] = [(x + y) / 2, Math.sqrt(x * y)];
  return x;
}
const quarter = (angle: number): number => (Math.PI * Math.sqrt(1 / g)) / (2 * agm(1, Math.cos(angle / 2)));
const swings: Entry[] = [0.1, 0.5, 1, 1.5, 2, 3].map((angle) => ({
  what: `quarter of a swing from ${angle} rad`,
  formula: 'T/4 = pi sqrt(L/g)/(2 agm(1, cos(a/2)))',
  source: 'C. F. Gauss; complete elliptic integral K(sin a/2)',
  parameters: 'L = 1 m, rk4, lagrange, h = 1 ms',
  unit: 's',
  expected: quarter(angle),
  tolerance: 1e-6,
  reason: 'the crossing is found between two steps by a straight line',
  measure: () => {
    const world = pendulum(angle, 1e-3);
    return crossing(world, () => world.positions('bob')[0]);
  },
}));
const tensions: Entry[] = [0.5, 1, Math.PI / 2].map((angle) => ({
  what: `force of the rod at the lowest point, let go at ${Number(angle.toFixed(4))} rad`,
  formula: 'N = m g (3 - 2 cos a)',
  source: 'm v^2/L + m g with v^2 = 2 g L (1 - cos a)',
  parameters: 'm = 2 kg, L = 1 m, rk4, lagrange, h = 1 ms; largest of a swing',
  unit: 'N',
  expected: 2 * g * (3 - 2 * Math.cos(angle)),
  tolerance: 1e-4,
  reason: 'mean over a step, and read once in a step, h v from the lowest point',
  measure: () => {
    const world = pendulum(angle, 1e-3);
    let most = 0;
    for (let n = 0; n < 700; n++) {
      world.step();
      most = Math.max(most, Math.hypot(...force(world, 'rod')));
    }
    return most;
  },
}));
function conical(angle: number): World {
  const world = make(1e-3, 'rk4', 'lagrange');
  const speed = Math.sin(angle) * Math.sqrt(g / Math.cos(angle));
  const at = [Math.sin(angle), -Math.cos(angle), 0];
  const bob = world.add(particles(at, { id: 'bob', mass: 2, velocities: [0, 0, speed] }));
  world.constrain(distance(worldPoint(0, 0, 0), node(bob, 0), 1), { id: 'rod' });
  return world;
}
const cones: Entry[] = [0.4, 1.2].flatMap((angle) => [
  {
    what: `conical pendulum at ${angle} rad: its height stays`,
    formula: 'w^2 = g/(L cos a)',
    source: 'Huygens, Horologium oscillatorium, 1673',
    parameters: 'L = 1 m, rk4, lagrange, h = 1 ms, t = 3 s',
    unit: 'm',
    expected: -Math.cos(angle),
    tolerance: 1e-9,
    reason: order4,
    measure: () => {
      const world = conical(angle);
      world.step(3000);
      return world.positions('bob')[1];
    },
  },
  {
    what: `conical pendulum at ${angle} rad: force of the rod`,
    formula: 'N = m g/cos a',
    source: 'balance of vertical forces',
    parameters: 'm = 2 kg, rk4, lagrange, h = 1 ms, t = 1 s',
    unit: 'N',
    expected: (2 * g) / Math.cos(angle),
    tolerance: 1e-5,
    reason: order2,
    measure: () => {
      const world = conical(angle);
      world.step(1000);
      return Math.hypot(...force(world, 'rod'));
    },
  },
]);
/** Two bobs in a row: its normal modes, small. */
const doubles: Entry[] = [-1, 1].map((sign) => {
  const omega = Math.sqrt((2 - sign * Math.SQRT2) * g);
  return {
    what: `double pendulum: quarter of its ${sign > 0 ? 'slow' : 'fast'} mode`,
    formula: `w^2 = (2 ${sign > 0 ? '-' : '+'} sqrt 2) g/L`,
    source: 'L. D. Landau, E. M. Lifshitz, Mechanics, sec. 23',
    parameters: 'two equal bobs, rods of 1 m, 1e-4 rad, rk4, lagrange, h = 1 ms',
    unit: 's',
    expected: Math.PI / (2 * omega),
    tolerance: 1e-6,
    reason: 'angles are small to 1e-8, and the crossing is found by a straight line',
    measure: () => {
      const world = make(1e-3, 'rk4', 'lagrange');
      const [a, b] = [1e-4, sign * Math.SQRT2 * 1e-4];
      const first = [Math.sin(a), -Math.cos(a), 0];
      const second = [first[0] + Math.sin(b), first[1] - Math.cos(b), 0];
      const bobs = world.add(particles([...first, ...second], { id: 'bobs', mass: 1 }));
      world.constrain(distance(worldPoint(0, 0, 0), node(bobs, 0), 1), { id: 'upper' });
      world.constrain(distance(node(bobs, 0), node(bobs, 1), 1), { id: 'lower' });
      return crossing(world, () => world.positions('bobs')[0]);
    },
  };
});
const machines: Entry[] = ['lagrange', 'local'].map((method) => ({
  what: `Atwood's machine under ${method}: the heavy mass after 1 s`,
  formula: 'y = -(m - n) g t^2/(2 (m + n))',
  source: 'G. Atwood, 1784',
  parameters: 'm = 3 kg, n = 2 kg, h = 1 ms, verlet',
  unit: 'm',
  expected: -1 - (g * 1) / (2 * 5),
  tolerance: 1e-9,
  reason: exact,
  measure: () => {
    const world = make(1e-3, 'verlet', method);
    const pair = world.add(particles([0, -1, 0, 1, -2, 0], { id: 'pair', mass: [3, 2] }));
    const points = { a: node(pair, 0), b: node(pair, 1), p: worldPoint(0, 0, 0), q: worldPoint(1, 0, 0) };
    world.constrain(equation('distance(a, p) + distance(b, q) = 3', points), { id: 'rope' });
    world.step(1000);
    return world.positions('pair')[1];
  },
}));
const beads: Entry[] = [
  ...[20, 45].map((degrees): Entry => {
    const angle = (degrees * Math.PI) / 180;
    return {
      what: `bead on a wire at ${degrees} degrees, after 1 s`,
      formula: 's = g sin(a) t^2/2',
      source: 'Galilei',
      parameters: 'on-axis, local, verlet, h = 1 ms',
      unit: 'm',
      expected: (g * Math.sin(angle)) / 2,
      tolerance: 1e-12,
      reason: exact,
      measure: () => {
        const world = make(1e-3, 'verlet', 'local');
        const bead = world.add(particles([0, 0, 0], { id: 'bead', mass: 0.4 }));
        world.constrain(onAxis(node(bead, 0), worldPoint(0, 0, 0), [Math.cos(angle), -Math.sin(angle), 0]));
        world.step(1000);
        return Math.hypot(...world.positions('bead'));
      },
    };
  }),
  {
    what: 'bead on a wire that turns: how far out it is',
    formula: 'r = r_0 cosh(w t)',
    source: "r'' = w^2 r",
    parameters: 'r_0 = 0.5 m, w = 2 rad/s, t = 1 s, equations, lagrange, rk4, h = 1 ms',
    unit: 'm',
    expected: 0.5 * Math.cosh(2),
    tolerance: 1e-8,
    reason: order4,
    measure: () => {
      const world = make(1e-3, 'rk4', 'lagrange', [0, 0, 0]);
      const bead = world.add(particles([0.5, 0, 0], { id: 'bead', mass: 0.4, velocities: [0, 1, 0] }));
      world.constrain(equation('a.y*cos(2*t) - a.x*sin(2*t) = 0', { a: node(bead, 0) }), { id: 'wire' });
      world.step(1000);
      return Math.hypot(...world.positions('bead'));
    },
  },
  {
    what: 'bead on a parabola: its speed at the bottom',
    formula: 'v = sqrt(2 g y_0)',
    source: 'energy',
    parameters: 'y = x^2 from x = 1 m, equation, lagrange, rk4, h = 0.5 ms; largest of a swing',
    unit: 'm/s',
    expected: Math.sqrt(2 * g),
    tolerance: 1e-6,
    reason: 'read once in a step, h v/2 from the bottom at most',
    measure: () => {
      const world = make(5e-4, 'rk4', 'lagrange');
      const bead = world.add(particles([1, 1, 0], { id: 'bead', mass: 0.4 }));
      world.constrain(equation('a.y = a.x^2', { a: node(bead, 0) }), { id: 'bowl' });
      let most = 0;
      for (let n = 0; n < 2000; n++) {
        world.step();
        most = Math.max(most, Math.hypot(...world.velocities('bead')));
      }
      return most;
    },
  },
  {
    what: 'bead on a helix: how far down it is',
    formula: 'y = -g t^2 b^2/(2 (R^2 + b^2)), y = b angle',
    source: "s'' = g b/sqrt(R^2 + b^2)",
    parameters: 'R = 0.5 m, b = 0.3 m, t = 1 s, two equations, lagrange, rk4, h = 1 ms',
    unit: 'm',
    expected: (-g * 0.09) / (2 * (0.25 + 0.09)),
    tolerance: 1e-8,
    reason: order4,
    measure: () => {
      const world = make(1e-3, 'rk4', 'lagrange');
      const bead = world.add(particles([0.5, 0, 0], { id: 'bead', mass: 0.4 }));
      world.constrain(equation('a.x = 0.5*cos(a.y/0.3)', { a: node(bead, 0) }), { id: 'x' });
      world.constrain(equation('a.z = 0.5*sin(a.y/0.3)', { a: node(bead, 0) }), { id: 'z' });
      world.step(200);
      const early = world.positions('bead')[1] / ((-g * 0.04 * 0.09) / (2 * (0.25 + 0.09)));
      world.step(800);
      // where a row has no slope it leaves the curve of its own equations: both times must agree
      return Math.abs(early - 1) < 1e-8 ? world.positions('bead')[1] : Number.NaN;
    },
  },
];
const statics: Entry[] = [
  ...(['local', 'lagrange', 'reaction'] as const).map(
    (method): Entry => ({
      what: `a nail carries the weight, under ${method}`,
      formula: 'F = m g',
      source: 'balance',
      parameters: 'm = 3.3 kg, verlet, h = 1 ms',
      unit: 'N',
      expected: 3.3 * g,
      tolerance: 1e-12,
      reason: exact,
      measure: () => {
        const world = make(1e-3, 'verlet', method);
        const dot = world.add(particles([0.3, 0.2, 0], { mass: 3.3 }));
        world.constrain(nail(node(dot, 0), worldPoint(0.3, 0.2, 0)), { id: 'nail' });
        world.step(5);
        return force(world, 'nail')[1];
      },
    }),
  ),
  ...[20, 37, 60].map((degrees): Entry => {
    const angle = (degrees * Math.PI) / 180;
    return {
      what: `bob held sideways on a rod at ${degrees} degrees: what holds it`,
      formula: 'F = m g tan a',
      source: 'balance',
      parameters: 'm = 3.3 kg, quasi-static, displacement',
      unit: 'N',
      expected: 3.3 * g * Math.tan(angle),
      tolerance: 1e-10,
      reason: 'tolerance of the solve',
      measure: () => {
        const world = make(0.01, 'quasi-static', 'displacement');
        const [x, y] = [Math.sin(angle), -Math.cos(angle)];
        const dot = world.add(particles([x, y, 0], { mass: 3.3 }));
        world.constrain(distance(worldPoint(0, 0, 0), node(dot, 0), 1), { id: 'rod' });
        world.constrain(onPlane(node(dot, 0), worldPoint(x, 0, 0), [1, 0, 0]), { id: 'plane' });
        world.step(2);
        return Math.hypot(...force(world, 'plane'));
      },
    };
  }),
  {
    what: 'two slanted rods share a weight: the force of each',
    formula: 'S = m g/(2 cos a)',
    source: 'balance',
    parameters: 'm = 3.3 kg, a = 45 degrees, displacement, quasi-static',
    unit: 'N',
    expected: (3.3 * g) / (2 * Math.cos(Math.PI / 4)),
    tolerance: 1e-9,
    reason: 'tolerance of the solve',
    measure: () => {
      const world = make(0.01, 'quasi-static', 'displacement');
      const dot = world.add(particles([0, -1, 0], { mass: 3.3 }));
      for (const [n, x] of [-1, 1].entries())
        world.constrain(distance(worldPoint(x, 0, 0), node(dot, 0), Math.SQRT2), { id: `rod ${n}` });
      world.constrain(onPlane(node(dot, 0), worldPoint(0, 0, 0), [0, 0, 1]), { id: 'plane' });
      world.step(2);
      return Math.hypot(...force(world, 'rod 0'));
    },
  },
  {
    what: 'a chain of ten equal links over a gap: what a support carries',
    formula: 'V = W/2',
    source: 'discrete catenary, symmetry',
    parameters: 'nine masses of 0.1 kg, local, verlet with drag, h = 1 ms, t = 30 s',
    unit: 'N',
    expected: (0.9 * g) / 2,
    tolerance: 1e-6,
    reason: 'what motion is left after 30 s',
    measure: () => {
      const world = hanging();
      return -force(world, 'link 0')[1];
    },
  },
  {
    what: 'the same chain: slopes of its first two links',
    formula: 'tan a_1/tan a_2 = (W/2)/(W/2 - m g)',
    source: 'discrete catenary: every link has the same horizontal force',
    parameters: 'as above',
    unit: '',
    expected: 4.5 / 3.5,
    tolerance: 1e-6,
    reason: 'what motion is left after 30 s',
    measure: () => {
      const x = hanging().positions('chain');
      const [a, b] = [x[1] / x[0], (x[4] - x[1]) / (x[3] - x[0])];
      return a / b;
    },
  },
];
let settled: World | undefined;
/** Nine masses on ten links of 0.12 m, over a gap of 1 m; force of the first link on its support is that on the chain, turned. */
function hanging(): World {
  if (settled) return settled;
  const world = make(1e-3, 'verlet', 'local');
  const at = Array.from({ length: 9 }, (_, k) => {
    const x = (k + 1) / 10;
    return [x, -Math.sqrt(0.12 ** 2 - 0.1 ** 2) * Math.min(k + 1, 9 - k), 0];
  });
  const chain = world.add(particles(at.flat(), { id: 'chain', mass: 0.1, drag: 3 }));
  world.constrain(distance(worldPoint(0, 0, 0), node(chain, 0), 0.12), { id: 'link 0' });
  for (let k = 1; k < 9; k++) {
    world.constrain(distance(node(chain, k - 1), node(chain, k), 0.12), { id: `link ${k}` });
  }
  world.constrain(distance(worldPoint(1, 0, 0), node(chain, 8), 0.12), { id: 'link 9' });
  world.step(30_000);
  settled = world;
  return world;
}
const momenta: Entry[] = ['local', 'lagrange', 'reaction', 'augmented', 'penalty'].map((method) => ({
  what: `two masses on a rod, under ${method}: their momentum after 1 s`,
  formula: 'P = P_0',
  source: 'Newton, third law',
  parameters: 'm = 1 and 3 kg, spinning at 2 m/s, verlet, h = 1 ms, no gravity',
  unit: 'kg m/s',
  expected: 3.5,
  tolerance: 1e-12,
  reason: exact,
  measure: () => {
    const world = make(1e-3, 'verlet', method, [0, 0, 0]);
    const pair = world.add(
      particles([0, 0, 0, 1, 0, 0], { id: 'pair', mass: [1, 3], velocities: [0.5, -2, 0, 1, 2, 0] }),
    );
    world.constrain(distance(node(pair, 0), node(pair, 1), 1), { id: 'rod' });
    world.step(1000);
    const v = world.velocities('pair');
    return v[0] + 3 * v[3];
  },
}));
const joined: Entry = {
  what: 'two masses that are joined while they meet: their common velocity',
  formula: 'v = (m u + n w)/(m + n)',
  source: 'momentum of a plastic impact',
  parameters: 'm = 1 kg at 3 m/s, n = 2 kg at rest, local, verlet, h = 1 ms',
  unit: 'm/s',
  expected: 1,
  tolerance: 1e-12,
  reason: exact,
  measure: () => {
    const world = make(1e-3, 'verlet', 'local', [0, 0, 0]);
    const pair = world.add(particles([0, 0, 0, 0, 0, 0], { id: 'pair', mass: [1, 2], velocities: [3, 0, 0, 0, 0, 0] }));
    world.constrain(join(node(pair, 0), node(pair, 1)), { id: 'join' });
    world.step(10);
    return world.velocities('pair')[0];
  },
};

export const mechanismsChapter: Chapter = {
  file: 'mechanisms',
  title: 'Pendulums, beads, statics and momentum',
  about: 'Mechanisms of points under constraints: times, places and forces.',
  entries: [...swings, ...tensions, ...cones, ...doubles, ...machines, ...beads, ...statics, ...momenta, joined],
};

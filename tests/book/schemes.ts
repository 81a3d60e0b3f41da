import { chain, createWorld, particles, tetSprings, type World } from '../../packages/engine/src/index.ts';
import { type Chapter, type Entry, exact, order4 } from './entry.ts';

const g = 9.81;

/** y of a point that falls from rest, after n steps. */
const fallen: Readonly<Record<string, [string, (t: number, h: number) => number]>> = {
  verlet: ['-g t^2/2', (t) => (-g * t * t) / 2],
  'velocity-verlet': ['-g t^2/2', (t) => (-g * t * t) / 2],
  beeman: ['-g t^2/2', (t) => (-g * t * t) / 2],
  midpoint: ['-g t^2/2', (t) => (-g * t * t) / 2],
  rk2: ['-g t^2/2', (t) => (-g * t * t) / 2],
  rk4: ['-g t^2/2', (t) => (-g * t * t) / 2],
  'euler-cromer': ['-g t (t + h)/2', (t, h) => (-g * t * (t + h)) / 2],
  'implicit-euler': ['-g t (t + h)/2', (t, h) => (-g * t * (t + h)) / 2],
  'backward-euler': ['-g t (t + h)/2', (t, h) => (-g * t * (t + h)) / 2],
  'explicit-euler': ['-g t (t - h)/2', (t, h) => (-g * t * (t - h)) / 2],
};
const falls: Entry[] = Object.entries(fallen).map(([integrator, [formula, y]]) => ({
  what: `free fall under ${integrator}`,
  formula: `y = ${formula}`,
  source: 'sum of the scheme over n steps',
  parameters: 'h = 10 ms, t = 1 s',
  unit: 'm',
  expected: y(1, 0.01),
  tolerance: 1e-13,
  reason: exact,
  measure: () => {
    const world = createWorld({ step: 0.01, integrator });
    world.add(particles([0, 0, 0], { id: 'stone', mass: 1.7 }));
    world.step(100);
    return world.positions('stone')[1];
  },
}));

/** A mass on a spring, along x: x_{n+1} - T x_n + D x_{n-1} = 0 for every linear scheme. */
const [k, m, step] = [200, 2, 0.02];
const z = step * Math.sqrt(k / m);
function spring(integrator: string): World {
  const world = createWorld({ step, gravity: [0, 0, 0], integrator });
  const edge = chain({ from: [0, 0, 0], to: [1, 0, 0], nodes: 2 });
  world.add(
    tetSprings(edge, { id: 'mass', form: 'spring', stretch: k, mass: m, fixed: [0], velocities: [0, 0, 0, 0.1, 0, 0] }),
  );
  return world;
}
/** T and D from five places in a row, after the start. */
function recurrence(integrator: string): { T: number; D: number } {
  const world = spring(integrator);
  world.step(5);
  const x = Array.from({ length: 4 }, () => {
    world.step();
    return world.positions('mass')[3] - 1;
  });
  const determinant = x[1] * x[1] - x[0] * x[2];
  return { T: (x[1] * x[2] - x[0] * x[3]) / determinant, D: (x[2] * x[2] - x[1] * x[3]) / determinant };
}
const schemes: Readonly<Record<string, { readonly T: [string, number]; readonly D: [string, number] }>> = {
  verlet: { T: ['2 - z^2', 2 - z ** 2], D: ['1', 1] },
  'velocity-verlet': { T: ['2 - z^2', 2 - z ** 2], D: ['1', 1] },
  beeman: { T: ['2 - z^2', 2 - z ** 2], D: ['1', 1] },
  'euler-cromer': { T: ['2 - z^2', 2 - z ** 2], D: ['1', 1] },
  'explicit-euler': { T: ['2', 2], D: ['1 + z^2', 1 + z ** 2] },
  midpoint: { T: ['2 - z^2', 2 - z ** 2], D: ['1 + z^4/4', 1 + z ** 4 / 4] },
  rk2: { T: ['2 - z^2', 2 - z ** 2], D: ['1 + z^4/4', 1 + z ** 4 / 4] },
  rk4: {
    T: ['2 - z^2 + z^4/12', 2 - z ** 2 + z ** 4 / 12],
    D: ['1 - z^6/72 + z^8/576', 1 - z ** 6 / 72 + z ** 8 / 576],
  },
  'implicit-euler': { T: ['2/(1 + z^2)', 2 / (1 + z ** 2)], D: ['1/(1 + z^2)', 1 / (1 + z ** 2)] },
};
const oscillators: Entry[] = Object.entries(schemes).flatMap(([integrator, known]) =>
  (['T', 'D'] as const).map((which) => ({
    what: which === 'T' ? `frequency under ${integrator}` : `growth or decay under ${integrator}`,
    formula: `${which === 'T' ? '2 sqrt(D) cos(w_d h)' : 'D = amplitude factor^2'} = ${known[which][0]}`,
    source: 'E. Hairer, C. Lubich, G. Wanner, Geometric numerical integration, ch. I',
    parameters: `z = h sqrt(k/m) = ${z}`,
    unit: '',
    expected: known[which][1],
    tolerance: 1e-9,
    reason: 'solved for from four places 0.01 m from rest, of coordinates of 1 m: rounding is multiplied by 1e5',
    measure: () => recurrence(integrator)[which],
  })),
);

const [mass, drag] = [1.3, 2.5];
const slowed = (integrator: string, h: number, t: number): World => {
  const world = createWorld({ step: h, gravity: [0, -g, 0], integrator });
  world.add(particles([0, 0, 0], { id: 'stone', mass, drag, velocities: [4, 0, 0] }));
  world.step(Math.round(t / h));
  return world;
};
const media: Entry[] = [
  {
    what: 'terminal velocity',
    formula: 'v = -g/d',
    source: "m v' = -m g - d m v",
    parameters: `d = ${drag} 1/s, rk4, h = 10 ms, t = 20 s`,
    unit: 'm/s',
    expected: -g / drag,
    tolerance: 1e-12,
    reason: 'e^(-50) of the start is left',
    measure: () => slowed('rk4', 0.01, 20).velocities('stone')[1],
  },
  {
    what: 'range of a projectile with drag',
    formula: 'x = v_0 (1 - e^(-d t))/d',
    source: 'integral of v_0 e^(-d t)',
    parameters: `v_0 = 4 m/s, d = ${drag} 1/s, rk4, h = 10 ms, t = 1 s`,
    unit: 'm',
    expected: (4 * (1 - Math.exp(-drag))) / drag,
    tolerance: 1e-7,
    reason: order4,
    measure: () => slowed('rk4', 0.01, 1).positions('stone')[0],
  },
  {
    what: 'height of a projectile with drag',
    formula: 'y = -g t/d + g (1 - e^(-d t))/d^2',
    source: 'integral of -g (1 - e^(-d t))/d',
    parameters: `d = ${drag} 1/s, rk4, h = 10 ms, t = 1 s`,
    unit: 'm',
    expected: -g / drag + (g * (1 - Math.exp(-drag))) / drag ** 2,
    tolerance: 1e-7,
    reason: order4,
    measure: () => slowed('rk4', 0.01, 1).positions('stone')[1],
  },
  {
    what: 'decay of a velocity under implicit-euler',
    formula: 'v_n = v_0/(1 + d h)^n',
    source: "v' = v - h d v'",
    parameters: `v_0 = 4 m/s, d = ${drag} 1/s, h = 10 ms, n = 100`,
    unit: 'm/s',
    expected: 4 / (1 + drag * 0.01) ** 100,
    tolerance: 1e-11,
    reason: 'tolerance of the solve, 1e-12',
    measure: () => slowed('implicit-euler', 0.01, 1).velocities('stone')[0],
  },
];

export const schemesChapter: Chapter = {
  file: 'schemes',
  title: 'Points, springs and integrators',
  about: 'What each integrator makes of constant forces, of a spring and of drag, in closed form.',
  entries: [...falls, ...oscillators, ...media],
};

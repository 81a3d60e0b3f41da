import {
  box,
  chain,
  createWorld,
  force,
  localMethod,
  nail,
  node,
  particles,
  reaction,
  tetFem,
  tetSprings,
  type World,
  worldPoint,
} from '../../packages/engine/src/index.ts';
import { type Chapter, type Entry, exact } from './entry.ts';

const g = 9.81;
const [E, nu] = [1000, 0.3];
const mu = E / (2 * (1 + nu));
const la = (E * nu) / ((1 + nu) * (1 - 2 * nu));
type Matrix = readonly [number, number, number, number, number, number, number, number, number];

/** A block of 1 m x 0.5 m x 0.5 m, every node of it nailed where x -> F x puts it: the force on its face at x = 1. */
function pulled(material: string, F: Matrix): number[] {
  const shape = box({ size: [1, 0.5, 0.5], cells: [3, 2, 2], centre: [0.5, 0.25, 0.25] });
  const world = createWorld({ step: 1e-4, gravity: [0, 0, 0], integrator: 'verlet', method: 'local' });
  const body = world.add(tetFem(shape, { id: 'block', density: 1, young: E, poisson: nu, material }));
  const x = shape.positions;
  const count = x.length / 3;
  const sides = [0, 1].map((side) =>
    Array.from({ length: count }, (_, i) => i).filter((i) => (x[3 * i] > 1 - 1e-9 ? 1 : 0) === side),
  );
  sides.forEach((nodes, side) => {
    const to = nodes.map((i) =>
      worldPoint(
        ...([0, 3, 6].map((r) => F[r] * x[3 * i] + F[r + 1] * x[3 * i + 1] + F[r + 2] * x[3 * i + 2]) as [
          number,
          number,
          number,
        ]),
      ),
    );
    world.constrain(
      nail(
        nodes.map((i) => node(body, i)),
        to,
      ),
      { id: side ? 'face' : 'rest' },
    );
  });
  world.step(4);
  return force(world, 'face');
}
const area = 0.25;
const stretched = (s: number): Matrix => [s, 0, 0, 0, 1, 0, 0, 0, 1];
const sheared = (k: number): Matrix => [1, 0, 0, k, 1, 0, 0, 0, 1];
const [turn, turnSine] = [Math.cos(1.1), Math.sin(1.1)];
const rotated: Matrix = [turn, -turnSine, 0, turnSine, turn, 0, 0, 0, 1];

/** First Piola stress on the face, P_11 of a stretch and P_21 of a shear, by the material's own energy. */
const materials: Readonly<
  Record<string, { readonly stretch: [string, (s: number) => number]; readonly shear: [string, (k: number) => number] }>
> = {
  'st-venant-kirchhoff': {
    stretch: ['P = s (2 mu + la)(s^2 - 1)/2', (s) => (s * (2 * mu + la) * (s * s - 1)) / 2],
    shear: ['P = k mu + k^3 (mu + la/2)', (k) => k * mu + k ** 3 * (mu + la / 2)],
  },
  corotated: {
    stretch: ['P = (2 mu + la)(s - 1)', (s) => (2 * mu + la) * (s - 1)],
    shear: [
      'P = 2 mu (k - sin b) + la (t - 3) sin b, tan b = k/2, t = 1 + sqrt(4 + k^2)',
      (k) => {
        const b = Math.atan(k / 2);
        const t = 1 + Math.sqrt(4 + k * k);
        return 2 * mu * (k - Math.sin(b)) + la * (t - 3) * Math.sin(b);
      },
    ],
  },
  'neo-hookean': {
    stretch: ['P = mu (s - 1) + (la + mu)(s - 1)', (s) => mu * (s - 1) + (la + mu) * (s - 1)],
    shear: ['P = mu k', (k) => mu * k],
  },
  'neo-hookean-log': {
    stretch: [
      'P = m s - m s/(I + 1) + l (s - 1) - 3 m/4, I = s^2 + 2, m = 4 mu/3, l = la + 5 mu/6',
      (s) => {
        const [m, l] = [(4 * mu) / 3, la + (5 * mu) / 6];
        return m * s - (m * s) / (s * s + 3) + l * (s - 1) - 0.75 * m;
      },
    ],
    shear: ['P = m k - m k/(I + 1), I = 3 + k^2, m = 4 mu/3', (k) => ((4 * mu) / 3) * (k - k / (4 + k * k))],
  },
};
const blocks: Entry[] = Object.entries(materials).flatMap(([material, { stretch, shear }]): Entry[] => {
  const common = {
    source: 'P = d psi/dF of the energy of the material',
    parameters: `E = ${E} Pa, nu = ${nu}, 72 tets`,
    unit: 'N',
  };
  const patch = 'patch test: linear tets carry a homogeneous strain to rounding';
  return [
    ...[0.8, 1.5].map(
      (s): Entry => ({
        ...common,
        what: `${material} stretched to ${s}, its sides held`,
        formula: `F = A P, ${stretch[0]}`,
        expected: area * stretch[1](s),
        tolerance: 1e-11,
        reason: patch,
        measure: () => pulled(material, stretched(s))[0],
      }),
    ),
    {
      ...common,
      what: `${material} in simple shear of 0.4`,
      formula: `F = A P, ${shear[0]}`,
      expected: area * shear[1](0.4),
      tolerance: 1e-11,
      reason: patch,
      measure: () => pulled(material, sheared(0.4))[1],
    },
    {
      ...common,
      what: `${material} turned by 1.1 rad: no force`,
      formula: 'F = 0',
      source: 'a rotation strains nothing',
      expected: 0,
      tolerance: 1e-9,
      reason: 'rounding of places, 2e-16 m, divided by h^2 = 1e-8 s^2, on 0.04 kg',
      measure: () => Math.hypot(...pulled(material, rotated)),
    },
  ];
});

/** A chain of springs hangs from its first node: how far its last one is down. */
function hung(integrator: string, step: number, method: string, seconds: number): World {
  const world = createWorld({ step, gravity: [0, -g, 0], integrator, method });
  const line = world.add(
    tetSprings(chain({ from: [0, 0, 0], to: [0, -9, 0], nodes: 10 }), {
      id: 'line',
      form: 'spring',
      stretch: 1000,
      mass: 0.1,
      damping: 5,
      drag: 3,
    }),
  );
  world.constrain(nail(node(line, 0), worldPoint(0, 0, 0)), { id: 'nail' });
  world.step(Math.round(seconds / step));
  return world;
}
const chains: Entry[] = (
  [
    ['verlet', 1e-3, 'local', 12],
    ['verlet', 1e-3, 'lagrange', 12],
    ['implicit-euler', 0.01, 'local', 12],
    ['implicit-euler', 0.1, 'local', 30],
  ] as const
).map(
  ([integrator, step, method, seconds]): Entry => ({
    what: `ten masses on springs hang at rest (${integrator}, ${method}, h = ${step} s): the last one`,
    formula: 'sag = m g n (n + 1)/(2 k), n = 9',
    source: 'each spring carries what is below it',
    parameters: 'm = 0.1 kg, k = 1000 N/m',
    unit: 'm',
    expected: (0.1 * g * 45) / 1000,
    tolerance: 1e-9,
    reason: 'what motion is left',
    measure: () => -9 - hung(integrator, step, method, seconds).positions('line')[28],
  }),
);

/** PB88: how reaction, augmented and penalty approach. */
const approaches: Entry[] = [
  {
    what: 'reaction: a point 0.1 m off its nail comes to it',
    formula: 'C = C_0 (1 + w t) e^(-w t)',
    source: 'PB88, sec. 4: critical damping',
    parameters: 'w = 20 rad/s, rk4, h = 0.1 ms, t = 0.1 s',
    unit: 'm',
    expected: 0.1 * 3 * Math.exp(-2),
    tolerance: 1e-8,
    reason: 'error of the scheme, proportional to h^4',
    measure: () => {
      const method = reaction({ omega: 20 });
      const world = createWorld({ step: 1e-4, gravity: [0, 0, 0], integrator: 'rk4', method });
      const dot = world.add(particles([0.1, 0, 0], { id: 'dot', mass: 2 }));
      world.constrain(nail(node(dot, 0), worldPoint(0, 0, 0)), { id: 'nail' });
      world.step(1000);
      return world.positions('dot')[0];
    },
  },
  {
    what: 'penalty: a weight on its nail oscillates about its sag',
    formula: 'mean sag = g/w^2, w = 0.2/h',
    source: 'PB88, sec. 3: a spring gives way',
    parameters: 'h = 1 ms, verlet; mean of highest and lowest place over 1 s',
    unit: 'm',
    expected: g / 200 ** 2,
    tolerance: 1e-2,
    reason: 'places are read once in a step, 1/31 of a period',
    measure: () => {
      const world = createWorld({ step: 1e-3, gravity: [0, -g, 0], integrator: 'verlet', method: 'penalty' });
      const dot = world.add(particles([0, 0, 0], { id: 'dot', mass: 2 }));
      world.constrain(nail(node(dot, 0), worldPoint(0, 0, 0)), { id: 'nail' });
      let low = 0;
      for (let n = 0; n < 1000; n++) {
        world.step();
        low = Math.min(low, world.positions('dot')[1]);
      }
      return -low / 2;
    },
  },
  {
    what: 'augmented: the force of a nail at rest',
    formula: 'F = m g',
    source: 'PB88, sec. 5: the multiplier takes what the spring lacks',
    parameters: 'm = 2 kg, verlet, h = 1 ms, t = 3 s',
    unit: 'N',
    expected: 2 * g,
    tolerance: 1e-9,
    reason: 'what motion is left',
    measure: () => {
      const world = createWorld({ step: 1e-3, gravity: [0, -g, 0], integrator: 'verlet', method: 'augmented' });
      const dot = world.add(particles([0, 0, 0], { id: 'dot', mass: 2 }));
      world.constrain(nail(node(dot, 0), worldPoint(0, 0, 0)), { id: 'nail' });
      world.step(3000);
      return force(world, 'nail')[1];
    },
  },
  {
    what: 'GBT06: a gap closed after the solve of implicit Euler moves a node by all of it',
    formula: 'F h^2/(m (1 + d h)) = gap',
    source: 'GBT06, eq. 1 and 10; notes, T10',
    parameters: 'gap 0.1 m, m = 0.1 kg, h = 10 ms, d = 0: F',
    unit: 'N',
    expected: (0.1 * 0.1) / 1e-4,
    tolerance: 1e-11,
    reason: exact,
    measure: () => {
      const method = localMethod({ implicit: 'post' });
      const world = createWorld({ step: 0.01, gravity: [0, 0, 0], integrator: 'implicit-euler', method });
      const line = world.add(
        tetSprings(chain({ from: [0, 0, 0], to: [9, 0, 0], nodes: 10 }), {
          id: 'line',
          form: 'spring',
          stretch: 1e4,
          mass: 0.1,
        }),
      );
      world.constrain(nail(node(line, 0), worldPoint(-0.1, 0, 0)), { id: 'nail' });
      world.step();
      return -force(world, 'nail')[0];
    },
  },
];

export const solidsChapter: Chapter = {
  file: 'solids',
  title: 'Solids, chains of springs, and methods of approach',
  about:
    'Materials under known strains, chains at rest, and the published behaviour of methods that approach their constraints.',
  entries: [...blocks, ...chains, ...approaches],
};

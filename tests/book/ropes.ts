import { readFileSync } from 'node:fs';
import {
  createWorld,
  nail,
  orientation,
  position,
  type Spline,
  spline,
  splinePoint,
  type World,
  worldPoint,
} from '../../packages/engine/src/index.ts';
import { buildScene, parseScene } from '../../packages/io/src/index.ts';
import { catenary } from '../support/catenary.ts';
import type { Chapter, Entry } from './entry.ts';

const g = 9.81;
/** A force at a point of a rod: each control point has its share. */
function pull(world: World, rod: Spline, u: number, force: readonly number[], id: string): void {
  const { first, b } = rod.basis(u);
  b.forEach((share, k) => {
    const part = force.map((f) => share * f) as [number, number, number];
    world.apply({ id: `${id} ${k}`, body: rod.id, node: first + k, force: part });
  });
}

let hung: World | undefined;
/** A rope of 1.5 m over a gap of 1.2 m, drawn as a V. */
function hanging(): World {
  if (hung) return hung;
  const world = createWorld({ step: 0.02, gravity: [0, -g, 0], integrator: 'backward-euler', method: 'displacement' });
  const points = [0, 0, 0, 0.6, -0.45, 0, 1.2, 0, 0];
  const rope = world.add(spline({ id: 'rope', points, count: 31, length: 1.5, EA: 1e6, EI: 1e-6, rhoA: 0.2, drag: 6 }));
  world.constrain(nail(splinePoint(rope, 0), worldPoint(0, 0, 0)), { id: 'left' });
  world.constrain(nail(splinePoint(rope, rope.spans), worldPoint(1.2, 0, 0)), { id: 'right' });
  world.step(600);
  hung = world;
  return world;
}
const hangs: Entry[] = [
  {
    what: 'a rope over a gap: its sag',
    formula: 's = (V^2/(2 EA) + sqrt(H^2 + V^2) - H)/w',
    source: 'elastic catenary, H. M. Irvine, Cable structures, 1981',
    parameters: 'L = 1.5 m over 1.2 m, rhoA = 0.2 kg/m, EA = 1e6 N, 31 points, drawn as a V, backward-euler, 12 s',
    unit: 'm',
    expected: catenary(1.2, 1.5, 0.2 * g, 1e6).sag,
    tolerance: 1e-5,
    reason: 'error of 30 cubic spans, and what motion is left',
    measure: () => -position(hanging(), splinePoint(hanging().body('rope') as Spline, 15))[1],
  },
  {
    what: 'a rope over a gap: the horizontal force',
    formula: 'span = H L/EA + 2 H/w asinh(V/H)',
    source: 'elastic catenary, H. M. Irvine, Cable structures, 1981',
    parameters: 'as above',
    unit: 'N',
    expected: catenary(1.2, 1.5, 0.2 * g, 1e6).H,
    tolerance: 5e-5,
    reason: 'error of 30 cubic spans',
    measure: () => hanging().forces('right')[0][0][0],
  },
];

/** The tip of a clamped rod of 1 m under forces, quasi-static: how far it is from the start. */
function clampedTip(force: readonly number[], EA: number, steps: number, count = 13): readonly number[] {
  const world = createWorld({ step: 0.01, gravity: [0, 0, 0], integrator: 'quasi-static', method: 'displacement' });
  const rod = world.add(spline({ id: 'rod', points: [1, 1, 0, 2, 1, 0], count, EA, EI: 1, rhoA: 1 }));
  world.constrain(nail(splinePoint(rod, 0), worldPoint(1, 1, 0)));
  world.constrain(orientation({ body: rod, u: 0 }, worldPoint(1, 0, 0)));
  for (let k = 1; k <= steps; k++) {
    pull(
      world,
      rod,
      rod.spans,
      force.map((f) => f / steps),
      `pull ${k}`,
    );
    world.step();
  }
  return position(world, splinePoint(rod, rod.spans)).map((x, k) => x - [2, 1, 0][k]);
}
const elastica: Entry[] = [
  {
    what: 'elastica: a clamped rod under a load across its end, how far that drops',
    formula: "EI a'' = -P cos a, a(0) = 0, a'(L) = 0",
    source: 'K. E. Bisshopp, D. C. Drucker, Large deflection of cantilever beams, 1945: P L^2/EI = 5',
    parameters: 'EI = 1 N m^2, L = 1 m, P = 5 N, EA = 1e8 N, 13 points, quasi-static, displacement',
    unit: 'm',
    expected: 0.713792,
    tolerance: 1e-5,
    reason: 'error of 12 cubic spans, and six digits of the table',
    measure: () => -clampedTip([0, -5, 0], 1e8, 5)[1],
  },
  {
    what: 'a clamped rod under a small load: how far its end drops',
    formula: 'w = P L^3/(3 EI)',
    source: 'beam theory',
    parameters: 'EI = 1 N m^2, L = 1 m, P = 1 mN, EA = 1e6 N, 13 points',
    unit: 'm',
    expected: 1e-3 / 3,
    tolerance: 2e-6,
    reason: 'error of 12 cubic spans',
    measure: () => -clampedTip([0, -1e-3, 0], 1e6, 1)[1],
  },
  // linear theory: lateral deflections are 1e-4 of the length
  ...[0.5, 0.9].map((part): Entry => {
    const P = (part * Math.PI ** 2) / 4;
    const k = Math.sqrt(P);
    return {
      what: `Euler's column pressed with ${part} of its buckling load, and pushed across: how far its end moves`,
      formula: 'w = F (tan kL - kL)/(P k), k^2 = P/EI, P_cr = pi^2 EI/(4 L^2)',
      source: 'S. P. Timoshenko, J. M. Gere, Theory of elastic stability, 1961, sec. 1.4',
      parameters: 'EI = 1 N m^2, L = 1 m, F = 1e-5 N, EA = 1e6 N, 13 points, quasi-static, displacement',
      unit: 'm',
      expected: (1e-5 * (Math.tan(k) - k)) / (P * k),
      tolerance: part < 0.8 ? 1e-5 : 1e-4,
      reason: 'error of 12 cubic spans in the buckling load, times 1/(1 - P/P_cr)',
      measure: () => clampedTip([-P, 1e-5, 0], 1e6, 10)[1],
    };
  }),
];

/** A stretched string, struck in the shape of a mode: when its point at x/L = 1/(2n) comes back. */
function stringMode(n: number): number {
  const [L, spans, EA, rhoA, tension] = [1, 24, 1000, 0.5, 40];
  const at = Array.from({ length: spans + 1 }, (_, i) => (L * i) / spans);
  const world = createWorld({ step: 2e-4, gravity: [0, 0, 0], integrator: 'verlet', method: 'lagrange' });
  const string = spline({
    id: 'string',
    points: at.flatMap((x) => [x, 0, 0]),
    velocities: at.flatMap((x) => [0, 1e-3 * Math.sin((n * Math.PI * x) / L), 0]),
    length: L / (1 + tension / EA),
    EA,
    EI: 1e-8,
    rhoA,
  });
  world.add(string);
  for (const [id, u] of [
    ['left', 0],
    ['right', spans],
  ] as const)
    world.constrain(nail(splinePoint(string, u), worldPoint((L * u) / spans, 0, 0)), { id });
  const read = (): number => position(world, splinePoint(string, spans / (2 * n)))[1];
  world.step(5);
  for (let before = read(); ; ) {
    world.step();
    const now = read();
    if (now <= 0) return world.time - (world.h * now) / (now - before);
    before = now;
  }
}
const modes: Entry[] = [1, 2, 3].map((n) => ({
  what: `a stretched string: half a period of mode ${n}`,
  formula: 'T/2 = (L/n) sqrt(rhoA/T)',
  source: "B. Taylor, 1713; J. le R. d'Alembert, 1747",
  parameters: 'L = 1 m, tension 40 N, rhoA = 0.5 kg/m of the stretched string, 24 spans, verlet, lagrange, h = 0.2 ms',
  unit: 's',
  // the mass is that of the length at rest
  expected: (1 / n) * Math.sqrt(0.5 / 1.04 / 40),
  tolerance: 1e-4,
  reason: 'error of 24 spans; the shape is that of control points, which has a little of other modes in it',
  measure: () => stringMode(n),
}));

/** The ropes of the example capstan that go round a quarter. */
function capstan(copy: number): number {
  const text = readFileSync(new URL('../../examples/micado-2008/capstan.json', import.meta.url), 'utf8');
  const scene = JSON.parse(text) as Record<'bodies' | 'constraints' | 'probes', { readonly id: string }[]>;
  const some = { ...scene };
  some.bodies = scene.bodies.filter(({ id }) => id === 'cylinder' || id.startsWith('quarter'));
  for (const part of ['constraints', 'probes'] as const)
    some[part] = scene[part].filter(({ id }) => id.includes('quarter'));
  const simulation = buildScene(parseScene(JSON.stringify(some), 'capstan'), 'capstan');
  simulation.step(300);
  return Math.hypot(...simulation.world.forces(`hand-quarter-${copy}`)[0][0]) / 10;
}
const capstans: Entry[] = [0.1, 0.3].map((mu, copy) => ({
  what: `capstan: force over load round a quarter turn, mu = ${mu}`,
  formula: 'T_2/T_1 = e^(mu a)',
  source: 'L. Euler, 1769; J. A. Eytelwein, 1808; MIC08, sec. 5.3',
  parameters: 'nine eyes with Coulomb friction, load 10 N, pulled at 20 mm/s, displacement, h = 10 ms, t = 3 s',
  unit: '',
  expected: Math.exp((mu * Math.PI) / 2),
  tolerance: 0.01,
  reason: 'nine eyes for a round cylinder, and the weight of the rope',
  measure: () => capstan(copy),
}));

/** MIC08's bar: longer by its own weight, and its natural period. */
const bars: Entry[] = [
  {
    what: 'MIC08: a bar hangs by its end and is longer by its own weight',
    formula: 'rhoA g L^2/(2 EA)',
    source: 'MIC08 notes, check 4',
    parameters: 'L = 1 m, EA = 100 N, rhoA = 0.5 kg/m, 6 points, quasi-static',
    unit: 'm',
    expected: (0.5 * g) / 200,
    tolerance: 1e-3,
    reason: 'six cubic points carry a stress that is linear along the bar',
    measure: () => {
      const world = createWorld({
        step: 0.01,
        gravity: [0, -g, 0],
        integrator: 'quasi-static',
        method: 'displacement',
      });
      const bar = world.add(spline({ id: 'bar', points: [1, 2, 0, 1, 1, 0], count: 6, EA: 100, EI: 0.01, rhoA: 0.5 }));
      world.constrain(nail(splinePoint(bar, 0), worldPoint(1, 2, 0)), { id: 'top' });
      world.step(2);
      return 1 - position(world, splinePoint(bar, bar.spans))[1];
    },
  },
  {
    what: 'MIC08: the same bar, force at its top',
    formula: 'F = rhoA g L',
    source: 'MIC08 notes, check 4',
    parameters: 'as above',
    unit: 'N',
    expected: 0.5 * g,
    tolerance: 1e-9,
    reason: 'tolerance of the solve',
    measure: () => {
      const world = createWorld({
        step: 0.01,
        gravity: [0, -g, 0],
        integrator: 'quasi-static',
        method: 'displacement',
      });
      const bar = world.add(spline({ id: 'bar', points: [1, 2, 0, 1, 1, 0], count: 6, EA: 100, EI: 0.01, rhoA: 0.5 }));
      world.constrain(nail(splinePoint(bar, 0), worldPoint(1, 2, 0)), { id: 'top' });
      world.step(2);
      return world.forces('top')[0][0][1];
    },
  },
];

export const ropesChapter: Chapter = {
  file: 'ropes',
  title: 'Ropes and rods',
  about: 'Ropes that hang and swing, rods that bend and buckle, friction.',
  entries: [...hangs, ...elastica, ...modes, ...capstans, ...bars],
};

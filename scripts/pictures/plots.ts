/** The pictures of integrators, methods and materials: what they do to the simplest scene, computed by the engine. */
import { box, createWorld, potentialEnergy, residual, tetFem } from '@pliant/engine';
import { buildScene, parseScene } from '../../packages/io/src/index.ts';
import { type Curve, plot } from './plot.ts';

const scene = (parts: object) =>
  buildScene(parseScene(JSON.stringify({ pliant: 1, name: 'picture', ...parts }), 'picture'), 'picture');

const [period, stepsPerPeriod, periods] = [1, 12, 5];
/** Starts 1 m above its equilibrium. */
const exact = (time: number): number => Math.cos((2 * Math.PI * time) / period);

/** A weight on a spring: its height over its equilibrium, m, step by step. */
function oscillation(integrator: string): (readonly [number, number])[] {
  const omega = (2 * Math.PI) / period;
  const simulation = scene({
    ...{ step: period / stepsPerPeriod, gravity: [0, 0, 0], defaults: { integrator } },
    bodies: [
      {
        ...{
          id: 'spring',
          kind: 'tet-springs',
          form: 'joule',
          mass: 1,
          drag: integrator === 'first-order-flow' ? omega : 0,
        },
        mesh: {
          kind: 'inline',
          positions: [
            [0, -10, 0],
            [0, 0, 0],
          ],
          edges: [[0, 1]],
        },
        fixed: { nodes: [0] },
        stretch: omega * omega * 100, // J: k L^2
      },
    ],
  });
  const { world } = simulation;
  const height = (): number => world.positions('spring')[4];
  world.positions('spring')[4] = 1;
  const points: [number, number][] = [[0, height()]];
  for (let n = 0; n < periods * stepsPerPeriod; n++) {
    world.step();
    points.push([world.time, Math.max(-3, Math.min(3, height()))]);
    if (Math.abs(height()) > 2.2) break;
  }
  return points;
}

export function integratorPicture(kind: string): string {
  const points = oscillation(kind);
  const smooth = Array.from({ length: 301 }, (_, k) => (k / 300) * periods * period);
  const curves: Curve[] = [
    { name: 'exact', colour: '#b5b0a4', points: smooth.map((t) => [t, exact(t)]) },
    { name: kind, colour: '#2f6fae', points, dots: true },
  ];
  return plot(
    `A weight on a spring under ${kind}, ${stepsPerPeriod} steps in a period`,
    { label: 'time, s' },
    { label: 'height, m', least: -2, most: 2 },
    curves,
  );
}

const methodNames = ['local', 'lagrange', 'reaction', 'augmented', 'penalty', 'displacement'];
/** The error of a pendulum's rod that starts 5 cm too long, m, step by step. */
function rodError(method: string): (readonly [number, number])[] {
  const simulation = scene({
    ...{ step: 0.002, defaults: { method, integrator: method === 'displacement' ? 'backward-euler' : 'verlet' } },
    bodies: [{ id: 'bob', kind: 'particles', positions: [[1.05, 0, 0]], mass: 1 }],
    constraints: [{ id: 'rod', kind: 'distance', a: { body: 'bob', nodes: [0] }, b: [0, 0, 0], length: 1 }],
  });
  const { world } = simulation;
  const points: [number, number][] = [];
  for (let n = 0; n < 400; n++) {
    world.step();
    if (n < 20 || n % 5 === 0) points.push([world.time, Math.max(1e-17, residual(world).max)]);
  }
  return points;
}

export function methodPicture(kind: string): string {
  const others = methodNames.filter((name) => name !== kind);
  const curves: Curve[] = [
    ...others.map((name) => ({ name, colour: '#c9c4b8', points: rodError(name) })),
    { name: kind, colour: '#2f6fae', points: rodError(kind) },
  ];
  const y = { label: 'error of the rod, m', log: true, least: 1e-17, most: 1 };
  return plot(
    `The error of a pendulum's rod that starts 5 cm too long, under ${kind} and under other methods`,
    { label: 'time, s' },
    y,
    curves,
  );
}

/** The stress of a block that is stretched along one axis and held across it, Pa, over the stretch. */
export function materialsPicture(): string {
  const colours = {
    'neo-hookean': '#2f6fae',
    'neo-hookean-log': '#3f8f5b',
    'st-venant-kirchhoff': '#c2504d',
    corotated: '#b07a1f',
  } as const;
  const curves = Object.entries(colours).map(([material, colour]): Curve => {
    const world = createWorld({ step: 1e-3, gravity: [0, 0, 0] });
    const block = box({ size: [1, 1, 1], cells: [1, 1, 1] });
    world.add(tetFem(block, { id: 'block', material, young: 1, poisson: 0.3, density: 1 }));
    const energy = (stretch: number): number => {
      const x = world.positions('block');
      for (let i = 0; i < x.length; i += 3) x[i] = stretch * block.positions[i];
      return potentialEnergy(world);
    };
    const d = 1e-5;
    const stretches = Array.from({ length: 121 }, (_, k) => 0.3 + k / 100);
    return { name: material, colour, points: stretches.map((l) => [l, (energy(l + d) - energy(l - d)) / (2 * d)]) };
  });
  return plot(
    'The stress of four materials over the stretch',
    { label: 'length / length at rest' },
    { label: 'stress / E', least: -1.2, most: 1.6 },
    curves,
  );
}

import { describe, expect, test } from 'vitest';
import {
  ball,
  ballMesh,
  box,
  chain,
  createPath,
  createWorld,
  displacementMethod,
  fillTets,
  grid,
  integrators,
  lagrange,
  lagrangeMethod,
  localMethod,
  mesh,
  nail,
  node,
  particles,
  plane,
  reaction,
  refined,
  ring,
  roundedBox,
  spline,
  tetFem,
  tetSprings,
  worldDefaults,
  worldPoint,
} from '../index.ts';

/** As plain JavaScript calls it: no type is checked. */
// biome-ignore lint/suspicious/noExplicitAny: what TypeScript would refuse is what is tested
type Loose = any;
const cube = box({ size: [1, 1, 1], cells: [1, 1, 1] });

describe('what plain JavaScript gets wrong is refused with a sentence', () => {
  const cases: [string, () => unknown, string][] = [
    ['misspelt', () => createWorld({ stpe: 1 } as Loose), 'createWorld: "stpe" is not an option. Did you mean "step"?'],
    [
      'unknown',
      () => createWorld({ colour: 1 } as Loose),
      'createWorld: "colour" is not an option. There are "step", "gravity", "integrator", "method", "contact", "threads".',
    ],
    [
      'no object',
      () => createWorld(0.001 as Loose),
      'createWorld: the options are 0.001. Give an object with "step", "gravity", "integrator", "method", "contact" or "threads".',
    ],
    ['text', () => createWorld({ step: '1' } as Loose), 'createWorld: step — "1" cannot be used. Give a number.'],
    [
      'choice',
      () => localMethod({ projection: 'off' } as Loose),
      'localMethod: projection — "off" cannot be used. Give "needed" or "never".',
    ],
    [
      'flag',
      () => lagrangeMethod({ paper: 1 } as Loose),
      'lagrangeMethod: paper — 1 cannot be used. Give true or false.',
    ],
    [
      'option of another method',
      () => displacementMethod({ inequalities: 'slack' } as Loose),
      'displacementMethod: "inequalities" is not an option. There are "paper", "stiffening", "tolerance".',
    ],
    ['reaction', () => reaction({ omga: 3 } as Loose), 'reaction: "omga" is not an option. Did you mean "omega"?'],
    ['missing', () => box({ size: [1, 1, 1] } as Loose), 'box: cells — it is missing. Give a list of numbers.'],
    [
      'no options',
      () => box(undefined as Loose),
      'box: the options are undefined. Give an object with "size", "cells", "tetsPerCell" or "centre".',
    ],
    [
      'list',
      () => box({ size: 1, cells: [1, 1, 1] } as Loose),
      'box: size — 1 cannot be used. Give a list of numbers.',
    ],
    [
      'number',
      () => ring({ innerRadius: [1] } as Loose),
      'ring: innerRadius — a list of 1 cannot be used. Give a number.',
    ],
    [
      'tetFem',
      () => tetFem(cube, { yuong: 1e5, poisson: 0.3, density: 1 } as Loose),
      'tetFem: "yuong" is not an option. Did you mean "young"?',
    ],
    [
      'tetSprings',
      () => tetSprings(cube, { density: 1, form: 'Pa' } as Loose),
      'tetSprings: form — "Pa" cannot be used. Give "modulus", "spring" or "joule".',
    ],
    [
      'particles',
      () => particles([0, 0, 0], {} as Loose),
      'particles: mass — it is missing. Give a number or a list of numbers.',
    ],
    ['spline', () => spline({ point: [] } as Loose), 'spline: "point" is not an option. Did you mean "points"?'],
    ['ball', () => ball({ mass: 1, radius: '1' } as Loose), 'ball: radius — "1" cannot be used. Give a number.'],
    ['plane', () => plane({} as Loose), 'plane: normal — it is missing. Give a list of numbers.'],
    ['ballMesh', () => ballMesh({ radius: 1 } as Loose), 'ballMesh: cells — it is missing. Give a number.'],
    ['chain', () => chain({ from: [0, 0, 0], two: 1 } as Loose), 'chain: "two" is not an option. Did you mean "to"?'],
    [
      'grid',
      () => grid({ size: [1, 1], cells: [1, 1], plane: 'zx' } as Loose),
      'grid: plane — "zx" cannot be used. Give "xz", "xy" or "yz".',
    ],
    [
      'roundedBox',
      () => roundedBox({ size: [1, 1, 1] } as Loose),
      'roundedBox: radius — it is missing. Give a number.',
    ],
    [
      'refined',
      () => refined(cube, { level: 1 } as Loose),
      'refined: "level" is not an option. Did you mean "levels"?',
    ],
    ['mesh', () => mesh({ tets: [] } as Loose), 'mesh: positions — it is missing. Give a list of numbers.'],
    [
      'fillTets',
      () => fillTets(cube, { size: 1, holes: 'fill' } as Loose),
      'fillTets: holes — "fill" cannot be used. Give "refuse" or "close".',
    ],
    [
      'path',
      () => createPath({ kind: 'linear', time: [0], points: [[0, 0, 0]] } as Loose),
      'createPath: "time" is not an option. Did you mean "times"?',
    ],
    [
      'constrain',
      () => createWorld().constrain({} as Loose, { id: 'a', activ: true } as Loose),
      'world.constrain: "activ" is not an option. Did you mean "active"?',
    ],
    [
      'method',
      () => createWorld({ method: 'lagrang' }),
      'createWorld: method — "lagrang" is unknown. Did you mean "lagrange"?',
    ],
    [
      'method of a function',
      () => createWorld({ method: lagrangeMethod as Loose }),
      'createWorld: method — a function cannot be used. Give text or an object.',
    ],
    [
      'integrator',
      () => createWorld({ integrator: 'Verlet' }),
      'createWorld: integrator — "Verlet" is unknown. Did you mean "verlet"?',
    ],
    [
      'no integrator',
      () => createWorld({ integrator: {} as Loose }),
      'createWorld: integrator — an object cannot be used. Give a name such as "verlet", or one of `allIntegrators`.',
    ],
  ];
  test.each(cases)('%s', (_, make, message) => {
    expect(make).toThrow(expect.objectContaining({ message }));
  });
});

test('a world without arguments has the defaults', () => {
  const world = createWorld();
  expect([world.h, world.gravity]).toEqual([worldDefaults.step, worldDefaults.gravity]);
  const point = world.add(particles([0, 0, 0], { mass: 1 }));
  world.constrain(nail(node(point, 0), worldPoint(0, 0, 0)));
  world.step(10);
  expect([...world.positions(point.id)]).toEqual([0, 0, 0]);
  expect(world.constraints[0].method.kind).toBe('local');
});

test('methods and integrators are chosen alike: by name or by value', () => {
  const run = (choice: Parameters<typeof createWorld>[0], own: object = {}): string => {
    const world = createWorld({ step: 0.01, ...choice });
    const point = world.add(particles([0, 0, 0], { mass: 1, ...own }));
    world.constrain(nail(node(point, 0), worldPoint(0, 0, 0)), { id: 'n' });
    world.step(5);
    return world.hash();
  };
  const byName = run({ integrator: 'euler-cromer', method: 'lagrange' });
  expect(run({ integrator: integrators['euler-cromer'], method: lagrange })).toBe(byName);
  expect(run({ method: 'lagrange' }, { integrator: 'euler-cromer' })).toBe(byName);
  expect(run({ method: 'lagrange' }, { integrator: integrators['euler-cromer'] })).toBe(byName);
  const world = createWorld();
  const point = world.add(particles([0, 0, 0, 1, 0, 0], { mass: 1 }));
  world.constrain(nail(node(point, 0), worldPoint(0, 0, 0)), { method: 'lagrange' });
  world.constrain(nail(node(point, 1), worldPoint(1, 0, 0)), { method: lagrangeMethod({ a: 0.5 }) });
  expect(new Set(world.constraints.map(({ method }) => method)).size).toBe(1); // equal options make one batch
  world.setIntegrator(integrators.rk4, point.id);
  world.step();
});

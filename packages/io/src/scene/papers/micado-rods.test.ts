/** Rods in scenes: how they are given, where their points are, what holds them. */
import { position, residual, rowsReport, type Spline, splinePoint, totalMass } from '@pliant/engine';
import { describe, expect, test } from 'vitest';
import { build, held, rope, section } from '../../../../../tests/support/rods.ts';

const bodyOf = (given: object): Spline => build({ bodies: [given] }).world.bodies[0] as Spline;

describe('the body', () => {
  test('goes through its points; a parabola, an arc and a screw have the lengths they should have', () => {
    expect(bodyOf(rope).spans).toBe(3);
    const made = (curve: object, count = 41) => bodyOf({ id: 'c', kind: 'spline', curve, count, ...section });
    expect(made({ kind: 'line', from: [0, 0, 0], to: [3, 4, 0] }, 6).restLength).toBeCloseTo(5, 12);
    // y = x^2 over 0 to 1: sqrt(5)/2 + asinh(2)/4
    const parabola = made({
      kind: 'bezier',
      points: [
        [0, 0, 0],
        [0.5, 0, 0],
        [1, 1, 0],
      ],
    });
    expect(parabola.restLength).toBeCloseTo(Math.sqrt(5) / 2 + Math.asinh(2) / 4, 4);
    expect(made({ kind: 'helix', radius: 2, turns: 0.5 }).restLength).toBeCloseTo(2 * Math.PI, 3);
    expect(made({ kind: 'helix', radius: 1, pitch: 3.4, turns: 2 }).restLength).toBeCloseTo(
      2 * Math.hypot(2 * Math.PI, 3.4),
      1,
    );
  });
  test('is as printed where the method is as printed, unless it says otherwise', () => {
    const modelOf = (method: object | string, given: object = {}): string =>
      (
        build({ bodies: [{ ...rope, ...given }], defaults: { integrator: 'backward-euler', method } }).world
          .bodies[0] as Spline
      ).centreline.name;
    expect(modelOf('displacement')).toBe('cubic');
    expect(modelOf({ kind: 'displacement', paper: false })).toBe('cubic');
    expect(modelOf({ kind: 'displacement', paper: true })).toBe('cubic-paper');
    expect(modelOf({ kind: 'displacement', paper: true }, { model: 'cubic' })).toBe('cubic');
  });
  test('is given by moduli and a diameter', () => {
    const { section: found } = bodyOf({
      id: 'steel',
      kind: 'spline',
      points: [
        [0, 0, 0],
        [1, 0, 0],
      ],
      young: 2e11,
      shear: 8e10,
      density: 7800,
      diameter: 0.01,
    });
    expect(found.EA).toBeCloseTo(2e11 * Math.PI * 25e-6, 3);
    expect(found.GJ).toBeCloseTo((8e10 * Math.PI * 1e-8) / 32, 6);
  });
  test('is placed and repeated', () => {
    const { world } = build({
      bodies: [{ ...rope, place: { translate: [0, 1, 0] }, repeat: { grid: [1, 1, 3], spacing: [0, 0, 2] } }],
    });
    expect(world.bodies.map((b) => b.id)).toEqual(['rope[0]', 'rope[1]', 'rope[2]']);
    const end = position(world, splinePoint(world.bodies[2] as Spline, 3));
    expect(Math.hypot(end[0] - 3, end[1] - 2, end[2] - 4)).toBeLessThan(1e-14);
    expect(totalMass(world)).toBeCloseTo(3 * 3 * 0.4, 12);
  });
});

describe('points along rods', () => {
  test('by u and by length, one or many, for nails, rods, joins, equations, forces and probes', () => {
    const simulation = build({
      constraints: [
        { id: 'ends', kind: 'nail', a: { body: ['rope', 'cable'], along: [0, 1] } },
        { id: 'ties', kind: 'distance', a: { body: 'rope', u: [1, 2] }, b: { body: 'cable', u: [1.5, 0.5] } },
        { id: 'level', kind: 'equation', equation: 'a.z = 0', points: { a: { body: 'rope', along: 0.25 } } },
      ],
      events: [{ at: 0, do: 'apply-force', id: 'pull', on: { body: 'rope', u: 1.5 }, force: [0, -8, 0] }],
      probes: [
        { id: 'quarter', kind: 'position', of: { body: 'rope', along: 0.25 } },
        { id: 'ends', kind: 'force', constraint: 'ends' },
      ],
    });
    expect(simulation.probes[0].read()[0]).toBeCloseTo(0.75, 12);
    expect(simulation.counts().rows).toEqual({ absolute: 16, relative: 3, contact: 0 });
    simulation.step(1500);
    expect(residual(simulation.world).max).toBeLessThan(1e-9);
    const weight = 9.81 * 5 * 0.4;
    expect(Math.abs(simulation.probes[1].read()[1] - weight - 8)).toBeLessThan(1e-3);
  });
  test('the part of the length is that of the rest, also where u does not run evenly', () => {
    const uneven = [0, 0.1, 0.4, 1].map((x) => [x, 0, 0]);
    const { probes } = build({
      bodies: [{ ...rope, points: uneven }],
      probes: [{ id: 'third', kind: 'position', of: { body: 'rope', along: 0.3 } }],
    });
    expect(probes[0].read()[0]).toBeCloseTo(0.3, 6);
  });
});

describe('constraints', () => {
  const end = (u: number) => ({ body: 'rope', u });
  test.each([
    [
      { kind: 'nail', a: end(0) },
      { absolute: 4, relative: 0 },
    ],
    [
      { kind: 'nail', a: end(0), twist: false },
      { absolute: 3, relative: 0 },
    ],
    [
      { kind: 'nail', a: { body: 'thread', u: 0 } },
      { absolute: 3, relative: 0 },
    ],
    [
      { kind: 'orientation', a: end(0) },
      { absolute: 2, relative: 0 },
    ],
    [
      { kind: 'orientation', a: end(0), rows: 3 },
      { absolute: 3, relative: 0 },
    ],
    [
      { kind: 'orientation', a: end(3), b: { body: 'cable', u: 0 } },
      { absolute: 0, relative: 2 },
    ],
    [
      { kind: 'orientation', a: end(0), direction: [0, 1, 0], angleDegrees: 90 },
      { absolute: 1, relative: 0 },
    ],
    [
      { kind: 'twist', a: end(0), angleDegrees: 0 },
      { absolute: 1, relative: 0 },
    ],
    [
      { kind: 'twist', a: end(0), b: { body: 'cable', u: 0 } },
      { absolute: 0, relative: 1 },
    ],
    [
      { kind: 'fuse', a: end(3), b: { body: 'cable', u: 0 } },
      { absolute: 0, relative: 7 },
    ],
    [
      { kind: 'fuse', a: end(3), b: { body: 'cable', u: 0 }, twist: false },
      { absolute: 0, relative: 6 },
    ],
    [
      { kind: 'fuse', a: end(3), b: { body: 'cable', u: 0 }, tangent: false },
      { absolute: 0, relative: 4 },
    ],
    [
      { kind: 'distance', a: end(0), b: [0, 0, 0] },
      { absolute: 1, relative: 0 },
    ],
    [
      { kind: 'circle', a: end(0), centre: [0, 0, 0], normal: [0, 0, 1] },
      { absolute: 2, relative: 0 },
    ],
    [
      { kind: 'relative-plane', a: end(1), b: { body: 'cable', u: 1 }, normal: [0, 1, 0] },
      { absolute: 0, relative: 1 },
    ],
  ])('%j: rows %j, independent, and met', (constraint, rows) => {
    const simulation = build(held(constraint));
    expect(simulation.counts().rows).toEqual({ ...rows, contact: 0 });
    expect(rowsReport(simulation.world).independent).toBe(rows.absolute + rows.relative);
    for (let n = 0; n < 30; n++) {
      simulation.step(1);
      for (const unit of ['m', 'rad'] as const) expect(residual(simulation.world, unit).max).toBeLessThan(1e-9);
    }
  });
  test('one-sided: a rope lies on another', () => {
    const lying = { kind: 'relative-plane', a: end(1.5), b: [0, 0.9, 0], normal: [0, 1, 0], oneSided: true };
    const simulation = build(held(lying));
    expect(simulation.counts().rows).toEqual({ absolute: 0, relative: 0, contact: 1 });
    simulation.step(100);
    expect(position(simulation.world, splinePoint(simulation.world.bodies[0] as Spline, 1.5))[1]).toBeCloseTo(0.9, 8);
  });
  test('two fusions of one pair run, and the second is redundant', () => {
    const joint = (id: string) => ({ id, kind: 'fuse', a: end(3), b: { body: 'cable', u: 0 } });
    const simulation = build({
      constraints: [{ id: 'end', kind: 'nail', a: end(0) }, joint('one'), joint('two')],
    });
    const { rows, independent, redundant } = rowsReport(simulation.world);
    expect([rows, independent, redundant.length]).toEqual([18, 11, 7]);
    simulation.step(50);
    expect(residual(simulation.world).max).toBeLessThan(1e-9);
  });
  test('a nail that an event adds holds place and twist as they are then', () => {
    const simulation = build({
      constraints: [
        { id: 'start', kind: 'nail', a: end(0) },
        {
          id: 'turn',
          kind: 'twist',
          a: end(3),
          angleDegrees: { path: 'linear', times: [0, 0.2], values: [0, 90] },
        },
      ],
      events: [
        { at: 0.1, do: 'remove', constraint: 'turn' },
        { at: 0.1, do: 'add', constraint: { id: 'late', kind: 'nail', a: end(3) } },
      ],
    });
    simulation.step(10);
    const { world } = simulation;
    simulation.step(100);
    expect(residual(world).max).toBeLessThan(1e-9);
    const late = world.constraints.find((c) => c.id === 'late');
    expect(late?.members[0][3].parameters[0]).toBeCloseTo(Math.PI / 4, 9);
  });
  test('state is saved and goes on to the last bit', () => {
    const parts = {
      constraints: [
        { id: 'start', kind: 'nail', a: end(0) },
        { id: 'joint', kind: 'fuse', a: end(3), b: { body: 'cable', u: 0 } },
      ],
    };
    const simulation = build(parts);
    simulation.step(20);
    const bytes = simulation.saveState();
    simulation.step(20);
    const hash = simulation.world.hash();
    simulation.restoreState(bytes);
    simulation.step(20);
    expect(simulation.world.hash()).toBe(hash);
    const other = build(parts);
    other.restoreState(bytes);
    other.step(20);
    expect(other.world.hash()).toBe(hash);
  });
  test('stiffness is set while it runs', () => {
    const simulation = build({
      constraints: [{ id: 'start', kind: 'nail', a: end(0) }],
      events: [{ at: 0.05, do: 'set', body: 'rope', parameter: 'EI', value: 20 }],
    });
    simulation.step(30);
    expect((simulation.world.bodies[0] as Spline).section.EI).toBe(20);
  });
});

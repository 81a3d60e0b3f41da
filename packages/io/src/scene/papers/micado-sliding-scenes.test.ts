/** Scenes of what slides: a slipknot, a bundle clipped to a frame, a suture, a harness. [MIC08, sec. 5; notes, 5, check 13] */
import { rowsReport, type Spline, totalMass, type World } from '@pliant/engine';
import { describe, expect, test } from 'vitest';
import { probe, rankOf, runTo, worstResidual } from '../../../../../tests/support/hong.ts';
import { micado, printedRods, promise } from '../../../../../tests/support/micado.ts';

const g = 9.81;
/** Rows as they are counted, with how far things have slid; of these, unknowns. */
const scenes = [
  { name: 'slipknot', absolute: 4, relative: 4, slid: 2 },
  { name: 'cable-clips', absolute: 13, relative: 35, slid: 0 },
  { name: 'suture', absolute: 129, relative: 19, slid: 4 },
  { name: 'harness', absolute: 44, relative: 14, slid: 5 },
];

describe.each(scenes)('$name', ({ name, absolute, relative, slid }) => {
  test('its rows are independent', () => {
    const simulation = micado(name);
    expect(simulation.counts().rows).toEqual({ absolute, relative, contact: 0 });
    const rows = absolute + relative - slid;
    expect(rowsReport(simulation.world)).toEqual({ rows, independent: rows, redundant: [] });
    expect(rankOf(simulation.world)).toBe(rows);
  });
  test('rows are met to 1e-9 m and rad after every step of 3 s', () => {
    const simulation = micado(name);
    expect(worstResidual(simulation, Math.round(3.2 / simulation.world.h))).toBeLessThan(promise);
  });
});

/** How far the slider of a constraint has come: its u. */
function placeOf(world: World, constraint: string): number {
  const group = world.program.constraintSet.groups.find((one) =>
    one.members.some((m) => m.constraintState.constraint.id === constraint),
  );
  const member = group?.members.findIndex((m) => m.constraintState.constraint.id === constraint);
  const slider = group?.sliders.find((one) => one.member === member);
  return world.state.column('q')[slider?.coordinate ?? Number.NaN];
}
function pointAt(world: World, id: string, u: number, which: 'b' | 'slope' = 'b'): number[] {
  const { first, [which]: weights } = (world.body(id) as Spline).basis(u);
  const q = world.positions(id);
  return [0, 1, 2].map((axis) => weights.reduce((sum, w, i) => sum + w * q[3 * (first + i) + axis], 0));
}
/** The sum of what constraints push at the first of their points. */
function pushed(world: World, ids: readonly string[]): number[] {
  const all = ids.flatMap((id) => world.forces(id).map(([force]) => force));
  return [0, 1, 2].map((axis) => all.reduce((sum, force) => sum + force[axis], 0));
}

test.each([
  { rods: 'of the paper', change: printedRods, from: 6.1, to: 5.74 },
  { rods: 'that do not lock', change: undefined, from: 6.077, to: 5.732 },
])(
  'slipknot with rods $rods: the loop goes from $from to $to m between steps 100 and 400 [check 13]',
  ({ change, from, to }) => {
    const simulation = micado('slipknot', change);
    const { world } = simulation;
    const rope = world.body('rope') as Spline;
    const loop = (): number => ((32 - placeOf(world, 'knot')) * rope.restLength) / rope.spans;
    const apart = (): number =>
      Math.hypot(
        ...pointAt(world, 'rope', placeOf(world, 'knot')).map((x, axis) => x - pointAt(world, 'rope', 32)[axis]),
      );
    simulation.step(20);
    expect(apart()).toBeLessThan(promise); // 1e-4 in the notes
    simulation.step(80);
    expect(loop()).toBeCloseTo(from, 2);
    simulation.step(300);
    expect(loop()).toBeCloseTo(to, 2);
    expect(apart()).toBeLessThan(promise);
  },
);

test('cable-clips: two hands lay it down, nine clips close, and it lies along the frame', () => {
  const simulation = micado('cable-clips');
  const { world } = simulation;
  runTo(simulation, 2);
  expect(pointAt(world, 'trunk-1', 2.5)[1]).toBeGreaterThan(0.05);
  runTo(simulation, 11);
  for (const id of ['trunk-0', 'trunk-1', 'trunk-2'])
    for (let u = 0; u <= 5; u++) {
      const [, y, z] = pointAt(world, id, u);
      expect(Math.hypot(y, z)).toBeLessThan(0.01);
    }
  // what holds it carries its weight
  const clips = (simulation.def.events ?? []).flatMap((e) => (e.do === 'activate' ? [e.constraint] : []));
  expect(clips).toHaveLength(9);
  const [x, y, z] = pushed(world, ['left-hand', 'right-hand', ...clips]);
  expect(Math.abs(y / (g * totalMass(world)) - 1)).toBeLessThan(1e-9);
  expect(Math.hypot(x, z)).toBeLessThan(1e-9);
  expect(probe(simulation, 'clip-2')[0]).toBeGreaterThan(1);
});

test('suture: a pull at the thread closes the wound, and what it does to flaps and thread cancels', () => {
  const simulation = micado('suture');
  const { world } = simulation;
  const gap = (): number => probe(simulation, 'right-lip')[0] - probe(simulation, 'left-lip')[0];
  expect(gap()).toBeCloseTo(0.024, 4);
  runTo(simulation, 4);
  expect(gap()).toBeLessThan(0.008);
  expect(gap()).toBeGreaterThan(0);
  const stitches = [1, 2, 3, 4].map((k) => `stitch-${k}`);
  for (const id of stitches) {
    const [[on, back]] = world.forces(id);
    on.forEach((f, axis) => {
      expect(f + back[axis]).toBe(0);
    });
  }
  // the thread has run through the last stitch by more than through the first
  const [first, last] = [6 - placeOf(world, 'stitch-1'), 24 - placeOf(world, 'stitch-4')];
  expect(first).toBeGreaterThan(1);
  expect(last).toBeGreaterThan(first);
  // at rest: what stitches, knot and hand do to the thread carries its weight
  const thread = world.body('thread') as Spline;
  const weight = g * thread.section.rhoA * thread.restLength;
  const [x, y, z] = pushed(world, ['knot', 'hand', ...stitches]);
  expect(Math.hypot(x, y - weight, z)).toBeLessThan(1e-7);
});

test('harness: the door opens, the trunk slides through the plates at right angles, nothing is bent too sharply', () => {
  const simulation = micado('harness');
  const { world } = simulation;
  const places: number[] = [];
  let sharpest = Number.POSITIVE_INFINITY;
  for (const time of [0.9, 3.3, 7.9]) {
    while (world.time < time - 1e-9) {
      simulation.step(10);
      if (world.time > 0.5)
        for (const id of ['bend-trunk', 'bend-branch-1', 'bend-branch-2'])
          sharpest = Math.min(sharpest, probe(simulation, id)[0]);
    }
    places.push(placeOf(world, 'plate-2'));
    const [x, y, z] = pointAt(world, 'trunk', placeOf(world, 'plate-2'), 'slope');
    expect(Math.hypot(y, z) / x).toBeLessThan(promise);
  }
  const [shut, open, again] = places;
  expect(shut - open).toBeGreaterThan(0.2); // spans of 54 mm: it has drawn from the slack
  expect(Math.abs(again - shut)).toBeLessThan(0.01);
  expect(sharpest).toBeGreaterThan(0.05);
  expect(sharpest).toBeLessThan(0.07);
});

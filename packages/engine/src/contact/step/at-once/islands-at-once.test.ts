/** Islands that a kernel solves as a whole, against the plain path (island-solve.ts and lone/lone-contact.ts), which stays as the oracle: the same bits. */
import { afterEach, expect, test, vi } from 'vitest';
import { Random } from '../../../../../../tests/support/random.ts';
import { box, createWorld, grid, model, plane, tetFem, tetSprings, transformed, type World } from '../../../index.ts';
import { IslandSolve } from '../island-solve.ts';
import type { Island } from '../islands.ts';
import { LoneContact } from '../lone/lone-contact.ts';
import type { Span } from '../span.ts';
import { IslandLists } from './island-lists.ts';
import { IslandsAtOnce } from './islands-at-once.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

/** A sheet that falls askew on a wavy model and on a floor beside it. */
function sheetOnModel(seed: number): World {
  const random = new Random(seed);
  const friction = [0, 0.3, 1.2][seed % 3];
  const world = createWorld({ step: 5e-4, contact: { friction, thickness: 4e-3 } });
  world.add(plane({ id: 'floor', normal: [0, 1, 0], offset: -0.05 }));
  const { positions, triangles } = box({ size: [0.3, 0.1, 0.3], cells: [4, 1, 4] });
  const waves = positions.map((x, c) => (c % 3 === 1 && x > 0 ? x - random.between(0, 0.01) : x));
  world.add(model({ positions: waves, triangles }, { id: 'model' }));
  const sheet = transformed(grid({ size: [0.4, 0.4], cells: [14, 14] }), {
    rotate: [random.between(-0.02, 0.02), random.between(-1, 1), random.between(-0.02, 0.02), 1],
    translate: [random.between(-0.05, 0.05), 0.058, random.between(-0.05, 0.05)],
  });
  world.add(tetSprings(sheet, { id: 'sheet', mass: 2e-3, form: 'spring', stretch: 20, damping: 0.01, drag: 0.5 }));
  return world;
}
/** Soft cubes that are thrown at each other. */
function softCubes(seed: number): World {
  const random = new Random(seed);
  const friction = [0.3, 0, 0.8][seed % 3];
  const world = createWorld({ step: 2e-4, contact: { friction, thickness: 4e-3 }, gravity: [0, 0, 0] });
  const mesh = box({ size: [0.2, 0.2, 0.2], cells: [3, 3, 3] });
  const around = (): number => random.between(-0.01, 0.01);
  const at: [number, number, number][] = [
    [0, 0, 0],
    [0.22, around(), around()],
    [around(), 0.22, around()],
    [around(), around(), -0.22],
  ];
  for (const [k, translate] of at.entries()) {
    const placed = transformed(mesh, { rotate: [0.01 * k, 0.02, 0.01, 1], translate });
    const velocities = placed.positions.map((_, c) => -5 * translate[c % 3]);
    world.add(tetFem(placed, { id: `${k}`, density: 400, young: 2e4, poisson: 0.3, velocities: [...velocities] }));
  }
  return world;
}
const scenes: Record<string, (seed: number) => World> = { 'a sheet on a model': sheetOnModel, 'soft cubes': softCubes };

/** What is kept of an island. */
function keptOf({ rows, places, units }: Island, span: Span, newtonSteps: number) {
  const { impulse, first, correction, sticks, residual, error, addedEnergy } = rows[0].memory;
  const three = (list: Float64Array, at: number): number[] => [...list.subarray(at, at + 3)];
  return {
    rows: places.map((at) => [...three(impulse, 3 * at), ...three(first, 3 * at), ...three(correction, 3 * at)]),
    sticks: places.map((at) => sticks[at]),
    report: [residual[places[0]], error[places[0]], addedEnergy[places[0]], newtonSteps],
    units: units.map((unit) => [...three(span.u, unit.first), ...three(span.p, unit.first)]),
  };
}
test.each(Object.keys(scenes).flatMap((name) => [1, 2, 3, 4, 5, 6].map((seed) => [name, seed] as const)))(
  '%s, seed %d: each island has the bits of the plain path',
  (name, seed) => {
    vi.spyOn(IslandLists, 'isFor').mockReturnValue(true);
    const world = scenes[name](seed);
    const sizes: number[] = [];
    let kept: { island: Island; found: ReturnType<typeof keptOf> } | undefined;
    const { solve } = IslandsAtOnce.prototype;
    vi.spyOn(IslandsAtOnce.prototype, 'solve').mockImplementation(function (this: IslandsAtOnce, islands, k, span) {
      kept = undefined;
      const island = islands[k];
      const { memory } = island.rows[0];
      const before = [memory.impulse.slice(), memory.first.slice(), memory.correction.slice()];
      if (!solve.call(this, islands, k, span)) return false;
      kept = { island, found: keptOf(island, span, this.newtonSteps) };
      for (const [i, list] of [memory.impulse, memory.first, memory.correction].entries()) list.set(before[i]);
      for (const at of island.places) memory.solved[at] = 0;
      return false;
    });
    const compare = (island: Island, span: Span, newtonSteps: number): void => {
      if (kept?.island !== island) return;
      expect(kept.found).toEqual(keptOf(island, span, newtonSteps));
      sizes.push(island.rows.length);
      kept = undefined;
    };
    const lone = LoneContact.prototype.solve;
    vi.spyOn(LoneContact.prototype, 'solve').mockImplementation(function (this: LoneContact, island, span) {
      const isSolved = lone.call(this, island, span);
      if (isSolved) compare(island, span, 0);
      return isSolved;
    });
    const plain = IslandSolve.prototype.solve;
    vi.spyOn(IslandSolve.prototype, 'solve').mockImplementation(function (this: IslandSolve, island, span, ...how) {
      const report = plain.call(this, island, span, ...how);
      if (kept?.island === island) {
        const { memory } = island.rows[0];
        const { residual, error, addedEnergy, newtonSteps } = report;
        const at = island.places[0];
        memory.residual[at] = residual;
        memory.error[at] = error;
        memory.addedEnergy[at] = addedEnergy;
        compare(island, span, newtonSteps);
      }
      return report;
    });
    world.step(150);
    expect(sizes.length).toBeGreaterThan(15);
    expect(Math.max(...sizes)).toBeGreaterThan(2);
  },
);

test.each(Object.keys(scenes))('%s: a world has the same bits without the kernel', (name) => {
  vi.spyOn(IslandLists, 'isFor').mockReturnValue(true);
  const [one, other] = [scenes[name](7), scenes[name](7)];
  const hashes = Array.from({ length: 4 }, () => {
    one.step(40);
    return one.hash();
  });
  vi.spyOn(IslandsAtOnce.prototype, 'solve').mockReturnValue(false);
  for (const hash of hashes) {
    other.step(40);
    expect(other.hash()).toBe(hash);
  }
});

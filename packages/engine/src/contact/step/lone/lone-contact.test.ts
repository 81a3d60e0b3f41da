/** One node on something flat, in one pass, against island-solve.ts, which stays as the oracle: the same bits. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { box, createWorld, grid, model, plane, tetFem, tetSprings, transformed, type World } from '../../../index.ts';
import { IslandSolve } from '../island-solve.ts';
import { LoneContact } from './lone-contact.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const scenes: Record<string, (integrator: string, friction: number) => World> = {
  'a soft cube on a slope': (integrator, friction) => {
    const world = createWorld({ step: 2e-4, integrator, contact: { friction } });
    world.add(plane({ id: 'slope', normal: [0.2, 1, 0.1] }));
    const mesh = transformed(box({ size: [0.2, 0.2, 0.2], cells: [2, 2, 2] }), { translate: [0, 0.1302, 0] });
    world.add(tetFem(mesh, { id: 'cube', density: 400, young: 2e4, poisson: 0.3 }));
    return world;
  },
  'a sheet on a face of a model': (integrator, friction) => {
    const world = createWorld({ step: 2e-4, integrator, contact: { friction, thickness: 2e-3 } });
    const { positions, triangles } = box({ size: [0.3, 0.1, 0.3], cells: [1, 1, 1] });
    world.add(model({ positions, triangles }, { id: 'model' }));
    const sheet = transformed(grid({ size: [0.08, 0.08], cells: [3, 3] }), {
      rotate: [0.003, 0.17, 0.001, 1],
      translate: [0.07, 0.05205, -0.06],
    });
    world.add(tetSprings(sheet, { id: 'sheet', mass: 1e-3, form: 'spring', stretch: 50, damping: 0.01, drag: 0.1 }));
    return world;
  },
};

describe.each(Object.keys(scenes))('%s', (name) => {
  test.each([
    ['euler-cromer', 0.3],
    ['euler-cromer', 0],
    ['velocity-verlet', 0.1],
  ])('%s, friction %d', (integrator, friction) => {
    const alone = vi.spyOn(LoneContact.prototype, 'solve');
    const one = scenes[name](integrator, friction);
    const hashes = Array.from({ length: 6 }, () => {
      one.step(16);
      return [one.hash(), one.contactReport()];
    });
    const solved = alone.mock.results.filter(({ value }) => value === true).length;
    expect(solved).toBeGreaterThan(40);
    alone.mockReturnValue(false);
    const general = vi.spyOn(IslandSolve.prototype, 'solve');
    const other = scenes[name](integrator, friction);
    for (const kept of hashes) {
      other.step(16);
      expect([other.hash(), other.contactReport()]).toEqual(kept);
    }
    expect(general.mock.calls.length).toBeGreaterThanOrEqual(solved);
  });
});

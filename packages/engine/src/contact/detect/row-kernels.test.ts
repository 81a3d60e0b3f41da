/** Kernels for many rows, against the plain loops (gap.ts, levers.ts), which stay as the oracle: the same bits. */
import { afterEach, expect, test, vi } from 'vitest';
import { box, createWorld, grid, model, plane, tetFem, tetSprings, transformed, type World } from '../../index.ts';
import { RowKernels } from './row-kernels.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const scenes: Record<string, (friction: number) => World> = {
  'a sheet on a model and on a floor': (friction) => {
    const world = createWorld({ step: 1e-3, contact: { friction, thickness: 4e-3 } });
    world.add(plane({ id: 'floor', normal: [0, 1, 0], offset: -0.02 }));
    const { positions, triangles } = box({ size: [0.2, 0.1, 0.2], cells: [2, 1, 2] });
    world.add(model({ positions, triangles }, { id: 'model' }));
    const sheet = transformed(grid({ size: [0.5, 0.5], cells: [14, 14] }), {
      rotate: [0.01, 0.1, 0.02, 1],
      translate: [0, 0.06, 0],
    });
    world.add(tetSprings(sheet, { id: 'sheet', mass: 2e-3, form: 'spring', stretch: 20, damping: 0.01, drag: 0.5 }));
    return world;
  },
  'soft cubes that meet face to face and edge on edge': (friction) => {
    const world = createWorld({ step: 2e-4, contact: { friction, thickness: 4e-3 }, gravity: [0, 0, 0] });
    const mesh = box({ size: [0.2, 0.2, 0.2], cells: [4, 4, 4] });
    const at: [number, number, number][] = [
      [0, 0, 0],
      [0.215, -0.03, 0.03],
      [-0.03, 0.215, 0.01],
    ];
    for (const [k, translate] of at.entries()) {
      const turned = transformed(mesh, { rotate: [0.01 * k, 0.02, 0.01, 1], translate });
      const velocities = turned.positions.map((_, c) => -4 * translate[c % 3]);
      world.add(tetFem(turned, { id: `${k}`, density: 400, young: 2e4, poisson: 0.3, velocities: [...velocities] }));
    }
    return world;
  },
};

test.each(Object.keys(scenes).flatMap((name) => [0, 0.3].map((friction) => [name, friction] as const)))(
  '%s, friction %d',
  (name, friction) => {
    const gaps = vi.spyOn(RowKernels.prototype, 'findGaps');
    const levers = vi.spyOn(RowKernels.prototype, 'findLevers');
    const one = scenes[name](friction);
    const hashes = Array.from({ length: 5 }, () => {
      one.step(20);
      return one.hash();
    });
    expect(gaps.mock.calls.length).toBeGreaterThan(50);
    expect(levers.mock.calls.length).toBeGreaterThan(5);
    vi.restoreAllMocks();
    vi.spyOn(RowKernels.prototype, 'isFor').mockReturnValue(false);
    const other = scenes[name](friction);
    for (const hash of hashes) {
      other.step(20);
      expect(other.hash()).toBe(hash);
    }
  },
);

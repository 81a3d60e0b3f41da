/** Probes of scenes. */
import { describe, expect, test } from 'vitest';
import { buildCubes } from '../../../../../tests/support/cube-scene.ts';

describe('probes', () => {
  test('all kinds read finite numbers with units and components', () => {
    const s = buildCubes({
      constraints: [{ id: 'n', kind: 'nail', a: { body: 'cube', side: { normal: [0, 1, 0], offset: 0.5 } } }],
      probes: [
        { id: 'a', kind: 'kinetic-energy' },
        { id: 'b', kind: 'potential-energy' },
        { id: 'c', kind: 'total-energy' },
        { id: 'd', kind: 'linear-momentum' },
        { id: 'e', kind: 'angular-momentum' },
        { id: 'f', kind: 'residual' },
        { id: 'g', kind: 'force', constraint: 'n' },
        { id: 'h', kind: 'force', constraint: 'n', anchor: 1, component: 'magnitude' },
        { id: 'i', kind: 'volume', body: 'cube' },
        { id: 'j', kind: 'position', of: { body: 'cube', nodes: [3] } },
      ],
    });
    s.step(3000);
    for (const p of s.probes) {
      expect(p.read()).toHaveLength(p.components.length);
      expect(p.read().every(Number.isFinite)).toBe(true);
      expect(p.unit).not.toBe('');
    }
    const [, , , , , , g, h] = s.probes.map((p) => p.read());
    expect(h[0]).toBeCloseTo(Math.sqrt(g[0] ** 2 + g[1] ** 2 + g[2] ** 2), 9);
  });
  test('the force of a constraint that is not there yet is zero', () => {
    const s = buildCubes({
      events: [{ at: 1, do: 'add', constraint: { id: 'n', kind: 'nail', a: { body: 'cube', nodes: [0] } } }],
      probes: [{ id: 'f', kind: 'force', constraint: 'n' }],
    });
    s.step(1);
    expect(s.probes[0].read()).toEqual([0, 0, 0]);
  });
});

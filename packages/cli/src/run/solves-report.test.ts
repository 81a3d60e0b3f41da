/** What `pliant run` says of how implicit solids were solved: every step, or how many were accepted with forces left. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { main } from '../main.ts';

const folder = mkdtempSync(join(tmpdir(), 'pliant-solves-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A block at rest on a nail and a rope. */
function scene(solid: object): string {
  const path = join(folder, 'block.json');
  const points = Array.from({ length: 7 }, (_, k) => [-0.5, 1.075 - 0.2 * k, -0.15]);
  const text = {
    pliant: 1,
    name: 'block',
    step: 0.01,
    duration: 0.01,
    defaults: { integrator: 'quasi-static', method: 'displacement' },
    bodies: [
      { id: 'block', kind: 'tet-fem', mesh: { kind: 'box', size: [1, 0.25, 0.3], cells: [4, 2, 2] }, ...solid },
      { id: 'rope', kind: 'spline', points, EA: 1e5, EI: 0.1, GJ: 0.05, rhoA: 0.2, model: 'mass-spring' },
    ],
    constraints: [
      { id: 'top', kind: 'nail', a: { body: 'rope', u: 0 } },
      {
        id: 'knot',
        kind: 'join',
        points: [
          { body: 'rope', u: 6 },
          { body: 'block', nodes: [0] },
        ],
      },
      { id: 'nail', kind: 'nail', a: { body: 'block', nodes: [44] } },
    ],
  };
  writeFileSync(path, JSON.stringify(text));
  return path;
}
async function run(path: string, ...args: string[]): Promise<string> {
  const out: string[] = [];
  const io = { out: (text: string) => out.push(text), error: () => 0 };
  expect(await main(['run', path, ...args], io), out.join('\n')).toBe(0);
  return out.join('\n');
}

test('a solid that is solved', async () => {
  const path = scene({ young: 2e5, poisson: 0.4, density: 300 });
  expect(await run(path)).toMatch(/solids +every step solved, forces left: \S+ of the loads at most/);
  const { solves, notices } = JSON.parse(await run(path, '--json'));
  expect(solves.unconverged).toBe(0);
  expect(solves.residual).toBeLessThan(1e-6);
  expect(notices).toEqual([]);
});
test('a solid whose energy has kinks where its weight inverts it: its rows are met, and what is left is said', async () => {
  const solid = { material: 'corotated', elements: 'smoothed', young: 2210, poisson: 0.45, density: 1000 };
  const { solves, residual, notices } = JSON.parse(await run(scene(solid), '--json'));
  expect(solves.unconverged).toBe(1);
  expect(solves.residual).toBeGreaterThan(1e-3);
  expect(residual.exact.length.max).toBeLessThan(1e-10);
  expect(notices).toHaveLength(1);
  expect(notices[0]).toMatch(/^The last step of "block", "rope" was accepted with forces left, [\d.]+ of the loads/);
});

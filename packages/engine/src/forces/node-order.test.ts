import { expect, test } from 'vitest';
import { tetFem } from '../bodies/tet/tet-fem.ts';
import { backwardEuler } from '../integrators/backward-euler.ts';
import { box } from '../meshes/box.ts';
import { gatherElements } from './element-batches.ts';
import { nodeOrder } from './node-order.ts';

const cells = [3, 3, 24] as const;
const straight = box({ size: [0.3, 0.3, 2.4], cells });
/** The bar as a ring with a gap: both its ends lie side by side. */
const ring = {
  ...straight,
  positions: straight.positions.map((_, i, all) => {
    const [x, y, z] = all.subarray(i - (i % 3), i - (i % 3) + 3);
    const [angle, radius] = [2.4 * z, 0.5 + x];
    return [radius * Math.cos(angle), y, radius * Math.sin(angle)][i % 3];
  }),
};
function ordered(mesh: typeof straight) {
  const body = tetFem(mesh, { id: 'bar', young: 1e4, poisson: 0.3, density: 1000 });
  const placed = [{ body, start: 0, size: 3 * body.nodeCount, integrator: backwardEuler }];
  const elements = gatherElements(placed);
  const { coordinates, nodeAt } = nodeOrder(placed, elements, 3 * body.nodeCount);
  let bandwidth = 0;
  const { tets } = mesh;
  for (let t = 0; t < tets.length; t += 4)
    for (let k = 0; k < 16; k++)
      bandwidth = Math.max(bandwidth, nodeAt[3 * tets[t + (k >> 2)]] - nodeAt[3 * tets[t + (k & 3)]]);
  return { nodes: [...coordinates].map((first) => first / 3), bandwidth };
}

test.each([
  ['a bar', straight],
  ['a ring', ring],
] as const)('%s: every node has one place', (_, mesh) => {
  const { nodes } = ordered(mesh);
  expect([...nodes].sort((a, b) => a - b)).toEqual(Array.from({ length: mesh.positions.length / 3 }, (_, i) => i));
});

test('the nodes of a bar follow each other along it, those of a ring breadth first, so that neighbours are near', () => {
  const layer = (cells[0] + 1) * (cells[1] + 1);
  const bar = ordered(straight);
  const heights = bar.nodes.map((node) => straight.positions[3 * node + 2]);
  expect(heights).toEqual([...heights].sort((a, b) => a - b));
  expect(bar.bandwidth).toBeLessThan(2 * layer);
  expect(ordered(ring).bandwidth).toBeLessThan(2.5 * layer);
});

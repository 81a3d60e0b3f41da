/** Bodies of bricks from a closed surface, and skins on bricks. [PB88, sec. 6; meshes `voxels`] */
import { readFileSync } from 'node:fs';
import { block, createWorld, ellipsoid, hexMetric, skinned, skinPositions, volume } from '@pliant/engine';
import { expect, test } from 'vitest';
import { buildScene } from '../build.ts';
import { loadScene } from '../load.ts';
import type { Simulation } from '../simulation.ts';

const folder = new URL('../../../../../examples/platt-barr-1988/', import.meta.url);
/** The anvil of the examples as gelatin, beside a floor. */
async function anvil(
  size: number,
  skin: object | undefined,
  read = (text: string): string => text,
): Promise<Simulation> {
  const scene = {
    pliant: 1,
    name: 'an anvil of gelatin',
    step: 5e-4,
    bodies: [
      {
        id: 'anvil',
        kind: 'hex-metric',
        mesh: { kind: 'voxels', surface: 'anvil.obj', size },
        ...(skin ? { skin } : {}),
        density: 1,
        stiffness: 50,
        viscosity: 1,
      },
      { id: 'floor', kind: 'plane', normal: [0, 1, 0], offset: -0.02 },
    ],
    constraints: [
      { id: 'rest', kind: 'above', a: { body: 'anvil', nodes: 'all' }, plane: 'floor', method: 'reaction' },
    ],
  };
  const loaded = await loadScene(new URL('voxels.json', folder).pathname, async (path) =>
    path.endsWith('voxels.json')
      ? new TextEncoder().encode(JSON.stringify(scene))
      : new TextEncoder().encode(read(readFileSync(path, 'utf8'))),
  );
  return buildScene(loaded.def, 'voxels', {}, loaded.assets);
}
/** Volume that triangles of an OBJ file enclose; its faces have three or more corners. */
function enclosed(): number {
  const lines = readFileSync(new URL('anvil.obj', folder), 'utf8').split('\n');
  const x = lines.filter((l) => l.startsWith('v ')).map((l) => l.split(/\s+/).slice(1).map(Number));
  let sum = 0;
  for (const face of lines.filter((l) => l.startsWith('f '))) {
    const corners = face
      .trim()
      .split(/\s+/)
      .slice(1)
      .map((part) => x[Number.parseInt(part, 10) - 1]);
    for (let k = 2; k < corners.length; k++) {
      const [[a, b, c], [d, e, f], [g, h, i]] = [corners[0], corners[k - 1], corners[k]];
      sum += (a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)) / 6;
    }
  }
  return sum;
}

test('a closed surface filled with cubes: its volume within the cells that it cuts, and it comes to rest on a floor', async () => {
  const simulation = await anvil(0.1, undefined);
  const filled = volume(simulation.world, 'anvil');
  expect(Math.abs(filled / enclosed() - 1)).toBeLessThan(0.1);
  simulation.step(2000);
  const after = volume(simulation.world, 'anvil');
  expect(Math.abs(after / filled - 1)).toBeLessThan(0.1); // it sags under its weight
  let lowest = 0;
  const x = simulation.world.positions('anvil');
  for (let i = 1; i < x.length; i += 3) lowest = Math.min(lowest, x[i]);
  expect(lowest).toBeGreaterThan(-0.02 - 2e-3);
});
test('an open surface cannot be filled', async () => {
  await expect(anvil(0.1, undefined, (text) => text.replace(/f .*\n/, ''))).rejects.toThrow(/bodies\[0\]\.mesh.* — /);
});

test('skin on bricks: at rest it is the surface, moved with an affine map it follows it, and changes no bit of the body', () => {
  const mesh = block({ size: [1, 1, 1], cells: [3, 3, 3] });
  const ball = ellipsoid({ radii: [0.45, 0.4, 0.45], segments: 8 });
  const options = { id: 'cube', density: 1, stiffness: 50, viscosity: 1 };
  const [bare, clad] = [false, true].map((wears) => {
    const world = createWorld({ step: 1e-3 });
    const body = hexMetric(mesh, options);
    world.add(wears ? skinned(body, ball) : body);
    return world;
  });
  const at = (): Float64Array => skinPositions(clad, 'cube');
  ball.positions.forEach((x, i) => {
    expect(Math.abs(at()[i] - x)).toBeLessThan(4e-15);
  });
  // every cell is mapped alike
  const map = ([x, y, z]: readonly number[]): number[] => [1.2 * x + 0.1 * y + 3, 0.9 * y - 0.2 * z, z + 0.3 * x - 1];
  for (const world of [bare, clad])
    for (let i = 0; i < mesh.positions.length; i += 3)
      world.positions('cube').set(map([...mesh.positions.subarray(i, i + 3)]), i);
  const moved = at();
  for (let i = 0; i < ball.positions.length; i += 3)
    map([...ball.positions.subarray(i, i + 3)]).forEach((x, k) => {
      expect(Math.abs(moved[i + k] - x)).toBeLessThan(4e-14);
    });
  bare.step(100);
  clad.step(100);
  expect(clad.hash()).toBe(bare.hash());
});
test('a skin of a scene on voxels: the surface itself, drawn finer than the cells', async () => {
  const simulation = await anvil(0.1, { kind: 'surface', file: 'anvil.obj' });
  const before = skinPositions(simulation.world, 'anvil').slice();
  simulation.step(40); // it falls 2 cm
  const after = skinPositions(simulation.world, 'anvil');
  const fallen = 0.5 * 9.81 * 0.02 ** 2;
  for (let i = 0; i < before.length; i++)
    expect(Math.abs(after[i] - before[i] + (i % 3 === 1 ? fallen : 0))).toBeLessThan(2e-4);
});

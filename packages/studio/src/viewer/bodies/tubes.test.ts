import { type Mesh, PerspectiveCamera, type WebGLRenderer } from 'three';
import { expect, test } from 'vitest';
import type { ShapeModel } from '../model.ts';
import { Beads } from './beads.ts';
import { beginning, ringsOf, sweep, turnedAlong } from './sweep.ts';
import { TubeMaterial } from './tube-material.ts';
import { Tubes } from './tubes.ts';

const rod = (more: Partial<ShapeModel> = {}): ShapeModel => ({
  id: 'rod',
  firstNode: 0,
  nodeCount: 4,
  triangles: new Int32Array(),
  edges: new Int32Array(),
  curve: Int32Array.of(4, 5, 6),
  radius: 0.1,
  colour: 0,
  ...more,
});
/** four control points far away, three points along x */
const x = Float32Array.of(9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 0, 0, 0, 1, 0, 0, 2, 0, 0);

test('sweep: rings around the line, and round ends; every vertex is a radius from it along its normal', () => {
  const sides = 6;
  const rings = ringsOf(3);
  const skin = { position: new Float32Array(3 * sides * rings), normal: new Float32Array(3 * sides * rings), sides };
  const line = Float32Array.of(0, 0, 0, 1, 0, 0, 1, 1, 0);
  sweep(line, 3, 0.2, skin);
  const centre = (r: number): number => 3 * Math.min(2, Math.max(0, r - 4));
  for (let v = 0; v < sides * rings; v++) {
    const at = centre(Math.floor(v / sides));
    const away = [0, 1, 2].map((k) => skin.position[3 * v + k] - line[at + k]);
    expect(Math.hypot(...away)).toBeCloseTo(0.2, 6);
    away.forEach((d, k) => {
      expect(d).toBeCloseTo(0.2 * skin.normal[3 * v + k], 6);
    });
  }
  // poles: backward of the first point, onward from the last
  expect([...skin.position.slice(0, 3)].map((v) => v + 0)).toEqual([expect.closeTo(-0.2), expect.closeTo(0), 0]);
  expect(skin.position.at(-2)).toBeCloseTo(1.2, 6);
});

test('sweep: a line that turns back, or has no length, still has a skin', () => {
  const skin = {
    position: new Float32Array(3 * 6 * ringsOf(3)),
    normal: new Float32Array(3 * 6 * ringsOf(3)),
    sides: 6,
  };
  for (const line of [Float32Array.of(0, 0, 0, 0, 1, 0, 0, 0, 0), new Float32Array(9)]) {
    sweep(line, 3, 0.1, skin);
    expect(skin.normal.every((n) => Number.isFinite(n))).toBe(true);
  }
});

test('sweep: rings turn with the twist, about the way the line goes', () => {
  const skin = {
    position: new Float32Array(3 * 4 * ringsOf(3)),
    normal: new Float32Array(3 * 4 * ringsOf(3)),
    sides: 4,
  };
  const along = Float32Array.of(0, 0, 0, 1, 0, 0, 2, 0, 0);
  sweep(along, 3, 0.1, skin, { across: [0, 1, 0], twist: [0, Math.PI / 4, Math.PI / 2] });
  const first = (i: number): number[] => [...skin.normal.slice(12 * (4 + i), 12 * (4 + i) + 3)];
  const half = Math.SQRT1_2;
  [
    [0, 1, 0],
    [0, half, half],
    [0, 0, 1], // x, y, z: from y to z about x
  ].forEach((wanted, i) => {
    first(i).forEach((n, k) => {
      expect(n).toBeCloseTo(wanted[k], 6);
    });
  });
});

test('sweep: ends that are flattened keep a rim of the full radius', () => {
  const rings = ringsOf(2);
  const skin = { position: new Float32Array(3 * 8 * rings), normal: new Float32Array(3 * 8 * rings), sides: 8 };
  sweep(Float32Array.of(0, 0, 0, 1, 0, 0), 2, 0.5, skin, { bulge: 0.1 });
  const x = skin.position.filter((_, k) => k % 3 === 0);
  expect([Math.min(...x), Math.max(...x)]).toEqual([expect.closeTo(-0.1), expect.closeTo(1.1)]);
  for (let v = 0; v < 8 * rings; v++) expect(Math.hypot(...skin.normal.slice(3 * v, 3 * v + 3))).toBeCloseTo(1, 6);
  expect(Math.hypot(skin.position[3 * 8 * 4 + 1], skin.position[3 * 8 * 4 + 2])).toBeCloseTo(0.5, 6);
});

test('sweep: what lies across a line is turned with it the shortest way', () => {
  const { along, across } = beginning([0, 0, 0, 2, 0, 0]);
  expect([[...along], [...across]]).toEqual([
    [1, 0, 0],
    [0, 1, 0],
  ]);
  expect([...turnedAlong(across, along, [0, 1, 0])]).toEqual([-1, 0, 0]);
  expect([...turnedAlong(across, along, [0, 0, 1])]).toEqual([0, 1, 0]); // about y
});

test('tubes: a rod is as thick as it is, along its points; its control points are not drawn', () => {
  const tubes = new Tubes([rod()], x, 4);
  tubes.update(x);
  const { geometry } = tubes.objects[0] as Mesh;
  const position = geometry.getAttribute('position');
  const own = Array.from({ length: position.count }, (_, v) => Math.hypot(position.getY(v), position.getZ(v)));
  expect(Math.max(...own)).toBeCloseTo(0.1, 6);
  expect(position.count).toBe(16 * ringsOf(3));
  expect(Array.from(geometry.getAttribute('radius').array)).toEqual(new Array(position.count).fill(Math.fround(0.1)));
  expect(new Beads([rod()], 2).objects).toEqual([]);
  // faces outward: the first triangle after the first point
  const [a, b, c] = [0, 1, 2].map((k) => Number(geometry.index?.getX(6 * 16 * 5 + k)));
  const at = (v: number): number[] => [position.getX(v), position.getY(v), position.getZ(v)];
  const [u, w] = [b, c].map((v) => at(v).map((p, k) => p - at(a)[k]));
  const normal = [u[1] * w[2] - u[2] * w[1], u[2] * w[0] - u[0] * w[2], u[0] * w[1] - u[1] * w[0]];
  expect(normal[1] * at(a)[1] + normal[2] * at(a)[2]).toBeGreaterThan(0);
});

test('tubes: what nothing says the thickness of is a thread', () => {
  const { radius: _, ...thread } = rod();
  const tubes = new Tubes([thread], x, 2);
  expect((tubes.objects[0] as Mesh).geometry.getAttribute('radius').getX(0)).toBeCloseTo(0.006, 9);
});

test('tubes: one that knows its twist says where its vertices are on their rings; another does not', () => {
  const plain = { ...rod(), curve: Int32Array.of(4, 5) };
  const tubes = new Tubes([rod({ twist: 0 }), plain], x, 4);
  tubes.update(x, Float32Array.of(0, 0.5, 1));
  const { geometry } = tubes.objects[0] as Mesh;
  const round = geometry.getAttribute('round');
  const sizes = Array.from({ length: round.count }, (_, v) => Math.hypot(round.getX(v), round.getY(v)));
  const own = 16 * ringsOf(3);
  expect(sizes.slice(0, own).every((size) => Math.abs(size - 1) < 1e-6)).toBe(true);
  expect(sizes.slice(own).every((size) => size === 0)).toBe(true);
  // a recording has no angles: it is drawn untwisted
  tubes.update(x);
  expect(Array.from(geometry.getAttribute('position').array).every(Number.isFinite)).toBe(true);
});

test('tube material: never thinner than 2.4 px', () => {
  const camera = new PerspectiveCamera(90, 1, 0.1, 100); // at 1 m, 2 m high
  const material = new TubeMaterial({});
  material.style({ domElement: { clientHeight: 500 } } as WebGLRenderer, camera);
  const shader = { uniforms: {}, vertexShader: '', fragmentShader: '' } as never as {
    uniforms: { least: { value: number } };
  };
  material.onBeforeCompile(shader as never, {} as WebGLRenderer);
  expect(shader.uniforms.least.value * 2).toBeCloseTo((2.4 * 2) / 500, 9);
});

test('of many points along rods every second is drawn, and the last; of rods that show their twist all', () => {
  const count = 2002;
  const line = Float32Array.from({ length: 3 * count }, (_, i) => (i % 3 ? 0 : i / 3));
  const curve = Int32Array.from({ length: count }, (_, i) => i);
  const along = (shape: ShapeModel): number[] => {
    const tubes = new Tubes([shape], line, 1);
    tubes.update(line, new Float32Array(count));
    const position = (tubes.objects[0] as Mesh).geometry.getAttribute('position');
    const found = Array.from({ length: position.count }, (_, v) => Math.round(position.getX(v)));
    return [...new Set(found)];
  };
  const drawn = along(rod({ firstNode: 0, curve, radius: 0.001 }));
  expect(drawn).toEqual([...Array.from({ length: 1001 }, (_, i) => 2 * i), 2001]);
  expect(along(rod({ firstNode: 0, curve, radius: 0.001, twist: 0 }))).toHaveLength(count);
});

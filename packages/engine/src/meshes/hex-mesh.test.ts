import { describe, expect, test } from 'vitest';
import { Random } from '../../../../tests/support/random.ts';
import { hexTets } from '../geometry/hex-cell.ts';
import { block } from './block.ts';
import { boxNode } from './box.ts';
import { cornerJacobian, hexMesh, hexMeshVolume, hexVolume } from './hex-mesh.ts';
import { tetVolume } from './mesh.ts';
import { enclosedVolume } from './surface/surface.ts';
import { surfaceEdges } from './surface/surface-edges.ts';

describe('a block', () => {
  const mesh = block({ size: [3, 2, 1], cells: [3, 4, 5], centre: [1, 2, 3] });
  test('has cells, nodes, boundary and edges in number', () => {
    expect(mesh.hexes.length / 8).toBe(60);
    expect(mesh.positions.length / 3).toBe(4 * 5 * 6);
    expect(mesh.quads.length / 4).toBe(2 * (12 + 15 + 20));
    expect(mesh.triangles.length / 3).toBe(4 * (12 + 15 + 20));
    expect(mesh.edges.length / 2).toBe(3 * 5 * 6 + 4 * 4 * 6 + 4 * 5 * 5);
  });
  test('has its volume, inside and by its boundary, which is closed', () => {
    expect(hexMeshVolume(mesh)).toBeCloseTo(6, 12);
    expect(enclosedVolume(mesh)).toBeCloseTo(6, 12);
    const { up, down } = surfaceEdges(mesh.triangles);
    expect([...up, ...down].every((n) => n === 1)).toBe(true);
  });
  test('its cells are numbered as in VTK, its nodes as in a box', () => {
    const at = (i: number, j: number, k: number): number => boxNode([3, 4, 5], i, j, k);
    expect([...mesh.hexes.subarray(0, 8)]).toEqual([
      at(0, 0, 0),
      at(1, 0, 0),
      at(1, 1, 0),
      at(0, 1, 0),
      at(0, 0, 1),
      at(1, 0, 1),
      at(1, 1, 1),
      at(0, 1, 1),
    ]);
    expect([...mesh.positions.subarray(0, 3)]).toEqual([-0.5, 1, 2.5]);
  });
});

test('Jacobians at corners: the volume spanned by the three edges there, 200 bent cells, seed 7', () => {
  const random = new Random(7);
  for (let n = 0; n < 200; n++) {
    const { positions, hexes } = block({ size: [1, 1, 1], cells: [1, 1, 1] });
    const x = positions.map((p) => p + random.between(-0.15, 0.15));
    // the mean of the determinant over the cell, by the midpoint rule in 20^3 points
    let sum = 0;
    const map = (r: readonly number[]): number[] =>
      [0, 1, 2].map((axis) => {
        let at = 0;
        for (let c = 0; c < 8; c++) {
          const bits = [c === 1 || c === 2 || c === 5 || c === 6, c === 2 || c === 3 || c === 6 || c === 7, c > 3];
          at += bits.reduce((w, bit, a) => w * (bit ? r[a] : 1 - r[a]), 1) * x[3 * hexes[c] + axis];
        }
        return at;
      });
    const jacobian = (r: readonly number[]): number => {
      const d = [0, 1, 2].map((a) => {
        // the map is linear in each variable
        const [low, high] = [0, 1].map((end) => map(r.map((x, axis) => (axis === a ? end : x))));
        return high.map((h, axis) => h - low[axis]);
      });
      const [u, v, w] = d;
      return (
        u[0] * (v[1] * w[2] - v[2] * w[1]) + u[1] * (v[2] * w[0] - v[0] * w[2]) + u[2] * (v[0] * w[1] - v[1] * w[0])
      );
    };
    if (n < 3) {
      const steps = 20;
      for (let k = 0; k < steps ** 3; k++) {
        sum += jacobian(
          [k % steps, Math.floor(k / steps) % steps, Math.floor(k / steps ** 2)].map((i) => (i + 0.5) / steps),
        );
      }
      expect(hexVolume(x, hexes, 0)).toBeCloseTo(sum / steps ** 3, 3);
    }
    const corners = [
      [0, 0, 0],
      [1, 0, 0],
      [1, 1, 0],
      [0, 1, 0],
      [0, 0, 1],
      [1, 0, 1],
      [1, 1, 1],
      [0, 1, 1],
    ];
    for (const [c, r] of corners.entries()) expect(cornerJacobian(x, hexes, 0, c)).toBeCloseTo(jacobian(r), 12);
  }
});

test('a cell is the sum of its six tets', () => {
  const { positions, hexes } = block({ size: [1, 2, 3], cells: [1, 1, 1] });
  const tets = Int32Array.from(hexTets, (c) => hexes[c]);
  const volumes = Array.from({ length: 6 }, (_, t) => tetVolume(positions, tets, t));
  expect(volumes.every((v) => Math.abs(v - 1) < 1e-12)).toBe(true);
});

describe('refused', () => {
  const { positions, hexes } = block({ size: [2, 1, 1], cells: [2, 1, 1] });
  const swapped = hexes.map((n, k) => (k < 8 ? n : hexes[8 + ((k + 4) % 8)]));
  test('a cell that is inside out, by its number', () => {
    expect(() => hexMesh({ positions, hexes: swapped })).toThrow(
      'hexMesh: hexes[1] — the cell is inside out (list the bottom',
    );
  });
  test('a cell that is inside out at a corner, with the node', () => {
    const bent = positions.slice();
    bent[0] += 1.5; // node 0 beyond node 1
    expect(() => hexMesh({ positions: bent, hexes })).toThrow(
      /hexes\[0\] — the cell is inside out or flat at node 0, its corner 0/,
    );
  });
  test.each([
    [{ positions, hexes: hexes.slice(0, 7) }, '7 indices are not whole cells'],
    [{ positions, hexes: [...hexes.slice(0, 7), 99] }, '99 is not a node (nodes run 0 to 11)'],
    [{ positions, hexes: [...hexes.slice(0, 7), hexes[0]] }, 'is listed twice'],
    [
      { positions: positions.map((x, k) => (k === 4 ? Number.NaN : x)), hexes },
      'positions[4] — NaN is not a coordinate',
    ],
    [
      { positions, hexes: [...hexes, ...hexes.slice(0, 8)] },
      'hexes[2] — shares a face with both hexes[0] and hexes[1]',
    ],
  ])('%#', (input, message) => {
    expect(() => hexMesh(input)).toThrow(message);
  });
});

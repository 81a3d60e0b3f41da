import { describe, expect, test } from 'vitest';
import { box } from './box.ts';
import { grid } from './grid.ts';
import { facesOf, type Mesh, mesh, meshVolume, type Transform, tetVolume, transformed } from './mesh.ts';

const corner = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]; // of a cube: a tet of volume 1/6
const roundoff = 1e-14; // a few operations on numbers of size 1

/** Volume inside a closed surface that looks outward, by the divergence theorem. */
function enclosed({ positions, triangles }: Mesh): number {
  const withOrigin = Float64Array.of(...positions, 0, 0, 0);
  const origin = positions.length / 3;
  let volume = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    volume += tetVolume(withOrigin, Int32Array.of(origin, ...triangles.subarray(t, t + 3)), 0);
  }
  return volume;
}

test('regions: one for each tet, kept by what is transformed', () => {
  const two = { positions: [...corner, 1, 1, 1], tets: [0, 1, 2, 3, 4, 2, 1, 3] };
  const made = mesh({ ...two, regions: [7, 3] });
  expect([...(transformed(made, { scale: -2 }).regions ?? [])]).toEqual([7, 3]);
  expect('regions' in mesh(two)).toBe(false);
  expect(() => mesh({ ...two, regions: [7] })).toThrow(
    expect.objectContaining({ message: 'mesh: regions — 1 numbers for 2 tets (give one for each).' }),
  );
});

describe('completing', () => {
  test('one tet: its six edges and four outward faces', () => {
    const { tets, triangles, edges } = mesh({ positions: corner, tets: [0, 1, 2, 3] });
    expect([...tets]).toEqual([0, 1, 2, 3]);
    expect([...edges]).toEqual([0, 1, 0, 2, 0, 3, 1, 2, 1, 3, 2, 3]);
    expect([...triangles]).toEqual([0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3]);
  });

  test('two tets: the face between them is no boundary, but a face', () => {
    const { tets, triangles, edges } = mesh({ positions: [...corner, 1, 1, 1], tets: [0, 1, 2, 3, 1, 2, 3, 4] });
    expect(triangles.length / 3).toBe(6);
    expect(edges.length / 2).toBe(9);
    expect(facesOf(tets).length / 3).toBe(7);
    expect([...facesOf(tets).subarray(0, 12)]).toEqual([0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3]);
  });

  test('a negative tet has its last two vertices swapped', () => {
    const { positions, tets } = mesh({ positions: corner, tets: [0, 2, 1, 3] });
    expect([...tets]).toEqual([0, 2, 3, 1]);
    expect(tetVolume(positions, tets, 0)).toBe(1 / 6);
  });

  test('what is given is kept, and triangles have edges too', () => {
    const given = { positions: corner, tets: [0, 1, 2, 3], triangles: [3, 2, 1], edges: [3, 0] };
    expect([...mesh(given).triangles]).toEqual([3, 2, 1]);
    expect([...mesh(given).edges]).toEqual([3, 0]);
    expect([...mesh({ positions: corner, triangles: [3, 2, 1, 0, 1, 2] }).edges]).toEqual([
      3, 2, 2, 1, 1, 3, 0, 1, 2, 0,
    ]);
    expect(mesh({ positions: corner })).toEqual(mesh({ positions: corner, tets: [], triangles: [], edges: [] }));
    expect(mesh({ positions: [] }).edges.length).toBe(0);
  });

  test('the arrays are copies', () => {
    const positions = Float64Array.from(corner);
    const tets = Int32Array.of(0, 2, 1, 3);
    const made = mesh({ positions, tets });
    positions[0] = 9;
    expect(made.positions[0]).toBe(0);
    expect([...tets]).toEqual([0, 2, 1, 3]);
  });

  test('a fan around one hub counts as it should', () => {
    const blades = 2000;
    const positions = new Float64Array(3 * (blades + 1));
    const triangles: number[] = [];
    for (let k = 1; k <= blades; k++) triangles.push(0, k, (k % blades) + 1);
    expect(mesh({ positions, triangles }).edges.length / 2).toBe(2 * blades);
  });
});

test('distinct sides are those of a plain set, in order of first appearance (random tets, seed 1)', () => {
  let seed = 1;
  const random = (n: number) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((seed / 2 ** 32) * n);
  };
  const tets = new Int32Array(4 * 500);
  for (let t = 0; t < tets.length; t += 4) {
    const nodes = new Set<number>();
    while (nodes.size < 4) nodes.add(random(12));
    tets.set([...nodes], t);
  }
  const seen = new Map<string, number[]>();
  for (let t = 0; t < tets.length; t += 4) {
    for (const face of ['021', '013', '032', '123']) {
      const nodes = [...face].map((k) => tets[t + Number(k)]);
      const key = [...nodes].sort((a, b) => a - b).join();
      if (!seen.has(key)) seen.set(key, nodes);
    }
  }
  expect([...facesOf(tets)]).toEqual([...seen.values()].flat());
});

describe('invalid input is refused with a message', () => {
  const positions = [...corner, 1, 1, 0];
  const flat = [...corner.slice(0, 9), 1, 1, 1e-13];
  const two = [...corner, 1, 1, 1];
  test.each([
    ['half a point', { positions: [0, 0] }, 'mesh: positions — 2 numbers are not whole points (give 3 per node).'],
    [
      'NaN',
      { positions: [0, 0, 0, 1, NaN, 0] },
      'mesh: positions[4] — NaN is not a coordinate for node 1 (give a finite number).',
    ],
    ['half a tet', { positions, tets: [0, 1, 2] }, 'mesh: tets — 3 indices are not whole elements (give 4 for each).'],
    ['too high', { positions, edges: [0, 1, 4, 5] }, 'mesh: edges[1] — 5 is not a node (nodes run 0 to 4).'],
    ['negative', { positions, triangles: [0, 1, -1] }, 'mesh: triangles[0] — -1 is not a node (nodes run 0 to 4).'],
    ['not whole', { positions, edges: [0, 1.5] }, 'mesh: edges[0] — 1.5 is not a node (nodes run 0 to 4).'],
    ['no nodes', { positions: [], edges: [0, 1] }, 'mesh: edges[0] — 0 is not a node (there are no nodes).'],
    [
      'repeated',
      { positions, tets: [0, 1, 2, 3, 0, 4, 3, 4] },
      'mesh: tets[1] — node 4 is listed twice (give 4 different nodes).',
    ],
    [
      'flat',
      { positions: flat, tets: [0, 1, 2, 3] },
      'mesh: tets[0] — nodes 0, 1, 2, 3 lie in a plane (move a node or leave the tet out).',
    ],
    [
      'twice',
      { positions, edges: [0, 1, 2, 3, 1, 0] },
      'mesh: edges[2] — 1, 0 is edges[0] again (list every edge once).',
    ],
    [
      'overlap',
      { positions: two, tets: [0, 1, 2, 3, 0, 1, 2, 4] },
      'mesh: tets[1] — overlaps tets[0] at face 0, 2, 1 (leave one out, or give the triangles).',
    ],
    [
      'overlap behind',
      { positions: [...corner, 0, 0, -1, 0.2, 0.2, -1], tets: [0, 1, 2, 3, 0, 1, 2, 4, 0, 1, 2, 5] },
      'mesh: tets[2] — overlaps tets[1] at face 0, 1, 2 (leave one out, or give the triangles).',
    ],
  ])('%s', (_, input, message) => {
    expect(() => mesh(input)).toThrow(expect.objectContaining({ message: message }));
  });

  test('a sliver above the bound passes, and overlapping tets pass with their triangles given', () => {
    expect(() => mesh({ positions: [...corner.slice(0, 9), 1, 1, 1e-9], tets: [0, 1, 2, 3] })).not.toThrow();
    expect(() => mesh({ positions: two, tets: [0, 1, 2, 3, 0, 1, 2, 4], triangles: [] })).not.toThrow();
  });
});

describe('transformed', () => {
  const cube = box({ size: [1, 1, 1], cells: [1, 2, 1] });

  test('scales, then rotates, then moves', () => {
    const point = mesh({ positions: [1, 2, 3] });
    // A quarter turn about z takes x to y; the quaternion's length does not matter.
    const moved = transformed(point, { scale: [2, 1, 1], rotate: [0, 0, 5, 5], translate: [10, 20, 30] });
    expect([...moved.positions]).toEqual([8, 22, 33]);
    expect([...point.positions]).toEqual([1, 2, 3]);
  });

  test('a rotation keeps lengths and volume, and turns about its axis by the right hand', () => {
    const q = [0.1, -0.7, 0.4, 0.3] as const;
    const turned = transformed(cube, { rotate: q });
    expect(Math.abs(meshVolume(turned) - 1)).toBeLessThan(roundoff);
    const [x, y, z] = transformed(mesh({ positions: q.slice(0, 3) }), { rotate: q }).positions;
    expect([x - q[0], y - q[1], z - q[2]].every((e) => Math.abs(e) < roundoff)).toBe(true);
    expect([...transformed(mesh({ positions: [0, 1, 0] }), { rotate: [1, 0, 0, 1] }).positions]).toEqual([0, 0, 1]);
    expect([...transformed(mesh({ positions: [0, 0, 1] }), { rotate: [0, 1, 0, 1] }).positions]).toEqual([1, 0, 0]);
  });

  test('nothing asked, nothing changed', () => expect(transformed(cube, {})).toEqual(cube));

  test.each<Transform>([{ scale: -1 }, { scale: [-1, 1, 1] }, { scale: [-2, -1, -1] }, { scale: [1, -1, -1] }])(
    '%j: positive tets, outward surface',
    (transform) => {
      const copy = transformed(cube, transform);
      for (let t = 0; t < copy.tets.length / 4; t++) expect(tetVolume(copy.positions, copy.tets, t)).toBeGreaterThan(0);
      expect(enclosed(copy)).toBeCloseTo(meshVolume(copy), 12);
    },
  );

  test('a mirrored sheet looks where its mirror image looks', () => {
    const sheet = grid({ size: [1, 1], cells: [1, 1] });
    const mirrored = transformed(sheet, { scale: [-1, 1, 1] });
    expect([...mirrored.triangles]).toEqual([0, 3, 2, 0, 1, 3]);
  });

  test('errors', () => {
    expect(() => transformed(cube, { scale: 0 })).toThrow(
      'transformed: scale — 0 flattens the mesh (give other factors).',
    );
    expect(() => transformed(cube, { scale: [1, NaN, 1] })).toThrow(
      'transformed: scale[1] — NaN is not allowed (give a finite number).',
    );
    expect(() => transformed(cube, { rotate: [0, 0, 0, 0] })).toThrow(
      '[0,0,0,0] has no usable length (no rotation is [0, 0, 0, 1])',
    );
    expect(() => transformed(cube, { translate: [0, Infinity, 0] })).toThrow('transformed: translate[1] — Infinity');
  });
});

/** Detection: no ghost contacts on triangulated planes, no tunnelling.                       [contact notes, sec. 2.3, 2.4] */
import { expect, test } from 'vitest';
import { Random } from '../../../../../tests/support/random.ts';
import { createWorld, mesh, particles, tetSprings, type World } from '../../index.ts';

test.each([
  ['along the triangles', [1, 0, 0.13]],
  ['along an edge', [1, 0, 0]],
  ['across', [0.4, 0, -1]],
])('a point that glides over a triangulated plane keeps its speed: %s', (_, velocity) => {
  const world = createWorld({ step: 0.01, contact: { friction: 0, thickness: 1e-3 }, integrator: 'euler-cromer' });
  // a sheet in the plane y = 0 that does not move
  const n = 9;
  const positions: number[] = [];
  for (let j = 0; j < n; j++) for (let i = 0; i < n; i++) positions.push(0.1 * i, 0, 0.1 * j);
  const triangles: number[] = [];
  for (let j = 0; j + 1 < n; j++)
    for (let i = 0; i + 1 < n; i++) {
      const a = i + n * j;
      triangles.push(a, a + n, a + n + 1, a, a + n + 1, a + 1);
    }
  const sheet = mesh({ positions, triangles });
  world.add(
    tetSprings(sheet, {
      id: 'sheet',
      mass: 1,
      form: 'spring',
      stretch: 1,
      fixed: Array.from({ length: n * n }, (_v, k) => k),
    }),
  );
  const start = [velocity[0] > 0.9 ? 0.03 : 0.2, 1e-3, velocity[2] < 0 ? 0.75 : 0.4];
  world.add(particles(start, { id: 'point', mass: 1, velocities: velocity }));
  for (let k = 0; k < 55; k++) world.step();
  const v = world.velocities('point');
  // the residual that is demanded of every solve
  for (let axis = 0; axis < 3; axis += 2) expect(Math.abs(v[axis] - velocity[axis])).toBeLessThan(1e-10);
  expect(Math.abs(world.positions('point')[1] - 1e-3)).toBeLessThan(1e-13);
});

/** Whether a moving pair of segments or of a point and a triangle crosses: coplanarity is a cubic in t. */
function crosses(P: readonly number[][], D: readonly number[][], edges: boolean): boolean {
  const at = (t: number): number[][] => P.map((p, k) => p.map((x, axis) => x + t * D[k][axis]));
  const sub = (a: readonly number[], b: readonly number[]): number[] => a.map((x, k) => x - b[k]);
  const cross = (a: readonly number[], b: readonly number[]): number[] => [
    a[1] * b[2] - a[2] * b[1],
    a[2] * b[0] - a[0] * b[2],
    a[0] * b[1] - a[1] * b[0],
  ];
  const dot = (a: readonly number[], b: readonly number[]): number => a.reduce((s, x, k) => s + x * b[k], 0);
  const volume = (t: number): number => {
    const [a, b, c, d] = at(t);
    return dot(sub(b, a), cross(sub(c, a), sub(d, a)));
  };
  const inside = (t: number): boolean => {
    const [a, b, c, d] = at(t);
    if (edges) {
      const [u, v, w] = [sub(b, a), sub(d, c), sub(c, a)];
      const n = cross(u, v);
      const nn = dot(n, n);
      const [s, r] = [dot(cross(w, v), n) / nn, dot(cross(w, u), n) / nn];
      return s >= 0 && s <= 1 && r >= 0 && r <= 1;
    }
    const [u, v, w] = [sub(c, b), sub(d, b), sub(a, b)];
    const n = cross(u, v);
    const nn = dot(n, n);
    const [s, r] = [dot(cross(w, v), n) / nn, dot(cross(u, w), n) / nn];
    return s >= 0 && r >= 0 && s + r <= 1;
  };
  const samples = 400;
  let before = volume(0);
  for (let k = 1; k <= samples; k++) {
    const now = volume(k / samples);
    if (before < 0 !== now < 0) {
      let [low, high] = [(k - 1) / samples, k / samples];
      for (let i = 0; i < 50; i++) {
        const middle = (low + high) / 2;
        if (volume(middle) < 0 === before < 0) low = middle;
        else high = middle;
      }
      if (inside(high)) return true;
    }
    before = now;
  }
  return false;
}

test.each([
  ['a point and a triangle', false],
  ['two edges', true],
])('%s: 80 random pairs, moves of 0.1 to 3 sizes, seed 1: none passes through', (_, edges) => {
  const random = new Random(1);
  const normal = (): number => random.between(-1, 1) + random.between(-1, 1) + random.between(-1, 1);
  let [tried, freely, through, unsure] = [0, 0, 0, 0];
  for (const size of [0.1, 0.3, 1, 3])
    for (let k = 0; k < 20; k++) {
      const P = Array.from({ length: 4 }, () => [normal() * 0.5, normal() * 0.5, normal() * 0.5]);
      if (!edges) P[0] = [0, 1, 2].map((axis) => (P[1][axis] + P[2][axis] + P[3][axis]) / 3 + 0.3 * normal());
      const split = edges ? 2 : 1;
      const mean = (list: readonly number[][], axis: number): number =>
        list.reduce((s, p) => s + p[axis], 0) / list.length;
      const D = P.map((_p, m) =>
        [0, 1, 2].map((axis) => {
          const toward = mean(P.slice(split), axis) - mean(P.slice(0, split), axis);
          return size * (0.5 * normal() + (m < split ? 1.2 * toward : 0));
        }),
      );
      const world: World = createWorld({
        step: 1,
        gravity: [0, 0, 0],
        contact: { friction: 0, thickness: 1e-3 },
        integrator: 'euler-cromer',
      });
      const corners = (list: readonly number[][]) => list.flat();
      const own = { mass: 1, stretch: 0 } as const;
      const part = (id: string, from: number, to: number) => {
        const options = { id, ...own, velocities: corners(D.slice(from, to)) };
        const count = to - from;
        if (count === 1)
          return particles(corners(P.slice(from, to)), { id, mass: 1, velocities: corners(D.slice(from, to)) });
        const shape = count === 2 ? { edges: [0, 1] } : { triangles: [0, 1, 2] };
        return tetSprings(mesh({ positions: corners(P.slice(from, to)), ...shape }), options);
      };
      world.add(part('a', 0, split));
      world.add(part('b', split, 4));
      if (world.overlaps().length) continue;
      tried++;
      if (crosses(P, D, edges)) freely++;
      world.step();
      if (!world.contactReport().converged) unsure++;
      const end = [...world.positions('a'), ...world.positions('b')];
      // halved steps bend the path: what counts is the side at the end, and along a straight path if it was one
      const moved = P.map((p, m) => p.map((x, axis) => end[3 * m + axis] - x));
      if (world.contactReport().halvings === 0 && crosses(P, moved, edges)) through++;
    }
  expect(tried).toBeGreaterThan(60);
  expect(freely).toBeGreaterThan(8);
  expect(unsure).toBe(0);
  expect(through).toBe(0);
});

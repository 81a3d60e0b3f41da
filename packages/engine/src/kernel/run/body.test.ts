import { describe, expect, test } from 'vitest';
import { difference } from '../../../../../tests/support/bits.ts';
import { KernelMemory } from '../../../../../tests/support/kernel-memory.ts';
import { Random } from '../../../../../tests/support/random.ts';
import { area, edge, volume } from '../../bodies/tet/springs.ts';
import { box } from '../../meshes/box.ts';
import { facesOf } from '../../meshes/mesh.ts';
import { addTo, gather, kernel, parameter, point, putTo, uniform } from '../compile/kernel.ts';
import { constant } from '../formula/expr.ts';
import { add3, scale3, type Vec3 } from '../formula/vector.ts';
import { Batch, ghostCoordinates } from './batch.ts';
import { type BodyPart, bodyForces } from './body.ts';
import { Arena } from './memory.ts';

const kinds = [edge, area, volume];

/** The cube of five tets with all its edges, faces and volumes; sizes are random, as nothing hangs on them. */
function cubeParts(random: Random): { parts: BodyPart[]; nodeCount: number } {
  const mesh = box({ size: [1, 1, 1], cells: [1, 1, 1] });
  const lists = [mesh.edges, facesOf(mesh.tets), mesh.tets];
  const parts = kinds.map((kind, k): BodyPart => {
    const corners = kind.blocks.length;
    const count = lists[k].length / corners;
    return {
      forces: (x, v, p) => kind.forces(x, v, p, []) as unknown as Vec3[],
      nodes: Array.from({ length: count }, (_, e) => [...lists[k].subarray(e * corners, (e + 1) * corners)]),
      parameters: Array.from({ length: count }, () => kind.parameters.map(() => random.between(0.5, 2))),
    };
  });
  return { parts, nodeCount: mesh.positions.length / 3 };
}

describe('a body in one formula', () => {
  const random = new Random(111);
  const { parts, nodeCount } = cubeParts(random);
  const [x, v] = ['x', 'v'].map((array) => Array.from({ length: nodeCount }, (_, n) => point(array, n)));
  const forces = bodyForces(parts, x, v);
  const stride = 8 * 3 * nodeCount;
  const offsets = Array.from({ length: nodeCount }, (_, n) => 24 * n);
  const bodies = 6;
  const length = 3 * nodeCount * bodies;

  test('pushes as its elements in batches do, seed 111', () => {
    const rounding = 1e-13; // the order of the sums differs; relative to the largest force
    const whole = kernel(
      forces.map((f, n) => putTo('f', n, f)),
      { kind: 'body', stride, offsets },
    );
    const memory = new KernelMemory(whole, { pairs: bodies / 2, length }, new Random(112));
    const after = memory.interpreted();
    const [f, q, u] = ['f', 'x', 'v'].map((name) => memory.part(after, memory.at.arrays[name], length));
    expect(difference(memory.compiled(), after)).toBe('');

    const arena = new Arena();
    const arrays = Object.fromEntries(['f', 'x', 'v'].map((name) => [name, arena.f64(length + ghostCoordinates)]));
    arrays.x.view().set(q);
    arrays.v.view().set(u);
    const size = new Float64Array(length); // sum of the sizes of what is added
    kinds.forEach((kind, k) => {
      const at = (array: string): Vec3[] => kind.blocks.map((_, slot) => point(array, slot));
      const p = kind.parameters.map((_, column) => parameter(column));
      const sinks = kind.forces(at('x'), at('v'), p, []).map((force, slot) => addTo('f', slot, force));
      const list = Array.from({ length: bodies }, (_, b) =>
        parts[k].nodes.map((own) => own.map((n) => n + b * nodeCount)),
      );
      const elements = {
        count: bodies * parts[k].nodes.length,
        blocks: list.flat(2).map((n) => 3 * n),
        parameters: Array.from({ length: bodies }, () => parts[k].parameters).flat(2),
      };
      const batch = new Batch(kernel(sinks), arena, elements, length);
      batch.bind((array) => arrays[array].address);
      const before = arrays.f.view().slice(0, length);
      batch.run();
      arrays.f
        .view()
        .subarray(0, length)
        .forEach((value, i) => {
          size[i] += Math.abs(value - before[i]);
        });
    });
    const largest = Math.max(...size);
    const expected = arrays.f.view();
    f.forEach((value, i) => {
      expect(Math.abs(value - expected[i]), `coordinate ${i}`).toBeLessThanOrEqual(rounding * largest);
    });
  });

  test('shares what its elements have in common, and has no parameters left', () => {
    const whole = kernel(
      forces.map((f, n) => putTo('f', n, f)),
      { kind: 'body', stride, offsets },
    );
    const apart = kinds.reduce((sum, kind, k) => {
      const at = (array: string): Vec3[] => kind.blocks.map((_, slot) => point(array, slot));
      const p = kind.parameters.map((_, column) => parameter(column));
      const single = kernel(kind.forces(at('x'), at('v'), p, []).map((force, slot) => addTo('f', slot, force)));
      return sum + parts[k].nodes.length * single.operations;
    }, 0);
    expect(whole.parameters).toBe(0);
    expect(whole.operations).toBeLessThan(apart);
  });

  test('a whole step in place: v += h w f, x += h v, compiled and interpreted alike, seed 113', () => {
    const h = uniform(0);
    const speeds = forces.map((f, n) => add3(v[n], scale3(h, scale3(gather('w', n, 0), f))));
    const places = speeds.map((speed, n) => add3(x[n], scale3(h, speed)));
    const step = kernel([...speeds.map((s, n) => putTo('v', n, s)), ...places.map((p, n) => putTo('x', n, p))], {
      kind: 'body',
      stride,
      offsets,
    });
    const memory = new KernelMemory(step, { pairs: bodies / 2, length, uniforms: 1 }, new Random(113));
    const expected = memory.interpreted();
    for (const registers of [4, 12, Infinity]) {
      expect(difference(memory.compiled({ registers }), expected), `${registers} registers`).toBe('');
    }
  });
});

test('a node that no element touches feels nothing', () => {
  const x = [0, 1, 2].map((n) => point('x', n));
  const part: BodyPart = {
    forces: (q, u, p) => edge.forces(q, u, p, []) as unknown as Vec3[],
    nodes: [[0, 2]],
    parameters: [[1, 5, 0]],
  };
  expect(bodyForces([part], x, x)[1]).toEqual([constant(0), constant(0), constant(0)]);
});

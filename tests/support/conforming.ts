/** What every solid mesh owes: faces shared by two tets or outside, a closed surface, and Euler's number. */
import { expect } from 'vitest';
import { facesOf, type Mesh } from '../../packages/engine/src/meshes/mesh.ts';

/** euler: nodes - edges + faces - tets; 1 of a ball, 0 of a solid ring */
export function expectConforming({ positions, tets, triangles, edges }: Mesh, euler: number): void {
  const faces = tally(tets, 4, ['012', '013', '023', '123']);
  expect([...faces.values()].every((uses) => uses === 1 || uses === 2)).toBe(true);
  const outer = [...faces.keys()].filter((key) => faces.get(key) === 1);
  expect(new Set(tally(triangles, 3, ['012']).keys())).toEqual(new Set(outer));
  expect([...tally(triangles, 3, ['01', '12', '20']).values()].every((uses) => uses === 2)).toBe(true);
  expect(positions.length / 3 - edges.length / 2 + facesOf(tets).length / 3 - tets.length / 4).toBe(euler);
}

/** How often each side appears, by its nodes in ascending order; a side is given as its corners, '012'. */
function tally(elements: Int32Array, corners: number, sides: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (let e = 0; e < elements.length; e += corners) {
    for (const side of sides) {
      const nodes = [...side].map((k) => elements[e + Number(k)]);
      const key = nodes.sort((a, b) => a - b).join();
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  return counts;
}

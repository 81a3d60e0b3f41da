/** The mean length of the edges of a mesh, m: the size of its elements. */
import type { Mesh } from './mesh.ts';

export function meanEdge({ positions: x, edges }: Mesh): number {
  let sum = 0;
  for (let e = 0; e < edges.length; e += 2) {
    const [a, b] = [3 * edges[e], 3 * edges[e + 1]];
    const [dx, dy, dz] = [x[b] - x[a], x[b + 1] - x[a + 1], x[b + 2] - x[a + 2]];
    sum += Math.sqrt(dx * dx + dy * dy + dz * dz);
  }
  return (2 * sum) / edges.length;
}

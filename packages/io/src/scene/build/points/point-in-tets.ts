/** The tet or cell that contains a point, and the weights of its corners there. */
import { embedInHexes, type Mesh } from '@pliant/engine';

/** A point this far outside, in weights, still counts as inside: it lies on a face. */
const slack = 1e-9;

export function weightsIn(
  mesh: Mesh | undefined,
  [x, y, z]: readonly number[],
): { nodes: number[]; weights: number[] } | undefined {
  if (!mesh) return undefined;
  const { positions: p, tets, hexes } = mesh;
  if (hexes) {
    const { corners, weights, outside } = embedInHexes(Float64Array.of(x, y, z), p, hexes);
    return outside ? undefined : { nodes: [...corners], weights: [...weights] };
  }
  for (let t = 0; t < tets.length; t += 4) {
    const nodes = [tets[t], tets[t + 1], tets[t + 2], tets[t + 3]];
    const from = nodes.map((n) => [p[3 * n] - x, p[3 * n + 1] - y, p[3 * n + 2] - z]);
    const [a, b, c, d] = from;
    // each weight is the volume of the tet with the point in the place of that corner
    const weights = [volume(b, c, d), volume(a, d, c), volume(a, b, d), volume(a, c, b)];
    const sum = weights[0] + weights[1] + weights[2] + weights[3];
    if (weights.some((w) => w < -slack * sum)) continue;
    const inner = weights.map((w) => Math.max(0, w));
    return { nodes, weights: inner };
  }
  return undefined;
}

const volume = (a: number[], b: number[], c: number[]): number =>
  a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);

/**
 * Puts the nodes amid the edges of second-order tets into our order, 01 12 02 03 13 23, by where they lie: each belongs to
 * the edge whose middle is nearest. Used where a format does not fix their order. Tets for which this is not unique lose
 * their second order, with a notice.
 */
import type { MeshData } from '../../mesh-data.ts';

const edges = [0, 1, 1, 2, 0, 2, 0, 3, 1, 3, 2, 3];

export function orderMidsides(mesh: MeshData): MeshData {
  const { midsides, nodes } = mesh.tets;
  if (!midsides) return mesh;
  const ordered = new Int32Array(midsides.length);
  for (let t = 0; t < midsides.length / 6; t++) {
    let taken = 0;
    for (let k = 0; k < 6; k++) {
      const edge = nearestEdge(mesh.points, nodes, t, midsides[6 * t + k]);
      if (edge >= 0) taken |= 1 << edge;
      if (edge >= 0) ordered[6 * t + edge] = midsides[6 * t + k];
    }
    if (taken === 63) continue;
    const { midsides: _, ...corners } = mesh.tets;
    const notice =
      'the tets of second order were reduced to their corners: it is not clear which node lies on which edge.';
    return { ...mesh, tets: corners, notices: [...mesh.notices, notice] };
  }
  return { ...mesh, tets: { ...mesh.tets, midsides: ordered } };
}

function nearestEdge(points: Float64Array, nodes: Int32Array, t: number, node: number): number {
  if (node < 0) return -1;
  let best = -1;
  let least = Infinity;
  for (let e = 0; e < 6; e++) {
    const a = nodes[4 * t + edges[2 * e]];
    const b = nodes[4 * t + edges[2 * e + 1]];
    if (a < 0 || b < 0) return -1;
    let distance = 0;
    for (let axis = 0; axis < 3; axis++) {
      const d = points[3 * node + axis] - 0.5 * (points[3 * a + axis] + points[3 * b + axis]);
      distance += d * d;
    }
    if (distance < least) {
      least = distance;
      best = e;
    }
  }
  return best;
}

/**
 * A couple of nodes: forces without a sum and with a given moment, of least norm.
 *
 *   g_k = omega x r_k,  r_k = x_k - mean,   I omega = M,  I = sum |r_k|^2 - r_k r_k^T
 *
 * Nodes on one line carry no couple about it: nothing is added then.
 */
const least = 1e-12;
const I = new Float64Array(6);

/** Adds the couple M of the nodes at these coordinates, one for each axis of a node, to out. */
export function addNodeCouple(
  q: Float64Array, // coordinates, those of the body from `start` on
  start: number,
  nodes: readonly number[], // first coordinate of each node, counted from that of the body
  M: ArrayLike<number>, // N m
  out: Float64Array, // forces of the nodes are added to those from `at` on
  at: number,
): void {
  const n = nodes.length;
  let [cx, cy, cz] = [0, 0, 0];
  for (let k = 0; k < n; k++) {
    const i = start + nodes[k];
    cx += q[i] / n;
    cy += q[i + 1] / n;
    cz += q[i + 2] / n;
  }
  I.fill(0);
  for (let k = 0; k < n; k++) {
    const i = start + nodes[k];
    const [x, y, z] = [q[i] - cx, q[i + 1] - cy, q[i + 2] - cz];
    I[0] += y * y + z * z;
    I[1] += x * x + z * z;
    I[2] += x * x + y * y;
    I[3] -= x * y;
    I[4] -= y * z;
    I[5] -= x * z;
  }
  const [a, b, c, d, e, f] = I;
  const [A, B, C] = [b * c - e * e, a * c - f * f, a * b - d * d];
  const [D, E, F] = [e * f - c * d, d * f - a * e, d * e - b * f];
  const det = a * A + d * D + f * F;
  const trace = a + b + c;
  if (!(det > least * trace * trace * trace)) return;
  const wx = (A * M[0] + D * M[1] + F * M[2]) / det;
  const wy = (D * M[0] + B * M[1] + E * M[2]) / det;
  const wz = (F * M[0] + E * M[1] + C * M[2]) / det;
  for (let k = 0; k < n; k++) {
    const i = start + nodes[k];
    const [x, y, z] = [q[i] - cx, q[i + 1] - cy, q[i + 2] - cz];
    out[at + nodes[k]] += wy * z - wz * y;
    out[at + nodes[k] + 1] += wz * x - wx * z;
    out[at + nodes[k] + 2] += wx * y - wy * x;
  }
}

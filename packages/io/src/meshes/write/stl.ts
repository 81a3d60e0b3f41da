/** STL, text (a solid for each region) or binary (single precision, without regions). Corners are written for each triangle. */
import { MeshError } from '../mesh-error.ts';
import { ByteWriter } from './byte-writer.ts';
import type { MeshWriter } from './format.ts';
import { byRegion, type Surface, surfaceOf } from './surface.ts';

export const stlWriter: MeshWriter = {
  name: 'STL',
  endings: ['.stl'],
  write(mesh, { binary }) {
    const surface = surfaceOf(mesh);
    const notices = [...surface.notices];
    const out = new ByteWriter();
    if (binary) {
      if (surface.triangles.regions.some(Boolean)) notices.push('binary STL has no regions: they were left out.');
      if (surface.points.some((x) => Math.fround(x) !== x))
        notices.push('coordinates were rounded to single precision.');
      writeBinary(out, surface);
    } else writeText(out, surface);
    return { files: new Map([['.stl', out.done()]]), notices };
  },
};

function writeBinary(out: ByteWriter, { points, triangles: { nodes, regions } }: Surface): void {
  if (regions.length > 0xffffffff) throw new MeshError('too many triangles for binary STL.');
  out.bytes(new TextEncoder().encode('binary STL by Pliant'.padEnd(80, ' '))).u32(regions.length);
  for (let t = 0; t < regions.length; t++) {
    for (const x of normal(points, nodes, t)) out.f32(x);
    for (let k = 0; k < 3; k++) for (let axis = 0; axis < 3; axis++) out.f32(points[3 * nodes[3 * t + k] + axis]);
    out.u16(0);
  }
}
function writeText(out: ByteWriter, { points, triangles, names }: Surface): void {
  const { nodes } = triangles;
  const vector = (x: ArrayLike<number>, at: number): void => {
    out
      .number(x[at])
      .text(' ')
      .number(x[at + 1])
      .text(' ')
      .number(x[at + 2])
      .text('\n');
  };
  const parts = byRegion(triangles);
  if (!parts.size) parts.set(0, new Int32Array());
  for (const [region, list] of parts) {
    const name = (names.get(region) ?? (region ? `region-${region}` : '')).replace(/[\r\n]/g, ' ');
    out.text(`solid ${name}\n`);
    for (const t of list) {
      out.text('facet normal ');
      vector(normal(points, nodes, t), 0);
      out.text('outer loop\n');
      for (let k = 0; k < 3; k++) {
        out.text('vertex ');
        vector(points, 3 * nodes[3 * t + k]);
      }
      out.text('endloop\nendfacet\n');
    }
    out.text(`endsolid ${name}\n`);
  }
}
/** Of length 1, or 0 for a flat triangle. */
function normal(p: Float64Array, nodes: Int32Array, t: number): [number, number, number] {
  const [a, b, c] = [3 * nodes[3 * t], 3 * nodes[3 * t + 1], 3 * nodes[3 * t + 2]];
  const [ux, uy, uz] = [p[b] - p[a], p[b + 1] - p[a + 1], p[b + 2] - p[a + 2]];
  const [vx, vy, vz] = [p[c] - p[a], p[c + 1] - p[a + 1], p[c + 2] - p[a + 2]];
  const n = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  const length = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
  return length > 0 ? [n[0] / length, n[1] / length, n[2] / length] : [0, 0, 0];
}

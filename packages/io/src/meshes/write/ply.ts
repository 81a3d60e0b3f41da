/** PLY, text or binary little-endian, in double precision. Regions are not written: the format has none. */
import { ByteWriter } from './byte-writer.ts';
import type { MeshWriter } from './format.ts';
import { surfaceOf } from './surface.ts';

export const plyWriter: MeshWriter = {
  name: 'PLY',
  endings: ['.ply'],
  write(mesh, { binary }) {
    const { points, triangles, notices } = surfaceOf(mesh);
    const { nodes, regions } = triangles;
    const out = new ByteWriter();
    out.text(`ply\nformat ${binary ? 'binary_little_endian' : 'ascii'} 1.0\nelement vertex ${points.length / 3}\n`);
    for (const axis of 'xyz') out.text(`property double ${axis}\n`);
    out.text(`element face ${regions.length}\nproperty list uchar int vertex_indices\nend_header\n`);
    for (let i = 0; i < points.length; i++) {
      if (binary) out.f64(points[i]);
      else out.number(points[i]).text(i % 3 === 2 ? '\n' : ' ');
    }
    for (let t = 0; t < regions.length; t++) {
      if (binary) out.u8(3);
      else out.text('3 ');
      for (let k = 0; k < 3; k++) {
        if (binary) out.i32(nodes[3 * t + k]);
        else out.whole(nodes[3 * t + k], k === 2 ? '\n' : ' ');
      }
    }
    const lost = regions.some(Boolean) ? ['PLY has no regions: they were left out.'] : [];
    return { files: new Map([['.ply', out.done()]]), notices: [...notices, ...lost] };
  },
};

/** Wavefront (.obj): vertices and triangles, with a group for each region that has a name or a number. */
import { ByteWriter } from './byte-writer.ts';
import type { MeshWriter } from './format.ts';
import { surfaceOf } from './surface.ts';

export const objWriter: MeshWriter = {
  name: 'OBJ',
  endings: ['.obj'],
  write(mesh) {
    const { points, triangles, names, notices } = surfaceOf(mesh);
    const { nodes, regions } = triangles;
    const out = new ByteWriter();
    for (let i = 0; i < points.length; i += 3) {
      out
        .text('v ')
        .number(points[i])
        .text(' ')
        .number(points[i + 1])
        .text(' ')
        .number(points[i + 2])
        .text('\n');
    }
    let last = 0;
    for (let t = 0; t < regions.length; t++) {
      if (regions[t] !== last) out.text(regions[t] ? `g ${names.get(regions[t]) ?? `region-${regions[t]}`}\n` : 'g\n');
      last = regions[t];
      out
        .text('f ')
        .whole(nodes[3 * t] + 1)
        .whole(nodes[3 * t + 1] + 1)
        .whole(nodes[3 * t + 2] + 1, '\n');
    }
    return { files: new Map([['.obj', out.done()]]), notices };
  },
};

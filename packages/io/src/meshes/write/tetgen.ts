/**
 * TetGen: .node, .ele with the regions as attribute, and .face with them as marker if there are triangles. The nodes amid
 * the edges of second-order tets follow in the order 01 12 02 03 13 23; our reader finds it by where they lie.
 */
import { type Cells, cellCount, counted, type MeshData, vertexCount, vertexId } from '../mesh-data.ts';
import { MeshError } from '../mesh-error.ts';
import { ByteWriter } from './byte-writer.ts';
import type { MeshWriter } from './format.ts';

export const tetgenWriter: MeshWriter = {
  name: 'TetGen',
  endings: ['.node', '.ele'],
  write(mesh) {
    const hexes = cellCount(mesh.hexes);
    if (hexes)
      throw new MeshError(
        `TetGen has no hexes, and the mesh has ${counted(hexes, 'hex', 'hexes')}; write .msh or .vtu.`,
      );
    const files = new Map([
      ['.node', nodes(mesh)],
      ['.ele', cells(mesh, mesh.tets, 4)],
    ]);
    if (cellCount(mesh.triangles)) files.set('.face', cells(mesh, mesh.triangles, 3));
    const named = mesh.names.volume.size + mesh.names.surface.size;
    return { files, notices: named ? ['TetGen has no names for regions: their numbers were written.'] : [] };
  },
};

function nodes(mesh: MeshData): Uint8Array {
  const out = new ByteWriter();
  out.text(`${vertexCount(mesh)} 3 0 0\n`);
  for (let n = 0; n < vertexCount(mesh); n++) {
    out.whole(vertexId(mesh, n));
    for (let axis = 0; axis < 3; axis++) out.number(mesh.points[3 * n + axis]).text(axis < 2 ? ' ' : '\n');
  }
  return out.done();
}
function cells(mesh: MeshData, own: Cells, width: 3 | 4): Uint8Array {
  const out = new ByteWriter();
  const count = cellCount(own);
  const marked = own.regions.some((region) => region !== 0) ? 1 : 0;
  out.text(width === 4 ? `${count} ${own.midsides ? 10 : 4} ${marked}\n` : `${count} ${marked}\n`);
  for (let c = 0; c < count; c++) {
    out.whole(own.ids?.[c] ?? mesh.firstId + c);
    for (let k = 0; k < width; k++) out.whole(vertexId(mesh, own.nodes[width * c + k]));
    if (own.midsides) for (let k = 0; k < 6; k++) out.whole(vertexId(mesh, own.midsides[6 * c + k]));
    if (marked) out.whole(own.regions[c]);
    out.text('\n');
  }
  return out.done();
}

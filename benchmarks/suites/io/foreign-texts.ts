/** Mesh files as text, in formats that we read and do not write. Tets alone; coordinates of all digits. */
import type { MeshData } from '@pliant/io';
import { ByteWriter } from '../../../packages/io/src/meshes/write/byte-writer.ts';

type Write = (file: ByteWriter, mesh: MeshData) => void;

const written =
  (write: Write) =>
  (mesh: MeshData): Uint8Array => {
    const file = new ByteWriter();
    write(file, mesh);
    return file.done();
  };
/** A line for each point; first: what stands before its coordinates */
function points(file: ByteWriter, { points: p }: MeshData, first: (n: number) => void = () => {}): void {
  for (let n = 0; n < p.length / 3; n++) {
    first(n);
    for (let axis = 0; axis < 3; axis++) file.number(p[3 * n + axis]).text(axis < 2 ? ' ' : '\n');
  }
}
/** A line for each tet; from: the number of the first point */
function tets(file: ByteWriter, { tets: { nodes } }: MeshData, from: number, first: (t: number) => void): void {
  for (let t = 0; t < nodes.length / 4; t++) {
    first(t);
    for (let k = 0; k < 4; k++) file.whole(nodes[4 * t + k] + from, k < 3 ? ' ' : '\n');
  }
}
const tetCount = ({ tets }: MeshData): number => tets.regions.length;
const pointCount = ({ points: p }: MeshData): number => p.length / 3;

export const netgenText = written((file, mesh) => {
  file.text(`mesh3d\ndimension\n3\ngeomtype\n0\nvolumeelements\n${tetCount(mesh)}\n`);
  tets(file, mesh, 1, (t) => file.whole(mesh.tets.regions[t]).text('4 '));
  file.text(`points\n${pointCount(mesh)}\n`);
  points(file, mesh);
  file.text('endmesh\n');
});
export const gmsh2Text = written((file, mesh) => {
  file.text(`$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n${pointCount(mesh)}\n`);
  points(file, mesh, (n) => file.whole(n + 1));
  file.text(`$EndNodes\n$Elements\n${tetCount(mesh)}\n`);
  tets(file, mesh, 1, (t) =>
    file
      .whole(t + 1)
      .text('4 2 ')
      .whole(mesh.tets.regions[t])
      .text('1 '),
  );
  file.text('$EndElements\n');
});
export const vtkText = written((file, mesh) => {
  const cells = tetCount(mesh);
  file.text('# vtk DataFile Version 3.0\nmade\nASCII\nDATASET UNSTRUCTURED_GRID\n');
  file.text(`POINTS ${pointCount(mesh)} double\n`);
  points(file, mesh);
  file.text(`CELLS ${cells} ${5 * cells}\n`);
  tets(file, mesh, 0, () => file.text('4 '));
  file.text(
    `CELL_TYPES ${cells}\n${'10\n'.repeat(cells)}CELL_DATA ${cells}\nSCALARS region int 1\nLOOKUP_TABLE default\n`,
  );
  for (const region of mesh.tets.regions) file.whole(region, '\n');
});
export const vegaText = written((file, mesh) => {
  file.text(`*VERTICES\n${pointCount(mesh)} 3 0 0\n`);
  points(file, mesh, (n) => file.whole(n + 1));
  file.text(`*ELEMENTS\nTET\n${tetCount(mesh)} 4 0\n`);
  tets(file, mesh, 1, (t) => file.whole(t + 1));
});

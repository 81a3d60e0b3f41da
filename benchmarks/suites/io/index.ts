/**
 * How fast mesh files are read, checks included: a block of a million tets, or a sheet of a million triangles; and how fast a
 * surface is filled with tets. CPU time of one process, all threads counted.
 */
import { ballMesh, fillTets } from '@pliant/engine';
import { type Companions, type MeshData, writeMesh } from '@pliant/io';
import { readAnyMesh } from '../../../packages/io/src/meshes/read-mesh.ts';
import { gmsh2Binary, vtkBinary, vtuIn } from '../../../tests/support/mesh-samples.ts';
import { atLeast, cpuTimed, leastTimes, type Rounds, type Row, type Target, type Timed, told } from '../../harness.ts';
import { gmsh2Text, netgenText, vegaText, vtkText } from './foreign-texts.ts';
import { block, sheet } from './meshes.ts';

/** Readings take a fraction of a second: few rounds of one. */
const longReads: Rounds = { warmUpMs: 500, sliceMs: 2, rounds: 6 };
const unit = 'MB/s';
const binaryTarget = atLeast(150, unit);
const textTarget = atLeast(30, unit);

interface Files {
  readonly bytes: Uint8Array;
  readonly companions?: Companions;
}
const cells = ({ tets, triangles }: MeshData): number => tets.regions.length + triangles.regions.length;

function reading(
  name: string,
  what: string,
  file: string,
  target: Target,
  mesh: () => MeshData,
  made: (mesh: MeshData) => Files | Promise<Files>,
): Row {
  return {
    name: `io-${name}`,
    what: `reading ${what}`,
    // megabytes stand among the times: they are the same in every process
    scores: [{ target, of: ({ read, megabytes }) => (1e3 * megabytes) / read }],
    async measure() {
      const { bytes, companions = new Map() } = await made(mesh());
      const read = (): MeshData | Promise<MeshData> => readAnyMesh(bytes, file, { companions });
      if (cells(await read()) !== cells(mesh())) throw new Error(`${name}: cells were lost.`);
      const others = [...companions.values()].filter((one) => one instanceof Uint8Array && one !== bytes);
      const size = [bytes, ...(others as Uint8Array[])].reduce((sum, one) => sum + one.length, 0);
      return { ...(await leastTimes({ read: timed(read) }, longReads)), megabytes: size / 1e6 };
    },
  };
}
/** CPU time of something that may have to wait. */
const timed =
  (run: () => unknown): Timed =>
  async (repetitions) => {
    const before = process.cpuUsage();
    for (let i = 0; i < repetitions; i++) await run();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1e3;
  };

/** A format that we write ourselves. */
const ours = (name: string, what: string, file: string, binary: boolean, mesh: () => MeshData): Row =>
  reading(name, what, file, binary ? binaryTarget : textTarget, mesh, async (data) => {
    const { files } = await writeMesh(data, file, { binary });
    const companions = new Map([...files].map(([ending, bytes]) => [file.replace(/\.\w+$/, ending), bytes]));
    return { bytes: companions.get(file) as Uint8Array, companions };
  });
const theirs = (name: string, what: string, file: string, target: Target, made: (mesh: MeshData) => Uint8Array): Row =>
  reading(name, what, file, target, block, (mesh) => ({ bytes: made(mesh) }));

/** The ball of 12 layers, filled with cells of 1/45 of its diameter and of 1/20. */
function stuffing(name: string, size: number): Row {
  return {
    name: `io-stuffing-${name}`,
    what: `filling a ball with tets of edge ${size}`,
    scores: [{ target: atLeast(30_000, 'tets/s'), of: ({ fill, tets }) => (1e3 * tets) / fill }],
    async measure() {
      const surface = ballMesh({ radius: 1, cells: 12 });
      const tets = fillTets(surface, { size }).mesh.tets.length / 4;
      const times = await leastTimes({ fill: cpuTimed(() => void fillTets(surface, { size })) }, longReads);
      return { ...times, tets };
    },
  };
}

export const rows: readonly Row[] = [
  ours('gmsh-binary', 'Gmsh 4.1, binary', 'a.msh', true, block),
  theirs('gmsh2-binary', 'Gmsh 2.2, binary', 'a.msh', binaryTarget, (mesh) => gmsh2Binary(mesh, true)),
  ours('vtu-raw', 'VTU, appended raw', 'a.vtu', true, block),
  theirs('vtu-base64', 'VTU, base64', 'a.vtu', binaryTarget, (mesh) =>
    vtuIn(mesh, { base64: true, appended: false, zlib: false }),
  ),
  theirs('vtu-zlib', 'VTU, appended zlib, by its packed size', 'a.vtu', told(unit), (mesh) =>
    vtuIn(mesh, { base64: false, appended: true, zlib: true, block: 32768 }),
  ),
  theirs('vtk-binary', 'VTK, binary', 'a.vtk', binaryTarget, vtkBinary),
  ours('stl-binary', 'STL, binary, vertices welded', 'a.stl', true, sheet),
  ours('ply-binary', 'PLY, binary', 'a.ply', true, sheet),
  ours('glb', 'GLB', 'a.glb', true, sheet),
  ours('gmsh-ascii', 'Gmsh 4.1, ASCII', 'a.msh', false, block),
  theirs('gmsh2-ascii', 'Gmsh 2.2, ASCII', 'a.msh', textTarget, gmsh2Text),
  ours('tetgen', 'TetGen', 'a.ele', false, block),
  ours('vtu-ascii', 'VTU, ASCII', 'a.vtu', false, block),
  theirs('vtk-ascii', 'VTK, ASCII', 'a.vtk', textTarget, vtkText),
  theirs('netgen', 'Netgen', 'a.vol', textTarget, netgenText),
  theirs('vega', 'Vega', 'a.veg', textTarget, vegaText),
  ours('obj', 'OBJ', 'a.obj', false, sheet),
  ours('stl-ascii', 'STL, ASCII, vertices welded', 'a.stl', false, sheet),
  ours('ply-ascii', 'PLY, ASCII', 'a.ply', false, sheet),
  stuffing('coarse', 0.1),
  stuffing('fine', 0.03),
];

/** How fast mesh files are read, checks included: a block of a million tets, or a sheet of a million triangles. */
import { type MeshData, readMesh, writeMesh } from '@pliant/io';
import { atLeast, cpuTimed, leastTimes, type Rounds, type Row } from '../../harness.ts';
import { block, sheet } from './meshes.ts';

/** Readings take a fraction of a second: few rounds of one. */
const longReads: Rounds = { warmUpMs: 500, sliceMs: 2, rounds: 6 };
const unit = 'MB/s';

function reading(name: string, what: string, file: string, binary: boolean, mesh: () => MeshData): Row {
  return {
    name: `io-${name}`,
    what: `reading ${what}`,
    // megabytes stand among the times: they are the same in every process
    scores: [{ target: atLeast(binary ? 150 : 30, unit), of: ({ read, megabytes }) => (1e3 * megabytes) / read }],
    async measure() {
      const { files } = await writeMesh(mesh(), file, { binary });
      const companions = new Map([...files].map(([ending, bytes]) => [file.replace(/\.\w+$/, ending), bytes]));
      const bytes = companions.get(file) as Uint8Array;
      const cells = ({ tets, triangles }: MeshData): number => tets.regions.length + triangles.regions.length;
      if (cells(readMesh(bytes, file, { companions })) !== cells(mesh())) throw new Error(`${name}: cells were lost.`);
      const size = [...files.values()].reduce((sum, one) => sum + one.length, 0);
      const times = await leastTimes({ read: cpuTimed(() => void readMesh(bytes, file, { companions })) }, longReads);
      return { ...times, megabytes: size / 1e6 };
    },
  };
}

export const rows: readonly Row[] = [
  reading('gmsh-binary', 'Gmsh 4.1, binary', 'a.msh', true, block),
  reading('vtu-raw', 'VTU, appended raw', 'a.vtu', true, block),
  reading('stl-binary', 'STL, binary, vertices welded', 'a.stl', true, sheet),
  reading('ply-binary', 'PLY, binary', 'a.ply', true, sheet),
  reading('gmsh-ascii', 'Gmsh 4.1, ASCII', 'a.msh', false, block),
  reading('tetgen', 'TetGen', 'a.ele', false, block),
  reading('vtu-ascii', 'VTU, ASCII', 'a.vtu', false, block),
  reading('obj', 'OBJ', 'a.obj', false, sheet),
  reading('stl-ascii', 'STL, ASCII, vertices welded', 'a.stl', false, sheet),
  reading('ply-ascii', 'PLY, ASCII', 'a.ply', false, sheet),
];

/** Meshing by another installed program, which the user names. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { TriangleSurface } from '@pliant/engine';
import { type MeshData, meshDataOf, writeMesh } from '@pliant/io';
import { Failure } from './failure.ts';
import { openMesh } from './mesh-file.ts';

interface Mesher {
  /** Files beside surface.stl, by name. */
  files(size: number): Record<string, string>;
  arguments(size: number): string[];
  /** The file that holds the mesh afterwards. */
  readonly result: string;
}

export const meshers = {
  gmsh: {
    files: () => ({ 'volume.geo': 'Merge "surface.stl";\nSurface Loop(1) = {1};\nVolume(1) = {1};\n' }),
    arguments: (size) => ['volume.geo', '-3', '-clmax', `${size}`, '-format', 'msh41', '-o', 'volume.msh'],
    result: 'volume.msh',
  },
  tetgen: {
    files: () => ({}),
    // p: a surface, q: good shapes, a: largest volume, that of a regular tet; the program numbers its results
    arguments: (size) => [`-pqa${(size * size * size) / (6 * Math.SQRT2)}`, 'surface.stl'],
    result: 'surface.1.ele',
  },
} satisfies Record<string, Mesher>;

/** Fills a closed surface with one of these programs, run in a temporary folder. */
export async function outsideMesh(
  name: keyof typeof meshers,
  surface: TriangleSurface,
  size: number,
): Promise<MeshData> {
  const mesher: Mesher = meshers[name];
  const folder = await mkdtemp(join(tmpdir(), 'pliant-mesh-'));
  try {
    const { files } = await writeMesh(meshDataOf(surface), 'surface.stl', { binary: false });
    for (const [, bytes] of files) await writeFile(join(folder, 'surface.stl'), bytes);
    for (const [file, text] of Object.entries(mesher.files(size))) await writeFile(join(folder, file), text);
    await run(name, mesher.arguments(size), folder);
    const made = await openMesh(join(folder, mesher.result));
    if (made.tets.regions.length === 0)
      throw new Failure(`${name} made no tets from the surface. Run \`${name}\` on it to see why.`);
    // the surface that the program lists beside the tets is left out
    return meshDataOf({ positions: made.points, tets: made.tets.nodes });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function run(name: string, args: readonly string[], folder: string): Promise<void> {
  try {
    await promisify(execFile)(name, args, { cwd: folder, maxBuffer: 1 << 28 });
  } catch (error) {
    const { code, stderr, stdout } = error as { code?: unknown; stderr?: string; stdout?: string };
    if (code === 'ENOENT') {
      throw new Failure(
        `${name} is not installed, or not on the PATH. Install it, or leave --with out: Pliant fills surfaces itself.`,
      );
    }
    const said = `${stderr || stdout || ''}`.trim().split('\n').slice(-3).join(' ');
    throw new Failure(`${name} failed: ${said || `it ended with ${code}`}.`);
  }
}

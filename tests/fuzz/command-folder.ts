/** Runs command lines inside this process, in a folder with one file of each sort. The folder is made anew for every command. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeMesh } from '@pliant/io';
import { main } from '../../packages/cli/src/main.ts';
import { boxMesh } from '../support/mesh-samples.ts';
import { recordingBytes, stateBytes, stateScene } from './seeds.ts';

const tetrahedron = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n';

async function fill(folder: string): Promise<void> {
  const put = (name: string, bytes: string | Uint8Array): void => writeFileSync(join(folder, name), bytes);
  put('scene.json', stateScene);
  put('broken.json', stateScene.slice(0, 300));
  put('run.plr', recordingBytes());
  put('cut.plr', recordingBytes().subarray(0, Math.floor(0.8 * recordingBytes().length)));
  put('state', stateBytes());
  put('surface.obj', tetrahedron);
  put('empty', '');
  mkdirSync(join(folder, 'folder'));
  for (const [ending, bytes] of (await writeMesh(boxMesh(1, 1), '.msh')).files) put(`box${ending}`, bytes);
}
export interface CommandOutcome {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}
export async function runCommand(args: readonly string[]): Promise<CommandOutcome> {
  const folder = mkdtempSync(join(tmpdir(), 'pliant-fuzz-'));
  const home = process.cwd();
  let stdout = '';
  let stderr = '';
  try {
    await fill(folder);
    process.chdir(folder);
    const status = await main(args, {
      out: (text) => {
        stdout += `${text}\n`;
      },
      error: (text) => {
        stderr += `${text}\n`;
      },
    });
    return { status, stdout, stderr };
  } finally {
    process.chdir(home);
    rmSync(folder, { recursive: true, force: true });
  }
}

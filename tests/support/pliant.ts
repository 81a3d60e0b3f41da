/** Runs the command as installed, that is, built: `npm test` builds first. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';

export const cli = new URL('../../packages/cli/', import.meta.url);
const bin = fileURLToPath(new URL('bin/pliant.mjs', cli));

export interface Outcome {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export function start(
  args: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv; node?: readonly string[] } = {},
): ChildProcess {
  const { PLIANT_DEBUG: _, ...env } = { ...process.env, ...options.env };
  return spawn(process.execPath, [...(options.node ?? []), bin, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: options.env ? { ...env, ...options.env } : env,
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
  });
}
export function ended(child: ChildProcess): Promise<Outcome> {
  let stdout = '';
  let stderr = '';
  child.stdout?.setEncoding('utf8').on('data', (text) => {
    stdout += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text) => {
    stderr += text;
  });
  return new Promise((done, fail) => {
    child.on('error', fail);
    child.on('close', (status) => done({ status, stdout, stderr }));
  });
}
export const pliant = (args: readonly string[], options?: Parameters<typeof start>[1]): Promise<Outcome> =>
  ended(start(args, options));

/** A folder that is gone after the tests of this file. */
export function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'pliant-test-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }), 60_000);
  return folder;
}

/** A soft cube on a nail above a floor, let go after half a second. */
export const smallScene = {
  pliant: 1,
  name: 'A small cube',
  step: 0.002,
  duration: 1,
  bodies: [
    {
      id: 'cube',
      kind: 'tet-springs',
      mesh: { kind: 'box', size: [1, 1, 1], cells: [2, 2, 2] },
      density: 100,
      stretch: 2e4,
      bulk: 5e4,
      damping: 5,
    },
    { id: 'floor', kind: 'plane', normal: [0, 1, 0], offset: -2 },
  ],
  constraints: [
    { id: 'nail', kind: 'nail', a: { body: 'cube', nearest: [0.5, 0.5, 0.5] } },
    { id: 'ground', kind: 'above', a: { body: 'cube', nodes: 'all' }, plane: 'floor', method: 'reaction' },
  ],
  events: [{ at: 0.5, do: 'deactivate', constraint: 'nail' }],
  probes: [
    { id: 'tip', kind: 'position', of: { body: 'cube', nearest: [-0.5, -0.5, -0.5] } },
    { id: 'energy', kind: 'total-energy' },
  ],
};

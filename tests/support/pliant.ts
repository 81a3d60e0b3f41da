/** Runs the command as installed, that is, built: `npm test` builds first. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';

export { smallScene } from './small-scene.ts';

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

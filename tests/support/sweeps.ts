/** Sweeps run by the command, here and behind a queue whose workers are killed at random. */
import type { ChildProcess } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { QueueEvents } from 'bullmq';
import { Redis } from 'ioredis';
import { expect } from 'vitest';
import { ended, pliant, start } from './pliant.ts';
import { Random } from './random.ts';
import { swinging } from './sweeps-scene.ts';

/** Writes scene and sweep of so many runs, of which the stiffest diverge; the path of the sweep. */
export function writeSweep(folder: string, runs: number, duration = 0.4): string {
  writeFileSync(join(folder, 'swinging.json'), JSON.stringify({ ...swinging, duration }));
  const sweep = {
    pliant: 1,
    name: 'stiffness',
    scene: 'swinging.json',
    parameters: [
      {
        name: 'stretch',
        path: 'bodies[chain].stretch',
        grid: { from: 100, to: 1e6, count: Math.floor(runs / 2), scale: 'log' },
      },
      {
        name: 'pull',
        path: 'gravity',
        values: [
          [0, -9.81, 0],
          [0, -4, 2],
        ],
      },
    ],
    results: [
      { name: 'lowest', probe: 'tip.y', take: 'min' },
      { name: 'end', probe: 'tip.x' },
    ],
    plots: [{ x: 'stretch', y: 'lowest', by: 'pull', xScale: 'log' }],
  };
  const path = join(folder, 'sweep.json');
  writeFileSync(path, JSON.stringify(sweep));
  return path;
}

export const tableIn = (folder: string): string => readFileSync(join(folder, 'results.csv'), 'utf8');

/** The sweep behind a queue, with workers that are killed and replaced at random; how often each run was completed. */
export async function queuedSweep(
  sweep: string,
  out: string,
  url: string,
  { workers, kills, seed, runs }: { workers: number; kills: number; seed: number; runs: number },
): Promise<Map<string, number>> {
  const completed = new Map<string, number>();
  const random = new Random(seed);
  const alive: ChildProcess[] = [];
  const hire = (): void => {
    alive.push(start(['worker', '--queue', url, '--threads', '1', '--lease', '3', '--quiet']));
  };
  const coordinator = start(['sweep', sweep, '--out', out, '--queue', url, '--quiet']);
  const outcome = ended(coordinator);
  const redis = new Redis(url, { maxRetriesPerRequest: null });
  let id: string | undefined;
  while (id === undefined && coordinator.exitCode === null) {
    [id] = await redis.smembers('pliant:sweeps');
    if (id === undefined) await new Promise((next) => setTimeout(next, 20));
  }
  const listening = redis.duplicate();
  for (const connection of [redis, listening]) connection.on('error', () => {}); // the server is stopped at the end
  const events = new QueueEvents(`pliant-${id}`, { connection: listening, lastEventId: '0-0' });
  events.on('completed', ({ jobId }) => completed.set(jobId, (completed.get(jobId) ?? 0) + 1));
  await events.waitUntilReady();
  for (let n = 0; n < workers; n++) hire();
  // a worker is killed whenever so many more runs are done
  const moments = Array.from({ length: kills }, () => random.below(Math.floor(0.9 * runs))).sort((a, b) => a - b);
  while (coordinator.exitCode === null && coordinator.signalCode === null) {
    await new Promise((next) => setTimeout(next, 5));
    if (moments.length && completed.size >= moments[0]) {
      moments.shift();
      const [victim] = alive.splice(random.below(alive.length), 1);
      victim.kill('SIGKILL');
      hire();
    }
  }
  const { status, stderr } = await outcome;
  for (const worker of alive) worker.kill('SIGKILL');
  expect(status, stderr).toBe(0);
  expect(moments).toEqual([]);
  await events.close();
  listening.disconnect();
  expect(await redis.keys('pliant:*')).toEqual([]); // nothing is left behind
  redis.disconnect();
  return completed;
}

export const localSweep = async (sweep: string, out: string, ...more: string[]): Promise<string> => {
  const { status, stderr } = await pliant(['sweep', sweep, '--out', out, '--quiet', ...more]);
  expect(status, stderr).toBe(0);
  return tableIn(out);
};

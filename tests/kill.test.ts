// A run that records is killed at random moments: what it wrote is good up to its last whole frame.
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readRecording } from '@pliant/io';
import { expect, test } from 'vitest';
import { pliant, scratch, smallScene, start } from './support/pliant.ts';
import { Random } from './support/random.ts';

const seed = 20;
const kills = 20;
/** Long enough never to end by itself, short enough to verify soon. */
const longestMs = 250;

const folder = scratch();
const scene = join(folder, 'scene.json');
writeFileSync(scene, JSON.stringify({ ...smallScene, duration: 1000 }));

/** Kills it so many milliseconds after its file has appeared. */
async function killed(file: string, afterMs: number): Promise<NodeJS.Signals | null> {
  const child = start(['run', scene, '--record', file, '--rate', '1000', '--quiet']);
  const gone = new Promise<NodeJS.Signals | null>((done) => child.on('exit', (_, signal) => done(signal)));
  while (!existsSync(file) && child.exitCode === null) await new Promise((next) => setTimeout(next, 1));
  await new Promise((next) => setTimeout(next, afterMs));
  child.kill('SIGKILL');
  return gone;
}

test(`kill -9 at ${kills} random moments (seed ${seed}): every recording verifies up to its last whole frame`, async () => {
  const random = new Random(seed);
  const moments = random.list(kills, 0, longestMs);
  let frames = 0;
  /** Two at a time. */
  const worker = async (first: number): Promise<void> => {
    for (let i = first; i < kills; i += 2) {
      const file = join(folder, `${i}.plr`);
      expect(await killed(file, moments[i])).toBe('SIGKILL');
      if (statSync(file).size === 0) continue; // killed before the first byte: nothing was promised yet
      const recording = readRecording(readFileSync(file));
      expect(recording.cut).toContain('without its closing mark');
      const { frameCount } = recording;
      frames += frameCount;
      const { status, stdout, stderr } = await pliant(['verify', file]);
      if (frameCount === 0) {
        expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining('no whole frame') });
        continue;
      }
      expect(status, stderr).toBe(3);
      expect(stdout).toMatch(new RegExp(`^ok: ${frameCount} frames? of "scene.json"`));
      expect(stderr).toContain('was cut');
    }
  };
  await Promise.all([worker(0), worker(1)]);
  expect(frames).toBeGreaterThan(kills); // it was recording when it was killed
}, 300_000);

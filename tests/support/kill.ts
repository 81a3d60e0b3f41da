/** Kills a run that records, at random moments, and goes on with it. */
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readRecording } from '@pliant/io';
import { expect } from 'vitest';
import { pliant, smallScene, start } from './pliant.ts';
import { Random } from './random.ts';

const run = (scene: string, file: string): string[] => ['run', scene, '--record', file, '--rate', '1000', '--quiet'];
const pause = (ms: number): Promise<void> => new Promise((next) => setTimeout(next, ms));

/** Kills it when its file has so many bytes, or, if there is none yet, so many milliseconds after its start. */
async function killed(scene: string, file: string, moment: { bytes: number } | { ms: number }): Promise<void> {
  const child = start(run(scene, file));
  const gone = new Promise((done) => child.on('exit', done));
  if ('ms' in moment) await pause(moment.ms);
  else {
    const size = (): number => (existsSync(file) ? statSync(file).size : 0);
    while (size() < moment.bytes && child.exitCode === null) await pause(1);
  }
  child.kill('SIGKILL');
  await gone;
}

export interface KillCount {
  /** recordings that were cut, those that could be resumed, runs that were killed before there was a recording */
  cut: number;
  fromCheckpoint: number;
  early: number;
}

/**
 * At every moment: the recording opens, verifies up to its last whole frame, is resumed to the final hash of the uninterrupted
 * run, and is then that run's recording byte for byte.
 */
export async function killAndResume(folder: string, kills: number, seed: number): Promise<KillCount> {
  const scene = join(folder, 'scene.json');
  writeFileSync(scene, JSON.stringify({ ...smallScene, duration: 2 }));
  const whole = join(folder, 'whole.plr');
  expect((await pliant(run(scene, whole))).status).toBe(0);
  const bytes = readFileSync(whole);
  const final = readRecording(bytes);
  const finalHash = final.frame(final.frameCount - 1).hash;
  const random = new Random(seed);
  const moments = Array.from({ length: kills }, (_, i) =>
    i % 5 === 4 ? { ms: random.below(400) } : { bytes: Math.floor(random.list(1, 0, 0.8)[0] * bytes.length) },
  );
  const seen: KillCount = { cut: 0, fromCheckpoint: 0, early: 0 };
  const one = async (i: number): Promise<void> => {
    const file = join(folder, `${i}.plr`);
    await killed(scene, file, moments[i]);
    if (existsSync(file)) {
      const recording = readRecording(readFileSync(file)); // what is there opens
      expect(recording.frameCount).toBeGreaterThan(0);
      const [checkpoint] = recording.checkpoints();
      const verified = await pliant(['verify', file]);
      expect(verified.status, verified.stderr).toBe(recording.cut ? 3 : 0);
      expect(verified.stdout).toContain(`ok: ${recording.frameCount} frame`);
      if (recording.cut) {
        seen.cut++;
        seen.fromCheckpoint += checkpoint ? 1 : 0;
        expect(verified.stderr).toContain('was cut');
      }
      const resumed = await pliant(i % 2 ? ['resume', file, '--quiet'] : [...run(scene, file), '--resume']);
      expect(resumed.status, resumed.stderr).toBe(0);
    } else {
      seen.early++;
      const begun = await pliant([...run(scene, file), '--resume']); // there is nothing to go on with: it starts
      expect(begun.status, begun.stderr).toBe(0);
    }
    const after = readFileSync(file);
    const last = readRecording(after);
    expect(last.frame(last.frameCount - 1).hash).toBe(finalHash);
    expect(Buffer.compare(after, bytes)).toBe(0);
  };
  /** Two at a time. */
  const worker = async (first: number): Promise<void> => {
    for (let i = first; i < kills; i += 2) await one(i);
  };
  await Promise.all([worker(0), worker(1)]);
  return seen;
}

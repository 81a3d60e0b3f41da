// Faults that the command line has to live with, injected: each with what the user sees and what is kept. About 5 s.
// Those of the studio are in studio-faults.test.ts; a killed process is in kill.test.ts.
import { mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { readRecording } from '@pliant/io';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { main } from '../packages/cli/src/main.ts';
import { scratch, smallScene } from './support/pliant.ts';

type Fs = typeof import('node:fs');
type Injected = 'openSync' | 'writeSync' | 'readSync' | 'fsyncSync' | 'renameSync' | 'writeFileSync';
/** Stands in for a function of the file system, and gets the real one. */
type Fault = (real: (...args: never[]) => unknown, args: readonly unknown[]) => unknown;
const faults = vi.hoisted(() => new Map<string, unknown>());

vi.mock('node:fs', async (original) => {
  const real = await original<Fs>();
  const names: readonly Injected[] = ['openSync', 'writeSync', 'readSync', 'fsyncSync', 'renameSync', 'writeFileSync'];
  const wrapped = names.map((name) => [
    name,
    (...args: unknown[]) => {
      const call = real[name] as (...args: unknown[]) => unknown;
      const fault = faults.get(name) as Fault | undefined;
      return fault ? fault(call as never, args) : call(...args);
    },
  ]);
  return { ...real, ...Object.fromEntries(wrapped), default: real };
});
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>();
  const open = (...args: Parameters<typeof real.open>) => {
    const fault = faults.get('open') as Fault | undefined;
    return fault ? fault(real.open as never, args) : real.open(...args);
  };
  return { ...real, open, default: real };
});
const inject = (name: Injected | 'open', fault: Fault): void => void faults.set(name, fault);

function refusal(code: string, syscall: string): Error {
  return Object.assign(new Error(`${code}: injected, ${syscall}`), { code, syscall });
}

const root = scratch();
let folder: string;
let count = 0;
const at = (name: string): string => join(folder, name);
beforeEach(() => {
  folder = join(root, `${count++}`);
  mkdirSync(folder);
  writeFileSync(at('scene.json'), JSON.stringify({ ...smallScene, duration: 0.4 }));
});
afterEach(() => {
  faults.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

async function pliant(...args: string[]): Promise<{ status: number; stdout: string; stderr: string }> {
  let stdout = '';
  let stderr = '';
  const status = await main(args, {
    out: (text) => {
      stdout += `${text}\n`;
    },
    error: (text) => {
      stderr += `${text}\n`;
    },
  });
  return { status, stdout, stderr };
}
const record = (file: string): string[] => ['run', at('scene.json'), '--record', file, '--rate', '500'];
const hashOf = (file: string): string => {
  const recording = readRecording(readFileSync(file));
  return recording.frame(recording.frameCount - 1).hash;
};

/** A disk with so much room: what fits is written, the rest is refused, as a real one does. */
function diskOf(bytes: number): void {
  let left = bytes;
  inject('writeSync', (real, [fd, data, offset, length, ...rest]) => {
    const fits = Math.min(left, length as number);
    if (fits === 0) throw refusal('ENOSPC', 'write');
    left -= fits;
    return (real as (...args: unknown[]) => unknown)(fd, data, offset, fits, ...rest);
  });
}

test('disk full while recording: the frames so far are kept, and the run is resumed when there is room', async () => {
  expect((await pliant(...record(at('whole.plr')))).status).toBe(0);
  const whole = readFileSync(at('whole.plr'));
  diskOf(Math.floor(0.6 * whole.length));
  const full = await pliant(...record(at('cut.plr')));
  expect(full.status).toBe(1);
  expect(full.stderr).toContain(`pliant: ${at('cut.plr')} cannot be written: the disk is full.`);
  expect(full.stderr).toMatch(/pliant: kept .*cut\.plr \(\d+ frames\)/);
  faults.clear();
  const cut = readRecording(readFileSync(at('cut.plr')));
  expect(cut.cut).toBeDefined();
  expect(cut.frameCount).toBeGreaterThan(10);
  expect((await pliant('verify', at('cut.plr'))).status).toBe(3); // cut, and the same up to there
  const resumed = await pliant('resume', at('cut.plr'));
  expect(resumed.status, resumed.stderr).toBe(0);
  expect(Buffer.compare(readFileSync(at('cut.plr')), whole)).toBe(0);
});

test('disk full while a state is saved: the old state stays as it was, and nothing lies beside it', async () => {
  expect((await pliant('run', at('scene.json'), '--steps', '20', '--save-state', at('state'))).status).toBe(0);
  const before = readFileSync(at('state'));
  inject('fsyncSync', () => {
    throw refusal('ENOSPC', 'fsync');
  });
  const full = await pliant('run', at('scene.json'), '--steps', '40', '--save-state', at('state'), '--force');
  expect(full.status).toBe(1);
  expect(full.stderr).toContain(`pliant: ${at('state')} cannot be written: the disk is full.`);
  expect(Buffer.compare(readFileSync(at('state')), before)).toBe(0);
  expect(readdirSync(folder).sort()).toEqual(['scene.json', 'state']);
});

test('permission denied for an output: said before the first step, and nothing is left behind', async () => {
  inject('openSync', (real, args) => {
    if (String(args[0]).includes('locked')) throw refusal('EACCES', 'open');
    return (real as (...args: unknown[]) => unknown)(...args);
  });
  const denied = await pliant(...record(at('locked.plr')));
  expect(denied.status).toBe(1);
  expect(denied.stderr).toBe(`pliant: ${at('locked.plr')} cannot be written: permission was denied.\n`);
  expect(denied.stdout).toBe('');
  expect(readdirSync(folder)).toEqual(['scene.json']);
});

test('permission denied for the scene: said with its name', async () => {
  inject('open', () => Promise.reject(refusal('EACCES', 'open')));
  const denied = await pliant('run', at('scene.json'));
  expect(denied.status).toBe(1);
  expect(denied.stderr).toBe(`${at('scene.json')}: the file may not be read; check its permissions.\n`);
});

test('the clock jumps back and forth: the bar stays sensible, and the recording is the same to the last byte', async () => {
  await pliant(...record(at('steady.plr')));
  let now = 1e12;
  let jumps = 0;
  vi.spyOn(Date, 'now').mockImplementation(() => {
    now += jumps++ % 2 ? -3_600_000 : 1_800_000;
    return now;
  });
  const terminal = Object.assign(new PassThrough(), {
    isTTY: true,
    columns: 80,
    cursorTo: () => {},
    clearLine: () => {},
  });
  let drawn = '';
  terminal.on('data', (text) => {
    drawn += text;
  });
  const output = { out: () => {}, error: () => {}, terminal: terminal as unknown as NodeJS.WriteStream };
  expect(await main(record(at('jumping.plr')), output)).toBe(0);
  expect(jumps).toBeGreaterThan(0);
  expect(drawn).toContain('t = ');
  expect(drawn).not.toMatch(/NaN|Infinity|-\d+ (s|min|h) left/);
  expect(Buffer.compare(readFileSync(at('jumping.plr')), readFileSync(at('steady.plr')))).toBe(0);
});

test('memory refused at the start: a sentence, not a stack', async () => {
  const { Memory: _, ...rest } = Object.fromEntries(
    Object.getOwnPropertyNames(WebAssembly).map((name) => [name, WebAssembly[name as keyof typeof WebAssembly]]),
  );
  class Memory {
    constructor() {
      throw new RangeError('WebAssembly.Memory(): could not allocate memory');
    }
  }
  vi.stubGlobal('WebAssembly', { ...rest, Memory });
  const refused = await pliant(...record(at('run.plr')));
  expect(refused.status).toBe(1);
  expect(refused.stderr).toMatch(/out of memory: the system does not give \d+ MB\. Close other programs/);
  expect(refused.stderr).not.toContain('internal error');
  expect(readdirSync(folder)).toEqual(['scene.json']);
});

test('a recording that is cut while it is read: verify says so, and does not say ok', async () => {
  await pliant(...record(at('run.plr')));
  let reads = 0;
  inject('readSync', (real, args) => {
    if (++reads === 60) truncateSync(at('run.plr'), 3000);
    return (real as (...args: unknown[]) => unknown)(...args);
  });
  const verified = await pliant('verify', at('run.plr'));
  expect(reads).toBeGreaterThanOrEqual(60);
  expect(verified.status).toBe(1);
  expect(verified.stderr).toMatch(/run\.plr: .*the file gave \d+ of \d+ bytes at byte \d+/);
  expect(verified.stdout).not.toMatch(/^ok/);
  expect(verified.stderr).not.toContain('internal error');
});

test('a recording that is overwritten while it is read: its checksums tell', async () => {
  await pliant(...record(at('run.plr')));
  const size = readFileSync(at('run.plr')).length;
  let reads = 0;
  inject('readSync', (real, args) => {
    if (++reads === 60) writeFileSync(at('run.plr'), new Uint8Array(size).fill(7));
    return (real as (...args: unknown[]) => unknown)(...args);
  });
  const verified = await pliant('verify', at('run.plr'));
  expect(verified.status).toBe(1);
  expect(verified.stdout).not.toMatch(/^ok/);
  expect(verified.stderr).not.toContain('internal error');
});

test('a recording that was changed between two commands is not resumed', async () => {
  await pliant(...record(at('run.plr')));
  const hash = hashOf(at('run.plr'));
  const bytes = readFileSync(at('run.plr'));
  truncateSync(at('run.plr'), Math.floor(0.7 * bytes.length));
  const changed = JSON.stringify({ ...smallScene, duration: 0.4, gravity: [0, -3, 0] });
  writeFileSync(at('scene.json'), changed);
  const refused = await pliant(...record(at('run.plr')), '--resume');
  expect(refused.status).toBe(1);
  expect(refused.stderr).toContain('the run in it has the scene "scene.json" as it was');
  // the recording holds its own scene, so that it can still be finished
  expect((await pliant('resume', at('run.plr'))).status).toBe(0);
  expect(hashOf(at('run.plr'))).toBe(hash);
});

/** A copy of the engine without one of its mends, and what a law finds in it. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Fault, faults } from './faults.ts';
import { found, isBroken, seeds } from './over-seeds.ts';
import { lawScene } from './scenes.ts';

export interface FaultResult {
  /** scenes that the mend takes part in, and that the law says something of */
  readonly touched: number;
  readonly found: readonly { readonly seed: number; readonly by: number | string }[];
  /** with the mend, in the same scenes: the largest part of what is allowed */
  readonly mended: number;
}
const root = fileURLToPath(new URL('../../', import.meta.url));

/** The sources of a fault's files without its mend; fails if a text is not there exactly once. */
export function editedSources({ edits }: Fault): Map<string, string> {
  const sources = new Map<string, string>();
  for (const { file, find, put } of edits) {
    const path = join('packages/engine/src', file);
    const text = sources.get(path) ?? readFileSync(join(root, path), 'utf8');
    if (text.split(find).length !== 2) throw new Error(`${path}: "${find}" is not there exactly once.`);
    sources.set(
      path,
      text.replace(find, () => put),
    );
  }
  return sources;
}

/** The first seeds whose scenes a fault touches. */
const touchedSeeds = (fault: Fault, most: number): number[] =>
  seeds(1, 5000)
    .filter((n) => fault.touches(lawScene(n)))
    .slice(0, most);

export function withoutMend(k: number, most: number): FaultResult {
  const folder = mkdtempSync(join(tmpdir(), 'pliant-fault-'));
  try {
    for (const part of [
      'packages/engine/src',
      'packages/engine/package.json',
      'tests/laws',
      'tests/support',
      'package.json',
    ]) {
      mkdirSync(dirname(join(folder, part)), { recursive: true });
      cpSync(join(root, part), join(folder, part), { recursive: true });
    }
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    for (const [path, text] of editedSources(faults[k])) writeFileSync(join(folder, path), text);
    const listed = touchedSeeds(faults[k], most);
    const { stdout, stderr, status } = spawnSync(
      process.execPath,
      ['--import', 'tsx', 'tests/laws/one-law.ts', faults[k].law, listed.join(',')],
      { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 26 },
    );
    if (status !== 0) throw new Error(`${faults[k].name}: ${stderr}`);
    const all = JSON.parse(stdout) as readonly { readonly seed: number; readonly by: number | string }[];
    const broken = all.filter(({ by }) => isBroken(by));
    const mended = all.map(({ seed }) => found(faults[k].law, seed));
    return {
      touched: all.length,
      found: broken,
      mended: mended.reduce(
        (most: number, by) => Math.max(most, typeof by === 'string' ? Number.POSITIVE_INFINITY : (by ?? 0)),
        0,
      ),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What the documents show is run: TypeScript as it stands, commands in an empty folder, pieces of scenes in a scene. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { buildScene, parseScene } from '../packages/io/src/index.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const pages = (folder: string): string[] =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name));
/** The blocks of a language in a page. */
function blocks(page: string, language: string): string[] {
  const text = readFileSync(join(root, page), 'utf8');
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(([, code]) => code);
}
const shown = (folders: readonly string[], language: string): { page: string; code: string }[] =>
  ['README.md', ...folders.flatMap(pages)].flatMap((page) => blocks(page, language).map((code) => ({ page, code })));

/** Inside the project, so that imports by name are found. */
const work = mkdtempSync(join(root, 'node_modules', '.docs-'));
const empty = mkdtempSync(join(tmpdir(), 'pliant-docs-'));
afterAll(() => {
  for (const folder of [work, empty]) rmSync(folder, { recursive: true, force: true });
});

describe('TypeScript runs', () => {
  test.each(shown(['docs/guide', 'docs'], 'ts'))('$page', { timeout: 60_000 }, ({ code }) => {
    const file = join(work, `snippet-${Math.abs(hash(code))}.mts`);
    writeFileSync(file, code);
    const output = execFileSync(process.execPath, ['--import', 'tsx', file], { cwd: root, encoding: 'utf8' });
    expect(output).not.toMatch(/NaN|undefined/);
    expect(output.trim()).not.toBe('');
  });
});

describe('commands run', () => {
  test.each(shown(['docs/guide'], 'sh'))('$page', { timeout: 120_000 }, ({ page, code }) => {
    // blocks of a page build on each other, pages do not
    const folder = join(empty, basename(page, '.md'));
    mkdirSync(folder, { recursive: true });
    try {
      symlinkSync(join(root, 'examples'), join(folder, 'examples'));
    } catch {
      // it is there already
    }
    const commands = code.split('\n').flatMap((line) => /^npx pliant ([^#]*)/.exec(line)?.[1].trim() ?? []);
    for (const command of commands) {
      if (command.startsWith('studio')) continue; // it would go on for ever
      execFileSync(process.execPath, [join(root, 'packages/cli/bin/pliant.mjs'), ...command.split(/\s+/)], {
        cwd: folder,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
    }
  });
});

describe('pieces of scenes build', () => {
  const cube = (id: string, x: number) => ({
    id,
    kind: 'tet-springs',
    mesh: { kind: 'box', size: [1, 1, 1], cells: [1, 1, 1], centre: [x, 0, 0] },
    density: 100,
    stretch: 1000,
  });
  const rod = (id: string, x: number) => ({
    id,
    kind: 'spline',
    curve: { kind: 'line', from: [x, 3, 0], to: [x + 1, 3, 0] },
    count: 5,
    ...{ EA: 500, EI: 0.2, GJ: 0.1, rhoA: 0.4 },
    integrator: 'backward-euler',
  });
  const bodies = [
    cube('cube', 0),
    cube('left', -0.5),
    cube('right', 0.5),
    { id: 'bob', kind: 'particles', positions: [[1, 0, 0]], mass: 1 },
    { id: 'floor', kind: 'plane', normal: [0, 1, 0], offset: -2 },
    rod('rope', 0),
    rod('cable', 1),
    {
      id: 'beads',
      kind: 'particles',
      on: { body: 'rope', u: [0.5, 1.5] },
      mass: 0.01,
      integrator: 'backward-euler',
    },
  ];
  test.each(shown(['docs/kinds'], 'json').map(({ page, code }) => ({ page, kind: basename(page, '.md'), code })))(
    '$page',
    ({ page, kind, code }) => {
      const piece = JSON.parse(code);
      expect([piece.kind, piece.method?.kind]).toContain(kind); // a page of a kind, or of a method
      const isBody = ['tet-springs', 'tet-fem', 'hex-metric', 'spline', 'particles', 'ball', 'plane'].includes(kind);
      const scene = {
        pliant: 1,
        name: kind,
        step: 1e-4,
        bodies: isBody ? [...bodies.filter((b) => b.id !== piece.id), piece] : bodies,
        constraints: isBody ? [] : [piece],
      };
      const simulation = buildScene(parseScene(JSON.stringify(scene), page), page);
      simulation.step(2);
      expect(simulation.world.time).toBeCloseTo(2e-4, 12);
    },
  );
});

function hash(text: string): number {
  let h = 0;
  for (let i = 0; i < text.length; i++) h = (Math.imul(h, 31) + text.charCodeAt(i)) | 0;
  return h;
}

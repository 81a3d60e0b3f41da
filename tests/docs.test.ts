/**
 * What the documents show is run: TypeScript as it stands, pieces of scenes in a scene. What they name exists: pages,
 * headings, messages. Commands are in first-hour.test.ts.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { kineticEnergy, potentialEnergy, residual } from '../packages/engine/src/index.ts';
import { buildScene, loadScene, parseScene } from '../packages/io/src/index.ts';
import { hostScene } from './support/host-scene.ts';
import { type Block, blocksOf, guides, outputPattern, pagesIn, root, textOf } from './support/pages.ts';

const shown = (pages: readonly string[], info: RegExp): Block[] =>
  pages.flatMap(blocksOf).filter((block) => info.test(block.info));

/** Inside the project, so that imports by name are found. */
const work = mkdtempSync(join(root, 'node_modules', '.docs-'));
afterAll(() => rmSync(work, { recursive: true, force: true }));

describe('TypeScript runs', () => {
  const snippets = shown(guides(), /^ts$/).map((block, k) => ({ ...block, file: `snippet-${k}.mts` }));
  /** One process runs them all, one after another: what each printed, or why it failed. */
  const printed: string[] = [];
  beforeAll(() => {
    const mark = '=== next snippet ===';
    for (const { file, code } of snippets) writeFileSync(join(work, file), code);
    const runs = snippets.map(
      ({ file }) => `await import('./${file}').catch((error) => console.log('it failed:', error.stack));\n`,
    );
    writeFileSync(join(work, 'all.mts'), runs.join(`console.log('${mark}');\n`));
    const all = execFileSync(process.execPath, ['--import', 'tsx', join(work, 'all.mts')], {
      ...{ cwd: root, encoding: 'utf8' },
    });
    printed.push(...all.split(`${mark}\n`));
  }, 120_000);
  test.each(snippets.map((block, k) => ({ ...block, k })))('$page', ({ output, k }) => {
    expect(printed.length).toBe(snippets.length);
    expect(printed[k]).not.toMatch(/NaN|undefined|it failed:/);
    expect(printed[k].trim()).not.toBe('');
    if (output !== undefined) expect(printed[k]).toMatch(outputPattern(output));
  });
});

describe('pieces of scenes build', () => {
  test.each(
    shown(pagesIn('docs/kinds'), /^json$/).map(({ page, code }) => ({ page, kind: basename(page, '.md'), code })),
  )('$page', ({ page, kind, code }) => {
    const piece = JSON.parse(code);
    expect(piece.kind).toBe(kind);
    const scene = hostScene(piece);
    const simulation = buildScene(parseScene(JSON.stringify(scene), page), page);
    simulation.step(2);
    expect(simulation.world.time).toBeCloseTo(2e-4, 12);
  });
});

/** With the mesh files that they name, which are among the examples. */
describe('bodies build', () => {
  const reader = (text: string) => async (path: string) =>
    path.endsWith('scene.json')
      ? Buffer.from(text)
      : readFileSync(['examples', 'examples/hong'].map((folder) => join(root, folder, path)).find(existsSync) ?? path);
  test.each(shown(pagesIn('docs/kinds'), /^json body$/))('$page', async ({ page, code }) => {
    const scene = { pliant: 1, name: page, step: 1e-4, bodies: [JSON.parse(code)] };
    const { def, assets } = await loadScene('scene.json', reader(JSON.stringify(scene)));
    const simulation = buildScene(def, page, {}, assets);
    simulation.step(2);
    expect(simulation.counts().nodes).toBeGreaterThan(0);
  });
});

/** Defaults of a scene: `{ "integrator": "rk4", "method": "lagrange" }` on the page of either. */
describe('defaults of scenes run', () => {
  const rope = {
    id: 'rope',
    kind: 'spline',
    curve: { kind: 'line', from: [0, 0, 0], to: [1, 0, 0] },
    ...{ count: 5, EA: 500, EI: 0.2, rhoA: 0.4, drag: 1 },
  };
  const bob = { id: 'bob', kind: 'particles', positions: [[1, 0, 0]], mass: 1, drag: 1 };
  test.each(shown(pagesIn('docs/kinds'), /^json defaults$/))('$page', ({ page, code }) => {
    const defaults = JSON.parse(code);
    const names = [defaults.integrator, defaults.method].map((name) => name?.kind ?? name);
    expect(names).toContain(basename(page, '.md'));
    const together = names.includes('displacement');
    const a = together ? { body: 'rope', along: 0 } : { body: 'bob', nodes: [0] };
    const scene = {
      ...{ pliant: 1, name: page, step: 1e-3, defaults },
      bodies: [together ? rope : bob],
      constraints: [{ id: 'rod', kind: 'distance', a, b: [0, 2, 0] }],
    };
    const { world } = buildScene(parseScene(JSON.stringify(scene), page), page);
    world.step(10);
    expect(world.time).toBeCloseTo(0.01, 12);
  });
});

/** The scenes in guides: they build, and run. Those with mesh files run in first-hour.test.ts. */
describe('scenes build', () => {
  test.each(
    shown([...guides(), ...pagesIn('docs/kinds')], /^json scene \S+$/).filter(({ code }) => !code.includes('"file"')),
  )('$page', ({ page, code }) => {
    const simulation = buildScene(parseScene(code, page), page);
    simulation.step(2);
    expect(simulation.world.steps).toBe(2);
  });
});

describe('the table of integrators and methods', () => {
  const page = 'docs/guide/choosing.md';
  const [scene] = shown([page], /^json scene pendulum\.json$/);
  const table = textOf(page).split('<!-- measured: pendulum -->')[1] ?? '';
  const rows = [...table.matchAll(/^\| `([\w-]+)` \| `([\w-]+)` \| ([\d.e-]+) \| ([\d.e-]+) \| ([\d.e-]+) \|$/gm)];
  test('has rows', () => expect(rows.length).toBeGreaterThan(8));
  const at = (integrator: string, method: string, step?: number) => {
    const def = parseScene(scene.code, page);
    const simulation = buildScene(def, page, { integrator, method, ...(step ? { step } : {}) });
    let peak = 0;
    const steps = Math.round(10 / (step ?? def.step));
    for (let i = 0; i < steps; i++) {
      simulation.step();
      if (!step) peak = Math.max(peak, residual(simulation.world).max);
    }
    const [x, y] = simulation.world.positions('bob');
    return { peak, x, y, energy: kineticEnergy(simulation.world) + potentialEnergy(simulation.world) };
  };
  const reference = scene && at('rk4', 'lagrange', 1e-3);
  test.each(rows.map((row) => row.slice(1)))('%s with %s', (integrator, method, gap, place, energy) => {
    const got = at(integrator, method);
    const digits = (x: number): string => Number(x.toPrecision(2)).toString();
    if (Number(gap) > 1e-12) expect(digits(got.peak)).toBe(digits(Number(gap)));
    else expect(got.peak).toBeLessThanOrEqual(Number(gap)); // rounding: a bound
    expect(digits(Math.hypot(got.x - reference.x, got.y - reference.y))).toBe(digits(Number(place)));
    expect(digits(Math.abs(got.energy) / (2 * 9.81))).toBe(digits(Number(energy)));
  });
});

describe('what pages name exists', () => {
  const all = [...guides(), 'CONTRIBUTING.md', ...pagesIn('docs/kinds'), ...pagesIn('docs/papers')];
  /** As GitHub makes them of headings. */
  const headings = (page: string): string[] =>
    [...textOf(page).matchAll(/^#+ (.*)$/gm)].map(([, title]) =>
      title
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .trim()
        .replace(/\s/g, '-'),
    );
  const linksOf = (page: string): string[] =>
    [
      ...textOf(page)
        .replace(/^```[\s\S]*?^```$/gm, '')
        .matchAll(/\]\(([^)\s]+)\)/g),
    ]
      .map(([, link]) => link)
      .filter((link) => !/^[a-z]+:/.test(link));
  const target = (page: string, link: string): string =>
    link.startsWith('#') ? page : normalize(join(dirname(page), link.split('#')[0]));

  test.each(all)('links of %s', (page) => {
    const broken = linksOf(page).filter((link) => {
      const to = target(page, link);
      const heading = link.split('#')[1];
      return (
        !existsSync(join(root, to)) || (heading !== undefined && to.endsWith('.md') && !headings(to).includes(heading))
      );
    });
    expect(broken).toEqual([]);
  });
  test('every page is found from the map', () => {
    const found = new Set<string>(['docs/README.md']);
    for (const page of found) {
      for (const link of linksOf(page)) {
        const to = target(page, link);
        if (to.startsWith('docs/') && to.endsWith('.md') && existsSync(join(root, to))) found.add(to);
      }
    }
    const pages = ['docs', 'docs/guide', 'docs/kinds', 'docs/papers'].flatMap(pagesIn);
    expect(pages.filter((page) => !found.has(page))).toEqual([]);
  });
  test('every page of a kind has a picture, a piece of a scene and its limits', () => {
    const kinds = pagesIn('docs/kinds').filter((page) => basename(page) !== 'README.md');
    const lacking = kinds.filter(
      (page) =>
        !/^!\[.+\]\(\.\.\/images\/kinds\/[\w-]+\.(svg|png)\)$/m.test(textOf(page)) ||
        !/\*\*Limits\*\*/.test(textOf(page)) ||
        !blocksOf(page).some(({ info }) => info.startsWith('json')),
    );
    expect(lacking).toEqual([]);
  });
  test('no page points outside the repository', () => {
    expect(
      all.filter((page) => /\bnotes, |\bnotes\b\)|in the\s+notes|the notes\)|our notes/.test(textOf(page))),
    ).toEqual([]);
  });
  /** Messages in the first column of a table, `...` for what differs. */
  test('messages of the troubleshooting page are in the code', () => {
    const page = textOf('docs/guide/troubleshooting.md').split('## By message')[1];
    const messages = [...page.matchAll(/^\| `([^`]+)` \|/gm)].map(([, message]) => message);
    expect(messages.length).toBeGreaterThan(20);
    const sources = ['engine', 'io', 'cli', 'studio']
      .flatMap((name) => {
        const folder = join(root, 'packages', name, 'src');
        return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file));
      })
      .filter((file) => /\.(ts|svelte)$/.test(file) && !/\.(test|long)\.ts$/.test(file))
      .map((file) => readFileSync(file, 'utf8'));
    const missing = messages.filter(
      (message) => !sources.some((text) => message.split('...').every((part) => text.includes(part.trim()))),
    );
    expect(missing).toEqual([]);
  });
});

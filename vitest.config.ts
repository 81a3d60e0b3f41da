import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { budgetOf } from './scripts/budgets.mjs';
import { findChromium } from './scripts/chromium.mjs';

const source = (file: string) => fileURLToPath(new URL(`packages/${file}`, import.meta.url));

// Packages resolve to their sources, so that no test sees a stale build.
const resolve = {
  alias: [
    { find: /^@pliant\/engine$/, replacement: source('engine/src/index.ts') },
    { find: /^@pliant\/io$/, replacement: source('io/src/index.ts') },
    { find: /^@pliant\/studio$/, replacement: source('studio/src/index.ts') },
    { find: /^pliant$/, replacement: source('cli/src/index.ts') },
  ],
};

/** Tests that take a share of their sample in `npm test` take all of it in the project `long`: those that use tests/support/sample.ts. */
const sampled = ['packages', 'tests'].flatMap((folder) =>
  readdirSync(new URL(folder, import.meta.url), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts') && !name.includes('node_modules'))
    .map((name) => `${folder}/${name}`)
    .filter((name) => /support\/sample\.ts'/.test(readFileSync(new URL(name, import.meta.url), 'utf8'))),
);

/**
 * Files of tests/ that share processes with those of packages/: they call the engine, or start programs, and do not care
 * what was built before. The others have browsers or threads, measure memory or replace modules; a new file is one of these unless it is listed here.
 */
const shared = `
  benchmarks budgets check-maths check-rooms check-words cli csp curtain-laws determinism docs editor first-hour golden golden-examples
  hanging-cube kind-names laws matrix memory micado-linear numbers/numbers platt-barr-bits reads-change-nothing report repro sanity
  sparse-bits stress/contact-drops stress/drops sweep tarballs
  validation wrong-scenes
`
  .trim()
  .split(/\s+/)
  .map((name) => `tests/${name}.test.ts`);

/** The longest first, by tests/budgets.json, so that no long file is left to one core at the end. Isolated files come before shared ones. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const key = ({ project, moduleId }: TestSpecification): [string, number] => [
      project.name === 'whole' ? '' : project.name,
      -budgetOf(moduleId),
    ];
    return [...files].sort((a, b) => {
      const [[p, x], [q, y]] = [key(a), key(b)];
      return p < q ? -1 : p > q ? 1 : x - y || (a.moduleId < b.moduleId ? -1 : 1);
    });
  }
}

const testTimeout = 180_000; // only what hangs: a machine may be slow, and busy
const executablePath = findChromium();

export default defineConfig({
  test: {
    // vitest leaves one core to itself; of two, both are worth having
    maxWorkers: Math.max(2, availableParallelism() - 1),
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        resolve,
        test: {
          // each file in a process of its own: memory, threads, modules that are replaced
          name: 'whole',
          environment: 'node',
          include: ['tests/**/*.test.ts'],
          exclude: shared,
          testTimeout,
          hookTimeout: testTimeout,
        },
      },
      {
        resolve,
        test: {
          // what a file built before must not matter to the next one, so they share processes, which is quicker
          name: 'node',
          environment: 'node',
          include: ['packages/*/src/**/*.test.ts', ...shared],
          isolate: false,
          setupFiles: ['tests/support/node-setup.ts'],
          testTimeout,
          hookTimeout: testTimeout,
        },
      },
      {
        resolve,
        test: {
          name: 'long',
          environment: 'node',
          include: ['packages/*/src/**/*.long.ts', 'tests/**/*.long.ts', ...sampled],
          env: { PLIANT_SAMPLES: 'all' },
          testTimeout: 60 * 60_000,
          hookTimeout: 10 * 60_000,
        },
      },
      {
        resolve,
        // SharedArrayBuffer needs a page isolated from other origins.
        server: {
          headers: {
            'Cross-Origin-Opener-Policy': 'same-origin',
            'Cross-Origin-Embedder-Policy': 'require-corp',
          },
        },
        test: {
          name: 'browser',
          include: ['tests/browser/**/*.browser.ts'],
          testTimeout,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: {
                ...(executablePath ? { executablePath } : {}),
                args: [
                  '--no-sandbox',
                  '--disable-background-networking',
                  '--disable-component-update',
                  '--disable-sync',
                  '--no-first-run',
                ],
              },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});

import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
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

const testTimeout = 60_000; // on a machine that may be busy
const executablePath = findChromium();

export default defineConfig({
  test: {
    // vitest leaves one core to itself; of two, both are worth having
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        resolve,
        test: {
          // the product from outside: commands, pages, memory; each file in a process of its own
          name: 'whole',
          environment: 'node',
          include: ['tests/**/*.test.ts'],
          testTimeout,
          // pages in a real browser beside everything else on two cores: on a build machine what fails is tried once more
          retry: process.env.CI ? 1 : 0,
        },
      },
      {
        resolve,
        test: {
          // what a file built before must not matter to the next one, so they share processes, which is quicker
          name: 'node',
          environment: 'node',
          include: ['packages/*/src/**/*.test.ts'],
          isolate: false,
          testTimeout,
        },
      },
      {
        resolve,
        test: {
          name: 'long',
          environment: 'node',
          include: ['packages/*/src/**/*.long.ts', 'tests/**/*.long.ts'],
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

/** Builds what reports and films are made of, each one script without imports: dist/report/{report,film}.js and .css. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { noticesOf } from '../../../scripts/notices.mjs';

const path = (/** @type {string} */ relative) => fileURLToPath(new URL(relative, import.meta.url));

/** @param {string} [outDir] */
export async function buildReport(outDir = path('../dist/report')) {
  /** @type {Set<string>} */
  const modules = new Set();
  for (const name of ['report', 'film']) {
    await build({
      configFile: false,
      root: path('.'),
      logLevel: 'warn',
      plugins: [{ name: 'pliant-modules', moduleParsed: ({ id }) => void modules.add(id) }],
      resolve: {
        alias: [
          { find: /^@pliant\/engine$/, replacement: path('../../engine/src/index.ts') },
          { find: /^@pliant\/io$/, replacement: path('../../io/src/index.ts') },
        ],
      },
      build: {
        target: 'es2022',
        outDir,
        emptyOutDir: name === 'report',
        cssCodeSplit: false,
        chunkSizeWarningLimit: 2000,
        rolldownOptions: { checks: { bundlerTimings: false } },
        lib: {
          entry: path(`${name}.ts`),
          formats: ['iife'],
          name: `pliant_${name}`,
          fileName: () => `${name}.js`,
          cssFileName: name,
        },
      },
    });
    // a script that ends its own element would be cut there
    if (/<\/script/i.test(readFileSync(`${outDir}/${name}.js`, 'utf8'))) throw new Error(`${name}.js holds </script`);
  }
  writeFileSync(`${outDir}/licenses.txt`, noticesOf(modules));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildReport();

/**
 * The page: `npm run dev -w packages/studio` while working on it, `npm run build -w packages/studio` for `dist`.
 *
 * Packages resolve to their sources, so that the page never carries a stale build of the engine.
 */
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin } from 'vite';
import { noticesOf } from '../../scripts/notices.mjs';

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));
const examples = path('../../examples');

/** While developing: /examples/index.json, /examples/<id>.json and meshes, as `pliant studio` serves them. */
function exampleFiles(): Plugin {
  const ids = (folder: string, prefix = ''): string[] =>
    readdirSync(folder)
      .sort()
      .flatMap((name) =>
        statSync(`${folder}/${name}`).isDirectory()
          ? ids(`${folder}/${name}`, `${prefix}${name}/`)
          : name.endsWith('.json')
            ? [prefix + name.slice(0, -'.json'.length)]
            : [],
      );
  const answer = (name: string): string => {
    if (name !== 'index.json') return readFileSync(`${examples}/${name}`, 'utf8');
    const list = ids(examples).map((one) => {
      const { name, description } = JSON.parse(readFileSync(`${examples}/${one}.json`, 'utf8'));
      return { id: one, name, description };
    });
    return JSON.stringify(list);
  };
  return {
    name: 'pliant-examples',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const url = (request.url ?? '').split('?')[0];
        const [, name] = /^\/examples\/([\w/-]+\.(?:json|vol))$/.exec(url) ?? [];
        if (url === '/scene.json') {
          response.writeHead(204).end();
          return;
        }
        if (!name) return next();
        try {
          const text = answer(name);
          response.writeHead(200, { 'Content-Type': 'application/json' }).end(text);
        } catch {
          response.writeHead(404).end();
        }
      });
    },
  };
}

/** `tsc -b` writes dist/lib; vite clears only what is its own. */
function ownPart(): Plugin {
  let folder = '';
  return {
    name: 'pliant-clear-assets',
    apply: 'build',
    configResolved: ({ build }) => {
      folder = build.outDir;
    },
    buildStart: () => rmSync(`${folder}/assets`, { recursive: true, force: true }),
  };
}

/** licenses.txt: the notices of all that the page and its workers bundle. */
const bundled = new Set<string>();
function collectModules(): Plugin {
  return { name: 'pliant-modules', apply: 'build', moduleParsed: ({ id }) => void bundled.add(id) };
}
function notices(): Plugin {
  return {
    name: 'pliant-notices',
    apply: 'build',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'licenses.txt', source: noticesOf(bundled) });
    },
  };
}

const isolated = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

export default defineConfig({
  root: path('.'),
  plugins: [svelte(), exampleFiles(), ownPart(), collectModules(), notices()],
  resolve: {
    alias: [
      { find: /^@pliant\/engine$/, replacement: path('../engine/src/index.ts') },
      { find: /^@pliant\/io$/, replacement: path('../io/src/index.ts') },
    ],
  },
  worker: { format: 'es', plugins: () => [collectModules()] },
  build: {
    target: 'es2022',
    outDir: path('dist'),
    emptyOutDir: false,
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 900,
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
  server: { headers: isolated, host: '127.0.0.1' },
  preview: { headers: isolated, host: '127.0.0.1' },
});

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

/** Paths below `examples` of all files with one of some endings, in order. */
function filesIn(folder: string, ending: RegExp, prefix = ''): string[] {
  return readdirSync(folder)
    .sort()
    .flatMap((name) =>
      statSync(`${folder}/${name}`).isDirectory()
        ? filesIn(`${folder}/${name}`, ending, `${prefix}${name}/`)
        : ending.test(name)
          ? [prefix + name]
          : [],
    );
}
/** id, name and description of every scene; what is no scene is left out. */
function exampleList(): string {
  const list = filesIn(examples, /\.json$/).flatMap((file) => {
    const { pliant, name, description } = JSON.parse(readFileSync(`${examples}/${file}`, 'utf8'));
    return pliant === undefined ? [] : [{ id: file.slice(0, -'.json'.length), name, description }];
  });
  return JSON.stringify(list);
}

/**
 * The examples beside the page: served while developing, and part of the build, so that any host of files will do. `scene.json`
 * is the scene that `pliant studio` was given; where nobody gives one it is `null`. `kernels.bin` has compiled kernels, or nothing.
 */
function exampleFiles(): Plugin {
  return {
    name: 'pliant-examples',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const url = (request.url ?? '').split('?')[0];
        const [, name] = /^\/examples\/([\w/-]+\.\w+)$/.exec(url) ?? [];
        if (url === '/scene.json' || url.endsWith('/kernels.bin')) {
          response.writeHead(204).end();
          return;
        }
        if (!name) return next();
        try {
          const text = name === 'index.json' ? exampleList() : readFileSync(`${examples}/${name}`, 'utf8');
          response.writeHead(200, { 'Content-Type': 'application/json' }).end(text);
        } catch {
          response.writeHead(404).end();
        }
      });
    },
    generateBundle() {
      const add = (fileName: string, source: string | Uint8Array): void => {
        this.emitFile({ type: 'asset', fileName, source });
      };
      add('scene.json', 'null\n');
      add('kernels.bin', ''); // scripts/build.mjs puts them there
      add('examples/index.json', exampleList());
      for (const file of filesIn(examples, /\.(?!md$)\w+$/))
        add(`examples/${file}`, readFileSync(`${examples}/${file}`));
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
    buildStart: () => {
      for (const own of ['assets', 'examples']) rmSync(`${folder}/${own}`, { recursive: true, force: true });
    },
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
  base: './', // the page works from any folder of any host
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

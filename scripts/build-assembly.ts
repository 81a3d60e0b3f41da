/**
 * npm run build:assembly
 *
 * Compiles packages/engine/assembly to WebAssembly and writes it as base64 into a module of the engine, which is committed:
 * neither a build nor a user of the engine needs the compiler. The same sources and compiler give the same bytes. What they
 * were is noted in the module, so that forgetting to build is found out at once (tests/assembly.test.ts).
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = new URL('../', import.meta.url);
const folder = 'packages/engine/assembly/';
const generatedFile = new URL('packages/engine/src/linalg/factor/assembly.generated.ts', root);

/**
 * No runtime and no static data: the memory belongs to whoever hands it in. Neither fused nor relaxed arithmetic, which
 * would give other bits on other machines.
 */
const options = ['-O3', '--noAssert', '--runtime', 'stub', '--importMemory', '--enable', 'simd', '--enable', 'threads'];

export const committed = (): string => readFileSync(generatedFile, 'utf8');

/** Of the sources, the options and the version of the compiler. */
export function fingerprint(): string {
  const hash = createHash('sha256');
  const { devDependencies } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));
  hash.update([devDependencies.assemblyscript, ...options].join(' '));
  const sources = readdirSync(new URL(folder, root)).filter((name) => name.endsWith('.ts'));
  for (const name of sources.sort()) hash.update(name).update(readFileSync(new URL(folder + name, root)));
  return hash.digest('hex').slice(0, 16);
}

export async function generated(): Promise<string> {
  const { default: asc } = await import('assemblyscript/asc');
  let binary: Uint8Array | undefined;
  const args = [`${folder}index.ts`, '--baseDir', fileURLToPath(root), '--outFile', 'out.wasm', ...options];
  const { error, stderr } = await asc.main(args, {
    writeFile: (_name: string, contents: Uint8Array | string) => {
      if (typeof contents !== 'string') binary = contents;
    },
  });
  if (error || !binary) throw new Error(`${folder}: asc cannot compile it.\n${stderr.toString()}`);
  return `// Made by \`npm run build:assembly\` from ${folder} (${fingerprint()}); not to be edited.
/** ${binary.length} bytes of WebAssembly, base64. */
export const assembly =
  '${Buffer.from(binary).toString('base64')}';
`;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  writeFileSync(generatedFile, await generated());
  console.log(`assembly: ${fingerprint()} written.`);
}

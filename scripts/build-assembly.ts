/**
 * npm run build:assembly
 *
 * Compiles packages/engine/assembly to WebAssembly and writes it as base64 into a module of the engine, which is committed:
 * neither a build nor a user of the engine needs the compiler. The same sources and compiler give the same bytes.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import asc from 'assemblyscript/asc';

const root = fileURLToPath(new URL('..', import.meta.url));
const source = 'packages/engine/assembly/index.ts';
export const generatedFile = fileURLToPath(
  new URL('../packages/engine/src/linalg/assembly.generated.ts', import.meta.url),
);

/**
 * No runtime and no static data: the memory belongs to whoever hands it in. Neither fused nor relaxed arithmetic, which
 * would give other bits on other machines.
 */
const options = ['-O3', '--noAssert', '--runtime', 'stub', '--importMemory', '--enable', 'simd'];

export async function generated(): Promise<string> {
  let binary: Uint8Array | undefined;
  const { error, stderr } = await asc.main([source, '--baseDir', root, '--outFile', 'out.wasm', ...options], {
    writeFile: (_name: string, contents: Uint8Array | string) => {
      if (typeof contents !== 'string') binary = contents;
    },
  });
  if (error || !binary) throw new Error(`${source}: asc cannot compile it.\n${stderr.toString()}`);
  const text = Buffer.from(binary).toString('base64');
  return `// Made by \`npm run build:assembly\` from packages/engine/assembly; not to be edited.
/** ${binary.length} bytes of WebAssembly, base64. */
export const assembly =
  '${text}';
`;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const text = await generated();
  const same = text === readCommitted();
  writeFileSync(generatedFile, text);
  console.log(`assembly: ${same ? 'unchanged' : 'written'}.`);
}
function readCommitted(): string | undefined {
  try {
    return readFileSync(generatedFile, 'utf8');
  } catch {
    return undefined;
  }
}

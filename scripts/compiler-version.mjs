/**
 * Names the kernel compiler by its sources, in a module of the engine which is committed: kernels that another compiler made are not
 * used. `npm run build` writes it; tests/kernel-store.test.ts fails where it is not of the sources as they are.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

const folder = new URL('../packages/engine/src/kernel/', import.meta.url);
const generatedFile = new URL('compile/compiler-version.generated.ts', folder);
/** All that decides which bytes a formula becomes. */
const rooms = ['formula', 'compile', 'compile/schedule'];

export function generatedVersion() {
  const hash = createHash('sha256');
  for (const room of rooms) {
    const sources = readdirSync(new URL(room, folder)).filter(
      (name) => /\.ts$/.test(name) && !/\.(test|generated)\.ts$/.test(name),
    );
    for (const name of sources.sort()) hash.update(name).update(readFileSync(new URL(`${room}/${name}`, folder)));
  }
  return `// Made by \`npm run build\` of the compiler's sources; not to be edited.
export const compilerVersion = '${hash.digest('hex').slice(0, 16)}';
`;
}
export const committedVersion = () => readFileSync(generatedFile, 'utf8');

export function writeVersion() {
  const text = generatedVersion();
  let before = '';
  try {
    before = committedVersion();
  } catch {
    // the first time
  }
  if (text !== before) writeFileSync(generatedFile, text);
}

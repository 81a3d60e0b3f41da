/**
 * Around `npm pack`, in the folder of a package: adds what belongs into every package and lies elsewhere in the repository,
 * and takes it out again.
 *
 *   node ../../scripts/package-files.mjs add | remove
 *
 * LICENSE goes into each, README.md into those that have none of their own, the examples into `pliant`.
 */
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const { name, description } = JSON.parse(readFileSync('package.json', 'utf8'));
const mark = '<!-- made by scripts/package-files.mjs -->';

/** A first page for a package: what it is, and where the rest is told. */
const readme = `${mark}
# ${name}

${description}.

Part of Pliant: deformable bodies under geometric constraints that hold exactly, as a library (\`@pliant/engine\`), files
(\`@pliant/io\`), a command line (\`pliant\`) and a browser studio (\`@pliant/studio\`). The guide, a page for each kind and the
papers are in the folder \`docs\` of the repository.

MIT licence, see LICENSE.
`;
const isOurs = () => existsSync('README.md') && readFileSync('README.md', 'utf8').startsWith(mark);

const [task] = process.argv.slice(2);
if (task === 'add') {
  if (!existsSync('README.md')) writeFileSync('README.md', readme);
  cpSync(join(root, 'LICENSE'), 'LICENSE');
  if (name === 'pliant') cpSync(join(root, 'examples'), 'examples', { recursive: true });
} else if (task === 'remove') {
  if (isOurs()) rmSync('README.md');
  rmSync('LICENSE', { force: true });
  if (name === 'pliant') rmSync('examples', { recursive: true, force: true });
} else {
  console.error('package-files: give "add" or "remove".');
  process.exitCode = 2;
}

/**
 * Makes a release out of what is checked out:
 *
 *   node scripts/release.mjs 0.2.0              versions, changelog, checks, tarballs in release/, a commit and a tag
 *   node scripts/release.mjs 0.2.0 --dry-run    the same in a copy that is thrown away; nothing here changes
 *   ... --skip-tests                            without `npm test`, for trying the script itself
 *
 * It pushes and publishes nothing: what it says at the end is left to a person.
 */
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('..', import.meta.url));
const packages = ['engine', 'io', 'studio', 'cli']; // in the order in which they are published
const args = process.argv.slice(2);
const version = args.find((arg) => !arg.startsWith('--')) ?? '';
const dryRun = args.includes('--dry-run');
const skipTests = args.includes('--skip-tests');

/** @param {string} message */
function stop(message) {
  console.error(`release: ${message}`);
  process.exit(1);
}
/**
 * @param {string} cwd
 * @param {string} program
 * @param {...string} rest
 */
function run(cwd, program, ...rest) {
  const { status, stdout, stderr, error } = spawnSync(program, rest, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
    shell: process.platform === 'win32',
  });
  if (status !== 0) stop(`${program} ${rest.join(' ')} failed.\n${stdout}${stderr}${error?.message ?? ''}`);
  return stdout.trim();
}

if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)) stop('give a version, such as 0.2.0.');
if (!dryRun && run(here, 'git', 'status', '--porcelain')) stop('there are changes that are not committed.');
if (run(here, 'git', 'tag', '--list', `v${version}`)) stop(`the tag v${version} is there already.`);

/** Where it happens: here, or for a dry run in a copy of what is committed, with the installed packages. */
const root = dryRun ? join(mkdtempSync(join(tmpdir(), 'pliant-release-')), 'pliant') : here;
if (dryRun) {
  run(here, 'git', 'clone', '--quiet', '--no-hardlinks', here, root);
  linkModules();
  process.on('exit', () => rmSync(join(root, '..'), { recursive: true, force: true }));
}

/** Everything that is installed, but the packages of the workspace, which are those of the copy. */
function linkModules() {
  const [from, to] = [join(here, 'node_modules'), join(root, 'node_modules')];
  mkdirSync(join(to, '@pliant'), { recursive: true });
  for (const name of readdirSync(from)) {
    if (name !== 'pliant' && name !== '@pliant') symlinkSync(join(from, name), join(to, name));
  }
  for (const name of ['engine', 'io', 'studio']) symlinkSync(join(root, 'packages', name), join(to, '@pliant', name));
  symlinkSync(join(root, 'packages/cli'), join(to, 'pliant'));
  for (const name of packages) {
    const own = join(here, 'packages', name, 'node_modules');
    if (statSync(own, { throwIfNoEntry: false }))
      cpSync(own, join(root, 'packages', name, 'node_modules'), { recursive: true, verbatimSymlinks: true });
  }
}

/**
 * @param {string} file
 * @param {(text: string) => string} change
 */
function edit(file, change) {
  const path = join(root, file);
  const before = readFileSync(path, 'utf8');
  const after = change(before);
  if (after === before) stop(`${file}: there is nothing to change for version ${version}.`);
  writeFileSync(path, after);
}

// versions: of each package, of what it needs of the others, in the lock file, in the sources and in the citation
const old = JSON.parse(readFileSync(join(root, 'packages/engine/package.json'), 'utf8')).version;
if (old === version) stop(`the packages are of version ${version} already.`);
const ours = /^(pliant|@pliant\/\w+)$/;
for (const name of packages) {
  edit(`packages/${name}/package.json`, (text) => {
    const manifest = JSON.parse(text);
    manifest.version = version;
    for (const kind of ['dependencies', 'devDependencies']) {
      for (const other of Object.keys(manifest[kind] ?? {})) if (ours.test(other)) manifest[kind][other] = version;
    }
    return `${JSON.stringify(manifest, null, 2)}\n`;
  });
}
edit('package-lock.json', (text) => {
  const lock = JSON.parse(text);
  for (const name of packages) {
    const entry = lock.packages[`packages/${name}`];
    entry.version = version;
    for (const kind of ['dependencies', 'devDependencies']) {
      for (const other of Object.keys(entry[kind] ?? {})) if (ours.test(other)) entry[kind][other] = version;
    }
  }
  return `${JSON.stringify(lock, null, 2)}\n`;
});
for (const name of ['engine', 'io', 'studio']) {
  const file = `packages/${name}/src/index.ts`;
  if (readFileSync(join(root, file), 'utf8').includes(`version = '${old}'`)) {
    edit(file, (text) => text.replace(`version = '${old}'`, `version = '${version}'`));
  }
}
edit('CITATION.cff', (text) => text.replace(/^version: .*$/m, `version: ${version}`));

// changelog: what is unreleased becomes this version
const date = new Date().toISOString().slice(0, 10);
edit('CHANGELOG.md', (text) => {
  const [, notes = ''] = /^## Unreleased\n([\s\S]*?)(?=^## |$(?![\s\S]))/m.exec(text) ?? [];
  if (!notes.trim()) stop('CHANGELOG.md: there is nothing under Unreleased.');
  return text.replace(/^## Unreleased\n/m, `## Unreleased\n\n## ${version} - ${date}\n`);
});

// checks
run(root, process.execPath, 'scripts/build.mjs', '--all');
if (skipTests) console.log('release: the tests were skipped.');
else console.log(run(root, process.execPath, 'scripts/test.mjs').split('\n').at(-1));

// tarballs
const release = join(root, 'release');
rmSync(release, { recursive: true, force: true });
mkdirSync(release);
for (const name of packages)
  run(join(root, 'packages', name), 'npm', 'pack', '--silent', '--pack-destination', release);
const made = readdirSync(release).sort();
if (made.length !== packages.length) stop(`there are ${made.length} tarballs instead of ${packages.length}.`);
for (const file of made) console.log(`${file}  ${Math.ceil(statSync(join(release, file)).size / 1000)} kB`);
const printed = run(root, process.execPath, 'packages/cli/bin/pliant.mjs', '--version');
if (printed !== version) stop(`pliant --version prints ${printed}.`);

if (dryRun) console.log(`release: a dry run of ${version}; nothing was changed.`);
else {
  run(root, 'git', 'commit', '--all', '--message', `release: ${version}`);
  run(root, 'git', 'tag', '--annotate', `v${version}`, '--message', `Pliant ${version}`);
  console.log(
    `release: commit and tag v${version} are made. Next: git push --follow-tags, and npm publish of each file in release/.`,
  );
}

/**
 * Finds the Chrome or Chromium that the browser tests run in, and where it can, installs one.
 *
 *   node scripts/chromium.mjs      prints the path of the browser
 *
 * Order: the environment's PLIANT_CHROMIUM, then the usual names on the PATH, then the usual places of macOS and Windows.
 * If there is none, Debian and Ubuntu as root get the distribution's package; elsewhere one line says what to install.
 */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { argv, env, platform } from 'node:process';
import { pathToFileURL } from 'node:url';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** @param {string} path */
function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Every place worth a look, best first. */
function candidates() {
  const onPath = (env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '')
    .flatMap((folder) => names.map((name) => ({ rank: names.indexOf(name), path: join(folder, name) })))
    .sort((a, b) => a.rank - b.rank)
    .map(({ path }) => path);
  if (platform === 'darwin') {
    const folders = ['/Applications', join(env.HOME ?? '/', 'Applications')];
    const apps = ['Chromium', 'Google Chrome'];
    return [...onPath, ...folders.flatMap((folder) => apps.map((app) => `${folder}/${app}.app/Contents/MacOS/${app}`))];
  }
  if (platform === 'win32') {
    const folders = [env.ProgramFiles, env['ProgramFiles(x86)'], env.LOCALAPPDATA].filter(
      (folder) => folder !== undefined,
    );
    const apps = ['Chromium\\Application\\chrome.exe', 'Google\\Chrome\\Application\\chrome.exe'];
    return folders.flatMap((folder) => apps.map((app) => join(folder, app)));
  }
  return onPath;
}

/**
 * The path of an installed browser, or undefined. A PLIANT_CHROMIUM that is no program is an error, not a hint.
 *
 * @returns {string | undefined}
 */
export function findChromium() {
  const chosen = env.PLIANT_CHROMIUM;
  if (chosen) {
    if (!isProgram(chosen)) throw new Error(`PLIANT_CHROMIUM — "${chosen}" is not a program.`);
    return chosen;
  }
  return candidates().find(isProgram);
}

/** Whether we may install the distribution's package. */
function canInstall() {
  return platform === 'linux' && process.getuid?.() === 0 && existsSync('/etc/debian_version');
}

/** @param {string[]} args */
function aptGet(...args) {
  const { status } = spawnSync('apt-get', args, {
    // apt's chatter goes to stderr: stdout carries the path alone.
    stdio: ['ignore', 2, 2],
    env: { ...env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  return status === 0;
}

/**
 * The path of a browser, installed now if need be.
 *
 * @returns {string}
 */
export function ensureChromium() {
  const found = findChromium();
  if (found) return found;
  if (canInstall()) {
    console.error('No Chrome or Chromium found. Installing it: apt-get install chromium (about 100 MB) ...');
    // An update that fails for one of several sources is no reason to give up: the install decides.
    aptGet('update');
    aptGet('install', '-y', '--no-install-recommends', 'chromium');
    const installed = findChromium();
    if (installed) return installed;
  }
  throw new Error('No Chrome or Chromium found: install one, or set PLIANT_CHROMIUM to the path of its program.');
}

if (argv[1] && import.meta.url === pathToFileURL(argv[1]).href) {
  try {
    console.log(ensureChromium());
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}

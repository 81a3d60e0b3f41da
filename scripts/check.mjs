/**
 * `npm run check`: all checks that are no tests, two at a time. Each prints what it has to say when it is done; the longest start first.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const checks = ['studio', 'types', 'api', 'style', 'words', 'rooms', 'maths'];
const cwd = fileURLToPath(new URL('..', import.meta.url));
/** @type {string[]} */
const failed = [];

/** @param {string} name */
function run(name) {
  return new Promise((done) => {
    const child = spawn('npm', ['run', '--silent', `check:${name}`], {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32', // npm is a script there
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => {
        said += text;
      });
    child.on('close', (status) => {
      process.stdout.write(said);
      if (status !== 0) failed.push(name);
      done(undefined);
    });
  });
}

const waiting = [...checks];
await Promise.all(
  [0, 1].map(async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) await run(name);
  }),
);
if (failed.length) {
  console.error(`failed: ${failed.map((name) => `check:${name}`).join(', ')}`);
  process.exitCode = 1;
}

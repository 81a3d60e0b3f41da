/**
 * `npm test`: build, check, the tests in Node, the tests in a real browser. Its last line is the sum of all of them,
 *
 *   N passed, N failed
 *
 * where a step that is no test (build, check) or that breaks before its tests can be counted is one failure. The exit
 * code is 0 only if nothing failed. A failed build ends the run, since all that follows would fail with it.
 * What passes is quiet: a line for a step, a dot for a test. A skipped test gives its reason in its name:
 * `made by ffmpeg (skipped: ffmpeg is not installed)`; one without a reason is a failure. Suites that took far longer than their budget are
 * named at the end.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { budgetOf } from './budgets.mjs';
import { ensureChromium } from './chromium.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

/** The whole is meant to take ten minutes on two cores. A slow machine may take its time, but no step hangs for ever. */
const patience = 45 * 60_000; // ms
const results = mkdtempSync(join(tmpdir(), 'pliant-test-'));
const sum = { passed: 0, failed: 0, skipped: 0 };
/** @type {string[]} */
const skipped = [];
/** Budgets are for a suite alone. Here others run beside it, and browsers: it may take so many times as long. */
const beside = 3;
/** @type {{ file: string, seconds: number, budget: number }[]} */
const slow = [];

/** @param {string} message */
function fail(message) {
  console.error(`\n${message}`);
  sum.failed++;
}

/**
 * @param {'inherit' | 'pipe'} output
 * @param {string} program
 * @param {string[]} args
 */
function run(output, program, ...args) {
  const { status, error, stdout, stderr } = spawnSync(program, args, {
    stdio: ['ignore', output, output],
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
    shell: process.platform === 'win32', // npm and npx are scripts there
    timeout: patience,
  });
  if (status !== 0 && output === 'pipe') console.error(`${stdout}${stderr}`);
  if (error) console.error(error.message);
  return status === 0;
}

/**
 * What is no test: its output is shown if it fails.
 *
 * @param {string} script
 */
function step(script) {
  const began = performance.now();
  const ok = run('pipe', 'npm', 'run', '--silent', script);
  console.log(`${script}: ${ok ? 'ok' : 'failed'}, ${((performance.now() - began) / 1000).toFixed(1)} s`);
  if (!ok) fail(`${script} failed.`);
  return ok;
}

/**
 * Runs projects of vitest and counts from their JSON report. A file that failed without a failed test in it (it did not
 * load, a hook threw) is one failure; so is a run that failed without any of these, or that found no tests.
 *
 * @param {string[]} projects
 */
function tests(...projects) {
  const name = projects.join(' and ');
  const report = join(results, `${projects.join('-')}.json`);
  console.log(`tests: ${name}`);
  const ok = run(
    'inherit',
    'npx',
    'vitest',
    'run',
    ...projects.map((project) => `--project=${project}`),
    '--silent=passed-only',
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${report}`,
  );
  const before = sum.failed;
  let total = 0;
  try {
    for (const file of JSON.parse(readFileSync(report, 'utf8')).testResults) {
      const count = { passed: 0, failed: 0, skipped: 0 };
      for (const { status, fullName } of file.assertionResults) {
        if (status === 'passed') count.passed++;
        else if (status === 'failed') count.failed++;
        else {
          count.skipped++;
          skipped.push(fullName);
          if (!/\(skipped: [^)]+\)/.test(fullName)) fail(`No reason in the name of a skipped test: ${fullName}`);
        }
        total++;
      }
      if (file.status === 'failed' && count.failed === 0) count.failed++;
      const seconds = (file.endTime - file.startTime) / 1000;
      const budget = budgetOf(file.name);
      if (seconds > beside * budget + 1) slow.push({ file: relative(process.cwd(), file.name), seconds, budget });
      sum.passed += count.passed;
      sum.failed += count.failed;
      sum.skipped += count.skipped;
    }
  } catch (error) {
    return fail(`vitest of ${name} left no report: ${error instanceof Error ? error.message : error}`);
  }
  if (!ok && sum.failed === before) fail(`vitest of ${name} failed outside of its tests.`);
  if (ok && total === 0) fail(`vitest of ${name} found no tests.`);
}

process.on('exit', () => {
  rmSync(results, { recursive: true, force: true });
  if (sum.failed > 0) process.exitCode = 1;
  for (const name of skipped) console.log(`skipped: ${name}`);
  slow.sort((a, b) => b.seconds - b.budget - (a.seconds - a.budget));
  for (const { file, seconds, budget } of slow.slice(0, 10))
    console.log(`over its budget: ${file}, ${seconds.toFixed(1)} s of ${budget} s`);
  if (slow.length > 10) console.log(`over their budgets: ${slow.length - 10} more; budgets are for an idle machine`);
  const minutes = (performance.now() / 60_000).toFixed(1);
  console.log(`${minutes} min`);
  console.log(`${sum.passed} passed, ${sum.failed} failed`);
});

try {
  if (step('build')) {
    step('check');
    process.env.PLIANT_CHROMIUM = ensureChromium(); // says so if it installs one
    console.log(`browser: ${process.env.PLIANT_CHROMIUM}`);
    tests('whole', 'node', 'browser');
  }
} catch (error) {
  fail(error instanceof Error ? error.message : String(error));
}

/**
 * Shows that the program is busy while code runs that does not yield, such as the building of a large scene: a thread
 * prints the elapsed time, from one second on. Ctrl-C ends the process as usual.
 */
import { Worker } from 'node:worker_threads';
import type { Output } from '../base/output.ts';

const firstMs = 1000;
const terminalMs = 200;
const lineMs = 3000;

/** The thread: it sleeps until it is stopped, and writes to the file descriptor of stderr, since its own streams depend on the main thread. */
const code = `
const { workerData: { flags, label, terminal, firstMs, everyMs } } = require('node:worker_threads');
const { writeSync } = require('node:fs');
const began = Date.now();
const say = (text) => { try { writeSync(2, text); } catch {} };
let shown = false;
let wait = firstMs;
while (Atomics.wait(flags, 0, 0, wait) === 'timed-out') {
  const seconds = Math.round((Date.now() - began) / 1000);
  say(terminal ? '\\r' + label + ' ... ' + seconds + ' s' : label + ' ... ' + seconds + ' s\\n');
  shown = true;
  wait = everyMs;
}
if (shown && terminal) say('\\r\\x1b[K');
Atomics.store(flags, 1, 1);
Atomics.notify(flags, 1);
`;

/** label: the activity, `loading bridge.json` */
export function ticking<T>(label: string, output: Output, run: () => T, quiet = false): T {
  if (quiet || !output.stderr) return run();
  const flags = new Int32Array(new SharedArrayBuffer(8));
  const terminal = output.terminal !== undefined;
  const workerData = { flags, label, terminal, firstMs, everyMs: terminal ? terminalMs : lineMs };
  const began = performance.now();
  const thread = new Worker(code, { eval: true, workerData });
  thread.unref();
  try {
    return run();
  } finally {
    Atomics.store(flags, 0, 1);
    Atomics.notify(flags, 0);
    // its line is removed before anything else is written
    if (performance.now() - began > firstMs) Atomics.wait(flags, 1, 0, firstMs);
    void thread.terminate();
  }
}

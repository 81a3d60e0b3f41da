/**
 * The process that cases run in: it gets cases one by one and answers with a verdict. Started by runner.ts, with the CPU
 * seconds that a case may take as its argument. A thread of its own watches them: a case that loops cannot.
 */
import { Worker } from 'node:worker_threads';
import type { FuzzCase } from './cases.ts';
import { judge } from './judge.ts';

/** Case under way, 0 for none. */
const running = new Int32Array(new SharedArrayBuffer(4));
const watch = `
  const { workerData: { running, seconds } } = require('node:worker_threads');
  let watched = 0, start;
  setInterval(() => {
    const now = Atomics.load(running, 0);
    if (now !== watched) start = process.cpuUsage();
    watched = now;
    const { user, system } = process.cpuUsage(start);
    if (now && user + system > seconds * 1e6) process.kill(process.pid, 'SIGXCPU');
  }, 100);
`;
new Worker(watch, { eval: true, execArgv: [], workerData: { running, seconds: Number(process.argv[2]) } }).unref();

let count = 0;
process.on('message', async (input: FuzzCase) => {
  Atomics.store(running, 0, ++count);
  const verdict = await judge(input);
  Atomics.store(running, 0, 0);
  process.send?.(verdict);
});
process.on('disconnect', () => process.exit());

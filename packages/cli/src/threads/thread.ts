/** A worker of `--threads`: it runs the chunks that it takes, and nothing else. Messages wait until someone listens. */
import { parentPort } from 'node:worker_threads';
import { serveThread } from '@pliant/engine';

parentPort?.on(
  'message',
  serveThread(() => performance.now()),
);

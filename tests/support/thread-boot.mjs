// A worker of a ThreadPool on the sources: Node runs no TypeScript by itself, and workers do not inherit the test runner's loader.
import { parentPort } from 'node:worker_threads';
import { register } from 'tsx/esm/api';

register();
const { serveThread } = await import('../../packages/engine/src/kernel/threads/thread.ts');
// messages wait until someone listens
parentPort?.on(
  'message',
  serveThread(() => performance.now()),
);

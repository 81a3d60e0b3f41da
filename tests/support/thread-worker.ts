/** A worker of a ThreadPool in a browser. */
import { serveThread } from '../../packages/engine/src/kernel/threads/thread.ts';

const receive = serveThread(() => performance.now());
self.onmessage = ({ data }: MessageEvent): void => receive(data);

/** A worker of threads.ts: it runs the chunks that it takes, and nothing else. */
import { serveThread } from '@pliant/engine';

const receive = serveThread(() => performance.now());
self.onmessage = ({ data }: MessageEvent) => receive(data);

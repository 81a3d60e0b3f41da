/** A worker of the simulation's threads: it runs the chunks that it takes, and nothing else. */
import { serveThread } from '@pliant/engine';

const receive = serveThread(() => performance.now());
self.onmessage = ({ data }: MessageEvent): void => receive(data);

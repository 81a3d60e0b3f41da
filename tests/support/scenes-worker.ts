/** Runs as many scenes as it is told in a worker, and says whether eval works there. */
import { hashes } from './scenes.ts';

function evalIsBlocked(): boolean {
  try {
    // biome-ignore lint/security/noGlobalEval: to see whether the page forbids it
    globalThis.eval('1');
    return false;
  } catch {
    return true;
  }
}

globalThis.onmessage = ({ data: count }: MessageEvent<number>) => {
  globalThis.postMessage({ hashes: hashes(count), evalIsBlocked: evalIsBlocked() });
};

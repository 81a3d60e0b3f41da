/** Runs all scenes in a worker when told to, and says whether eval works there. */
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

globalThis.onmessage = () => {
  globalThis.postMessage({ hashes: hashes(), evalIsBlocked: evalIsBlocked() });
};

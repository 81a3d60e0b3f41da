/**
 * A world and its story: how it is built, what it lives through.
 *
 * Stories import the engine by its path, not its name, so that a bare web server can serve them (tests/csp.test.ts).
 */
import type { World } from '../../../packages/engine/src/index.ts';

export interface Scene {
  readonly name: string;
  build(): World;
  /** from the first step to the last, edits included */
  run(world: World): void;
  /** its steps solve systems, and leave some garbage */
  readonly solves?: boolean;
}

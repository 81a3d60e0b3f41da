/** Makes a world. */
import { World } from './world.ts';
import type { WorldOptions } from './world-options.ts';

/**
 * A world without bodies. All options have defaults: see `worldDefaults`.
 * @example const world = createWorld({ step: 1 / 500, method: 'lagrange' });
 */
export const createWorld = (options: WorldOptions = {}): World => new World(options);

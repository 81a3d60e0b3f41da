/** The way to a world. */
import { World, type WorldOptions } from './world.ts';

/**
 * A world without bodies. All options have defaults: see `worldDefaults`.
 * @example const world = createWorld({ step: 1 / 500, method: 'lagrange' });
 */
export const createWorld = (options: WorldOptions = {}): World => new World(options);

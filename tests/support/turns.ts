/** The story of a scene as a list of single turns: one step, or one edit. */
import type { World } from '../../packages/engine/src/index.ts';
import type { Scene } from './scenes.ts';

/** What a story may ask of its world. */
const reads = new Set(['bodies', 'constraints', 'coordinates', 'isActive']);

export function turnsOf(scene: Scene, world: World): (() => void)[] {
  const turns: (() => void)[] = [];
  const recorder = new Proxy(world, {
    get: (_, name: string) => {
      if (reads.has(name)) {
        const value = Reflect.get(world, name);
        return typeof value === 'function' ? value.bind(world) : value;
      }
      return (...args: unknown[]): void => {
        if (name !== 'step') turns.push(() => Reflect.apply(world[name as 'release'], world, args));
        else for (let n = 0; n < (args[0] as number); n++) turns.push(() => world.step());
      };
    },
    set: (_, name: string, value: unknown) => {
      turns.push(() => Reflect.set(world, name, value));
      return true;
    },
  });
  scene.run(recorder);
  return turns;
}

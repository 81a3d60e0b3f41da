/** All laws on the scenes of some seeds. */
import { lawScene } from './law-scenes.ts';
import { lawWorld } from './law-worlds.ts';
import { lawRandom, laws } from './laws.ts';

interface Broken {
  readonly seed: number;
  readonly law: string;
  /** how many times what is allowed, or what was thrown */
  readonly by: number | string;
}
export interface LawResults {
  readonly broken: readonly Broken[];
  /** by law: the scenes that it says something of */
  readonly told: ReadonlyMap<string, number>;
  /** scenes whose method does not hold a constraint of theirs */
  readonly refused: number;
}

export const seeds = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, k) => first + k);

export function brokenLaws(all: readonly number[]): LawResults {
  const broken: Broken[] = [];
  const told = new Map(laws.map(({ name }) => [name, 0]));
  let refused = 0;
  for (const seed of all) {
    const scene = lawScene(seed);
    if (!lawWorld(scene)) {
      refused++;
      continue;
    }
    for (const { name, measure } of laws) {
      const by = measured(() => measure(scene, lawRandom(seed)));
      if (by === undefined) continue;
      told.set(name, (told.get(name) as number) + 1);
      if (typeof by === 'string' || !(by <= 1)) broken.push({ seed, law: name, by });
    }
  }
  return { broken, told, refused };
}
function measured(run: () => number | undefined): number | string | undefined {
  try {
    return run();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

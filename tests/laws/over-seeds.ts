/** All laws on the scenes of some seeds. */
import { lawRandom, laws } from './laws.ts';
import { lawScene } from './scenes.ts';
import { lawWorld } from './worlds.ts';

export interface Broken {
  readonly seed: number;
  readonly law: string;
  /** how many times what is allowed, or what was thrown */
  readonly by: number | string;
}
export interface Told {
  /** scenes that the law says something of */
  readonly scenes: number;
  /** the largest part of what is allowed that was found, and where */
  readonly most: number;
  readonly seed: number;
}
export interface LawResults {
  readonly broken: readonly Broken[];
  readonly told: ReadonlyMap<string, Told>;
  /** scenes whose method does not hold a constraint of theirs */
  readonly refused: number;
}

export const seeds = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, k) => first + k);

/** What a law finds in the scene of a seed: a part of what is allowed, or what was thrown. */
export function found(law: string, seed: number): number | string | undefined {
  const { measure } = laws.find(({ name }) => name === law) as (typeof laws)[number];
  try {
    return measure(lawScene(seed), lawRandom(seed));
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
export const isBroken = (by: number | string): boolean => typeof by === 'string' || !(by <= 1);

export function brokenLaws(all: readonly number[], each: (done: LawResults) => void = () => {}): LawResults {
  const broken: Broken[] = [];
  const told = new Map(laws.map(({ name }) => [name, { scenes: 0, most: 0, seed: 0 }]));
  const results = { broken, told, refused: 0 };
  for (const seed of all) {
    if (!lawWorld(lawScene(seed))) results.refused++;
    else
      for (const { name } of laws) {
        const by = found(name, seed);
        if (by === undefined) continue;
        const { scenes, most, seed: at } = told.get(name) as Told;
        const isMore = typeof by === 'number' && !(by <= most);
        told.set(name, { scenes: scenes + 1, most: isMore ? by : most, seed: isMore ? seed : at });
        if (isBroken(by)) broken.push({ seed, law: name, by });
      }
    each(results);
  }
  return results;
}

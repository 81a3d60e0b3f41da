/** The six scenes of the paper with its table 1, and the moment from which each is measured. */
import { existsSync } from 'node:fs';
import type { Simulation } from '../../../packages/io/src/scene/simulation.ts';

export interface PaperScene {
  readonly name: string;
  /** multipliers, as in table 1 */
  readonly absolute: number;
  readonly relative: number;
  /** ms for a step, as in table 1; how many times faster we mean to be */
  readonly paperMs: number;
  readonly goal: number;
  /** s: all rows of table 1 are there then, and something moves */
  readonly at: number;
}

export const scenes: readonly PaperScene[] = [
  { name: 'bridge', absolute: 32, relative: 21, paperMs: 1.7, goal: 20, at: 1 },
  { name: 'necklace', absolute: 8, relative: 10, paperMs: 0.4, goal: 20, at: 5 },
  { name: 'bow', absolute: 11, relative: 16, paperMs: 0.56, goal: 20, at: 0.6 },
  { name: 'cable-bundle', absolute: 7, relative: 35, paperMs: 1, goal: 20, at: 0.2 },
  { name: 'spider-net', absolute: 28, relative: 49, paperMs: 4, goal: 8, at: 1 },
  { name: 'dna', absolute: 8, relative: 32, paperMs: 1.1, goal: 20, at: 1 },
];

const fileOf = (name: string): URL => new URL(`../../../examples/micado-2008/${name}.json`, import.meta.url);

/** Why it cannot be measured, if it cannot. */
export const missing = ({ name }: PaperScene): string | undefined =>
  existsSync(fileOf(name)) ? undefined : `there is no scene examples/micado-2008/${name}.json.`;

/**
 * At its moment, as printed or by default. As printed taut rows do not stiffen what they hold either; but without that the
 * net explodes, hence its other goal. Loaded here, so that listing the rows does not load the scenes'
 * packages.
 */
export async function sceneAt({ name, at }: PaperScene, asPrinted: boolean): Promise<Simulation> {
  const { micado, asPrinted: paper } = await import('../../../tests/support/micado.ts');
  const simulation = micado(name, asPrinted ? paper({ stiffening: name === 'spider-net' }) : undefined);
  simulation.step(Math.round(at / simulation.world.h));
  return simulation;
}

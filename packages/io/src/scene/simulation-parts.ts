/** What a running scene is made of. */
import type { World } from '@pliant/engine';
import type { Assets } from './assets.ts';
import type { Changes } from './build/bodies/bodies.ts';
import type { Cast } from './build/cast.ts';
import type { Made } from './build/constraints/constraints.ts';
import type { Defaults } from './build/defaults.ts';
import type { FitParts } from './build/fit.ts';
import type { Probe } from './build/probe.ts';
import type { SceneDef } from './schema.ts';

/** What a run may change of a scene without editing it. */
export interface Overrides {
  /** h, s */
  readonly step?: number;
  /** in the place of the scene's default */
  readonly integrator?: string;
  readonly method?: string;
}

export interface SimulationParts {
  readonly def: SceneDef;
  readonly file: string;
  readonly overrides: Overrides;
  readonly assets: Assets;
  readonly world: World;
  readonly cast: Cast;
  readonly constraints: ReadonlyMap<string, readonly Made[]>;
  readonly defaults: Defaults;
  readonly probes: readonly Probe[];
  readonly changes: Map<string, Changes>;
  /** of the block "fit" */
  readonly fit?: FitParts;
}

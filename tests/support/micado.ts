/** What tests of the scenes of MIC08 share. */
import { readFileSync } from 'node:fs';
import { buildScene, type Overrides } from '../../packages/io/src/scene/build.ts';
import { parseScene } from '../../packages/io/src/scene/file/parse.ts';
import type { SceneDef } from '../../packages/io/src/scene/schema.ts';
import type { Simulation } from '../../packages/io/src/scene/simulation.ts';

const folder = new URL('../../examples/micado-2008/', import.meta.url);

/** A scene of the folder, perhaps changed. */
export function micado(
  name: string,
  change: (def: SceneDef) => SceneDef = (def) => def,
  overrides: Overrides = {},
): Simulation {
  const def = change(parseScene(readFileSync(new URL(`${name}.json`, folder), 'utf8'), name));
  return buildScene(def, name, overrides);
}
/** As printed: one linearisation in a step. */
export const paper = (def: SceneDef): SceneDef => ({
  ...def,
  defaults: { ...def.defaults, method: { kind: 'displacement', paper: true } },
});

/** So, and with other options of the method. */
export const asPrinted =
  (options: { readonly stiffening: boolean }) =>
  (def: SceneDef): SceneDef => ({
    ...def,
    defaults: { ...def.defaults, method: { kind: 'displacement', paper: true, ...options } },
  });

/** With the rods of the paper, which are too stiff where they are bent, and all else by default: as in the notes. */
export const printedRods = (def: SceneDef): SceneDef => ({
  ...def,
  bodies: def.bodies.map((body) => (body.kind === 'spline' ? { ...body, model: 'cubic-paper' } : body)),
});

/** What rows are met to by default, m and rad. */
export const promise = 1e-9;

/** What tests of the scenes of HCY share. */
import { readFileSync } from 'node:fs';
import { jacobianEntries, residual, residualUnits, type World } from '../../packages/engine/src/index.ts';
import { assetNames } from '../../packages/io/src/scene/assets.ts';
import { buildScene } from '../../packages/io/src/scene/build.ts';
import { parseScene } from '../../packages/io/src/scene/file/parse.ts';
import type { SceneDef } from '../../packages/io/src/scene/schema.ts';
import type { Simulation } from '../../packages/io/src/scene/simulation.ts';

const folder = new URL('../../examples/hong/', import.meta.url);

/** A scene of the folder, perhaps changed. */
export function hong(name: string, change: (def: SceneDef) => SceneDef = (def) => def): Simulation {
  const def = change(parseScene(readFileSync(new URL(`${name}.json`, folder), 'utf8'), name));
  const assets = new Map(assetNames(def).map((file) => [file, readFileSync(new URL(file, folder))]));
  return buildScene(def, name, {}, assets);
}
/** As printed: nothing is projected. */
export const paper = (def: SceneDef, a = 0.5): SceneDef => ({
  ...def,
  defaults: { ...def.defaults, method: { kind: 'lagrange', paper: true, a } },
});
export const runTo = (simulation: Simulation, seconds: number): void =>
  simulation.step(Math.round((seconds - simulation.world.time) / simulation.world.h));
export const probe = ({ probes }: Simulation, id: string): number[] => probes.find((p) => p.id === id)?.read() ?? [];
/** The largest that a probe was after any of so many steps. */
export function peakOf(simulation: Simulation, id: string, steps: number): number {
  let peak = 0;
  for (let n = 0; n < steps; n++) {
    simulation.step(1);
    peak = Math.max(peak, probe(simulation, id)[0]);
  }
  return peak;
}

/** Of every unit, the largest that was left after any of so many steps. */
export function worstResidual(simulation: Simulation, steps: number): number {
  const units = residualUnits(simulation.world);
  let worst = 0;
  for (let n = 0; n < steps; n++) {
    simulation.step(1);
    for (const unit of units) worst = Math.max(worst, residual(simulation.world, unit).max);
  }
  return worst;
}
/** What rounding leaves: 8 eps of the largest numbers in a row, which are metres and radians here. */
export const promise = 2e-14;

/** The rank of J by elimination with full pivoting, of rows of length 1. */
export function rankOf(world: World): number {
  const rows = new Map<number, Map<number, number>>();
  for (const { row, coordinate, value } of jacobianEntries(world)) {
    const one = rows.get(row) ?? new Map<number, number>();
    one.set(coordinate, (one.get(coordinate) ?? 0) + value);
    rows.set(row, one);
  }
  const columns = [...new Set([...rows.values()].flatMap((one) => [...one.keys()]))];
  const J = [...rows.values()].map((one) => {
    const size = Math.hypot(...one.values());
    return columns.map((c) => (one.get(c) ?? 0) / size);
  });
  for (let rank = 0; ; rank++) {
    let [at, pivot, most] = [rank, 0, 1e-10];
    for (let r = rank; r < J.length; r++)
      J[r].forEach((value, c) => {
        if (Math.abs(value) > most) [at, pivot, most] = [r, c, Math.abs(value)];
      });
    if (most === 1e-10) return rank;
    [J[rank], J[at]] = [J[at], J[rank]];
    const chosen = J[rank];
    for (let r = rank + 1; r < J.length; r++) {
      const share = J[r][pivot] / chosen[pivot];
      if (share !== 0) J[r] = J[r].map((value, c) => value - share * chosen[c]);
    }
  }
}

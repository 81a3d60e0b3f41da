/**
 * The runs of a sweep. Parameters with "grid" or "values" make a grid, the last of them changing fastest; those with "sample"
 * are drawn `samples` times, and every point of the grid gets the same draws. So run n has the same values wherever it runs.
 */
import { cosine, exponential, logarithm } from '@pliant/engine';
import { mostRuns, type SweepDef, type SweepParameterDef } from './definition.ts';

/** A number, a text, or any other part of a scene. */
export type ParameterValue = unknown;
export interface Job {
  /** number of the run, from 0 on */
  readonly run: number;
  /** of each parameter of the sweep, in its order */
  readonly values: readonly ParameterValue[];
}

export function jobsOf(def: SweepDef): Job[] {
  const { parameters, samples = 1, seed = 0 } = def;
  const axes = parameters.filter((one) => !one.sample && one.with === undefined);
  const count = axes.reduce((product, { values, grid }) => product * (values?.length ?? grid?.count ?? 1), samples);
  if (!(count <= mostRuns))
    throw new Error(`these are ${count} runs, more than the ${mostRuns} possible. Give fewer values.`);
  const lists = axes.map(valuesOf);
  const drawn = draws(parameters, samples, seed);
  return Array.from({ length: count }, (_, run) => {
    const place = new Map<string, number>();
    let rest = Math.floor(run / samples);
    for (let k = axes.length - 1; k >= 0; k--) {
      place.set(axes[k].name, rest % lists[k].length);
      rest = Math.floor(rest / lists[k].length);
    }
    const values = parameters.map((one, p) => {
      if (one.sample) return drawn[run % samples][p];
      const axis = one.with ?? one.name;
      return valuesOf(one)[place.get(axis) as number];
    });
    return { run, values };
  });
}

const known = new WeakMap<SweepParameterDef, readonly ParameterValue[]>();
function valuesOf(parameter: SweepParameterDef): readonly ParameterValue[] {
  const found =
    known.get(parameter) ?? parameter.values ?? spread(parameter.grid as NonNullable<SweepParameterDef['grid']>);
  known.set(parameter, found);
  return found;
}
/** Both ends are exact. */
function spread({ from, to, count, scale }: NonNullable<SweepParameterDef['grid']>): number[] {
  return Array.from({ length: count }, (_, i) => {
    if (i === 0) return from;
    if (i === count - 1) return to;
    const part = i / (count - 1);
    const value = scale === 'log' ? exponential(mixed(logarithm(from), logarithm(to), part)) : mixed(from, to, part);
    return Number(value.toPrecision(12)); // 1e6, not 999999.9999999995
  });
}
const mixed = (a: number, b: number, part: number): number => a + (b - a) * part;

function draws(parameters: readonly SweepParameterDef[], samples: number, seed: number): ParameterValue[][] {
  const random = uniforms(seed);
  return Array.from({ length: samples }, () =>
    parameters.map(({ sample }) => {
      if (!sample) return undefined;
      if (sample.uniform) return mixed(sample.uniform[0], sample.uniform[1], random());
      const logs = sample['log-uniform'];
      if (logs) return exponential(mixed(logarithm(logs[0]), logarithm(logs[1]), random()));
      const [mean, deviation] = sample.normal as [number, number];
      // Box and Muller; 1 - u is never 0
      const [u, v] = [random(), random()];
      return mean + deviation * Math.sqrt(-2 * logarithm(1 - u)) * cosine(2 * Math.PI * v);
    }),
  );
}

/** Numbers in [0, 1) of 53 bits, by the generator xorshift128 from four words that the seed makes. */
export function uniforms(seed: number): () => number {
  let mixing = seed | 0;
  const word = (): number => {
    mixing = (mixing + 0x9e3779b9) | 0;
    let z = Math.imul(mixing ^ (mixing >>> 16), 0x21f0aaad);
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
    return z ^ (z >>> 15);
  };
  let [x, y, z, w] = [word() ^ Math.floor(seed / 2 ** 32), word(), word(), word() | 1];
  const next = (): number => {
    const t = x ^ (x << 11);
    [x, y, z] = [y, z, w];
    w = w ^ (w >>> 19) ^ t ^ (t >>> 8);
    return w >>> 0;
  };
  return () => ((next() >>> 5) * 2 ** 26 + (next() >>> 6)) / 2 ** 53;
}

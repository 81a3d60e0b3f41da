/** Driven constraints: a length or an angle that changes by a rule. */

import { refusing } from '../../base/refusal.ts';
import { createPath, type PathDef } from '../../paths/path.ts';
import type { ConstraintSpec } from '../constraint.ts';

/** A number that moves by a rule: as a path does, through values at times. */
export interface NumberPath {
  readonly kind: PathDef['kind'];
  /** seconds, increasing */
  readonly times: readonly number[];
  /** one for each time */
  readonly values: readonly number[];
  /** start again after the last, for ever */
  readonly loop?: boolean;
}

/** The same constraint with a parameter, by its name, that follows a path: `driven(distance(a, b, 1), 'length', ...)`. */
export function driven(spec: ConstraintSpec, name: string, { kind, times, values, loop }: NumberPath): ConstraintSpec {
  const names = Object.keys(spec.relation.parameters);
  const parameter = names.indexOf(name);
  if (parameter < 0) {
    const there = names.length ? `it has ${names.map((n) => `"${n}"`).join(', ')}` : 'it has none';
    throw refusing({ of: spec.kind })('', `there is no "${name}" to drive; ${there}.`);
  }
  const check = spec.relation.parameters[name];
  values.forEach((value, k) => {
    const wanted = check(value);
    if (wanted) throw refusing({ of: spec.kind })('', `${name}, values[${k}] — ${value}; give ${wanted}.`);
  });
  const path: PathDef = {
    kind,
    times,
    points: values.map((value) => [value, 0, 0] as const),
    ...(loop === undefined ? {} : { loop }),
  };
  const start = new Float64Array(9);
  createPath(path).evaluate(times[0], start);
  return {
    ...spec,
    parameters: spec.parameters.map((value, k) => (k === parameter ? start[0] : value)),
    drives: [...(spec.drives ?? []).filter((d) => d.parameter !== parameter), { parameter, path }],
  };
}

/** Driven constraints: a length or an angle that changes by a rule. */

import { refusing } from '../../base/refusal.ts';
import { type NumberPath, pathOfNumbers } from '../../paths/number-path.ts';
import { createPath } from '../../paths/path.ts';
import type { ConstraintSpec } from '../constraint.ts';

/**
 * The same constraint with one of its parameters, by name, driven along a path.
 * @example driven(distance(node(cube, 0), node(cube, 7), 1), 'length', { kind: 'smoothstep', times: [0, 1], values: [1, 0.5] })
 */
export function driven(spec: ConstraintSpec, name: string, numbers: NumberPath): ConstraintSpec {
  const names = Object.keys(spec.relation.parameters);
  const parameter = names.indexOf(name);
  if (parameter < 0) {
    const there = names.length ? `it has ${names.map((n) => `"${n}"`).join(', ')}` : 'it has none';
    throw refusing({ of: spec.kind })('', `there is no "${name}" to drive; ${there}.`);
  }
  const check = spec.relation.parameters[name];
  numbers.values.forEach((value, k) => {
    const wanted = check(value);
    if (wanted) throw refusing({ of: spec.kind })('', `${name}, values[${k}] — ${value}; give ${wanted}.`);
  });
  const path = pathOfNumbers(numbers);
  const start = new Float64Array(9);
  createPath(path).evaluate(numbers.times[0], start);
  return {
    ...spec,
    parameters: spec.parameters.map((value, k) => (k === parameter ? start[0] : value)),
    drives: [...(spec.drives ?? []).filter((d) => d.parameter !== parameter), { parameter, path }],
  };
}

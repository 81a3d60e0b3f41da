/** The formulas of an element kind as functions of numbers: coordinates, velocities, parameters and state. */
import { widthOf } from '../../packages/engine/src/bodies/blocks/block.ts';
import type { ElementKind } from '../../packages/engine/src/bodies/body.ts';
import { uniform } from '../../packages/engine/src/kernel/compile/kernel.ts';
import { type Expr, input } from '../../packages/engine/src/kernel/formula/expr.ts';
import { evaluate } from './evaluate.ts';

type Places = readonly (readonly number[])[];
const gravity = [0.3, -9.81, 1.2];

export function elementFormulas(kind: ElementKind, parameters: readonly number[]) {
  const block = (name: string): Expr[][] =>
    kind.blocks.map(widthOf).map((width, b) => Array.from({ length: width }, (_, i) => input(`${name} ${b} ${i}`)));
  const [q, v] = [block('q'), block('v')];
  const p = parameters.map((_, i) => input(`p ${i}`));
  const state = [...(kind.state?.start(parameters) ?? [])];
  const y = state.map((_, i) => input(`y ${i}`));
  const at = (roots: readonly Expr[], places: Places, speeds: readonly number[], own = state): number[][] =>
    evaluate(
      roots,
      new Map<Expr, number[]>([
        ...q.flat().map((e, i) => [e, places.map((x) => x[i])] as const),
        ...v.flat().map((e, i) => [e, places.map(() => speeds[i] ?? 0)] as const),
        ...p.map((e, i) => [e, places.map(() => parameters[i])] as const),
        ...y.map((e, i) => [e, places.map(() => own[i])] as const),
        ...gravity.map((g, axis) => [uniform(2 + axis), places.map(() => g)] as const),
      ]),
      places.length,
    ).map((values) => [...values]);
  const [energy, forces] = [kind.energy(q, p, y), kind.forces(q, v, p, y).flat()];
  const update = [...(kind.state?.update?.(q, v, p, y, y) ?? [])];
  const matrix = (rows: readonly (readonly Expr[])[] | undefined, x: readonly number[]): number[][] => {
    const entries = at((rows ?? []).flat(), [x], []).map(([k]) => k);
    return (rows ?? []).map((row, i) => entries.slice(i * row.length, (i + 1) * row.length));
  };
  return {
    state,
    energy: (places: Places, own = state) => at([energy], places, [], own)[0],
    forces: (places: Places, speeds: readonly number[] = []) => at(forces, places, speeds),
    next: (x: readonly number[], own = state) => at(update, [x], [], own).map(([e]) => e),
    tangent: (x: readonly number[]) => matrix(kind.tangent?.(q, p, y), x),
    stiffness: (x: readonly number[]) => matrix(kind.stiffness?.(q, p, y), x),
  };
}

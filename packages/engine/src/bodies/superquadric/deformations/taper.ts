/** Taper: x and y grow or shrink along z, by 1 + t1 w and 1 + t2 w. */
import { add, constant, div, type Expr, max, mul } from '../../../kernel/formula/expr.ts';
import type { Deformation } from './deformation.ts';

const one = constant(1);
const parameter = (name: string, axis: string) =>
  ({ name, start: 0, least: -1, most: 1, unit: '', meaning: `taper along z of ${axis}` }) as const;
const factor = (t: Expr, w: Expr): Expr => add(one, mul(t, w));

export const taper: Deformation = {
  kind: 'taper',
  parameters: [parameter('t1', 'x'), parameter('t2', 'y')],
  apply: ([x, y, z], w, p) => [mul(factor(p('t1'), w), x), mul(factor(p('t2'), w), y), z],
  // at |t| = 1 the tip is a point: what is beside it stays outside
  undo: ([x, y, z], w, p) => {
    const by = (name: string): Expr => max(factor(p(name), w), constant(1e-9));
    return [div(x, by('t1')), div(y, by('t2')), z];
  },
};

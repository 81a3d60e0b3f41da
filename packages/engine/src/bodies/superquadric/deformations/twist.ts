/** Twist: sections turn about z by the angle tw w. */
import { add, cos, type Expr, mul, neg, sin, sub } from '../../../kernel/formula/expr.ts';
import type { Vec3 } from '../../../kernel/formula/vector.ts';
import type { Deformation } from './deformation.ts';

const turned = ([x, y, z]: Vec3, angle: Expr): Vec3 => {
  const [c, s] = [cos(angle), sin(angle)];
  return [sub(mul(c, x), mul(s, y)), add(mul(s, x), mul(c, y)), z];
};

export const twist: Deformation = {
  kind: 'twist',
  parameters: [
    {
      name: 'tw',
      start: 0,
      least: -6.3,
      most: 6.3,
      unit: '',
      meaning: 'angle of twist from the middle to the top, rad',
    },
  ],
  apply: (x, w, p) => turned(x, mul(p('tw'), w)),
  undo: (x, w, p) => turned(x, neg(mul(p('tw'), w))),
};

/** Shear: x grows by k1 z, y by k2 z. */
import { add, mul, sub } from '../../../kernel/formula/expr.ts';
import type { Deformation } from './deformation.ts';

const parameter = (name: string, axis: string) =>
  ({ name, start: 0, least: -10, most: 10, unit: '', meaning: `shear of ${axis} along z` }) as const;

export const shear: Deformation = {
  kind: 'shear',
  parameters: [parameter('k1', 'x'), parameter('k2', 'y')],
  apply: ([x, y, z], _, p) => [add(x, mul(p('k1'), z)), add(y, mul(p('k2'), z)), z],
  undo: ([x, y, z], _, p) => [sub(x, mul(p('k1'), z)), sub(y, mul(p('k2'), z)), z],
};

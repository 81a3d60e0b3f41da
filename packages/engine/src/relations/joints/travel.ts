/**
 * Travel: how far a point x is along a direction of another body, from its point o.
 *
 *   C = (x - o) . (n - o) - offset                                n - o: of length 1
 *   travelMotor:  C = s - [s] - S, S of motor.ts                  s = (x - o) . (n - o)
 *   travelLimit:  side ((x - o) . (n - o) - limit) >= 0           side = 1: at least, -1: at most
 */
import { detach, mul, sub } from '../../kernel/formula/expr.ts';
import { dot, sub3 } from '../../kernel/formula/vector.ts';
import { finite, relation } from '../relation.ts';
import { byMotor, motor } from './motor.ts';

export const travel = relation({
  kind: 'travel',
  points: ['x', 'o', 'n'],
  parameters: { offset: finite },
  rows: ({ x, o, n }, { offset }) => [sub(dot(sub3(x, o), sub3(n, o)), offset)],
});

export const travelLimit = relation({
  kind: 'travel-limit',
  points: ['x', 'o', 'n'],
  parameters: { limit: finite, side: finite },
  sense: '>=',
  rows: ({ x, o, n }, { limit, side }) => [mul(side, sub(dot(sub3(x, o), sub3(n, o)), limit))],
});

export const travelMotor = relation({
  ...motor,
  kind: 'travel-motor',
  points: ['x', 'o', 'n'],
  rows: ({ x, o, n }, at) => {
    const s = dot(sub3(x, o), sub3(n, o));
    return [sub(sub(s, detach(s)), byMotor(at))];
  },
});

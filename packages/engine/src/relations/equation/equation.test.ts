import { describe, expect, test } from 'vitest';
import { derivative, steps } from '../../../../../tests/support/derivative.ts';
import { evaluate } from '../../../../../tests/support/evaluate.ts';
import { Random } from '../../../../../tests/support/random.ts';
import type { Anchor } from '../../anchors/anchor.ts';
import { node } from '../../anchors/node.ts';
import { worldPoint } from '../../anchors/world-point.ts';
import { particles } from '../../bodies/particles.ts';
import type { ConstraintSpec } from '../../constraints/constraint.ts';
import { distance as distanceConstraint, equation as typedConstraint } from '../../constraints/kinds/constraints.ts';
import { kernel, parameter, point, toRow } from '../../kernel/compile/kernel.ts';
import { row } from '../../kernel/formula/derive.ts';
import { type Expr, input, reachable } from '../../kernel/formula/expr.ts';
import { type Vec3, vectors } from '../../kernel/formula/vector.ts';
import { local } from '../../methods/local/local.ts';
import { createWorld } from '../../world/create.ts';
import { angle } from '../directions/angle.ts';
import { measure } from '../measure.ts';
import { distance } from '../points/distance.ts';
import type { Relation } from '../relation.ts';
import { equation } from './equation.ts';

const names = { points: ['a', 'b', 'c', 'd'], parameters: ['k', 'L'] };
const places: Record<string, number[]> = { a: [1, 2, 3], b: [4, 6, 3], c: [0, 0, 1], d: [1, -1, 0.5] };
const numbers: Record<string, number> = { k: 0.5, L: 2, t: 0.25 };
/** The rows of an equation at the places and numbers above. */
const rows = (text: string): number[] => {
  const relation = equation(text, names);
  const at = relation.points.map((name) => places[name]);
  const given = Object.keys(relation.parameters).map((name) => numbers[name]);
  return measure(relation, at, given).map(({ C }) => C);
};

describe('what an equation is worth', () => {
  test.each([
    // arithmetic: what binds tighter, and from which side
    ['a.x + 2*3', 7],
    ['a.x - 2 - 3', -4],
    ['a.x*12/2/3', 2],
    ['-b.x^2', -16],
    ['2^-a.y', 0.25],
    ['a.y*2^3^2', 1024],
    ['(a.y*2^3)^2', 256],
    ['--a.x + +1', 2],
    ['2*-a.x', -2],
    ['b.x^0.5', 2],
    ['b.x^-1', 0.25],
    ['b.x^20', 1099511627776],
    ['a.x*1e-3 + .5 + 1. + 1E2', 101.501],
    // units, behind a number with a space or without
    ['a.x - 5mm', 0.995],
    ['a.x - 5 cm', 0.95],
    ['a.x - 180deg', 1 - Math.PI],
    ['a.x - 2 rad + 250ms - 1 s + 1m', -0.75],
    // names
    ['a.x*pi', Math.PI],
    ['a.x*k + L', 2.5],
    ['a.x - t', 0.75],
    // vectors
    ['(b - a).x', 3],
    ['[a.z, 7, 1].y + 0*a.x + a.x', 8],
    ['dot(a, b)', 25],
    ['cross(a, b).z', -2],
    ['length(b - a)', 5],
    ['distance(a, b)', 5],
    ['dot(2*a/4 - a*0.5 + b, [1, 0, 0])', 4],
    ['angle(a, c, b)', Math.acos(20 / (3 * Math.sqrt(56)))],
    ['angle([1, 0, 0], [0, 0, 0], [1, 1, 0] + 0*a) + 0*a.x + a.x', 1 + Math.PI / 4],
    ['volume([0, 0, 0], [a.x, 0, 0], [0, 1, 0], [0, 0, 1])', 1 / 6],
    // functions
    ['min(a.x, a.y, a.z)', 1],
    ['max(a.x, a.y, a.z)', 3],
    ['abs(-a.x)', 1],
    ['sqrt(b.x)', 2],
    ['sin(a.x)', Math.sin(1)],
    ['cos(a.x)', Math.cos(1)],
    ['tan(a.x)', Math.tan(1)],
    ['exp(a.x)', Math.E],
    ['log(a.y)', Math.LN2],
    ['atan2(a.x, -a.y)', Math.atan2(1, -2)],
    // comparisons: what has to be zero, or more
    ['a.x = 3', -2],
    ['a.x == 3', -2],
    ['a.x >= 3', -2],
    ['a.x <= 3', 2],
  ])('%s: %d', (text, value) => {
    expect(rows(text)).toHaveLength(1);
    expect(rows(text)[0]).toBeCloseTo(value, 12);
  });
  test('a vector makes three rows, less those that say 0 = 0', () => {
    expect(rows('b - a')).toEqual([3, 4, 0]);
    expect(rows('a = [1, 1, 1]')).toEqual([0, 1, 2]);
    expect(rows('cross(b - a, [0, 0, 1]) = 0')).toEqual([4, -3]);
    expect(rows('0 = a')).toEqual([-1, -2, -3]);
  });
});

describe('the relation', () => {
  test('has the points and parameters that are used, in their order, and the time last', () => {
    const made = equation('k*t + c.x - L*a.x', names);
    // points as they are named, whatever the text begins with: forces are read in this order
    expect(made).toMatchObject({ kind: 'equation', points: ['a', 'c'], sense: '=', time: 2 });
    expect(equation('k*t + c.x - L*a.x', { ...names, points: ['c', 'b', 'a'] }).points).toEqual(['c', 'a']);
    expect(Object.keys(made.parameters)).toEqual(['k', 'L', 't']);
    expect(equation('a.y', names).time).toBeUndefined();
    expect(equation('a.y <= 1', names).sense).toBe('>=');
  });
  test('is the same for the same text, whatever else is named', () => {
    const made = equation('distance(a, b) = L', names);
    expect(equation('distance(a, b) = L', { points: ['a', 'b', 'e'], parameters: ['L'] })).toBe(made);
    expect(equation('distance(a, b) = L', { points: ['b', 'a'], parameters: ['L'] })).not.toBe(made);
    expect(equation('distance(a, b) = 2', names)).not.toBe(made);
    const other = equation('k*a.x', { points: ['a'], parameters: ['k'] });
    expect(equation('k.x*a.x', { points: ['a', 'k'] })).not.toBe(other);
  });
  test.each([
    ['distance(a, b) = L', 'm'],
    ['distance(a, b)^2 - 4', 'm^2'],
    ['(distance(a, b)^2 - L^2)/(2*L)', 'm^2'], // what L is in is not known
    ['(distance(a, b)^2 - (2 m)^2)/(2*2 m)', 'm'],
    ['dot(b - a, d - c)', 'm^2'],
    ['dot(b - a, d - c)/(distance(a, b)*distance(c, d))', '1'],
    ['angle(a, b, c) - 60deg', 'rad'],
    ['2*angle(a, b, c) = atan2(a.x, a.y)', 'rad'],
    ['a.y - 0.1*sin(2*pi*t)', 'm'],
    ['volume(a, b, c, d) - 0.2', 'm^3'],
    ['a.y - a.x^2', 'm'], // mixed
    ['sqrt(a.x*b.x) - 1', 'm'],
  ])('%s is in %s', (text, unit) => {
    expect(equation(text, names).unit).toBe(unit);
  });
  test.each([
    ['front left', /not a valid name/],
    ['2a', /not a valid name/],
    ['', /not a valid name/],
    ['length', /reserved/],
    ['t', /reserved/],
    ['b', /used twice/],
  ])('a parameter cannot be called "%s"', (name, why) => {
    expect(() => equation('a.x', { points: ['a', 'b'], parameters: [name] })).toThrow(why);
  });
});

test.each([
  'distance(a, b)^2 - 4',
  'distance(a, b) = L',
  'dot(b - a, d - c)/(distance(a, b)*distance(c, d))',
  'angle(a, b, c) - 60deg',
  'volume(a, b, c, d) - 0.2',
  'a.y - 0.1*sin(2*pi*b.x) + exp(a.x)/(4 + c.z^3) - log(9 + d.x)^2',
  'atan2(a.x + 5, b.y) + (a.x + 4)^k + 2^b.z - tan(0.3*a.z)',
  'cross(b - a, d - c) = k*c',
  'max(a.x, b.x + 9) + min(a.y, b.y + 9) - abs(a.z - 9)',
])('%s: gradient and second directional term match differences (seed 11)', (text) => {
  const random = new Random(11);
  const relation = equation(text, names);
  const symbols = (name: string, count: number): Expr[] =>
    Array.from({ length: count }, (_, i) => input(`${name} ${i}`));
  const [x, v] = [symbols('x', 3 * relation.points.length), symbols('v', 3 * relation.points.length)];
  const p = symbols('p', Object.keys(relation.parameters).length);
  const h = steps(0.02);
  for (let sample = 0; sample < 10; sample++) {
    const [place, speed] = [random.list(x.length, -2, 2), random.list(x.length, -1, 1)];
    const given = random.list(p.length, 0.3, 1.5);
    const at = [...h, 0];
    const inputs = new Map([
      ...x.map((e, i) => [e, at.map((t) => place[i] + t * speed[i])] as const),
      ...v.map((e, i) => [e, at.map(() => speed[i])] as const),
      ...p.map((e, i) => [e, at.map(() => given[i])] as const),
    ]);
    for (const C of relation.rows(vectors(x), p)) {
      const { J, Cdot, curvature } = row(C, x, v);
      const [c, rate, second, ...gradient] = evaluate([C, Cdot, curvature, ...J], inputs, at.length);
      const close = (got: Float64Array, of: Float64Array): void => {
        const { value, error } = derivative(of, 0.02);
        expect(Math.abs(got[h.length] - value)).toBeLessThanOrEqual(error + 1e-9 * (1 + Math.abs(value)));
      };
      close(rate, c);
      close(second, rate);
      const slope = gradient.reduce((sum, g, i) => sum + g[h.length] * speed[i], 0);
      expect(Math.abs(slope - rate[h.length])).toBeLessThan(1e-9 * (1 + Math.abs(slope)));
    }
  }
});

describe('what it costs', () => {
  /** C, J, Cdot, Jdot v as one kernel. */
  const operations = (relation: Relation): number => {
    const slots = relation.points.map((_, k) => k);
    const [x, v] = [slots.map((k) => point('x', k)), slots.map((k) => point('v', k))];
    const p = Object.keys(relation.parameters).map((_, k) => parameter(k));
    const [C] = relation.rows(x, p);
    const r = row(C, x.flat(), v.flat());
    return kernel([r.C, ...r.J, r.Cdot, r.curvature].map((value, column) => toRow(column, value))).operations;
  };
  const x = [0, 1, 2, 3].map((k): Vec3 => point('x', k));

  test('a typed distance is the very formula of the built-in one', () => {
    const L = parameter(0);
    for (const text of [
      '(distance(a, b)^2 - L^2)/(2*L)',
      '(dot(b - a, b - a) - L^2)/(2*L)',
      '(length(b-a)^2-L^2)/(2*L)',
    ]) {
      const made = equation(text, names);
      expect(made.rows(x, [L])).toEqual(distance.rows(x, [L]));
    }
    expect(operations(equation('(distance(a, b)^2 - L^2)/(2*L)', names))).toBe(operations(distance));
  });
  test('and so is an angle', () => {
    expect(operations(equation('angle(a, b, c) = L', names))).toBe(operations(angle));
  });
  test.each([
    ['distance(a, b)^2', 'dot(b - a, b - a)'],
    ['distance(a, b)*distance(a, b)', 'dot(b - a, b - a)'],
    ['length(a - b)^4', 'dot(a - b, a - b)^2'],
    ['sqrt(a.x)^2', 'a.x'],
    ['sqrt(a.x)^-2', '1/a.x'],
    ['sqrt(a.x)^3', 'a.x*sqrt(a.x)'],
    ['abs(a.x)^2', 'a.x*a.x'],
    ['a.x^3', 'a.x*a.x*a.x'],
  ])('%s is worked out as %s', (text, as) => {
    const formula = (one: string): readonly Expr[] => {
      const made = equation(one, names);
      const at = made.points.map((name) => x['abcd'.indexOf(name)]);
      return made.rows(at, []);
    };
    expect(formula(text)).toEqual(formula(as));
  });
  test('whole powers are products', () => {
    expect(reachable(equation('a.x^13 - 1', names).rows(x, [])).map((e) => e.op)).not.toContain('pow');
  });
});

test('in a world a typed rod moves like the built-in one, bit for bit', () => {
  const swing = (rod: (a: Anchor, b: Anchor) => ConstraintSpec): number[] => {
    const world = createWorld({ step: 1e-3 });
    const dots = world.add(particles([1, 0, 0, 1.5, 1, 0.5], { mass: [1, 2] }));
    world.constrain(rod(node(dots, 0), worldPoint(0, 0, 0)), { id: 'first', method: local });
    world.constrain(rod(node(dots, 1), worldPoint(2, 2, 0)), { id: 'second', method: local });
    world.step(300);
    return [...world.positions(dots.id), ...world.forces('first').flat(2)];
  };
  const typed = swing((a, b) => typedConstraint('(distance(a, b)^2 - L^2)/(2*L)', { a, b, unused: b }, { L: 1.1 }));
  expect(typed).toEqual(swing((a, b) => distanceConstraint(a, b, 1.1)));
  expect(Math.abs(typed[1])).toBeGreaterThan(0.1);
});

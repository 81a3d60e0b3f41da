/**
 * Equation: a relation given as text. The text is parsed, checked and compiled to expressions; derivatives, kernels
 * and forces are derived from them, as for every relation.                         [HCY, sec. 4, user-defined; notes, 4.6]
 *
 *   C = left - right       left = right, left >= right; a lone expression is = 0; a vector makes three rows
 *   C = right - left       left <= right
 *
 * Points and parameters are those that the text uses, in the order in which it does; the time, if it is used, is the last
 * parameter. The same text gives the same relation, so that its constraints run in one batch.
 */
import { keyed, Refusal } from '../../base/refusal.ts';
import { input, isConst } from '../../kernel/formula/expr.ts';
import type { Vec3 } from '../../kernel/formula/vector.ts';
import { finite, type Relation } from '../relation.ts';
import { expressionsOf, numberOf, type Value, vectorOf } from './arithmetic.ts';
import { type Compiled, compile, type Scope } from './compile.ts';
import { unitOf } from './dimension.ts';
import { EquationError } from './error.ts';
import { explainEquation } from './explain.ts';
import { parse } from './parse.ts';
import { type Equation, partsOf, type Term } from './syntax.ts';
import { namePattern } from './tokens.ts';
import { isReserved, timeName } from './vocabulary.ts';

/**
 * The names that an equation may use.
 * @example const names: EquationNames = { points: ['a', 'b'], parameters: ['k'] };
 */
export interface EquationNames {
  /** names that are points; those that are not used are left out of the relation */
  readonly points: Iterable<string>;
  /** names that are numbers, given with every constraint */
  readonly parameters?: Iterable<string>;
}

const made = new Map<string, Relation>();

/**
 * The relation of an equation given as text; throws an EquationError if the text is wrong.
 * @example equationRelation('distance(a, b) = k', { points: ['a', 'b'], parameters: ['k'] })
 */
export function equation(text: string, { points, parameters = [] }: EquationNames): Relation {
  const names = namesOf(points, parameters);
  const tree = parse(text);
  const compiled = compile(tree, symbols(names)); // with all names, for suggestions and to tell names from units
  const used = usedNames(tree);
  const use = {
    // as they are given: forces are read in this order
    points: [...names.keys()].filter((name) => names.get(name) === 'point' && used.includes(name)),
    parameters: used.filter((name) => names.get(name) === 'parameter'),
    time: used.includes(timeName),
  };
  const key = JSON.stringify([text, use.points]);
  const relation = made.get(key) ?? relationOf(tree, compiled, use, key);
  made.set(key, relation);
  return relation;
}

type Kind = 'point' | 'parameter';

function namesOf(points: Iterable<string>, parameters: Iterable<string>): Map<string, Kind> {
  const names = new Map<string, Kind>();
  for (const [list, kind] of [
    [points, 'point'],
    [parameters, 'parameter'],
  ] as const) {
    for (const name of list) {
      const refuse = (why: string): never => {
        throw new Refusal('value', { field: `${kind}s${keyed(name)}` }, `${kind} "${name}" ${why}`, [], '');
      };
      if (!namePattern.test(name)) refuse('is not a valid name. Use letters, digits and _, a letter first.');
      if (isReserved(name)) refuse('has a name that is reserved in equations. Choose another.');
      if (names.has(name)) refuse('has a name that is used twice. Give each its own.');
      names.set(name, kind);
    }
  }
  return names;
}

interface Use {
  readonly points: readonly string[];
  readonly parameters: readonly string[];
  readonly time: boolean;
}

function relationOf(
  equation: Equation,
  compiled: Compiled,
  { points, parameters, time }: Use,
  fingerprint: string,
): Relation {
  const rows = tellingRows(equation, compiled, points);
  const numbers = time ? [...parameters, timeName] : parameters;
  return {
    kind: 'equation',
    fingerprint,
    points,
    parameters: Object.fromEntries(numbers.map((name) => [name, finite])),
    unit: unitOf(compiled.C.dimension),
    sense: compiled.sense,
    ...(time ? { time: parameters.length } : {}),
    rows: (x, p) => {
      const scope = new Map<string, Value>([
        ...points.map((name, k) => [name, vectorOf(x[k], 1)] as const),
        ...numbers.map((name, k) => [name, numberOf(p[k], 'free')] as const),
      ]);
      const all = expressionsOf(compile(equation, scope).C);
      return rows.map((r) => all[r]);
    },
    explain: (x, p) => {
      const coordinates = points.flatMap(pointOf);
      const value = new Map([
        ...coordinates.map((e, i) => [e, x[Math.floor(i / 3)][i % 3]] as const),
        ...numbers.map((name, k) => [input(name), p[k]] as const),
      ]);
      return explainEquation(equation.text, compiled, coordinates, value);
    },
  };
}

const pointOf = (name: string): Vec3 => [input(`${name}.x`), input(`${name}.y`), input(`${name}.z`)];
function symbols(names: ReadonlyMap<string, Kind>): Scope {
  const scope = new Map([[timeName, numberOf(input(timeName), 'free')]]);
  for (const [name, kind] of names)
    scope.set(name, kind === 'point' ? vectorOf(pointOf(name), 1) : numberOf(input(name), 'free'));
  return scope;
}

/** Names in the order of the text. */
function usedNames({ left, right }: Equation): string[] {
  const names = new Set<string>();
  const visit = (term: Term): void => {
    if (term.kind === 'name') names.add(term.name);
    partsOf(term).forEach(visit);
  };
  visit(left);
  if (right) visit(right);
  return [...names];
}

/** Rows that depend on points: 0 = 0, as in cross(b - a, [0, 0, 1]), is left out; 1 = 0 is refused. */
function tellingRows({ text }: Equation, { C }: Compiled, points: readonly string[]): number[] {
  const all = expressionsOf(C);
  const whole = { start: text.length - text.trimStart().length, end: text.trimEnd().length };
  const refuse = (what: string, expected: string): never => {
    throw new EquationError(text, whole, what, expected);
  };
  if (points.length === 0) refuse('it contains no point', 'use one of the named points, such as a.y.');
  const rows = all.map((_, r) => r).filter((r) => !isConst(all[r]));
  const never = all.findIndex((e) => isConst(e) && e.value !== 0);
  if (rows.length === 0) refuse('its points cancel', 'write an equation that depends on the points.');
  if (never >= 0) refuse(`its ${'xyz'[never]} row contains no point and is never 0`, 'compare numbers instead.');
  return rows;
}

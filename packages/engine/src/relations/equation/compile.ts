/** Compiles the tree of an equation to expressions: looks up names and checks types; faults are refused with their place. */

import { suggest } from '../../base/suggest.ts';
import { constant, isConst, zero } from '../../kernel/formula/expr.ts';
import type { Vec3 } from '../../kernel/formula/vector.ts';
import { combined, expressionsOf, negated, numberOf, type Value, vectorOf } from './arithmetic.ts';
import { type Dimension, ofSum } from './dimension.ts';
import { EquationError, quoted } from './error.ts';
import type { Equation, Operator, Term, TermOf, UnitName } from './syntax.ts';
import type { Span } from './tokens.ts';
import { constants, timeName, words } from './vocabulary.ts';

/** The values of names: points, parameters, the time. */
export type Scope = ReadonlyMap<string, Value>;

export interface Compiled {
  /** 0 where it holds, or at least 0 */
  readonly C: Value;
  readonly sense: '=' | '>=';
  /** of every part, in the order of evaluation */
  readonly values: ReadonlyMap<Term, Value>;
}

export function compile(equation: Equation, scope: Scope): Compiled {
  const { comparison, left, right, at } = equation;
  const compiler = new Compiler(equation.text, scope);
  const a = compiler.value(left);
  const b = right && compiler.value(right);
  const sense = comparison === '=' ? '=' : '>=';
  if (sense === '>=' && (a.is === 'vector' || b?.is === 'vector')) {
    throw compiler.wrong(at, 'vectors have no order', 'compare components (.x, .y, .z) or lengths.');
  }
  const C = !b ? a : comparison === '<=' ? compiler.difference(b, a, at) : compiler.difference(a, b, at);
  return { C, sense, values: compiler.values };
}

const dimensions: Readonly<Record<UnitName, Dimension>> = {
  m: 1,
  cm: 1,
  mm: 1,
  rad: 'rad',
  deg: 'rad',
  s: 'free',
  ms: 'free',
};

class Compiler {
  readonly values = new Map<Term, Value>();
  constructor(
    readonly text: string,
    readonly scope: Scope,
  ) {}

  value(term: Term): Value {
    const value = this.#worth(term);
    if (expressionsOf(value).some((e) => isConst(e) && !Number.isFinite(e.value)))
      throw this.wrong(term, `${this.#quoted(term)} is not a finite number`, 'change its numbers.');
    this.values.set(term, value);
    return value;
  }
  #worth(term: Term): Value {
    switch (term.kind) {
      case 'number':
        return this.#number(term);
      case 'name':
        return this.#name(term);
      case 'negate':
        return negated(this.value(term.of));
      case 'component': {
        const of = this.value(term.of);
        if (of.is === 'vector') return numberOf(of.e[term.axis], of.dimension);
        throw this.wrong(term, `${this.#quoted(term.of)} is a number and has no components`, 'leave them out.');
      }
      case 'vector':
        return this.#vector(term);
      case 'binary': {
        const [a, b] = term.parts.map((part) => this.value(part));
        const result = combined(term.operator, a, b);
        if (!result) throw this.#misfit(term.operator, term.at, a, b);
        if (term.operator === '/' && b.e === zero)
          throw this.wrong(term.parts[1], 'this divisor is zero', 'change it.');
        return result;
      }
      case 'call':
        return this.#call(term);
    }
  }

  #number({ value, unit, unitAt }: TermOf<'number'>): Value {
    if (!unit) return numberOf(constant(value), 'free');
    if (this.scope.has(unit))
      throw this.wrong(
        unitAt,
        `${quoted(unit)} after a number is a unit, and also a name`,
        `write *${unit}, or rename it.`,
      );
    return numberOf(constant(value), dimensions[unit]);
  }
  #name(term: TermOf<'name'>): Value {
    const { name } = term;
    const value = this.scope.get(name) ?? own(constants, name);
    if (value) return value;
    const word = own(words, name);
    if (word) throw this.wrong(term, `${quoted(name)} is a function`, `write ${word.usage}.`);
    throw this.wrong(term, `${quoted(name)} is unknown`, this.#meant(name));
  }
  #vector({ parts }: TermOf<'vector'>): Value {
    const values = parts.map((part) => {
      const value = this.value(part);
      if (value.is === 'number') return value;
      throw this.wrong(part, `${this.#quoted(part)} is a vector`, 'a component is a number; take .x, .y or .z of it.');
    });
    return vectorOf(values.map((v) => v.e) as unknown as Vec3, values.map((v) => v.dimension).reduce(ofSum));
  }
  #call(term: TermOf<'call'>): Value {
    const { name, at, parts } = term;
    const word = own(words, name);
    if (!word) {
      if (this.scope.has(name) || own(constants, name))
        throw this.wrong(at, `${quoted(name)} is not a function`, `write ${name}*(...) for a product.`);
      const known = Object.keys(words);
      const near = suggest(name, known);
      throw this.wrong(
        at,
        `${quoted(name)} is unknown`,
        near ? `did you mean "${near}"?` : `there are ${known.join(', ')}.`,
      );
    }
    if (parts.length < word.least || parts.length > word.most) {
      const count = word.most === word.least ? word.least : `${word.least} or more`;
      throw this.wrong(term, `${quoted(name)} takes ${count}, not ${parts.length}`, `write ${word.usage}.`);
    }
    const args = parts.map((part) => {
      const value = this.value(part);
      if (value.is === word.takes) return value;
      const [is, wanted] = value.is === 'vector' ? ['a vector', 'numbers'] : ['a number', 'vectors'];
      throw this.wrong(
        part,
        `${this.#quoted(part)} is ${is}`,
        `${name} takes ${wanted}: ${word.usage}${hints[name] ?? '.'}`,
      );
    });
    return word.make(args);
  }

  difference(a: Value, b: Value, at: Span): Value {
    const vanishing = (v: Value, other: Value): boolean => v.e === zero && other.is === 'vector';
    if (vanishing(b, a)) return a;
    if (vanishing(a, b)) return negated(b);
    const result = combined('-', a, b);
    if (result) return result;
    const [left, right] = [a, b].map((v) => (v.is === 'vector' ? 'a vector' : 'a number'));
    throw this.wrong(
      at,
      `one side is ${left}, the other ${right}`,
      'compare like with like, such as a.y = 1 or a = [0, 1, 0].',
    );
  }

  #misfit(operator: Operator, at: Span, a: Value, b: Value): EquationError {
    const both = a.is === b.is;
    const what = both ? `two vectors` : a.is === 'vector' ? 'a vector and a number' : 'a number and a vector';
    return this.wrong(at, `${quoted(operator)} cannot be used between ${what}`, advice(operator, both));
  }
  /** A suggestion for an unknown name. */
  #meant(name: string): string {
    const axis = name.slice(-1);
    if ('xyz'.includes(axis) && this.scope.get(name.slice(0, -1))?.is === 'vector')
      return `did you mean "${name.slice(0, -1)}.${axis}"?`;
    const given = [...this.scope.keys()].filter((n) => n !== timeName);
    const known = [...given, ...Object.keys(words), ...Object.keys(constants), timeName];
    const near = name.length > 1 ? suggest(name, known) : undefined; // every letter is close to every other
    if (near !== undefined) return `did you mean "${near}"?`;
    return given.length ? `there are ${given.join(', ')}, ${timeName} and pi.` : 'name points and parameters first.';
  }
  #quoted({ start, end }: Span): string {
    return quoted(this.text.slice(start, end));
  }
  wrong(at: Span, what: string, expected: string): EquationError {
    return new EquationError(this.text, at, what, expected);
  }
}

const own = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

/** Remedies for common mistakes of type. */
const hints: Readonly<Record<string, string>> = {
  abs: '; of a vector, length(v).',
  length: '; of a number, abs(x).',
  distance: '; between numbers, abs(x - y).',
  dot: '; numbers are multiplied with *.',
};

function advice(operator: Operator, both: boolean): string {
  if (operator === '*') return 'write dot(u, v) for a number, cross(u, v) for a vector.';
  if (operator === '/')
    return both ? 'divide by length(v), or by a component.' : 'divide by a number, such as length(v).';
  if (operator === '^')
    return both ? 'raise numbers: length(v), or a component.' : 'write dot(v, v) or length(v)^2 for the square.';
  return 'take a component (.x, .y, .z), or write the number as a vector [x, y, z].';
}

/**
 * Parses the text of an equation to a tree. Grammar, from the weakest binding to the strongest:
 *
 *   equation    sum, or sum = sum, also with == >= <=
 *   sum         product, + and - between
 *   product     signed, * and / between
 *   signed      -signed, +signed or power            -x^2 is -(x^2)
 *   power       part, or part ^ signed               right to left: 2^3^2 is 2^(3^2)
 *   part        number, number unit, name, name(sum, ...), (sum), [sum, sum, sum]; .x .y .z behind any of them
 */
import { EquationError, quoted } from './error.ts';
import { type Axis, type Comparison, type Equation, type Operator, type Term, type UnitName, units } from './syntax.ts';
import { type Span, type Token, tokenise } from './tokens.ts';
import { words } from './vocabulary.ts';

/** The deepest nesting. */
export const mostDepth = 50;

export const parse = (text: string): Equation => new Parser(text).equation();

const something = 'give a number, a name, a function or "(".';

class Parser {
  readonly #tokens: readonly Token[];
  #next = 0;
  #depth = 0;

  constructor(readonly text: string) {
    this.#tokens = tokenise(text);
  }

  equation(): Equation {
    const left = this.#sum();
    const at = this.#token;
    if (at.kind === 'end') return { text: this.text, left, right: undefined, comparison: '=', at };
    const comparison = comparisons[at.text];
    if (!comparison) throw this.#stray();
    this.#next++;
    const right = this.#sum();
    const behind = this.#token;
    if (comparisons[behind.text]) {
      throw this.#wrong(
        behind,
        `${quoted(behind.text)} is the second comparison`,
        'make two constraints, one of each.',
      );
    }
    if (behind.kind !== 'end') throw this.#stray();
    return { text: this.text, left, right, comparison, at };
  }

  #sum(): Term {
    return this.#chain(['+', '-'], () => this.#product());
  }
  #product(): Term {
    return this.#chain(['*', '/'], () => this.#signed());
  }
  #chain(operators: readonly string[], operand: () => Term): Term {
    let left = operand();
    while (operators.includes(this.#token.text)) {
      const at = this.#take();
      left = this.#binary(left, at, operand());
    }
    return left;
  }
  #binary(left: Term, at: Token, right: Term): Term {
    const operator = at.text as Operator;
    return { kind: 'binary', operator, at, parts: [left, right], start: left.start, end: right.end };
  }

  #signed(): Term {
    const { text, start } = this.#token;
    if (text !== '-' && text !== '+') return this.#power();
    this.#next++;
    const of = this.#deeper(() => this.#signed());
    return text === '+' ? of : { kind: 'negate', of, start, end: of.end };
  }
  #power(): Term {
    const base = this.#part();
    if (this.#token.text !== '^') return base;
    const at = this.#token;
    if (base.kind === 'number' && base.unit && base.end === base.unitAt.end) {
      const number = this.text.slice(base.start, base.end);
      throw this.#wrong(
        at,
        `it is ambiguous what is raised to the power: the number or its unit`,
        `write (${number})^...`,
      );
    }
    this.#next++;
    return this.#binary(
      base,
      at,
      this.#deeper(() => this.#signed()),
    );
  }

  #part(): Term {
    let part = this.#bare();
    while (this.#token.text === '.') {
      this.#next++;
      const axis = ['x', 'y', 'z'].indexOf(this.#token.text);
      if (axis < 0) {
        const { kind, text } = this.#token;
        if (kind !== 'name') throw this.#unexpected('a vector has .x, .y and .z.');
        throw this.#wrong(this.#token, `${quoted(text)} is not a component`, 'a vector has .x, .y and .z.');
      }
      part = { kind: 'component', of: part, axis: axis as Axis, start: part.start, end: this.#take().end };
    }
    return part;
  }
  #bare(): Term {
    const token = this.#token;
    if (token.kind === 'number') return this.#number();
    if (token.kind === 'name') {
      this.#next++;
      if (this.#token.text !== '(') return { ...token, kind: 'name', name: token.text };
      const { parts, end } = this.#list('(', ')', 'give an argument.');
      return { kind: 'call', name: token.text, at: token, parts, start: token.start, end };
    }
    if (token.text === '(') {
      const { parts, end } = this.#list('(', ')', something);
      if (parts.length === 1) return { ...parts[0], start: token.start, end };
      const what = `${parts.length} parts in parentheses are not a number`;
      throw this.#wrong({ start: token.start, end }, what, 'a vector is written [x, y, z].');
    }
    if (token.text === '[') {
      const { parts, end } = this.#list('[', ']', 'give three components.');
      if (parts.length === 3) return { kind: 'vector', parts, start: token.start, end };
      throw this.#wrong(
        { start: token.start, end },
        `${parts.length} component${parts.length === 1 ? '' : 's'} in a vector`,
        'give three: [x, y, z].',
      );
    }
    throw this.#unexpected(something);
  }
  #number(): Term {
    const token = this.#take();
    const value = Number(token.text);
    if (!Number.isFinite(value))
      throw this.#wrong(token, `${quoted(token.text)} is too large`, 'give less than 1.7e308.');
    const behind = this.#token;
    if (behind.kind !== 'name') return { kind: 'number', value, unitAt: behind, start: token.start, end: token.end };
    if (!Object.hasOwn(units, behind.text)) {
      const what = `${quoted(behind.text)} after a number is not a unit`;
      throw this.#wrong(
        behind,
        what,
        `write ${token.text}*${behind.text}, or a unit: ${Object.keys(units).join(', ')}.`,
      );
    }
    this.#next++;
    const unit = behind.text as UnitName;
    return { kind: 'number', value: value * units[unit], unit, unitAt: behind, start: token.start, end: behind.end };
  }

  /** The parts between brackets, separated by commas. */
  #list(open: string, close: string, wanted: string): { parts: Term[]; end: number } {
    const first = this.#take();
    const parts: Term[] = [];
    if (this.#token.text === close) throw this.#unexpected(wanted);
    while (true) {
      parts.push(this.#deeper(() => this.#sum()));
      if (this.#token.text === close) return { parts, end: this.#take().end };
      if (this.#token.text !== ',') {
        const where = `the ${quoted(open)} of column ${first.start + 1}`;
        throw this.#unexpected(`give ${quoted(close)} for ${where}, a comma or an operator.`);
      }
      this.#next++;
    }
  }
  #deeper(read: () => Term): Term {
    if (++this.#depth > mostDepth) {
      throw this.#wrong(this.#token, `it is nested more than ${mostDepth} levels deep`, 'simplify it.');
    }
    const term = read();
    this.#depth--;
    return term;
  }

  /** There is more text where the equation could have ended. */
  #stray(): EquationError {
    const before = this.#tokens[this.#next - 1];
    const isArgument = this.#token.kind !== 'sign' && Object.hasOwn(words, before.text);
    if (isArgument)
      return this.#wrong(before, `${quoted(before.text)} is a function`, `write ${words[before.text].usage}.`);
    return this.#unexpected('give an operator between the parts, or end here.');
  }
  get #token(): Token {
    return this.#tokens[this.#next];
  }
  #take(): Token {
    return this.#tokens[this.#next++];
  }
  #unexpected(expected: string): EquationError {
    const token = this.#token;
    const empty = token.kind === 'end' && token.start === this.text.length - this.text.trimStart().length;
    if (empty) return this.#wrong(token, 'there is no equation', 'write one, such as distance(a, b) = 2.');
    const what = token.kind === 'end' ? 'the equation ends here' : `${quoted(token.text)} is not expected here`;
    return this.#wrong(token, what, expected);
  }
  #wrong(at: Span, what: string, expected: string): EquationError {
    return new EquationError(this.text, at, what, expected);
  }
}

const comparisons: Readonly<Record<string, Comparison>> = { '=': '=', '==': '=', '>=': '>=', '<=': '<=' };

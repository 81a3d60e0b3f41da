/**
 * Explains which part of an equation is not finite, or has a vanishing gradient, with the values of its operands. Parts are tested
 * in the order of evaluation, so the first that fails is the cause.
 */

import { evaluate } from '../../kernel/compile/interpret.ts';
import { gradient } from '../../kernel/formula/derive.ts';
import type { Expr } from '../../kernel/formula/expr.ts';
import { lower } from '../../kernel/formula/functions.ts';
import { short } from '../explain.ts';
import { nearby, vanished } from '../start-fault.ts';
import { expressionsOf } from './arithmetic.ts';
import type { Compiled } from './compile.ts';
import { quoted } from './error.ts';
import { partsOf, type Term } from './syntax.ts';

/** coordinates: of the points, three each; value: of these and of the parameters */
export function explainEquation(
  text: string,
  { C, values }: Compiled,
  coordinates: readonly Expr[],
  value: ReadonlyMap<Expr, number>,
): string | undefined {
  const terms = [...values.keys()];
  const expressions = (term: Term): readonly Expr[] => expressionsOf(values.get(term) ?? C);
  const read = (e: Expr): number => value.get(e) as number;
  const found = evaluate(lower(terms.flatMap(expressions)), read);
  const numberOf = new Map(terms.flatMap(expressions).map((e, i) => [e, found[i]]));
  const numbers = (term: Term): number[] => expressions(term).map((e) => numberOf.get(e) as number);
  const words = (term: Term): string => quoted(text.slice(term.start, term.end));
  const said = (term: Term): string => `${words(term)} is ${vectorWords(numbers(term))}`;
  const at = (term: Term, why: string): string => `column ${term.start + 1}: ${why}`;

  const lost = terms.find((term) => !numbers(term).every(Number.isFinite));
  if (lost) return at(lost, whyNotFinite(lost, words(lost), partsOf(lost).map(said), partsOf(lost).map(numbers)));

  const slopes = (of: readonly Expr[]): Expr[] => lower(of.flatMap((e) => gradient(e, coordinates)));
  const steepness = (of: readonly Expr[], where = read): number => size(evaluate(slopes(of), where));
  if (!Number.isFinite(steepness(expressionsOf(C)))) {
    const steep = terms.find((term) => !Number.isFinite(steepness(expressions(term))));
    return steep && at(steep, `${words(steep)} has no finite slope ${where(steep, partsOf(steep).map(said))}`);
  }

  const around = nearby(coordinates.map(read)).map((x) => {
    const moved = new Map(coordinates.map((e, i) => [e, x[i]]));
    return (e: Expr): number => moved.get(e) ?? read(e);
  });
  const isFlat = (term: Term): boolean => {
    const there = around.map((read) => steepness(expressions(term), read)).filter(Number.isFinite);
    return steepness(expressions(term)) <= vanished * Math.max(0, ...there);
  };
  const isMet = size(evaluate(lower(expressionsOf(C)), read)) < vanished;
  const flat = terms.find((term) => isFlat(term) && partsOf(term).some((part) => hasSlope(part) && !isFlat(part)));
  function hasSlope(term: Term): boolean {
    return slopes(expressions(term)).some((e) => e.op !== 'const' || e.value !== 0);
  }
  return flat && at(flat, `${words(flat)} ${whyFlat(flat, words, partsOf(flat).map(numbers), isMet)}`);
}

/** The size of a gradient; NaN if it is not finite. */
const size = (values: readonly number[]): number =>
  values.every(Number.isFinite) ? Math.max(0, ...values.map(Math.abs)) : Number.NaN;
const vectorWords = (values: readonly number[]): string =>
  values.length === 1 ? short(values[0]) : `[${values.map(short).join(', ')}]`;

function whyNotFinite(
  term: Term,
  words: string,
  said: readonly string[],
  values: readonly (readonly number[])[],
): string {
  const kind = term.kind === 'binary' ? term.operator : term.kind === 'call' ? term.name : term.kind;
  const [[first] = [], [second] = []] = values;
  if (kind === '/' && second === 0) return `division by zero: ${said[1]}.`;
  if (kind === 'sqrt' && first < 0) return `root of a negative number: ${said[0]}.`;
  if (kind === 'log' && first <= 0) return `logarithm of a number that is not positive: ${said[0]}.`;
  if (kind === '^' && first < 0) return `power of a negative number: ${said.join(' and ')}.`;
  if (kind === '^' && first === 0) return `division by zero: ${said.join(' and ')}.`;
  return `${words} is not a finite number${said.length ? `: ${said.join(', ')}` : ''}.`;
}

function where(term: Term, said: readonly string[]): string {
  const name = term.kind === 'call' ? term.name : '';
  if (name === 'distance') return 'where its points are at the same place; write the distance squared, or a = b.';
  if (name === 'length') return 'where the vector is zero; write its square, dot(v, v).';
  if (name === 'angle') return 'at 0 and 180 degrees; use "parallel".';
  return `where ${said.join(' and ')}.`;
}

function whyFlat(
  term: Term,
  words: (term: Term) => string,
  values: readonly (readonly number[])[],
  isMet: boolean,
): string {
  const noForce = 'so no force can act on it';
  const parts = partsOf(term);
  const vanishing = parts.find((_, k) => values[k].every((v) => v === 0));
  const operator = term.kind === 'binary' ? term.operator : '';
  if (vanishing && (operator === '^' || operator === '*')) {
    const isDistance = vanishing.kind === 'call' && vanishing.name === 'distance';
    const alone = isDistance ? 'for points at the same place write a = b' : `write ${words(vanishing)} alone`;
    const instead = isMet ? alone : 'start somewhere else';
    return `has no slope where ${words(vanishing)} is 0, ${noForce}; ${instead}.`;
  }
  if (term.kind === 'call' && ['min', 'max', 'abs'].includes(term.name))
    return `does not change here, ${noForce}; write an inequality with ">=" or "<=".`;
  const instead = isMet
    ? 'write it another way; for directions along each other use "parallel"'
    : 'start somewhere else';
  return `has no slope here, where it is greatest or least, ${noForce}; ${instead}.`;
}

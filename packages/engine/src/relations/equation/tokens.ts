/** The tokens of an equation, each with its place. */
import { EquationError, quoted } from './error.ts';

export interface Span {
  /** offset of the first character */
  readonly start: number;
  /** offset after the last character */
  readonly end: number;
}
export interface Token extends Span {
  readonly kind: 'number' | 'name' | 'sign' | 'end';
  readonly text: string;
}

/** The longest text; it bounds the time that parsing takes. */
export const mostCharacters = 2000;

/** A name: letters, digits and _, a letter first. */
export const namePattern = /^[\p{L}_][\p{L}\p{Nd}_]*$/u;
const pattern = /(\s+)|((?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)|([\p{L}_][\p{L}\p{Nd}_]*)|(==|>=|<=|[-+*/^=()[\],.])/uy;

/** Characters of other notations, and the remedy. */
const instead: Readonly<Record<string, string>> = {
  '<': 'write "<=".',
  '>': 'write ">=".',
  '!': 'compare with "=", ">=" or "<=".',
  '≤': 'write "<=".',
  '≥': 'write ">=".',
  '≠': 'compare with "=", ">=" or "<=".',
  '×': 'write "*", or cross(a, b).',
  '·': 'write "*", or dot(a, b).',
  '÷': 'write "/".',
  '−': 'write "-".',
  '–': 'write "-".',
  '²': 'write "^2".',
  '³': 'write "^3".',
  '°': 'write "deg".',
  '√': 'write sqrt(x).',
  '|': 'write abs(x), or length(v) of a vector.',
  '{': 'use ( ) to group, [ ] for vectors.',
  '}': 'use ( ) to group, [ ] for vectors.',
  ';': 'write one equation, and a further constraint for the next.',
  ':': 'write "=".',
  '%': 'write "/100".',
  '"': 'names are written without quotes.',
  "'": 'names are written without quotes; derivatives are computed automatically.',
  '#': 'there are no comments here.',
  '&': 'write one equation, and a further constraint for the next.',
};

export function tokenise(text: string): Token[] {
  if (text.length > mostCharacters) {
    const what = `the equation has ${text.length} characters`;
    throw new EquationError(text, { start: mostCharacters, end: text.length }, what, `give at most ${mostCharacters}.`);
  }
  const tokens: Token[] = [];
  let start = 0;
  while (start < text.length) {
    pattern.lastIndex = start;
    const found = pattern.exec(text);
    if (!found) throw stranger(text, start);
    const [whole, space, number, name] = found;
    const end = start + whole.length;
    const kind = number !== undefined ? 'number' : name !== undefined ? 'name' : 'sign';
    if (space === undefined) tokens.push({ kind, text: whole, start, end });
    start = end;
  }
  tokens.push({ kind: 'end', text: '', start, end: start });
  return tokens;
}

function stranger(text: string, start: number): EquationError {
  const character = String.fromCodePoint(text.codePointAt(start) as number);
  const span = { start, end: start + character.length };
  const advice = instead[character] ?? 'use names, numbers, + - * / ^ = >= <= ( ) [ ] and commas.';
  return new EquationError(text, span, `${quoted(character)} is not allowed in an equation`, advice);
}

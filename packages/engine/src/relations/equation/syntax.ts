/** The syntax tree of an equation; every part has its place in the text. */
import type { Span } from './tokens.ts';

export type Axis = 0 | 1 | 2;
export type Operator = '+' | '-' | '*' | '/' | '^';
export type Comparison = '=' | '>=' | '<=';

export type Term = Span &
  (
    | { readonly kind: 'number'; readonly value: number; readonly unit?: UnitName; readonly unitAt: Span }
    | { readonly kind: 'name'; readonly name: string }
    | { readonly kind: 'component'; readonly of: Term; readonly axis: Axis }
    | { readonly kind: 'vector'; readonly parts: readonly Term[] }
    | { readonly kind: 'negate'; readonly of: Term }
    | { readonly kind: 'binary'; readonly operator: Operator; readonly at: Span; readonly parts: readonly [Term, Term] }
    | { readonly kind: 'call'; readonly name: string; readonly at: Span; readonly parts: readonly Term[] }
  );
export type TermOf<Kind extends Term['kind']> = Extract<Term, { kind: Kind }>;

export interface Equation {
  readonly text: string;
  readonly left: Term;
  /** 0 if only an expression is there */
  readonly right: Term | undefined;
  readonly comparison: Comparison;
  /** the place of the comparison */
  readonly at: Span;
}

/** Units after a number, in metres, radians and seconds. */
export const units = { m: 1, cm: 1e-2, mm: 1e-3, rad: 1, deg: 0.017453292519943295, s: 1, ms: 1e-3 } as const;
export type UnitName = keyof typeof units;

/** The operands of a term. */
export function partsOf(term: Term): readonly Term[] {
  if (term.kind === 'component' || term.kind === 'negate') return [term.of];
  return 'parts' in term ? term.parts : [];
}

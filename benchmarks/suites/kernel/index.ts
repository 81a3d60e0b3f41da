/** Formulas compiled to WebAssembly against the same work written by hand. */
import type { Row } from '../../harness.ts';
import { body } from './body.ts';
import { compileRows } from './compile.ts';
import { distance } from './distance.ts';
import { equation } from './equation.ts';
import { fem } from './fem.ts';
import { indexed } from './indexed.ts';

export const rows: readonly Row[] = [indexed, body, ...fem, distance, equation, ...compileRows];

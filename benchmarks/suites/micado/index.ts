/** Ropes and what slides on them: the paper's table 1, its matrices, and the linear cost of its fig. 7.        [MIC08, sec. 7] */
import type { Row } from '../../harness.ts';
import { factorRows } from './factor.ts';
import { frameRows } from './frames.ts';
import { linearRows } from './linear.ts';
import { tableRows } from './table.ts';

export const rows: readonly Row[] = [...tableRows, ...factorRows, ...linearRows, ...frameRows];

/** Whole steps of the engine: the curtain beside the C program of --yardstick, and other scenes by themselves. */
import type { Row } from '../../harness.ts';
import { boxes } from './boxes.ts';
import { constraintCost } from './constraints.ts';
import { curtainRows } from './curtain.ts';
import { rabbit } from './rabbit.ts';
import { sag } from './sag.ts';

export const rows: readonly Row[] = [...curtainRows, constraintCost, boxes, rabbit, sag];

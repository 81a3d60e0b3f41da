/** Bricks, multipliers and reactions: --yardstick benchmarks/suites/platt-barr/hex.c                                  [PB88] */
import type { Row } from '../../harness.ts';
import { hexRows } from './hex.ts';
import { modelRows } from './model.ts';

export const rows: readonly Row[] = [...hexRows, ...modelRows];

import type { ImpulseRows } from '../coulomb/impulse-rows.ts';
import type { Span } from './island-solve.ts';
import type { Island, LinkUnits } from './islands.ts';
export interface Links extends LinkUnits {
  writeRow(k: number, rows: ImpulseRows, unitAt: Int32Array): void;
  errorsAt(span: Span, island: Island, out: Float64Array, at: number): number;
  keepImpulses(links: readonly number[], lambda: Float64Array, at: number): void;
}

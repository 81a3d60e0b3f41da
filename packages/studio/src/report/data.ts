/** What a report holds: the run as it is played and plotted. */
import type { Holds, SceneInfo } from '../protocol/protocol.ts';
import type { Picture } from '../viewer/model.ts';

export interface ReportFrame extends Picture {
  readonly step: number;
  /** s */
  readonly time: number;
  /** which of `ReportData.holds` it is drawn with */
  readonly holds: number;
}

/** A line of a plot; null where there is nothing to tell. */
export interface Line {
  readonly name: string;
  readonly values: readonly (number | null)[];
}
export interface PlotData {
  readonly title: string;
  readonly unit: string;
  readonly tip: string;
  /** by powers of ten, down to what counts as zero */
  readonly decades?: true;
  readonly lines: readonly Line[];
}

export interface ConstraintRow {
  readonly id: string;
  readonly kind: string;
  readonly method: string;
  readonly members: number;
  /** of the residual */
  readonly unit: string;
  readonly turns: boolean;
  readonly active: number;
  /** at the end, and the largest at any step; null if it never acted */
  readonly residual: number | null;
  readonly peakResidual: number | null;
  /** the size of the sum of its forces, N, or N m where it turns: at the end, and the largest of all samples */
  readonly force: number;
  readonly peakForce: number;
}

export interface ReportData {
  readonly scene: SceneInfo;
  readonly holds: readonly Holds[];
  readonly frames: readonly ReportFrame[];
  /** s */
  readonly times: readonly number[];
  /** steps between samples of the plots */
  readonly sampledEvery: number;
  readonly plots: readonly PlotData[];
  readonly constraints: readonly ConstraintRow[];
}

/** What the command line adds. */
export interface RunFacts {
  readonly command: string;
  readonly file: string;
  readonly hash: string;
  readonly steps: number;
  readonly msPerStep: number;
  readonly integrators: readonly string[];
  readonly methods: readonly string[];
  readonly nodes: number;
  readonly constraints: { readonly total: number; readonly active: number };
  readonly energy: { readonly kinetic: number; readonly potential: number; readonly total: number };
  /** of bodies that touch: the largest residual of all steps, and how many were not solved */
  readonly contact?: { readonly residual: number; readonly unsolved: number };
  /** the largest residuals of the run, by unit */
  /** of: which constraints, in words */
  readonly peaks: readonly { readonly unit: string; readonly max: number; readonly of: string }[];
  readonly redundantRows: number;
  readonly rows: number;
  readonly versions: readonly { readonly name: string; readonly version: string }[];
  readonly sceneText: string;
}
export interface Report {
  readonly facts: RunFacts;
  readonly data: ReportData;
}

/** What a fit is made of: data, options, results. */
import type { Anchor } from '../anchors/anchor.ts';
import { refusing } from '../base/refusal.ts';
import { stageNames, type TrackingStage } from './body-system.ts';

/**
 * A point of the data: a marker on a known point of a body, or a point that is somewhere on the surface of a body.
 * @example const elbow = (forearm: Superquadric): Datum => ({ name: 'elbow', anchor: surfacePoint(forearm, Math.PI / 2, 0) });
 */
export interface Datum {
  readonly name: string;
  /** the point that it marks */
  readonly anchor?: Anchor;
  /** without an anchor: the bodies on which it may be, by id; all if not given. The nearest is taken */
  readonly bodies?: readonly string[];
}

/**
 * Options of `Tracker`.
 * @example const options: TrackingOptions = { iterations: { first: 60, later: 6 } };
 */
export interface TrackingOptions {
  /** what is fitted to the first frame, one after another; later frames use the last of them */
  readonly stages?: readonly TrackingStage[];
  /** steps of each stage of the first frame, and of a later frame, at most */
  readonly iterations?: { readonly first: number; readonly later: number };
  /** stiffness of a datum against the elasticity of bodies, N/m */
  readonly stiffness?: number;
  /** holds what data do not determine, relative to the number of data */
  readonly damping?: number;
  /** part of the way to the data in each step, up to 1 */
  readonly rate?: number;
  /** part of the gap of a joint that is closed in each step, up to 1; with 1 joints are closed to rounding at the end of a frame */
  readonly jointRate?: number;
  /** how much of what earlier frames say of shape parameters is kept from frame to frame, 0 to 1; 1 for shapes that do not change */
  readonly memory?: number;
  /** outliers are data beyond 4.7 times the scatter of the others, and not less than 4.7 times this, m */
  readonly noise?: number;
}
/**
 * What `Tracker` uses for options that are not given.
 * @example const options: TrackingOptions = { ...trackingDefaults, stiffness: 100 };
 */
export const trackingDefaults = {
  stages: stageNames,
  iterations: { first: 40, later: 8 },
  stiffness: 10,
  damping: 1e-5,
  rate: 1,
  jointRate: 1,
  memory: 0,
  noise: 1e-6,
} as const;

export function checkedOptions(options: TrackingOptions): Required<TrackingOptions> {
  const all = { ...trackingDefaults, ...options };
  const refuse = refusing({ of: 'tracker' });
  for (const name of ['stiffness', 'damping', 'noise'] as const)
    if (!(all[name] > 0 && Number.isFinite(all[name]))) throw refuse(name, `${all[name]}; it must be positive.`);
  for (const name of ['rate', 'jointRate'] as const)
    if (!(all[name] > 0 && all[name] <= 1)) throw refuse(name, `${all[name]}; give a number above 0, at most 1.`);
  if (!(all.memory >= 0 && all.memory <= 1)) throw refuse('memory', `${all.memory}; give a number from 0 to 1.`);
  for (const name of ['first', 'later'] as const) {
    const count = all.iterations[name];
    if (!(Number.isInteger(count) && count > 0))
      throw refuse(`iterations.${name}`, `${count}; give a whole number above 0.`);
  }
  if (!all.stages.length) throw refuse('stages', `empty; give some of ${stageNames.join(', ')}.`);
  all.stages.forEach((stage, k) => {
    if (!stageNames.includes(stage)) throw refuse(`stages[${k}]`, `"${stage}"; there are ${stageNames.join(', ')}.`);
  });
  return all;
}

/**
 * A body as it was fitted to a frame.
 * @example const centre = ({ coordinates }: FittedBody) => coordinates.subarray(0, 3);
 */
export interface FittedBody {
  readonly id: string;
  /** all its coordinates, as `world.coordinates` gives them */
  readonly coordinates: Float64Array;
  /**
   * standard deviations of its velocity coordinates (position, free shape parameters, local displacements, rotation in rad), from the
   * scatter of the data; infinite where the data say nothing, NaN where there are no more data than unknowns
   */
  readonly deviations: Float64Array;
}
/**
 * A frame, fitted.
 * @example const isJoined = ({ gap }: FrameFit) => gap < 1e-9;
 */
export interface FrameFit {
  readonly bodies: readonly FittedBody[];
  /** of each datum: its distance from the surface (negative inside) or from its point, m; NaN where it is missing */
  readonly residuals: Float64Array;
  /** of each datum: the point of the model that it is compared with, x y z; NaN where it is missing */
  readonly modelPoints: Float64Array;
  /** of each datum: 0 to 1; 0 for outliers and missing data */
  readonly weights: Float64Array;
  /** of each datum: which body it is on, by its place in `bodies`; -1 where it is missing */
  readonly parts: Int32Array;
  /** root mean square of the residuals by their weights, m */
  readonly rms: number;
  /** largest violation of a joint, m */
  readonly gap: number;
  readonly iterations: number;
  /** the last step moved unknowns by less than a tenth of their standard deviations */
  readonly converged: boolean;
}

/** Options of rods, and what is used for those that are not given. */
import type { IntegratorChoice } from '../body.ts';
import type { Couple } from './frames/couple.ts';
import type { SectionOptions } from './section-options.ts';
import type { WrapOptions } from './wrap/wrap.ts';

/**
 * Options of `spline`.
 * @example const options: SplineOptions = { points: [0, 0, 0, 1, 0, 0], count: 20, EA: 1e3, rhoA: 0.1 };
 */
export interface SplineOptions extends SectionOptions {
  readonly id?: string;
  /** by name: see centreline/index.ts */
  readonly model?: string;
  /** x y z of each; the rod passes through all of them */
  readonly points: ArrayLike<number>;
  /** resample to this many points, at equal distances along the curve through the given ones */
  readonly count?: number;
  /** rest length for 1 m as given; below 1 it starts stretched */
  readonly prestress?: number;
  /** rest length in m, instead */
  readonly length?: number;
  /**
   * how it is bent at rest: straight; as given, turning with it; as placed, its directions kept (small turns only); or with
   * this curvature everywhere, 1/m
   */
  readonly rest?: 'straight' | 'as-given' | 'as-placed' | number;
  /**
   * whether twist and curve act on each other, through frames along the rod (frames/kirchhoff.ts), of a `cubic` rod with GJ; or not, as
   * in the paper, which is cheaper
   */
  readonly twist?: 'coupled' | 'uncoupled';
  /** where m1 points at the start of the rod, as far as it is across it: x y z; towards m1 a strip is thin, and a rest curvature bends it */
  readonly normal?: ArrayLike<number>;
  /** couples on it, of a rod whose twist is coupled */
  readonly couples?: readonly Couple[];
  /**
   * numbers of given points at which it is cut, ascending: eyes and pearls slide there. The material coordinate of each cut is an unknown, so
   * that a sharp bend over an eye is exact (cut/pieces.ts). `count` spans are shared out in proportion to lengths.
   */
  readonly cuts?: readonly number[];
  /** given points that are centres of pulleys, around which it is wrapped: it leaves each along its tangents (wrap/wrap.ts) */
  readonly wraps?: readonly WrapOptions[];
  /** stiffness-proportional damping, s */
  readonly damping?: number;
  /** mass-proportional damping, 1/s */
  readonly drag?: number;
  /** control points that never move: three at an end clamp it; or all of them */
  readonly fixed?: ArrayLike<number> | 'all';
  /** m/s, three for each point */
  readonly velocities?: ArrayLike<number>;
  /** by name, or by value; the world's if not given */
  readonly integrator?: IntegratorChoice;
}
/**
 * What `spline` uses for options that are not given.
 * @example spline({ ...splineDefaults, points: [0, 0, 0, 1, 0, 0], count: 20, EA: 1e3, rhoA: 0.1 })
 */
export const splineDefaults = {
  model: 'cubic',
  prestress: 1,
  rest: 'straight',
  twist: 'coupled',
  damping: 0,
  drag: 0,
} as const;

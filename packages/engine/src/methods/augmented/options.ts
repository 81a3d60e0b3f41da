/** Options of the method `augmented`: see augmented.ts. */
/** One-sided rows: by a projected multiplier, or as printed. */
export type Inequality = 'projected' | 'slack' | 'squared';

/**
 * Options of `augmented`.
 * @example const options: AugmentedOptions = { form: 'paper', omega: 100 };
 */
export interface AugmentedOptions {
  readonly form?: 'force' | 'paper';
  /** rate of approach, rad/s; omega h must stay below about 0.8 */
  readonly omega?: number;
  /** kappa in parts of omega^3/N, of the force form */
  readonly integral?: number;
  /** gains themselves, in the place of omega: k, c, kappa */
  readonly stiffness?: number;
  readonly damping?: number;
  readonly gain?: number;
  readonly inequalities?: Inequality;
  /** |lam| stays below this */
  readonly limit?: number;
  /** k doubles where |C| does not fall by a factor of 4 within 5/omega: see doubling.ts */
  readonly automatic?: boolean;
  /** of the paper form: v is damped at this rate, 1/s */
  readonly eps?: number;
}
/**
 * What `augmented` uses for options that are not given.
 * @example const form = augmentedDefaults.form;
 */
export const augmentedDefaults = {
  form: 'force',
  omegaTimesStep: 0.2,
  integral: 0.05,
  inequalities: 'projected',
} as const;

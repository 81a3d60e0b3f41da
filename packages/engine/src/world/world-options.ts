/** What a world, a constraint of it, a switch and a load are made from; and the defaults. */
import type { IntegratorChoice } from '../bodies/body.ts';
import type { Ramp } from '../constraints/drivers/ramps.ts';
import type { ContactOptions } from '../contact/options.ts';
import type { ThreadPool } from '../kernel/threads/pool.ts';
import { local } from '../methods/local/local.ts';
import type { MethodChoice } from './choices.ts';

/**
 * Options of a world.
 * @example const options: WorldOptions = { step: 1 / 500, gravity: [0, 0, 0] };
 */
export interface WorldOptions {
  /** h, s */
  readonly step?: number;
  /** m/s^2 */
  readonly gravity?: readonly [number, number, number];
  /** of bodies that name none: by name, or by value */
  readonly integrator?: IntegratorChoice;
  /** of constraints that name none: by name, or by value */
  readonly method?: MethodChoice;
  /** bodies touch each other: everything with everything, or as the options say; not at all if not given */
  readonly contact?: boolean | ContactOptions;
  /** threads that share the work of steps, with the same bits as one; one if not given */
  readonly threads?: ThreadPool;
}
/**
 * How the steps of a world are shared among threads.
 * @example const { ready }: ThreadUse = createWorld().threads;
 */
export interface ThreadUse {
  /** threads that it may use, including the one that steps it */
  readonly count: number;
  /** threads that have started, and know what to do */
  readonly ready: number;
  /** jobs that steps are made of, and how many of them are shared at present: the rest is quicker on one thread */
  readonly jobs: number;
  readonly shared: number;
}
/**
 * What `createWorld` uses for options that are not given.
 * @example createWorld({ ...worldDefaults, step: 1 / 500 })
 */
export const worldDefaults = {
  step: 1 / 1000,
  gravity: [0, -9.81, 0] as const,
  integrator: 'verlet',
  method: local,
} as const;

/**
 * Options of `world.constrain`.
 * @example const options: ConstrainOptions = { id: 'nail', method: 'lagrange' };
 */
export interface ConstrainOptions {
  /** unique in the world; made of its kind and a number if not given */
  readonly id?: string;
  /** by name, or by value; the world's if not given */
  readonly method?: MethodChoice;
  /** whether it acts from the start; true if not given */
  readonly active?: boolean;
  /** close its gap over many steps, instead of at once */
  readonly ramp?: Ramp;
}

/**
 * Options of `world.activate`.
 * @example const options: ActivateOptions = { ramp: { steps: 200 } };
 */
export interface ActivateOptions {
  /** close its gap over many steps, instead of at once */
  readonly ramp?: Ramp;
}

/**
 * A force on a node, N, or a torque on a rigid body about the axes of the world, N m, from when it is applied until it is stopped.
 * @example const load: Load = { id: 'wind', body: 'cube', node: 0, force: [1, 0, 0] };
 */
export type Load = { readonly id: string; readonly body: string } & (
  | { readonly node: number; readonly force: readonly [number, number, number] }
  | { readonly torque: readonly [number, number, number] }
);

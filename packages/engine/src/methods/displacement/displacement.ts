/**
 * Displacement: constraints inside the solve of the bodies that they hold.                            [MIC08, sec. 3; notes, 3]
 *
 *   [H J^T; J 0] [dp; -lambda] = [F; -C]       see methods/displacement/kkt.ts
 *
 * Large solids that nothing but nails, joins and the like hold are solved iteratively instead: see solid/solid-solver.ts.
 *
 * For bodies under `backward-euler` or `quasi-static`: ropes, and whatever they hold. Rows are met to 1e-10 m by default, or
 * as far as one linearisation goes, as printed.
 */

import { checkOptions, flag, number } from '../../base/options.ts';
import { refusing } from '../../base/refusal.ts';
import { forcesThemselves, type Method } from '../../constraints/method.ts';
import { recordingAhead, withMultipliers } from '../../solve/multipliers.ts';
import { DisplacementWork } from './displacement-work.ts';

/**
 * Options of `displacementMethod`.
 * @example const options: DisplacementOptions = { paper: true };
 */
export interface DisplacementOptions {
  /** one linearisation in each step, as in the paper */
  readonly paper?: boolean;
  /** false: no geometric stiffness of taut rows, as in the paper; nets become unstable. For study. */
  readonly stiffening?: boolean;
  /** of large solids, which are solved iteratively: what may be left of the forces, over the size of the loads */
  readonly tolerance?: number;
}
/**
 * What `displacementMethod` uses for options that are not given.
 * @example displacementMethod({ ...displacementDefaults, paper: true })
 */
export const displacementDefaults = { paper: false, stiffening: true, tolerance: 1e-6 } as const;
/** Below this the residual is rounding. */
const leastTolerance = 1e-11;

const made = new Map<string, Method>();
/**
 * The displacement method. Equal options give the same object, and one batch.
 * @example displacementMethod({ paper: true })
 */
export function displacementMethod(options: DisplacementOptions = {}): Method {
  checkOptions('displacementMethod', options, { paper: flag, stiffening: flag, tolerance: number });
  const { paper, stiffening, tolerance } = { ...displacementDefaults, ...options };
  if (!(tolerance >= leastTolerance && tolerance < 1))
    throw refusing({ of: 'displacement' })(
      'tolerance',
      `${tolerance} is not allowed; give at least ${leastTolerance}, and less than 1.`,
    );
  const own = tolerance === displacementDefaults.tolerance ? '' : ` ${tolerance}`;
  const fingerprint = `${paper} ${stiffening}${own}`;
  const found = made.get(fingerprint);
  if (found) return found;
  const method: Method = {
    ...withMultipliers('displacement'),
    fingerprint,
    order: 4,
    ...(paper ? {} : { promise: 1e-9, iterative: true }),
    // multipliers are stored behind the forces: the geometric stiffness of taut rows needs them
    rule: (boundRelation) => {
      const latch = 3 * boundRelation.shapes.length + boundRelation.size;
      const { latching } = boundRelation.relation;
      const behind = new Array<number>(boundRelation.size + (latching ? 1 : 0)).fill(0);
      return {
        kernel: recordingAhead(boundRelation),
        forces: forcesThemselves(boundRelation).map((line) => [...line, ...behind]),
        ...(latching ? { latch } : {}),
      };
    },
    solves: true,
    drivesSliders: true,
    couplesWeakly: true,
    bounces: true,
    work: (shapes, program) => new DisplacementWork(shapes, program, { paper, stiffening, tolerance }),
  };
  made.set(fingerprint, method);
  return method;
}
/**
 * The displacement method with its default options: constraints inside the solve of bodies under `backward-euler` or
 * `quasi-static`.
 * @example createWorld({ integrator: 'backward-euler', method: displacement })
 */
export const displacement = displacementMethod();

/**
 * Penalty: a stiff spring in place of a constraint, for comparison.                      [PB88, sec. 3; notes, 2]
 *
 *   F = -(k C + c Cdot) grad C          (errata: P1: the energy is k/2 C^2 everywhere)
 *   k = omega^2/N,  c = 2 zeta omega/N  N: see solve/coupled-compliance.ts; zeta = 0 if not given
 *
 * It is not exact: under a load f the residual of a row is f/(k |grad C|). Stable under Euler-Cromer and Verlet below omega h = 2. One-sided
 * rows push where C < 0 and where the force is not a pull.
 */
import { Refusal, refusing } from '../../base/refusal.ts';
import { type BatchView, forcesThemselves, type Method, runEach } from '../../constraints/method.ts';
import { h } from '../../integrators/integrator.ts';
import { kernel } from '../../kernel/compile/kernel.ts';
import { directional } from '../../kernel/formula/derive.ts';
import { add, constant, div, type Expr, mul, neg, select, sqrt, square, zero } from '../../kernel/formula/expr.ts';
import { pow } from '../../kernel/formula/scalar.ts';
import { Coupling, inverseCompliances } from '../../solve/coupled-compliance.ts';
import { forceSinks } from '../../solve/row-forces.ts';
import { checkedOptions } from '../method-options.ts';
import { refuseFlow, refuseMixedSchemes } from '../scheme-refusals.ts';

/**
 * Options of `penalty`.
 * @example const options: PenaltyOptions = { damping: 1 };
 */
export interface PenaltyOptions {
  /** frequency of a row on its spring, rad/s */
  readonly omega?: number;
  /** damping ratio: 1 is critical */
  readonly damping?: number;
  /** k itself, in the place of omega: N/m of a row in metres */
  readonly stiffness?: number;
}
/**
 * What `penalty` uses for options that are not given.
 * @example const damping = penaltyDefaults.damping;
 */
export const penaltyDefaults = { omegaTimesStep: 0.2, damping: 0 } as const;

const made = new Map<string, Method>();
/**
 * The penalty method: springs on the rows, kept as a baseline. Equal options give the same object, and one batch.
 * @example penalty({ damping: 1 })
 */
export function penalty(options: PenaltyOptions = {}): Method {
  const key = checkedOptions('penalty', options, { positive: ['omega', 'stiffness'], notNegative: ['damping'] });
  if (options.omega !== undefined && options.stiffness !== undefined)
    throw refusing({ of: 'penalty' })('stiffness', 'give it or omega, not both.');
  const found = made.get(key);
  if (found) return found;
  const zeta = constant(options.damping ?? penaltyDefaults.damping);
  const omega =
    options.omega === undefined ? div(constant(penaltyDefaults.omegaTimesStep), h) : constant(options.omega);
  const method: Method = {
    kind: 'penalty',
    fingerprint: key,
    order: 1,
    actsOnForces: true,
    needs: 'points',
    exclusive: () => false,
    refuses: ({ relation }) =>
      relation.latching
        ? `"penalty" cannot hold latching contacts like "${relation.kind}". Use "displacement".`
        : undefined,
    work: (shapes, { state }) => {
      const coupling = new Coupling(shapes, state);
      return {
        verify: () => {
          refuseMixedSchemes('penalty', shapes);
          if (options.stiffness === undefined && options.omega === undefined) refuseFlow('penalty', shapes);
          refuseGrowth(shapes, (options.omega ?? penaltyDefaults.omegaTimesStep / state.h) * state.h, options);
        },
        beforeForces: () => coupling.update(),
        onForce: runEach(shapes),
        end: () => coupling.release(),
      };
    },
    rule: (boundRelation) => {
      const rows = boundRelation.at('q');
      const motion = boundRelation.motion('q');
      const oneSided = boundRelation.relation.sense === '>=';
      const lambda = inverseCompliances(boundRelation, rows).map((inverse, r): Expr => {
        const C = rows.C[r];
        const k = options.stiffness === undefined ? mul(square(omega), inverse) : constant(options.stiffness);
        // zeta = c/(2 sqrt(k/N))
        const w = options.stiffness === undefined ? omega : rootOf(options.stiffness, inverse);
        const c = mul(mul(constant(2), zeta), mul(w, inverse));
        const pull = neg(add(mul(k, C), mul(c, directional(C, motion))));
        return oneSided ? select(C, zero, select(zero, pull, pull, zero), zero) : pull;
      });
      return { kernel: kernel(forceSinks(boundRelation, rows, lambda)), forces: forcesThemselves(boundRelation) };
    },
  };
  made.set(key, method);
  return method;
}

/** A spring that is damped less than its scheme drives it, by about zeta omega h a step, flies apart. */
function refuseGrowth(shapes: readonly BatchView[], omegaTimesStep: number, options: PenaltyOptions): void {
  if (options.stiffness !== undefined) return; // the frequency is that of the masses it finds
  for (const shape of shapes) {
    for (let m = 0; m < shape.members.length; m++) {
      const scheme = shape.integratorsOf(m).find(({ growth }) => {
        const driven = growth ? pow(omegaTimesStep, growth.power) / growth.divisor : 0;
        return (options.damping ?? penaltyDefaults.damping) * omegaTimesStep < driven;
      });
      if (!scheme || !shape.isActive(m)) continue;
      const { constraint } = shape.who(m);
      throw new Refusal(
        'misfit',
        { constraint, field: 'method' },
        `the springs of "penalty" are not damped enough: under ${scheme.kind} they grow in every step. Give it "damping": 1, or the bodies "verlet".`,
        [constraint],
        `constraint ${shape.label(m)}: method — `,
      );
    }
  }
}

/** omega = sqrt(k N) */
const rootOf = (stiffness: number, inverse: Expr): Expr =>
  select(zero, inverse, sqrt(div(constant(stiffness), inverse)), zero);

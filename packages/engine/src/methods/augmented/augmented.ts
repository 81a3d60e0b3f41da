/**
 * Augmented Lagrangian constraints: multipliers that follow a differential equation.            [PB88, sec. 5, App. C; notes, 4]
 *
 *   force form   F = -(lam + k C + c Cdot) grad C,      lam' = kappa C                         the default
 *                k = omega^2/N,  c = 2 omega/N,  kappa = integral omega^3/N
 *   paper form   xdot = v - u,  u = W (lam + k C) grad C,  vdot = W (F - c grad C (grad C . v)),  lam' = kappa C    [eq. 61 to 63]
 *                k = 2 omega/N,  c = omega/N,  kappa = omega^2/N
 *
 * N is how far a unit of lam moves its row (solve/coupled-compliance.ts). Nothing is solved: constraints add up, and contradictory
 * ones pull against each other until their multipliers reach the `limit`. In the force form lam becomes the true reaction.
 *
 * One-sided rows C >= 0, force form:                                                             [notes, 4.4]
 *   projected    F = max(0, lam - k C - c Cdot) grad C,  lam' = kappa/k (max(0, lam - k C) - lam)                  the default
 *   slack        eq. 22, C - z^2 = 0,  z' = 2 gamma z (lam + k (C - z^2)),  for study: released late
 *   squared      eq. 23, min(C, 0)^2 = 0,  for study: it creeps, and lam never falls (errata: P6, P28)
 *
 * `automatic`: k doubles where the violation does not fall fast enough (doubling.ts). `eps`: v of the paper form is damped by -eps v.
 *
 * Under first-order flow D qdot = f this is the optimisation form of eq. 17 to 26, with lam' = +C (errata: P5); c is left out
 * there, and the gains have to be given. The paper form, and why it is a force here: paper-form.ts.
 */
import { refusing } from '../../base/refusal.ts';
import { activationColumn, type BoundRelation, jacobian } from '../../constraints/bound-relation.ts';
import { forcesThemselves, type Method, type MethodState, runEach } from '../../constraints/method.ts';
import type { Integrator } from '../../integrators/integrator.ts';
import { gather, kernel, parameter, putTo, type Sink } from '../../kernel/compile/kernel.ts';
import { directional } from '../../kernel/formula/derive.ts';
import {
  add,
  constant,
  type Expr,
  max,
  min,
  mul,
  neg,
  reciprocal,
  select,
  sub,
  zero,
} from '../../kernel/formula/expr.ts';
import { Coupling, gathered, inverseCompliances } from '../../solve/coupled-compliance.ts';
import { forceSinks, sumOf } from '../../solve/row-forces.ts';
import { checkedOptions } from '../method-options.ts';
import { refuseFlow, refuseMixedSchemes } from '../scheme-refusals.ts';
import { doublingRates } from './doubling.ts';
import { doublingsAt, type Gains, gainsOf } from './gains.ts';
import { slackStart, squared, withSlack } from './inequalities.ts';
import { clampedRate, limited } from './limit.ts';
import { type AugmentedOptions, augmentedDefaults, type Inequality } from './options.ts';
import { paperSinks, Shift } from './paper-form.ts';

const made = new Map<string, Method>();
/**
 * The method of augmented Lagrangian constraints. Equal options give the same object, and one batch.
 * @example augmented({ omega: 200 })
 */
export function augmented(options: AugmentedOptions = {}): Method {
  const key = checkedOptions('augmented', options, {
    positive: ['omega', 'integral', 'limit'],
    notNegative: ['stiffness', 'damping', 'gain', 'eps'],
  });
  const { form, inequalities } = { ...augmentedDefaults, ...options };
  const refuse = refusing({ of: 'augmented' });
  const raw = [options.stiffness, options.damping, options.gain];
  if (options.omega !== undefined && raw.some((gain) => gain !== undefined))
    throw refuse('omega', 'give it, or stiffness, damping and gain; not both.');
  if (options.eps !== undefined && form !== 'paper')
    throw refuse('eps', 'it damps the v of the paper form. Leave it out, or give the form "paper".');
  if (options.automatic && form === 'paper')
    throw refuse('automatic', 'penalties double in the force form. Leave it out, or leave the form out.');
  const found = made.get(key);
  if (found) return found;
  const paper = form === 'paper';
  const method: Method = {
    kind: 'augmented',
    fingerprint: key,
    order: 2,
    actsOnForces: true,
    needs: 'points',
    exclusive: () => false,
    refuses: ({ relation, shapes }) => {
      if (shapes.some((s) => s.sought))
        return `"augmented" keeps multipliers of rows that stay as they are, and those of what grips surfaces or slides on them turn.`;
      if (relation.latching)
        return `"augmented" cannot hold latching contacts like "${relation.kind}". Use "displacement".`;
      if (paper && relation.sense === '>=')
        return 'the paper form of "augmented" holds equations only. Leave "form" out.';
      return undefined;
    },
    ...(paper ? { accelerates: true as const } : {}),
    ...(options.limit === undefined ? {} : { multiplierLimit: options.limit }),
    state: (boundRelation) => stateOf(boundRelation, options, inequalities),
    work: (shapes, { state }) => {
      const coupling = new Coupling(shapes, state);
      const shift = paper
        ? new Shift(shapes, state, (bound) => gainsOf(bound, options), limitOf(options), shiftOf(key), options.eps ?? 0)
        : undefined;
      const slack = inequalities === 'slack' ? slackStart(shapes) : undefined;
      const run = runEach(shapes, { withRates: true });
      return {
        verify: () => {
          refuseMixedSchemes('augmented', shapes);
          if (options.stiffness === undefined && options.omega === undefined && options.gain === undefined)
            refuseFlow('augmented', shapes);
        },
        beforeForces: () => {
          slack?.run();
          coupling.update();
        },
        onForce: () => {
          shift?.update();
          run();
          shift?.damp();
        },
        ...(shift ? { onRate: () => shift.act() } : {}),
        end: () => {
          slack?.release();
          coupling.release();
          shift?.release();
        },
      };
    },
    rule: (boundRelation, integrators) => {
      const gains = gainsOf(boundRelation, options);
      const rows = boundRelation.at('q');
      const sinks = paper
        ? paperSinks(boundRelation, gains, shiftOf(key))
        : forceSinks(boundRelation, rows, forceForm(boundRelation, gains, options, integrators));
      return {
        kernel: kernel([...sinks, rateSink(boundRelation, stateOf(boundRelation, options, inequalities))]),
        forces: forcesThemselves(boundRelation),
      };
    },
  };
  made.set(key, method);
  return method;
}

const shiftOf = (key: string): string => `shift of augmented ${key}`;
const limitOf = ({ limit }: AugmentedOptions): Expr | undefined => (limit === undefined ? undefined : constant(limit));
const multipliers = (boundRelation: BoundRelation): Expr[] =>
  Array.from({ length: boundRelation.size }, (_, r) => gather('q', boundRelation.methodSlot, r));

/** The force of each row along grad C. */
function forceForm(
  boundRelation: BoundRelation,
  gains: readonly Gains[],
  options: AugmentedOptions,
  integrators: readonly Integrator[],
): Expr[] {
  const { inequalities } = { ...augmentedDefaults, ...options };
  const rows = boundRelation.at('q');
  const motion = boundRelation.motion('q');
  const flows = integrators.some((integrator) => integrator.flow);
  // nothing moves by a rule: Cdot = J v, with the J that the forces need anyway
  const still = boundRelation.plain && !boundRelation.ramped && !boundRelation.moving.length;
  const [J, v] = [jacobian(rows), gathered(boundRelation, 'v')];
  const limit = limitOf(options);
  return multipliers(boundRelation).map((y, r) => {
    const C = rows.C[r];
    const { k, c } = gains[r];
    const lam = limited(y, limit);
    const rate = flows ? zero : mul(c, still ? sumOf(J[r].map((j, i) => mul(j, v[i]))) : directional(C, motion));
    if (boundRelation.relation.sense === '=') return neg(add(lam, add(mul(k, C), rate)));
    if (inequalities === 'slack') return withSlack(boundRelation, r, lam, gains[r], rate).push;
    if (inequalities === 'squared') return squared(C, lam, gains[r], rate).push;
    return max(zero, sub(lam, add(mul(k, C), rate)));
  });
}

function stateOf(boundRelation: BoundRelation, options: AugmentedOptions, inequalities: Inequality): MethodState {
  const oneSided = boundRelation.relation.sense === '>=';
  const slack = oneSided && inequalities === 'slack';
  const { size } = boundRelation;
  const limit = limitOf(options);
  return {
    order: 1,
    written: true,
    start: new Array<number>((slack ? 2 * size : size) + (options.automatic ? 2 * size : 0)).fill(0),
    rate: (y) => {
      const gains = gainsOf(boundRelation, options);
      const C = boundRelation.at('q').C;
      const rates = C.map((g, r) => {
        const { k, kappa } = gains[r];
        if (!oneSided) return clampedRate(y[r], mul(kappa, g), limit);
        if (inequalities === 'slack')
          return clampedRate(y[r], mul(kappa, withSlack(boundRelation, r, y[r], gains[r], zero).g), limit);
        if (inequalities === 'squared') return clampedRate(y[r], mul(kappa, squared(g, y[r], gains[r], zero).g), limit);
        // kappa/k (max(0, lam - k C) - lam): -kappa C while it pushes, else it fades
        const pushed = sub(y[r], mul(k, g));
        const fading = mul(neg(kappa), select(zero, k, mul(y[r], reciprocalOr(k)), zero));
        return clampedRate(y[r], select(zero, pushed, mul(neg(kappa), g), fading), limit);
      });
      const slacks = slack
        ? C.map((_, r) => withSlack(boundRelation, r, limited(y[r], limit), gains[r], zero).rate)
        : [];
      if (!options.automatic) return [...rates, ...slacks];
      const violated = oneSided ? C.map((g) => min(g, zero)) : C;
      const at = doublingsAt(boundRelation, options);
      const inverses = inverseCompliances(boundRelation, boundRelation.at('q'));
      return [...rates, ...slacks, ...doublingRates(boundRelation, violated, y, at, options, inverses)];
    },
  };
}
/** The rate of the multipliers, in the kernel that has their rows at hand (MethodState.written). */
function rateSink({ methodSlot }: BoundRelation, { start, rate }: MethodState): Sink {
  const active = parameter(activationColumn);
  const [y, yRate] = ['q', 'v'].map((column) => start.map((_, c) => gather(column, methodSlot, c)));
  const rates = (rate as NonNullable<MethodState['rate']>)(y, yRate);
  return putTo(
    'v',
    methodSlot,
    rates.map((each) => select(zero, active, each, zero)),
  );
}
const reciprocalOr = (k: Expr): Expr => select(zero, k, reciprocal(k), zero);

/** Methods by name, each with its options as fields: see base/field.ts. */
import { choice, type Field, flag, notNegative, number, optional, positive } from '../base/field.ts';
import type { Method } from '../constraints/method.ts';
import { augmented } from './augmented/augmented.ts';
import { augmentedDefaults } from './augmented/options.ts';
import { displacementDefaults, displacementMethod } from './displacement/displacement.ts';
import { lagrangeDefaults, lagrangeMethod } from './lagrange/lagrange.ts';
import { localDefaults, localMethod } from './local/local.ts';
import { penalty, penaltyDefaults } from './penalty/penalty.ts';
import { reaction, reactionDefaults } from './reaction/reaction.ts';

/**
 * A method by name: its options as fields, and how it is made.
 * @example const kind: MethodKind = methodKinds.local;
 */
export interface MethodKind<F extends Readonly<Record<string, Field>> = Readonly<Record<string, Field>>> {
  readonly kind: string;
  readonly description: string;
  readonly fields: F;
  /** it is for study and comparison, and never recommended */
  readonly forStudy?: true;
  /** The method with these options; one object for the same options. */
  make(options: Readonly<Record<string, unknown>>): Method;
}

const local = {
  kind: 'local',
  description: 'Exact, in one step.',
  fields: {
    conflicts: optional(
      choice(['solve', 'refuse'], 'Constraints that share nodes: solved together ("solve"), or refused ("refuse").'),
      localDefaults.conflicts,
    ),
    projection: optional(
      choice(
        ['needed', 'never'],
        'Velocities are projected onto constraints where the integrator needs it ("needed"), or never.',
      ),
      localDefaults.projection,
    ),
    implicit: optional(
      choice(
        ['post', 'schur'],
        'On bodies under implicit-euler: forces act inside their solve ("schur"), or after it ("post"), as in the paper: wrong at rest.',
      ),
      localDefaults.implicit,
    ),
  },
  make: localMethod,
} as const;
const lagrange = {
  kind: 'lagrange',
  description: 'All rows at once, with multipliers.',
  fields: {
    a: optional(number('', 'How fast errors fade, in a step; stable below 0.828.', positive), lagrangeDefaults.a),
    paper: optional(
      flag('As printed: nothing is projected, and errors stay as large as "a" leaves them.'),
      lagrangeDefaults.paper,
    ),
    inequalities: optional(
      choice(
        ['complementarity', 'reaction', 'slack'],
        'One-sided rows: as they are; as reactions; or with a slack coordinate each, for study.',
      ),
      lagrangeDefaults.inequalities,
    ),
    contact: optional(number('', 'How fast reactions push out, in a step.', positive), '"a"'),
  },
  make: lagrangeMethod,
} as const;
const displacement = {
  kind: 'displacement',
  description: 'Inside the solve of bodies under backward-euler or quasi-static.',
  fields: {
    paper: optional(flag('As printed: one linearisation in a step.'), displacementDefaults.paper),
    stiffening: optional(
      flag('Geometric stiffness of taut rows. As printed there is none, and nets explode: for study.'),
      displacementDefaults.stiffening,
    ),
    tolerance: optional(
      number('', 'Of large solids: residual force of a step, as a part of the loads.', positive),
      displacementDefaults.tolerance,
    ),
  },
  make: displacementMethod,
} as const;
const reactionKind = {
  kind: 'reaction',
  description: 'Replaces the force on a point along each row.',
  fields: {
    omega: optional(number('rad/s', 'How fast it closes a gap.', positive), '0.2 divided by the step'),
    sticky: optional(
      number('1/s', 'Of one-sided constraints: rate at which sliding points come to rest.', positive),
      'it slides freely',
    ),
    slide: optional(
      choice(
        ['passive', 'prescribed'],
        'Of sticky: other forces may slow a point down faster ("passive"), or it slides at that rate whatever pulls at it, which adds energy ("prescribed").',
      ),
      reactionDefaults.slide,
    ),
    acting: optional(
      choice(
        ['one', 'all'],
        'Of one-sided constraints on one point: one acts, planes first, then the deepest ("one"), or all do, one after another ("all").',
      ),
      reactionDefaults.acting,
    ),
  },
  make: reaction,
} as const;
const augmentedKind = {
  kind: 'augmented',
  description: 'Multipliers that follow a differential equation.',
  forStudy: true,
  fields: {
    form: optional(
      choice(['force', 'paper'], 'Multipliers that are forces ("force"), or as in the paper ("paper").'),
      augmentedDefaults.form,
    ),
    omega: optional(number('rad/s', 'Rate of approach.', positive), '0.2 divided by the step'),
    integral: optional(number('', 'How fast multipliers grow.', positive), augmentedDefaults.integral),
    stiffness: optional(number('', 'k itself, with "damping" and "gain" in place of omega.', notNegative)),
    damping: optional(number('', 'c itself.', notNegative)),
    gain: optional(number('', 'kappa itself: how fast the multiplier grows with the violation.', notNegative)),
    inequalities: optional(
      choice(
        ['projected', 'slack', 'squared'],
        'One-sided constraints: by a projected multiplier, or as in the paper, "slack" or "squared"; for study.',
      ),
      augmentedDefaults.inequalities,
    ),
    limit: optional(number('', 'Multipliers stay below this.', positive), 'no limit'),
    automatic: optional(flag('Whether the penalty doubles where a violation does not fall fast enough.'), false),
    eps: optional(number('1/s', 'Of the paper form: how fast v is damped.', notNegative), 0),
  },
  make: augmented,
} as const;
const penaltyKind = {
  kind: 'penalty',
  description: 'A stiff spring in place of a constraint, for comparison.',
  forStudy: true,
  fields: {
    omega: optional(number('rad/s', 'Frequency of a row on its spring.', positive), '0.2 divided by the step'),
    damping: optional(number('', 'Damping ratio, 1 is critical.', notNegative), penaltyDefaults.damping),
    stiffness: optional(number('N/m', 'The stiffness itself, in place of omega.', positive)),
  },
  make: penalty,
} as const;

const all = [local, lagrange, displacement, reactionKind, augmentedKind, penaltyKind] as const;
/**
 * The methods that come with the engine.
 * @example const name: BuiltInMethod['kind'] = 'local';
 */
export type BuiltInMethod = (typeof all)[number];

/**
 * The methods by name, in the order in which they are offered.
 * @example methodKinds.lagrange.make({ a: 0.3 })
 */
export const methodKinds: Readonly<Record<BuiltInMethod['kind'], MethodKind>> = Object.fromEntries(
  all.map((one) => [one.kind, one as unknown as MethodKind]),
) as Record<BuiltInMethod['kind'], MethodKind>;

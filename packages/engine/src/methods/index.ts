/** Methods by name, each with its options as fields: see base/field.ts. */
import { choice, type Field, flag, number, optional, positive } from '../base/field.ts';
import type { Method } from '../constraints/method.ts';
import { displacementDefaults, displacementMethod } from './displacement/displacement.ts';
import { lagrangeDefaults, lagrangeMethod } from './lagrange/lagrange.ts';
import { localDefaults, localMethod } from './local/local.ts';
import { reaction } from './reaction/reaction.ts';

/**
 * A method by name: its options as fields, and how it is made.
 * @example const kind: MethodKind = methodKinds.local;
 */
export interface MethodKind<F extends Readonly<Record<string, Field>> = Readonly<Record<string, Field>>> {
  readonly kind: string;
  readonly description: string;
  readonly fields: F;
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
      choice(['needed', 'never'], 'Velocities are made to fit where the integrator needs it ("needed"), or never.'),
      localDefaults.projection,
    ),
    implicit: optional(
      choice(
        ['post', 'schur'],
        'On bodies under implicit-euler: inside their solve ("schur"), or after it ("post"), as in the paper: wrong at rest.',
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
        ['complementarity', 'slack'],
        'One-sided rows: as they are, or with a slack coordinate each, as printed; for study.',
      ),
      lagrangeDefaults.inequalities,
    ),
  },
  make: lagrangeMethod,
} as const;
const displacement = {
  kind: 'displacement',
  description: 'Inside the solve of bodies under backward-euler or quasi-static.',
  fields: {
    paper: optional(flag('As printed: one linearisation in a step.'), displacementDefaults.paper),
    stiffening: optional(
      flag('Whether taut rows stiffen what they hold; as printed they do not, and nets explode: for study.'),
      displacementDefaults.stiffening,
    ),
    tolerance: optional(
      number('', 'Of large solids: what may be left of the forces in a step, as a part of the loads.', positive),
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
  },
  make: reaction,
} as const;

const all = [local, lagrange, displacement, reactionKind] as const;
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

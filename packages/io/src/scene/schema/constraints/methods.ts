/** Methods: by name, or with options. */
import { augmentedDefaults } from '@pliant/engine';
import * as z from 'zod';
import { notNegative, object, positive, yesOrNo } from '../quantities.ts';

export const methodNames = ['local', 'lagrange', 'displacement', 'reaction', 'augmented', 'penalty'] as const;
const methodName = z
  .enum(methodNames, { error: '"local", "lagrange", "displacement", "reaction", "augmented" or "penalty"' })
  .describe('The name of a method.');

const local = object({
  kind: z.literal('local').describe('Exact, in one step.'),
  conflicts: z
    .enum(['solve', 'refuse'], { error: '"solve" or "refuse"' })
    .optional()
    .describe('Constraints that share nodes: solved together ("solve", the default), or refused.'),
  projection: z
    .enum(['needed', 'never'], { error: '"needed" or "never"' })
    .optional()
    .describe('Velocities are made to fit where the integrator needs it ("needed", the default), or never.'),
  implicit: z
    .enum(['post', 'schur'], { error: '"post" or "schur"' })
    .optional()
    .describe('On bodies under implicit-euler: after their solve ("post", the default), or inside it ("schur").'),
});
const lagrange = object({
  kind: z.literal('lagrange').describe('All rows at once, with multipliers.'),
  a: positive('', 'How fast errors fade, in a step; 0.5 if not given, stable below 0.828.').optional(),
  paper: yesOrNo('As printed: nothing is projected, and errors stay as large as "a" leaves them.').optional(),
  inequalities: z
    .enum(['complementarity', 'slack'], { error: '"complementarity" or "slack"' })
    .optional()
    .describe('One-sided rows: as they are, the default, or with a slack coordinate each, as printed; for study.'),
});
const displacement = object({
  kind: z.literal('displacement').describe('Inside the solve of bodies under backward-euler or quasi-static.'),
  paper: yesOrNo('As printed: one linearisation in a step.').optional(),
  stiffening: yesOrNo(
    'Whether taut rows stiffen what they hold, true if not given; as printed they do not, and nets explode: for study.',
  ).optional(),
});
const reaction = object({
  kind: z.literal('reaction').describe('Replaces the force on a point along each row.'),
  omega: positive('rad/s', 'How fast it closes a gap; 0.2 divided by the step if not given.').optional(),
  sticky: positive('1/s', 'Of one-sided constraints: how fast what slides along comes to rest.').optional(),
});
const penalty = object({
  kind: z.literal('penalty').describe('A stiff spring in the place of a constraint, to compare others with.'),
  omega: positive('rad/s', 'Frequency of a row on its spring; 0.2 divided by the step if not given.').optional(),
  damping: notNegative('', 'Damping ratio, 1 is critical; 0 if not given.').optional(),
  stiffness: positive('N/m', 'The stiffness itself, in the place of omega.').optional(),
});
const augmented = object({
  kind: z.literal('augmented').describe('Multipliers that follow a differential equation.'),
  form: z
    .enum(['force', 'paper'], { error: '"force" or "paper"' })
    .optional()
    .describe('Multipliers that are forces, "force", the default, or as in the paper, "paper".'),
  omega: positive('rad/s', 'Rate of approach; 0.2 divided by the step if not given.').optional(),
  integral: positive('', `How fast multipliers grow, ${augmentedDefaults.integral} if not given.`).optional(),
  stiffness: notNegative('', 'k itself, with "damping" and "gain" in the place of omega.').optional(),
  damping: notNegative('', 'c itself.').optional(),
  gain: notNegative('', 'kappa itself: how fast the multiplier grows with the violation.').optional(),
  inequalities: z
    .enum(['projected', 'slack', 'squared'], { error: '"projected", "slack" or "squared"' })
    .optional()
    .describe('One-sided constraints: "projected", the default, or as in the paper, "slack" or "squared"; for study.'),
  limit: positive('', 'Multipliers stay below this; no limit if not given.').optional(),
});

export const method = z.union(
  [
    methodName,
    z.discriminatedUnion('kind', [local, lagrange, displacement, reaction, penalty, augmented], {
      error: 'a method { "kind": ... }',
    }),
  ],
  {
    error:
      '"local", "lagrange", "displacement", "reaction", "augmented", "penalty", or one with options, such as { "kind": "lagrange", "a": 0.3 }',
  },
);
export type MethodDef = z.input<typeof method>;

/** Methods: by name, or with options. */
import * as z from 'zod';
import { object, positive } from './quantities.ts';

export const methodNames = ['local', 'reaction'] as const;
const methodName = z.enum(methodNames, { error: '"local" or "reaction"' }).describe('The name of a method.');

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
const reaction = object({
  kind: z.literal('reaction').describe('Replaces the force on a point along each row.'),
  omega: positive('rad/s', 'How fast it closes a gap; 0.2 divided by the step if not given.').optional(),
});

export const method = z.union(
  [methodName, z.discriminatedUnion('kind', [local, reaction], { error: 'a method { "kind": ... }' })],
  { error: '"local", "reaction", { "kind": "local", ... } or { "kind": "reaction", "omega": ... }' },
);
export type MethodDef = z.input<typeof method>;

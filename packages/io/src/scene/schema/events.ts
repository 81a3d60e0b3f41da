/** Events: at a time, or when a number crosses a value. */
import * as z from 'zod';
import { settable } from './bodies/bodies.ts';
import { constraintSchema } from './constraints/constraints.ts';
import { path } from './paths.ts';
import {
  finite,
  gravityRange,
  integratorName,
  named,
  notNegative,
  object,
  oneOf,
  text,
  vector,
  yesOrNo,
} from './quantities.ts';
import { anchor, bodyReference, bodyReferences } from './selections.ts';

const occasion = {
  at: notNegative('seconds', 'The time it happens.').optional(),
  when: object({
    probe: text('the id of a probe', 'The probe to watch.'),
    component: z
      .enum(['x', 'y', 'z', 'magnitude'], { error: '"x", "y", "z" or "magnitude"' })
      .optional()
      .describe('Which of its numbers, if it has three.'),
    crosses: finite('', "The value that it crosses, in the probe's unit."),
    direction: z
      .enum(['up', 'down'], { error: '"up" or "down"' })
      .optional()
      .describe('Which way it crosses it; either way if not given.'),
  })
    .optional()
    .describe('Happens when the number of a probe crosses a value.'),
  repeat: yesOrNo('With "when": at every crossing, not only the first.').optional(),
};
const event = <D extends string, T extends z.ZodRawShape>(name: D, description: string, shape: T) =>
  named(
    `event-${name}`,
    oneOf(
      object({ ...occasion, do: z.literal(name).describe(description), ...shape }),
      ['at', 'when'] as never,
      'says when',
    ),
  );

const ofConstraint = text('the id of a constraint', 'The id of a constraint.');
const ofForce = text('a name for the force', 'The name of the force, by which it is stopped.');

/** All that can happen; a constraint that is added is of any kind there is now. */
export const eventSchema = () =>
  named(
    'event',
    z.discriminatedUnion(
      'do',
      [
        event('activate', 'Switches a constraint on.', { constraint: ofConstraint }),
        event('deactivate', 'Switches a constraint off.', { constraint: ofConstraint }),
        event('add', 'Adds a constraint; without "to", a nail holds points where they are then.', {
          constraint: constraintSchema().describe('The constraint. Its selections refer to the initial positions.'),
        }),
        event('remove', 'Removes a constraint.', { constraint: ofConstraint }),
        event(
          'aim',
          'Moves the target of a nail or a keyhole to another point, of an orientation to another direction.',
          {
            constraint: ofConstraint,
            to: vector('metres', 'The point, or the direction.'),
          },
        ),
        event(
          'follow',
          'Moves the target of a nail or a keyhole along a path, of an orientation along a path of directions.',
          {
            constraint: ofConstraint,
            path: path.describe('The path; its times count from the event.'),
          },
        ),
        event('apply-force', 'Applies a force to points from now on.', {
          id: ofForce,
          on: anchor.describe('What it pushes on; the force is shared among the points.'),
          force: vector('newtons', 'The force, all points together.'),
        }),
        event('apply-torque', 'Applies a torque to rigid bodies from now on.', {
          id: ofForce,
          body: bodyReferences,
          torque: vector('newton metres', 'On each of them, about the axes of the world.'),
        }),
        event('stop-force', 'Ends a force or a torque.', { id: ofForce }),
        event('set-gravity', 'Changes gravity.', { gravity: vector('m/s^2', 'From now on.', gravityRange) }),
        event('set', 'Changes a material parameter of a body.', {
          body: bodyReference,
          parameter: z.enum(settable, { error: 'a parameter' }).describe('Which parameter.'),
          value: notNegative('the unit of the parameter', 'Its value from now on.'),
        }),
        event('put-back', 'Puts bodies back where they started, at rest.', {
          body: bodyReferences,
        }),
        event('set-integrator', 'Changes the integrator of bodies; positions and velocities stay.', {
          body: bodyReferences,
          integrator: integratorName('From now on.'),
        }),
      ],
      { error: 'an event { "at": ..., "do": ... }' },
    ),
  );
export type EventDef = z.input<ReturnType<typeof eventSchema>>;

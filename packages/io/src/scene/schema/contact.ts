/** Contact of a scene: who touches whom, friction, restitution, thickness. */
import * as z from 'zod';
import { list, named, notNegative, object, positive, yesOrNo } from './quantities.ts';
import { bodyReference } from './selections.ts';

const friction = z
  .union(
    [
      notNegative('', 'Friction.'),
      z.tuple([notNegative('', 'At rest.'), notNegative('', 'In motion.')], {
        error: 'two numbers [at rest, in motion]',
      }),
    ],
    { error: 'a number, zero or more, or two: [at rest, in motion]' },
  )
  .optional()
  .describe('Coefficient of friction, or two: at rest and in motion.');
const restitution = z
  .number({ error: 'a number from 0 to 1' })
  .gte(0, { error: 'a number from 0 to 1' })
  .lte(1, { error: 'a number from 0 to 1' })
  .optional()
  .describe('How much of its speed a bounce keeps, 0 to 1.');

const bodyContact = object({
  friction,
  restitution,
  collides: z
    .union(
      [yesOrNo('Whether it touches others.'), list(bodyReference, 'a list of ids of bodies', 'Those that it touches.')],
      {
        error: 'true, false or a list of ids of bodies',
      },
    )
    .optional()
    .describe('Whether it touches others, or the ids of those that it touches; true if not given.'),
  self: yesOrNo(
    'Whether it touches itself. If not given, sheets and ropes do, solids and loose points do not.',
  ).optional(),
  radius: positive('metres', 'How thick a rope or a point is.').optional(),
  surface: z
    .enum(['mesh', 'skin'], { error: '"mesh" or "skin"' })
    .optional()
    .describe('What it touches others with: the surface of its mesh (the default), or its skin.'),
});
const pairContact = object({
  bodies: z.tuple([bodyReference, bodyReference], { error: 'two ids of bodies' }).describe('Both bodies.'),
  friction,
  restitution,
  collides: yesOrNo('Whether they touch each other.').optional(),
});

export const contact = named(
  'contact',
  z.union(
    [
      yesOrNo('Whether all bodies touch each other.'),
      object({
        thickness: positive(
          'metres',
          'How far apart surfaces keep; a thousandth of the smallest body if not given.',
        ).optional(),
        tolerance: z
          .number({ error: 'a number from 1e-10 to 0.1' })
          .gte(1e-10, { error: 'a number from 1e-10 to 0.1' })
          .lte(0.1, { error: 'a number from 1e-10 to 0.1' })
          .optional()
          .describe(
            'Residual to which impulses of heaps of more than 100 contacts are solved; 1e-10 if not given, as all others are. 1e-3 is much faster.',
          ),
        friction: friction.describe(
          'Of bodies that say nothing else: one number, or two, at rest and in motion; 0.5 if not given.',
        ),
        restitution: restitution.describe('Of bodies that say nothing else, 0 to 1; 0 if not given.'),
        bodies: z
          .record(z.string().min(1), bodyContact.describe('The surface of this body.'), {
            error: 'an object { "id of a body": { ... } }',
          })
          .optional()
          .describe('Bodies with a surface of their own, by id.'),
        pairs: list(
          pairContact,
          'a list of pairs',
          'Pairs of bodies that differ from what follows from each.',
        ).optional(),
      }),
    ],
    { error: 'true, or an object { "friction": ..., "restitution": ..., "bodies": { ... }, "pairs": [ ... ] }' },
  ),
).describe(
  'Bodies touch, rub and stack: true, or an object with friction, restitution and exceptions. Not at all if not given.',
);
export type ContactDef = z.input<typeof contact>;

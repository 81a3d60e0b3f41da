/** Probes: named numbers over time. */
import * as z from 'zod';
import { named, object, text, vector, whole } from './quantities.ts';
import { anchor, bodyReference } from './selections.ts';

const id = text('an id: a name of its own', 'A unique name; it is the title of its columns in tables.');
const plain = <K extends string>(kind: K, description: string) =>
  object({ id, kind: z.literal(kind).describe(description) });

export const probe = named(
  'probe',
  z.discriminatedUnion(
    'kind',
    [
      plain('kinetic-energy', 'Of all bodies (J).'),
      plain('potential-energy', 'Of springs, weight and forces (J).'),
      plain('total-energy', 'Kinetic and potential (J).'),
      plain('linear-momentum', 'Of all bodies (kg m/s): x, y, z.'),
      plain('angular-momentum', 'Of all bodies about the origin (kg m^2/s): x, y, z.'),
      object({
        id,
        kind: z.literal('residual').describe('The largest residual of active constraints.'),
        unit: z
          .enum(['m', 'rad'], { error: '"m" or "rad"' })
          .optional()
          .describe('Of lengths, "m", the default, or of angles, "rad".'),
        constraint: text(
          'the id of a constraint',
          'Of one constraint, in its own unit; of all if not given.',
        ).optional(),
        measure: z
          .enum(['max', 'sum'], { error: '"max" or "sum"' })
          .optional()
          .describe('The worst row, "max", the default, or all rows added up, "sum".'),
      }),
      plain(
        'step-residual',
        'The largest residual force of the last step of bodies that are solved iteratively, relative to the loads.',
      ),
      object({
        id,
        kind: z.literal('force').describe('The force that a constraint exerts (N).'),
        constraint: text('the id of a constraint', 'The constraint; of a group, the sum over its members.'),
        anchor: whole(0, 'The point of the constraint, counted from 0; 0 if not given.').optional(),
        component: z
          .enum(['x', 'y', 'z', 'magnitude'], { error: '"x", "y", "z" or "magnitude"' })
          .optional()
          .describe('One number of it; x, y and z if not given.'),
      }),
      object({
        id,
        kind: z.literal('contact').describe('What two bodies that touch do to each other.'),
        bodies: z
          .tuple([bodyReference, bodyReference], { error: 'two ids of bodies' })
          .describe('Both bodies; forces are those on the first.'),
        measure: z
          .enum(['force', 'point', 'gap', 'points', 'sticking'], {
            error: '"force", "point", "gap", "points" or "sticking"',
          })
          .optional()
          .describe(
            'The force (N), "force", the default; where it acts (m), "point"; the least gap (m), "gap"; how many places push, "points"; how many of them stick, "sticking".',
          ),
      }),
      object({
        id,
        kind: z.literal('torque').describe('The torque that a joint exerts on its first body (N m).'),
        constraint: text('the id of a constraint', 'A hinge, a slider or a weld.'),
        component: z
          .enum(['x', 'y', 'z', 'magnitude'], { error: '"x", "y", "z" or "magnitude"' })
          .optional()
          .describe('One number of it; x, y and z if not given.'),
      }),
      object({
        id,
        kind: z.literal('pulley').describe('What a pulley does.'),
        constraint: text('the id of a constraint', 'A constraint of kind "pulley".'),
        measure: z
          .enum(['tension', 'wrap', 'angle', 'torque', 'slip'], {
            error: '"tension", "wrap", "angle", "torque" or "slip"',
          })
          .optional()
          .describe(
            'The tensions of the rod before and behind it (N), "tension", the default; by how much it is wrapped around (rad), "wrap"; by how much the wheel has turned (rad), "angle"; the torque of the rod on it (N m), "torque"; how far the rod has slipped on the rim before and behind (m), "slip".',
          ),
      }),
      object({
        id,
        kind: z.literal('volume').describe('The volume of a body made of tets (m^3).'),
        body: bodyReference,
      }),
      object({
        id,
        kind: z.literal('bend-radius').describe('The smallest radius of curvature of a rod (m).'),
        body: bodyReference,
      }),
      object({
        id,
        kind: z
          .literal('distance-change')
          .describe('The largest change of the distances of points from a point since the start (m).'),
        of: anchor.describe('The points: one or many.'),
        from: vector('metres', 'The point of the world.'),
      }),
      object({
        id,
        kind: z.literal('position').describe('Where a point of a body is (m): x, y, z.'),
        of: anchor.describe('The point: a selection of one.'),
      }),
    ],
    { error: 'a probe { "id": ..., "kind": ... }' },
  ),
);
export type ProbeDef = z.input<typeof probe>;

/** The scene format: what may stand in a file, in words that editors show. */
import { kindsVersion } from '@pliant/engine';
import * as z from 'zod';
import { body } from './schema/bodies/bodies.ts';
import { constraintSchema } from './schema/constraints/constraints.ts';
import { method } from './schema/constraints/methods.ts';
import { contact } from './schema/contact.ts';
import { eventSchema } from './schema/events.ts';
import { fit } from './schema/fit.ts';
import { probe } from './schema/probes.ts';
import { gravityRange, integratorName, list, object, positive, stepRange, text, vector } from './schema/quantities.ts';
import { namedSelection } from './schema/selections.ts';

/** The version of the format this package reads. */
export const sceneVersion = 1;
export const sceneDefaults = { gravity: [0, -9.81, 0], duration: 10, integrator: 'verlet', method: 'local' } as const;

const makeSchema = () =>
  object({
    $schema: z.string({ error: 'text' }).optional().describe('The path of this schema, for editors.'),
    pliant: z.literal(sceneVersion, { error: `${sceneVersion}` }).describe('The version of the scene format.'),
    name: text('a name for the scene', 'The name of the scene.'),
    description: z.string({ error: 'text' }).optional().describe('A description of the scene.'),
    gravity: vector('m/s^2', 'Gravity; [0, -9.81, 0] if not given.', gravityRange).optional(),
    step: positive('seconds', 'The time step h.', stepRange),
    duration: positive('seconds', 'The simulated time of a run; 10 if not given.').optional(),
    defaults: object({
      integrator: integratorName(
        'Of bodies that name none; if not given "verlet", and "backward-euler" for ropes and bodies connected to them.',
      ).optional(),
      method: method
        .optional()
        .describe(
          'Of constraints that name none; if not given "local", and "displacement" where the step of the bodies is a solve.',
        ),
    })
      .optional()
      .describe('Defaults for bodies and constraints.'),
    selections: z
      .record(z.string().min(1), namedSelection.describe('A selection, by a name of your own.'), {
        error: 'an object { "name": selection }',
      })
      .optional()
      .describe('Selections by name, to be used by several constraints.'),
    contact: contact.optional(),
    bodies: list(body, 'a list of bodies', 'The bodies.'),
    constraints: list(constraintSchema(), 'a list of constraints', 'The constraints.').optional(),
    events: list(
      eventSchema(),
      'a list of events',
      'The events; those at the same time happen in this order.',
    ).optional(),
    probes: list(probe, 'a list of probes', 'The quantities that are measured.').optional(),
    fit: fit.optional().describe('How its superquadrics are fitted to data, by `pliant fit`.'),
    view: object({
      camera: vector('metres', 'The position of the camera.'),
      target: vector('metres', 'The point that the camera looks at.'),
    })
      .optional()
      .describe('The initial view.'),
  });

/** A scene as plain data: what is typed, saved, compared and shared. */
export type SceneDef = z.input<ReturnType<typeof makeSchema>>;

let made: { readonly version: number; readonly schema: ReturnType<typeof makeSchema> } | undefined;
/** The scene format, with all kinds of constraints there are now. */
export function sceneSchema(): ReturnType<typeof makeSchema> {
  const version = kindsVersion();
  if (made?.version !== version) made = { version, schema: makeSchema() };
  return made.schema;
}

export type { BodyDef, PlaceDef, PlacementDef, SoftDef } from './schema/bodies/bodies.ts';
export type { MeshDef } from './schema/bodies/meshes.ts';
export type { CurveDef } from './schema/bodies/spline.ts';
export type { RampDef } from './schema/constraints/constraint-keys.ts';
export type { ConstraintDef, EquationDef } from './schema/constraints/constraints.ts';
export type { MethodDef } from './schema/constraints/methods.ts';
export type { ContactDef } from './schema/contact.ts';
export type { EventDef } from './schema/events.ts';
export type { FitDef } from './schema/fit.ts';
export type { AnyPointDef, DrivenDef, ScenePathDef, TargetDef } from './schema/paths.ts';
export type { ProbeDef } from './schema/probes.ts';
export type { AnchorDef, OwnSelectionDef, SelectionDef } from './schema/selections.ts';

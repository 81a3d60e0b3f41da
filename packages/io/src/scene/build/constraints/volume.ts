/** Bodies of a scene that keep their volume. */
import { type ConstraintSpec, incompressible } from '@pliant/engine';
import type { ConstraintDef } from '../../schema.ts';
import type { Cast } from '../cast.ts';

/** One for each copy of the body. */
export const volumeSpecs = (
  def: Extract<ConstraintDef, { kind: 'volume' }>,
  path: string,
  cast: Cast,
): { readonly body: string; readonly spec: ConstraintSpec }[] | undefined =>
  cast
    .find(def.body, `${path}.body`)
    ?.map(({ body }) => ({ body: body.id, spec: incompressible(body, def.per ?? 'cell') }));

/** Volume: a body that keeps its volume, cell by cell or as a whole. */
import type { Body } from '../../../bodies/body.ts';
import { constraintKind } from '../constraint-kind.ts';
import { body, choice, optional } from '../fields.ts';
import { incompressible } from '../volumes.ts';

export const volumeKind = constraintKind({
  kind: 'volume',
  description: 'Keeps the volume of a body made of tets or cells.',
  fields: {
    body: body('The id of the body.', {
      what: 'a body made of tets or cells',
      add: (id) => `add a body "${id}" with a mesh of tets or cells`,
      accepts: ({ mesh }: Body) => mesh !== undefined && (mesh.tets.length > 0 || mesh.hexes !== undefined),
    }),
    per: optional(
      choice(['cell', 'body'], 'Of each cell or tet ("cell"), or of the body as a whole ("body").'),
      'cell',
    ),
  },
  glyph: { body: 'none', world: 'none' },
  make: ({ body: whose, per }) => incompressible(whose, per ?? 'cell'),
});

/** Outside: nodes kept out of a model. */
import type { Body } from '../../../bodies/body.ts';
import type { Model } from '../../../bodies/model.ts';
import { constraintKind } from '../constraint-kind.ts';
import { body, points } from '../fields.ts';
import { outside } from '../outside.ts';

export const outsideKind = constraintKind({
  kind: 'outside',
  description: 'Keeps nodes out of a model: a closed surface of triangles, convex or not.',
  fields: {
    a: points('The nodes that are kept out: one or many.'),
    model: body('The id of a body of kind "model".', {
      what: 'a model',
      add: (id) => `add a body { "id": "${id}", "kind": "model", "surface": "${id}.obj" }`,
      accepts: (one: Body) => 'encloses' in one,
    }),
  },
  traits: ['one-sided'],
  glyph: { body: 'contact', world: 'none' },
  make: ({ a, model }) => outside(a, model as Model),
});

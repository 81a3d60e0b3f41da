/** Outside: nodes kept out of a model. Those that start inside would be thrown out, and are refused. */
import type { Body } from '../../../bodies/body.ts';
import type { Model } from '../../../bodies/model.ts';
import { constraintKind, misfit } from '../constraint-kind.ts';
import { body, points } from '../fields.ts';
import { outside } from '../outside.ts';

/** Deeper than this at the start, m, is no rounding. */
const overlap = 1e-9;

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
  make: ({ a, model }, { now }) => {
    const spec = outside(a, model as Model);
    const plane = new Float64Array(4);
    for (const { body: id, blocks } of a) {
      const x = now(id as string);
      const depth = spec.obstacle?.planeAt(x[blocks[0]], x[blocks[0] + 1], x[blocks[0] + 2], plane) ?? 0;
      if (depth > overlap)
        throw misfit(
          'a',
          `node ${blocks[0] / 3} of body "${id}" starts ${Number(depth.toPrecision(3))} m inside "${model.id}" and would be thrown out. Move one of them.`,
        );
    }
    return spec;
  },
});

/** Contact: mass points that do not overlap, each and the next. */
import { number, optional, positive } from '../../../base/field.ts';
import { constraintKind, misfit } from '../constraint-kind.ts';
import { nodes } from '../fields.ts';
import { apart } from '../pearls.ts';
import { massPoints } from './pearl.ts';

export const contactKind = constraintKind({
  kind: 'contact',
  description: 'Keeps consecutive mass points from overlapping.',
  fields: {
    a: nodes('Nodes of a body of kind "particles", one after another, such as pearls along their rod.'),
    distance: optional(number('metres', 'How far apart they stay.', positive), 'twice the radius of the body'),
    restitution: optional(
      number('', 'Coefficient of restitution: the speed after an impact divided by the speed before.', {
        least: 0,
        most: 1,
      }),
      0,
    ),
  },
  traits: ['one-sided'],
  glyph: { body: 'none', world: 'none' },
  make: ({ a, distance, restitution }) => {
    const picked = massPoints(a);
    const bare = picked.find(({ body }) => body.radius === undefined)?.body;
    if (distance === undefined && bare)
      throw misfit('distance', `distance is missing, as body "${bare.id}" has no radius; give one, in metres.`);
    const points = picked.flatMap(({ body, nodes: own }) =>
      Array.from(own, (node) => ({ body, node, radius: (distance ?? 2 * (body.radius as number)) / 2 })),
    );
    if (points.length > 1) return apart(points, restitution);
    throw misfit('a', 'selects one node, which nothing is near; select two or more.');
  },
});

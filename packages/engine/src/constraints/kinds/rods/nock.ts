/** Nock: a string pushes the end of an arrow. */
import { notNegative, number, optional, positive } from '../../../base/field.ts';
import { constraintKind, misfit } from '../constraint-kind.ts';
import { rodPoint } from '../fields.ts';
import { nock, nockDefaults } from '../rod-constraints.ts';
import { at } from '../situations.ts';
import { twistOf } from './twist.ts';

export const nockKind = constraintKind({
  kind: 'nock',
  description: 'A string pushes the end of an arrow and holds it sideways while it pushes; then the arrow is released.',
  fields: {
    a: rodPoint('The point of the string'),
    b: rodPoint('The end of the arrow'),
    reach: optional(
      number('metres', 'The distance within which the string catches the arrow.', positive),
      nockDefaults.reach,
    ),
    grip: optional(
      number('N', 'The pull that releases the arrow; with 0 the string only pushes.', notNegative),
      nockDefaults.grip,
    ),
  },
  traits: ['one-sided', 'latching'],
  glyph: { body: 'contact', world: 'none' },
  make: ({ a, b, reach, grip }, situation) => {
    if (b.u !== 0 && b.u !== b.body.spans)
      throw misfit('b', `u = ${b.u} is not an end of body "${b.body.id}"; take u = 0 or ${b.body.spans}.`);
    const place = at(situation);
    const turn = place(twistOf(b, 'b'))[0] - place(twistOf(a, 'a'))[0];
    return nock(a, b, {
      ...(reach === undefined ? {} : { reach }),
      ...(grip === undefined ? {} : { grip }),
      turn,
    });
  },
});

/** Points at most, or at least, a radius from a point. */
import { number, positive } from '../../../base/field.ts';
import { constraintKind } from '../constraint-kind.ts';
import { beyond, within } from '../constraints.ts';
import { point, points } from '../fields.ts';
import { checkStart } from '../situations.ts';

const fields = {
  a: points('The points that are kept there: one or many.'),
  b: point('What they are measured from'),
  radius: number('metres', 'How far.', positive),
};

export const withinKind = constraintKind({
  kind: 'within',
  description: 'Keeps points at most a radius from a point: a rope.',
  fields,
  traits: ['one-sided'],
  glyph: { body: 'pin', world: 'anchor', between: 'rod' },
  make: ({ a, b, radius }, situation) => checkStart(within(a, b, radius), situation),
});
export const beyondKind = constraintKind({
  kind: 'beyond',
  description: 'Keeps points at least a radius from a point: outside of a ball.',
  fields,
  traits: ['one-sided'],
  glyph: { body: 'contact', world: 'anchor' },
  make: ({ a, b, radius }, situation) => checkStart(beyond(a, b, radius), situation),
});

/** Keyhole: a rod slides through a point. */
import type { Anchor } from '../../../anchors/anchor.ts';
import { rodPlace, startOfCut } from '../../../anchors/rod-cut.ts';
import { optional } from '../../../base/field.ts';
import { constraintKind, misfit, type Triple } from '../constraint-kind.ts';
import { direction, rodPoints, rows, sliding, target, threaded, yesOrNo } from '../fields.ts';
import { keyhole } from '../keyholes.ts';
import type { OnRod } from '../rod-constraints.ts';
import { anchorOf, at, targetsAt } from '../situations.ts';
import { slidingOf } from './sliding.ts';

export const keyholeKind = constraintKind({
  kind: 'keyhole',
  description: 'Lets a rod slide through a point.',
  fields: {
    a: rodPoints('The initial place on a rod: "u" or "along", one or many.'),
    to: optional(
      target('Slide through this point of the world, or one on a path; several points keep their relative places.'),
      'where they are',
    ),
    b: optional(
      threaded('Slide through a point of a body instead; of the same rod: a slipknot. One, or one for each.'),
    ),
    direction: optional(
      direction('The direction in which the rod passes, of any length, or a path of directions.'),
      'any way',
    ),
    rows: rows('With a direction: 2, the rod may stretch there; 3: it may not.'),
    ...sliding,
    drum: optional(
      yesOrNo('Of a rod with "cuts": Coulomb friction as on a drum, over all of the angle by which the rope turns.'),
      false,
    ),
  },
  exclusive: { keys: ['to', 'b'], what: 'say what it slides through' },
  ramp: true,
  traits: ['sliding'],
  glyph: { body: 'eye', world: 'eye', first: 'threaded' },
  make: (given, situation) => {
    const { a, to, b, direction: along, rows: count } = given;
    if (count !== undefined && !along)
      throw misfit('rows', 'rows are those of a direction; give one, or leave this out.');
    const through = b && throughOf(b, a.length);
    const places = a.map(({ body, u }) => at(situation)(rodPlace(body, u)));
    const starts = a.map(({ body, u }) => startOfCut(body, u) ?? u);
    const [{ body }] = a;
    return keyhole(a, through ?? targetsAt(places, to), {
      ...slidingOf(given, starts, body.spans, `body "${body.id}"`),
      ...(along ? { direction: anchorOf(along), rows: count ?? 2 } : {}),
    });
  },
  aim: {
    at: 'target',
    // many keep their places about their mean, as they have at first
    targets: ({ members }, to) =>
      targetsAt(
        members.map(([, { parameters: x }]): Triple => [x[0], x[1], x[2]]),
        to,
      ),
  },
});

/** What a rod slides through: one for all, or one for each. */
function throughOf(found: readonly (OnRod | Anchor)[], count: number): readonly (OnRod | Anchor)[] {
  if (found.length === count) return found;
  if (found.length === 1) return new Array<OnRod | Anchor>(count).fill(found[0]);
  throw misfit('b', `selects ${found.length} points for ${count} of "a". Select one, or one for each.`);
}

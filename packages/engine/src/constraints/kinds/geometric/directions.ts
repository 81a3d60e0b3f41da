/** Two directions: parallel, or at right angles. */
import type { Anchor } from '../../../anchors/anchor.ts';
import type { ConstraintSpec } from '../../constraint.ts';
import { constraintKind, misfit, type Situation } from '../constraint-kind.ts';
import { parallel, perpendicular } from '../constraints.ts';
import { point } from '../fields.ts';
import { at, checkStart, difference, sizeOf } from '../situations.ts';

const fields = {
  a: point('One end of one direction'),
  b: point('The other'),
  c: point('One end of the other direction'),
  d: point('The other'),
};
type Four = Readonly<Record<'a' | 'b' | 'c' | 'd', Anchor>>;

/** With their lengths as they are. */
function directions(make: typeof parallel, { a, b, c, d }: Four, situation: Situation): ConstraintSpec {
  const place = at(situation);
  const length = (from: Anchor, to: Anchor, names: readonly [string, string]): number => {
    const size = sizeOf(difference(place(from), place(to)));
    if (size > 0) return size;
    throw misfit(names[1], `is where "${names[0]}" is, so there is no direction; choose another point.`);
  };
  return checkStart(make(a, b, c, d, [length(a, b, ['a', 'b']), length(c, d, ['c', 'd'])]), situation);
}

export const parallelKind = constraintKind({
  kind: 'parallel',
  description: 'Holds two directions parallel, or antiparallel if they start so.',
  fields,
  ramp: true,
  glyph: { body: 'relation', world: 'anchor' },
  make: (given, situation) => directions(parallel, given, situation),
});
export const perpendicularKind = constraintKind({
  kind: 'perpendicular',
  description: 'Holds two directions at right angles.',
  fields,
  ramp: true,
  glyph: { body: 'relation', world: 'anchor' },
  make: (given, situation) => directions(perpendicular, given, situation),
});

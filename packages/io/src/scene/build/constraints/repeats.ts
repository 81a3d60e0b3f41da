/**
 * Members of a constraint that are the same twice. A second one adds nothing and makes the rows dependent, so it is a slip
 * of whoever listed the points; and thousands of them would make every matrix full.
 */
import type { Anchor, ConstraintSpec } from '@pliant/engine';

/** What is wrong, in words; undefined if all members differ. */
export function repeatedMember({ members, each }: ConstraintSpec): string | undefined {
  if (members.length < 2) return undefined;
  const first = new Map<string, number>();
  for (let m = 0; m < members.length; m++) {
    const key = `${members[m].map(keyOf).join(';')}|${each?.[m] ?? ''}`;
    const twin = first.get(key);
    if (twin !== undefined) {
      const bodies = [...new Set(members[m].flatMap(({ body }) => (body === undefined ? [] : [`"${body}"`])))];
      return `holds the same point of body ${bodies.join(' and ')} twice (numbers ${twin} and ${m} of its points); list each once.`;
    }
    first.set(key, m);
  }
  return undefined;
}
const keyOf = ({ body = '', blocks, parameters, own }: Anchor): string =>
  `${body} ${blocks} ${parameters} ${own?.map(({ start }) => start) ?? ''}`;

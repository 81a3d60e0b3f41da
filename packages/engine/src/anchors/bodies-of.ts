import type { Anchor } from './anchor.ts';

/**
 * The ids of the bodies that the members of a constraint act on, each once, in the order of the first point on it.
 * @example bodiesOf(join(node(cube, 0), node(other, 0)).members)
 */
export function bodiesOf(members: readonly (readonly Anchor[])[]): Set<string> {
  const found = new Set<string>();
  for (let m = 0; m < members.length; m++) {
    const anchors = members[m];
    for (let k = 0; k < anchors.length; k++) {
      const { body } = anchors[k];
      if (body !== undefined) found.add(body);
    }
  }
  return found;
}

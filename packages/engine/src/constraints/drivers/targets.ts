/** What of a group's parameters changes with time by a rule: targets on paths, driven parameters, the time itself. */
import type { Anchor } from '../../anchors/anchor.ts';
import { createPath, type Path } from '../../paths/path.ts';
import type { Composition } from '../bound-relation.ts';
import type { Member } from '../constraint-state.ts';

/** Some columns of a member take the value of a path, or its first or second rate. */
export interface Aim {
  readonly member: number;
  readonly path: Path;
  /** how many steps ahead it aims */
  readonly reach: number;
  readonly columns: readonly { readonly column: number; readonly component: number }[];
}

/** The path of the time: t, 1, 0. */
const clock: Path = {
  duration: Number.POSITIVE_INFINITY,
  evaluate: (t, out) => {
    out.fill(0);
    out[0] = t;
    out[3] = 1;
  },
};

export function aimsOf(
  members: readonly Member[],
  composition: Composition,
  reachOf: (anchors: readonly Anchor[]) => number,
): Aim[] {
  const all: Aim[] = [];
  members.forEach(({ held, index }, member) => {
    const { constraint } = held;
    if (!composition.driven.length && !held.anchors[index].some(({ path }) => path)) return;
    const reach = reachOf(held.anchors[index]);
    const targets = held.anchors[index].flatMap(({ path }, k): Aim[] => {
      if (!path) return [];
      const first = composition.anchorColumn(k);
      const columns = Array.from({ length: 9 }, (_, i) => ({ column: first + i, component: i }));
      return [{ member, path: createPath(path), reach, columns }];
    });
    const driven = composition.driven.map((parameter, n): Aim => {
      const drive = constraint.drives?.find((d) => d.parameter === parameter);
      const rate = composition.rateColumn(n);
      return {
        member,
        path: drive ? createPath(drive.path) : clock,
        reach,
        columns: [
          { column: 1 + parameter, component: 0 },
          { column: rate, component: 3 },
          { column: rate + 1, component: 6 },
        ],
      };
    });
    all.push(...targets, ...driven);
  });
  return all;
}

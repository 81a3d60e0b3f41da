/** Parameters of a batch that change with time by a rule: targets on paths, driven parameters, the time itself. */
import type { Anchor } from '../../anchors/anchor.ts';
import { createPath, type Path } from '../../paths/path.ts';
import type { BoundRelation } from '../bound-relation.ts';
import type { Member } from '../constraint-state.ts';

/** Some columns of a member take the value of a path, or its first or second rate. */
export interface Aim {
  readonly member: number;
  readonly path: Path;
  /** how many steps ahead it is evaluated */
  readonly lookahead: number;
  readonly columns: readonly { readonly column: number; readonly component: number }[];
  /** columns of its value at the time of q, where they are others */
  readonly now: readonly { readonly column: number; readonly component: number }[];
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

export function movingTargetsOf(
  members: readonly Member[],
  boundRelation: BoundRelation,
  lookaheadOf: (anchors: readonly Anchor[]) => number,
): Aim[] {
  const all: Aim[] = [];
  if (!boundRelation.driven.length && !boundRelation.moving.length) return all; // nothing in it can move by itself
  const nowOf = (columns: Aim['columns']): Aim['now'] =>
    columns.flatMap(({ column, component }) =>
      boundRelation.moving.flatMap(({ ahead, now }) =>
        ahead === column && now !== ahead ? [{ column: now, component }] : [],
      ),
    );
  members.forEach(({ constraintState, index }, member) => {
    const { constraint } = constraintState;
    if (!boundRelation.driven.length && !constraintState.anchors[index].some(({ path }) => path)) return;
    const lookahead = lookaheadOf(constraintState.anchors[index]);
    const targets = constraintState.anchors[index].flatMap(({ path }, k): Aim[] => {
      if (!path) return [];
      const first = boundRelation.anchorColumn(k);
      const columns = Array.from({ length: 9 }, (_, i) => ({ column: first + i, component: i }));
      return [{ member, path: createPath(path), lookahead, columns, now: nowOf(columns) }];
    });
    const driven = boundRelation.driven.map((parameter, n): Aim => {
      const drive = constraint.drives?.find((d) => d.parameter === parameter);
      const rate = boundRelation.rateColumn(n);
      const columns = [
        { column: 1 + parameter, component: 0 },
        { column: rate, component: 3 },
        { column: rate + 1, component: 6 },
      ];
      return { member, path: drive ? createPath(drive.path) : clock, lookahead, columns, now: nowOf(columns) };
    });
    all.push(...targets, ...driven);
  });
  return all;
}

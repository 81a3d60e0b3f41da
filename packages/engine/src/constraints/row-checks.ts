/** Checks that rows have finite values and slopes at the present coordinates; otherwise explains why not. */

import { Refusal } from '../base/refusal.ts';
import { type Kernel, kernel, toRow } from '../kernel/compile/kernel.ts';
import { add, square, zero } from '../kernel/formula/expr.ts';
import { explain } from '../relations/explain.ts';
import { startFault } from '../relations/start-fault.ts';
import { type BoundRelation, jacobian, perBoundRelation } from './bound-relation.ts';
import type { BatchView } from './method.ts';

/** Steeper rows, per metre, need no closer check. */
const steep = 1e-6;

/** Per member: its points, then the squared slope and the value of each row. */
const measuring = perBoundRelation((boundRelation) => measuringAt(boundRelation, 'q'));
const measuringAhead = perBoundRelation((boundRelation) => measuringAt(boundRelation, 'p'));
function measuringAt(boundRelation: BoundRelation, column: string): Kernel {
  const rows = boundRelation.at(column);
  const slopes = jacobian(rows).map((line) => line.map(square).reduce((a, b) => add(a, b), zero));
  return kernel([...rows.points.flat(), ...slopes, ...rows.C].map((e, r) => toRow(r, e)));
}

/** Active members with curved rows: the slopes of linear rows are the same everywhere. */
export function checkRows(shape: BatchView): void {
  const { boundRelation } = shape;
  if (boundRelation.linear || boundRelation.velocity) return;
  const members = Array.from({ length: shape.members.length }, (_, m) => m).filter((m) => shape.isActive(m));
  if (!members.length) return;
  const memberBatch = shape.memberBatch(measuring(boundRelation), members);
  memberBatch.batch.run();
  const first = 3 * boundRelation.shapes.length;
  const { size } = boundRelation;
  const doubtful = members.filter((_, e) => {
    for (let r = 0; r < size; r++) {
      const [slope, C] = [memberBatch.batch.row(e, first + r), memberBatch.batch.row(e, first + size + r)];
      if (!(slope > steep * steep) || !Number.isFinite(slope) || !Number.isFinite(C)) return true;
    }
    return false;
  });
  shape.releaseMemberBatch(memberBatch);
  for (const member of doubtful) {
    const { points, parameters } = measured(shape, member);
    const fault = startFault(boundRelation.relation, points, parameters);
    if (!fault) continue;
    const { constraint } = shape.who(member);
    throw new Refusal('degenerate', { constraint }, fault, [constraint], `constraint ${shape.label(member)}: `);
  }
}

/** Why a member's rows are not finite, at q or at p. */
export function explained(shape: BatchView, member: number): string {
  for (const made of [measuring, measuringAhead]) {
    const { points, parameters } = measured(shape, member, made(shape.boundRelation));
    const why = explain(shape.boundRelation.relation, points, parameters);
    if (why) return why;
  }
  return 'its value is not a number.';
}

function measured(
  shape: BatchView,
  member: number,
  made = measuring(shape.boundRelation),
): { points: number[][]; parameters: number[] } {
  const { boundRelation } = shape;
  const memberBatch = shape.memberBatch(made, [member]);
  memberBatch.batch.run();
  const points = boundRelation.shapes.map((_, k) => [0, 1, 2].map((axis) => memberBatch.batch.row(0, 3 * k + axis)));
  shape.releaseMemberBatch(memberBatch);
  return { points, parameters: shape.relationParameters(member) };
}

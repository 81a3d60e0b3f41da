/** Whether the rows of constraints are numbers and have slopes where things are now; if not, why, in words. */

import { type Kernel, kernel, toRow } from '../kernel/compile/kernel.ts';
import { add, square, zero } from '../kernel/formula/expr.ts';
import { explain } from '../relations/explain.ts';
import { startFault } from '../relations/start-fault.ts';
import { type Composition, jacobian, perComposition } from './bound-relation.ts';
import type { Shape } from './method.ts';

/** What is steeper, per metre, need not be looked at closely. */
const steep = 1e-6;

/** Per member: its points, then the squared slope and the value of each row. */
const measuring = perComposition((composition) => measuringAt(composition, 'q'));
const measuringAhead = perComposition((composition) => measuringAt(composition, 'p'));
function measuringAt(composition: Composition, column: string): Kernel {
  const rows = composition.at(column);
  const slopes = jacobian(rows).map((line) => line.map(square).reduce((a, b) => add(a, b), zero));
  return kernel([...rows.points.flat(), ...slopes, ...rows.C].map((e, r) => toRow(r, e)));
}

/** Members that are active, and not linear: linear rows have the slopes they have everywhere. */
export function refuseUnsound(shape: Shape): void {
  const { composition } = shape;
  if (composition.linear || composition.velocity) return;
  const members = Array.from({ length: shape.members.length }, (_, m) => m).filter((m) => shape.isActive(m));
  if (!members.length) return;
  const side = shape.side(measuring(composition), members);
  side.batch.run();
  const first = 3 * composition.shapes.length;
  const { size } = composition;
  const doubtful = members.filter((_, e) => {
    for (let r = 0; r < size; r++) {
      const [slope, C] = [side.batch.row(e, first + r), side.batch.row(e, first + size + r)];
      if (!(slope > steep * steep) || !Number.isFinite(slope) || !Number.isFinite(C)) return true;
    }
    return false;
  });
  shape.endSide(side);
  for (const member of doubtful) {
    const { points, parameters } = measured(shape, member);
    const fault = startFault(composition.relation, points, parameters);
    if (fault) throw new Error(`constraint ${shape.blame(member)}: ${fault}`);
  }
}

/** Why a member's rows are no numbers, where things are or where they would be. */
export function explained(shape: Shape, member: number): string {
  for (const made of [measuring, measuringAhead]) {
    const { points, parameters } = measured(shape, member, made(shape.composition));
    const why = explain(shape.composition.relation, points, parameters);
    if (why) return why;
  }
  return 'its value is not a number.';
}

function measured(
  shape: Shape,
  member: number,
  made = measuring(shape.composition),
): { points: number[][]; parameters: number[] } {
  const { composition } = shape;
  const side = shape.side(made, [member]);
  side.batch.run();
  const points = composition.shapes.map((_, k) => [0, 1, 2].map((axis) => side.batch.row(0, 3 * k + axis)));
  shape.endSide(side);
  return { points, parameters: shape.relationParameters(member) };
}

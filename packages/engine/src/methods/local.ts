/**
 * Local: each constraint by itself, exactly, in one pass over the predicted points.                    [GBT06, sec. 3, 4]
 *
 *   (J c J^T) lambda = -C(p),    F = J^T lambda,    p <- p + c F
 *
 * c is how far a unit of force moves a coordinate in this step [GBT06, eq. 1], exact for the integrator in use. F is
 * incremental: the integrator is not run again (1.5 to 2 times closer). Exact for rows that are linear in the points.
 */
import { type Expr, mul, neg, select, square, zero } from '../kernel/expr.ts';
import { addTo, kernel, parameter, type Sink, toRow } from '../kernel/kernel.ts';
import { add3, scale3, sum3, type Vec3 } from '../kernel/vector.ts';
import { activeColumn, type Composition, jacobian, type Rows, spreadForce } from '../rows.ts';
import { type Method, runEach } from './method.ts';
import { solveRows } from './solve.ts';

export const local: Method = {
  kind: 'local',
  order: 3,
  exclusive: () => true,
  pointsOnly: true,
  work: (shapes) => ({ onPrediction: runEach(shapes) }),
  refuses: ({ relation, linear }) => {
    if (relation.sense !== '=') return `"local" holds equalities; "${relation.kind}" is one-sided. Try "reaction".`;
    if (!linear) return `"local" needs rows that are linear in the points; "${relation.kind}" is not. Try "reaction".`;
    return undefined;
  },
  kernel: (composition) => {
    const rows = composition.at('p');
    const gains = composition.shapes.map((_, k) => composition.blocks('c', k));
    const active = (e: Expr): Expr => select(zero, parameter(activeColumn), e, zero);
    const sinks: Sink[] = [];
    pointForces(composition, rows, gains).forEach((found, k) => {
      const force = found.map(active) as unknown as Vec3;
      spreadForce(rows.L[k], force).forEach((F, b) => {
        const slot = composition.anchorSlot(k) + b;
        sinks.push(
          addTo(
            'p',
            slot,
            F.map((f, i) => mul(gains[k][b][i], f)),
          ),
          addTo('f', slot, F),
        );
      });
      force.forEach((f, axis) => {
        sinks.push(toRow(3 * k + axis, f));
      });
    });
    return kernel(sinks);
  },
};

/** The force at each point. */
function pointForces({ relation }: Composition, rows: Rows, gains: readonly Expr[][][]): readonly Vec3[] {
  if (relation.closedForm) {
    // how far a unit of force at a point moves it, axis by axis: sum (dx/dq)^2 c
    const pointGains = rows.L.map((blocks, k) =>
      blocks
        .flatMap((block, b) => block.map((dx, i) => scale3(gains[k][b][i], dx.map(square) as unknown as Vec3)))
        .reduce(add3, [zero, zero, zero]),
    );
    return relation.closedForm(rows.points, pointGains);
  }
  const lambda = solveRows(jacobian(rows), gains.flat(2), rows.C.map(neg), false);
  return rows.points.map((_, k) => sum3(rows.G.map((G, r) => scale3(lambda[r], G[k]))));
}

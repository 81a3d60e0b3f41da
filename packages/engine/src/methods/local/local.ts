/**
 * Local: each constraint by itself, exactly, in one pass over the predicted points.                    [GBT06, sec. 3, 4]
 *
 *   (J c J^T) lambda = -C(p),    R = J^T lambda,    p <- p + c R,  u <- u + d R
 *
 * c and d say what a unit of force does to the prediction, exact for the integrator in use. The integrator is not run
 * again (1.5 to 2 times closer). Rows that are linear in the coordinates are met in one pass. The others take Newton
 * steps, with forces along the rows as they were at the beginning of the step, which keeps angular momentum:
 *
 *   (J(p) c J(q)^T) dlambda = -C(p),    until C is rounding
 */

import { checkOptions, oneOf } from '../../base/options.ts';
import { activationColumn, type BoundRelation, jacobian, type Rows } from '../../constraints/bound-relation.ts';
import { forcesThemselves, type Method, type Rule } from '../../constraints/method.ts';
import { hasConstantSlopes, pointForces, pushes, records } from '../../constraints/push.ts';
import { solveRows } from '../../constraints/small-solve.ts';
import type { Integrator } from '../../integrators/integrator.ts';
import { hoist } from '../../kernel/compile/hoist.ts';
import { kernel, parameter, row, type Source, toRow } from '../../kernel/compile/kernel.ts';
import { abs, add, type Expr, max, neg, one, select, square, zero } from '../../kernel/formula/expr.ts';
import { add3, scale3, type Vec3 } from '../../kernel/formula/vector.ts';
import { LocalWork } from './local-work.ts';

/**
 * Options of `localMethod`.
 * @example const options: LocalOptions = { conflicts: 'refuse' };
 */
export interface LocalOptions {
  /** constraints that share points: solved together, or refused as in the paper */
  readonly conflicts?: 'solve' | 'refuse';
  /** velocities projected onto the constraints where the integrator needs it, or never, as printed */
  readonly projection?: 'needed' | 'never';
  /** reactions on bodies under implicit Euler act inside their solve, or after it, as printed: wrong at rest */
  readonly implicit?: 'post' | 'schur';
}
/**
 * With conflicts refused, `implicit` is "post", as in the paper: inside a solve all constraints of a body are coupled.
 * What `localMethod` uses for options that are not given.
 * @example localMethod({ ...localDefaults, conflicts: 'refuse' })
 */
export const localDefaults = { conflicts: 'solve', projection: 'needed', implicit: 'schur' } as const;

const made = new Map<string, Method>();
/**
 * The local method. Equal options give the same object, and one batch.
 * @example localMethod({ projection: 'never' })
 */
export function localMethod(options: LocalOptions = {}): Method {
  checkOptions('localMethod', options, {
    conflicts: oneOf('solve', 'refuse'),
    projection: oneOf('needed', 'never'),
    implicit: oneOf('post', 'schur'),
  });
  const { conflicts, projection } = { ...localDefaults, ...options };
  const implicit = options.implicit ?? (conflicts === 'refuse' ? 'post' : localDefaults.implicit);
  const key = `${conflicts} ${projection} ${implicit}`;
  const found = made.get(key);
  if (found) return found;
  if (conflicts === 'refuse' && implicit === 'schur') {
    throw new Error(
      'local: inside a solve ("schur") constraints of a body are always solved together; "conflicts" must be "solve".',
    );
  }
  const method: Method = {
    kind: 'local',
    fingerprint: key,
    order: 3,
    exclusive: () => conflicts === 'refuse',
    remedy: 'have them solved together ("conflicts": "solve")',
    needs: 'points',
    predicts: true,
    holdsVelocities: true,
    ...(implicit === 'schur' ? { inside: true } : {}),
    ramps: ['goal', 'force'],
    promise: 8 * Number.EPSILON,
    work: (shapes, program) =>
      new LocalWork(shapes, program, {
        projection: projection === 'needed',
        joint: conflicts === 'solve',
        inside: implicit === 'schur',
      }),
    refuses: ({ relation }) =>
      relation.sense === '=' ? undefined : `"local" holds equalities; "${relation.kind}" is one-sided.`,
    rule: (boundRelation, integrators) =>
      (boundRelation.linear && !boundRelation.turning ? direct : newton)(boundRelation, integrators),
  };
  made.set(key, method);
  return method;
}
/**
 * The local method with its default options: each constraint by itself, exactly, in one pass.
 * @example world.constrain(nail(node(cube, 0), worldPoint(0, 1, 0)), { method: local })
 */
export const local = localMethod();

const activation = parameter(activationColumn);

/** One pass. */
function direct(boundRelation: BoundRelation, integrators: readonly Integrator[]): Rule {
  const rows = boundRelation.at(boundRelation.predicted);
  const c = boundRelation.shapes.map((_, k) => boundRelation.compliances(boundRelation.velocity ? 'd' : 'c', k));
  const lambda = boundRelation.relation.closedForm
    ? boundRelation.relation.closedForm(rows.C, pointCompliances(rows, c), activation)
    : solveRows(jacobian(rows), c.flat(2), rows.C.map(neg), { activation });
  const forces = pointForces(rows, lambda);
  const sinks = [
    ...pushes(boundRelation, rows, forces, integrators),
    ...records(rows, forces, lambda).map((e, r) => toRow(r, e)),
  ];
  const quick = quickColumns(boundRelation);
  const slow = (s: Source): boolean =>
    s.from === 'gather' ? s.array === 'c' || s.array === 'd' : s.from === 'parameter' && !quick.has(s.column);
  return {
    kernel: hoist(sinks, slow) ?? kernel(sinks),
    forces: hasConstantSlopes(rows)
      ? rows.points.flatMap((_, k) => [0, 1, 2].map((axis) => rows.G.map((G) => G[k][axis].value)))
      : forcesThemselves(boundRelation),
  };
}
/** Parameters that change from step to step: targets on paths, weights of sliding points, offsets of ramps. */
function quickColumns(boundRelation: BoundRelation): Set<number> {
  const columns = new Set<number>();
  boundRelation.shapes.forEach((shape, k) => {
    if (shape.rates || shape.sought)
      for (let p = 0; p < shape.parameters; p++) columns.add(boundRelation.anchorColumn(k) + p);
  });
  for (let c = boundRelation.offsetColumn; c < boundRelation.columns; c++) columns.add(c);
  return columns;
}

/** One Newton step. Behind the forces: the multipliers so far, C before the step, its scale, and the steps made. */
function newton(boundRelation: BoundRelation, integrators: readonly Integrator[]): Rule {
  const [before, ahead] = [boundRelation.at('q'), boundRelation.at('p')];
  const c = boundRelation.shapes.flatMap((_, k) => boundRelation.compliances('c', k).flat());
  const first = 3 * boundRelation.shapes.length;
  const passes = row(first + 2 * boundRelation.size + 1);
  // inactive members may have no slope, so they get no force. With a partial activation only the first pass acts
  const acts = (e: Expr): Expr =>
    select(activation, one, select(passes, one, select(zero, activation, e, zero), zero), e);
  const step = solveRows(jacobian(ahead), c, ahead.C.map(neg), { activation, JT: jacobian(before) }).map(acts);
  const lambda = step.map((l, r) => add(row(first + r), l));
  const scale = [...ahead.points.flat(), ...boundRelation.measures()].map(abs).reduce((a, b) => max(a, b));
  const C = ahead.C.map(acts);
  const results = [...pointForces(before, lambda).flat(), ...lambda, ...C, scale, add(passes, one)];
  return {
    kernel: kernel([
      ...pushes(boundRelation, before, pointForces(before, step), integrators),
      ...results.map((e, r) => toRow(r, e)),
    ]),
    forces: forcesThemselves(boundRelation),
    newton: { rows: first, size: boundRelation.size },
  };
}

/** The compliance of a point, axis by axis: sum (dx/dq)^2 c. */
const pointCompliances = ({ L }: Rows, c: readonly Expr[][][]): Vec3[] =>
  L.map((blocks, k) =>
    blocks
      .flatMap((block, b) => block.map((dx, i) => scale3(c[k][b][i], dx.map(square) as unknown as Vec3)))
      .reduce(add3, [zero, zero, zero]),
  );

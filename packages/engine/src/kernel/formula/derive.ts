/**
 * Derivatives of expressions, as expressions.
 *
 *   gradient      reverse mode: all dy/dx_i together, a small multiple of the size of y
 *   directional   forward mode: d/dt y(x + t v) at t = 0
 *   curvature     d2/dt2 y(x + t v) at t = 0: the Jdot qdot of a constraint row
 *   hessian       d2y/dx_i dx_j, the lower triangle: what an implicit method scatters into its matrix
 */
import {
  add,
  constant,
  cos,
  type Expr,
  half,
  log,
  mul,
  neg,
  one,
  pow,
  reachable,
  reciprocal,
  select,
  sin,
  sqrt,
  square,
  sub,
  wasReached,
  zero,
} from './expr.ts';

/** along where x < y, or where not */
const where = (x: Expr, y: Expr, below: boolean, along: Expr): Expr =>
  below ? select(x, y, along, zero) : select(x, y, zero, along);

/**
 * What argument k of e passes on: `along` is a tangent of the argument (forward) or an adjoint of the result (reverse);
 * both are multiplied by de/d(argument k).
 */
function pass(e: Expr, k: number, along: Expr): Expr {
  const [a, b] = e.args;
  switch (e.op) {
    case 'add':
      return along;
    case 'sub':
      return k === 0 ? along : neg(along);
    case 'mul':
      return mul(along, k === 0 ? b : a);
    case 'div':
      return k === 0 ? mul(along, reciprocal(b)) : neg(mul(mul(along, reciprocal(b)), e));
    case 'neg':
      return neg(along);
    case 'sqrt': // e / 2a, not 1 / 2e: the division runs beside the root, not after it
      return mul(mul(half, mul(e, reciprocal(a))), along);
    case 'abs':
      return select(a, zero, neg(along), along);
    case 'min':
      return where(b, a, k === 1, along);
    case 'max':
      return where(a, b, k === 1, along);
    case 'select':
      return k < 2 ? zero : where(a, b, k === 2, along);
    case 'sin':
      return mul(along, cos(a));
    case 'cos':
      return neg(mul(along, sin(a)));
    case 'exp':
      return mul(along, e);
    case 'log':
      return mul(along, reciprocal(a));
    case 'acos':
      return neg(mul(along, reciprocal(sqrt(sub(one, square(a))))));
    case 'pow':
      return k === 0 ? mul(along, mul(b, pow(a, sub(b, one)))) : mul(along, mul(e, log(a)));
    case 'atan2': {
      const t = mul(along, reciprocal(add(square(a), square(b))));
      return k === 0 ? mul(t, b) : neg(mul(t, a));
    }
    case 'nearest':
    case 'detach':
      return zero;
    default:
      throw new Error(`no derivative of ${e.op}`);
  }
}

/** seed * dy/dx for every x. A seed other than 1 multiplies early, where the sweep is narrow, instead of every result. */
export function gradient(y: Expr, wrt: readonly Expr[], seed: Expr = one): Expr[] {
  const order = reachable([y]);
  const moves = new Uint8Array(order.length);
  for (const x of wrt) if (wasReached(x)) moves[x.place] = 1;
  for (let i = 0; i < order.length; i++) {
    const { args } = order[i];
    for (let k = 0; k < args.length; k++) if (moves[args[k].place]) moves[i] = 1;
  }
  const adjoint: (Expr | undefined)[] = []; // by place
  adjoint.length = order.length;
  adjoint[y.place] = seed;
  const give = (a: Expr, t: Expr): void => {
    const had = adjoint[a.place];
    adjoint[a.place] = had ? add(had, t) : t;
  };
  for (let i = order.length - 1; i >= 0; i--) {
    const e = order[i];
    const s = adjoint[i];
    if (!s || !moves[i]) continue;
    if (e.op === 'mul' && e.args[0] === e.args[1]) give(e.args[0], mul(constant(2), mul(s, e.args[0])));
    else for (let k = 0; k < e.args.length; k++) if (moves[e.args[k].place]) give(e.args[k], pass(e, k, s));
  }
  return wrt.map((x) => (wasReached(x) ? adjoint[x.place] : undefined) ?? zero);
}

/** d/dt of every y along x + t direction, at t = 0. */
export function directionalAll(ys: readonly Expr[], direction: ReadonlyMap<Expr, Expr>): Expr[] {
  const order = reachable(ys);
  const tangent: (Expr | undefined)[] = order.map((e) => direction.get(e)); // by place
  for (let i = 0; i < order.length; i++) {
    if (tangent[i]) continue;
    const e = order[i];
    let sum = zero;
    for (let k = 0; k < e.args.length; k++) {
      const t = tangent[e.args[k].place];
      if (t) sum = add(sum, pass(e, k, t));
    }
    if (sum !== zero) tangent[i] = sum;
  }
  return ys.map((y) => tangent[y.place] ?? zero);
}
export const directional = (y: Expr, direction: ReadonlyMap<Expr, Expr>): Expr => directionalAll([y], direction)[0];

/** x -> v, as a direction. */
export const along = (x: readonly Expr[], v: readonly Expr[]): Map<Expr, Expr> => new Map(x.map((e, i) => [e, v[i]]));

/** The lower triangle of seed * d2y/dx2, row by row: entry (i, j), j <= i, at i (i + 1) / 2 + j. */
export function hessian(y: Expr, x: readonly Expr[], seed: Expr = one): Expr[] {
  const first = gradient(y, x, seed);
  return first.flatMap((g, i) => gradient(g, x.slice(0, i + 1)));
}

/**
 * C, J = dC/dx, Cdot = J v and Jdot v of one constraint row.
 * Forward twice beats differentiating the sum J v: 179 against 261 operations for an angle, 31 against 43 for a distance.
 */
export function row(
  C: Expr,
  x: readonly Expr[],
  v: readonly Expr[],
): { C: Expr; J: Expr[]; Cdot: Expr; curvature: Expr } {
  const direction = along(x, v);
  const Cdot = directional(C, direction);
  return { C, J: gradient(C, x), Cdot, curvature: directional(Cdot, direction) };
}

/** -(k C + d Cdot) dC/dx: the force of a stiff, damped constraint, such as an edge or a volume of THMG04. */
export function dampedForce(C: Expr, k: Expr, d: Expr, x: readonly Expr[], v: readonly Expr[]): Expr[] {
  return gradient(C, x, neg(add(mul(k, C), mul(d, directional(C, along(x, v))))));
}

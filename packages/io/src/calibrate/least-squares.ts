/**
 * Least squares without derivatives from outside: the parameters u for which r(u) is shortest.
 *
 *   Gauss-Newton   J by central differences, J'J d = -J'r; steps of several lengths are tried at once, one of them damped as
 *                  Marquardt's are, and the best is taken. The longest step grows when a long one wins, and shrinks when none does.
 *   simplex        Nelder and Mead's: no derivatives, for results that jump
 *
 * Evaluations come in batches, which may run side by side. A point without a residual (its run diverged) is worse than any other.
 */

/** The residuals at each point; undefined where there are none. */
export type Evaluate = (points: readonly (readonly number[])[]) => Promise<(readonly number[] | undefined)[]>;
export interface Bounds {
  readonly least: number;
  readonly most: number;
}
export interface Found {
  readonly u: readonly number[];
  readonly residuals: readonly number[];
  /** dr/du                (residuals x parameters) */
  readonly J: readonly (readonly number[])[];
  readonly iterations: number;
  readonly converged: boolean;
}

const mostIterations = 60;
/** The cosine between a column of J and r, at most, where the search ends. */
const stationary = 0.01;
const tolerance = 1e-7;
/** A step that is left and is shorter than this changes no digit that is told. */
const settled = 1e-5;
/** Of differences: the error of central ones is of its square. */
const shift = 1e-3;

const squares = (r: readonly number[] | undefined): number =>
  r ? r.reduce((sum, x) => sum + x * x, 0) : Number.POSITIVE_INFINITY;
const within = (u: readonly number[], bounds: readonly Bounds[]): number[] =>
  u.map((x, p) => Math.min(bounds[p].most, Math.max(bounds[p].least, x)));

export async function gaussNewton(
  start: readonly number[],
  bounds: readonly Bounds[],
  evaluate: Evaluate,
): Promise<Found> {
  let u = within(start, bounds);
  let [residuals] = await evaluate([u]);
  if (!residuals) throw new Error('the run at the start does not finish. Give other values to start from.');
  let J = await jacobian(u, bounds, evaluate, residuals);
  let longest = 1;
  let iterations = 1;
  for (; iterations < mostIterations && longest > tolerance; iterations++) {
    const here: readonly number[] = residuals;
    // each parameter by itself: one that is hardly known does not hold back the others
    const tried = [1, 0.3, 0.1, 0.01].flatMap((part) =>
      (part === 1 ? [0, 0.1] : [0]).map((damping) => {
        const most = part * longest;
        const step = stepFrom(J, here, damping).map((d) => Math.min(most, Math.max(-most, d)));
        return {
          most,
          u: within(
            u.map((x, p) => x + step[p]),
            bounds,
          ),
        };
      }),
    );
    const made = await evaluate(tried.map((one) => one.u));
    const best = made.reduce((b, r, k) => (squares(r) < squares(made[b]) ? k : b), 0);
    const [before, after] = [squares(here), squares(made[best])];
    if (!(after < before)) {
      longest *= 0.01;
      continue;
    }
    const moved = Math.max(...tried[best].u.map((x, p) => Math.abs(x - u[p])));
    u = tried[best].u;
    residuals = made[best] as readonly number[];
    J = await jacobian(u, bounds, evaluate, residuals);
    longest = Math.min(1, 3 * tried[best].most);
    if (moved < tolerance || before - after < 1e-12 * before) break;
  }
  return { u, residuals, J, iterations, converged: isStationary(u, bounds, residuals, J) };
}

/**
 * Nothing that may still move would shorten the residual: it is nearly at right angles to every column of J, or, where the fit is
 * exact and r is rounding, the step that is left is too short to matter.
 */
function isStationary(
  u: readonly number[],
  bounds: readonly Bounds[],
  r: readonly number[],
  J: readonly (readonly number[])[],
): boolean {
  const size = Math.sqrt(squares(r));
  return u.every((x, p) => {
    const slope = J.reduce((sum, row, i) => sum + row[p] * r[i], 0);
    const length = Math.sqrt(J.reduce((sum, row) => sum + row[p] * row[p], 0));
    const atBound = slope > 0 ? x <= bounds[p].least : x >= bounds[p].most;
    return atBound || Math.abs(slope) <= Math.max(stationary * length * size, settled * length * length);
  });
}

/** One-sided where the other side is out of bounds or has no residual. */
async function jacobian(
  u: readonly number[],
  bounds: readonly Bounds[],
  evaluate: Evaluate,
  here: readonly number[],
): Promise<number[][]> {
  const points = u.flatMap((_, p) =>
    [1, -1].map((sign) =>
      within(
        u.map((x, k) => (k === p ? x + sign * shift : x)),
        bounds,
      ),
    ),
  );
  const made = await evaluate(points);
  const columns = u.map((x, p) => {
    const sides = [2 * p, 2 * p + 1].map((k) =>
      made[k] && points[k][p] !== x ? { x: points[k][p], r: made[k] } : { x, r: here },
    );
    const [a, b] = sides as { x: number; r: readonly number[] }[];
    if (a.x === b.x)
      throw new Error('runs beside the best one do not finish, so no slope is known. Use the method "simplex".');
    return here.map((_, i) => (a.r[i] - b.r[i]) / (a.x - b.x));
  });
  return here.map((_, i) => columns.map((column) => column[i]));
}
function stepFrom(J: readonly (readonly number[])[], r: readonly number[], damping: number): number[] {
  const square = normal(J);
  // a column of zeros, of a parameter without influence, is left where it is
  const A = square.map((row, i) => row.map((a, j) => (i === j ? a * (1 + damping) || 1 : a)));
  const g = square.map((_, p) => -J.reduce((sum, row, i) => sum + row[p] * r[i], 0));
  return solved(A, g) ?? g.map((slope, p) => slope / A[p][p]);
}
/** J'J */
export const normal = (J: readonly (readonly number[])[]): number[][] =>
  (J[0] ?? []).map((_, i) => (J[0] ?? []).map((__, j) => J.reduce((sum, row) => sum + row[i] * row[j], 0)));

/** By Gauss with pivots; undefined if singular. */
export function solved(A: readonly (readonly number[])[], b: readonly number[]): number[] | undefined {
  const M = A.map((row, i) => [...row, b[i]]);
  const n = b.length;
  for (let k = 0; k < n; k++) {
    let pivot = k;
    for (let i = k + 1; i < n; i++) if (Math.abs(M[i][k]) > Math.abs(M[pivot][k])) pivot = i;
    if (!(Math.abs(M[pivot][k]) > 1e-14 * Math.abs(A[pivot][k] || 1e-300))) return undefined;
    [M[k], M[pivot]] = [M[pivot], M[k]];
    for (let i = 0; i < n; i++) {
      if (i === k) continue;
      const factor = M[i][k] / M[k][k];
      for (let j = k; j <= n; j++) M[i][j] -= factor * M[k][j];
    }
  }
  return M.map((row, k) => row[n] / row[k]);
}

/** The widest side of the first simplex. */
const firstSide = 0.2;

export async function simplex(start: readonly number[], bounds: readonly Bounds[], evaluate: Evaluate): Promise<Found> {
  const inside = (u: readonly number[]): number[] => within(u, bounds);
  const first = [inside(start), ...start.map((_, p) => aside(inside(start), p, bounds))];
  const made = await evaluate(first);
  let corners = first.map((u, k) => ({ u, r: made[k], f: squares(made[k]) }));
  const at = async (u: readonly number[]) => {
    const point = inside(u);
    const [r] = await evaluate([point]);
    return { u: point, r, f: squares(r) };
  };
  const most = 80 * start.length + mostIterations;
  let iterations = 0;
  for (; iterations < most; iterations++) {
    corners.sort((a, b) => a.f - b.f);
    const [best, worst] = [corners[0], corners[corners.length - 1]];
    const size = Math.max(...corners.map((one) => Math.max(...one.u.map((x, p) => Math.abs(x - best.u[p])))));
    if (size < 1e-6) break;
    const others = corners.slice(0, -1);
    const centre = start.map((_, p) => others.reduce((sum, one) => sum + one.u[p], 0) / others.length);
    const along = (part: number): number[] => centre.map((c, p) => c + part * (worst.u[p] - c));
    const mirrored = await at(along(-1));
    let next = mirrored;
    if (mirrored.f < best.f) {
      const farther = await at(along(-2));
      if (farther.f < mirrored.f) next = farther;
    } else if (mirrored.f >= others[others.length - 1].f) {
      next = await at(along(mirrored.f < worst.f ? -0.5 : 0.5));
      if (next.f >= Math.min(mirrored.f, worst.f)) {
        // nothing on this line is better: all corners go half the way to the best one
        const moved = corners.slice(1).map((one) => inside(one.u.map((x, p) => (x + best.u[p]) / 2)));
        const again = await evaluate(moved);
        corners = [best, ...moved.map((u, k) => ({ u, r: again[k], f: squares(again[k]) }))];
        continue;
      }
    }
    corners = [...others, next];
  }
  corners.sort((a, b) => a.f - b.f);
  const { u, r } = corners[0];
  if (!r) throw new Error('no run finishes near the start. Give other values to start from.');
  const J = await jacobian(u, bounds, evaluate, r);
  return { u, residuals: r, J, iterations, converged: isStationary(u, bounds, r, J) };
}
function aside(u: readonly number[], p: number, bounds: readonly Bounds[]): number[] {
  const up = u.map((x, k) => (k === p ? x + firstSide : x));
  return up[p] <= bounds[p].most ? up : u.map((x, k) => (k === p ? Math.max(bounds[p].least, x - firstSide) : x));
}

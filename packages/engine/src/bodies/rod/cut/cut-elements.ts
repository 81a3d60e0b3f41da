/**
 * The elements of a rod that is cut (see pieces.ts): a span between two cuts, whose rest length sigma varies.
 *
 *   stretch  EA/(2 sigma) ((l - sigma)^2 + 3 mu^2)      l, mu as in centreline/span-length.ts, mu in the first and the last span
 *         or EA/(2 sigma) sum_g w_g (|x'| - sigma)^2    of a piece of one span
 *   bend     EI/(2 sigma^3) sum_g w_g |x''|^2           weight   -rhoA sigma g . mean of x
 *   twist    GJ/(2 sigma) sum_g w_g theta'^2            not coupled to the curve
 *
 * sigma = (S_b - S_a)/N is a formula of two coordinates. The force on S of a cut is the difference of the tensions on its two sides (with
 * the energy that passes): equal tension without friction needs no further equation.
 *
 * Strains are r/sigma^p (l/sigma, x''/sigma^2, theta'/sigma) and n = sigma^p times the slope of one, grad r - p (r/sigma) grad sigma. The
 * matrix that is never indefinite is sum_s k_s n n^T, with the geometric stiffness of tension. Damping goes by it: what only flows keeps
 * its strains and is not damped.
 */
import { uniform } from '../../../kernel/compile/kernel.ts';
import { gradient } from '../../../kernel/formula/derive.ts';
import {
  add,
  constant,
  type Expr,
  half,
  max,
  mul,
  neg,
  one,
  reciprocal,
  select,
  sqrt,
  square,
  sub,
  zero,
} from '../../../kernel/formula/expr.ts';
import { dot, type Vec3 } from '../../../kernel/formula/vector.ts';
import type { BlockOf, ElementKind } from '../../body.ts';
import { cubic } from '../centreline/cubic.ts';
import { stretchPoints } from '../centreline/rest-shape.ts';
import { byBlocks, nodeBasis, overNodes, type Piece } from './pieces.ts';

type Row = readonly Expr[];
const total = (list: readonly Expr[]): Expr => list.reduce(add, zero);
const gravity: Vec3 = [uniform(2), uniform(3), uniform(4)];
/** Two Gauss points: exact for |x''|^2, which is of second degree. */
const bendPoints = [0.5 - Math.sqrt(1 / 12), 0.5 + Math.sqrt(1 / 12)];
/** The mean of the basis functions over a span. */
const means = [1 / 24, 11 / 24, 11 / 24, 1 / 24];

/** Where a span is in its piece. */
export type Site = 'inner' | 'first' | 'last' | 'single';
export const siteOf = ({ spans }: Pick<Piece, 'spans'>, span: number): Site =>
  spans === 1 ? 'single' : span === 0 ? 'first' : span === spans - 1 ? 'last' : 'inner';
/** A piece and a span of it that are at such a site. */
const sample: Record<Site, readonly [{ readonly spans: number }, number]> = {
  inner: [{ spans: 3 }, 1],
  first: [{ spans: 2 }, 0],
  last: [{ spans: 2 }, 1],
  single: [{ spans: 1 }, 0],
};

export const sampleOf = (site: Site): readonly [{ readonly spans: number }, number] => sample[site];

/** A strain r/sigma^power, with the energy stiffness r^2/2: r and grad r. */
interface Strain {
  readonly r: Expr;
  readonly slope: Row;
  readonly stiffness: Expr;
  readonly power: number;
}
/** sum_s k_s n n^T */
function gaussNewton(strains: readonly Strain[], sigma: Expr, sigmaSlope: Row): (i: number, j: number) => Expr {
  const rows = strains.map(({ r, slope, stiffness, power }) => {
    const part = mul(constant(power), mul(r, reciprocal(sigma)));
    return { stiffness, n: slope.map((s, i) => sub(s, mul(part, sigmaSlope[i]))) };
  });
  return (i, j) => total(rows.map(({ stiffness, n }) => mul(stiffness, mul(n[i], n[j]))));
}
const symmetric = (size: number, entry: (i: number, j: number) => Expr): Expr[][] => {
  const lower = Array.from({ length: size }, (_, i) => Array.from({ length: i + 1 }, (_, j) => entry(i, j)));
  return lower.map((_, i) => lower.map((_, j) => (j <= i ? lower[i][j] : lower[j][i])));
};
/** -grad E - beta K v, block by block */
export function forcesBy(
  E: Expr,
  K: readonly Row[],
  beta: Expr,
  q: readonly BlockOf<Expr>[],
  v: readonly BlockOf<Expr>[],
): Expr[][] {
  const [x, rates] = [q.flat(), v.flat()];
  const slopes = gradient(E, x);
  const all = slopes.map((slope, i) => neg(add(slope, mul(beta, total(K[i].map((k, j) => mul(k, rates[j])))))));
  return byBlocks(all, q);
}

/** Blocks: four nodes, S_a, S_b. */
const nodeCount = 4;
const width = 3 * nodeCount + 2;
/** Of an element whose last blocks are S_a and S_b. */
export const sigmaOf = (q: readonly BlockOf<Expr>[], N: Expr): Expr =>
  mul(sub(q[q.length - 1][0] as Expr, q[q.length - 2][0] as Expr), reciprocal(N));
const sigmaSlope = (N: Expr, size: number): Row =>
  Array.from({ length: size }, (_, i) => (i === size - 2 ? neg(reciprocal(N)) : i === size - 1 ? reciprocal(N) : zero));
const through = (w: readonly number[], q: readonly BlockOf<Expr>[]): Vec3 =>
  [0, 1, 2].map((axis) => total(w.map((c, i) => mul(constant(c), q[i][axis] as Expr)))) as unknown as Vec3;
/** Of a sum over nodes along a vector: its slope by all coordinates. */
const along = (w: readonly number[], t: Row): Row =>
  Array.from({ length: width }, (_, i) => (i < 3 * nodeCount ? mul(constant(w[Math.floor(i / 3)]), t[i % 3]) : zero));

function spanKind(site: Site): ElementKind {
  const [piece, span] = sampleOf(site);
  const points = stretchPoints(cubic).map(({ slope, weight, side }) => ({
    w: overNodes(slope, piece, span),
    weight,
    side,
  }));
  const bends = bendPoints.map((t) => nodeBasis(piece, span, t).bend);
  const mean = overNodes(means, piece, span);
  const parts = (q: readonly BlockOf<Expr>[], [EA, EI, rhoA, N]: Row) => {
    const sigma = sigmaOf(q, N);
    const k = mul(EA, reciprocal(sigma));
    const least = add(mul(constant(1e-12), square(sigma)), constant(1e-60));
    const at = points.map(({ w, weight, side }) => {
      const y = through(w, q);
      const squared = dot(y, y);
      const length = sqrt(max(squared, least));
      const inverse = reciprocal(length);
      const speed = mul(half, add(mul(squared, inverse), length));
      const t = y.map((c) => mul(c, inverse));
      const short = max(sub(mul(half, sigma), speed), zero);
      return { w, weight, side, inverse, speed, t, slope: along(w, t), short, folded: select(zero, short, one, zero) };
    });
    const sumOf = (of: (point: (typeof at)[number]) => Expr): Expr =>
      total(at.map((point) => mul(constant(point.weight), of(point))));
    const l = sumOf(({ speed }) => speed);
    const mu = sumOf(({ speed, side }) => mul(constant(side), speed));
    const slopeOf = (part: (side: number) => number): Row =>
      Array.from({ length: width }, (_, i) => sumOf(({ slope, side }) => mul(constant(part(side)), slope[i])));
    const strains: Strain[] =
      site === 'single'
        ? at.map(({ speed, slope, weight }) => ({ r: speed, slope, stiffness: mul(constant(weight), k), power: 1 }))
        : [
            { r: l, slope: slopeOf(() => 1), stiffness: k, power: 1 },
            ...(site === 'inner'
              ? []
              : [{ r: mu, slope: slopeOf((side) => side), stiffness: mul(constant(3), k), power: 1 }]),
          ];
    const tension = ({ side, speed, short }: (typeof at)[number]): Expr => {
      const whole = site === 'single' ? sub(speed, sigma) : sub(l, sigma);
      const uneven = site === 'first' || site === 'last' ? mul(constant(3 * side), mu) : zero;
      return mul(k, sub(add(whole, uneven), short));
    };
    const cubed = reciprocal(mul(sigma, square(sigma)));
    const curved = bends.flatMap((w): Strain[] => {
      const z = through(w, q);
      const stiffness = mul(half, mul(EI, cubed));
      return z.map((r, axis) => ({
        r,
        slope: along(
          w,
          [0, 1, 2].map((other) => (other === axis ? one : zero)),
        ),
        stiffness,
        power: 2,
      }));
    });
    const stretch =
      site === 'single'
        ? sumOf(({ speed }) => square(sub(speed, sigma)))
        : add(square(sub(l, sigma)), site === 'inner' ? zero : mul(constant(3), square(mu)));
    const energy = total([
      mul(
        mul(half, k),
        add(
          stretch,
          sumOf(({ short }) => square(short)),
        ),
      ),
      ...curved.map(({ r, stiffness }) => mul(mul(half, stiffness), square(r))),
      neg(mul(mul(rhoA, sigma), dot(through(mean, q), gravity))),
    ]);
    return { sigma, k, at, strains, curved, tension, energy };
  };
  /** Never indefinite; or d2E/dq2 (`exact`), which differs by what compression takes, by how bending depends on sigma, and by the weight. */
  const matrix = (q: readonly BlockOf<Expr>[], p: Row, exact: boolean): Expr[][] => {
    const { sigma, k, at, strains, curved, tension } = parts(q, p);
    const slope = sigmaSlope(p[3], width);
    const inverse = reciprocal(sigma);
    // c r^2/2 sigma^-3: the matrix of r sigma^-3, and -3 c sigma^-3 (r/sigma)^2 of sigma alone
    const bent = exact ? curved.map((strain) => ({ ...strain, power: 3 })) : curved;
    const stiff = gaussNewton([...strains, ...bent], sigma, slope);
    const lost = exact
      ? total(curved.map(({ r, stiffness: c }) => mul(mul(constant(3), c), square(mul(r, inverse)))))
      : zero;
    const taut = at.map((point) => {
      const N = tension(point);
      return mul(constant(point.weight), mul(exact ? N : max(N, zero), point.inverse));
    });
    const folds = at.map(({ weight, folded }) => mul(constant(weight), mul(k, folded)));
    const fold = at.map((point) => {
      const part = exact ? sub(half, mul(point.short, inverse)) : half;
      return point.slope.map((s, i) => sub(s, mul(part, slope[i])));
    });
    const heavy = (i: number): Expr =>
      i < 3 * nodeCount ? mul(mul(p[2], constant(mean[Math.floor(i / 3)])), gravity[i % 3]) : zero;
    return symmetric(width, (i, j) => {
      const [both, crossed] = [i < 3 * nodeCount && j < 3 * nodeCount, j < 3 * nodeCount && i >= 3 * nodeCount];
      const geometric = both
        ? at.map(({ w, t }, g) => {
            const c = w[Math.floor(i / 3)] * w[Math.floor(j / 3)];
            const across = sub(i % 3 === j % 3 ? one : zero, mul(t[i % 3], t[j % 3]));
            return mul(mul(constant(c), taut[g]), across);
          })
        : [];
      return total([
        stiff(i, j),
        ...geometric,
        ...at.map((_, g) => mul(folds[g], mul(fold[g][i], fold[g][j]))),
        neg(mul(lost, mul(slope[i], slope[j]))),
        ...(exact && crossed ? [neg(mul(heavy(j), slope[i]))] : []),
      ]);
    });
  };
  const stiffness = (q: readonly BlockOf<Expr>[], p: Row): Expr[][] => matrix(q, p, false);
  return {
    name: `cut rod, ${site} span`,
    blocks: [3, 3, 3, 3, 1, 1],
    parameters: ['EA', 'EI', 'rhoA', 'spans', 'damping'],
    energy: (q, p) => parts(q, p).energy,
    forces: (q, v, p) => forcesBy(parts(q, p).energy, stiffness(q, p), p[4], q, v),
    rayleigh: (p) => p[4],
    stiffness,
    tangent: (q, p) => matrix(q, p, true),
  };
}

function twistKind(site: Site): ElementKind {
  const [piece, span] = sampleOf(site);
  const points = stretchPoints(cubic).map(({ slope, weight }) => ({ w: overNodes(slope, piece, span), weight }));
  const size = nodeCount + 2;
  const parts = (q: readonly BlockOf<Expr>[], [GJ, N]: Row) => {
    const sigma = sigmaOf(q, N);
    const k = mul(GJ, reciprocal(sigma));
    const strains = points.map(
      ({ w, weight }): Strain => ({
        r: total(w.map((c, i) => mul(constant(c), q[i][0] as Expr))),
        slope: Array.from({ length: size }, (_, i) => constant(i < nodeCount ? w[i] : 0)),
        stiffness: mul(constant(weight), k),
        power: 1,
      }),
    );
    return { sigma, strains, energy: total(strains.map(({ r, stiffness }) => mul(mul(half, stiffness), square(r)))) };
  };
  const stiffness = (q: readonly BlockOf<Expr>[], p: Row): Expr[][] => {
    const { sigma, strains } = parts(q, p);
    return symmetric(size, gaussNewton(strains, sigma, sigmaSlope(p[1], size)));
  };
  return {
    name: `cut rod, twist of ${site} span`,
    blocks: [1, 1, 1, 1, 1, 1],
    parameters: ['GJ', 'spans', 'damping'],
    energy: (q, p) => parts(q, p).energy,
    forces: (q, v, p) => forcesBy(parts(q, p).energy, stiffness(q, p), p[2], q, v),
    rayleigh: (p) => p[2],
    stiffness,
    tangent: stiffness, // theta'^2/sigma: no other terms
  };
}

const made = new Map<string, ElementKind>();
const once = (name: string, make: () => ElementKind): ElementKind => {
  const kind = made.get(name) ?? make();
  made.set(name, kind);
  return kind;
};
export const cutSpan = (site: Site): ElementKind => once(`span ${site}`, () => spanKind(site));
export const cutTwist = (site: Site): ElementKind => once(`twist ${site}`, () => twistKind(site));

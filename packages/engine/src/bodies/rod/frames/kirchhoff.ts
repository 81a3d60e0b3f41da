/**
 * A span of a Kirchhoff rod: bending about two axes and twist, with the coupling of curve and twist.
 *
 *   E = 1/2 sum_g a1 (z.m1 - r1)^2 + a2 (z.m2 - r2)^2 + a3 (z.t - r3)^2 + a4 (th' + tau - r4)^2       see frame-point.ts
 *
 *   a1 = w EI1/s0^3,  a2 = w EI2/s0^3,  a3 = w min(EI1, EI2)/s0^3,  a4 = w GJ/s0;    r: the strains at rest
 *
 * Two Gauss points in a span, for bending and twist alike: three lock at GJ/EI = 1e4 (4 spans: -16 %, two -0.1 %), one is soft.
 * EI1 resists curving towards m1. The third strain is what is left of |x''|^2; without r3 a curved rod is not at rest as given.
 *
 *   stress_s = a_s (strain_s - r_s + beta rate_s)      forces: minus the sum of stress_s times the gradient of strain_s
 *   matrix     sum_s a_s grad grad^T, never indefinite;  with sum_s stress_s d2 strain_s the second derivative
 *
 * In a step that is solved the second derivative has the stress with damping; how rates change with p is left out.
 *
 * `twist` leaves bending to the constant matrix: for EI1 = EI2 and a straight rest the three bending terms are |z|^2. It is the coupling
 * alone, at a third of the cost.
 *
 * The gyroscopic force of a rod that spins about its axis is in the forces. Frames do not spin: th_t is the spin about the tangent, and
 * rhoJ th_t t the angular momentum per length. Where the tangent turns, this momentum does too.
 *
 *   f_i = int rhoJ th_t (t x t_t)/|x'| b_i' ds
 *
 * It does no work, being across x'_t. Without it the angular momentum of a tumbling rod drifts in proportion to rhoJ: by 2 %
 * where rhoJ/(rhoA R^2) = 0.04. No matrix is made of it: inertia is larger by far, and Newton's method converges without.
 */
import { add, constant, type Expr, half, mul, neg, one, square, sub, zero } from '../../../kernel/formula/expr.ts';
import type { Vec3 } from '../../../kernel/formula/vector.ts';
import type { ElementKind } from '../../body.ts';
import { basisAt } from '../centreline/centreline.ts';
import { cubic } from '../centreline/cubic.ts';
import { frameSize, nextFrame, type PointFormulas, pointFormulas, pointSize, type StrainSet } from './frame-point.ts';
import {
  angleRow,
  type Blocks,
  differences,
  inner,
  innerSize,
  nodes,
  overBlocks,
  type Row,
  spanBlocks,
  spread,
  through,
  vectorRows,
} from './span-blocks.ts';

/** Gauss's rule with two points. */
export const framePoints: readonly number[] = [0.5 - Math.sqrt(1 / 12), 0.5 + Math.sqrt(1 / 12)];
export const frameWeight = 0.5;
/** Numbers of the parameters: four stiffnesses, four strains at rest for each point, damping, w rhoJ s0 in kg m^2, the frames at the start. */
export const strainCount = 4;
const dampingAt = strainCount * (1 + framePoints.length);
const inertiaAt = dampingAt + 1;
const framesAt = inertiaAt + 1;
/** Which of the eight numbers of a point is th. */
const angle = 6;

/** The eight numbers of a point as sums over the inner coordinates. */
const rows: readonly (readonly Row[])[] = framePoints.map((t) => {
  const { b, slope, bend } = basisAt(cubic, 1, t);
  return [...vectorRows(slope), ...vectorRows(bend), angleRow(b), angleRow(slope)];
});
const numbersAt = (g: number, x: readonly Expr[]): Expr[] => rows[g].map((row) => through(row, x));

interface Point extends PointFormulas {
  readonly deviations: readonly Expr[];
}
function pointsOf(set: StrainSet, q: Blocks, p: readonly Expr[], state: readonly Expr[]): Point[] {
  const x = inner(q);
  return framePoints.map((_, g) => {
    const formulas = pointFormulas(set, numbersAt(g, x), state.slice(frameSize * g, frameSize * (g + 1)));
    const rests = p.slice(strainCount * (g + 1), strainCount * (g + 2)).slice(-formulas.strains.length);
    return { ...formulas, deviations: formulas.strains.map((strain, s) => sub(strain, rests[s])) };
  });
}
const stiffnesses = (set: StrainSet, p: readonly Expr[]): readonly Expr[] =>
  set === 'twist' ? [p[strainCount - 1]] : p.slice(0, strainCount);
const total = (list: readonly Expr[]): Expr => list.reduce(add, zero);

/** The entries of B^T A B over differences and angles, summed over points. A: eight by eight, its lower triangle. */
function assembled(A: readonly (readonly Expr[])[]): (k: number, l: number) => Expr {
  const entry = (g: number, i: number, j: number): Expr =>
    i < j ? A[g][(j * (j + 1)) / 2 + i] : A[g][(i * (i + 1)) / 2 + j];
  // A B, in which a coordinate meets two of the eight numbers at most
  const half = A.map((_, g) =>
    Array.from({ length: pointSize }, (_, i) =>
      Array.from({ length: innerSize }, (_, l) =>
        total(rows[g].flatMap((c, j) => (c[l] === 0 ? [] : [mul(constant(c[l]), entry(g, i, j))]))),
      ),
    ),
  );
  return (k, l) =>
    total(half.flatMap((AB, g) => rows[g].flatMap((c, i) => (c[k] === 0 ? [] : [mul(constant(c[k]), AB[i][l])]))));
}
/** A symmetric matrix over differences and angles as one over blocks. */
function overCoordinates(T: (k: number, l: number) => Expr): Expr[][] {
  const kept = new Map<number, Expr>();
  const at = (k: number, l: number): Expr => {
    if (k < l) return at(l, k);
    const found = kept.get(k * innerSize + l) ?? T(k, l);
    kept.set(k * innerSize + l, found);
    return found;
  };
  /** which differences a coordinate is in, with which sign */
  const parts = (i: number): { readonly k: number; readonly sign: 1 | -1 }[] => {
    if (i >= 3 * nodes) return [{ k: 3 * differences + i - 3 * nodes, sign: 1 }];
    const all = [
      { k: i - 3, sign: 1 as const },
      { k: i, sign: -1 as const },
    ];
    return all.filter(({ k }) => k >= 0 && k < 3 * differences);
  };
  const size = 4 * nodes;
  return Array.from({ length: size }, (_, i) =>
    Array.from({ length: size }, (_, j) =>
      parts(i)
        .flatMap(({ k, sign }) => parts(j).map((b) => ({ e: at(k, b.k), positive: sign === b.sign })))
        .reduce((sum, { e, positive }) => (positive ? add(sum, e) : sub(sum, e)), zero),
    ),
  );
}

/** Forces on blocks, of the gradient at each point. */
function summed(points: readonly Point[], pullOf: (point: Point, at: number) => readonly Expr[]): Expr[][] {
  const g = new Array<Expr>(innerSize).fill(zero);
  points.forEach((point, at) => {
    const pull = pullOf(point, at);
    rows[at].forEach((row, i) => {
      spread(row, pull[i], g);
    });
  });
  return overBlocks(g).map((block) => block.map(neg));
}

function kirchhoffKind(name: string, set: StrainSet): ElementKind {
  const none = [zero, zero, zero, zero];
  /** Of each point sum_s a_s grad grad^T + stress_s d2 strain_s. */
  const matrix = (points: readonly Point[], a: readonly Expr[], stresses: readonly (readonly Expr[])[]): Expr[][] =>
    overCoordinates(assembled(points.map((point, at) => point.second(stresses[at], a))));
  return {
    name,
    blocks: spanBlocks,
    parameters: [
      ...['a1', 'a2', 'a3', 'a4'],
      ...framePoints.flatMap((_, g) => ['r1', 'r2', 'r3', 'r4'].map((r) => `${r} ${g}`)),
      'damping',
      'inertia',
      ...Array.from({ length: frameSize * framePoints.length }, (_, i) => `frame ${i}`),
    ],
    state: {
      size: frameSize * framePoints.length,
      order: 0,
      start: (p) => p.slice(framesAt),
      lostBecause: 'The rod turned by more than 120 degrees in one step; take a shorter step.',
      update: (q, _v, _p, state) => {
        const x = inner(q);
        return framePoints.flatMap((_, g) => {
          const [a, b, c, d, e, f] = numbersAt(g, x);
          const [y, z]: Vec3[] = [
            [a, b, c],
            [d, e, f],
          ];
          return nextFrame(y, z, state.slice(frameSize * g, frameSize * (g + 1)));
        });
      },
    },
    energy(q, p, state) {
      const a = stiffnesses(set, p);
      const points = pointsOf(set, q, p, state);
      return mul(half, total(points.flatMap(({ deviations }) => deviations.map((e, s) => mul(a[s], square(e))))));
    },
    forces(q, v, p, state) {
      const a = stiffnesses(set, p);
      const moving = inner(v);
      return summed(pointsOf(set, q, p, state), ({ rates, deviations, pullSpinning }, at) => {
        const speeds = numbersAt(at, moving);
        const strainRates = rates(speeds);
        const stresses = deviations.map((e, s) => mul(a[s], add(e, mul(p[dampingAt], strainRates[s]))));
        return pullSpinning(stresses, mul(p[inertiaAt], speeds[angle]), speeds);
      });
    },
    rayleigh: (p) => p[dampingAt],
    stiffness(q, p, state) {
      const points = pointsOf(set, q, p, state);
      return matrix(
        points,
        stiffnesses(set, p),
        points.map(() => none),
      );
    },
    tangent(q, p, state) {
      const a = stiffnesses(set, p);
      const points = pointsOf(set, q, p, state);
      const stresses = points.map(({ deviations }) => deviations.map((e, s) => mul(a[s], e)));
      return matrix(points, a, stresses);
    },
    step: {
      tangent({ q, before, perStep, parameters: p, y }, exact) {
        const part = mul(p[dampingAt], perStep);
        const a = stiffnesses(set, p);
        const points = pointsOf(set, q, p, y);
        const [x, old] = [inner(q), inner(before)];
        const moved = x.map((e, i) => sub(e, old[i]));
        const stresses = points.map(({ deviations, rates }, at) => {
          if (!exact) return none;
          const speeds = rates(numbersAt(at, moved));
          return deviations.map((e, s) => mul(a[s], add(e, mul(part, speeds[s]))));
        });
        return matrix(
          points,
          a.map((k) => mul(k, add(one, part))),
          stresses,
        );
      },
    },
  };
}
/** With bending, and twist alone. */
export const kirchhoff = kirchhoffKind('kirchhoff', 'all');
export const coupledTwist = kirchhoffKind('coupled twist', 'twist');

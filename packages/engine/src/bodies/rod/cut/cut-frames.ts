/**
 * A span of a Kirchhoff rod that is cut: bending about two axes and twist (frames/kirchhoff.ts), with a rest length sigma that varies.
 *
 *   E = 1/2 sigma sum_g w_g sum_s c_s e_s^2,    e_s = r_s/sigma^p_s - k_s
 *
 *   r: z.m1, z.m2, z.t, th' + tau of frames/frame-point.ts;   p: 2, 2, 2, 1;   c: EI1, EI2, min(EI1, EI2), GJ;   k: strains at rest
 *
 * Strains at rest are the same all along the rod, so that they need not pass a cut. Frames are those of places on the curve, not of the
 * material: their twist tau is that of the frames along the curve, whatever material is there.
 *
 *   n = grad e,  grad sigma = s:   dE = c w (sigma e n + e^2/2 s),   d2E = c w (sigma n n^T + e (n s^T + s n^T) + sigma e d2e)
 *
 * Damping goes by sum c w sigma n n^T. `twist` leaves bending to cut-elements.ts: of a rod that is straight at rest, with one EI.
 */
import {
  add,
  constant,
  type Expr,
  half,
  mul,
  neg,
  reciprocal,
  square,
  sub,
  zero,
} from '../../../kernel/formula/expr.ts';
import type { Vec3 } from '../../../kernel/formula/vector.ts';
import type { BlockOf, ElementKind } from '../../body.ts';
import { frameSize, nextFrame, pointFormulas, pointSize, type StrainSet } from '../frames/frame-point.ts';
import { framePoints, frameWeight } from '../frames/kirchhoff.ts';
import { type Site, sampleOf, sigmaOf } from './cut-elements.ts';
import { byBlocks, nodeBasis } from './pieces.ts';

type Blocks = readonly BlockOf<Expr>[];
const total = (list: readonly Expr[]): Expr => list.reduce(add, zero);
const nodes = 4;
/** x y z of four nodes, their angles, S_a, S_b */
const width = 4 * nodes + 2;
const strainCount = 4;
/** Parameters: c and k of the four strains, spans of the piece, damping, the frames at the start. */
const [spansAt, dampingAt, framesAt] = [2 * strainCount, 2 * strainCount + 1, 2 * strainCount + 2];
const powers = [2, 2, 2, 1];

/** Of one strain at one point: e, its slope by the eight numbers of the point and by sigma, and sigma w c. */
interface Strain {
  readonly e: Expr;
  readonly slope: readonly Expr[];
  readonly bySigma: Expr;
  readonly c: Expr;
  readonly raw: Expr;
  readonly power: number;
}
interface Term {
  readonly coordinate: number;
  readonly factor: number;
}

function framedKind(site: Site, set: StrainSet): ElementKind {
  const [piece, span] = sampleOf(site);
  /** the eight numbers of each point as sums over coordinates */
  const rows: readonly (readonly Term[])[][] = framePoints.map((t) => {
    const { b, slope, bend } = nodeBasis(piece, span, t);
    const vector = (w: readonly number[]): Term[][] =>
      [0, 1, 2].map((axis) => w.map((factor, i) => ({ coordinate: 3 * i + axis, factor })));
    const angle = (w: readonly number[]): Term[] => w.map((factor, i) => ({ coordinate: 3 * nodes + i, factor }));
    return [...vector(slope), ...vector(bend), angle(b), angle(slope)];
  });
  const numbersAt = (g: number, x: readonly Expr[]): Expr[] =>
    rows[g].map((row) => total(row.map(({ coordinate, factor }) => mul(constant(factor), x[coordinate]))));
  const used = set === 'twist' ? [3] : [0, 1, 2, 3];
  const pointsOf = (q: Blocks, p: readonly Expr[], state: readonly Expr[]) => {
    const x = q.flat();
    const sigma = sigmaOf(q, p[spansAt]);
    const inverse = reciprocal(sigma);
    const scale = [inverse, square(inverse)];
    return framePoints.map((_, g) => {
      const formulas = pointFormulas(set, numbersAt(g, x), state.slice(frameSize * g, frameSize * (g + 1)));
      const strains = formulas.strains.map((raw, s): Strain => {
        const power = powers[used[s]];
        const by = scale[power - 1];
        return {
          e: sub(mul(raw, by), p[strainCount + used[s]]),
          slope: formulas.gradients[s].map((d) => mul(d, by)),
          bySigma: neg(mul(constant(power), mul(raw, mul(by, inverse)))),
          c: mul(constant(frameWeight), p[used[s]]),
          raw,
          power,
        };
      });
      return { formulas, strains, sigma, inverse, scale };
    });
  };
  type Point = ReturnType<typeof pointsOf>[number];
  const sigmaAt = pointSize; // the ninth number of a point
  const full = ({ slope, bySigma }: Strain): Expr[] => [...slope, bySigma];
  /** By all coordinates, from the nine numbers of each point. */
  const spread = (perPoint: readonly (readonly Expr[])[], N: Expr): Expr[] => {
    const out = new Array<Expr>(width).fill(zero);
    perPoint.forEach((g, at) => {
      rows[at].forEach((row, i) => {
        for (const { coordinate, factor } of row) out[coordinate] = add(out[coordinate], mul(constant(factor), g[i]));
      });
      const part = mul(g[sigmaAt], reciprocal(N));
      out[width - 2] = sub(out[width - 2], part);
      out[width - 1] = add(out[width - 1], part);
    });
    return out;
  };
  /** B^T A B of symmetric nine by nine matrices. */
  const assembled = (A: readonly (readonly (readonly Expr[])[])[], N: Expr): Expr[][] => {
    // numbers of one point meet those of the same point only
    const none = new Array<Expr>(sigmaAt + 1).fill(zero);
    const own = A.map((entries, at) =>
      entries.map((row) =>
        spread(
          A.map((_, g) => (g === at ? row : none)),
          N,
        ),
      ),
    );
    const lower = Array.from({ length: width }, (_, k) =>
      spread(
        own.map((list) => list.map((column) => column[k])),
        N,
      ).slice(0, k + 1),
    );
    return lower.map((_, i) => lower.map((_, j) => (j <= i ? lower[i][j] : lower[j][i])));
  };
  const squares = ({ strains, sigma }: Point): Expr[][] => {
    const n = strains.map(full);
    return Array.from({ length: sigmaAt + 1 }, (_, i) =>
      Array.from({ length: sigmaAt + 1 }, (_, j) =>
        total(strains.map(({ c }, s) => mul(mul(c, sigma), mul(n[s][i], n[s][j])))),
      ),
    );
  };
  /** What the second derivative has beside them. */
  const beside = ({ formulas, strains, sigma, inverse, scale }: Point): Expr[][] => {
    const stresses = strains.map(({ c, e }) => mul(mul(c, sigma), e));
    const second = formulas.second(strains.map(({ power }, s) => mul(stresses[s], scale[power - 1])));
    const n = strains.map(full);
    const entry = (i: number, j: number): Expr => {
      if (i < j) return entry(j, i);
      const mixed = strains.map(({ c, e, slope, power, raw }, s) => {
        const ofSigma = (k: number): number => (k === sigmaAt ? 1 : 0);
        const stretched = add(ofSigma(j) ? mul(mul(c, e), n[s][i]) : zero, ofSigma(i) ? mul(mul(c, e), n[s][j]) : zero);
        if (i !== sigmaAt) return stretched;
        const curved =
          j === sigmaAt
            ? mul(constant(power * (power + 1)), mul(raw, mul(scale[power - 1], square(inverse))))
            : neg(mul(constant(power), mul(slope[j], inverse)));
        return add(stretched, mul(stresses[s], curved));
      });
      return add(total(mixed), i < sigmaAt ? second[(i * (i + 1)) / 2 + j] : zero);
    };
    return Array.from({ length: sigmaAt + 1 }, (_, i) => Array.from({ length: sigmaAt + 1 }, (_, j) => entry(i, j)));
  };
  return {
    name: `cut rod, frames of ${site} span${set === 'twist' ? ', twist' : ''}`,
    blocks: [3, 3, 3, 3, 1, 1, 1, 1, 1, 1],
    parameters: [
      ...['EI1', 'EI2', 'EI', 'GJ', 'k1', 'k2', 'k3', 'm', 'spans', 'damping'],
      ...Array.from({ length: frameSize * framePoints.length }, (_, i) => `frame ${i}`),
    ],
    state: {
      size: frameSize * framePoints.length,
      order: 0,
      start: (p) => p.slice(framesAt),
      lostBecause: 'The rod turned by more than 120 degrees in one step; take a shorter step.',
      update: (q, _v, _p, state) =>
        framePoints.flatMap((_, g) => {
          const y = numbersAt(g, q.flat());
          const [along, curved] = [y.slice(0, 3), y.slice(3, 6)] as unknown as [Vec3, Vec3];
          return nextFrame(along, curved, state.slice(frameSize * g, frameSize * (g + 1)));
        }),
    },
    energy: (q, p, state) =>
      mul(
        half,
        total(
          pointsOf(q, p, state).flatMap(({ strains, sigma }) =>
            strains.map(({ c, e }) => mul(mul(c, sigma), square(e))),
          ),
        ),
      ),
    forces(q, v, p, state) {
      const speeds = v.flat();
      const sigmaRate = sigmaOf(v, p[spansAt]);
      const pulls = pointsOf(q, p, state).map(({ strains, sigma }, g) => {
        const rates = [...numbersAt(g, speeds), sigmaRate];
        const pull = new Array<Expr>(sigmaAt + 1).fill(zero);
        for (const strain of strains) {
          const { c, e } = strain;
          const n = full(strain);
          const rate = total(n.map((d, i) => mul(d, rates[i])));
          const stress = mul(mul(c, sigma), add(e, mul(p[dampingAt], rate)));
          n.forEach((d, i) => {
            pull[i] = add(pull[i], mul(stress, d));
          });
          pull[sigmaAt] = add(pull[sigmaAt], mul(half, mul(c, square(e))));
        }
        return pull;
      });
      return byBlocks(spread(pulls, p[spansAt]).map(neg), q);
    },
    rayleigh: (p) => p[dampingAt],
    stiffness: (q, p, state) => assembled(pointsOf(q, p, state).map(squares), p[spansAt]),
    tangent: (q, p, state) =>
      assembled(
        pointsOf(q, p, state).map((point) => {
          const [first, rest] = [squares(point), beside(point)];
          return first.map((row, i) => row.map((e, j) => add(e, rest[i][j])));
        }),
        p[spansAt],
      ),
  };
}

const made = new Map<string, ElementKind>();
/** The element of a site; `twist` alone, or `all` strains. */
export function cutFrames(site: Site, set: StrainSet): ElementKind {
  const key = `${site} ${set}`;
  const kind = made.get(key) ?? framedKind(site, set);
  made.set(key, kind);
  return kind;
}

/**
 * sin cos exp log pow acos atan2 made of primitives: the same bits on every machine, and two at a time in f64x2.
 *
 * There is no branch: every path is computed, and one is selected at the end. A function reduces its argument to near zero, where a
 * polynomial or a quotient of two is enough; what rounding would lose on the way is carried in a second, small number.
 * Everything is built with `raw`: the order of the operations is the method. The coefficients of the approximations are
 * those of fdlibm (Sun Microsystems, 1993).
 *
 * Error in units of the last place (ulp) of the true value, over all doubles, with subnormal arguments and results.
 * Seen: the largest in 10^6 to 10^7 arguments of each of several ranges. The tests require all seven to stay below 1.
 *
 *            operations   seen
 *   sin cos      79       0.80   |x| < 2^42, NaN beyond; both of one x: 82
 *   exp          35       0.67   subnormal results, which are rounded twice: 0.79
 *   log          41       0.86
 *   pow         145       0.67   subnormal results 0.79; special values as in ECMAScript: 1^infinity is NaN
 *   acos         42       0.91
 *   atan2        75       0.81
 */
import { constant, type Expr, rawOf, reachable, transform } from './expr.ts';
import { isPrimitive, type Primitive } from './operations.ts';

type Term = Expr | number;
const operation =
  (op: Primitive) =>
  (...args: Term[]): Expr =>
    rawOf(
      op,
      args.map((a) => (typeof a === 'number' ? constant(a) : a)),
    );
const add = operation('add');
const sub = operation('sub');
const mul = operation('mul');
const div = operation('div');
const neg = operation('neg');
const sqrt = operation('sqrt');
const abs = operation('abs');
/** min and max: NaN if the first argument is; if only the second is, the first. */
const min = operation('min');
const max = operation('max');
/** a < b ? x : y, and so y if a or b is NaN. */
const select = operation('select');
const copysign = operation('copysign');
const nearest = operation('nearest');
const pow2 = operation('pow2');
const exponent = operation('exponent');
const mantissa = operation('mantissa');
const high = operation('high');

const clamp = (a: Expr, bottom: number, top: number): Expr => max(min(a, top), bottom);
/** c[0] + c[1] x + c[2] x^2 + ... */
const polynomial =
  (c: readonly number[]) =>
  (x: Expr): Expr =>
    c.slice(0, -1).reduceRight((sum, ck) => add(mul(sum, x), ck), constant(c[c.length - 1]));

const twoTo21 = 2097152;
const twoTo42 = 4398046511104;
const twoTo52 = 4503599627370496;
const twoTo54 = 18014398509481984;
const smallest = Number.MIN_VALUE;
const smallestNormal = 2.2250738585072014e-308;
const largest = Number.MAX_VALUE;

/** The nearest multiple of `unit`, a power of two, for |a| < 2^51 unit; never -0. */
function roundTo(a: Expr, unit: number): Expr {
  const shift = 1.5 * twoTo52 * unit;
  return sub(add(a, shift), shift);
}
/** a 2^k for |k| <= 2044 and a near 1, in two steps: only the second can round, so the result may be subnormal. */
function scale(a: Expr, k: Expr): Expr {
  const k1 = nearest(mul(0.5, k));
  return mul(mul(a, pow2(k1)), pow2(sub(k, k1)));
}
/** a = m 2^e with 1 <= m < 2, for finite a > 0, subnormal or not. */
function split(a: Expr): { m: Expr; e: Expr } {
  const normal = select(a, smallestNormal, mul(a, twoTo54), a);
  return { m: mantissa(normal), e: sub(exponent(normal), select(a, smallestNormal, 54, 0)) };
}

/**
 * x = k pi/2 + r - excess, where |r| <= pi/4 (a little more for large x) and excess is below half an ulp of r.
 *
 *   pi/2 = p1 + p2 + p3 + p4     31, 31, 32 and 53 bits, to 2^-160
 *   k = kHigh + kLow             kHigh a multiple of 2^21, |kLow| <= 2^20
 *
 * For |x| < 2^42 the products of either part of k with p1, p2, p3 are exact, and so are the first three differences. The
 * next three are not, but leave their rounding error in `excess`. What remains is the rounding of k p4, |k| 2^-156. No
 * double nearer to a multiple of pi/2 than 2^-61 exists here, with |k| > 2^25 none nearer than 2^-58: r - excess is right
 * to 2^-56 of itself. The full range would take 1100 bits of pi, and a table to pick them from.
 */
function reduceByQuarterTurns(x0: Expr): { k: Expr; r: Expr; excess: Expr } {
  const [p1, p2, p3, p4] = [1.5707963267341256, 6.07710050359346e-11, 2.912732056084878e-20, 8.4784276603689e-32];
  const x = select(abs(x0), twoTo42, x0, NaN);
  const k = roundTo(mul(x, 0.6366197723675814), 1); // 2/pi
  const kHigh = roundTo(k, twoTo21);
  const kLow = sub(k, kHigh);
  let r = sub(sub(sub(x, mul(kHigh, p1)), mul(kLow, p1)), mul(kHigh, p2));
  let excess = mul(k, p4);
  for (const part of [mul(kLow, p2), mul(kHigh, p3), mul(kLow, p3)]) {
    const next = sub(r, part);
    excess = sub(excess, sub(sub(r, next), part));
    r = next;
  }
  const rounded = sub(r, excess);
  return { k, r: rounded, excess: sub(excess, sub(r, rounded)) };
}

/**
 *   sin(r - excess) = r - (r^3 s(z) + excess (1 - z/2))            z = r^2, s(0) = 1/6
 *   cos(r - excess) = 1 - z/2 + (z^2 c(z) + excess r)              c(0) = 1/24
 *
 * k mod 4 selects the function and its sign. f is k/4 - 1/8 less the nearest whole number, g = |f| - 1/4:
 *
 *   k mod 4    f     g        sin       cos
 *      0     -1/8  -1/8      sin r     cos r       sin is negative where g > 0,
 *      1      1/8  -1/8      cos r    -sin r       cos where f > 0,
 *      2      3/8   1/8     -sin r    -cos r       and they are exchanged where f g < 0
 *      3     -3/8   1/8     -cos r     sin r
 */
function sinCos(x: Expr): { sin: Expr; cos: Expr } {
  const { k, r, excess } = reduceByQuarterTurns(x);
  const z = mul(r, r);
  const halfZ = mul(0.5, z);
  const w = sub(1, halfZ);
  const s = polynomial([
    1.66666666666666324348e-1, -8.33333333332248946124e-3, 1.98412698298579493134e-4, -2.75573137070700676789e-6,
    2.50507602534068634195e-8, -1.58969099521155010221e-10,
  ])(z);
  const c = polynomial([
    4.16666666666666019037e-2, -1.38888888888741095749e-3, 2.48015872894767294178e-5, -2.75573143513906633035e-7,
    2.0875723212981748279e-9, -1.13596475577881948265e-11,
  ])(z);
  const sinR = sub(r, add(mul(mul(z, r), s), mul(excess, w)));
  const lost = sub(sub(1, w), halfZ); // by rounding 1 - z/2
  const cosR = add(w, add(lost, add(mul(z, mul(z, c)), mul(r, excess))));

  const turns = sub(mul(0.25, k), 0.125);
  const f = sub(turns, nearest(turns));
  const g = sub(abs(f), 0.25);
  const exchange = mul(f, g);
  const sin = select(exchange, 0, cosR, sinR);
  const cos = select(exchange, 0, sinR, cosR);
  return { sin: select(g, 0, sin, neg(sin)), cos: select(f, 0, cos, neg(cos)) };
}

/** r (e^r + 1) / (e^r - 1) = 2 + z p(z) with z = r^2; solved for e^r it gives 1 + r + r c / (2 - c), c = r - z p(z). */
function expCorrection(r: Expr): Expr {
  const z = mul(r, r);
  const p = polynomial([
    1.66666666666666019037e-1, -2.77777777770155933842e-3, 6.61375632143793436117e-5, -1.6533902205465251539e-6,
    4.13813679705723846039e-8,
  ])(z);
  const c = sub(r, mul(z, p));
  return div(mul(r, c), sub(2, c));
}
/** 1 + a + b for |b| far below |a| < 1, rounded once. */
function onePlus(a: Expr, b: Expr): Expr {
  const sum = add(1, a);
  return add(sum, add(sub(a, sub(sum, 1)), b));
}
const lnTwoHigh = 6.9314718036912381649e-1; // 32 bits: its product with an exponent is exact
const lnTwoLow = 1.90821492927058770002e-10;

/** e^x = 2^k e^r with x = k ln 2 + r, r = hi - lo. Where it overflows or vanishes, `scale` does. */
function exp(x0: Expr): Expr {
  const x = clamp(x0, -746, 710);
  const k = nearest(mul(x, 1.442695040888963387)); // 1 / ln 2
  const hi = sub(x, mul(k, lnTwoHigh));
  const lo = mul(k, lnTwoLow);
  return scale(onePlus(hi, sub(expCorrection(sub(hi, lo)), lo)), k);
}

/**
 * ln x = k ln 2 + ln(1 + f) with 1 + f from sqrt(1/2) to sqrt(2), and s = f / (2 + f):
 *
 *   ln(1 + f) = f - h + s (h + R(s^2))         h = f^2/2,  R(z) = 2/3 z + 2/5 z^2 + 2/7 z^3 + ...
 */
function log(x: Expr): Expr {
  const rootTwo = 1.4142135623730951;
  const { m, e } = split(x);
  const k = add(e, select(rootTwo, m, 1, 0));
  const f = sub(mul(m, select(rootTwo, m, 0.5, 1)), 1);
  const s = div(f, add(2, f));
  const z = mul(s, s);
  const w = mul(z, z);
  const even = polynomial([3.999999999940941908e-1, 2.222219843214978396e-1, 1.531383769920937332e-1])(w);
  const odd = polynomial([
    6.66666666666673513e-1, 2.857142874366239149e-1, 1.818357216161805012e-1, 1.479819860511658591e-1,
  ])(w);
  const h = mul(mul(0.5, f), f);
  const small = add(mul(s, add(h, add(mul(w, even), mul(z, odd)))), mul(k, lnTwoLow));
  const y = sub(mul(k, lnTwoHigh), sub(sub(h, small), f));
  return select(x, Infinity, select(0, x, y, select(x, 0, NaN, -Infinity)), x);
}

/**
 * log2 a = hi + lo for finite a > 0, to 2^-66 of itself; hi has 26 bits. With a = m 2^e,
 *
 *   log2 a = n + log2 b + 2/(3 ln 2) s q       s = (m - b) / (m + b),  b = 1, 3/2 or 2, n = e or, with b = 2, e + 1
 *   q = 3 + s^2 + rest                         rest = 3/5 s^4 + 3/7 s^6 + ...
 *
 * s, q, p = s q and the sum are each kept as head + tail. Heads are made by `high`, so that their products are exact.
 */
function log2Parts(a: Expr): { hi: Expr; lo: Expr } {
  const { m, e } = split(a);
  const rootThree = 1.7320508075688772;
  const byBase = (one: number, threeHalves: number, two: number): Expr =>
    select(m, 1.224744871391589, one, select(m, rootThree, threeHalves, two)); // sqrt(3/2)
  const b = byBase(1, 1.5, 2);
  const n = add(e, select(m, rootThree, 0, 1));
  const log2Base = byBase(0, 5.84962487220764160156e-1, 0);
  const log2BaseTail = byBase(0, 1.35003920212974897128e-8, 0);

  const top = sub(m, b);
  const bottom = add(m, b);
  const inverse = div(1, bottom);
  const s = mul(top, inverse);
  const sHead = high(s);
  const bottomHead = high(bottom);
  const bottomTail = sub(m, sub(bottomHead, b));
  const sTail = mul(inverse, sub(sub(top, mul(sHead, bottomHead)), mul(sHead, bottomTail)));

  const z = mul(s, s);
  const series = polynomial([
    5.99999999999994648725e-1, 4.28571428578550184252e-1, 3.33333329818377432918e-1, 2.72728123808534006489e-1,
    2.30660745775561754067e-1, 2.06975017800338417784e-1,
  ])(z);
  const zHead = mul(sHead, sHead);
  const rest = add(mul(mul(z, z), series), mul(sTail, add(sHead, s)));
  const qHead = high(add(add(3, zHead), rest));
  const qTail = sub(rest, sub(sub(qHead, 3), zHead));

  const p = mul(sHead, qHead);
  const pRest = add(mul(sTail, qHead), mul(qTail, s));
  const pHead = high(add(p, pRest));
  const pTail = sub(pRest, sub(pHead, p));

  const factor = 9.61796693925975554329e-1; // 2 / (3 ln 2) = factorHead + factorTail
  const factorHead = 9.61796700954437255859e-1;
  const factorTail = -7.02846165095275826516e-9;
  const l = mul(pHead, factorHead);
  const lRest = add(add(mul(pHead, factorTail), mul(pTail, factor)), log2BaseTail);
  const hi = high(add(add(add(l, lRest), log2Base), n));
  return { hi, lo: sub(lRest, sub(sub(sub(hi, n), log2Base), l)) };
}

/** 2^(hi + lo) = 2^k e^(r + tail), where r + tail = (hi + lo - k) ln 2; for |lo| far below |hi|, of 52 bits. */
function exp2Parts(hi0: Expr, lo0: Expr): Expr {
  const top = clamp(hi0, -1200, 1200); // beyond, the result is 0 or infinite
  const lo = clamp(lo0, -1, 1);
  const k = nearest(add(top, lo));
  const hi = sub(top, k);
  const head = high(add(hi, lo));
  const u = mul(head, 6.93147182464599609375e-1); // ln 2, in 24 bits and the rest
  const v = add(mul(sub(lo, sub(head, hi)), 6.93147180559945286227e-1), mul(head, -1.90465429995776804525e-9));
  const r = add(u, v);
  const tail = sub(v, sub(r, u));
  return scale(onePlus(r, add(expCorrection(r), add(tail, mul(r, tail)))), k);
}

/**
 * |x|^y = 2^(y log2 |x|), then the sign. Special values that need no care of their own: |x| = 1 and y infinite is
 * infinity * 0 = NaN, y NaN stays NaN. Those that do: x = 0 and infinite, x < 0, y = 0, and |y| so large that products
 * with it overflow (2^65 is enough: no |log2 x| but 0 is below 2^-53).
 */
function pow(x: Expr, y: Expr): Expr {
  const ax = abs(x);
  const { hi, lo } = log2Parts(ax);
  const yFinite = clamp(y, -36893488147419103232, 36893488147419103232);
  const fromWhole = abs(sub(y, nearest(y)));
  const finite = mul(high(y), select(x, 0, select(0, fromWhole, NaN, hi), hi)); // no real root of x < 0
  const head = select(ax, smallest, mul(y, -Infinity), select(ax, Infinity, finite, mul(y, ax)));
  const size = exp2Parts(head, add(mul(sub(yFinite, high(yFinite)), hi), mul(yFinite, lo)));

  const halfY = mul(0.5, y);
  const fromEven = abs(sub(halfY, nearest(halfY))); // 1/2 for odd y and no other
  const signed = copysign(size, select(0.49999999999999994, fromEven, x, 1));
  return select(abs(y), smallest, 1, signed);
}

/**
 * acos x = pi/2 - asin x                      |x| < 1/2
 *        = 2 asin sqrt((1 - x)/2)             x >= 1/2
 *        = pi - 2 asin sqrt((1 - |x|)/2)      x <= -1/2
 *
 * asin t = t + t R(t^2), R a quotient of polynomials. The second line keeps the rounding error of the root:
 * sqrt z = root + tail, root = head of it, tail = (z - root^2) / (sqrt z + root).
 */
function acos(x: Expr): Expr {
  const ax = abs(x);
  const z = select(ax, 0.5, mul(x, x), mul(0.5, sub(1, ax)));
  const p = polynomial([
    1.66666666666666657415e-1, -3.25565818622400915405e-1, 2.01212532134862925881e-1, -4.00555345006794114027e-2,
    7.91534994289814532176e-4, 3.4793310759602116757e-5,
  ])(z);
  const q = polynomial([
    1, -2.40339491173441421878, 2.02094576023350569471, -6.8828397160545329303e-1, 7.70381505559019352791e-2,
  ])(z);
  const sqrtZ = sqrt(z);
  const root = high(sqrtZ);
  const tail = div(sub(z, mul(root, root)), max(add(sqrtZ, root), smallestNormal));
  const t = select(ax, 0.5, x, sqrtZ);
  const tR = mul(t, div(mul(z, p), q));
  const fromQuarter = sub(1.570796326794896558, add(t, sub(tR, 6.12323399573676603587e-17)));
  const fromZero = add(root, add(tR, tail));
  return select(ax, 0.5, fromQuarter, mul(2, select(x, 0, fromQuarter, fromZero)));
}

/**
 * The angle of (x, y). With lo <= hi the sizes of x and y, brought by a common power of two to where nothing overflows or
 * loses bits, and c = 0, 1/2 or 1, whichever is near lo/hi,
 *
 *   atan(lo/hi) = atan c + atan t         t = (lo - c hi) / (hi + c lo),  |t| <= 7/16
 *   angle = quarters pi/2 + turned atan(lo/hi)
 *
 * with turned = 1 or -1 and quarters = 0, 1 or 2 by the octant; the sign of y is applied last. t is head + tail, its rounding
 * could otherwise cost a whole ulp. atan t = t - t a(t^2). Two infinities act as lo = hi, c = 1.
 */
function atan2(y: Expr, x: Expr): Expr {
  const ax = abs(x);
  const ay = abs(y);
  const least = min(ax, ay); // NaN if x is,
  const most = max(ay, ax); // NaN if y is
  const rescale = select(most, 8.452712498170644e270, 1.2676506002282294e30, 6.223015277861142e-61); // 2^900 2^100 2^-200
  const lo = mul(least, rescale);
  const hi = max(mul(most, rescale), smallestNormal);
  const hiFinite = min(hi, largest);
  const near = (half: number, one: number): Expr =>
    select(mul(0.4375, hiFinite), lo, select(mul(0.6875, hiFinite), lo, one, half), 0);

  const c = near(0.5, 1);
  const top = sub(min(lo, largest), mul(c, hiFinite));
  const bottom = add(hi, mul(c, lo));
  const inverse = div(1, bottom);
  const t = mul(top, inverse);
  const tHead = high(t);
  const bottomFinite = min(bottom, largest);
  const bottomHead = high(bottomFinite);
  const bottomTail = sub(bottomFinite, bottomHead);
  const tTail = mul(sub(sub(top, mul(tHead, bottomHead)), mul(tHead, bottomTail)), inverse);

  const z = mul(t, t);
  const w = mul(z, z);
  const odd = polynomial([
    3.33333333333329318027e-1, 1.42857142725034663711e-1, 9.09088713343650656196e-2, 6.66107313738753120669e-2,
    4.97687799461593236017e-2, 1.62858201153657823623e-2,
  ])(w);
  const even = polynomial([
    -1.99999999998764832476e-1, -1.1111110405462355788e-1, -7.69187620504482999495e-2, -5.83357013379057348645e-2,
    -3.6531572744216915527e-2,
  ])(w);
  const ta = mul(t, add(mul(z, odd), mul(w, even)));

  const side = copysign(1, x);
  const turned = select(ax, ay, neg(side), side);
  const quarters = select(ax, ay, 1, select(side, 0, 2, 0));
  // pi/2 and atan c in two parts each, the first a multiple of 2^-49: sums of these are exact
  const head = add(mul(quarters, 1.5707963267948948), mul(turned, near(0.46364760900080526, 0.7853981633974474)));
  const tail = add(
    mul(quarters, 1.837589179357618e-15),
    mul(turned, near(8.553660459218291e-16, 9.18794589678809e-16)),
  );
  const small = sub(mul(turned, sub(ta, tTail)), tail);
  return copysign(sub(head, sub(small, mul(turned, tHead))), y);
}

/** The same formulas in primitive operations, without `detach`. Differentiate and simplify first: neither is possible afterwards. */
export function lower(roots: readonly Expr[]): Expr[] {
  if (reachable(roots).every((e) => isPrimitive(e.op) || !e.args.length)) return [...roots];
  return transform(roots, (e, args) => {
    const [a, b] = args;
    switch (e.op) {
      case 'sin':
        return sinCos(a).sin;
      case 'cos':
        return sinCos(a).cos;
      case 'exp':
        return exp(a);
      case 'log':
        return log(a);
      case 'pow':
        return pow(a, b);
      case 'acos':
        return acos(a);
      case 'atan2':
        return atan2(a, b);
      case 'detach':
        return a;
      default:
        return args.length ? rawOf(e.op, args) : e;
    }
  });
}

import { describe, expect, test } from 'vitest';
import * as precise from '../../../../../tests/support/precise.ts';
import { Random } from '../../../../../tests/support/random.ts';
import { sample } from '../../../../../tests/support/sample.ts';
import * as expr from './expr.ts';
import { lower } from './functions.ts';
import { isPrimitive } from './operations.ts';
import * as scalar from './scalar.ts';

/** Numbers of all sizes alike: +- 2^low to 2^high, whose logarithm is spread evenly. */
const sized = (random: Random, low: number, high: number): number =>
  2 ** Math.floor(random.between(low, high)) * random.between(1, 2);
const signed = (random: Random, low: number, high: number): number =>
  (random.chance(0.5) ? 1 : -1) * sized(random, low, high);

/**
 * The doubles nearest to multiples of pi/2, for their size: x = m 2^e, where k/m is a convergent of the continued
 * fraction of 2^e / (pi/2). Nearest of all is 6411027962775774 2^-47, 2^-60.5 from 29 pi/2.
 */
function hardAngles(): number[] {
  const places = 400;
  const found: number[] = [];
  for (let e = -54; e <= -11; e++) {
    let [a, b] = [1n << BigInt(places + e), precise.pi(places) >> 1n];
    let [m0, m1] = [1n, 0n];
    while (b !== 0n) {
      [m0, m1] = [m1, (a / b) * m1 + m0];
      [a, b] = [b, a % b];
      if (m1 >= 2n ** 53n) break;
      const x = Number(m1) * 2 ** e;
      if (x > 0 && x < 2 ** 42) found.push(x, -x);
    }
  }
  return found;
}
const hard = hardAngles();
const angles: Ranges = {
  'a turn': [30000, (r) => [r.between(-7, 7)]],
  'all sizes to 2^42': [30000, (r) => [signed(r, -30, 42)]],
  tiny: [10000, (r) => [signed(r, -1074, -20)]],
  'near multiples of pi/4': [30000, (r) => [Math.round(sized(r, 0, 40)) * (Math.PI / 4)]],
  'nearest to multiples of pi/2': [hard.length, (_, i) => [hard[i]]],
};

type Ranges = Record<string, [count: number, sample: (random: Random, i: number) => number[]]>;
interface Case {
  f: (...x: number[]) => number;
  truth: (...x: number[]) => precise.Precise;
  /** Largest error allowed, in ulp: a little above the largest ever seen (functions.ts). tan is a quotient of two. */
  bound: number;
  ranges: Ranges;
}
/** x^y of all sizes that a double can hold, and somewhat beyond */
const exponentFor = (random: Random, x: number, low = -1080, high = 1024.5): number =>
  random.between(low, high) / Math.log2(x);

const cases: Record<string, Case> = {
  sin: { f: scalar.sin, truth: precise.sin, bound: 0.85, ranges: angles },
  cos: { f: scalar.cos, truth: precise.cos, bound: 0.85, ranges: angles },
  tan: { f: scalar.tan, truth: precise.tan, bound: 2.6, ranges: angles },
  exp: {
    f: scalar.exp,
    truth: precise.exp,
    bound: 0.85,
    ranges: {
      'about 0': [30000, (r) => [r.between(-2, 2)]],
      'all results': [40000, (r) => [r.between(-746, 710)]],
      tiny: [10000, (r) => [signed(r, -1074, 0)]],
      'near overflow': [10000, (r) => [709.782712893384 + signed(r, -43, -5)]],
      'subnormal results': [10000, (r) => [r.between(-745.2, -708)]],
      'near underflow': [10000, (r) => [-745.1332191019412 + signed(r, -43, -5)]],
    },
  },
  log: {
    f: scalar.log,
    truth: precise.log,
    bound: 0.9,
    ranges: {
      'to 10': [30000, (r) => [r.between(0, 10)]],
      'all sizes': [30000, (r) => [sized(r, -1022, 1024)]],
      subnormal: [10000, (r) => [sized(r, -1074, -1022)]],
      'near 1': [30000, (r) => [1 + signed(r, -53, -2)]],
      'near sqrt(2)': [10000, (r) => [Math.SQRT2 + signed(r, -52, -8)]],
    },
  },
  pow: {
    f: scalar.pow,
    truth: precise.pow,
    bound: 0.85,
    ranges: {
      ordinary: [
        30000,
        (r) => {
          const x = r.between(0, 10);
          return [x, exponentFor(r, x, -30, 30)];
        },
      ],
      'all sizes': [
        30000,
        (r) => {
          const x = sized(r, -1074, 1024);
          return [x, exponentFor(r, x)];
        },
      ],
      'near 1, huge exponents': [
        30000,
        (r) => {
          const x = 1 + signed(r, -53, -2);
          return [x, exponentFor(r, x)];
        },
      ],
      'subnormal results': [
        10000,
        (r) => {
          const x = sized(r, -1074, 1024);
          return [x, exponentFor(r, x, -1076, -1021)];
        },
      ],
      'near overflow': [
        10000,
        (r) => {
          const x = sized(r, -1074, 1024);
          return [x, exponentFor(r, x, 1023.99, 1024.01)];
        },
      ],
      'tiny exponents': [5000, (r) => [sized(r, -1074, 1024), signed(r, -1074, -10)]],
      'whole exponents': [10000, (r) => [sized(r, -20, 20), r.below(60) - 30]],
    },
  },
  acos: {
    f: scalar.acos,
    truth: precise.acos,
    bound: 0.95,
    ranges: {
      all: [40000, (r) => [r.between(-1, 1)]],
      'near 1': [20000, (r) => [1 - sized(r, -53, -1)]],
      'near -1': [20000, (r) => [-1 + sized(r, -53, -1)]],
      'near +-1/2': [20000, (r) => [(r.chance(0.5) ? 1 : -1) * (0.5 + signed(r, -54, -5))]],
      tiny: [5000, (r) => [signed(r, -1074, -1)]],
    },
  },
  atan2: {
    f: scalar.atan2,
    truth: precise.atan2,
    bound: 0.85,
    ranges: {
      ordinary: [40000, (r) => [r.between(-1, 1), r.between(-1, 1)]],
      'all sizes': [20000, (r) => [signed(r, -1074, 1024), signed(r, -1074, 1024)]],
      'like sizes': [
        20000,
        (r) => {
          const size = r.between(-1020, 1010);
          return [signed(r, size, size + 8), signed(r, size, size + 8)];
        },
      ],
      'near overflow': [10000, (r) => [signed(r, 1015, 1024), signed(r, 1015, 1024)]],
      subnormal: [10000, (r) => [signed(r, -1074, -1065), signed(r, -1074, -1065)]],
      'subnormal results': [
        5000,
        (r) => {
          const x = sized(r, 0, 1000);
          return [x * signed(r, -1074, -1015), x];
        },
      ],
    },
  },
};

const seed = 20;
describe.each(Object.entries(cases))('%s', (name, { f, truth, bound, ranges }) => {
  test.each(Object.entries(ranges))(
    `${name}, %s: within ${bound} ulp (seed ${seed})`,
    (_, [count, draw]) => {
      const random = new Random(seed);
      let worst = { error: 0, x: [0] };
      for (let i = 0; i < sample(count < 10_000 ? count : Math.ceil(count / 3), count); i++) {
        const x = draw(random, i);
        const error = precise.ulps(f(...x), truth(...x));
        if (error > worst.error) worst = { error, x };
      }
      expect(worst.error, `at ${worst.x}`).toBeLessThan(bound);
    },
    60_000,
  );
});

test('the truth has 36 right decimals where they are well known', () => {
  const decimals = ({ m, e }: precise.Precise): bigint => (m * 10n ** 36n) >> BigInt(-e);
  for (const [value, expected] of [
    [precise.sin(1e22), -852200849767188801772705893753029369n],
    [precise.cos(3), -989992496600445457271572794731261303n],
    [precise.exp(1), 2718281828459045235360287471352662497n],
    [precise.log(10), 2302585092994045684017991454684364207n],
    [precise.pow(2, 0.5), 1414213562373095048801688724209698078n],
    [precise.acos(-0.5), 2094395102393195492308428922186335256n],
    [precise.atan2(1, 2), 463647609000806116214256231461214402n],
  ] as const) {
    expect(decimals(value)).toBe(expected);
  }
});

test('there are doubles hard to reduce, and they are among the angles tried', () => {
  expect(hard).toContain(6411027962775774 * 2 ** -47);
  expect(hard.length).toBeGreaterThan(1000);
});

const pi = Math.PI;
const tiny = Number.MIN_VALUE;
const huge = Number.MAX_VALUE;
const justBelow1 = 0.9999999999999999;
const justAbove1 = 1.0000000000000002;

describe('special values', () => {
  test.each<[keyof typeof scalar, number, number]>([
    ['sin', 0, 0],
    ['sin', -0, -0],
    ['sin', tiny, tiny],
    ['sin', -tiny, -tiny],
    ['sin', Infinity, NaN],
    ['sin', -Infinity, NaN],
    ['sin', NaN, NaN],
    ['sin', 2 ** 42, NaN], // the end of the range: refused rather than wrong
    ['sin', -huge, NaN],
    ['cos', 0, 1],
    ['cos', -0, 1],
    ['cos', tiny, 1],
    ['cos', Infinity, NaN],
    ['cos', -Infinity, NaN],
    ['cos', NaN, NaN],
    ['cos', -(2 ** 42), NaN],
    ['tan', 0, 0],
    ['tan', -0, -0],
    ['tan', NaN, NaN],
    ['exp', 0, 1],
    ['exp', -0, 1],
    ['exp', tiny, 1],
    ['exp', 1, Math.E],
    ['exp', Infinity, Infinity],
    ['exp', -Infinity, 0],
    ['exp', NaN, NaN],
    ['exp', huge, Infinity],
    ['exp', -huge, 0],
    ['exp', 709.782712893384, 1.7976931348622732e308], // the last finite one
    ['exp', 709.7827128933841, Infinity],
    ['exp', -745.1332191019411, tiny], // the last one above 2^-1075
    ['exp', -745.1332191019412, 0],
    ['log', 0, -Infinity],
    ['log', -0, -Infinity],
    ['log', -tiny, NaN],
    ['log', -1, NaN],
    ['log', -Infinity, NaN],
    ['log', 1, 0],
    ['log', 2, Math.LN2],
    ['log', 10, Math.LN10],
    ['log', Infinity, Infinity],
    ['log', NaN, NaN],
    ['log', tiny, -744.4400719213812],
    ['log', huge, 709.782712893384],
    ['acos', 1, 0],
    ['acos', -1, pi],
    ['acos', 0, pi / 2],
    ['acos', -0, pi / 2],
    ['acos', tiny, pi / 2],
    ['acos', justAbove1, NaN],
    ['acos', -justAbove1, NaN],
    ['acos', Infinity, NaN],
    ['acos', -Infinity, NaN],
    ['acos', NaN, NaN],
  ])('%s(%s) = %s', (name, x, y) => {
    expect(cases[name].f(x)).toBe(y);
  });

  test.each([
    [0, 0, 0],
    [-0, 0, -0],
    [0, -0, pi],
    [-0, -0, -pi],
    [0, 1, 0],
    [-0, 1, -0],
    [0, -1, pi],
    [-0, -1, -pi],
    [0, tiny, 0],
    [-0, -tiny, -pi],
    [1, 0, pi / 2],
    [1, -0, pi / 2],
    [-1, 0, -pi / 2],
    [-1, -0, -pi / 2],
    [tiny, 0, pi / 2],
    [-tiny, -0, -pi / 2],
    [1, 1, pi / 4],
    [-1, -1, (-3 * pi) / 4],
    [tiny, tiny, pi / 4],
    [tiny, 1, tiny],
    [-tiny, 1, -tiny],
    [tiny, huge, 0],
    [-tiny, huge, -0],
    [tiny, -1, pi],
    [huge, tiny, pi / 2],
    [huge, huge, pi / 4],
    [huge, -huge, (3 * pi) / 4],
    [Infinity, Infinity, pi / 4],
    [-Infinity, Infinity, -pi / 4],
    [Infinity, -Infinity, (3 * pi) / 4],
    [-Infinity, -Infinity, (-3 * pi) / 4],
    [Infinity, 1, pi / 2],
    [-Infinity, -huge, -pi / 2],
    [Infinity, -0, pi / 2],
    [1, Infinity, 0],
    [huge, Infinity, 0],
    [-huge, Infinity, -0],
    [0, Infinity, 0],
    [1, -Infinity, pi],
    [-1, -Infinity, -pi],
    [-0, -Infinity, -pi],
    [NaN, 1, NaN],
    [1, NaN, NaN],
    [NaN, 0, NaN],
    [0, NaN, NaN],
    [NaN, Infinity, NaN],
    [Infinity, NaN, NaN],
    [-Infinity, NaN, NaN],
    [NaN, -Infinity, NaN],
    [NaN, NaN, NaN],
  ])('atan2(%s, %s) = %s', (y, x, angle) => {
    expect(scalar.atan2(y, x)).toBe(angle);
  });

  test.each([
    [NaN, 0, 1],
    [NaN, -0, 1],
    [Infinity, 0, 1],
    [-Infinity, -0, 1],
    [0, 0, 1],
    [-0, -0, 1],
    [NaN, 1, NaN],
    [2, NaN, NaN],
    [0, NaN, NaN],
    [Infinity, NaN, NaN],
    [1, NaN, NaN],
    [1, Infinity, NaN], // 1 in C99
    [1, -Infinity, NaN],
    [-1, Infinity, NaN],
    [-1, -Infinity, NaN],
    [justAbove1, Infinity, Infinity],
    [justAbove1, -Infinity, 0],
    [justBelow1, Infinity, 0],
    [justBelow1, -Infinity, Infinity],
    [-2, Infinity, Infinity],
    [-2, -Infinity, 0],
    [-0.5, -Infinity, Infinity],
    [0, Infinity, 0],
    [-0, -Infinity, Infinity],
    [Infinity, Infinity, Infinity],
    [-Infinity, -Infinity, 0],
    [0, 3, 0],
    [-0, 3, -0],
    [-0, 2, 0],
    [-0, 0.5, 0],
    [0, -3, Infinity],
    [-0, -3, -Infinity],
    [-0, -2, Infinity],
    [-0, -0.5, Infinity],
    [0, tiny, 0],
    [0, -tiny, Infinity],
    [Infinity, tiny, Infinity],
    [Infinity, -tiny, 0],
    [-Infinity, 3, -Infinity],
    [-Infinity, 2, Infinity],
    [-Infinity, 0.5, Infinity],
    [-Infinity, -3, -0],
    [-Infinity, -2, 0],
    [-Infinity, -0.5, 0],
    [-8, 1 / 3, NaN],
    [-8, tiny, NaN],
    [-huge, 0.5, NaN],
    [-tiny, -1.5, NaN],
    [-2, 3, -8],
    [-2, 4, 16],
    [-2, -3, -0.125],
    [-1, 2 ** 53 - 1, -1],
    [-1, 2 ** 53, 1],
    [-1, 2 ** 53 + 2, 1],
    [-1, huge, 1],
    [1, huge, 1],
    [justAbove1, huge, Infinity],
    [justBelow1, huge, 0],
    [-justAbove1, -huge, 0],
    [2, 1024, Infinity],
    [2, -1075, 0],
    [-2, -1075, -0],
    [-2, 1025, -Infinity],
    [2, -1074.5, tiny],
    [10, 308, 1e308],
    [10, 309, Infinity],
    [10, -324, 0],
    [huge, 1, huge],
    [tiny, 1, tiny],
    [tiny, -1, Infinity],
    [tiny, 0.5, 2 ** -537],
    [tiny, tiny, 1],
  ])('pow(%s, %s) = %s', (x, y, power) => {
    expect(scalar.pow(x, y)).toBe(power);
    if (power === 0 || !Number.isFinite(power)) {
      expect(Math.pow(x, y)).toBe(power); // where ECMAScript leaves no choice
    }
  });
});

describe('laws', () => {
  test('pow: whole powers of 2 are exact', () => {
    for (let n = -1074; n < 1024; n++) {
      expect(scalar.pow(2, n)).toBe(2 ** n);
      expect(scalar.pow(0.5, -n)).toBe(2 ** n);
    }
  });
  test(`sin is odd, cos and the size of atan2 are even (seed ${seed})`, () => {
    const random = new Random(seed);
    for (let i = 0; i < 10000; i++) {
      const x = signed(random, -30, 42);
      const y = signed(random, -30, 42);
      expect(scalar.sin(-x)).toBe(-scalar.sin(x));
      expect(scalar.cos(-x)).toBe(scalar.cos(x));
      expect(scalar.atan2(-y, x)).toBe(-scalar.atan2(y, x));
    }
  });
});

describe('lower', () => {
  const x = expr.input('x');
  const y = expr.input('y');
  const all = [
    ...[expr.sin, expr.cos, expr.exp, expr.log, expr.acos].map((f) => f(x)),
    expr.pow(x, y),
    expr.atan2(y, expr.sin(expr.exp(x))),
    expr.detach(expr.sin(y)),
  ];
  const same = (a: expr.Expr[], b: expr.Expr[]) => a.every((e, i) => e === b[i]);
  test('leaves primitives only', () => {
    for (const e of expr.reachable(lower(all))) {
      expect(e.op === 'const' || e.op === 'input' || isPrimitive(e.op), e.op).toBe(true);
    }
  });
  test('leaves the rest as it stands', () => {
    const rest = [expr.add(expr.sqrt(x), expr.mul(y, expr.abs(x))), expr.constant(3)];
    expect(same(lower(rest), rest)).toBe(true);
    expect(same(lower(lower(all)), lower(all))).toBe(true);
  });
  test('folds constants', () => {
    expect(lower([expr.sin(expr.constant(0.5))])[0]).toBe(expr.constant(scalar.sin(0.5)));
  });
  test('a sine and a cosine of one argument share all but their last steps', () => {
    const operations = (...roots: expr.Expr[]) => expr.reachable(lower(roots)).filter((e) => e.args.length).length;
    expect(operations(expr.sin(x), expr.cos(x))).toBe(operations(expr.sin(x)) + 3);
  });
});

import { describe, expect, test } from 'vitest';
import { catmullRomPath, createPath, linearPath, type Path, type PathDef, smoothstepPath } from './path.ts';

const allKinds = ['linear', 'smoothstep', 'catmull-rom'] as const;
const smoothKinds = ['smoothstep', 'catmull-rom'] as const;

const times = [-1, 0.5, 0.75, 2, 4];
const points: [number, number, number][] = [
  [0.1, 2, -1],
  [1, 0, 0.3],
  [1.5, -1, 0.7],
  [0, 0, 5],
  [-2, 1, 3],
];
const circuit = [...points.slice(0, 4), points[0]];

/** x, v, a at t. */
function at(path: Path, t: number): { x: number[]; v: number[]; a: number[] } {
  const out = new Float64Array(9);
  path.evaluate(t, out);
  return { x: [...out.subarray(0, 3)], v: [...out.subarray(3, 6)], a: [...out.subarray(6)] };
}

function expectNear(actual: number[], expected: number[], tolerance: number): void {
  for (let axis = 0; axis < 3; axis++) expect(Math.abs(actual[axis] - expected[axis])).toBeLessThan(tolerance);
}

describe.each(allKinds)('%s', (kind) => {
  test('passes through its keys, to the last bit', () => {
    const path = createPath({ kind, times, points });
    for (let k = 0; k < times.length; k++) expect(at(path, times[k]).x).toEqual(points[k]);
    expect(path.duration).toBe(5);
  });

  test('reaches a key from the left as from the right', () => {
    const path = createPath({ kind, times, points });
    for (let k = 1; k < times.length; k++) expectNear(at(path, times[k] - 1e-12).x, points[k], 1e-10);
  });

  test.each([false, true])(
    'velocity and acceleration match central differences (loop %s, 200 times, seed 3)',
    (loop) => {
      const path = createPath({ kind, times, points: circuit, loop });
      // Rounding in x is 1e-15 and truncation h^2 x'''/6 < 1e-7: both differences are good to 1e-7 at these steps.
      const h = 1e-5;
      const tolerance = 1e-6;
      let seed = 3;
      for (let n = 0; n < 200; n++) {
        seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
        const t = -3 + 9 * (seed / 2 ** 32);
        const phase = loop ? ((t + 11) % 5) - 1 : t;
        if (times.some((key) => Math.abs(phase - key) < 2 * h)) continue;
        const before = at(path, t - h);
        const now = at(path, t);
        const after = at(path, t + h);
        expectNear(
          now.v,
          after.x.map((x, axis) => (x - before.x[axis]) / (2 * h)),
          tolerance,
        );
        expectNear(
          now.a,
          after.v.map((v, axis) => (v - before.v[axis]) / (2 * h)),
          tolerance,
        );
      }
    },
  );

  test('rests at its ends', () => {
    const path = createPath({ kind, times, points });
    expect(at(path, -1.01)).toEqual({ x: points[0], v: [0, 0, 0], a: [0, 0, 0] });
    expect(at(path, -1e9)).toEqual({ x: points[0], v: [0, 0, 0], a: [0, 0, 0] });
    expect(at(path, 4)).toEqual({ x: points[4], v: [0, 0, 0], a: [0, 0, 0] });
    expect(at(path, 1e9)).toEqual({ x: points[4], v: [0, 0, 0], a: [0, 0, 0] });
  });

  test('one key is a point at rest, looping or not', () => {
    for (const loop of [false, true]) {
      const path = createPath({ kind, times: [2], points: [[1, 2, 3]], loop });
      expect(path.duration).toBe(0);
      for (const t of [-1, 2, 5]) expect(at(path, t)).toEqual({ x: [1, 2, 3], v: [0, 0, 0], a: [0, 0, 0] });
    }
  });

  test('loops for ever, both ways', () => {
    const path = createPath({ kind, times, points, loop: true });
    const once = createPath({ kind, times, points });
    for (const t of [-1, -0.25, 0.5, 1.75, 3.5]) {
      for (const turns of [-3, -1, 0, 1, 2, 1000]) expect(at(path, t + 5 * turns)).toEqual(at(once, t));
    }
    expect(at(path, 4).x).toEqual(points[0]);
  });

  test('a loop meets its keys to the last bit in its first period', () => {
    const keys = [0.3, 0.9, 2]; // 0.3 + (0.9 - 0.3) is not 0.9
    const path = createPath({ kind, times: keys, points: points.slice(0, 3), loop: true });
    for (let k = 0; k < 2; k++) expect(at(path, keys[k]).x).toEqual(points[k]);
  });

  test('writes nine numbers where told, and nothing else', () => {
    const out = new Float64Array(12).fill(7);
    const path = createPath({ kind, times, points });
    path.evaluate(1, out, 2);
    expect([out[0], out[1], out[11]]).toEqual([7, 7, 7]);
    expect([...out.subarray(2, 5)]).toEqual(at(path, 1).x);
  });

  test('the definition is plain: a clone moves alike, and changing it later changes nothing', () => {
    const def: PathDef = { kind, times: [...times], points: points.map(([x, y, z]) => [x, y, z]), loop: true };
    const path = createPath(structuredClone(def));
    const other = createPath(def);
    (def.times as number[])[1] = 0;
    (def.points[0] as [number, number, number])[0] = 99;
    for (const t of [-0.9, 0.1, 3]) expect(at(path, t)).toEqual(at(other, t));
  });
});

test.each(smoothKinds)('%s: the velocity is continuous, through the seam of a closed loop too', (kind) => {
  const path = createPath({ kind, times, points: circuit, loop: true });
  // Over 2e-9 s an acceleration below 1e3 changes the velocity by less than 2e-6.
  for (const t of [...times, 9]) expectNear(at(path, t - 1e-9).v, at(path, t + 1e-9).v, 2e-6);
});

test('a loop never rests by rounding: a period that is not a binary fraction, near its seam', () => {
  const third = [0.1, 0.2, 0.1 + 1 / 3];
  const path = linearPath({ times: third, points: points.slice(0, 3), loop: true });
  for (let n = -500; n < 500; n++) {
    for (const nudge of [-1e-15, 0, 1e-15]) expect(at(path, 0.1 + n / 3 + nudge).v[0]).not.toBe(0);
  }
});

test('linearPath: the velocity of the segment, no acceleration; at a key the next segment holds', () => {
  const path = linearPath({ times, points });
  expect(at(path, 0.6)).toMatchObject({ v: [2, -4, expect.closeTo(1.6, 12)], a: [0, 0, 0] });
  expect(at(path, 0.5).v).toEqual(at(path, 0.6).v);
  for (let t = -1; t < 4; t += 0.01) expect(at(path, t).a).toEqual([0, 0, 0]);
});

test('smoothstepPath: s = u^2 (3 - 2u), at rest at every key', () => {
  const path = smoothstepPath({
    times: [0, 2],
    points: [
      [0, 0, 0],
      [1, 2, -4],
    ],
  });
  expect(at(path, 0.5).x).toEqual([0.15625, 0.3125, -0.625]);
  expect(at(path, 1)).toEqual({ x: [0.5, 1, -2], v: [0.75, 1.5, -3], a: [0, 0, 0] });
  expect(at(path, 0).v).toEqual([0, 0, 0]);
});

describe('catmullRomPath', () => {
  test('evenly spaced keys: half the difference of the neighbours; one-sided at the ends', () => {
    const path = catmullRomPath({ times: [0, 1, 2, 3], points: points.slice(0, 4) });
    const difference = (a: number, b: number, span: number) =>
      [0, 1, 2].map((k) => (points[b][k] - points[a][k]) / span);
    expectNear(at(path, 1).v, difference(0, 2, 2), 1e-14);
    expectNear(at(path, 2).v, difference(1, 3, 2), 1e-14);
    expectNear(at(path, 0).v, difference(0, 1, 1), 1e-14);
    expectNear(at(path, 3 - 1e-12).v, difference(2, 3, 1), 1e-10);
  });

  test('a steady motion stays steady, a fall is met between inner keys, whatever the spacing', () => {
    const uneven = [0, 0.3, 1, 1.1, 2.5, 3];
    const fall = (t: number): [number, number, number] => [2 * t, 5 - 4.905 * t * t, 1];
    const path = catmullRomPath({ times: uneven, points: uneven.map(fall) });
    for (let t = 0.3; t < 2.5; t += 0.1) {
      expectNear(at(path, t).x, fall(t), 1e-13);
      expectNear(at(path, t).v, [2, -9.81 * t, 0], 1e-12);
      expectNear(at(path, t).a, [0, -9.81, 0], 1e-10);
    }
    for (let t = 0; t < 3; t += 0.1) expect(at(path, t).v[0]).toBeCloseTo(2, 12);
  });

  test('a loop that does not end where it starts jumps, and is one-sided there', () => {
    const path = catmullRomPath({ times, points, loop: true });
    const once = catmullRomPath({ times, points });
    expect(at(path, 4)).toEqual(at(once, -1));
  });
});

describe('invalid input is refused with a message', () => {
  const good: PathDef = {
    kind: 'linear',
    times: [0, 1],
    points: [
      [0, 0, 0],
      [1, 0, 0],
    ],
  };
  test.each<[Partial<Record<keyof PathDef, unknown>>, string]>([
    [{ kind: 'cubic' }, 'path: kind — "cubic" is not known (give linear, smoothstep, catmull-rom).'],
    [{ times: [], points: [] }, 'path: times — there are no keys (give at least one).'],
    [{ times: [0, 1, 2] }, 'path: points — 2 points for 3 times (give one each).'],
    [{ times: [0, 0] }, 'path: times[1] — 0 s does not come after 0 s (times must increase).'],
    [{ times: [0, -1] }, 'path: times[1] — -1 s does not come after 0 s (times must increase).'],
    [{ times: [0, NaN] }, 'path: times[1] — NaN is not a time (give a finite number).'],
    [
      {
        points: [
          [0, 0, 0],
          [1, Infinity, 0],
        ],
      },
      'path: points[1] — [1,Infinity,0] is not a point (give 3 finite numbers).',
    ],
    [
      {
        points: [
          [0, 0, 0],
          [1, 0],
        ],
      },
      'path: points[1] — [1,0] is not a point (give 3 finite numbers).',
    ],
  ])('%j', (fault, message) => {
    expect(() => createPath({ ...good, ...fault } as PathDef)).toThrow(expect.objectContaining({ message: message }));
  });
});

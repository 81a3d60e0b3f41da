import { Vector2, Vector3 } from 'three';
import { expect, test } from 'vitest';
import { arrowUnder, type ContactArrow, thinnedPairs } from './contact-arrows.ts';

const arrow = (k: number, sum = 1 + (k % 7)): ContactArrow => ({
  ...{ pair: `a/${k}`, sum, part: false, style: 'push', at: new Vector3(k, 0, 0), force: new Vector3(0, sum, 0) },
});
const toScreen = (at: Vector3) => ({ x: 4 * at.x, y: 0 });

test('of many pairs those are drawn that stand apart, and the same ones as long as they can', () => {
  const all = Array.from({ length: 300 }, (_, k) => arrow(k));
  const kept = thinnedPairs(all, new Set(), toScreen, 44);
  const xs = kept.map(({ at }) => 4 * at.x);
  expect(kept.length).toBeGreaterThan(10);
  expect(Math.min(...xs.slice(1).map((x, k) => x - xs[k]))).toBeGreaterThanOrEqual(44);
  const changed = all.map((_, k) => arrow(k, 1 + (k % 5)));
  const before = new Set(kept.map(({ pair }) => pair));
  expect(new Set(thinnedPairs(changed, before, toScreen, 44).map(({ pair }) => pair))).toEqual(before);
});

test('of a few pairs all are drawn', () => {
  const all = Array.from({ length: 12 }, (_, k) => arrow(k));
  expect(thinnedPairs(all, new Set(), toScreen, 44)).toEqual(all);
});

test('under the pointer is the nearest arrow, anywhere from its foot to its tip, and far from all of them none', () => {
  const arrows = [0, 30].map((x) => ({ at: new Vector3(x, 0, 0), tip: new Vector3(x, 40, 0) }));
  const under = (x: number, y: number) =>
    arrowUnder(arrows, new Vector2(x, y), ({ x: a, y: b }) => new Vector2(a, b))?.at.x;
  expect([under(2, 0), under(3, 20), under(-5, 43), under(27, 39)]).toEqual([0, 0, 0, 30]);
  expect([under(15, 20), under(0, 60), under(0, -20)]).toEqual([undefined, undefined, undefined]);
});

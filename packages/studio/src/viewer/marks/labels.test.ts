import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Label, Labels } from './labels.ts';

/** As much of an element as labels use; a letter is 6 px wide. */
class FakeElement {
  className = '';
  textContent = '';
  readonly style: Record<string, string> = {};
  readonly children: FakeElement[] = [];
  parent: FakeElement | undefined;
  get offsetWidth(): number {
    return 6 * this.textContent.length;
  }
  append(child: FakeElement): void {
    made++;
    child.parent = this;
    this.children.push(child);
  }
  remove(): void {
    this.parent?.children.splice(this.parent.children.indexOf(this), 1);
  }
}
let made = 0;
beforeEach(() => {
  made = 0;
  vi.stubGlobal('document', { createElement: () => new FakeElement() });
});
afterEach(() => vi.unstubAllGlobals());

const label = (key: string, x: number, y = 50): Label => ({ key, text: '12.5 N', x, y, side: 1, kind: 'force' });
const shownIn = (labels: Labels): string[] =>
  (labels.element as unknown as FakeElement).children.map(({ style }) => style.opacity);

test('a label that another one covers is hidden and keeps its element, frame after frame', () => {
  const labels = new Labels();
  for (let frame = 0; frame < 100; frame++) labels.update([label('a', 20), label('b', 30)], 400, 300);
  expect(made).toBe(2);
  expect(shownIn(labels)).toEqual(['1', '0']);
  labels.update([label('a', 20), label('b', 130)], 400, 300);
  expect(made).toBe(2);
  expect(shownIn(labels)).toEqual(['1', '1']);
});

test('nothing is written under a panel', () => {
  const labels = new Labels();
  labels.update([label('a', 20), label('b', 220)], 400, 300, [{ left: 200, top: 0, right: 400, bottom: 300 }]);
  expect(shownIn(labels)).toEqual(['1', '0']);
});

test('one that reaches over the upper or lower edge is moved into the picture, one beyond it is not', () => {
  const labels = new Labels();
  labels.update([label('a', 20, -3), label('b', 120, 304), label('c', 220, -30), label('d', 320, 340)], 400, 300);
  expect(shownIn(labels)).toEqual(['1', '1', '0', '0']);
  const at = (labels.element as unknown as FakeElement).children.map(({ style }) => style.transform);
  expect(at.slice(0, 2)).toEqual(['translate(20.0px, 0.0px)', 'translate(120.0px, 282.0px)']);
});

test('one that nobody asks for fades, and goes after a while', () => {
  const labels = new Labels();
  labels.update([label('a', 20)], 400, 300);
  labels.update([], 400, 300);
  expect(shownIn(labels)).toEqual(['0']);
  for (let frame = 0; frame < 40; frame++) labels.update([], 400, 300);
  expect(shownIn(labels)).toEqual([]);
});

// Contrast of words and what they stand on, computed from the colours of both themes: 4.5:1 at least (WCAG 2.1, 1.4.3).
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { dark, light } from './theme.ts';

const css = readFileSync(new URL('../../app.css', import.meta.url), 'utf8');

type Colour = readonly [red: number, green: number, blue: number, alpha: number];

/** #rrggbb, or rgb(r g b / a%) */
function colourOf(text: string): Colour {
  const hex = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(text);
  if (hex) return [...hex.slice(1).map((h) => Number.parseInt(h, 16)), 1] as unknown as Colour;
  const rgb = /^rgb\((\d+) (\d+) (\d+) \/ (\d+)%\)$/.exec(text);
  if (!rgb) throw new Error(`${text} is no colour that this test reads`);
  return [Number(rgb[1]), Number(rgb[2]), Number(rgb[3]), Number(rgb[4]) / 100];
}
/** A colour laid over an opaque one. */
const over = ([r, g, b, a]: Colour, [R, G, B]: Colour): Colour => [
  a * r + (1 - a) * R,
  a * g + (1 - a) * G,
  a * b + (1 - a) * B,
  1,
];
function luminance([r, g, b]: Colour): number {
  const linear = [r, g, b].map((v) => v / 255).map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
  return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
}
function contrast(a: Colour, b: Colour): number {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

function variables(selector: string): Record<string, string> {
  const start = css.indexOf(`${selector} {`);
  const block = css.slice(start, css.indexOf('}', start));
  return Object.fromEntries([...block.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name, value]));
}
const base = variables(':root');
const themes = [
  { name: 'light', colours: base, picture: light },
  { name: 'dark', colours: { ...base, ...variables(':root[data-theme="dark"]') }, picture: dark },
];

test('contrast of black on white is 21', () => {
  expect(contrast([0, 0, 0, 1], [255, 255, 255, 1])).toBeCloseTo(21, 9);
});

describe.each(themes)('$name', ({ colours, picture }) => {
  const colour = (name: string): Colour => colourOf(colours[name]);
  const sky = [picture.skyTop, picture.skyBottom].map(colourOf);
  /** of cards over the darkest and the lightest that can be behind them: the sky, bodies */
  const cards = [...sky, ...picture.palette.map(colourOf)].map((behind) => over(colour('paper-clear'), behind));
  const floor = over([...colourOf(picture.floor).slice(0, 3), picture.floorOpacity] as unknown as Colour, sky[1]);
  const [paper, sunk] = [colour('paper'), colour('sunk')];

  test.each(['ink', 'ink-soft', 'accent', 'warn', 'pull', 'push', 'kinetic', 'potential', 'total'])(
    '%s on paper, on what is pointed at, and on cards over the picture',
    (name) => {
      for (const ground of [paper, ...cards]) expect(contrast(colour(name), ground)).toBeGreaterThanOrEqual(4.5);
      if (['ink', 'ink-soft', 'warn'].includes(name)) {
        expect(contrast(colour(name), sunk)).toBeGreaterThanOrEqual(4.5);
      }
    },
  );
  test.each(['ink-soft', 'pull', 'push'])('%s in the picture itself: marks and the legend', (name) => {
    for (const ground of [...sky, floor]) expect(contrast(colour(name), ground)).toBeGreaterThanOrEqual(4.5);
  });
  test('what is chosen: accent on its wash, over paper and over cards', () => {
    for (const ground of [paper, ...cards]) {
      expect(contrast(colour('accent'), over(colour('accent-wash'), ground))).toBeGreaterThanOrEqual(4.5);
    }
  });
  test('names of points', () => {
    expect(contrast(colour('on-accent'), colour('accent-label'))).toBeGreaterThanOrEqual(4.5);
  });
  test('labels of forces and of the hand have the colours of their arrows', () => {
    for (const name of [picture.pull, picture.push, picture.handLabel]) {
      for (const ground of cards) expect(contrast(colourOf(name), ground)).toBeGreaterThanOrEqual(4.5);
    }
  });
});

test('no words are made fainter than their colour', () => {
  const rules = [
    css,
    ...['Equations', 'Inspector', 'Status', 'Tip'].map((panel) =>
      readFileSync(new URL(`../../panels/${panel}.svelte`, import.meta.url), 'utf8'),
    ),
  ];
  for (const text of rules) expect(text).not.toMatch(/opacity: 0\.[1-9]/);
});

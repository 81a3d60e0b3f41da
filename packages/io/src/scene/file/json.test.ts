import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseJson, placesOf } from './json.ts';

test('agrees with JSON.parse on every JSON, however it is spaced', () => {
  fc.assert(
    fc.property(fc.json(), fc.constantFrom(undefined, 1, '\t'), (text, indent) => {
      const spaced = JSON.stringify(JSON.parse(text), null, indent);
      expect(parseJson(spaced).value).toStrictEqual(JSON.parse(spaced));
    }),
    { seed: 3, numRuns: 500 },
  );
});

test('fails where JSON.parse fails, and never otherwise', () => {
  fc.assert(
    fc.property(
      fc.json(),
      fc.nat(),
      fc.constantFrom('', ',', '"', '}', '{', ']', '-', '1', 'x', ':', '\\'),
      (text, at, put) => {
        const i = at % (text.length + 1);
        const spoilt = text.slice(0, i) + put + text.slice(i + 1);
        const outcome = (parse: (t: string) => unknown): unknown => {
          try {
            return { value: parse(spoilt) };
          } catch {
            return 'refused';
          }
        };
        expect(outcome((t) => parseJson(t).value)).toStrictEqual(outcome(JSON.parse));
      },
    ),
    { seed: 3, numRuns: 3000 },
  );
});

test('a key called __proto__ is a key like any other', () => {
  const { value } = parseJson('{ "__proto__": { "x": 1 } }');
  expect(Object.keys(value as object)).toEqual(['__proto__']);
  expect((value as { x?: number }).x).toBeUndefined();
});

test('tells where values are, and of missing ones where they would belong', () => {
  const text = '{\n  "a": [1,\n    { "b": true }\n  ],\n  "c d": null\n}';
  const places = placesOf(text, ['', 'a', 'a[0]', 'a[1].b', 'a[1].missing', '["c d"]', 'x.y', 'a.', ']']);
  expect(Object.fromEntries(places)).toEqual({
    '': { line: 1, column: 1 },
    a: { line: 2, column: 3 },
    'a[0]': { line: 2, column: 9 },
    'a[1].b': { line: 3, column: 7 },
    'a[1].missing': { line: 3, column: 5 },
    '["c d"]': { line: 5, column: 3 },
    'x.y': { line: 1, column: 1 },
    // no paths at all: an end all the same
    'a.': { line: 1, column: 1 },
    ']': { line: 1, column: 1 },
  });
});

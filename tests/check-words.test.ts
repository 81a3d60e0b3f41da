import { expect, test } from 'vitest';
import { avoidedIn, declaredIn, faultsOf, partsOf, phrasesIn, stringsOf } from '../scripts/check-words.ts';
import { allowed } from '../scripts/words.ts';

test('names are split into their parts', () => {
  expect(partsOf('constraintState')).toEqual(['constraint', 'state']);
  expect(partsOf('JSONText')).toEqual(['json', 'text']);
  expect(partsOf('stick-slip')).toEqual(['stick', 'slip']);
});

test('a word is found as a part of a name, not inside of another word', () => {
  expect(avoidedIn('positionGain')).toBe('gain');
  expect(avoidedIn('letGo')).toBe('let go');
  expect(avoidedIn('offset')).toBeUndefined();
  expect(avoidedIn('fingerprint')).toBeUndefined();
  expect(avoidedIn('meeting')).toBeUndefined();
});

test('declarations are found, their uses, comments and strings are not', () => {
  const text =
    "// held\nconst held = 'off';\nclass A { #reach = 1; look(off: number) { return held + this.#reach + off; } }\n";
  expect(declaredIn('a.ts', text)).toEqual([
    { name: 'held', line: 2 },
    { name: 'A', line: 3 },
    { name: 'reach', line: 3 },
    { name: 'look', line: 3 },
    { name: 'off', line: 3 },
  ]);
});

test('a fault names place, word and remedy; an allowed name is none', () => {
  expect(faultsOf('io/src/gain.ts', 'const x = 1;')).toEqual([
    'io/src/gain.ts: "gain" contains "gain". Use compliance.',
  ]);
  expect(faultsOf('io/src/a.ts', 'const x = 1;\nconst dode = x;')).toEqual([
    'io/src/a.ts:2: "dode" contains "dode". Use rod, centreline.',
  ]);
  const [file, name] = Object.keys(allowed)[0].split(' ');
  expect(faultsOf(file, `const ${name} = 1;`)).toEqual([]);
  expect(faultsOf('io/src/a.ts', `const ${name} = 1;`)).toHaveLength(1);
});

test('phrases are found over line breaks, and in strings but not in comments', () => {
  expect(phrasesIn('fine\nit is\ntold Anew')).toEqual([
    { words: 'is told', line: 2 },
    { words: 'anew', line: 3 },
  ]);
  const source = `// it is told\nconst x = 'will not do';\nconst y = \`a \${x} is told\`;`;
  expect(phrasesIn(stringsOf('a.ts', source)).map(({ line }) => line)).toEqual([2, 3]);
});

import { expect, test } from 'vitest';
import {
  crowded,
  cycles,
  importsOf,
  lengthOf,
  medianLines,
  picture,
  tooLong,
  wrongWay,
} from '../scripts/check-rooms.ts';
import { mostLines, mostMedianLines, mostSources } from '../scripts/rooms.ts';

const list = ['base', 'state', 'world'];

test('imports are found, types, exports and dynamic ones included, over several lines', () => {
  const text = [
    "import { a } from '../base/a.ts';",
    "import type {\n  B,\n} from './b.ts';",
    "export { c } from '../world/c.ts';",
    "const d = await import('../base/d.ts');",
    "// import { no } from './comment.ts' is not at the start of a line\n",
  ].join('\n');
  expect(importsOf('state/x.ts', text).map(({ to }) => to)).toEqual([
    'base/a.ts',
    'state/b.ts',
    'world/c.ts',
    'base/d.ts',
  ]);
});

test('an import from a later room is a fault, one from the same or an earlier room is not', () => {
  const imports = [
    { file: 'state/x.ts', line: 1, to: 'base/a.ts' },
    { file: 'state/x.ts', line: 2, to: 'state/y.ts' },
    { file: 'state/x.ts', line: 3, to: 'world/c.ts' },
  ];
  expect(wrongWay(imports, list)).toEqual([
    'state/x.ts:3: "state" imports world/c.ts, but "world" comes after it. Move one of the two.',
  ]);
});

test('a room may not import a file of the root', () => {
  expect(wrongWay([{ file: 'state/x.ts', line: 1, to: 'index.ts' }], list)).toHaveLength(1);
});

test('a cycle is named with all of its files', () => {
  const edge = (file: string, to: string) => ({ file, line: 1, to });
  expect(cycles([edge('a.ts', 'b.ts'), edge('b.ts', 'c.ts'), edge('c.ts', 'a.ts')])).toEqual([
    'cycle: a.ts -> b.ts -> c.ts -> a.ts',
  ]);
  expect(cycles([edge('a.ts', 'b.ts'), edge('a.ts', 'c.ts'), edge('b.ts', 'c.ts')])).toEqual([]);
});

test('a folder with too many sources is a fault', () => {
  const files = Array.from({ length: mostSources + 1 }, (_, i) => `base/${i}.ts`);
  expect(crowded(files, {})).toHaveLength(1);
  expect(crowded(files.slice(1), {})).toEqual([]);
});

test('a source that is too long is a fault, unless its header says why; and so is a long median', () => {
  const long = (header: string) => lengthOf('a.ts', `${header}\n${'x;\n'.repeat(mostLines)}`);
  expect(tooLong([long('/** A table. */')], [])).toEqual([
    `a.ts: ${mostLines + 1} lines; ${mostLines} at most. Divide it, or say in its header "Long because ...".`,
    `the median source has ${mostLines + 1} lines; ${mostMedianLines} at most.`,
  ]);
  const short = Array.from({ length: 2 }, (_, i) => lengthOf(`${i}.ts`, 'x;\n'));
  expect(tooLong([...short, long('/** A table.\n * Long because it is generated. */')], [])).toEqual([]);
  expect(tooLong([...short, long('/** A table. */ // Long because')], [])).toHaveLength(1);
  expect(tooLong([...short, long('/** A table. */')], ['a.ts'])).toEqual([]);
  expect(medianLines([...short, long('')])).toBe(1);
});

test('the picture leaves out what another path implies', () => {
  const edge = (file: string, to: string) => ({ file, line: 1, to });
  const drawn = picture(
    [edge('world/w.ts', 'state/s.ts'), edge('state/s.ts', 'base/b.ts'), edge('world/w.ts', 'base/b.ts')],
    list,
  );
  expect(drawn).toContain('world --> state');
  expect(drawn).not.toContain('world --> base');
});

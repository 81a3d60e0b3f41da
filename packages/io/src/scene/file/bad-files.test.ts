/** Texts that are not JSON, and files that are no scenes: each with its place and what would do. */
import { describe, expect, test } from 'vitest';
import { faultsOf, sound } from '../../../../../tests/support/sound-scene.ts';
import { loadScene } from '../load.ts';
import { SceneError } from './faults.ts';

/** What is written, the one place, and words that the message must have: the offending token, and what would do. */
type JsonCase = [what: string, text: string, line: number, column: number, ...words: string[]];
const badJson: JsonCase[] = [
  ['an empty file', '', 1, 1, 'empty', '"pliant": 1'],
  ['only spaces', '  \n  ', 2, 3, 'empty'],
  ['a file cut short', '{\n  "pliant": 1,\n  "bodies": [\n    {', 4, 6, 'ends here', '"{" of line 4', 'add "}"'],
  ['a list cut short', '{ "step": [1, 2', 1, 16, 'ends here', '"[" of line 1', 'add "]"'],
  ['a comma too many in an object', '{\n  "pliant": 1,\n}', 2, 14, 'comma', 'remove it'],
  ['a comma too many in a list', '{ "gravity": [0, 0, 0,] }', 1, 22, 'comma', 'remove it'],
  ['a missing comma', '{\n  "pliant": 1\n  "name": "x"\n}', 3, 3, 'comma is missing', '"name"'],
  ['a missing comma in a list', '{ "gravity": [0 -9.81, 0] }', 1, 17, 'comma is missing', '-9.81'],
  ['a missing colon', '{ "pliant" 1 }', 1, 12, '"1"', '"pliant"', 'colon'],
  ['an equals sign', '{ "pliant" = 1 }', 1, 12, '"="', 'colon'],
  ['a key without quotes', '{\n  pliant: 1 }', 2, 3, 'pliant', 'write "pliant"'],
  ['single quotes', "{ 'pliant': 1 }", 1, 3, "'", 'use "'],
  ['text without quotes', '{ "name": hello }', 1, 11, 'hello', 'write "hello"'],
  ['a comment', '{\n  // version\n  "pliant": 1 }', 2, 3, '//', '"description"'],
  ['NaN', '{ "pliant": 1, "step": NaN }', 1, 24, 'NaN', 'finite'],
  ['minus infinity', '{ "step": -Infinity }', 1, 11, '-Infinity', 'finite'],
  ['a leading zero', '{ "step": 007 }', 1, 11, '007', 'write 7'],
  ['a bare point', '{ "step": .5 }', 1, 11, '.5', 'write 0.5'],
  ['a point at the end', '{ "step": 5. }', 1, 11, '5.', 'write 5.0'],
  ['a plus sign', '{ "step": +5 }', 1, 11, '+5', 'write 5'],
  ['a unit', '{ "step": 2ms }', 1, 11, '2ms', 'SI units'],
  ['a number with two points', '{ "step": 1.2.3 }', 1, 11, '1.2.3', 'write it as in'],
  ['True of another language', '{ "loop": True }', 1, 11, 'True', 'write true'],
  ['an open text', '{ "name": "hello }', 1, 11, 'no closing "'],
  ['a wrong escape', '{ "name": "C:\\path" }', 1, 14, '"\\p"', '"\\\\"'],
  ['text after the end', '{ "pliant": 1 }\n}', 2, 1, '"}"', 'after the end'],
  ['a missing value', '{ "name": , "step": 1 }', 1, 11, 'value is missing', 'comma'],
  ['nesting without end', `${'['.repeat(300)}`, 1, 202, '200 deep'],
];
describe('bad JSON, by line and column', () => {
  test.each(badJson)('%s', (_, text, line, column, ...words) => {
    const faults = faultsOf(text);
    expect(faults).toHaveLength(1);
    expect(faults[0].message).toContain(`line ${line}, column ${column}: `);
    expect(faults[0]).toMatchObject({ path: '', line, column });
    for (const word of words) expect(faults[0].message).toContain(word);
  });
});

describe('files that are no scenes', () => {
  const load = async (read: () => Promise<Uint8Array>, name = 'x.json'): Promise<string> => {
    try {
      await loadScene(name, read);
    } catch (error) {
      expect(error).toBeInstanceOf(SceneError);
      return (error as SceneError).message;
    }
    return 'taken';
  };
  const bytes = (...list: number[]): Uint8Array => Uint8Array.from(list);
  const failure = (code: string): Error => Object.assign(new Error('failed'), { code });
  test.each([
    ['missing', async () => Promise.reject(failure('ENOENT')), 'x.json: there is no such file; check the path.'],
    ['a folder', async () => Promise.reject(failure('EISDIR')), 'x.json: this is a folder; give a scene file (.json).'],
    [
      'locked',
      async () => Promise.reject(failure('EACCES')),
      'x.json: the file may not be read; check its permissions.',
    ],
    ['out of reach', async () => Promise.reject(new Error('404')), 'x.json: the file cannot be read: 404'],
    [
      'of 300 MB',
      async () => new Uint8Array(300 * 1024 * 1024),
      'x.json: the file has 300 MB; a scene has at most 64 MB. Use "repeat" for many bodies and "join-touching" for many joins.',
    ],
    ['UTF-16', async () => bytes(0xff, 0xfe, 0x7b, 0), 'x.json: the file is UTF-16 text; save it as UTF-8.'],
    [
      'a picture',
      async () => bytes(0x89, 0x50, 0x4e, 0x47),
      'x.json: the file is not UTF-8 text; a scene is a JSON text.',
    ],
    [
      'a file of another program',
      async () => new TextEncoder().encode('{ "name": "x", "version": "1.0.0", "scripts": {} }'),
      'x.json: this is not a scene: "pliant", "step" and "bodies" are missing. A scene is an object { "pliant": 1, ... }.',
    ],
    ['a list', async () => bytes(0x5b, 0x5d), 'x.json: [] is not a scene; a scene is an object { "pliant": 1, ... }.'],
  ] as [string, () => Promise<Uint8Array>, string][])('%s', async (_, read, message) => {
    expect(await load(read)).toBe(message);
  });
  test.each([
    [
      'rabbit.obj',
      '# a comment',
      'this is a mesh, not a scene. Give a scene (.json) with a body that has "mesh": { "kind": "fill", "surface": "rabbit.obj", "size": 0.1 }.',
    ],
    ['part.STL', 'solid part', 'this is a mesh, not a scene.'],
    ['wheel.msh', '$MeshFormat', '"mesh": { "kind": "file", "file": "wheel.msh" }'],
    ['a/part.gltf', '{ "asset": { "version": "2.0" } }', 'this is a mesh, not a scene.'],
    ['run.plr', '\u0089PLR', 'this is a recording, not a scene.'],
    ['photo.png', 'PNG', 'this is not a scene: a scene is a JSON text (.json)'],
    ['README.md', '# Readme', 'this is not a scene: a scene is a JSON text (.json)'],
    ['hello.scene', '{ "pliant": 1,', 'the text ends here'],
  ])('%s: says what it is, and what would do', async (name, text, words) => {
    expect(await load(async () => new TextEncoder().encode(text), name)).toContain(words);
  });
  test('a byte order mark does no harm', async () => {
    const text = `\uFEFF${JSON.stringify(sound)}`;
    const { def } = await loadScene('x.json', async () => new TextEncoder().encode(text));
    expect(def.name).toBe('sound');
  });
});

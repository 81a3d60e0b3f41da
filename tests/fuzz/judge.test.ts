// The fuzzer's own parts: it has to see what is bad, and to make it small.
import { expect, test } from 'vitest';
import { Random } from '../support/random.ts';
import { sample } from '../support/sample.ts';
import { allRelations, generateScene } from '../support/scene-generator.ts';
import { smallScene } from '../support/small-scene.ts';
import { type FuzzCase, makeCase } from './cases.ts';
import { judge } from './judge.ts';
import { minimised, signature } from './minimise.ts';
import { table } from './report.ts';

test('the same seed makes the same case', async () => {
  expect(await makeCase('scenes', 7)).toEqual(await makeCase('scenes', 7));
  expect(await makeCase('scenes', 7)).not.toEqual(await makeCase('scenes', 8));
});

test('generated scenes, seeds 1 to 400: every kind of relation comes', () => {
  const kinds = new Set<unknown>();
  for (let seed = 1; seed <= 400; seed++) {
    for (const { kind } of generateScene(new Random(seed)).constraints) kinds.add(kind);
  }
  expect([...kinds].sort()).toEqual([...new Set(Object.keys(allRelations).map((name) => name.split(' ')[0]))].sort());
});

const fitting = sample(16, 40);
test(`fitting scenes, seeds 1 to ${fitting}: at least three of four run`, async () => {
  let finite = 0;
  for (let seed = 1; seed <= fitting; seed++) {
    const scene = generateScene(new Random(seed), { fitting: true });
    const verdict = await judge({ kind: 'scenes', folder: '.', scene: JSON.parse(JSON.stringify(scene)), steps: 4 });
    expect(verdict.class, verdict.why).not.toBe('bad');
    if (verdict.class === 'finite') finite++;
  }
  expect(finite).toBeGreaterThanOrEqual((3 / 4) * fitting);
});

test('a scene that diverges is stopped, one with a wrong key is refused with its place', async () => {
  const scene = { ...smallScene, step: 0.05 }; // ten times the stable one
  const input = { kind: 'scenes', folder: '.', steps: 40 } as const;
  expect((await judge({ ...input, scene })).class).toBe('stopped');
  const refused = await judge({ ...input, scene: { ...scene, stp: 1 } });
  expect(refused).toMatchObject({ class: 'refused', why: expect.stringContaining('stp — ') });
});

test('a bad case is made as small as what makes it bad', async () => {
  const input = (args: string[]): FuzzCase => ({ kind: 'commands', args });
  const run = async (one: FuzzCase) =>
    one.kind === 'commands' && one.args.includes('b') && one.args.includes('d')
      ? ({ class: 'bad', why: `line ${one.args.length}` } as const)
      : ({ class: 'finite', why: '' } as const);
  expect(await minimised(input(['a', 'b', 'c', 'd', 'e']), 'line 5', run)).toEqual(input(['b', 'd']));
});

test('a signature has no numbers and names', () => {
  expect(signature('node 3 of "a" is 1.5e-7 m off')).toBe(signature('node 12 of "cube" is 2 m off'));
  expect(signature('took too long')).not.toBe(signature('ended the process'));
});

test('the table counts, and keeps the seed of every bad case', () => {
  const counts = { scenes: { refused: 3, finite: 2, stopped: 1, bad: 2 } };
  const bad = [7, 9].map((seed) => ({ kind: 'scenes' as const, seed, why: 'took too long', isLimit: true }));
  const text = table({ date: '2000-01-01', commit: 'abc', seed: 1, minutes: 2, counts, bad });
  expect(text).toContain('| scenes | 8 | 3 | 2 | 1 | 2 |');
  expect(text).toContain('- scenes, seed 7: took too long');
  expect(text).toContain('- scenes, seed 9: took too long');
});

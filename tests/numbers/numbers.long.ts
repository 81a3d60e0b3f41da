// Every numeric field with numbers beyond reason, with the largest that are allowed, and pairs of those.
import { expect, test } from 'vitest';
import { Random } from '../support/random.ts';
import { withNumber } from './fields.ts';
import { allowed, beyond, judgeNumbers, lacking } from './laws.ts';
import { outcomeOf } from './outcome.ts';
import { fieldCases } from './scenes.ts';

test('every field, numbers beyond reason', async () => {
  const cases = await fieldCases();
  expect(lacking(cases)).toEqual([]);
  await judgeNumbers(cases, beyond);
});
test('every field, the largest numbers there are', async () => judgeNumbers(await fieldCases(), allowed));

const seed = 16;
test(`pairs of fields of one scene, the largest numbers (seed ${seed})`, async () => {
  const random = new Random(seed);
  const cases = await fieldCases();
  for (let n = 0; n < 2000; n++) {
    const one = random.pick(cases);
    const other = random.pick(cases.filter(({ of }) => of.scene === one.of.scene));
    const scene = withNumber(
      withNumber(one.of.scene, one.path, random.pick(allowed)),
      other.path,
      random.pick([...allowed, ...beyond]),
    );
    const outcome = await outcomeOf(scene);
    expect(outcome.class, `${one.name} and ${other.name} of ${one.of.name}: ${JSON.stringify(outcome)}`).not.toBe(
      'bad',
    );
  }
});

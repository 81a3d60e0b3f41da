// Numbers beyond reason, in every numeric field of the scene format. A seeded share of the fields, about 3 s; all are in numbers.long.ts.
import { expect, test } from 'vitest';
import { Random } from '../support/random.ts';
import { allNumericFields, boundsOf, withNumber } from './fields.ts';
import { beyond, judgeNumbers } from './laws.ts';
import { outcomeOf } from './outcome.ts';
import { ownScenes } from './own-scenes.ts';
import { fieldCases } from './scenes.ts';

test('every number of the format has a range, and none reaches beyond 1e30', () => {
  const fields = allNumericFields();
  expect(fields.length).toBeGreaterThan(300);
  const open = fields.filter((name) => boundsOf(name).some(([least, most]) => !(least >= -1e30 && most <= 1e30)));
  expect(open).toEqual([]);
});

const seed = 15;
test(`${beyond.join(', ')} in a seeded share of the fields (seed ${seed}): refused, told, or finite in every output`, {
  timeout: 120_000,
}, async () => {
  const cases = await fieldCases(ownScenes);
  await judgeNumbers(new Random(seed).shuffle([...cases]).slice(0, 20), beyond);
});

test.each([
  ['step', 1e308],
  ['gravity', -1e300],
  ['gravity', 1e150],
])('%s of %d is refused with the range', async (key, value) => {
  const scene = {
    ...{ pliant: 1, name: 'x', step: 1e-3, gravity: [0, -9.81, 0] },
    bodies: [{ id: 'a', kind: 'particles', positions: [[0, 0, 0]], mass: 1 }],
  };
  const path = key === 'gravity' ? ['gravity', 1] : [key];
  const outcome = await outcomeOf(withNumber(scene, path, value));
  expect(outcome).toMatchObject({ class: 'refused' });
  if (outcome.class === 'refused') expect(outcome.faults[0].message).toMatch(/give a number in .* from .* to /);
});

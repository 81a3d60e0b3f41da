/** Contact of a scene as options of the world: who stands for whom. */
import { expect, test } from 'vitest';
import type { SceneDef } from '../schema.ts';
import type { Cast } from './cast.ts';
import { contactOptions } from './contact.ts';

const copies: Readonly<Record<string, readonly string[]>> = { cloth: ['cloth'], ball: ['ball[0]', 'ball[1]'] };
const cast = { find: (id: string) => copies[id].map((one) => ({ body: { id: one } })) } as unknown as Cast;
const pairsOf = (a: string, b: string) =>
  contactOptions({ contact: { pairs: [{ bodies: [a, b], friction: 0.8 }] } } as unknown as SceneDef, cast)?.pairs?.map(
    ({ bodies }) => bodies.join(),
  );

test('a pair of one body with itself says how it touches itself, one of copies how they touch each other', () => {
  expect(pairsOf('cloth', 'cloth')).toEqual(['cloth,cloth']);
  expect(pairsOf('ball', 'ball')).toEqual(['ball[0],ball[1]', 'ball[1],ball[0]']);
  expect(pairsOf('cloth', 'ball')).toEqual(['cloth,ball[0]', 'cloth,ball[1]']);
});

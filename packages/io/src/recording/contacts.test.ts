/** Contacts in a recording: what the world said at each frame, and nothing else in the bytes changes without contact. */
import { createWorld, plane, rigid, type TouchingPair, type World } from '@pliant/engine';
import { expect, test } from 'vitest';
import { contactsIn, withContacts } from './contacts.ts';
import { readRecording } from './reader.ts';
import { RecordingWriter } from './writer.ts';

const told = { writtenBy: 'test', file: 'two', scene: '{}', overrides: {}, rate: 100 };
function twoBoxes(contact: boolean): World {
  const world = createWorld({ step: 0.01, ...(contact ? { contact: { friction: 0.3 } } : {}) });
  world.add(plane({ id: 'floor', normal: [0, 1, 0] }));
  const shape = { kind: 'box', size: [0.2, 0.2, 0.2] } as const;
  world.add(rigid({ id: 'lower', shape, mass: 1, position: [0, 0.1, 0], velocity: [1, 0, 0] }));
  world.add(rigid({ id: 'upper', shape, mass: 1, position: [0, 0.301, 0] }));
  return world;
}
function recorded(contact: boolean): { bytes: Uint8Array; kept: TouchingPair[][] } {
  const world = twoBoxes(contact);
  const pieces: Uint8Array[] = [];
  const kept: TouchingPair[][] = [];
  const keep = () => kept.push(contact ? world.contacts() : []);
  const writer = new RecordingWriter(world, told, (bytes) => pieces.push(bytes.slice()));
  keep();
  for (let k = 0; k < 8; k++) {
    world.step();
    writer.afterStep();
    keep();
  }
  writer.end();
  return { bytes: Uint8Array.from(pieces.flatMap((p) => [...p])), kept };
}

test('every frame has the contacts of its step, to the bit', () => {
  const { bytes, kept } = recorded(true);
  const recording = readRecording(bytes);
  expect(recording.cut).toBeUndefined();
  expect(recording.frameCount).toBe(9);
  expect(recording.frame(0).contacts).toEqual([]);
  kept.forEach((pairs, k) => {
    expect(recording.frame(k).contacts).toEqual(pairs);
  });
  expect(kept.at(-1)?.map(({ name, sticks }) => [name, sticks])).toEqual([
    ['lower/floor', false],
    ['lower/upper', false],
  ]);
});
test('without contact there are none', () => {
  expect(readRecording(recorded(false).bytes).frame(3).contacts).toBeUndefined();
});
test('contacts that do not fit are found', () => {
  const pairs = recorded(true).kept[8];
  const packed = Uint8Array.of(1, 2, 3);
  const ids = ['floor', 'lower', 'upper'];
  const body = withContacts(packed, pairs, ids);
  expect(contactsIn(body, 3, ids)).toEqual(pairs);
  expect(contactsIn(body, 3, ['floor', 'lower'])).toBe('damaged');
  body[8]++; // one place more than there are bytes of
  expect(contactsIn(body, 3, ids)).toBe('damaged');
  expect(contactsIn(packed, 3, ids)).toBeUndefined();
});

/** What the page waits for when a scene is opened, and what comes later. */
import { readFileSync } from 'node:fs';
import { kineticEnergy, potentialEnergy } from '@pliant/engine';
import { buildScene, parseScene } from '@pliant/io';
import { expect, test } from 'vitest';
import type { Frame, FromWorker, ToWorker } from '../protocol/protocol.ts';
import { Service } from './service.ts';

/** Opened and played, until so many frames were sent; the page draws each at once. */
function opened(id: string, frames: number) {
  const text = readFileSync(new URL(`../../../../examples/${id}.json`, import.meta.url), 'utf8');
  const said: FromWorker[] = [];
  const service = new Service((message) => said.push(message));
  const post = (message: ToWorker): void => service.receive(message);
  post({ type: 'load', source: { text, file: id }, play: true });
  const sent = (): Frame[] => said.filter((m): m is FromWorker & Frame => m.type === 'frame');
  while (sent().length < frames) {
    service.turn();
    post({ type: 'shown' });
  }
  post({ type: 'ask', request: 1, what: 'hash' });
  const answer = said.at(-1) as Extract<FromWorker, { type: 'answer' }>;
  return { said, frames: sent(), hash: answer.value, text };
}

test.each(['hello', 'gissler-2006/curtain-150'])(
  '%s: the first picture is of a step, and the model came before it',
  (id) => {
    const { said, frames } = opened(id, 1);
    const types = said.map(({ type }) => type);
    expect(types.filter((type) => type === 'scene' || type === 'begin' || type === 'frame')).toEqual([
      'scene',
      'begin',
      'frame',
    ]);
    const [scene] = said;
    expect(scene).toMatchObject({ type: 'scene', start: { positions: expect.any(Float32Array) } });
    expect(frames[0].step).toBe(1);
  },
);

test('few constraints: the numbers of the start and what constraints do are in the first picture', () => {
  const { said, frames } = opened('hello', 1);
  expect(said.filter(({ type }) => type === 'holds')).toHaveLength(1);
  expect(frames[0].numbers.map(({ time }) => time)[0]).toBe(0);
  expect(frames[0].forces.length).toBeGreaterThan(0);
});

test('many constraints: the first picture does not wait for numbers; those of the start come with the next, and change no bit', () => {
  const { said, frames, hash, text } = opened('gissler-2006/curtain-150', 3);
  expect(frames[0].numbers).toEqual([]);
  expect(frames[0].totals).toHaveLength(0);
  const types = said.map(({ type }) => type);
  expect(types.indexOf('holds')).toBeGreaterThan(types.indexOf('frame'));
  const times = frames.flatMap(({ numbers }) => numbers.map(({ time }) => time));
  expect(times[0]).toBe(0);
  expect(times.every((time, k) => k === 0 || time > times[k - 1])).toBe(true);

  const plain = buildScene(parseScene(text, 'plain'), 'plain');
  const { kinetic, potential } = frames[1].numbers[0];
  expect([kinetic, potential]).toEqual([kineticEnergy(plain.world), potentialEnergy(plain.world)]);
  plain.step(frames.at(-1)?.step);
  expect(hash).toBe(plain.world.hash());
});

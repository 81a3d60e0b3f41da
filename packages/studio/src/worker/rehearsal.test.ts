import { expect, test } from 'vitest';
import type { FromWorker, ToWorker } from '../protocol/protocol.ts';
import { Rehearsal, rehearsed } from './rehearsal.ts';
import { Service } from './service.ts';

test('every scene that is rehearsed opens and makes a step, without a notice', () => {
  const rehearsal = new Rehearsal();
  let turns = 0;
  for (; !rehearsal.isDone; turns++) {
    const said: FromWorker[] = [];
    rehearsal.next((message) => said.push(message));
    expect(said.filter(({ type }) => type === 'notice' || type === 'refused')).toEqual([]);
    expect(said.at(-1)).toMatchObject({ type: 'frame', step: 1 });
  }
  expect(turns).toBe(2 * rehearsed.length);
});

test('a rehearsal waits for the first picture and for quiet, changes nothing, and is told when it is over', () => {
  const bodies = [{ id: 'ball', kind: 'ball', mass: 1, radius: 0.1 }];
  const text = JSON.stringify({ pliant: 1, step: 0.01, bodies });
  let now = 0;
  const open = (rehearsal?: Rehearsal) => {
    const said: FromWorker[] = [];
    const service = new Service((message) => said.push(message), undefined, rehearsal && { rehearsal, now: () => now });
    const hash = (): unknown => {
      service.receive({ type: 'ask', request: 1, what: 'hash' });
      return (said.at(-1) as { value?: unknown }).value;
    };
    const post = (message: ToWorker): void => service.receive(message);
    post({ type: 'load', source: { text, file: 'ball' }, play: false });
    post({ type: 'step', count: 5 });
    return { said, post, hash, turn: () => service.turn() };
  };
  const rehearsal = new Rehearsal();
  const [plain, tried] = [open(), open(rehearsal)];
  now = 1e4;
  tried.turn();
  tried.post({ type: 'speed', factor: 2 });
  tried.post({ type: 'shown' });
  tried.turn();
  expect(rehearsal.isDone).toBe(false); // a wish has just come
  for (let k = 0; k < 2 * rehearsed.length; k++) {
    now += 1000;
    tried.turn();
  }
  expect(rehearsal.isDone).toBe(true);
  expect(tried.said.filter(({ type }) => type === 'rehearsed')).toHaveLength(1);
  expect(tried.hash()).toBe(plain.hash());
});

test('a rehearsal that fails is the last, and nobody hears of it', () => {
  const said: FromWorker[] = [];
  const rehearsal = new Rehearsal();
  let now = 0;
  let tries = 0;
  rehearsal.next = () => {
    tries++;
    throw new RangeError('no memory');
  };
  const service = new Service((message) => said.push(message), undefined, { rehearsal, now: () => now });
  service.receive({ type: 'shown' });
  for (now = 1000; now < 5000; now += 1000) service.turn();
  expect(tries).toBe(1);
  expect(said).toEqual([{ type: 'rehearsed', run: 0 }]);
});

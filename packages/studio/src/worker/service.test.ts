import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { FromWorker, ToWorker } from '../protocol/protocol.ts';
import { Service } from './service.ts';

const hello = readFileSync(new URL('../../../../examples/hello.json', import.meta.url), 'utf8');

function opened() {
  const said: FromWorker[] = [];
  const service = new Service((message) => said.push(message));
  const post = (message: unknown): FromWorker | undefined => {
    service.receive(message as ToWorker);
    return said.at(-1);
  };
  post({ type: 'load', source: { text: hello, file: 'hello' }, play: false });
  post({ type: 'step', count: 3 });
  return { said, post, hash: () => (post({ type: 'ask', request: 1, what: 'hash' }) as { value?: unknown }).value };
}

test.each([
  [undefined, 'something that is no message'],
  [{ type: 'constructor' }, 'the unknown type "constructor"'],
  [{ type: 'step', count: Number.NaN }, 'a wrong "count"; it has to be a whole number from 1 to 1000'],
  [{ type: 'step', count: 1e9 }, 'a wrong "count"'],
  [{ type: 'speed', factor: 0 }, 'a wrong "factor"; it has to be a positive number'],
  [{ type: 'grab', node: 4, to: [0, Number.NaN, 0] }, 'a wrong "to"; it has to be three numbers'],
  [{ type: 'switch', constraint: 'nail', to: 'away' }, 'a wrong "to"; it has to be off, on or here'],
  [{ type: 'load', source: { text: 7, file: 'x' }, play: true }, 'a wrong "source"'],
])('%j is refused with a sentence, and changes nothing', (message, says) => {
  const { said, post, hash } = opened();
  const before = hash();
  const answer = post(message);
  expect(answer).toMatchObject({ type: 'notice', notice: { title: 'A message was not understood' } });
  expect(JSON.stringify(answer)).toContain(JSON.stringify(says).slice(1, -1));
  expect(hash()).toBe(before);
  expect(said.some((one) => JSON.stringify(one).includes('Something went wrong'))).toBe(false);
});

test.each([
  ['notes.txt', 'hello there', /^This is not a scene: a scene is a JSON text .*\.$/],
  ['package.json', '{"name":"x","version":"1.0.0"}', /^This is not a scene: .*\.$/],
])('%s, which is no scene, is refused in a sentence', (file, text, says) => {
  const { post } = opened();
  const answer = post({ type: 'load', source: { text, file }, play: false });
  expect(answer).toMatchObject({
    type: 'refused',
    notice: { lines: [{ path: '', text: expect.stringMatching(says) }] },
  });
});

test('a scene of the user that is probably not meant as it is: told, with the place and what would do', () => {
  const bodies = [
    { id: 'floor', kind: 'plane', normal: [0, 1, 0] },
    { id: 'dust', kind: 'particles', positions: [[0, 1, 0]], mass: 1 },
  ];
  const source = { text: JSON.stringify({ pliant: 1, name: 'x', step: 0.01, bodies }), file: 'mine.json' };
  const { post, said } = opened();
  post({ type: 'load', source, play: false });
  const told = () => said.filter(({ type }) => type === 'notice');
  expect(told()).toMatchObject([
    {
      notice: {
        ...{ tone: 'info', title: 'Probably not meant', stays: true },
        lines: [{ path: 'bodies[0]', text: expect.stringContaining('plane "floor" stops nothing') }],
      },
    },
  ]);
  // after the scene, which clears what was said of the one before
  expect(said.findIndex(({ type }) => type === 'notice')).toBeGreaterThan(
    said.map(({ type }) => type).lastIndexOf('scene'),
  );
  post({ type: 'load', source: { ...source, isExample: true }, play: false });
  expect(told()).toHaveLength(1);
});

test('a question that is not understood has an answer, so that nobody waits for ever', () => {
  const { post } = opened();
  expect(post({ type: 'ask', request: 5, what: 'weather' })).toMatchObject({
    type: 'answer',
    request: 5,
    error: 'The page asked for "weather", which is unknown.',
  });
  const draft = { text: 'a.y = 0', points: [{ name: 'a', kept: true }] };
  expect(post({ type: 'ask', request: 6, what: 'put-equation', draft })).toMatchObject({
    type: 'answer',
    request: 6,
    value: { fault: { message: 'Point "a" is not in the equation yet; choose it in the picture.' } },
  });
});

test.each([
  [[0, -9.81, 0], undefined],
  [
    [2.899053, -9.371851, 0],
    [-0.29552, 0.955336, 0],
  ],
  [[0, 0, 0], undefined],
  [[9.81, -1, 0], undefined],
])('gravity %j: up is %j', (gravity, up) => {
  const bodies = [{ id: 'dust', kind: 'particles', positions: [[0, 1, 0]], mass: 1 }];
  const { post, said } = opened();
  post({
    ...{ type: 'load', play: false },
    source: { text: JSON.stringify({ pliant: 1, name: 'x', step: 0.01, gravity, bodies }), file: 'x' },
  });
  const scene = said.filter((one) => one.type === 'scene').at(-1)?.scene;
  expect(scene?.up?.map((x) => Number(x.toFixed(6)) + 0)).toEqual(up);
});

test('a step that was accepted though it is not solved: told once, and it stays', () => {
  const scene = (solid: object) => ({
    pliant: 1,
    name: 'block',
    step: 0.01,
    defaults: { integrator: 'quasi-static', method: 'displacement' },
    bodies: [
      { id: 'block', kind: 'tet-fem', mesh: { kind: 'box', size: [1, 0.25, 0.3], cells: [4, 2, 2] }, ...solid },
      {
        id: 'rope',
        kind: 'spline',
        points: Array.from({ length: 7 }, (_, k) => [-0.5, 1.075 - 0.2 * k, -0.15]),
        ...{ EA: 1e5, EI: 0.1, rhoA: 0.2, model: 'mass-spring' },
      },
    ],
    constraints: [
      { id: 'top', kind: 'nail', a: { body: 'rope', u: 0 } },
      {
        id: 'knot',
        kind: 'join',
        points: [
          { body: 'rope', u: 6 },
          { body: 'block', nodes: [0] },
        ],
      },
      { id: 'nail', kind: 'nail', a: { body: 'block', nodes: [44] } },
    ],
  });
  const told = (solid: object) => {
    const { post, said } = opened();
    post({ type: 'load', source: { text: JSON.stringify(scene(solid)), file: 'block.json' }, play: false });
    post({ type: 'step', count: 1 });
    post({ type: 'step', count: 1 });
    return said.flatMap((one) =>
      one.type === 'notice' && one.notice.title.startsWith('Not solved') ? [one.notice] : [],
    );
  };
  expect(told({ young: 2e5, poisson: 0.4, density: 300 })).toEqual([]);
  const kinked = { material: 'corotated', elements: 'smoothed', young: 2210, poisson: 0.45, density: 1000 };
  expect(told(kinked)).toMatchObject([
    {
      title: 'Not solved at t = 0.01 s',
      stays: true,
      lines: [{ text: expect.stringMatching(/"block", "rope" was accepted with forces left/) }],
    },
  ]);
});

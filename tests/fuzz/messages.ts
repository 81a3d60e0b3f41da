/** Messages of the studio's page to its worker: a scene is opened, then anything in any order, some of it broken. */

import type { Random } from '../support/random.ts';
import { generateScene } from '../support/scene-generator.ts';
import { decode, encode } from './bytes.ts';
import { generateEquation } from './equations.ts';
import { type Json, mutatedJson } from './json-mutation.ts';
import { stateBytes, stateScene } from './seeds.ts';

type Make = (random: Random) => { [key: string]: Json };

const names = ['nail', 'ground', 'equation-1', 'hand', 'floor', 'tip', ''];
const point = (random: Random): number[] => random.list(3, -2, 2);
const node = (random: Random): number => random.pick([0, 1, 13, 26, 27, random.below(30)]);
const choice = (name: string, random: Random): Json =>
  random.pick<Json>([
    { name, node: node(random) },
    { name, at: point(random) },
    { name, kept: true },
  ]);
const equation = (random: Random): string =>
  random.chance(0.5)
    ? generateEquation(random)
    : random.pick(['a.y = 0', 'distance(a, b) = 1', 'a = b', 'a.y >= -1', 'a.x = 0.1*sin(t)']);
const draft = (random: Random): Json => ({
  text: equation(random),
  points: ['a', 'b'].map((name) => choice(name, random)),
  ...(random.chance(0.3) ? { replaces: random.pick(names) } : {}),
});
const scene = (random: Random): string =>
  random.chance(0.7) ? stateScene : JSON.stringify(generateScene(random, random.chance(0.5) ? { fitting: true } : {}));
const opened: Make = (random) => ({
  type: 'load',
  source: { text: scene(random), file: 'scene.json' },
  play: random.chance(0.3),
});
const ask = (what: string, more: Make = () => ({})): Make => {
  return (random) => ({ type: 'ask', request: random.below(1e6), what, ...more(random) });
};

const makes: readonly Make[] = [
  opened,
  (random) => ({ ...opened(random), state: encode(stateBytes()) }),
  (random) => ({ type: random.pick(['play', 'pause', 'reset', 'drop', 'shown', 'ping']) }),
  (random) => ({ type: 'step', count: 1 + random.below(20) }),
  (random) => ({ type: 'speed', factor: random.pick([0.01, 1, 10]) }),
  (random) => ({ type: 'grab', node: node(random), to: point(random) }),
  (random) => ({ type: 'move', to: point(random) }),
  (random) => ({ type: 'switch', constraint: random.pick(names), to: random.pick(['off', 'on', 'here']) }),
  ask('hash'),
  ask('stable-step'),
  ask('matrix'),
  ask('fields', (random) => ({ constraint: random.pick(names) })),
  ask('check-equation', (random) => ({ draft: draft(random) })),
  ask('put-equation', (random) => ({ draft: draft(random) })),
  ask('remove-equation', (random) => ({ id: random.pick(names) })),
  ask('undo-equation'),
  ask('set-field', (random) => ({
    constraint: random.pick(names),
    key: random.pick(['to', 'a', 'ramp', 'equation', 'plane', 'method', 'id', 'kind']),
    text: random.pick(['', '0 0 0', '0.1', 'true', 'lagrange', '{"body":"cube","nodes":[3]}', '[', '1e300 0 0']),
  })),
  ask('run-to', (random) => ({ step: random.below(60) })),
];

export function generateMessages(random: Random): Json[] {
  const messages: Json[] = [opened(random)];
  for (let n = 4 + random.below(12); n > 0; n--) {
    const message = random.pick(makes)(random);
    messages.push(random.chance(0.25) ? mutatedJson(message, random) : message);
  }
  return messages;
}
/** As it is posted: bytes and whole objects instead of JSON. */
export function posted(message: Json): unknown {
  if (typeof message !== 'object' || message === null || Array.isArray(message)) return message;
  return typeof message.state === 'string' ? { ...message, state: decode(message.state) } : message;
}

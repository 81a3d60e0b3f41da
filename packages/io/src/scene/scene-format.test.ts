/** The snippets of docs/guide/scene-format.md, each put into a scene of its kind and built; the program is run. */
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { buildScene } from './build.ts';
import { parseScene } from './file/parse.ts';
import { loadScene } from './load.ts';
import type { SceneDef } from './schema.ts';

const root = new URL('../../../../', import.meta.url);
const guide = readFileSync(new URL('docs/guide/scene-format.md', root), 'utf8');
const snippets = Array.from(guide.matchAll(/^```json (\w+)\n([\s\S]*?)^```$/gm), ([, kind, text]) => ({ kind, text }));

/** What snippets refer to. */
const stage: SceneDef = {
  pliant: 1,
  name: 'stage',
  step: 1e-4,
  bodies: [
    {
      id: 'cube',
      kind: 'tet-springs',
      mesh: { kind: 'box', size: [1, 1, 1], cells: [2, 2, 2] },
      density: 100,
      stretch: 2e4,
    },
    {
      id: 'brick',
      kind: 'tet-springs',
      mesh: { kind: 'box', size: [1, 1, 1], cells: [1, 1, 1] },
      density: 100,
      stretch: 2e4,
      place: { translate: [3, 0, 0] },
      repeat: { grid: [2, 1, 1], spacing: [1, 0, 0] },
    },
    { id: 'floor', kind: 'plane', normal: [0, 1, 0], offset: -2 },
  ],
  constraints: [],
  events: [{ at: 0, do: 'apply-force', id: 'wind', on: { body: 'cube', nodes: [1] }, force: [1, 0, 0] }],
  probes: [{ id: 'tip', kind: 'position', of: { body: 'cube', nodes: [3] } }],
};
const nails: SceneDef['constraints'] = [
  { id: 'nail', kind: 'nail', a: { body: 'cube', nearest: [0.5, 0.5, 0.5] } },
  { id: 'spare', kind: 'nail', a: { body: 'cube', nodes: [4] }, active: false },
];

/** For constraints under `displacement`. */
const beads: SceneDef['bodies'][number] = {
  id: 'beads',
  kind: 'particles',
  on: { body: 'rope', u: [0.5, 1.5] },
  mass: 0.01,
  radius: 0.02,
  integrator: 'backward-euler',
};
const rods = [0, 1].map((k): SceneDef['bodies'][number] => ({
  id: ['rope', 'cable'][k],
  kind: 'spline',
  curve: { kind: 'line', from: [k, 4, 0], to: [k + 1, 4, 0] },
  count: 5,
  EA: 500,
  EI: 0.2,
  GJ: 0.1,
  twist: 'uncoupled', // constraints of snippets start far off, and rods with frames refuse to turn so far at once
  rhoA: 0.4,
  integrator: 'backward-euler',
}));

function sceneWith(kind: string, text: string): string {
  const part = JSON.parse(text);
  const scenes: Record<string, () => unknown> = {
    scene: () => part,
    body: () => ({ ...stage, bodies: [...stage.bodies, part] }),
    constraint: () => ({
      ...stage,
      bodies: [...stage.bodies, ...(part.method === 'displacement' ? [...rods, beads] : [])],
      constraints: [part],
    }),
    event: () => ({ ...stage, constraints: nails, events: [...(stage.events ?? []), part] }),
    probe: () => ({ ...stage, constraints: nails, probes: [...(stage.probes ?? []), part] }),
  };
  return JSON.stringify(scenes[kind]());
}

test('there are snippets of every kind', () => {
  expect(new Set(snippets.map((s) => s.kind))).toEqual(new Set(['scene', 'body', 'constraint', 'event', 'probe']));
  expect(snippets.length).toBeGreaterThan(20);
  expect(guide.match(/^```json$/gm)).toBeNull();
});

const assets = new Map([['wheel.vol', readFileSync(new URL('examples/hong/wheel.vol', root))]]);

test.each(snippets)('$kind: $text', ({ kind, text }) => {
  const simulation = buildScene(parseScene(sceneWith(kind, text), 'guide.json'), 'guide.json', {}, assets);
  simulation.step(10);
  for (const probe of simulation.probes) expect(probe.read().every(Number.isFinite)).toBe(true);
});

test('all kinds of event, constraint, body and probe that the guide names are there', () => {
  const named = (kind: string, key: string): Set<string> =>
    new Set(snippets.filter((s) => s.kind === kind).map((s) => JSON.parse(s.text)[key]));
  expect(named('event', 'do').size).toBe(12);
  expect(named('constraint', 'kind').size).toBe(31);
  expect(named('body', 'kind').size).toBe(6);
});

test('the program of the guide does what it says', async () => {
  const program = /```ts\n([\s\S]*?)```/.exec(guide)?.[1] ?? '';
  const body = program.replace(/^import .*$/gm, '').replace("'examples/hello.json'", 'file');
  const run = new Function(
    'buildScene',
    'loadScene',
    'readFile',
    'file',
    'console',
    `return (async () => { ${body} })();`,
  ) as (...given: unknown[]) => Promise<void>;
  const lines: unknown[] = [];
  const file = new URL('examples/hello.json', root);
  await run(buildScene, loadScene, readFile, file, { log: (line: unknown) => lines.push(line) });
  expect(lines).toEqual([true]);
});

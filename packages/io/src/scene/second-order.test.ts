/** Tets of ten nodes in scenes: from files that have them, from files that do not, and from generated meshes. */
import { stress } from '@pliant/engine';
import { expect, test } from 'vitest';
import { readRecording } from '../recording/reader.ts';
import { verifyRecording } from '../recording/verify.ts';
import { RecordingWriter } from '../recording/writer.ts';
import type { Assets } from './assets.ts';
import { buildScene } from './build.ts';
import { parseScene } from './file/parse.ts';

/** One tet of second order, type 11; Gmsh lists the middles as 01 12 02 03 23 13. The middle of 01 bulges by `bulge`. */
const tenNodes = (bulge = 0): string => `$MeshFormat
2.2 0 8
$EndMeshFormat
$Nodes
10
11 0 0 0
12 1 0 0
13 0 1 0
14 0 0 1
15 0.5 ${-bulge} 0
16 0.5 0.5 0
17 0 0.5 0
18 0 0 0.5
19 0 0.5 0.5
20 0.5 0 0.5
$EndNodes
$Elements
1
1 11 2 7 7 11 12 13 14 15 16 17 18 19 20
$EndElements
`;
/** The same tet with its corners only. */
const fourNodes = tenNodes()
  .replace(/^1[5-9] .*\n|^20 .*\n/gm, '')
  .replace('$Nodes\n10', '$Nodes\n4')
  .replace(/1 11 2 7 7 .*/, '1 4 2 7 7 11 12 13 14');
const assets = (text: string): Assets => new Map([['one.msh', new TextEncoder().encode(text)]]);
const sceneOf = (body: object): string =>
  JSON.stringify({
    pliant: 1,
    name: 'test',
    step: 1e-3,
    bodies: [
      {
        id: 'b',
        kind: 'tet-fem',
        young: 1e4,
        poisson: 0.3,
        density: 100,
        mesh: { kind: 'file', file: 'one.msh' },
        ...body,
      },
    ],
  });
const built = (body: object, text: string) => {
  const given = assets(text);
  return buildScene(parseScene(sceneOf(body), 'test.json', given), 'test.json', {}, given);
};

test('"quadratic" keeps the ten nodes of a file, its ids and its curved edges; others take the corners and say so', () => {
  const kept = built({ elements: 'quadratic', fixed: { ids: [15, 18, 20] } }, tenNodes(0.05));
  expect(kept.counts()).toMatchObject({ nodes: 10, tets: 1 });
  expect(kept.meshNotices).toEqual([]);
  const { mesh } = kept.world.body('b');
  expect(Array.from(mesh?.positions.subarray(12, 15) ?? [])).toEqual([0.5, -0.05, 0]);
  const reduced = built({}, tenNodes(0.05));
  expect(reduced.counts()).toMatchObject({ nodes: 4, tets: 1 });
  expect(reduced.meshNotices).toEqual([
    'one.msh: the body takes the corners of the tets of second order. "elements": "quadratic" takes all nodes.',
  ]);
});

test('a file without them gets straight middles, in the domains of their tets, and moves as the straight ten nodes do', () => {
  const [own, made] = [tenNodes(), fourNodes].map((text) =>
    built({ elements: 'quadratic', fixed: { ids: [11] } }, text),
  );
  expect(made.counts()).toMatchObject({ nodes: 10, tets: 1 });
  for (const one of [own, made]) one.step(50);
  const place = (one: typeof own): string[] => {
    const q = one.world.positions('b');
    return Array.from({ length: 10 }, (_, n) =>
      [...q.subarray(3 * n, 3 * n + 3)].map((x) => x.toFixed(9)).join(),
    ).sort();
  };
  expect(place(made)).toEqual(place(own));
  expect(() => built({ elements: 'quadratic', fixed: { domain: 7 } }, fourNodes)).not.toThrow();
});

test('middles that turn a tet inside out are refused with the ids of the file', () => {
  expect(() => built({ elements: 'quadratic' }, tenNodes(-0.9))).toThrow(
    /bodies\[0\]\.mesh\.file — "one.msh": tet 1 nodes 11, 12, 13, 14, 15, .* turn it inside out/,
  );
});

test.each(['smoothed', 'quadratic'])(
  '%s: anchors, pressure, skin, stress, recording and events work as for linear tets',
  (elements) => {
    const def = {
      pliant: 1,
      name: 'test',
      step: 1e-3,
      bodies: [
        {
          ...{ id: 'b', kind: 'tet-fem', elements, young: 2e4, poisson: 0.3, density: 500 },
          mesh: { kind: 'box', size: [1, 0.5, 0.5], cells: [2, 1, 1] },
          pressure: [{ on: { side: { normal: [0, 1, 0], offset: 0.25 } }, value: -50 }],
          skin: { kind: 'refined' },
        },
      ],
      constraints: [
        { id: 'held', kind: 'nail', a: { body: 'b', at: [-0.37, 0.11, 0.08] } },
        { id: 'also', kind: 'nail', a: { body: 'b', side: { normal: [1, 0, 0], offset: 0.5 } } },
      ],
      events: [{ at: 0.02, do: 'set', body: 'b', parameter: 'young', value: 4e4 }],
    };
    const text = JSON.stringify(def);
    const parts: Uint8Array[] = [];
    const simulation = buildScene(parseScene(text, 'test.json'), 'test.json');
    const told = { scene: text, rate: 100, file: 'test.json', writtenBy: 'test', overrides: {} };
    const writer = new RecordingWriter(simulation.world, told, (bytes) => parts.push(bytes.slice()));
    for (let k = 0; k < 40; k++) {
      simulation.step();
      writer.afterStep();
    }
    writer.end();
    const recording = readRecording(Buffer.concat(parts));
    expect(verifyRecording(recording).ok).toBe(true);
    const found = stress(simulation.world, 'b');
    expect(found?.vonMises.length).toBe((simulation.world.body('b').mesh?.tets.length ?? 0) / 4);
    expect(Math.max(...(found?.vonMises ?? []))).toBeGreaterThan(10);
  },
);

/**
 * Examples that come to the same bits in Node and in a browser, through the scene format: tests/golden/examples.json. Superquadrics with contacts,
 * by themselves and fitted to a file. Texts are given, so that a page can fetch them.
 */
import { buildScene, fitMotion, parseScene, readMotion } from '../../packages/io/src/index.ts';

export interface GoldenExample {
  readonly name: string;
  /** files of examples/; not given for a scene that is written here */
  readonly scene?: string;
  readonly text?: string;
  readonly data?: string;
  /** steps, or frames of the data */
  readonly count: number;
}

/** A ring and an egg whose displacements are functions of the whole surface; the ring strikes the egg. */
const harmonics = {
  pliant: 1,
  name: 'Harmonics',
  step: 0.001,
  defaults: { integrator: 'euler-cromer', method: 'lagrange' },
  bodies: [
    {
      ...{ id: 'egg', kind: 'superquadric', shape: { a1: 0.3, a2: 0.3, a3: 0.4, t1: 0.2 }, mass: 2, harmonics: 3 },
      ...{ spin: [0.7, -1.1, 0.4], drag: 0.5 },
    },
    {
      ...{ id: 'ring', kind: 'superquadric', mass: 1, grid: [5, 7], harmonics: 2, velocity: [-1, 0, 0] },
      ...{ shape: { kind: 'supertoroid', a1: 0.1, a2: 0.1, a3: 0.1, a4: 2 }, place: { translate: [0.75, 0, 0] } },
    },
  ],
  constraints: [
    { id: 'pivot', kind: 'nail', a: { body: 'egg', surface: { uvDegrees: [90, 0] } } },
    { id: 'apart', kind: 'separate', a: 'ring', b: 'egg' },
  ],
};

export const goldenExamples: readonly GoldenExample[] = [
  { name: 'balloons-3', scene: 'metaxas-1993/balloons-3.json', count: 330 },
  { name: 'dragonfly', scene: 'metaxas-1993/dragonfly.json', count: 200 },
  { name: 'arms', scene: 'metaxas-1993/arms.json', data: 'metaxas-1993/arms.csv', count: 12 },
  { name: 'vase', scene: 'metaxas-1993/vase.json', data: 'metaxas-1993/vase.csv', count: 1 },
  { name: 'harmonics', text: JSON.stringify(harmonics), count: 150 },
];

/** What an example comes to; `read` gives the text of a file of examples/. */
export async function hashOfExample(
  { name, scene, text, data, count }: GoldenExample,
  read: (path: string) => Promise<string>,
): Promise<string> {
  const simulation = buildScene(parseScene(text ?? (await read(scene ?? '')), name), name);
  if (data === undefined) simulation.step(count);
  else {
    const fit = fitMotion(simulation, readMotion(new TextEncoder().encode(await read(data)), data));
    for (let frame = 0; frame < count; frame++) fit.next();
  }
  return simulation.world.hash();
}

import { readFileSync } from 'node:fs';
import { kineticEnergy, skinPositions } from '@pliant/engine';
import { describe, expect, test } from 'vitest';
import { buildScene } from './build.ts';
import { SceneError } from './file/faults.ts';
import { parseScene } from './file/parse.ts';
import type { SkinDef } from './schema/bodies/skin.ts';
import type { BodyDef, SceneDef } from './schema.ts';

const soft = { id: 'blob', kind: 'tet-springs', density: 50, stretch: 3e4, damping: 60 } as const;
const box: Extract<BodyDef, { mesh?: unknown }>['mesh'] = { kind: 'box', size: [1, 1, 1], cells: [2, 2, 2] };
const scene = (body: object): SceneDef => ({ pliant: 1, name: 'skin', step: 1e-3, bodies: [body as BodyDef] });
const build = (skin: SkinDef, rest: object = {}) =>
  buildScene(scene({ ...soft, mesh: box, skin, ...rest }), 'test.json');
const faults = (body: object) => {
  try {
    buildScene(scene(body), 'test.json');
  } catch (error) {
    if (error instanceof SceneError) return error.faults.map(({ path, message }) => `${path} — ${message}`);
  }
  return [];
};
const size = (x: Float64Array, axis: number): number => {
  const along = x.filter((_, i) => i % 3 === axis);
  return Math.max(...along) - Math.min(...along);
};

describe('every kind of skin is put on', () => {
  test.each<[string, SkinDef, number, number]>([
    ['refined', { kind: 'refined', levels: 1, round: 0 }, 98, 1],
    ['sphere', { kind: 'sphere', radius: 0.4, segments: 4 }, 98, 0.8],
    ['ellipsoid', { kind: 'ellipsoid', radii: [0.3, 0.5, 0.5], segments: 4 }, 98, 0.6],
    ['rounded-box', { kind: 'rounded-box', size: [0.9, 1, 1], radius: 0.2, segments: 5 }, 152, 0.9],
    [
      'triangles',
      {
        kind: 'triangles',
        positions: [
          [0, 0, 0],
          [0.5, 0, 0],
          [0, 0.5, 0],
          [0, 0, 0.5],
        ],
        triangles: [
          [1, 2, 3],
          [0, 2, 1],
          [0, 1, 3],
          [0, 3, 2],
        ],
      },
      4,
      0.5,
    ],
  ])('%s', (_, skin, vertices, wide) => {
    const x = skinPositions(build(skin).world, 'blob');
    expect(x.length / 3).toBe(vertices);
    expect(size(x, 0)).toBeCloseTo(wide, 14);
  });
});

test('a skin is scaled, turned, moved and repeated with its body', () => {
  const place = { scale: [2, 1, 1], rotateDegrees: { axis: [0, 0, 1], angle: 90 }, translate: [0, 0, 5] };
  const repeat = { grid: [2, 1, 1], spacing: [0, 7, 0] };
  const { world } = build({ kind: 'sphere', radius: 0.5, segments: 8 }, { place, repeat });
  const x = skinPositions(world, 'blob[1]');
  expect([0, 1, 2].map((axis) => Number(size(x, axis).toFixed(12)))).toEqual([1, 2, 1]);
  expect(world.body('blob[0]').skin).toBe(world.body('blob[1]').skin);
});

test('a body keeps its skin when an event changes what it is made of', () => {
  const events: SceneDef['events'] = [{ at: 0.01, do: 'set', body: 'blob', parameter: 'stretch', value: 1e4 }];
  const simulation = buildScene(
    { ...scene({ ...soft, mesh: box, skin: { kind: 'sphere', radius: 0.5 } }), events },
    'test.json',
  );
  const { skin } = simulation.world.body('blob');
  simulation.step(20);
  expect(simulation.world.body('blob').skin).toBe(skin);
});

test('what does not fit is told with its place', () => {
  const told = (skin: object, rest: object = {}) => faults({ ...soft, mesh: box, skin, ...rest });
  expect(told({ kind: 'rounded-box', size: [1, 1, 1], radius: 0.6 })).toEqual([
    'bodies[0].skin.radius — 0.6 m is over half the shortest side, 0.5 m.',
  ]);
  expect(told({ kind: 'sphere', radius: 3 })[0]).toMatch(
    /^bodies\[0\]\.skin — \d+ of 1538 vertices are outside the tets, one of them by 2\.5 m; the limit is the mean edge/,
  );
  expect(told({ kind: 'refined', levels: 7 })).toEqual([
    'bodies[0].skin.levels — 7 is not allowed (give a whole number, 0 to 6).',
  ]);
  expect(told({ kind: 'sphere', radius: 0.5, segments: 5000 })).toEqual([
    'bodies[0].skin.segments — 5000 segments are more than the 1000 possible; give fewer.',
  ]);
  expect(told({ kind: 'triangles', positions: [[0, 0, 0]], triangles: [[0, 1, 2]] })).toEqual([
    'bodies[0].skin.triangles[0] — 1 is not a node (nodes run 0 to 0).',
  ]);
  expect(told({ kind: 'blob' })[0]).toMatch(/^bodies\[0\]\.skin\.kind — .*"refined"/);
  const sheet = { kind: 'grid', size: [1, 1], cells: [2, 2] };
  const spring = { id: 'sheet', kind: 'tet-springs', mass: 1, form: 'spring', stretch: 100 };
  expect(faults({ ...spring, mesh: sheet, skin: { kind: 'refined' } })).toEqual([
    'bodies[0].skin — the mesh has no tets for it to follow (use a box, or give tets).',
  ]);
});

test('docs/kinds/skin.md shows a body that runs', () => {
  const page = readFileSync(new URL('../../../../docs/kinds/skin.md', import.meta.url), 'utf8');
  for (const [, code] of page.matchAll(/^```json body\n([\s\S]*?)^```/gm)) {
    const body = JSON.parse(code);
    const simulation = buildScene({ ...scene(body), step: 1e-4 }, 'skin.md');
    simulation.step(2);
    expect(skinPositions(simulation.world, body.id).every(Number.isFinite)).toBe(true);
  }
});

describe('on a superquadric', () => {
  const quadric = { id: 'blob', kind: 'superquadric', shape: { a1: 0.5, a2: 0.5, a3: 0.5 }, mass: 1 };
  test('its own surface, finer; a sphere; copies share one skin, and an event that sets drag keeps it', () => {
    const repeat = { grid: [2, 1, 1], spacing: [3, 0, 0] };
    const events: SceneDef['events'] = [{ at: 0.01, do: 'set', body: 'blob[1]', parameter: 'drag', value: 1 }];
    const body = { ...quadric, repeat, skin: { kind: 'refined', levels: 1 } };
    const simulation = buildScene({ ...scene(body), gravity: [0, 0, 0], events }, 'test.json');
    simulation.step(20);
    const { world } = simulation;
    const x = skinPositions(world, 'blob[1]').map((at, i) => (i % 3 ? at : at - 3));
    expect(x.length).toBe(3 * (31 * 64 + 2));
    for (let i = 0; i < x.length; i += 3) expect(Math.hypot(x[i], x[i + 1], x[i + 2])).toBeCloseTo(0.5, 12);
    expect(world.body('blob[0]').skin).toBe(world.body('blob[1]').skin);
    const ball = buildScene(scene({ ...quadric, skin: { kind: 'sphere', radius: 0.4, segments: 4 } }), 'test.json');
    expect(size(skinPositions(ball.world, 'blob'), 0)).toBeCloseTo(0.8, 12);
  });
  test('what does not fit is told with its place', () => {
    const told = (skin: object) => faults({ ...quadric, skin });
    expect(told({ kind: 'refined', round: 1 })).toEqual([
      'bodies[0].skin.round — its own surface is smooth. Leave "round" out.',
    ]);
    expect(told({ kind: 'sphere', radius: 3 })[0]).toMatch(
      /^bodies\[0\]\.skin — 1538 of 1538 vertices are outside the body, one of them by 2\.5 m; the limit is the size of the body, 0\.5 m/,
    );
    expect(told({ kind: 'refined', levels: 9 })[0]).toMatch(/^bodies\[0\]\.skin\.levels — /);
  });
});

test('examples/skin.json: as many tets and triangles as it says, and the figure comes to rest on the floor', () => {
  const text = readFileSync(new URL('../../../../examples/skin.json', import.meta.url), 'utf8');
  const simulation = buildScene(parseScene(text, 'skin.json'), 'skin.json');
  const { world, def } = simulation;
  const { mesh, skin } = world.body('figure');
  expect([mesh?.tets.length, skin?.triangles.length]).toEqual([4 * 50, 3 * 5376]);
  expect(def.description).toMatch(/50 tets .* 5376 triangles/);
  simulation.step(Math.round((def.duration ?? 0) / world.h));
  expect(kineticEnergy(world)).toBeLessThan(0.01);
  // the skin dips into the floor by no more than it lay outside its tets
  const lowest = Math.min(...skinPositions(world, 'figure').filter((_, i) => i % 3 === 1));
  expect(lowest).toBeLessThan(-0.8);
  expect(lowest).toBeGreaterThan(-0.85 - (skin?.embedding.farthest ?? 0));
});

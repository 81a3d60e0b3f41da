import { totalMass } from '@pliant/engine';
import { describe, expect, test } from 'vitest';
import { buildScene } from './build.ts';
import { SceneError } from './file/faults.ts';
import type { BodyDef, SceneDef } from './schema.ts';

const mesh = { kind: 'box', size: [1, 1, 1], cells: [2, 2, 2] } as const;
const jelly = { id: 'jelly', kind: 'tet-fem', mesh, young: 1e4, poisson: 0.3, density: 100 } as const;
const scene = (body: object, rest: object = {}): SceneDef => ({
  ...{ pliant: 1, name: 'fem', step: 1e-3, bodies: [{ ...jelly, ...body } as unknown as BodyDef] },
  ...rest,
});
const build = (body: object, rest: object = {}) => buildScene(scene(body, rest), 'test.json');
function faults(body: object, rest: object = {}): string[] {
  try {
    build(body, rest);
  } catch (error) {
    if (error instanceof SceneError) return error.faults.map(({ path, message }) => `${path} — ${message}`);
    throw error;
  }
  return [];
}

/** Two tets that share a face, each a domain of its own, called "rim" and "tyre". */
const vol = `mesh3d
dimension
3
volumeelements
2
1 4 1 2 3 4
2 4 2 3 4 5
points
5
0 0 0
1 0 0
0 1 0
0 0 1
1 1 1
materials
2
1 rim
2 tyre
endmesh
`;
const assets = new Map([['two.vol', new TextEncoder().encode(vol)]]);
const fromFile = (body: object) =>
  buildScene(scene({ mesh: { kind: 'file', file: 'two.vol' }, ...body }), 'test.json', {}, assets);

test('is built as it says, and runs', () => {
  const { world } = build({
    material: 'corotated',
    viscosity: 5,
    drag: 1,
    fixed: { side: { normal: [0, 1, 0], offset: 0.5 } },
  });
  const [body] = world.bodies;
  expect(body.elements[0].kind.name).toBe('tet corotated');
  world.step(50);
  const y = world.positions('jelly').filter((_, i) => i % 3 === 1);
  expect(Math.max(...y)).toBe(0.5); // hung up by its top, it sags
  expect(Math.min(...y)).toBeLessThan(-0.505);
  expect(totalMass(build({}).world)).toBeCloseTo(100, 10);
  expect(build({}).world.bodies[0].elements[0].kind.name).toBe('tet neo-hookean, by invariants');
});

test('copies share their elements', () => {
  const { bodies } = build({ repeat: { grid: [3, 1, 1], spacing: [2, 0, 0] } }).world;
  expect(bodies.map(({ id }) => id)).toEqual(['jelly[0]', 'jelly[1]', 'jelly[2]']);
  expect(new Set(bodies.map(({ elements }) => elements)).size).toBe(1);
});

test('pressure acts on triangles that lie in the selection, or on all', () => {
  const top = { side: { normal: [0, 1, 0], offset: 0.5 } };
  const pressed = (pressure: object[]) => build({ pressure }).world.bodies[0].elements[1];
  expect(pressed([{ on: top, value: 5 }]).count).toBe(8);
  expect(pressed([{ value: -5 }]).count).toBe(48);
  expect([...new Set(pressed([{ on: top, value: 5 }, { value: -2 }]).parameters)]).toEqual([5, -2]);
});

test('domains of a mesh file have moduli of their own, by number or name', () => {
  const moduli = (domains: object): number[] => {
    const { elements } = fromFile({ domains }).world.bodies[0];
    const [V1, V2] = [1 / 6, 1 / 3];
    return [elements[0].parameters[7] / V1, elements[0].parameters[9 + 7] / V2].map((mu) => mu * 2.6);
  };
  expect(moduli({})[1]).toBeCloseTo(1e4, 8);
  for (const name of ['2', 'tyre']) {
    const [first, second] = moduli({ [name]: { young: 5e5 } });
    expect(first).toBeCloseTo(1e4, 8);
    expect(second).toBeCloseTo(5e5, 6);
  }
});

describe('events set what it has', () => {
  const event = (parameter: string, value: number) => ({
    events: [{ at: 0, do: 'set', body: 'jelly', parameter, value }],
  });
  test('young', () => {
    const { world } = build({}, event('young', 4e4));
    const before = world.bodies[0].elements[0].parameters[7];
    world.step(1);
    expect(world.bodies[0].elements[0].parameters[7] / before).toBeCloseTo(4, 12);
  });
  test('nothing else, and nothing impossible', () => {
    expect(faults({}, event('stretch', 1))).toEqual([
      'events[0].parameter — body "jelly" is tet-fem and has no "stretch"; it has "drag", "young", "poisson", "viscosity".',
    ]);
    expect(faults({}, event('poisson', 0.5))[0]).toMatch(
      /^events\[0\]\.value — .*poisson — 0\.5 of tet 0; it must lie/,
    );
    const springs = { id: 'jelly', kind: 'tet-springs', young: undefined, poisson: undefined, stretch: 1 };
    const { young: _, poisson: __, ...rest } = { ...jelly, ...springs };
    expect(() =>
      buildScene({ ...scene({}), bodies: [rest as BodyDef], ...event('young', 1) } as SceneDef, 'a'),
    ).toThrow('is tet-springs and has no "young"');
  });
});

describe('faults', () => {
  test.each<[string, object, string]>([
    ['poisson', { poisson: 0.5 }, 'bodies[0].poisson — 0.5'],
    ['young', { young: -1 }, 'bodies[0].young — -1'],
    ['a list too short', { young: [1, 2] }, 'bodies[0].young — 2 values for 40; give one number or 40.'],
    ['material', { material: 'neo-hokean' }, 'bodies[0].material — "neo-hokean"'],
    ['both masses', { mass: 1 }, 'bodies[0] — "density" and "mass" say how heavy it is'],
    ['no tets', { mesh: { kind: 'grid', size: [1, 1], cells: [1, 1] } }, 'bodies[0].mesh — it has no tets'],
    ['domains of a box', { domains: { 2: { young: 1 } } }, 'is not from a mesh file and has no domains'],
    [
      'pressure on no node',
      { pressure: [{ on: { box: { min: [5, 5, 5], max: [6, 6, 6] } }, value: 1 }] },
      'bodies[0].pressure[0].on — selects no node',
    ],
    [
      'pressure on no triangle',
      { pressure: [{ on: { nodes: [0, 1] }, value: 1 }] },
      'bodies[0].pressure[0].on — no triangle of the surface of body "jelly"',
    ],
  ])('%s', (_, body, message) => {
    expect(faults(body).join('\n')).toContain(message);
  });
  test('domains that are not there', () => {
    expect(() => fromFile({ domains: { 3: { young: 1 } } })).toThrow('the mesh file has no domain 3; it has 1, 2.');
    const part = { mesh: { kind: 'file', file: 'two.vol', domains: [1] }, domains: { tyre: { young: 1 } } };
    expect(() => fromFile(part)).toThrow('no tet of body "jelly" is in domain 2.');
  });
});

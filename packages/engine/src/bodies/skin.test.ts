import { expect, test } from 'vitest';
import { box } from '../meshes/box.ts';
import { grid } from '../meshes/grid.ts';
import { movedPositions, transformed } from '../meshes/mesh.ts';
import { refined } from '../meshes/refined.ts';
import { ellipsoid } from '../meshes/rounded-box.ts';
import { skinPositions } from '../record/skin.ts';
import { createWorld } from '../world/create.ts';
import { copyOf } from './copy.ts';
import { skinned } from './skin.ts';
import { tetSprings } from './tet/tet-springs.ts';

const cells = [2, 2, 2] as const;
const mesh = box({ size: [1, 1, 1], cells });
const options = { id: 'cube', density: 50, stretch: 3e4, bulk: 3e4, damping: 60 };
const ball = ellipsoid({ radii: [0.5, 0.5, 0.5], segments: 8 });
const far = (a: Float64Array, b: Float64Array): number => Math.max(...a.map((x, i) => Math.abs(x - b[i])));
/** vertices of about 1 m, four products and three sums each */
const rounding = 4e-15;

test('skin: at rest it is the surface it was made from', () => {
  const world = createWorld({ step: 1e-3 });
  world.add(skinned(tetSprings(mesh, options), ball));
  expect(far(skinPositions(world, 'cube'), ball.positions)).toBeLessThan(rounding);
});

test('skin: where the tets are moved alike, it moves with them', () => {
  const body = skinned(tetSprings(mesh, options), refined(mesh, { levels: 2, round: 1 }));
  const turn = { rotate: [0.3, -0.2, 0.5, 0.8], translate: [3, 2, 1] } as const;
  const world = createWorld({ step: 1e-3 });
  world.add(body);
  const rest = skinPositions(world, 'cube');
  world.add(copyOf(body, { id: 'copy', ...turn }));
  expect(far(skinPositions(world, 'copy'), movedPositions(rest, turn))).toBeLessThan(4 * rounding);
  expect(world.body('copy').skin).toBe(body.skin);
});

test('skin: the body moves to the last bit as it does without one', () => {
  const [bare, clad] = [false, true].map((wears) => {
    const world = createWorld({ step: 1e-3 });
    const body = tetSprings(mesh, { ...options, velocities: mesh.positions.map((x) => 3 * x) });
    world.add(wears ? skinned(body, ball) : body);
    world.step(200);
    return world;
  });
  expect(clad.hash()).toBe(bare.hash());
});

test('skin: a vertex a little outside goes on as its tet does, and is counted', () => {
  const larger = transformed(ball, { scale: 1.1 });
  const { skin } = skinned(tetSprings(mesh, options), larger);
  expect(skin?.embedding.farthest).toBeGreaterThan(0.04);
  expect(skin?.embedding.farthest).toBeLessThan(0.0501);
  expect(skin?.embedding.outside).toBeGreaterThan(0);
  expect(skin?.embedding.outside).toBeLessThan(larger.positions.length / 6);
});

test('skin: invalid input is refused with a message', () => {
  const body = tetSprings(mesh, options);
  const away = transformed(ball, { translate: [2, 0, 0] });
  expect(() => skinned(body, away)).toThrow(
    /^skin — 386 of 386 vertices are outside the tets, one of them by 2 m; the limit is the mean edge of the tets, 0\.\d+ m\. Move/,
  );
  const sheet = tetSprings(grid({ size: [1, 1], cells: [1, 1] }), { mass: 1, form: 'spring', stretch: 1 });
  expect(() => skinned(sheet, ball)).toThrow('skin — the mesh has no tets for it to follow (use a box, or give tets).');
  const world = createWorld({ step: 1e-3 });
  world.add(tetSprings(mesh, options));
  expect(() => skinPositions(world, 'cube')).toThrow('body "cube" has no skin');
});

test('skin: positions are written where they are wanted', () => {
  const world = createWorld({ step: 1e-3 });
  world.add(skinned(tetSprings(mesh, options), ball));
  const out = new Float64Array(ball.positions.length);
  expect(skinPositions(world, 'cube', out)).toBe(out);
  expect(() => skinPositions(world, 'cube', new Float64Array(3))).toThrow(
    'the skin has 1158 coordinates; there is room for 3',
  );
});

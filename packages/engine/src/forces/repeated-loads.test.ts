/** Loads from a table of 24 numbers against loads from their column: the same bits, and the column is not read. */
import { expect, test } from 'vitest';
import { copyOf } from '../bodies/copy.ts';
import { tetSprings } from '../bodies/tet/tet-springs.ts';
import { interpret } from '../kernel/compile/interpret.ts';
import { flat, kernel, repeatedNumbers, toFlat } from '../kernel/compile/kernel.ts';
import { add } from '../kernel/formula/expr.ts';
import { Flat } from '../kernel/run/flat.ts';
import { Arena } from '../kernel/run/memory.ts';
import { box } from '../meshes/box.ts';
import { createWorld } from '../world/create.ts';
import type { World } from '../world/world.ts';

const cube = tetSprings(box({ size: [1, 1, 1], cells: [1, 1, 1] }), {
  mass: 8,
  stretch: 2e3,
  bulk: 1e3,
  damping: 2,
});
/** Cubes each by itself, of 24 coordinates. */
function cubes(count: number): World {
  const world = createWorld({ step: 1e-3, integrator: 'verlet-as-printed' });
  for (let i = 0; i < count; i++) {
    const copy = copyOf(cube, { id: `cube-${i}`, translate: [2 * i, 0, 0] });
    world.add({ ...copy, elements: [...copy.elements] });
  }
  world.step(2);
  return world;
}
/** Whether a step reads loads from their column. */
function readsColumn(world: World): boolean {
  const external = world.state.column('external');
  const kept = external.slice();
  external.fill(1e6);
  const before = world.snapshot();
  world.step();
  const moved = world.velocities('cube-1')[1];
  world.restore(before);
  world.state.column('external').set(kept);
  return Math.abs(moved) > 10;
}
const [few, many] = [20, 180];
const push = { id: 'push', body: 'cube-3', node: 2, force: [1, 2, 3] } as const;

test('many cubes of one mass read a table, few their column', () => {
  expect(readsColumn(cubes(many))).toBe(false);
  expect(readsColumn(cubes(few))).toBe(true);
});
test('a load on one node is in the column, until it is removed', () => {
  const world = cubes(many);
  world.apply(push);
  world.step();
  expect(readsColumn(world)).toBe(true);
  world.stopLoad('push');
  world.step();
  expect(readsColumn(world)).toBe(false);
});
test('a cube among many moves as one among few, also when gravity changes', () => {
  const [a, b] = [few, many].map((count) => {
    const world = cubes(count);
    world.step(5);
    world.gravity = [1, 2, -3];
    world.step(5);
    world.apply(push);
    world.step(5);
    return world;
  });
  for (const id of ['cube-0', 'cube-3', 'cube-19']) expect(b.velocities(id)).toEqual(a.velocities(id));
});

test('a repeated array is read again after its last number, in ranges too', () => {
  const arena = new Arena();
  const size = 3 * repeatedNumbers;
  const [x, table, y, z] = [size, repeatedNumbers, size, size].map((length) => arena.f64(length));
  x.view().set(Array.from({ length: size }, (_, i) => i));
  table.view().set(Array.from({ length: repeatedNumbers }, (_, i) => 1000 * (i + 1)));
  const sinks = [toFlat('y', add(flat('x'), flat('table')))];
  const mode = { kind: 'flat', repeated: 'table' } as const;
  const made = new Flat(sinks, arena, mode);
  const address = { x, table, y, z };
  made.bind([{ start: 0, size }], (array) => address[array as keyof typeof address].address, 0);
  made.run();
  const arrays = { x: x.address, table: table.address, y: z.address };
  interpret(kernel(sinks, mode), arena.buffer, size / 2, { arrays });
  const whole = Array.from({ length: size }, (_, i) => i + 1000 * ((i % repeatedNumbers) + 1));
  expect([...z.view()]).toEqual(whole);
  expect([...y.view()]).toEqual(whole);
  y.view().fill(0);
  for (const { run, args } of made.rangeCalls(repeatedNumbers, size, 0)) Reflect.apply(run, undefined, args);
  expect([...y.view()]).toEqual(whole.map((value, i) => (i < repeatedNumbers ? 0 : value)));
});

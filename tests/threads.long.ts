// Threads at length: examples, many steps, edits under way, large systems. Every job is shared, whatever the clock says.
import { afterAll, expect, test } from 'vitest';
import type { ThreadPool, World } from '../packages/engine/src/index.ts';
import { nail, node, particles, worldPoint } from '../packages/engine/src/index.ts';
import { simulationNamed } from './support/examples.ts';
import { Random } from './support/random.ts';
import { hangingBlock, net, threadScenes } from './support/thread-scenes.ts';
import { testPool, untilReady } from './support/threads.ts';

const pools = [2, 3, 4].map((count) => testPool(count));
afterAll(() => {
  for (const pool of pools) pool.close();
});

const scenes = [
  ...['bridge-of-blocks', 'chain', 'cloth', 'hello', 'rabbit', 'skin', 'stack', 'contact/arch', 'contact/pile'],
  ...['gissler-2006/curtain-40', 'gissler-2006/net-to-bridge', 'gissler-2006/self-assembly', 'hong/board'],
  ...['hong/mechanism', 'hong/wheels', 'metaxas-1993/dragonfly', 'micado-2008/bridge', 'micado-2008/spider-net'],
  ...['micado-2008/necklace', 'platt-barr-1988/gelatin', 'contact/gyroscope', 'rods/telephone-cord'],
];
let shared = 0; // scenes

test.each(scenes)('example %s: 1, 2, 3 and 4 threads give the same hash', async (name) => {
  const run = async (pool?: ThreadPool): Promise<string> => {
    const { world } = simulationNamed(`${name}.json`, pool);
    world.step(80); // kernels are cut after 64 steps without a change
    if (pool) await untilReady(pool);
    world.step(80);
    if (pool?.count === 2 && world.threads.shared > 0) shared++;
    return world.hash();
  };
  const alone = await run();
  for (const pool of pools)
    expect({ count: pool.count, hash: await run(pool) }).toEqual({ count: pool.count, hash: alone });
});
test('many of these have something to share', () => {
  expect(shared).toBeGreaterThanOrEqual(5);
});

/** A run with the first steps apart, while workers start. */
async function hashAfter(build: (pool?: ThreadPool) => World, steps: number, pool?: ThreadPool): Promise<string> {
  const world = build(pool);
  world.step(12);
  if (pool) await untilReady(pool);
  world.step(steps - 12);
  return world.hash();
}

const steps = Number(process.env.PLIANT_LONG_THREAD_STEPS ?? 1e5);
test.each(threadScenes.filter(({ name }) => ['curtain of identical cubes', 'ropes under lagrange'].includes(name)))(
  `$name: 1, 2, 3 and 4 threads give the same hash after ${steps} steps`,
  async ({ build }) => {
    const alone = await hashAfter(build, steps);
    for (const pool of pools)
      expect({ count: pool.count, hash: await hashAfter(build, steps, pool) }).toEqual({
        count: pool.count,
        hash: alone,
      });
  },
);

test('a net of 11,526 rows under lagrange: 1, 2, 3 and 4 threads give the same hash', async () => {
  const alone = await hashAfter(net(16), 16);
  for (const pool of pools) expect(await hashAfter(net(16), 16, pool)).toBe(alone);
});

test('a block of 1,700 nodes on a rope: 1, 2, 3 and 4 threads give the same hash', async () => {
  const build = hangingBlock([16, 9, 9]);
  const alone = await hashAfter(build, 30);
  for (const pool of pools) expect(await hashAfter(build, 30, pool)).toBe(alone);
});

/** One change of a world, of any kind. */
function edit(world: World, random: Random, number: number): void {
  const ids = world.constraints.map(({ id }) => id);
  const kind = random.below(6);
  if (kind === 0 && ids.length > 1) world.release(random.pick(ids));
  else if (kind === 1 && ids.length > 1) world.removeConstraint(random.pick(ids));
  else if (kind === 2) world.h = world.h * random.between(0.5, 1);
  else if (kind === 3) world.gravity = [random.between(-1, 1), -9.81, 0];
  else if (kind === 4) {
    const start = world.snapshot();
    world.step(1 + random.below(5));
    world.restore(start);
  } else {
    const [x, y, z] = random.list(3, 20, 30);
    const body = world.add(particles([x, y, z, x + 1, y, z], { id: `more-${number}`, mass: 0.1 }));
    world.constrain(nail(node(body, 0), worldPoint(x, y, z)), { id: `more-nail-${number}` });
  }
}
const edited = ['curtain of identical cubes', 'curtain through index tables', 'FEM body, damped', 'net under lagrange'];
test.each(threadScenes.filter(({ name }) => edited.includes(name)))(
  '$name: 40 edits, seeds 1 to 3, give the same hashes on 1, 2, 3 and 4 threads',
  async ({ build }) => {
    for (let seed = 1; seed <= 3; seed++) {
      const run = async (pool?: ThreadPool): Promise<string[]> => {
        const random = new Random(seed);
        const world = build(pool);
        const hashes: string[] = [];
        for (let number = 0; number < 40; number++) {
          world.step(random.below(12));
          if (pool && number % 4 === 0) await untilReady(pool);
          edit(world, random, number);
          hashes.push(world.hash());
        }
        return hashes;
      };
      const alone = await run();
      for (const pool of pools) expect(await run(pool), `seed ${seed}, ${pool.count} threads`).toEqual(alone);
    }
  },
);

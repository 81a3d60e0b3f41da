/** A step of a block of bricks: metric, viscosity, hourglass modes, volumes by multipliers. Beside the C of hex.c, if it is given. */
import { augmented, block, createWorld, hexMetric, incompressible, type World } from '../../engine.ts';
import { atLeast, cpuTimed, leastTimes, type Rounds, type Row, timesTheTime } from '../../harness.ts';
import { Yardstick, yardstickGiven } from '../../yardstick.ts';
import { checkedSteps, checksum, refuseDifferentWork } from '../curtain/worlds.ts';

const cells = 16;
const count = cells * cells * cells;
const rounds: Rounds = { warmUpMs: 400, sliceMs: 6, rounds: 80 };
/** compiled as it comes: one cell after another */
const theirs = 's1';

/** Of hex.c. */
const noise = (i: number): number => ((i * 7919) % 1000) / 1000 - 0.5;

function hexWorld(volumes: boolean): World {
  const world = createWorld({ step: 1e-4, integrator: 'euler-cromer', gravity: [0, -9.81, 0] });
  const body = hexMetric(block({ size: [1, 1, 1], cells: [cells, cells, cells] }), {
    id: 'block',
    density: 1,
    stiffness: 50,
    viscosity: 0.1,
  });
  world.add({
    ...body,
    start: (q, v) => {
      body.start(q, v);
      for (let i = 0; i < 3 * body.nodeCount; i++) q[i] += (0.1 / cells) * noise(i);
    },
  });
  if (volumes) world.constrain(incompressible(body), { id: 'volume', method: augmented({ omega: 300 }) });
  return world;
}

function hexRow(mode: 'free' | 'volume', elementsPerSecond: number): Row {
  const compared = yardstickGiven();
  const name = `hex-${mode}`;
  const perSecond = {
    target: atLeast(elementsPerSecond, 'million elements/s'),
    of: ({ ours }: Readonly<Record<string, number>>) => count / ours / 1e3,
  };
  return {
    name,
    what: `a step of ${count} bricks${mode === 'volume' ? ' that keep their volume' : ''}${compared ? `, against the C program's ${theirs}` : ''}`,
    scores: [
      perSecond,
      ...(compared
        ? [
            {
              name: 'c',
              target: timesTheTime(1.3),
              of: (times: Readonly<Record<string, number>>) => times.ours / times[theirs],
            },
          ]
        : []),
    ],
    async measure() {
      const world = hexWorld(mode === 'volume');
      const ours = { ours: cpuTimed(() => world.step()) };
      if (!compared) return leastTimes(ours, rounds);
      const yardstick = new Yardstick({ scene: 'hex', size: cells, mode });
      try {
        world.step(checkedSteps);
        refuseDifferentWork(name, checksum(world), await yardstick.checksum(theirs, checkedSteps));
        return await leastTimes({ ...ours, [theirs]: yardstick.timed(theirs) }, rounds);
      } finally {
        yardstick.close();
      }
    },
  };
}

export const hexRows: readonly Row[] = [hexRow('volume', 4), hexRow('free', 4)];

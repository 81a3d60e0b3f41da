/** Another archetype: boxes of 2 x 2 x 2 cells, 6 tets each, on both paths. */
import { box, boxNode, nail, node, tetSprings, World, worldPoint } from '../../engine.ts';
import { cpuTimed, leastTimes, type Row, timesFaster } from '../../harness.ts';
import { wholeSteps } from './curtain.ts';
import { checkedSteps, checksum, type Path, placedCopy, refuseDifferentWork } from './worlds.ts';

const count = 400;
const cells = [2, 2, 2] as const;

function boxesWorld(path: Path): World {
  const world = new World({ step: 0.001 });
  const one = tetSprings(box({ size: [1, 1, 1], cells, tetsPerCell: 6 }), {
    density: 1000,
    stretch: 2e5,
    damping: 200,
    bulk: 2e5,
  });
  for (let i = 0; i < count; i++) {
    const place = [2 * (i % 20), 0, 2 * Math.floor(i / 20)] as const;
    const body = world.add(placedCopy(one, path, `box-${i}`, place));
    // hung up by a corner, so that it swings and bends
    const [x, y, z] = place;
    world.constrain(nail(node(body, boxNode(cells, 0, 2, 0)), worldPoint(x - 0.5, y + 0.5, z - 0.5)), {
      id: `nail-${i}`,
    });
  }
  return world;
}

export const boxes: Row = {
  name: 'boxes',
  what: `a step of ${count} boxes of 48 tets, as one archetype against each by itself`,
  scores: [{ target: timesFaster(), of: ({ indexed, archetype }) => indexed / archetype }],
  measure() {
    const [indexed, archetype] = [boxesWorld('indexed'), boxesWorld('archetype')];
    for (const world of [indexed, archetype]) world.step(checkedSteps);
    refuseDifferentWork('boxes', checksum(archetype), checksum(indexed));
    return leastTimes(
      { indexed: cpuTimed(() => indexed.step()), archetype: cpuTimed(() => archetype.step()) },
      wholeSteps,
    );
  },
};

/** Forces are worked out when they are asked for: they are those of the last step, whenever that is. */
import type { World } from '@pliant/engine';
import { describe, expect, test } from 'vitest';
import { micado, paper } from '../../../../../tests/support/micado.ts';

const asked = (world: World): number[] => world.constraints.flatMap(({ id }) => world.forces(id).flat(2));

const cases = ['necklace', 'bow', 'slipknot'].flatMap((name) => [
  { title: name, name, mode: undefined },
  { title: `${name}, as printed`, name, mode: paper },
]);
describe.each(cases)('$title', ({ name, mode }) => {
  /** What may happen between two steps, to what the forces follow from. */
  const happenings: Readonly<Record<string, (world: World) => void>> = {
    nothing: () => {},
    gravity: (world) => {
      world.gravity = [1, -3, 2];
    },
    step: (world) => {
      world.h *= 0.5;
    },
    release: (world) => {
      const { id } = world.constraints.at(-1)!;
      world.release(id);
      world.activate(id);
    },
    'put-back': (world) => {
      world.putBack(world.bodies.at(-1)!.id);
    },
    snapshot: (world) => {
      world.restore(world.snapshot());
    },
  };
  test.each(Object.entries(happenings))('%s', (what, happen) => {
    const [often, seldom] = [micado(name, mode), micado(name, mode)];
    for (let k = 0; k < 30; k++) {
      often.step();
      seldom.step();
      asked(often.world);
    }
    const before = asked(often.world);
    expect(before.some((force) => Math.abs(force) > 1e-3)).toBe(true);
    happen(often.world);
    happen(seldom.world);
    // a constraint that is switched off and on has no force until the next step
    const after = asked(seldom.world);
    expect(after).toEqual(asked(often.world));
    if (what !== 'release') expect(after).toEqual(before);
    if (what === 'put-back') return;
    often.step(5);
    seldom.step(5);
    expect(seldom.world.hash()).toBe(often.world.hash());
  });
});

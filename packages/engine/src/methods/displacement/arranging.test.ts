/** What slides beyond its room is arranged again: as if everything were made anew, and nothing is left behind. */
import { describe, expect, test } from 'vitest';
import { kktOf } from '../../../../../tests/support/kkt.ts';
import { node } from '../../anchors/node.ts';
import { splinePoint } from '../../anchors/spline-point.ts';
import { splineSlider } from '../../anchors/spline-slider.ts';
import { worldPoint } from '../../anchors/world-point.ts';
import { particles } from '../../bodies/particles.ts';
import { spline } from '../../bodies/rod/spline.ts';
import { join, nail } from '../../constraints/kinds/constraints.ts';
import { pearls } from '../../constraints/kinds/pearls.ts';
import { createWorld } from '../../world/create.ts';
import type { World } from '../../world/world.ts';
import { displacement, displacementMethod } from './displacement.ts';

const paper = displacementMethod({ paper: true });
const spans = 24;

/** A rope of 24 spans down an incline, with nails. */
function rope(method: typeof displacement, nails: readonly number[] = [0, 12, spans]) {
  const world = createWorld({ step: 0.01, integrator: 'backward-euler', method });
  const points = Array.from({ length: spans + 1 }, (_, i) => [0.2 * i, -0.1 * i, 0]).flat();
  const body = world.add(
    spline({ id: 'rope', points, EA: 1e4, EI: 0.1, GJ: 0.1, rhoA: 0.2, drag: 0.5, prestress: 0.99 }),
  );
  for (const u of nails)
    world.constrain(nail(splinePoint(body, u), worldPoint(0.2 * u, -0.1 * u, 0)), { id: `nail-${u}` });
  const at = (u: number): [number, number, number] => [0.2 * u, -0.1 * u, 0];
  return { world, body, at };
}
/** Neighbours that share control points, and slide at speeds of their own. */
function withPearls(method: typeof displacement): World {
  const { world, body, at } = rope(method);
  const places = [1.2, 1.6, 2.1, 2.7, 3.5, 4.2];
  const beads = world.add(particles(places.flatMap(at), { id: 'beads', mass: 0.05 }));
  places.forEach((u, k) => {
    world.constrain(pearls(beads, [k], body, [u], { friction: 0.05 * (k + 1) }), { id: `pearl-${k}` });
  });
  return world;
}
/** One that rubs, and carries a weight: what presses is what other rows do to it, too. */
function withWeight(method: typeof displacement): World {
  const { world, body, at } = rope(method);
  const bead = world.add(particles(at(1.2), { id: 'bead', mass: 0.05 }));
  const weight = world.add(particles(at(1.2), { id: 'weight', mass: 0.5 }));
  world.constrain(pearls(bead, [0], body, [1.2], { coulomb: 0.1 }), { id: 'pearl' });
  world.constrain(join(node(weight, 0), node(bead, 0)), { id: 'hook' });
  return world;
}
/** Two eyes through which the rope falls. */
function withEyes(method: typeof displacement): World {
  const { world, body, at } = rope(method, []);
  for (const u of [14.5, 18.2])
    world.constrain(join(worldPoint(...at(u)), splineSlider(body, u, { friction: 0.2 })), { id: `eye-${u}` });
  return world;
}

const scenes = { 'pearls side by side': withPearls, 'a pearl with a weight': withWeight, eyes: withEyes };
const cases = Object.entries(scenes).flatMap(([name, make]) => [
  { name, make, method: displacement },
  { name: `${name}, as printed`, make, method: paper },
]);

describe.each(cases)('$name', ({ make, method }) => {
  test('one that ran on and one that is made anew from a snapshot have the same bits', () => {
    const world = make(method);
    const other = make(method);
    const arrangements = new Set<unknown>();
    const rows = new Set<unknown>();
    for (let n = 0; n < 12; n++) {
      other.restore(world.snapshot());
      for (let k = 0; k < 7; k++) {
        world.step();
        arrangements.add(kktOf(world).matrix);
        rows.add(kktOf(world).rows);
      }
      other.step(7);
      expect(other.hash()).toBe(world.hash());
    }
    expect(arrangements.size).toBeGreaterThan(2);
    expect(rows.size).toBe(1);
  });
});

test('arranged again and again, it takes no more memory', () => {
  const world = withPearls(displacement);
  world.step();
  const kkt = kktOf(world);
  const { arena } = world.state;
  const { sliders } = world.program.constraintSet.groups.find((group) => group.sliders.length > 0)!;
  const q = world.state.column('q');
  const arrangedAt = (u: number): number => {
    q[sliders[0].coordinate] = u;
    kkt.ready(() => {});
    return arena.used;
  };
  const [, ...first] = [14.5, 8.5, 14.5].map(arrangedAt);
  const before = kkt?.matrix;
  for (let n = 0; n < 50; n++) expect([8.5, 14.5].map(arrangedAt)).toEqual(first);
  expect(kkt?.matrix).not.toBe(before);
});

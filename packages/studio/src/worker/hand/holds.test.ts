import {
  createWorld,
  displacement,
  fuse,
  nailTwisted,
  orientation,
  position,
  spline,
  splinePoint,
  twist,
  worldPoint,
} from '@pliant/engine';
import { expect, test } from 'vitest';
import { readPlaces, readTotals } from '../readings/measure.ts';
import { describeHolds } from './holds.ts';

/** A rod fixed at one end, with a weightless one that branches off its other end; straight, gravity across. */
function branch(wrungAt: number) {
  const world = createWorld({ step: 0.01, integrator: 'backward-euler', method: displacement });
  const section = { EA: 1e5, EI: 5, GJ: 5, twist: 'uncoupled', rhoA: 0.2, drag: 5 } as const;
  const stem = world.add(spline({ id: 'stem', points: [0, 0, 0, 1, 0, 0], count: 7, ...section }));
  const twig = world.add(spline({ id: 'twig', points: [1, 0, 0, 2, 0, 0], count: 7, ...section }));
  const foot = { body: stem, u: 0 };
  world.constrain(nailTwisted([foot], [worldPoint(0, 0, 0)]), { id: 'foot' });
  world.constrain(orientation(foot, worldPoint(1, 0, 0)), { id: 'upright' });
  world.constrain(twist({ body: stem, u: wrungAt }, 0.2), { id: 'wrung' });
  world.constrain(fuse({ body: stem, u: stem.spans }, { body: twig, u: 0 }), { id: 'graft' });
  return { world, stem, twig };
}

test('holds: of rods, points are shown where they are; tangents and twists at their points, without arrows', () => {
  const { world, stem } = branch(3.5);
  const { holds, places } = describeHolds(world, (body) => (body === 'stem' ? 0 : stem.nodeCount), undefined);
  const names = Array.from(holds.owner, (o) => holds.constraints[o].id);
  expect([...names].sort()).toEqual(['foot', 'graft', 'graft', 'upright', 'wrung']);
  const nodes = Float64Array.of(...world.positions('stem'), ...world.positions('twig'));
  const at = (i: number): number[] =>
    [0, 1, 2].map((axis) =>
      [0, 1, 2, 3].reduce((sum, k) => {
        const n = holds.nodes[4 * i + k];
        return sum + (n < 0 ? 0 : holds.weights[4 * i + k] * nodes[3 * n + axis]);
      }, 0),
    );
  const wanted = { foot: 0, upright: 0, wrung: position(world, splinePoint(stem, 3.5))[0], graft: 1 };
  names.forEach((name, i) => {
    const [x, y, z] = at(i);
    expect(Math.hypot(x - wanted[name as keyof typeof wanted], y, z)).toBeLessThan(1e-6); // weights are single precision
    expect(places[i].pulls).toBe(name === 'foot' || name === 'graft');
  });
  expect(holds.constraints.map(({ id, turns }) => [id, turns])).toEqual([
    ['foot', false],
    ['upright', true],
    ['wrung', true],
    ['graft', false],
  ]);
  expect(holds.place.every((p) => p < 0)).toBe(true); // an angle is no place in the world
});

test('holds: forces are told in N at points, moments in N m', () => {
  const { world, stem } = branch(6);
  world.step(600);
  const { holds, places } = describeHolds(world, (body) => (body === 'stem' ? 0 : stem.nodeCount), undefined);
  const forces = new Float32Array(3 * places.length);
  readPlaces(places, forces, new Uint8Array(places.length));
  const index = new Map(holds.constraints.map(({ id }, i) => [id, i]));
  const totals = new Float32Array(4 * index.size);
  readTotals(world, index, new Set(['upright', 'wrung']), new Map(), totals);
  const total = (id: string): number => totals[4 * (index.get(id) as number)];
  const weight = 2 * 0.2 * 9.81; // both rods, 1 m each
  expect(total('foot') / weight).toBeCloseTo(1, 3);
  const footForce = Array.from(holds.owner).indexOf(index.get('foot') as number);
  expect(forces[3 * footForce + 1] / weight).toBeCloseTo(1, 3);
  // the moment that holds it: the weight times the distance of its middle, and that is less than 1 m as it hangs down
  const x = [...world.positions('stem'), ...world.positions('twig')];
  expect(Math.min(...x.filter((_, i) => i % 3 === 1))).toBeLessThan(-0.3);
  expect(total('upright')).toBeGreaterThan(0.3 * weight);
  expect(total('upright')).toBeLessThan(weight);
  // the torque: GJ times the twist over the length
  expect(total('wrung')).toBeCloseTo(5 * 0.2, 2);
});

/** Input that a world refuses, each with its message: it stays as it was. */
import { describe, expect, test } from 'vitest';
import { dustWorld } from '../../../../tests/support/dust.ts';
import { barycentric } from '../anchors/barycentric.ts';
import { node } from '../anchors/node.ts';
import { onPath, worldPoint } from '../anchors/world-point.ts';
import { particles } from '../bodies/particles.ts';
import { plane } from '../bodies/plane.ts';
import type { ConstraintSpec } from '../constraints/constraint.ts';
import { above, join, joins, nail } from '../constraints/kinds/constraints.ts';
import { reaction } from '../methods/reaction/reaction.ts';
import { residual } from '../record/probes.ts';
import { finite, positive, relation } from '../relations/relation.ts';
import { createWorld } from './create.ts';
import type { World } from './world.ts';

describe('invalid input is refused with a message, and the world stays as it was', () => {
  const rod = relation({
    kind: 'rod',
    points: ['a', 'b'],
    parameters: { length: positive, slack: finite },
    rows: ({ a, b }) => [b[0], a[0]],
  });
  const spec = (parts: Partial<ConstraintSpec>): ConstraintSpec => ({
    kind: 'rod',
    relation: rod,
    parameters: [1, 0],
    members: [],
    ...parts,
  });
  const there = 'there are "dust", "floor"';
  const cases: [string, (w: World) => unknown, string][] = [
    // edits of a world
    [
      'gravity',
      (w) => Object.assign(w, { gravity: [0, Number.NaN, 0] }),
      'gravity — (0, NaN, 0); give three finite numbers.',
    ],
    [
      'gravity in the plane',
      (w) => Object.assign(w, { gravity: [0, 1] }),
      'gravity — (0, 1); give three finite numbers.',
    ],
    ['h', (w) => Object.assign(w, { h: 0 }), 'step — 0 s; it must be positive.'],
    ['h', (w) => Object.assign(w, { h: Number.NaN }), 'step — NaN s; it must be positive.'],
    ['steps', (w) => w.step(1.5), '1.5 steps; give a whole number.'],
    ['steps', (w) => w.step(Number.NaN), 'NaN steps; give a whole number.'],
    ['steps', (w) => w.step(-1), '-1 steps; give a whole number.'],
    [
      'body twice',
      (w) => w.add(plane({ id: 'dust', normal: [1, 0, 0] })),
      'body "dust" is in the world already; ids are unique.',
    ],
    ['unknown body', (w) => w.body('dusk'), `body "dusk" is not in the world (${there}).`],
    ['unknown body', (w) => w.removeBody('dusk'), `body "dusk" is not in the world (${there}).`],
    ['unknown body', (w) => w.positions('dusk'), `body "dusk" is not in the world (${there}).`],
    ['held body', (w) => w.removeBody('dust'), 'body "dust" is held by constraint "nails"; remove that first.'],
    [
      'constraint twice',
      (w) => w.constrain(nail(node(w.body('dust'), 5), worldPoint(0, 0, 0)), { id: 'pair' }),
      'constraint "pair" is in the world already; ids are unique.',
    ],
    [
      'unknown constraint',
      (w) => w.release('nope'),
      'constraint "nope" is not in the world (there are "nails", "pair", "idle").',
    ],
    [
      'unknown constraint',
      (w) => w.activate('nope'),
      'constraint "nope" is not in the world (there are "nails", "pair", "idle").',
    ],
    [
      'unknown constraint',
      (w) => w.removeConstraint('nope'),
      'constraint "nope" is not in the world (there are "nails", "pair", "idle").',
    ],
    [
      'unknown constraint',
      (w) => w.forces('nope'),
      'constraint "nope" is not in the world (there are "nails", "pair", "idle").',
    ],
    ['no such member', (w) => w.release('nails', 2), 'constraint "nails" has no member 2 (0 to 1).'],
    ['no such member', (w) => w.activate('nails', -1), 'constraint "nails" has no member -1 (0 to 1).'],
    [
      'no such member',
      (w) => w.aim('nails', worldPoint(0, 0, 0), 0.5),
      'constraint "nails" has no member 0.5 (0 to 1).',
    ],
    ['no such member', (w) => w.isActive('nails', 7), 'constraint "nails" has no member 7 (0 to 1).'],
    [
      'aim of a join',
      (w) => w.aim('pair', worldPoint(0, 0, 0)),
      'constraint "pair" is a join and has no target that can be moved; only a nail has one.',
    ],
    [
      'aim at a node',
      (w) => w.aim('nails', node(w.body('dust'), 5)),
      'constraint "nails": its target is a world-point, not a node. Give a world-point.',
    ],
    [
      'load twice',
      (w) => w.apply({ id: 'push', body: 'dust', node: 0, force: [0, 0, 0] }),
      'load "push" acts already; stop it first.',
    ],
    [
      'load off the body',
      (w) => w.apply({ id: 'l', body: 'dust', node: 6, force: [0, 0, 0] }),
      'load "l": node 6 is not on body "dust" (nodes run 0 to 5).',
    ],
    [
      'load on nothing',
      (w) => w.apply({ id: 'l', body: 'dusk', node: 6, force: [0, 0, 0] }),
      `load "l": body "dusk" is not in the world (${there}).`,
    ],
    [
      'load of NaN',
      (w) => w.apply({ id: 'l', body: 'dust', node: 0, force: [0, Number.NaN, 0] }),
      'load "l": force — (0, NaN, 0); give three finite numbers.',
    ],
    ['no such load', (w) => w.stopLoad('pull'), 'load "pull" does not act.'],
    // constraints/kinds/constraints.ts
    [
      'targets',
      (w) => nail([node(w.body('dust'), 0)], [worldPoint(0, 0, 0), worldPoint(0, 0, 0)]),
      'nail: 1 points and 2 targets — give one target, or one for each point.',
    ],
    [
      'target on a body',
      (w) => nail(node(w.body('dust'), 0), node(w.body('dust'), 1)),
      'nail: target 0 is on body "dust" — a nail goes to a point of the world; use join.',
    ],
    ['join of one', (w) => join(node(w.body('dust'), 0)), 'join: 1 points — give two or more.'],
    ['join of none', () => joins([]), 'join: 0 points — give two or more.'],
    [
      'joins of unlike',
      (w) => joins([[node(w.body('dust'), 0), node(w.body('dust'), 1)], [node(w.body('dust'), 0)]]),
      'join: member 1 has 1 points, the first 2 — join like with like.',
    ],
    // node-ownership.ts
    [
      'empty selection',
      (w) => w.constrain(nail([], worldPoint(0, 0, 0)), { id: 'n' }),
      'constraint "n" (nail): it has no points: the selection is empty. Select at least one node.',
    ],
    [
      'too few parameters',
      (w) =>
        w.constrain(spec({ parameters: [1], members: [[node(w.body('dust'), 5), worldPoint(0, 0, 0)]] }), { id: 'n' }),
      'constraint "n" (rod): 1 parameters; give 2 (length, slack).',
    ],
    [
      'too many parameters',
      (w) => w.constrain({ ...nail(node(w.body('dust'), 5), worldPoint(0, 0, 0)), parameters: [3] }, { id: 'n' }),
      'constraint "n" (nail): 1 parameters; give 0.',
    ],
    [
      'wrong parameter',
      (w) =>
        w.constrain(spec({ parameters: [-1, 0], members: [[node(w.body('dust'), 5), worldPoint(0, 0, 0)]] }), {
          id: 'n',
        }),
      'constraint "n" (rod): length — -1; give a positive number.',
    ],
    [
      'wrong parameter',
      (w) =>
        w.constrain(spec({ parameters: [1, Infinity], members: [[node(w.body('dust'), 5), worldPoint(0, 0, 0)]] }), {
          id: 'n',
        }),
      'constraint "n" (rod): slack — Infinity; give a finite number.',
    ],
    [
      'points',
      (w) => w.constrain(spec({ members: [[node(w.body('dust'), 5)]] }), { id: 'n' }),
      'constraint "n" (rod): 1 points for 2.',
    ],
    [
      'body not in the world',
      (w) =>
        w.constrain(nail(node(particles([0, 0, 0], { id: 'other', mass: 1 }), 0), worldPoint(0, 0, 0)), { id: 'n' }),
      `constraint "n" (nail): body "other" is not in the world (${there}).`,
    ],
    [
      'node of a larger body',
      (w) =>
        w.constrain(nail(node(particles(new Float64Array(60), { id: 'dust', mass: 1 }), 17), worldPoint(0, 0, 0)), {
          id: 'n',
        }),
      'constraint "n" (nail): node 17 is not on body "dust" (nodes run 0 to 5).',
    ],
    [
      'node twice',
      (w) => w.constrain(join(node(w.body('dust'), 5), node(w.body('dust'), 5)), { id: 'n' }),
      'constraint "n" (join): node 5 of body "dust" is used twice. Points of one constraint may not share a node.',
    ],
    [
      'node twice, in an edge',
      (w) => w.constrain(join(node(w.body('dust'), 5), barycentric(w.body('dust'), [0, 5])), { id: 'n' }),
      'constraint "n" (join): node 5 of body "dust" is used twice. Points of one constraint may not share a node.',
    ],
    [
      'nothing can move',
      (w) => w.constrain(nail(node(w.body('dust'), 4), worldPoint(0, 0, 0)), { id: 'n' }),
      'constraint "n" (nail): none of its points can move. Free one of them ("fixed").',
    ],
    [
      'two that cannot move',
      (w) => w.constrain(join(node(w.body('dust'), 4), worldPoint(0, 0, 0), node(w.body('dust'), 5)), { id: 'n' }),
      'constraint "n" (join): 2 of its points cannot move, so they cannot be joined. Keep at most one of them.',
    ],
    [
      'one-sided, local',
      (w) => w.constrain(above(node(w.body('dust'), 5), plane({ normal: [0, 1, 0] })), { id: 'n' }),
      'constraint "n" (above): method — "local" holds equalities; "above" is one-sided. Use "lagrange" or "reaction".',
    ],
    [
      'conflict',
      (w) => w.constrain(join(node(w.body('dust'), 5), node(w.body('dust'), 1)), { id: 'n' }),
      'Constraint conflict: node 1 of body "dust" belongs to "nails" (nail) and "n" (join). The local method allows one active constraint per node. Release one, use another node, or have them solved together ("conflicts": "solve").',
    ],
    [
      'conflict inside',
      (w) => w.constrain(nail([node(w.body('dust'), 5), node(w.body('dust'), 5)], worldPoint(0, 0, 0)), { id: 'n' }),
      'Constraint conflict: node 5 of body "dust" belongs to "n" (nail) and "n" (nail). The local method allows one active constraint per node. Release one, use another node, or have them solved together ("conflicts": "solve").',
    ],
    // anchors
    ['node off the body', (w) => node(w.body('dust'), 6), 'node 6 is not on body "dust" (nodes run 0 to 5).'],
    ['node of a fraction', (w) => node(w.body('dust'), 0.5), 'node 0.5 is not on body "dust" (nodes run 0 to 5).'],
    ['node of a plane', (w) => node(w.body('floor'), 0), 'node 0 is not on body "floor" (a plane has no nodes).'],
    ['one corner', (w) => barycentric(w.body('dust'), [0]), 'a barycentric point has 2 to 8 corners, not 1.'],
    [
      'nine corners',
      (w) => barycentric(w.body('dust'), [0, 1, 2, 3, 4, 5, 6, 7, 8]),
      'a barycentric point has 2 to 8 corners, not 9.',
    ],
    [
      'corner twice',
      (w) => barycentric(w.body('dust'), [0, 1, 0]),
      'corners: 0, 1, 0 has a node twice; name each once.',
    ],
    [
      'corner off the body',
      (w) => barycentric(w.body('dust'), [0, 9]),
      'node 9 is not on body "dust" (nodes run 0 to 5).',
    ],
    [
      'weights of zero',
      (w) => barycentric(w.body('dust'), [0, 1], [1, -1]),
      'weights: their sum is 0; give 2 numbers whose sum is not zero.',
    ],
    [
      'weights too few',
      (w) => barycentric(w.body('dust'), [0, 1], [1]),
      'weights: there are 1; give 2 numbers whose sum is not zero.',
    ],
    [
      'weights of NaN',
      (w) => barycentric(w.body('dust'), [0, 1], [1, Number.NaN]),
      'weights: their sum is NaN; give 2 numbers whose sum is not zero.',
    ],
    ['point of NaN', () => worldPoint(0, Number.NaN, 0), 'world point (0, NaN, 0) — give three finite numbers.'],
    [
      'path of nothing',
      () => onPath({ kind: 'linear', times: [], points: [] }),
      'path: times — there are no keys (give at least one).',
    ],
    // bodies
    [
      'coordinates',
      () => particles([0, 0], { id: 'p', mass: 1 }),
      'body "p": 2 coordinates; give three for each node.',
    ],
    [
      'place of NaN',
      () => particles([0, 0, Number.NaN], { id: 'p', mass: 1 }),
      'body "p": positions[2] — NaN is not a finite number.',
    ],
    [
      'mass',
      () => particles([0, 0, 0], { id: 'p', mass: -1 }),
      'body "p": mass — -1 kg of node 0; it must be positive (fix a node with "fixed").',
    ],
    [
      'speed of NaN',
      () => particles([0, 0, 0], { id: 'p', mass: 1, velocities: [0, 0, Infinity] }),
      'body "p": velocities[2] — Infinity is not a finite number.',
    ],
    [
      'normal',
      () => plane({ id: 'p', normal: [0, 0, 0] }),
      'body "p": normal — (0, 0, 0) has no direction; give three numbers, not all zero.',
    ],
    [
      'normal of NaN',
      () => plane({ id: 'p', normal: [0, Number.NaN, 0] }),
      'body "p": normal — (0, NaN, 0) has no direction; give three numbers, not all zero.',
    ],
    [
      'offset',
      () => plane({ id: 'p', normal: [0, 1, 0], offset: Infinity }),
      'body "p": offset — Infinity is not a finite number.',
    ],
  ];
  test.each(cases)('%s (%#)', (_, attempt, message) => {
    const world = dustWorld();
    const untouched = dustWorld();
    const before = world.hash();
    expect(() => attempt(world)).toThrow(expect.objectContaining({ message: message }));
    expect(world.hash()).toBe(before);
    expect(world.bodies.map((b) => b.id)).toEqual(['dust', 'floor']);
    expect(world.constraints.map((c) => c.id)).toEqual(['nails', 'pair', 'idle']);
    // and goes on as if nothing had been asked: what was claimed is free, what was held is held
    for (const one of [world, untouched]) {
      one.activate('idle');
      one.step(3);
    }
    expect(world.hash()).toBe(untouched.hash());
  });

  test('a world of its own', () => {
    expect(() => createWorld({ step: -1 })).toThrow('step — -1 s; it must be positive.');
    expect(() => createWorld({ step: Number.NaN })).toThrow('step — NaN s; it must be positive.');
    expect(() => createWorld({ step: 1, gravity: [0, 0, Infinity] })).toThrow('gravity — (0, 0, Infinity); give');
  });

  test('a conflict when it is switched on: refused, and nothing is half on', () => {
    const world = dustWorld();
    const dust = world.body('dust');
    // two members; the second is in conflict with the pair
    world.constrain(nail([node(dust, 5), node(dust, 3)], worldPoint(5, 0, 0)), { id: 'late', active: false });
    const before = world.hash();
    expect(() => world.activate('late')).toThrow('node 3 of body "dust" belongs to "pair" (join) and "late" (nail)');
    expect([world.isActive('late', 0), world.isActive('late', 1)]).toEqual([false, false]);
    expect(world.hash()).toBe(before);
    world.activate('late', 0); // the first alone is free
    world.release('pair');
    world.activate('late');
    expect(() => world.activate('pair')).toThrow('belongs to "late" (nail) and "pair" (join)');
    expect(() => world.activate('idle')).toThrow('belongs to "late" (nail) and "idle" (nail)');
    world.removeConstraint('late');
    world.activate('pair');
    world.activate('idle');
    world.step(2);
    expect(residual(world).max).toBeLessThan(1e-15);
  });

  test('what does not move a node does not claim it', () => {
    const world = dustWorld();
    const dust = world.body('dust');
    // a fixed node may be shared by any number; so may a corner of no weight
    world.constrain(join(node(dust, 5), node(dust, 4)), { id: 'a' });
    const extra = world.add(particles([9, 0, 0, 9, 1, 0, 9, 2, 0], { id: 'extra', mass: 1 }));
    world.constrain(join(node(extra, 0), node(dust, 4)), { id: 'b' });
    world.constrain(nail(barycentric(extra, [0, 1], [0, 1]), worldPoint(9, 1, 0)), { id: 'c' });
    // and constraints of another method
    world.constrain(above(node(extra, 0), world.body('floor') as ReturnType<typeof plane>), {
      id: 'd',
      method: reaction(),
    });
    world.constrain(above(node(extra, 0), plane({ id: 'wall', normal: [1, 0, 0], offset: -50 })), {
      id: 'wall',
      method: reaction(),
    });
    world.constrain(nail(node(extra, 2), worldPoint(9, 2, 0)), { id: 'e', method: reaction({ omega: 3 }) });
    expect(() =>
      world.constrain(nail(node(extra, 2), worldPoint(0, 0, 0)), { id: 'f', method: reaction({ omega: 3 }) }),
    ).toThrow('The reaction method allows one active constraint per node');
    world.removeConstraint('e'); // it approaches; the others hold at once
    world.step(3);
    [4, 0, 0].forEach((x, k) => {
      expect(Math.abs(world.positions('extra')[k] - x)).toBeLessThan(1e-15);
    });
    expect(residual(world).max).toBeLessThan(1e-14);
  });
});

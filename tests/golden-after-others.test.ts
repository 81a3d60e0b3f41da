// A file of its own, so that its modules are fresh: other formulas are built and compiled first, and the scenes are built
// in another order and stepped in turns. None of it may reach the last bit of another world.
import { expect, test } from 'vitest';
import {
  add,
  barycentric,
  box,
  createWorld,
  div,
  finite,
  join,
  mul,
  node,
  particles,
  reaction,
  relation,
  sqrt,
  square,
  sub,
  tetSprings,
} from '../packages/engine/src/index.ts';
import { compiledModules } from '../packages/engine/src/kernel/compile/compile.ts';
import golden from './golden/hashes.json' with { type: 'json' };
import { scenes } from './support/scenes.ts';
import { turnsOf } from './support/turns.ts';

test('scenes give their golden hashes after other formulas, backwards, in turns with each other', () => {
  const other = createWorld({ step: 1e-3, integrator: 'euler-cromer' });
  const dust = other.add(particles([0, 0, 0, 1, 0, 0, 2, 0, 0], { id: 'dust', mass: [1, 2, 3], drag: 0.2 }));
  const cube = other.add(
    tetSprings(box({ size: [1, 1, 1], cells: [1, 2, 1], tetsPerCell: 6 }), {
      id: 'cube',
      density: 10,
      area: 100,
      stretch: 1e3,
      bulkDamping: 1,
    }),
  );
  // the same pieces as in the engine's own formulas, put together in other ways
  const odd = relation({
    kind: 'odd',
    points: ['a', 'b'],
    parameters: { k: finite },
    rows: ({ a, b }, { k }) => [
      sub(sqrt(add(square(sub(b[0], a[0])), add(square(sub(b[2], a[2])), square(sub(b[1], a[1]))))), mul(k, a[0])),
      div(add(b[1], a[2]), k),
    ],
  });
  other.constrain(
    { kind: 'odd', relation: odd, parameters: [0.5], members: [[node(dust, 0), barycentric(cube, [1, 2, 3, 5])]] },
    { method: reaction({ omega: 3 }) },
  );
  other.constrain(join(node(dust, 1), node(dust, 2), barycentric(cube, [0, 4])));
  other.step(3);
  expect(compiledModules()).toBeGreaterThan(5);

  // every scene makes its steps one at a time; between two of them all the others make theirs
  const backwards = [...scenes].reverse();
  const worlds = backwards.map((scene) => scene.build());
  const turns = backwards.map((scene, i) => turnsOf(scene, worlds[i]));
  const longest = Math.max(...turns.map((t) => t.length));
  for (let n = 0; n < longest; n++) {
    for (const turn of turns) turn[n]?.();
    if (n % 50 === 0) other.step();
  }
  expect(Object.fromEntries(worlds.map((w, i) => [backwards[i].name, w.hash()]))).toEqual(golden);
});

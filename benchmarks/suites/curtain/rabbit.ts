/** An irregular mesh: a rabbit, hung up by its top. */
import { readFileSync } from 'node:fs';
import { type Mesh, mesh, nail, node, tetSprings, World, worldPoint } from '../../engine.ts';
import { cpuTimed, leastTimes, milliseconds, type Row, told } from '../../harness.ts';
import { wholeSteps } from './curtain.ts';

const tetCount = 4121;

/** The numbers of a TetGen file, line by line, without the first, which counts them, and each line's own number. */
function tetgen(name: string): number[][] {
  const text = readFileSync(new URL(`../../meshes/${name}`, import.meta.url), 'utf8');
  const lines = text.split('\n').filter((line) => line.trim() && !line.trim().startsWith('#'));
  return lines.slice(1).map((line) => line.trim().split(/\s+/).slice(1).map(Number));
}
function rabbitMesh(): Mesh {
  const positions = tetgen('rabbit.node').flatMap((xyz) => xyz.slice(0, 3));
  return mesh({ positions, tets: tetgen('rabbit.ele').flatMap((corners) => corners.slice(0, 4)) });
}

function rabbitWorld(): World {
  const shape = rabbitMesh();
  const world = new World({ step: 1e-4 });
  const body = world.add(tetSprings(shape, { density: 1000, stretch: 1e5, damping: 20, bulk: 1e5 }));
  const top = Array.from({ length: body.nodeCount }, (_, n) => n)
    .sort((a, b) => shape.positions[3 * b + 1] - shape.positions[3 * a + 1])
    .slice(0, 10);
  const places = top.map((n) =>
    worldPoint(...(shape.positions.slice(3 * n, 3 * n + 3) as unknown as [number, number, number])),
  );
  world.constrain(
    nail(
      top.map((n) => node(body, n)),
      places,
    ),
    { id: 'nails' },
  );
  return world;
}

export const rabbit: Row = {
  name: 'rabbit',
  what: `a step of an irregular mesh of ${tetCount} tets`,
  scores: [
    { target: milliseconds(), of: ({ step }) => step },
    { name: 'tet', target: told('ns per tet'), of: ({ step }) => (1e6 * step) / tetCount },
  ],
  measure() {
    const world = rabbitWorld();
    return leastTimes({ step: cpuTimed(() => world.step()) }, wholeSteps);
  },
};

/**
 * The block of the C program: n^3 unit cells of five tets, its top layer fixed, hanging under gravity. Node (i, j, k) starts
 * a little off its place along z unless it is fixed. Every node has 1 kg.
 */
import { type Mesh, mesh, type ThreadPool, tetFem, World } from '../../engine.ts';
import { noise, step, tets } from '../curtain/problem.ts';
import { atRest } from '../curtain/worlds.ts';

/** Moduli of the C's formulas, as Lame's. */
export interface Lame {
  readonly mu: number;
  readonly la: number;
}

/** Every cell is cut like a cube of the curtain, every other one mirrored in x, so that the diagonals of faces meet. */
function blockMesh(n: number): Mesh {
  const [cells, side] = [Array.from({ length: n * n * n }, (_, c) => c), n + 1];
  const along = (c: number, count: number): number[] => [
    c % count,
    Math.floor(c / count) % count,
    Math.floor(c / count / count),
  ];
  return mesh({
    positions: Array.from({ length: side * side * side }, (_, i) => along(i, side)).flat(),
    tets: cells.flatMap((c) => {
      const [x, y, z] = along(c, n);
      const mirrored = (x + y + z) % 2;
      return tets.map((t) => {
        const corner = t ^ mirrored;
        return ((z + (corner >> 2)) * side + y + ((corner >> 1) & 1)) * side + x + (corner & 1);
      });
    }),
  });
}

export function blockWorld(n: number, material: string, { mu, la }: Lame, threads?: ThreadPool): World {
  const block = blockMesh(n);
  const nodes = Array.from({ length: block.positions.length / 3 }, (_, i) => i);
  const body = tetFem(block, {
    mass: 1,
    material,
    young: (mu * (3 * la + 2 * mu)) / (la + mu),
    poisson: la / (2 * (la + mu)),
    fixed: nodes.filter((i) => block.positions[3 * i + 1] === n),
  });
  const world = new World({ step, ...(threads ? { threads } : {}) });
  world.add({
    ...body,
    start: (q, v) => {
      body.start(q, v);
      for (const i of nodes) if (q[3 * i + 1] < n) q[3 * i + 2] += noise(i);
    },
  });
  atRest(world);
  return world;
}

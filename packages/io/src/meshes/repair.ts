/**
 * Mends a mesh where that is safe, and says what it did: cells that cannot be meant are left out, cells that are inside out
 * are turned, vertices that nothing uses are left out. Coincident vertices are kept: they may be meant.
 */
import { cellStates, finiteVertices, turn } from './cell-state.ts';
import {
  type CellKind,
  type Cells,
  cellCount,
  cellKinds,
  cornersOf,
  countedCells,
  type MeshData,
  vertexCount,
} from './mesh-data.ts';
import { allStates, usedVertices } from './problems.ts';
import { firstAlike } from './same-cells.ts';

export interface Repair {
  readonly mesh: MeshData;
  /** a sentence for each thing that was done */
  readonly done: readonly string[];
}

const inverted = cellStates.indexOf('inverted');
const reasons: Record<string, string> = {
  dangling: 'they refer to vertices that the file does not have',
  repeated: 'they have the same vertex twice',
  'non-finite': 'their vertices have coordinates that are not finite numbers',
  flat: 'they are flat',
};

export function repaired(mesh: MeshData): Repair {
  const done: string[] = [];
  const states = allStates(mesh);
  const cells = Object.fromEntries(
    cellKinds.map((kind) => [kind, mendedCells(mesh[kind], kind, states.get(kind) as Uint8Array, done)]),
  ) as Record<CellKind, Cells>;
  return withoutOrphans({ ...mesh, ...cells, dangling: [] }, done);
}

function mendedCells(cells: Cells, kind: CellKind, states: Uint8Array, done: string[]): Cells {
  const keep = new Uint8Array(states.length);
  for (let c = 0; c < states.length; c++) keep[c] = states[c] === 0 || states[c] === inverted ? 1 : 0;
  cellStates.forEach((state, number) => {
    if (!reasons[state]) return;
    const count = states.reduce((sum, own) => sum + Number(own === number), 0);
    if (count) done.push(`left out ${countedCells(count, kind)}: ${reasons[state]}.`);
  });
  const first = firstAlike(cells.nodes, cornersOf[kind]);
  let twice = 0;
  for (let c = 0; c < keep.length; c++) {
    if (!keep[c] || first[c] === c) continue;
    keep[c] = 0;
    twice++;
  }
  if (twice) done.push(`left out ${countedCells(twice, kind)}: they are there already.`);
  const over = states.reduce((sum, state, c) => sum + Number(state === inverted && keep[c] === 1), 0);
  if (over) done.push(`turned ${countedCells(over, kind)} that were inside out.`);
  const turned = over && kind !== 'triangles' ? turn(cells, kind, (c) => states[c] === inverted) : cells;
  return keep.every(Boolean) ? turned : chosen(turned, cornersOf[kind], keep);
}
/** Some of the cells. */
function chosen(cells: Cells, width: number, keep: Uint8Array): Cells {
  const places: number[] = [];
  for (let c = 0; c < keep.length; c++) if (keep[c]) places.push(c);
  const pick = (list: Int32Array, size: number): Int32Array => {
    const out = new Int32Array(size * places.length);
    for (const [i, c] of places.entries()) out.set(list.subarray(size * c, size * (c + 1)), size * i);
    return out;
  };
  return {
    nodes: pick(cells.nodes, width),
    regions: pick(cells.regions, 1),
    ...(cells.ids ? { ids: pick(cells.ids, 1) } : {}),
    ...(cells.lines ? { lines: pick(cells.lines, 1) } : {}),
    ...(cells.midsides ? { midsides: pick(cells.midsides, 6) } : {}),
  };
}

function withoutOrphans(mesh: MeshData, done: string[]): Repair {
  // points without cells are kept, but for those that are no numbers
  const cloud = cellKinds.every((kind) => cellCount(mesh[kind]) === 0);
  const keep = cloud ? finiteVertices(mesh.points) : usedVertices(mesh);
  const count = keep ? keep.reduce((sum, one) => sum + 1 - one, 0) : 0;
  if (!keep || count === 0) return { mesh, done };
  const why = cloud ? 'whose coordinates are not finite numbers' : 'that no cell has';
  done.push(`left out ${count} ${count === 1 ? 'vertex' : 'vertices'} ${why}.`);
  return { mesh: withVertices(mesh, keep), done };
}
/** The vertices that are marked, under the numbers they had; all that cells have must be. */
export function withVertices(mesh: MeshData, marked: Uint8Array): MeshData {
  const place = new Int32Array(marked.length).fill(-1);
  const kept: number[] = [];
  for (let n = 0; n < vertexCount(mesh); n++) {
    if (!marked[n]) continue;
    place[n] = kept.length;
    kept.push(n);
  }
  const points = new Float64Array(3 * kept.length);
  for (const [i, n] of kept.entries()) points.set(mesh.points.subarray(3 * n, 3 * n + 3), 3 * i);
  const vertexIds = Int32Array.from(kept, (n) => mesh.vertexIds?.[n] ?? mesh.firstId + n);
  const moved = (cells: Cells): Cells => ({
    ...cells,
    nodes: cells.nodes.map((n) => place[n]),
    ...(cells.midsides ? { midsides: cells.midsides.map((n) => place[n]) } : {}),
  });
  return {
    ...mesh,
    points,
    vertexIds,
    tets: moved(mesh.tets),
    hexes: moved(mesh.hexes),
    triangles: moved(mesh.triangles),
  };
}

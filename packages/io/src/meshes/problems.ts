/** What is wrong with a mesh: how often, where first, and what to do. */
import { type CellState, cellStates, finiteVertices, statesOf } from './cell-state.ts';
import {
  type CellKind,
  cellCount,
  cellKinds,
  cellName,
  cornersOf,
  countedCells,
  type MeshData,
  vertexCount,
  vertexId,
} from './mesh-data.ts';
import { countsAlike, firstAlike, sidesOf, tetFaces, triangleEdges } from './same-cells.ts';
import { Welder } from './weld.ts';

export interface Problem {
  readonly kind:
    | Exclude<CellState, 'good'>
    | 'duplicate'
    | 'overlap'
    | 'orphan'
    | 'coincident'
    | 'non-manifold'
    | 'open'
    | 'empty';
  /** An error makes a mesh unfit for a body; a warning is worth a look. */
  readonly severity: 'error' | 'warning';
  readonly count: number;
  /** the first few, as the file calls them */
  readonly first: readonly string[];
  readonly message: string;
  /** Whether `repaired` mends it. */
  readonly repairable: boolean;
}

/** How many are named in a message. */
const shownAtMost = 5;

const stateWords: Record<Exclude<CellState, 'good'>, [one: string, many: string]> = {
  dangling: ['refers to vertices that the file does not have', 'refer to vertices that the file does not have'],
  repeated: ['has the same vertex twice', 'have the same vertex twice'],
  'non-finite': [
    'has a vertex whose coordinates are not finite numbers',
    'have vertices whose coordinates are not finite numbers',
  ],
  flat: ['is flat', 'are flat'],
  inverted: ['is inside out, against the others', 'are inside out, against the others'],
};

export type States = ReadonlyMap<CellKind, Uint8Array>;
export const allStates = (mesh: MeshData): States => new Map(cellKinds.map((kind) => [kind, statesOf(mesh, kind)]));

/** What can be seen cell by cell; quick enough for every reading. */
export function cellProblems(mesh: MeshData, states: States = allStates(mesh)): Problem[] {
  const found: Problem[] = [];
  for (const kind of cellKinds) {
    const own = states.get(kind) as Uint8Array;
    const counts = new Int32Array(cellStates.length);
    for (const state of own) counts[state]++;
    cellStates.forEach((state, number) => {
      if (state === 'good' || counts[number] === 0) return;
      const first = firstWhere(own.length, (c) => own[c] === number).map((c) => described(mesh, kind, c, state));
      found.push({
        kind: state,
        severity: kind === 'triangles' && state === 'flat' ? 'warning' : 'error',
        count: counts[number],
        first,
        message: `${countOf(counts[number], own.length, kind)} ${stateWords[state][counts[number] === 1 ? 0 : 1]}: ${listed(first, counts[number])}.`,
        repairable: true,
      });
    });
  }
  const bad = nonFiniteOnly(mesh, states);
  if (bad) found.push(bad);
  return found;
}
/** Vertices that are no numbers, where no cell tells of them. */
function nonFiniteOnly(mesh: MeshData, states: States): Problem | undefined {
  const finite = finiteVertices(mesh.points);
  const number = cellStates.indexOf('non-finite');
  if (!finite || [...states.values()].some((own) => own.includes(number))) return undefined;
  const count = finite.reduce((sum, good) => sum + 1 - good, 0);
  const first = firstWhere(finite.length, (n) => !finite[n]).map((n) => `vertex ${vertexId(mesh, n)}`);
  const message = `${vertices(count)} ${count === 1 ? 'has' : 'have'} coordinates that are not finite numbers: ${listed(first, count)}.`;
  return { kind: 'non-finite', severity: 'error', count, first, message, repairable: true };
}

/** Everything, with what cells share. */
export function findProblems(mesh: MeshData): Problem[] {
  const states = allStates(mesh);
  const found = cellProblems(mesh, states);
  for (const kind of cellKinds) found.push(...duplicates(mesh, kind));
  found.push(...overlaps(mesh), ...orphans(mesh), ...coincident(mesh), ...surface(mesh));
  if (cellKinds.every((kind) => cellCount(mesh[kind]) === 0)) {
    const message = 'the mesh has no cells.';
    found.push({ kind: 'empty', severity: 'warning', count: 0, first: [], message, repairable: false });
  }
  return found.sort((a, b) => Number(a.severity === 'warning') - Number(b.severity === 'warning'));
}

function duplicates(mesh: MeshData, kind: CellKind): Problem[] {
  const first = firstAlike(mesh[kind].nodes, cornersOf[kind]);
  const names: string[] = [];
  let count = 0;
  for (let c = 0; c < first.length; c++) {
    if (first[c] === c) continue;
    count++;
    if (names.length < shownAtMost) names.push(`${cellName(mesh, kind, c)} (as ${cellName(mesh, kind, first[c])})`);
  }
  if (!count) return [];
  const message = `${countOf(count, first.length, kind)} ${count === 1 ? 'is' : 'are'} there already: ${listed(names, count)}.`;
  const severity = kind === 'triangles' ? 'warning' : 'error';
  return [{ kind: 'duplicate', severity, count, first: names, message, repairable: true }];
}
/** A face that more than two tets have. */
function overlaps(mesh: MeshData): Problem[] {
  const faces = sidesOf(mesh.tets.nodes, 4, tetFaces);
  const counts = countsAlike(firstAlike(faces, 3));
  const over = firstWhere(counts.length, (f) => counts[f] > 2 && faces[3 * f] >= 0);
  const count = counts.reduce((sum, n) => sum + Number(n > 2), 0);
  if (!over.length) return [];
  const first = over.map((f) => [0, 1, 2].map((k) => idOf(mesh, faces[3 * f + k])).join(' '));
  const message = `${count} ${count === 1 ? 'face belongs' : 'faces belong'} to more than two tets: ${listed(first, count)}.`;
  return [{ kind: 'overlap', severity: 'error', count, first, message, repairable: false }];
}
function orphans(mesh: MeshData): Problem[] {
  const used = usedVertices(mesh);
  const first = firstWhere(used.length, (n) => !used[n]).map((n) => String(vertexId(mesh, n)));
  const count = used.reduce((sum, one) => sum + 1 - one, 0);
  if (!count || count === used.length) return [];
  const message = `${vertices(count)} ${count === 1 ? 'belongs' : 'belong'} to no cell: ${listed(first, count)}.`;
  return [{ kind: 'orphan', severity: 'warning', count, first, message, repairable: true }];
}
/** 1 for vertices that a cell has. */
export function usedVertices(mesh: MeshData): Uint8Array {
  const used = new Uint8Array(vertexCount(mesh));
  for (const kind of cellKinds) {
    for (const list of [mesh[kind].nodes, mesh[kind].midsides]) {
      if (list) for (let i = 0; i < list.length; i++) if (list[i] >= 0) used[list[i]] = 1;
    }
  }
  return used;
}
function coincident(mesh: MeshData): Problem[] {
  const welder = new Welder();
  const { points } = mesh;
  const first: string[] = [];
  const original: number[] = [];
  let count = 0;
  for (let n = 0; n < points.length / 3; n++) {
    const before = welder.count;
    const found = welder.vertex(points[3 * n], points[3 * n + 1], points[3 * n + 2]);
    if (found === before) original.push(n);
    else {
      count++;
      if (first.length < shownAtMost) first.push(`${vertexId(mesh, n)} (as ${vertexId(mesh, original[found])})`);
    }
  }
  if (!count) return [];
  const message = `${vertices(count)} ${count === 1 ? 'lies' : 'lie'} exactly where another does: ${listed(first, count)}.`;
  return [{ kind: 'coincident', severity: 'warning', count, first, message, repairable: false }];
}
/** Edges of a surface that is not the skin of a volume. */
function surface(mesh: MeshData): Problem[] {
  if (cellCount(mesh.tets) + cellCount(mesh.hexes) > 0) return [];
  const edges = sidesOf(mesh.triangles.nodes, 3, triangleEdges);
  const counts = countsAlike(firstAlike(edges, 2));
  const told = (kind: 'non-manifold' | 'open', wrong: (n: number) => boolean, words: string): Problem[] => {
    let count = 0;
    for (const n of counts) if (wrong(n)) count++;
    const first = firstWhere(counts.length, (e) => wrong(counts[e])).map(
      (e) => `${idOf(mesh, edges[2 * e])}-${idOf(mesh, edges[2 * e + 1])}`,
    );
    const message = `${count} ${count === 1 ? 'edge belongs' : 'edges belong'} to ${words}: ${listed(first, count)}.`;
    return count ? [{ kind, severity: 'warning', count, first, message, repairable: false }] : [];
  };
  return [
    ...told('non-manifold', (n) => n > 2, 'more than two triangles'),
    ...told('open', (n) => n === 1, 'one triangle only: the surface is open'),
  ];
}

function described(mesh: MeshData, kind: CellKind, c: number, state: CellState): string {
  const name = cellName(mesh, kind, c);
  const { nodes, midsides } = mesh[kind];
  const own = [
    ...nodes.subarray(cornersOf[kind] * c, cornersOf[kind] * (c + 1)),
    ...(midsides?.subarray(6 * c, 6 * c + 6) ?? []),
  ];
  if (state === 'dangling') return `${name} (vertex ${mesh.dangling[-1 - (own.find((n) => n < 0) as number)]})`;
  if (state === 'repeated')
    return `${name} (vertex ${vertexId(mesh, own.find((n, k) => own.indexOf(n) < k) as number)})`;
  if (state !== 'non-finite') return name;
  const bad = own.find((n) => !mesh.points.subarray(3 * n, 3 * n + 3).every(Number.isFinite)) as number;
  return `${name} (vertex ${vertexId(mesh, bad)})`;
}
const idOf = (mesh: MeshData, n: number): number => (n < 0 ? mesh.dangling[-1 - n] : vertexId(mesh, n));
const vertices = (count: number): string => `${count} ${count === 1 ? 'vertex' : 'vertices'}`;
const countOf = (count: number, of: number, kind: CellKind): string => `${count} of ${countedCells(of, kind)}`;
function listed(first: readonly string[], count: number): string {
  return first.join(', ') + (count > first.length ? ` and ${count - first.length} more` : '');
}
function firstWhere(count: number, holds: (i: number) => boolean): number[] {
  const found: number[] = [];
  for (let i = 0; i < count && found.length < shownAtMost; i++) if (holds(i)) found.push(i);
  return found;
}

/** Whether faces of soft bodies cross: found without the detection of contacts. */
import { Bvh } from '../../packages/engine/src/geometry/bvh.ts';
import { overlappingPairs } from '../../packages/engine/src/geometry/overlapping-pairs.ts';
import type { Body, Mesh, World } from '../../packages/engine/src/index.ts';
import { TriangleContact } from '../../packages/engine/src/meshes/surface/triangle-contact.ts';

/** Faces on the surface of all bodies, as if their nodes were those of one; chains have none. */
export function facesOf(bodies: readonly Body[]): Int32Array {
  const faces: number[] = [];
  let first = 0;
  for (const { mesh, nodeCount } of bodies) {
    for (const v of surfaceOf(mesh as Mesh)) faces.push(first + v);
    first += nodeCount;
  }
  return Int32Array.from(faces);
}
/** Faces that belong to one tet or cell only; of a sheet its triangles. */
function surfaceOf({ tets, hexes, triangles }: Mesh): number[] {
  if (!tets.length && !hexes?.length) return [...triangles];
  const found = new Map<string, number[]>();
  const meet = (face: number[]): void => {
    const key = [...face].sort((a, b) => a - b).join();
    if (found.has(key)) found.delete(key);
    else found.set(key, face);
  };
  for (let t = 0; t < tets.length; t += 4)
    for (let k = 0; k < 4; k++) meet([0, 1, 2, 3].filter((m) => m !== k).map((m) => tets[t + m]));
  if (hexes) for (let c = 0; c < hexes.length; c += 8) for (const quad of quads) meet(quad.map((m) => hexes[c + m]));
  return [...found.values()].flatMap((f) => (f.length === 3 ? f : [f[0], f[1], f[2], f[0], f[2], f[3]]));
}
const outer = new WeakMap<Mesh, readonly number[]>();
/** Nodes on the surface, or all nodes of a chain. Those inside a soft solid may be pushed out of it. */
export function outerNodes(mesh: Mesh, nodeCount: number): readonly number[] {
  const surface = outer.get(mesh) ?? [...new Set(surfaceOf(mesh))];
  outer.set(mesh, surface);
  return surface.length ? surface : [...Array(nodeCount).keys()];
}
const quads = [
  [0, 1, 2, 3],
  [4, 5, 6, 7],
  [0, 1, 5, 4],
  [1, 2, 6, 5],
  [2, 3, 7, 6],
  [3, 0, 4, 7],
];
/** Whether faces without a common corner cross: of two bodies, or of a sheet with itself. Solids may pass into themselves unless asked. */
export function cross(world: World, bodies: readonly Body[], faces: Int32Array): boolean {
  if (!faces.length) return false;
  const x = Float64Array.from(bodies.flatMap(({ id }) => [...world.positions(id)]));
  const owner: number[] = [];
  bodies.forEach(({ nodeCount, mesh }, b) => {
    const isSolid = mesh?.tets.length || mesh?.hexes?.length;
    for (let k = 0; k < nodeCount; k++) owner.push(isSolid ? b : -1 - owner.length);
  });
  const pairs = new TriangleContact(x, faces);
  let found = false;
  overlappingPairs(new Bvh(faces, 3, x).tree, faces, 3, x, (a, b) => {
    if (found) return;
    const [p, q] = [faces.subarray(3 * a, 3 * a + 3), faces.subarray(3 * b, 3 * b + 3)];
    if (new Set([...p, ...q]).size < 6 || owner[p[0]] === owner[q[0]]) return;
    // flat on the floor they lie in one plane
    if ([...p, ...q].every((v) => x[3 * v + 1] < 1e-9)) return;
    if (pairs.intersect(a, b)) found = true;
  });
  return found;
}

/**
 * Marks on round rigid bodies, so that one sees them turn: their eighths, cut by the planes through the centre of mass along the principal
 * axes, are drawn in two shades by turns, as test bodies are painted. A body whose faces are flat shows by its edges how it turns.
 */
import type { MeshLambertMaterial } from 'three';

/** Faces that meet at more than this are not one flat face. */
const flat = 1 - 1e-6;

/** Own coordinates of vertices (3 each), 0 where nothing is marked. own: of the nodes of a body, from node `first` on. */
export function markVertices(
  out: Float32Array,
  own: ArrayLike<number>,
  first: number,
  vertexNode: Uint32Array,
  start: number,
  end: number,
): void {
  for (let v = start; v < end; v++) for (let k = 0; k < 3; k++) out[3 * v + k] = own[3 * (vertexNode[v] - first) + k];
}

/** Whether faces that share a vertex are turned against each other: vertices are split at sharp edges. x: nodes (3 each) */
export function isRound(
  index: Uint32Array,
  from: number,
  to: number,
  vertexNode: Uint32Array,
  x: ArrayLike<number>,
): boolean {
  const normals = new Map<number, readonly number[]>();
  for (let t = from; t < to; t += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => 3 * vertexNode[index[t + k]]);
    const u = [0, 1, 2].map((k) => x[b + k] - x[a + k]);
    const v = [0, 1, 2].map((k) => x[c + k] - x[a + k]);
    const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    const length = Math.hypot(...n);
    if (length === 0) continue;
    for (let k = t; k < t + 3; k++) {
      const known = normals.get(index[k]);
      if (!known)
        normals.set(
          index[k],
          n.map((e) => e / length),
        );
      else if ((known[0] * n[0] + known[1] * n[1] + known[2] * n[2]) / length < flat) return true;
    }
  }
  return false;
}

/** Draws the marks of an attribute `own`. */
export function shadeMarks(shader: Parameters<MeshLambertMaterial['onBeforeCompile']>[0]): void {
  shader.vertexShader = shader.vertexShader.replace(
    'void main() {',
    'attribute vec3 own;\nvarying vec3 vOwn;\nvoid main() {\n  vOwn = own;',
  );
  shader.fragmentShader = shader.fragmentShader.replace('void main() {', 'varying vec3 vOwn;\nvoid main() {').replace(
    '#include <color_fragment>',
    `#include <color_fragment>
       {
         vec3 side = clamp(vOwn / max(fwidth(vOwn), vec3(1e-9)), -1.0, 1.0);
         float second = dot(vOwn, vOwn) > 0.0 ? 0.5 - 0.5 * side.x * side.y * side.z : 0.0;
         float light = dot(diffuseColor.rgb, vec3(0.2126, 0.7152, 0.0722));
         vec3 other = light > 0.08 ? 0.55 * diffuseColor.rgb : mix(diffuseColor.rgb, vec3(1.0), 0.12);
         diffuseColor.rgb = mix(diffuseColor.rgb, other, second);
       }`,
  );
}

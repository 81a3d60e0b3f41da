/** Angles between points: their arms as thin lines, and an arc at the vertex, of a size in pixels. */
import {
  BufferAttribute,
  BufferGeometry,
  DynamicDrawUsage,
  LineBasicMaterial,
  LineSegments,
  type Vector3,
} from 'three';
import type { Points } from '../bodies/points.ts';
import type { OrbitCamera } from '../stage/camera.ts';
import type { Theme } from '../stage/theme.ts';

/** More are not drawn. */
const most = 300;
const segments = 16;
/** px, and of the shorter arm at most */
const radius = 26;
const part = 0.45;
/** ends of the segments of one angle: the arc, and two arms */
const ends = 2 * (segments + 2);

export class Arcs {
  readonly object: LineSegments<BufferGeometry, LineBasicMaterial>;
  readonly #position = new BufferAttribute(new Float32Array(3 * ends * most), 3).setUsage(DynamicDrawUsage);

  constructor() {
    const material = new LineBasicMaterial({ transparent: true, opacity: 0.75, depthTest: false });
    this.object = new LineSegments(new BufferGeometry().setAttribute('position', this.#position), material);
    this.object.frustumCulled = false;
    this.object.renderOrder = 7;
  }
  paint(theme: Theme): void {
    this.object.material.color.set(theme.ink);
  }

  update(points: Points, view: OrbitCamera): void {
    const { arcs } = points.model;
    const count = Math.min(most, arcs.length / 3);
    let at = 0;
    const line = (from: Vector3, to: Vector3): void => {
      this.#position.setXYZ(at++, from.x, from.y, from.z);
      this.#position.setXYZ(at++, to.x, to.y, to.z);
    };
    for (let k = 0; k < count; k++) {
      const [a, vertex, b] = [0, 1, 2].map((r) => points.at(arcs[3 * k + r]));
      const [u, v] = [a.clone().sub(vertex), b.clone().sub(vertex)];
      const r = Math.min(radius * view.metresPerPixel(vertex), part * u.length(), part * v.length());
      line(vertex, a);
      line(vertex, b);
      const onArc = arcBetween(u.normalize(), v.normalize());
      for (let s = 0; s < segments; s++) {
        const place = (t: number): Vector3 =>
          onArc(t / segments)
            .multiplyScalar(r)
            .add(vertex);
        line(place(s), place(s + 1));
      }
    }
    this.object.geometry.setDrawRange(0, at);
    this.#position.needsUpdate = true;
  }

  dispose(): void {
    this.object.geometry.dispose();
    this.object.material.dispose();
  }
}

/** From one direction to another, evenly: sin((1 - t) w)/sin w u + sin(t w)/sin w v, w the angle between them. */
export function arcBetween(u: Vector3, v: Vector3): (t: number) => Vector3 {
  const w = Math.acos(Math.min(1, Math.max(-1, u.dot(v))));
  const s = Math.sin(w);
  if (s < 1e-6) return () => u.clone();
  return (t) =>
    u
      .clone()
      .multiplyScalar(Math.sin((1 - t) * w) / s)
      .addScaledVector(v, Math.sin(t * w) / s);
}

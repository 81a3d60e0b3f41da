/** Loose points as small balls, and balls of their own radius. */
import { type Color, InstancedMesh, Matrix4, type Object3D, SphereGeometry } from 'three';
import type { ShapeModel } from '../model.ts';
import type { Theme } from '../stage/theme.ts';
import { colourOf, SoftMaterial } from './surface.ts';

export class Beads {
  readonly objects: readonly Object3D[];
  readonly #mesh: InstancedMesh;
  readonly #shapes: readonly ShapeModel[];
  readonly #nodes: readonly number[];
  /** of each node */
  readonly #radii: readonly number[];

  constructor(shapes: readonly ShapeModel[], extent: number) {
    this.#shapes = shapes.filter((s) => s.triangles.length === 0 && s.edges.length === 0 && !s.curve);
    this.#nodes = this.#shapes.flatMap((s) => Array.from({ length: s.nodeCount }, (_, i) => s.firstNode + i));
    const count = this.#nodes.length;
    const small = extent * Math.min(0.022, 0.2 / Math.sqrt(count || 1));
    this.#radii = this.#shapes.flatMap((s) => new Array<number>(s.nodeCount).fill(s.radius ?? small));
    // a ball that fills the picture must not show its corners
    const round = this.#radii.some((r) => r > 2 * small) ? 3 : 1;
    const sphere = new SphereGeometry(1, 20 * round, 14 * round);
    this.#mesh = new InstancedMesh(sphere, new SoftMaterial({ transparent: true }), count);
    this.#mesh.castShadow = true;
    this.#mesh.frustumCulled = false;
    this.objects = count ? [this.#mesh] : [];
  }

  paint(theme: Theme): void {
    let i = 0;
    for (const shape of this.#shapes) {
      const colour: Color = colourOf(shape, theme);
      for (let n = 0; n < shape.nodeCount; n++) this.#mesh.setColorAt(i++, colour);
    }
    if (this.#mesh.instanceColor) this.#mesh.instanceColor.needsUpdate = true;
    (this.#mesh.material as SoftMaterial).rim = theme.rim;
  }

  update(x: Float32Array): void {
    const matrix = new Matrix4();
    this.#nodes.forEach((n, i) => {
      const r = this.#radii[i];
      matrix.makeScale(r, r, r);
      matrix.setPosition(x[3 * n], x[3 * n + 1], x[3 * n + 2]);
      this.#mesh.setMatrixAt(i, matrix);
    });
    this.#mesh.instanceMatrix.needsUpdate = true;
  }

  dispose(): void {
    this.#mesh.dispose();
    this.#mesh.geometry.dispose();
    (this.#mesh.material as SoftMaterial).dispose();
  }
}

/** Loose points as small balls. */
import { type Color, InstancedMesh, Matrix4, type Object3D, SphereGeometry } from 'three';
import type { ShapeModel } from './model.ts';
import { colourOf, SoftMaterial } from './surface.ts';
import type { Theme } from './theme.ts';

export class Beads {
  readonly objects: readonly Object3D[];
  readonly #mesh: InstancedMesh;
  readonly #shapes: readonly ShapeModel[];
  readonly #nodes: readonly number[];
  readonly #radius: number;

  constructor(shapes: readonly ShapeModel[], extent: number) {
    this.#shapes = shapes.filter((s) => s.triangles.length === 0 && s.edges.length === 0);
    this.#nodes = this.#shapes.flatMap((s) => Array.from({ length: s.nodeCount }, (_, i) => s.firstNode + i));
    const count = this.#nodes.length;
    this.#radius = extent * Math.min(0.022, 0.2 / Math.sqrt(count || 1));
    this.#mesh = new InstancedMesh(new SphereGeometry(1, 20, 14), new SoftMaterial({ transparent: true }), count);
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
    const matrix = new Matrix4().makeScale(this.#radius, this.#radius, this.#radius);
    this.#nodes.forEach((n, i) => {
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

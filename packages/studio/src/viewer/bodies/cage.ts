/** The edges of the tets under skins: all of them, seen through the skin. */
import {
  BufferAttribute,
  BufferGeometry,
  DynamicDrawUsage,
  LineBasicMaterial,
  LineSegments,
  type Object3D,
} from 'three';
import type { ShapeModel } from '../model.ts';
import type { Theme } from '../stage/theme.ts';
import { concatenated } from './surface.ts';

export class Cage {
  readonly objects: readonly Object3D[];
  readonly #lines: LineSegments<BufferGeometry, LineBasicMaterial>;
  readonly #nodes: Int32Array;
  readonly #position: BufferAttribute;

  constructor(shapes: readonly ShapeModel[]) {
    this.#nodes = concatenated(shapes.filter((s) => s.triangles.length > 0).map((s) => s.edges));
    this.#position = new BufferAttribute(new Float32Array(3 * this.#nodes.length), 3).setUsage(DynamicDrawUsage);
    const material = new LineBasicMaterial({ transparent: true, opacity: 0.4, depthTest: false });
    this.#lines = new LineSegments(new BufferGeometry().setAttribute('position', this.#position), material);
    this.#lines.renderOrder = 3;
    this.#lines.frustumCulled = false;
    this.#lines.visible = false;
    this.objects = [this.#lines];
  }
  set wire(visible: boolean) {
    this.#lines.visible = visible;
  }
  paint(theme: Theme): void {
    this.#lines.material.color.set(theme.ink);
  }
  update(x: Float32Array): void {
    const { array } = this.#position;
    for (let k = 0; k < this.#nodes.length; k++) {
      const xi = 3 * this.#nodes[k];
      for (let axis = 0; axis < 3; axis++) array[3 * k + axis] = x[xi + axis];
    }
    this.#position.needsUpdate = true;
  }
  dispose(): void {
    this.#lines.geometry.dispose();
    this.#lines.material.dispose();
  }
}

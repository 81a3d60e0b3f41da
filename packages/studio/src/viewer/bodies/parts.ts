/** All bodies of a scene as what is drawn: surfaces, cages under skins, ropes, balls. */
import type { Object3D } from 'three';
import type { ShapeModel } from '../model.ts';
import type { Theme } from '../stage/theme.ts';
import { Beads } from './beads.ts';
import { Cage } from './cage.ts';
import { Surface } from './surface.ts';
import { Tubes } from './tubes.ts';

export class Parts {
  readonly objects: readonly Object3D[];
  readonly #surface: Surface;
  readonly #cage: Cage;
  readonly #all: readonly (Surface | Cage | Tubes | Beads)[];

  /** x: points as they start; extent: of the scene, m */
  constructor(shapes: readonly ShapeModel[], x: Float32Array, extent: number) {
    this.#surface = new Surface(shapes, x);
    this.#cage = new Cage(shapes);
    this.#all = [this.#surface, this.#cage, new Tubes(shapes, x, extent), new Beads(shapes, extent)];
    this.objects = this.#all.flatMap(({ objects }) => objects);
  }
  /** points of the triangles, for picking (3 each) */
  get triangles(): Int32Array {
    return this.#surface.triangles;
  }
  set opaque(value: boolean) {
    this.#surface.opaque = value;
  }
  set wire(visible: boolean) {
    this.#surface.wire = visible;
    this.#cage.wire = visible;
  }
  paint(theme: Theme): void {
    for (const part of this.#all) part.paint(theme);
  }
  /** twists: along rods that show theirs, rad */
  update(x: Float32Array, twists: Float32Array): void {
    for (const part of this.#all) part.update(x, twists);
  }
  dispose(): void {
    for (const part of this.#all) part.dispose();
  }
}

/** Eyes that rods slide through: small rings about the rods, across them, never smaller than can be seen. */
import { Color, InstancedMesh, Matrix4, MeshLambertMaterial, Quaternion, TorusGeometry, Vector3 } from 'three';
import type { Points } from '../bodies/points.ts';
import type { OrbitCamera } from '../stage/camera.ts';
import type { Theme } from '../stage/theme.ts';

/** More are not drawn. */
const most = 2000;
/** of a ring, in radii of its rod, and px at least; of a crowd less */
const wide = 1.9;
const least = { few: 6.5, crowd: 4 };
const few = 40;
/** how thick a ring is, of its radius */
const thick = 0.24;

/**
 * Corners around a ring and around what it is made of, and how large it may be, px: a chord misses the circle by less than half a pixel. With the
 * last for all of them, the 126 rings of the capstan cost as much as all else that is drawn, 140,000 triangles.
 */
export const details = [
  { around: 16, across: 6, to: 25 },
  { around: 26, across: 10, to: 65 },
  { around: 40, across: 14, to: Infinity },
] as const;
export const detailFor = (pixels: number): number => details.findIndex(({ to }) => pixels <= to);

export class Eyes {
  readonly #rings = details.map(({ around, across }) => new TorusGeometry(1, thick, across, around));
  readonly object = new InstancedMesh(this.#rings[0], new MeshLambertMaterial({ color: '#ffffff' }), most);
  readonly #steel = new Color();
  readonly #idle = new Color();
  readonly #accent = new Color();
  readonly #matrix = new Matrix4();
  readonly #turn = new Quaternion();

  constructor() {
    this.object.frustumCulled = false;
    this.object.count = 0;
    this.object.castShadow = true;
  }
  paint(theme: Theme): void {
    this.#steel.set(theme.steel).lerp(new Color(theme.ink), 0.35);
    this.#idle.set(theme.steel).lerp(new Color(theme.halo), 0.55);
    this.#accent.set(theme.accent);
  }

  update(points: Points, view: OrbitCamera, hovered: number): void {
    const { glyphs } = points.model;
    const eyes = [...glyphs.keys()].filter((i) => glyphs[i] === 'eye').slice(0, most);
    const smallest = eyes.length > few ? least.crowd : least.few;
    const ahead = new Vector3(0, 0, 1); // the axis of the ring as it is made
    let count = 0;
    let largest = 0; // px
    for (const i of eyes) {
      const thread = points.threadOf(i);
      if (!thread) continue;
      const at = points.at(i);
      const pixel = view.metresPerPixel(at);
      const usual = Math.max(wide * (thread.radius ?? 0), smallest * pixel);
      const size = usual * (i === hovered ? 1.35 : 1);
      largest = Math.max(largest, size / pixel);
      this.#turn.setFromUnitVectors(ahead, thread.along);
      this.object.setMatrixAt(count, this.#matrix.compose(at, this.#turn, new Vector3(size, size, size)));
      const colour = i === hovered ? this.#accent : points.isActive(i) ? this.#steel : this.#idle;
      this.object.setColorAt(count, colour);
      count++;
    }
    this.object.geometry = this.#rings[detailFor(largest)];
    this.object.count = count;
    this.object.instanceMatrix.needsUpdate = true;
    if (this.object.instanceColor) this.object.instanceColor.needsUpdate = true;
  }

  dispose(): void {
    for (const ring of this.#rings) ring.dispose();
    this.object.material.dispose();
    this.object.dispose();
  }
}

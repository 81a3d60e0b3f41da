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

export class Eyes {
  readonly object = new InstancedMesh(
    new TorusGeometry(1, thick, 14, 40),
    new MeshLambertMaterial({ color: '#ffffff' }),
    most,
  );
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
    for (const i of eyes) {
      const thread = points.threadOf(i);
      if (!thread) continue;
      const at = points.at(i);
      const usual = Math.max(wide * (thread.radius ?? 0), smallest * view.metresPerPixel(at));
      const size = usual * (i === hovered ? 1.35 : 1);
      this.#turn.setFromUnitVectors(ahead, thread.along);
      this.object.setMatrixAt(count, this.#matrix.compose(at, this.#turn, new Vector3(size, size, size)));
      const colour = i === hovered ? this.#accent : points.isActive(i) ? this.#steel : this.#idle;
      this.object.setColorAt(count, colour);
      count++;
    }
    this.object.count = count;
    this.object.instanceMatrix.needsUpdate = true;
    if (this.object.instanceColor) this.object.instanceColor.needsUpdate = true;
  }

  dispose(): void {
    this.object.geometry.dispose();
    this.object.material.dispose();
    this.object.dispose();
  }
}

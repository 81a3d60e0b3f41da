/** Wheels that rods lie on: a rim with a groove, five spokes and a hub. A point of the rim says how far each has turned. */
import {
  BoxGeometry,
  Color,
  CylinderGeometry,
  Group,
  LatheGeometry,
  Matrix4,
  Mesh,
  type Object3D,
  Vector2,
  Vector3,
} from 'three';
import type { ShapeModel, Wheel } from '../model.ts';
import type { Theme } from '../stage/theme.ts';
import { SoftMaterial } from './surface.ts';

const spokes = 5;
/** Of its radius: the depth of the rim, the width of a spoke, the radius of the hub; and the least radius of a rod whose own is unknown, of the scene. */
const [deep, narrow, hub, thread] = [0.16, 0.12, 0.2, 0.003];

export class Wheels {
  readonly objects: readonly Object3D[];
  readonly #wheels: readonly { readonly wheel: Wheel; readonly group: Group }[];
  readonly #material = new SoftMaterial({});

  constructor(shapes: readonly ShapeModel[], extent: number) {
    this.#wheels = shapes.flatMap(({ wheels = [], radius = thread * extent }) =>
      wheels.map((wheel) => ({ wheel, group: this.#made(wheel.radius, Math.min(radius, 0.3 * wheel.radius)) })),
    );
    this.objects = this.#wheels.map(({ group }) => group);
  }
  /** About its own z axis; a spoke is along x. */
  #made(radius: number, rod: number): Group {
    const group = new Group();
    const wide = Math.max(1.6 * rod, 0.05 * radius); // half of its width
    const inner = (1 - deep) * radius;
    // half of the rod lies in the groove
    const groove = Array.from({ length: 9 }, (_, k) => {
      const angle = (k / 8) * Math.PI;
      return new Vector2(radius - rod * Math.sin(angle), -rod * Math.cos(angle));
    });
    const profile = [new Vector2(inner, -wide), new Vector2(radius, -wide), ...groove, new Vector2(radius, wide), new Vector2(inner, wide), new Vector2(inner, -wide)]; // biome-ignore format: a profile
    const add = (geometry: Mesh['geometry'], turn = 0): void => {
      const mesh = new Mesh(geometry, this.#material);
      mesh.rotation.z = turn;
      mesh.castShadow = true;
      mesh.receiveShadow = true;
      group.add(mesh);
    };
    add(new LatheGeometry(profile, 72).rotateX(Math.PI / 2));
    add(new CylinderGeometry(hub * radius, hub * radius, 2.2 * wide, 32).rotateX(Math.PI / 2));
    for (let k = 0; k < spokes; k++) {
      const spoke = new BoxGeometry(inner * 1.02, narrow * radius, wide).translate(inner / 2, 0, 0);
      add(spoke, (2 * Math.PI * k) / spokes);
    }
    group.matrixAutoUpdate = false;
    return group;
  }

  paint(theme: Theme): void {
    this.#material.color.copy(new Color(theme.steel).lerp(new Color(theme.ink), 0.25));
    this.#material.rim = theme.rim;
  }

  update(x: Float32Array): void {
    const at = (n: number): Vector3 => new Vector3(x[3 * n], x[3 * n + 1], x[3 * n + 2]);
    for (const { wheel, group } of this.#wheels) {
      const centre = at(wheel.centre);
      const along = new Vector3(...wheel.axis);
      const ahead = at(wheel.rim).sub(centre).normalize();
      group.matrix.copy(new Matrix4().makeBasis(ahead, along.clone().cross(ahead), along).setPosition(centre));
      group.matrixWorldNeedsUpdate = true;
    }
  }

  dispose(): void {
    for (const { group } of this.#wheels)
      for (const mesh of group.children) if (mesh instanceof Mesh) mesh.geometry.dispose();
    this.#material.dispose();
  }
}

/**
 * Forces as arrows. The length is that of the logarithm, in pixels, so that a thousandth of a newton and a kilonewton are
 * both seen and a legend can be drawn; the thickness does not change with distance.
 *
 * What pulls away from the body has a slim head; what pushes into it has a broad head and a plate at its foot.
 */
import {
  Color,
  ConeGeometry,
  CylinderGeometry,
  InstancedMesh,
  Matrix4,
  MeshBasicMaterial,
  type Object3D,
  Quaternion,
  Vector3,
} from 'three';
import type { OrbitCamera } from '../stage/camera.ts';
import type { ForceScale } from './force-scale.ts';

export type ArrowStyle = 'pull' | 'push' | 'hand';

export interface Arrow {
  readonly at: Vector3;
  /** N */
  readonly force: Vector3;
  readonly style: ArrowStyle;
  /** one of many: thinner */
  readonly slight?: boolean;
  /** under the pointer: thicker */
  readonly hovered?: boolean;
}

const most = 600;
/** Pixels along the arrow. */
const shapes = {
  shaft: { geometry: new CylinderGeometry(1, 1, 1, 10, 1), radius: 1.5 },
  slim: { geometry: new ConeGeometry(1, 1, 14), radius: 4, length: 11 },
  broad: { geometry: new ConeGeometry(1, 1, 14), radius: 5.5, length: 8 },
  plate: { geometry: new CylinderGeometry(1, 1, 1, 16, 1), radius: 5.5, length: 1.6 },
};
type Part = keyof typeof shapes;

export class Arrows {
  readonly objects: readonly Object3D[];
  readonly #parts: Record<Part, InstancedMesh[]>;
  readonly #colours: Record<ArrowStyle, Color> = { pull: new Color(), push: new Color(), hand: new Color() };

  constructor() {
    // twice: as it is, and faintly where something stands in front of it
    const solid = new MeshBasicMaterial({});
    const ghost = new MeshBasicMaterial({ transparent: true, opacity: 0.45, depthTest: false, depthWrite: false });
    const pair = (part: Part): InstancedMesh[] =>
      [ghost, solid].map((material, k) => {
        const mesh = new InstancedMesh(shapes[part].geometry, material, most);
        mesh.renderOrder = 5 + k;
        mesh.frustumCulled = false;
        mesh.count = 0;
        return mesh;
      });
    this.#parts = { shaft: pair('shaft'), slim: pair('slim'), broad: pair('broad'), plate: pair('plate') };
    this.objects = Object.values(this.#parts).flat();
  }

  paint(colours: Record<ArrowStyle, string>): void {
    for (const style of Object.keys(colours) as ArrowStyle[]) this.#colours[style].set(colours[style]);
  }

  /** Returns where each arrow ends. */
  update(arrows: readonly Arrow[], scale: ForceScale, view: OrbitCamera): Vector3[] {
    const used: Record<Part, number> = { shaft: 0, slim: 0, broad: 0, plate: 0 };
    const up = new Vector3(0, 1, 0);
    const direction = new Vector3();
    const turn = new Quaternion();
    const matrix = new Matrix4();
    const middle = new Vector3();
    const size = new Vector3();
    const tips: Vector3[] = [];
    for (const { at, force, style, slight, hovered } of arrows.slice(0, most)) {
      const strength = force.length();
      const pixels = scale.length(strength);
      if (pixels === 0) {
        tips.push(at);
        continue;
      }
      const unit = view.metresPerPixel(at);
      direction.copy(force).divideScalar(strength);
      turn.setFromUnitVectors(up, direction);
      const put = (part: Part, from: number, length: number, radius: number): void => {
        middle.copy(at).addScaledVector(direction, (from + length / 2) * unit);
        matrix.compose(middle, turn, size.set(radius * unit, length * unit, radius * unit));
        for (const mesh of this.#parts[part]) {
          mesh.setMatrixAt(used[part], matrix);
          mesh.setColorAt(used[part], this.#colours[style]);
        }
        used[part]++;
      };
      const head = style === 'push' ? shapes.broad : shapes.slim;
      const headLength = Math.min(head.length, 0.6 * pixels);
      const thick = (style === 'hand' ? 1.25 : slight ? 0.72 : 1) * (hovered ? 1.5 : 1);
      const grow = thick * (headLength / head.length);
      put('shaft', 0, pixels - headLength, shapes.shaft.radius * thick);
      put(style === 'push' ? 'broad' : 'slim', pixels - headLength, headLength, head.radius * grow);
      if (style === 'push') put('plate', 0, shapes.plate.length, shapes.plate.radius * grow);
      tips.push(at.clone().addScaledVector(direction, pixels * unit));
    }
    for (const part of Object.keys(this.#parts) as Part[]) {
      for (const mesh of this.#parts[part]) {
        mesh.count = used[part];
        mesh.instanceMatrix.needsUpdate = true;
        if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true;
      }
    }
    return tips;
  }

  dispose(): void {
    for (const mesh of Object.values(this.#parts).flat()) mesh.dispose();
  }
}

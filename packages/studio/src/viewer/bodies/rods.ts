/**
 * Rods between the points of constraints, slim and of a thickness in pixels. Under little force they are steel; with the
 * logarithm of the force they take its colour. What is pressed is banded and a little thicker, what is pulled is plain.
 */
import {
  Color,
  CylinderGeometry,
  DynamicDrawUsage,
  InstancedBufferAttribute,
  InstancedMesh,
  Matrix4,
  MeshLambertMaterial,
  Quaternion,
  Vector3,
} from 'three';
import type { ForceScale } from '../marks/force-scale.ts';
import type { OrbitCamera } from '../stage/camera.ts';
import type { Theme } from '../stage/theme.ts';
import type { Points } from './points.ts';

/** More are not drawn: without a graphics card, each long sliver of a picture costs. */
export const mostRods = 1000;
/** Up to so many are thick; more would hide what is behind them. */
export const fewRods = 24;
/** px */
const radius = { few: 2.1, crowd: 1.15 };
/** Up to so many are round; of more, each is a prism of three sides, which costs a third. */
const mostRound = 300;
/** px from one dark band to the next */
const bandEvery = 9;

export class Rods {
  readonly objects: readonly Bundle[];
  readonly #round = bundle(10, mostRound);
  readonly #prisms = bundle(3, mostRods);
  readonly #colours = { steel: new Color(), pull: new Color(), push: new Color() };
  readonly #matrix = new Matrix4();
  readonly #turn = new Quaternion();
  readonly #size = new Vector3();

  constructor() {
    this.objects = [this.#round, this.#prisms];
  }
  paint(theme: Theme): void {
    for (const key of ['steel', 'pull', 'push'] as const) this.#colours[key].set(theme[key]);
  }

  update(points: Points, scale: ForceScale, view: OrbitCamera, hovered: number): void {
    const { rods } = points.model;
    const count = Math.min(mostRods, rods.length / 2);
    const usual = count > fewRods ? radius.crowd : radius.few;
    const mesh = count > mostRound ? this.#prisms : this.#round;
    const bands = mesh.geometry.getAttribute('bands') as InstancedBufferAttribute;
    for (const one of this.objects) one.count = 0;
    const colour = new Color();
    const up = new Vector3(0, 1, 0);
    for (let k = 0; k < count; k++) {
      const [i, j] = [rods[2 * k], rods[2 * k + 1]];
      const [a, b] = [points.at(i), points.at(j)];
      const tension = points.tension(i, j);
      scale.see(Math.abs(tension));
      const { strength, pressed } = loadOf(tension, scale);
      const along = b.clone().sub(a);
      const length = along.length();
      const middle = a.addScaledVector(along, 0.5);
      const unit = view.metresPerPixel(middle);
      const thick = usual * (pressed ? 1.25 : 1) * (i === hovered || j === hovered ? 1.8 : 1);
      this.#turn.setFromUnitVectors(up, along.divideScalar(length || 1));
      mesh.setMatrixAt(k, this.#matrix.compose(middle, this.#turn, this.#size.set(thick * unit, length, thick * unit)));
      colour.copy(this.#colours.steel).lerp(this.#colours[pressed ? 'push' : 'pull'], strength);
      mesh.setColorAt(k, colour);
      bands.setX(k, pressed ? Math.max(2, Math.round(length / unit / bandEvery)) : 0);
    }
    mesh.count = count;
    mesh.instanceMatrix.needsUpdate = true;
    bands.needsUpdate = true;
    if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true;
  }

  dispose(): void {
    for (const one of this.objects) {
      one.geometry.dispose();
      one.material.dispose();
      one.dispose();
    }
  }
}

type Bundle = InstancedMesh<CylinderGeometry, MeshLambertMaterial>;
/** Rods of one shape; each has a number of dark bands along it. */
function bundle(sides: number, most: number): Bundle {
  const geometry = new CylinderGeometry(1, 1, 1, sides, 1, true);
  geometry.setAttribute('bands', new InstancedBufferAttribute(new Float32Array(most), 1).setUsage(DynamicDrawUsage));
  const mesh = new InstancedMesh(geometry, bandedMaterial(), most);
  mesh.frustumCulled = false;
  mesh.count = 0;
  return mesh;
}

/** How much of its colour a rod takes: none below what would be an arrow, all at the top of the scale. */
export function loadOf(
  tension: number,
  scale: Pick<ForceScale, 'length' | 'top'>,
): { strength: number; pressed: boolean } {
  const length = scale.length(Math.abs(tension));
  if (length === 0) return { strength: 0, pressed: false };
  const strength = Math.min(1, 0.3 + (0.7 * length) / scale.length(10 ** scale.top));
  return { strength, pressed: tension < 0 };
}

function bandedMaterial(): MeshLambertMaterial {
  const material = new MeshLambertMaterial({});
  material.onBeforeCompile = (shader) => {
    shader.vertexShader = shader.vertexShader.replace(
      'void main() {',
      `attribute float bands;
       varying float along;
       varying float count;
       void main() {
         along = position.y + 0.5;
         count = bands;`,
    );
    shader.fragmentShader = shader.fragmentShader
      .replace('void main() {', 'varying float along;\nvarying float count;\nvoid main() {')
      .replace(
        '#include <color_fragment>',
        `#include <color_fragment>
         if (count > 0.5 && fract(along * count) < 0.42) diffuseColor.rgb *= 0.42;`,
      );
  };
  return material;
}

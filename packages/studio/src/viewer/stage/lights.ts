/** One sky, one key light whose shadow follows the scene. */
import { DirectionalLight, HemisphereLight, type Object3D, PCFShadowMap, Vector3, type WebGLRenderer } from 'three';
import type { Theme } from './theme.ts';

/** From above, a little to the left and in front: shadows fall near what casts them. */
const from = new Vector3(-0.42, 1, 0.38).normalize();

export class Lights {
  readonly objects: readonly Object3D[];
  readonly #sky = new HemisphereLight();
  readonly #key = new DirectionalLight();

  constructor(renderer: WebGLRenderer) {
    renderer.shadowMap.type = PCFShadowMap;
    const { shadow } = this.#key;
    shadow.mapSize.set(1024, 1024);
    shadow.radius = 14;
    shadow.bias = -0.0006;
    this.#key.castShadow = true;
    this.objects = [this.#sky, this.#key, this.#key.target];
  }

  paint(theme: Theme): void {
    this.#sky.color.set(theme.lightAbove);
    this.#sky.groundColor.set(theme.lightBelow);
    this.#sky.intensity = theme.hemisphere;
    this.#key.intensity = theme.key;
  }

  /** With the light's shadow, or without: a map that is no longer drawn must not be shown either. */
  cast(shadows: boolean): void {
    this.#key.castShadow = shadows;
  }

  /** Cover a ball. */
  follow(centre: Vector3, radius: number): void {
    this.#key.target.position.copy(centre);
    this.#key.position.copy(centre).addScaledVector(from, 4 * radius);
    const { camera } = this.#key.shadow;
    if (camera.right !== radius) {
      camera.left = camera.bottom = -radius;
      camera.right = camera.top = radius;
      camera.near = 0.5 * radius;
      camera.far = 12 * radius;
      camera.updateProjectionMatrix();
    }
  }
}

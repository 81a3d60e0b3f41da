/**
 * Matte, and never thinner than can be seen: a vertex shader moves the skin of a tube outward along its normals, until its
 * radius is that of so many pixels. Shadows are of the true radius.
 */
import type { Camera, IUniform, WebGLRenderer } from 'three';
import { SoftMaterial } from './surface.ts';

/** px */
const leastRadius = 1.2;

export class TubeMaterial extends SoftMaterial {
  /** m of radius, at least, for each m from the camera */
  readonly #least: IUniform<number> = { value: 0 };

  constructor(parameters: ConstructorParameters<typeof SoftMaterial>[0]) {
    super(parameters);
    const soften = this.onBeforeCompile;
    this.onBeforeCompile = (shader, renderer) => {
      soften(shader, renderer);
      shader.uniforms.least = this.#least;
      shader.vertexShader = shader.vertexShader
        .replace('void main() {', 'attribute float radius;\nuniform float least;\nvoid main() {')
        .replace(
          '#include <begin_vertex>',
          `vec3 transformed = position;
           float depth = -(modelViewMatrix * vec4(position, 1.0)).z;
           transformed += normal * max(0.0, least * depth - radius);`,
        );
    };
  }
  /** Before it is drawn: how large a pixel is. */
  look(renderer: WebGLRenderer, camera: Camera): void {
    const pixels = renderer.domElement.clientHeight || renderer.domElement.height;
    this.#least.value = (2 * leastRadius) / (camera.projectionMatrix.elements[5] * pixels);
  }
}

/**
 * Matte, and never thinner than can be seen: a vertex shader moves the skin of a tube outward along its normals, until its
 * radius is that of so many pixels. Shadows are of the true radius. Where the skin says which way round it is, a stripe along it
 * shows how it is twisted; on a thread that would flicker, so it fades there.
 */
import type { Camera, IUniform, WebGLRenderer } from 'three';
import { SoftMaterial } from './surface.ts';

/** px */
const leastRadius = 1.2;
/** px of radius: none below, all of it above */
const [stripeFrom, stripeAt] = [2, 4.5];
/** half of it, rad */
const stripeWidth = 0.28;

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
        .replace(
          'void main() {',
          `attribute float radius;
           attribute vec2 round;
           uniform float least;
           varying vec2 onRing;
           varying float pixels;
           void main() {`,
        )
        .replace(
          '#include <begin_vertex>',
          `vec3 transformed = position;
           float depth = -(modelViewMatrix * vec4(position, 1.0)).z;
           transformed += normal * max(0.0, least * depth - radius);
           onRing = round;
           pixels = ${leastRadius} * radius / (least * depth);`,
        );
      shader.fragmentShader = shader.fragmentShader
        .replace('void main() {', 'varying vec2 onRing;\nvarying float pixels;\nvoid main() {')
        .replace(
          '#include <color_fragment>',
          `#include <color_fragment>
           if (dot(onRing, onRing) > 0.1) {
             float away = abs(atan(onRing.y, onRing.x));
             float soft = fwidth(away);
             float stripe = 1.0 - smoothstep(${stripeWidth} - soft, ${stripeWidth} + soft, away);
             float light = dot(diffuseColor.rgb, vec3(0.3, 0.6, 0.1));
             vec3 tone = light > 0.12 ? 0.52 * diffuseColor.rgb : mix(diffuseColor.rgb, vec3(1.0), 0.4);
             float strength = smoothstep(${stripeFrom.toFixed(1)}, ${stripeAt.toFixed(1)}, pixels);
             diffuseColor.rgb = mix(diffuseColor.rgb, tone, strength * stripe);
           }`,
        );
    };
  }
  /** Before it is drawn: how large a pixel is. */
  style(renderer: WebGLRenderer, camera: Camera): void {
    const pixels = renderer.domElement.clientHeight || renderer.domElement.height;
    this.#least.value = (2 * leastRadius) / (camera.projectionMatrix.elements[5] * pixels);
  }
}

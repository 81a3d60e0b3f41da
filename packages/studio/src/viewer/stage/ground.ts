/** A plane as ground: a grid that fades into the distance, a floor that carries shadows where there really is one. */
import {
  Color,
  DoubleSide,
  Group,
  Mesh,
  type Object3D,
  PlaneGeometry,
  Quaternion,
  ShaderChunk,
  ShaderMaterial,
  ShadowMaterial,
  Vector2,
  Vector3,
} from 'three';
import type { PlaneModel } from '../model.ts';
import type { Theme } from './theme.ts';

const vertexShader = `
  varying vec2 place;
  void main() {
    place = (modelMatrix * vec4(position, 1.0)).xz;
    #ifdef TILTED
      place = position.xy;
    #endif
    gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
  }`;

const fragmentShader = `
  varying vec2 place;
  uniform vec2 centre;
  uniform float radius, cell, blend, gridOpacity, floorOpacity;
  uniform vec3 gridColour, floorColour;

  // 1 on a line, 0 off it, one and a bit pixels wide; dense lines melt away
  float lines(float size) {
    vec2 p = place / size;
    vec2 w = fwidth(p);
    vec2 d = abs(fract(p - 0.5) - 0.5) / max(w, vec2(1e-6));
    vec2 on = (1.0 - clamp(d - 0.15, 0.0, 1.0)) * (1.0 - smoothstep(0.12, 0.5, w));
    return max(on.x, on.y);
  }
  void main() {
    float far = length(place - centre) / radius;
    float fade = 1.0 - smoothstep(0.1, 1.0, far);
    float minor = lines(cell) * 0.32 * blend;
    float major = lines(10.0 * cell) * mix(0.32, 1.0, blend);
    float line = max(max(minor, major), lines(100.0 * cell)) * gridOpacity * fade;
    float base = floorOpacity * (1.0 - smoothstep(0.0, 0.85, far));
    float alpha = line + base * (1.0 - line);
    if (alpha < 0.02) discard;
    gl_FragColor = vec4(mix(floorColour, gridColour, line / alpha), alpha);
    #include <colorspace_fragment>
  }`;

/** three.js takes five samples, which is grainy where a shadow is wide and soft; a floor deserves more. */
function softened(shader: string): string {
  const fine = ShaderChunk.shadowmap_pars_fragment.replace(
    /shadow = \(\s*(texture\( shadowMap, vec3\( shadowCoord\.xy \+ vogelDiskSample\( \d, 5, phi \)[^;]*?)\) \* 0\.2;/,
    `shadow = 0.0;
     for (int i = 0; i < 20; i++) {
       shadow += texture(shadowMap, vec3(shadowCoord.xy + vogelDiskSample(i, 20, phi) * radius, shadowCoord.z));
     }
     shadow *= 0.05;`,
  );
  return shader.replace('#include <shadowmap_pars_fragment>', fine);
}

export class Ground {
  readonly #group = new Group();
  readonly objects: readonly Object3D[] = [this.#group];
  readonly #grid: ShaderMaterial;
  readonly #shadow = new ShadowMaterial();
  readonly #plane: PlaneModel;
  readonly #solid: boolean;
  readonly #level: boolean;

  /** solid: something rests on it; otherwise it is only a measure of the space */
  constructor(plane: PlaneModel, solid: boolean) {
    this.#plane = plane;
    this.#solid = solid;
    this.#level = plane.normal[1] > 0.9999;
    this.#grid = new ShaderMaterial({
      vertexShader,
      fragmentShader,
      defines: this.#level ? {} : { TILTED: '' },
      uniforms: {
        centre: { value: new Vector2() },
        radius: { value: 10 },
        cell: { value: 0.1 },
        blend: { value: 1 },
        gridOpacity: { value: 0 },
        floorOpacity: { value: 0 },
        gridColour: { value: new Color() },
        floorColour: { value: new Color() },
      },
      transparent: true,
      depthWrite: false,
      side: DoubleSide,
      polygonOffset: true, // the shadow lies on it
      polygonOffsetFactor: 1,
      polygonOffsetUnits: 4,
    });
    const square = new PlaneGeometry(1, 1);
    const grid = new Mesh(square, this.#grid);
    grid.renderOrder = -2;
    const shadow = new Mesh(square, this.#shadow);
    shadow.receiveShadow = true;
    shadow.renderOrder = -1;
    this.#shadow.depthWrite = false;
    this.#shadow.onBeforeCompile = (shader) => {
      shader.fragmentShader = softened(shader.fragmentShader);
    };
    shadow.visible = solid;
    this.#group.add(grid, shadow);
    this.#group.quaternion.copy(
      new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), new Vector3(...plane.normal)),
    );
  }

  get height(): number | undefined {
    return this.#level ? this.#plane.offset : undefined;
  }
  get solid(): boolean {
    return this.#solid;
  }

  paint(theme: Theme): void {
    const u = this.#grid.uniforms;
    (u.gridColour.value as Color).set(theme.grid);
    (u.floorColour.value as Color).set(theme.floor);
    u.gridOpacity.value = theme.gridOpacity * (this.#solid ? 1 : 0.6);
    u.floorOpacity.value = this.#solid ? theme.floorOpacity : 0;
    this.#shadow.color.set(theme.shadow);
    this.#shadow.opacity = theme.shadowOpacity;
  }

  /** Centre it under the scene; the farther the camera, the coarser the grid. */
  place(centre: Vector3, extent: number, distance: number, eye: Vector3): void {
    const normal = new Vector3(...this.#plane.normal);
    // a floor hides what is under it, a grid hides nothing
    this.#grid.depthWrite = this.#solid && eye.dot(normal) > this.#plane.offset;
    const foot = centre.clone().addScaledVector(normal, this.#plane.offset - centre.dot(normal));
    this.#group.position.copy(foot);
    const radius = this.#level ? Math.max(4 * extent, 2.2 * distance) : 2 * extent;
    this.#group.scale.setScalar(2.2 * radius);
    const { cell, blend } = spacing(distance);
    const u = this.#grid.uniforms;
    u.radius.value = this.#level ? radius : radius / this.#group.scale.x;
    u.cell.value = this.#level ? cell : cell / this.#group.scale.x;
    u.blend.value = blend;
    (u.centre.value as Vector2).set(this.#level ? foot.x : 0, this.#level ? foot.z : 0);
  }

  dispose(): void {
    this.#grid.dispose();
    this.#shadow.dispose();
    for (const child of this.#group.children) (child as Mesh).geometry.dispose();
  }
}

/** Fine lines for a distance, and how much of them shows: they fade as the next finer ones come. */
function spacing(distance: number): { cell: number; blend: number } {
  const level = Math.log10(Math.max(distance, 1e-4) / 14);
  const whole = Math.floor(level);
  return { cell: 10 ** whole, blend: 1 - Math.max(0, (level - whole - 0.6) / 0.4) };
}

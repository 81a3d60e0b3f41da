/**
 * Small crisp signs, of a size in pixels: where something is nailed, joined, slides or is
 * related to something else, what the pointer is about to hold.
 */
import { BufferAttribute, BufferGeometry, Color, DynamicDrawUsage, Points, ShaderMaterial, type Vector3 } from 'three';
import type { GlyphKind } from '../model.ts';
import type { Theme } from '../stage/theme.ts';

export type Sign = Exclude<GlyphKind, 'none' | 'eye' | 'threaded'> | 'ring' | 'held';
const numberOf: Record<Sign, number> = {
  nail: 0,
  join: 1,
  slide: 2,
  ring: 3,
  held: 4,
  anchor: 5,
  pin: 6,
  relation: 7,
  contact: 8,
};

export interface Glyph {
  readonly at: Vector3;
  readonly sign: Sign;
  /** px across */
  readonly size: number;
  readonly active: boolean;
}

const most = 4200;

const vertexShader = `
  attribute vec3 look; // sign, size, active
  uniform float pixelRatio;
  varying vec3 what;
  varying float pixels;
  void main() {
    what = look;
    pixels = look.y * pixelRatio;
    gl_PointSize = pixels;
    gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
  }`;

// Distances are in halves of the size; `soft` is a pixel.
const fragmentShader = `
  varying vec3 what;
  varying float pixels;
  uniform vec3 ink, halo, accent;
  float soft;
  float disc(vec2 p, float r) { return 1.0 - smoothstep(r - soft, r + soft, length(p)); }
  float ring(vec2 p, float r, float w) { return 1.0 - smoothstep(w - soft, w + soft, abs(length(p) - r)); }
  void main() {
    vec2 p = 2.0 * gl_PointCoord - 1.0;
    soft = 1.2 / pixels;
    float front = 0.0, back = 0.0;
    vec3 colour = ink;
    if (what.x < 0.5) {
      // a nail's head, seen from above
      back = disc(p, 0.92);
      front = max(disc(p, 0.34), ring(p, 0.7, 0.11));
      if (what.z < 0.5) front = ring(p, 0.7, 0.11);
    } else if (what.x < 1.5) {
      // two links
      vec2 q = vec2(p.x + p.y, p.y - p.x) * 0.7071;
      back = max(disc(q - vec2(0.3, 0.0), 0.62), disc(q + vec2(0.3, 0.0), 0.62));
      front = max(ring(q - vec2(0.3, 0.0), 0.38, 0.1), ring(q + vec2(0.3, 0.0), 0.38, 0.1));
    } else if (what.x < 2.5) {
      // a bead on its string
      float string = step(abs(p.x), 0.95) * (1.0 - smoothstep(0.1 - soft, 0.1 + soft, abs(p.y)));
      float around = step(abs(p.x), 0.98) * (1.0 - smoothstep(0.3 - soft, 0.3 + soft, abs(p.y)));
      back = max(disc(p, 0.72), around);
      front = max(ring(p, 0.42, 0.12), string * (1.0 - disc(p, 0.42)));
    } else if (what.x < 3.5) {
      back = ring(p, 0.66, 0.26);
      front = ring(p, 0.66, 0.13);
      colour = accent;
    } else if (what.x < 4.5) {
      back = disc(p, 0.9);
      front = disc(p, 0.66);
      colour = accent;
    } else if (what.x < 5.5) {
      // a support, as it is drawn in mechanics: its tip is the point, and it stands on the ground
      float sides = max(abs(p.x) * 0.86 - p.y * 0.5, p.y - 0.62);
      float ground = max(abs(p.x) - 0.72, abs(p.y - 0.8) - 0.09);
      back = 1.0 - smoothstep(0.16 - soft, 0.16 + soft, min(sides, ground));
      front = max(1.0 - smoothstep(-soft, soft, sides), 1.0 - smoothstep(-soft, soft, ground));
    } else if (what.x < 6.5) {
      back = disc(p, 0.9);
      front = ring(p, 0.6, 0.16);
    } else if (what.x < 7.5) {
      // any other relation: a lozenge
      float lozenge = abs(p.x) + abs(p.y);
      back = 1.0 - smoothstep(0.92 - soft, 0.92 + soft, lozenge);
      front = max(1.0 - smoothstep(0.13 - soft, 0.13 + soft, abs(lozenge - 0.66)), disc(p, 0.17));
    } else {
      back = disc(p, 0.8);
      front = disc(p, 0.5);
    }
    float alpha = max(front, 0.85 * back) * (what.z < 0.5 ? 0.45 : 1.0);
    if (alpha < 0.01) discard;
    gl_FragColor = vec4(mix(halo, colour, front), alpha);
    #include <colorspace_fragment>
  }`;

export class Glyphs {
  readonly object: Points;
  readonly #position = new BufferAttribute(new Float32Array(3 * most), 3).setUsage(DynamicDrawUsage);
  readonly #style = new BufferAttribute(new Float32Array(3 * most), 3).setUsage(DynamicDrawUsage);
  readonly #material = new ShaderMaterial({
    vertexShader,
    fragmentShader,
    uniforms: {
      pixelRatio: { value: 1 },
      ink: { value: new Color() },
      halo: { value: new Color() },
      accent: { value: new Color() },
    },
    transparent: true,
    depthTest: false,
    depthWrite: false,
  });

  constructor() {
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', this.#position);
    geometry.setAttribute('look', this.#style);
    this.object = new Points(geometry, this.#material);
    this.object.frustumCulled = false;
    this.object.renderOrder = 8;
  }

  paint(theme: Theme): void {
    const u = this.#material.uniforms;
    (u.ink.value as Color).set(theme.ink);
    (u.halo.value as Color).set(theme.halo);
    (u.accent.value as Color).set(theme.accent);
  }
  /** Many are hidden by what stands in front of them; a few always show. */
  set hidden(by: boolean) {
    this.#material.depthTest = by;
  }
  set pixelRatio(value: number) {
    this.#material.uniforms.pixelRatio.value = value;
  }

  update(glyphs: readonly Glyph[]): void {
    const count = Math.min(glyphs.length, most);
    for (let i = 0; i < count; i++) {
      const { at, sign, size, active } = glyphs[i];
      this.#position.setXYZ(i, at.x, at.y, at.z);
      this.#style.setXYZ(i, numberOf[sign], size, active ? 1 : 0);
    }
    this.object.geometry.setDrawRange(0, count);
    this.#position.needsUpdate = true;
    this.#style.needsUpdate = true;
  }

  dispose(): void {
    this.object.geometry.dispose();
    this.#material.dispose();
  }
}

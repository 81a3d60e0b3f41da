/**
 * Surfaces of all bodies as one mesh. Nodes on a sharp edge of the shape at rest get a vertex for each side, so that a
 * cube has edges and a ball has none; the split is made once, the normals are worked out anew for every frame.
 */
import {
  BufferAttribute,
  BufferGeometry,
  Color,
  DoubleSide,
  DynamicDrawUsage,
  type IUniform,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshLambertMaterial,
  type Object3D,
  SRGBColorSpace,
} from 'three';
import type { ShapeModel } from '../model.ts';
import type { Theme } from '../stage/theme.ts';
import { splitAtCreases } from './creases.ts';
import { isRound, markVertices, shadeMarks } from './turn-marks.ts';

/** Matte, with a little light around the rim. */
export class SoftMaterial extends MeshLambertMaterial {
  readonly #rim: IUniform<number> = { value: 0 };
  /** marked: with marks of bodies that turn, if the geometry has any */
  constructor(parameters: ConstructorParameters<typeof MeshLambertMaterial>[0], marked = false) {
    super(parameters);
    if (marked) this.defines = { ...this.defines, MARKED: '' }; // another program
    this.onBeforeCompile = (shader) => {
      shader.uniforms.rim = this.#rim;
      if (marked) shadeMarks(shader);
      shader.fragmentShader = shader.fragmentShader
        .replace('void main() {', 'uniform float rim;\nvoid main() {')
        .replace(
          '#include <opaque_fragment>',
          `float edge = 1.0 - clamp(abs(dot(normalize(vViewPosition), normal)), 0.0, 1.0);
           outgoingLight += rim * edge * edge * edge * mix(diffuseColor.rgb, vec3(1.0), 0.35);
           #include <opaque_fragment>`,
        );
    };
  }
  set rim(value: number) {
    this.#rim.value = value;
  }
}

export class Surface {
  readonly objects: readonly Object3D[];
  /** points of the triangles, for picking (3 each) */
  readonly triangles: Int32Array;
  readonly #geometry = new BufferGeometry();
  readonly #wire: LineSegments;
  readonly #depth: Mesh;
  readonly #material = new SoftMaterial({ vertexColors: true, side: DoubleSide }, true);
  readonly #position: Float32Array;
  readonly #normal: Float32Array;
  readonly #index: Uint32Array;
  readonly #vertexNode: Uint32Array;
  /** vertices of shape k: from starts[k] up to starts[k + 1] */
  readonly #vertexStarts: Uint32Array;
  readonly #shapes: readonly ShapeModel[];

  /** x: nodes at rest */
  constructor(shapes: readonly ShapeModel[], x: Float32Array) {
    this.#shapes = shapes.filter((s) => s.triangles.length > 0);
    const lists = this.#shapes.map((s) => s.triangles);
    this.triangles = concatenated(lists);
    const { index, vertexNode, starts } = splitAtCreases(lists, x);
    const own = this.#marks(index, vertexNode, starts, x);
    // without it the shader reads zeros: one program for all scenes
    if (own) this.#geometry.setAttribute('own', new BufferAttribute(own, 3));
    this.#index = index;
    this.#vertexNode = vertexNode;
    this.#vertexStarts = starts;
    this.#position = new Float32Array(3 * vertexNode.length);
    this.#normal = new Float32Array(3 * vertexNode.length);
    const dynamic = (array: Float32Array): BufferAttribute => new BufferAttribute(array, 3).setUsage(DynamicDrawUsage);
    this.#geometry.setAttribute('position', dynamic(this.#position));
    this.#geometry.setAttribute('normal', dynamic(this.#normal));
    this.#geometry.setAttribute('color', new BufferAttribute(new Float32Array(3 * vertexNode.length), 3));
    this.#geometry.setIndex(new BufferAttribute(index, 1));

    // Depth first: of a translucent body only the nearest skin shows.
    this.#depth = new Mesh(this.#geometry, new MeshLambertMaterial({ colorWrite: false, side: DoubleSide }));
    this.#depth.renderOrder = 1;
    const skin = new Mesh(this.#geometry, this.#material);
    skin.renderOrder = 2;
    skin.castShadow = true;
    this.#wire = new LineSegments(new BufferGeometry(), new LineBasicMaterial({ transparent: true, opacity: 0.35 }));
    this.#wire.geometry.setAttribute('position', this.#geometry.getAttribute('position'));
    this.#wire.renderOrder = 3;
    this.#wire.visible = false;
    this.objects = [this.#depth, skin, this.#wire];
    for (const object of this.objects) object.frustumCulled = false;
    this.opaque = false;
  }

  /** Of round bodies that turn; undefined if there are none. */
  #marks(index: Uint32Array, vertexNode: Uint32Array, starts: Uint32Array, x: Float32Array): Float32Array | undefined {
    let out: Float32Array | undefined;
    const known = new Map<ArrayLike<number>, boolean>();
    let at = 0;
    this.#shapes.forEach(({ own, firstNode, triangles }, k) => {
      const [from, to] = [at, at + triangles.length];
      at = to;
      if (!own) return;
      const round = known.get(own) ?? isRound(index, from, to, vertexNode, x);
      known.set(own, round);
      if (!round) return;
      out ??= new Float32Array(3 * vertexNode.length);
      markVertices(out, own, firstNode, vertexNode, starts[k], starts[k + 1]);
    });
    return out;
  }

  /** Drawn once, not twice: where drawing is slow. */
  set opaque(value: boolean) {
    this.#depth.visible = !value;
    this.#material.transparent = !value;
    this.#material.opacity = value ? 1 : 0.93;
    this.#material.needsUpdate = true;
  }

  /** Lines along the triangles; those of a skin are too many, and under it lies a Cage. */
  set wire(visible: boolean) {
    this.#wire.visible = visible;
    if (visible && !this.#wire.geometry.index) this.#wire.geometry.setIndex(this.#wireEdges());
  }
  /** Found when somebody wants to see them: of 120,000 triangles that takes as long as the rest of the surface. */
  #wireEdges(): BufferAttribute {
    const isBare = new Uint8Array(this.#vertexNode.length);
    this.#shapes.forEach(({ edges }, k) => {
      if (edges.length === 0) isBare.fill(1, this.#vertexStarts[k], this.#vertexStarts[k + 1]);
    });
    return new BufferAttribute(edgesOf(this.#index.filter((v) => isBare[v])), 1);
  }

  paint(theme: Theme): void {
    const known = new Map<ShapeModel['colour'], Color>();
    const colours = this.#shapes.map((shape) => {
      const colour = known.get(shape.colour) ?? colourOf(shape, theme);
      known.set(shape.colour, colour);
      return colour;
    });
    const colour = this.#geometry.getAttribute('color') as BufferAttribute;
    const { array } = colour;
    for (let k = 0; k < colours.length; k++) {
      const { r, g, b } = colours[k];
      for (let v = this.#vertexStarts[k]; v < this.#vertexStarts[k + 1]; v++) {
        array[3 * v] = r;
        array[3 * v + 1] = g;
        array[3 * v + 2] = b;
      }
    }
    colour.needsUpdate = true;
    this.#material.rim = theme.rim;
    (this.#wire.material as LineBasicMaterial).color.set(theme.ink);
  }

  update(x: Float32Array): void {
    const position = this.#position;
    const normal = this.#normal;
    const index = this.#index;
    const node = this.#vertexNode;
    for (let v = 0; v < node.length; v++) {
      const xi = 3 * node[v];
      position[3 * v] = x[xi];
      position[3 * v + 1] = x[xi + 1];
      position[3 * v + 2] = x[xi + 2];
    }
    normal.fill(0);
    for (let t = 0; t < index.length; t += 3) {
      const a = 3 * index[t];
      const b = 3 * index[t + 1];
      const c = 3 * index[t + 2];
      const ux = position[b] - position[a];
      const uy = position[b + 1] - position[a + 1];
      const uz = position[b + 2] - position[a + 2];
      const vx = position[c] - position[a];
      const vy = position[c + 1] - position[a + 1];
      const vz = position[c + 2] - position[a + 2];
      const nx = uy * vz - uz * vy;
      const ny = uz * vx - ux * vz;
      const nz = ux * vy - uy * vx;
      normal[a] += nx;
      normal[a + 1] += ny;
      normal[a + 2] += nz;
      normal[b] += nx;
      normal[b + 1] += ny;
      normal[b + 2] += nz;
      normal[c] += nx;
      normal[c + 1] += ny;
      normal[c + 2] += nz;
    }
    // the shader normalises
    this.#geometry.getAttribute('position').needsUpdate = true;
    this.#geometry.getAttribute('normal').needsUpdate = true;
  }

  dispose(): void {
    for (const object of this.objects) {
      (object as Mesh).geometry.dispose();
      ((object as Mesh).material as MeshLambertMaterial).dispose();
    }
  }
}

export function colourOf(shape: ShapeModel, theme: Theme): Color {
  if (typeof shape.colour === 'number') return new Color(theme.palette[shape.colour % theme.palette.length]);
  const own = new Color(shape.colour);
  const { h, s, l } = own.getHSL({ h: 0, s: 0, l: 0 }, SRGBColorSpace);
  return l < theme.leastLightness ? own.setHSL(h, s, theme.leastLightness, SRGBColorSpace) : own;
}

export function concatenated(parts: readonly Int32Array[]): Int32Array {
  const out = new Int32Array(parts.reduce((sum, p) => sum + p.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

/** Each edge of the triangles once. */
function edgesOf(index: Uint32Array): Uint32Array {
  const seen = new Set<number>();
  const out: number[] = [];
  for (let t = 0; t < index.length; t += 3) {
    for (let k = 0; k < 3; k++) {
      const a = index[t + k];
      const b = index[t + ((k + 1) % 3)];
      const key = Math.min(a, b) * 0x4000000 + Math.max(a, b);
      if (seen.has(key)) continue;
      seen.add(key);
      out.push(a, b);
    }
  }
  return Uint32Array.from(out);
}

/** Ropes as smooth tubes, all in one mesh: along chains of edges, through every node, and along rods. */
import {
  BufferAttribute,
  BufferGeometry,
  type Camera,
  DynamicDrawUsage,
  Mesh,
  type Object3D,
  type Scene,
  type WebGLRenderer,
} from 'three';
import type { ShapeModel } from '../model.ts';
import type { Theme } from '../stage/theme.ts';
import { chainsOf } from './chains.ts';
import { colourOf } from './surface.ts';
import { beginning, ringsOf, sweep, type TubeSkin, turnedAlong } from './sweep.ts';
import { TubeMaterial } from './tube-material.ts';
import { Wheels } from './wheels.ts';

/** of a chain of edges: the curve through its nodes */
const samplesPerEdge = 4;
/** of the extent of the scene: a rod of which nothing says how thick it is */
const thread = 0.003;
/** of the extent of the scene: thicker ones are not round at their ends, and have more sides than ropes */
const thick = 0.03;
const sidesOfThick = 64;
/** Tubes have fewer sides the more there is of them: up to so many rings, so many sides. */
const sidesFor = (rings: number): number => (rings <= 800 ? 16 : rings <= 2000 ? 12 : rings <= 6000 ? 8 : 6);
/** Points along all rods together, from which on every second of a rod is drawn: they are closer than rods are thick. */
const manyPoints = 2000;

interface Rope {
  /** that it runs through */
  readonly points: ArrayLike<number>;
  readonly samplesPerPiece: number;
  /** m */
  readonly radius: number;
  readonly shape: ShapeModel;
  readonly firstVertex: number;
  /** its part of the mesh */
  readonly skin: TubeSkin;
  /** of one that shows its twist: as it began */
  readonly began: ReturnType<typeof beginning> | undefined;
}
type Laid = Omit<Rope, 'firstVertex' | 'skin' | 'began'>;
const samplesOf = ({ points, samplesPerPiece }: Laid): number => (points.length - 1) * samplesPerPiece + 1;

export class Tubes {
  readonly #wheels: Wheels;
  readonly objects: readonly Object3D[];
  readonly #ropes: readonly Rope[];
  readonly #geometry = new BufferGeometry();
  readonly #material = new TubeMaterial({ vertexColors: true, transparent: true });
  /** x y z along the longest of them */
  readonly #line: Float32Array;
  /** how far ends stand out at most, m */
  readonly #bulge: number;

  constructor(shapes: readonly ShapeModel[], x: Float32Array, extent: number) {
    const laid = ropesOf(shapes, x, extent);
    this.#line = new Float32Array(3 * laid.reduce((most, rope) => Math.max(most, samplesOf(rope)), 0));
    this.#bulge = thick * extent;
    const usual = sidesFor(laid.reduce((rings, rope) => rings + ringsOf(samplesOf(rope)), 0));
    const sidesOf = ({ radius }: Laid): number => (radius > thick * extent ? sidesOfThick : usual);
    const vertices = laid.reduce((sum, rope) => sum + sidesOf(rope) * ringsOf(samplesOf(rope)), 0);
    const [position, normal] = [new Float32Array(3 * vertices), new Float32Array(3 * vertices)];
    const radius = new Float32Array(vertices);
    // where a vertex is on its ring, cos and sin; without a stripe zero
    const round = new Float32Array(2 * vertices);
    // two triangles a side, between each ring and the next
    const corners = laid.reduce((sum, rope) => sum + 6 * sidesOf(rope) * (ringsOf(samplesOf(rope)) - 1), 0);
    const index = vertices > 0xffff ? new Uint32Array(corners) : new Uint16Array(corners);
    let [firstVertex, at] = [0, 0];
    this.#ropes = laid.map((rope) => {
      const [sides, rings, first] = [sidesOf(rope), ringsOf(samplesOf(rope)), firstVertex];
      firstVertex += sides * rings;
      radius.fill(rope.radius, first, firstVertex);
      for (let r = 0; r < rings - 1; r++) {
        for (let k = 0; k < sides; k++) {
          const [a, b] = [first + r * sides + k, first + r * sides + ((k + 1) % sides)];
          index[at++] = a;
          index[at++] = b;
          index[at++] = a + sides;
          index[at++] = b;
          index[at++] = b + sides;
          index[at++] = a + sides;
        }
      }
      const own = (all: Float32Array): Float32Array => all.subarray(3 * first, 3 * firstVertex);
      const made = { ...rope, firstVertex: first, skin: { position: own(position), normal: own(normal), sides } };
      if (rope.shape.twist === undefined) return { ...made, began: undefined };
      for (let v = 0; v < sides * rings; v++) {
        const angle = (2 * Math.PI * (v % sides)) / sides;
        round.set([Math.cos(angle), Math.sin(angle)], 2 * (first + v));
      }
      lay(rope, x, this.#line);
      return { ...made, began: beginning(this.#line) };
    });
    const dynamic = (array: Float32Array): BufferAttribute => new BufferAttribute(array, 3).setUsage(DynamicDrawUsage);
    this.#geometry.setAttribute('position', dynamic(position));
    this.#geometry.setAttribute('normal', dynamic(normal));
    this.#geometry.setAttribute('radius', new BufferAttribute(radius, 1));
    this.#geometry.setAttribute('round', new BufferAttribute(round, 2));
    this.#geometry.setAttribute('color', new BufferAttribute(new Float32Array(3 * vertices), 3));
    this.#geometry.setIndex(new BufferAttribute(index, 1));
    const tubes = new Mesh(this.#geometry, this.#material);
    tubes.castShadow = true;
    tubes.frustumCulled = false;
    tubes.onBeforeRender = (renderer: WebGLRenderer, _: Scene, camera: Camera) =>
      this.#material.style(renderer, camera);
    this.#wheels = new Wheels(shapes, extent);
    this.objects = [tubes, ...this.#wheels.objects];
  }

  paint(theme: Theme): void {
    const colour = this.#geometry.getAttribute('color') as BufferAttribute;
    for (const { shape, firstVertex, skin } of this.#ropes) {
      const { r, g, b } = colourOf(shape, theme);
      const end = firstVertex + skin.position.length / 3;
      for (let v = firstVertex; v < end; v++) colour.setXYZ(v, r, g, b);
    }
    colour.needsUpdate = true;
    this.#material.rim = theme.rim;
    this.#wheels.paint(theme);
  }

  /** twists: along rods that show theirs, rad */
  update(x: Float32Array, twists: Float32Array = new Float32Array()): void {
    this.#wheels.update(x);
    for (const rope of this.#ropes) {
      lay(rope, x, this.#line);
      const { began, shape, radius, skin } = rope;
      const bulge = Math.min(radius, this.#bulge);
      const turned = began && {
        across: turnedAlong(began.across, began.along, beginning(this.#line).along),
        twist: twists.subarray(shape.twist, (shape.twist ?? 0) + samplesOf(rope)),
      };
      sweep(this.#line, samplesOf(rope), radius, skin, { ...turned, bulge });
    }
    this.#geometry.getAttribute('position').needsUpdate = true;
    this.#geometry.getAttribute('normal').needsUpdate = true;
  }

  dispose(): void {
    this.#wheels.dispose();
    this.#geometry.dispose();
    this.#material.dispose();
  }
}

function ropesOf(shapes: readonly ShapeModel[], x: Float32Array, extent: number): Laid[] {
  const edged = shapes.filter((s) => s.triangles.length === 0 && s.edges.length > 0);
  const radius = radiusOf(edged, x, extent);
  const curved = shapes.flatMap((shape) => (shape.curve ? [{ shape, curve: shape.curve }] : []));
  const isMany = curved.reduce((sum, { curve }) => sum + curve.length, 0) > manyPoints;
  return [
    ...edged.flatMap((shape) =>
      chainsOf(shape.edges).map((points) => ({ points, samplesPerPiece: samplesPerEdge, radius, shape })),
    ),
    ...curved.map(({ shape, curve }) => ({
      points: isMany && shape.twist === undefined ? everySecond(curve) : curve,
      samplesPerPiece: 1,
      radius: shape.radius ?? thread * extent,
      shape,
    })),
  ];
}
/** And the last. */
function everySecond(points: Int32Array): Int32Array {
  const last = points.length - 1;
  return points.filter((_, i) => i % 2 === 0 || i === last);
}

/** Points along a Catmull-Rom curve through its own. */
function lay({ points, samplesPerPiece }: Laid, x: Float32Array, line: Float32Array): void {
  const last = points.length - 1;
  const count = last * samplesPerPiece + 1;
  for (let s = 0; s < count; s++) {
    const piece = Math.min(Math.floor(s / samplesPerPiece), last - 1);
    const u = s / samplesPerPiece - piece;
    const p0 = 3 * points[Math.max(0, piece - 1)];
    const p1 = 3 * points[piece];
    const p2 = 3 * points[piece + 1];
    const p3 = 3 * points[Math.min(last, piece + 2)];
    for (let k = 0; k < 3; k++) {
      const [a, b, c, d] = [x[p0 + k], x[p1 + k], x[p2 + k], x[p3 + k]];
      line[3 * s + k] = b + 0.5 * u * (c - a + u * (2 * a - 5 * b + 4 * c - d + u * (3 * (b - c) + d - a)));
    }
  }
}

function radiusOf(shapes: readonly ShapeModel[], x: Float32Array, extent: number): number {
  let sum = 0;
  let count = 0;
  for (const { edges } of shapes) {
    for (let e = 0; e < edges.length; e += 2) {
      const [a, b] = [3 * edges[e], 3 * edges[e + 1]];
      sum += Math.hypot(x[b] - x[a], x[b + 1] - x[a + 1], x[b + 2] - x[a + 2]);
      count++;
    }
  }
  const mean = count ? sum / count : 0;
  return Math.min(Math.max(0.15 * mean, 0.006 * extent), 0.015 * extent);
}

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
import { chainsOf } from './chains.ts';
import type { ShapeModel } from './model.ts';
import { colourOf } from './surface.ts';
import { beginning, ringsOf, sweep, type TubeSkin, turnedAlong } from './sweep.ts';
import type { Theme } from './theme.ts';
import { TubeMaterial } from './tube-material.ts';

/** of a chain of edges: the curve through its nodes */
const samplesPerEdge = 4;
/** of the extent of the scene: a rod of which nothing says how thick it is */
const thread = 0.003;
/** Tubes have fewer sides the more there is of them: up to so many rings, so many sides. */
const sidesFor = (rings: number): number => (rings <= 800 ? 16 : rings <= 2000 ? 12 : rings <= 6000 ? 8 : 6);

interface Rope {
  /** that it runs through */
  readonly points: ArrayLike<number>;
  readonly samplesPerPiece: number;
  /** m */
  readonly radius: number;
  readonly shape: ShapeModel;
  readonly firstRing: number;
  /** of one that shows its twist: as it began */
  readonly began: ReturnType<typeof beginning> | undefined;
}
type Laid = Omit<Rope, 'firstRing' | 'began'>;
const samplesOf = ({ points, samplesPerPiece }: Laid): number =>
  (points.length - 1) * samplesPerPiece + 1;

export class Tubes {
  readonly objects: readonly Object3D[];
  readonly #ropes: readonly Rope[];
  readonly #geometry = new BufferGeometry();
  readonly #material = new TubeMaterial({ vertexColors: true, transparent: true });
  readonly #skin: TubeSkin;
  /** x y z along the longest of them */
  readonly #line: Float32Array;

  constructor(shapes: readonly ShapeModel[], x: Float32Array, extent: number) {
    let rings = 0;
    const laid = ropesOf(shapes, x, extent);
    this.#line = new Float32Array(3 * laid.reduce((most, rope) => Math.max(most, samplesOf(rope)), 0));
    this.#ropes = laid.map((rope) => {
      const firstRing = rings;
      rings += ringsOf(samplesOf(rope));
      if (rope.shape.twist === undefined) return { ...rope, firstRing, began: undefined };
      lay(rope, x, this.#line);
      return { ...rope, firstRing, began: beginning(this.#line) };
    });
    const sides = sidesFor(rings);
    const vertices = sides * rings;
    this.#skin = { position: new Float32Array(3 * vertices), normal: new Float32Array(3 * vertices), sides };
    const radius = new Float32Array(vertices);
    // where a vertex is on its ring, cos and sin; without a stripe zero
    const round = new Float32Array(2 * vertices);
    const index: number[] = [];
    for (const rope of this.#ropes) {
      const end = rope.firstRing + ringsOf(samplesOf(rope));
      radius.fill(rope.radius, rope.firstRing * sides, end * sides);
      for (let v = rope.firstRing * sides; rope.began && v < end * sides; v++) {
        const angle = (2 * Math.PI * (v % sides)) / sides;
        round.set([Math.cos(angle), Math.sin(angle)], 2 * v);
      }
      for (let r = rope.firstRing; r < end - 1; r++) {
        for (let k = 0; k < sides; k++) {
          const [a, b] = [r * sides + k, r * sides + ((k + 1) % sides)];
          index.push(a, b, a + sides, b, b + sides, a + sides);
        }
      }
    }
    const dynamic = (array: Float32Array): BufferAttribute => new BufferAttribute(array, 3).setUsage(DynamicDrawUsage);
    this.#geometry.setAttribute('position', dynamic(this.#skin.position));
    this.#geometry.setAttribute('normal', dynamic(this.#skin.normal));
    this.#geometry.setAttribute('radius', new BufferAttribute(radius, 1));
    this.#geometry.setAttribute('round', new BufferAttribute(round, 2));
    this.#geometry.setAttribute('color', new BufferAttribute(new Float32Array(3 * vertices), 3));
    this.#geometry.setIndex(index);
    const tubes = new Mesh(this.#geometry, this.#material);
    tubes.castShadow = true;
    tubes.frustumCulled = false;
    tubes.onBeforeRender = (renderer: WebGLRenderer, _: Scene, camera: Camera) => this.#material.look(renderer, camera);
    this.objects = [tubes];
  }

  paint(theme: Theme): void {
    const colour = this.#geometry.getAttribute('color') as BufferAttribute;
    const { sides } = this.#skin;
    for (const rope of this.#ropes) {
      const { r, g, b } = colourOf(rope.shape, theme);
      const end = rope.firstRing + ringsOf(samplesOf(rope));
      for (let v = rope.firstRing * sides; v < end * sides; v++) colour.setXYZ(v, r, g, b);
    }
    colour.needsUpdate = true;
    this.#material.rim = theme.rim;
  }

  /** twists: along rods that show theirs, rad */
  update(x: Float32Array, twists = new Float32Array()): void {
    for (const rope of this.#ropes) {
      lay(rope, x, this.#line);
      const { began, shape } = rope;
      const turned = began && {
        across: turnedAlong(began.across, began.along, beginning(this.#line).along),
        twist: twists.subarray(shape.twist, (shape.twist ?? 0) + samplesOf(rope)),
      };
      sweep(this.#line, samplesOf(rope), rope.radius, this.#skin, rope.firstRing, turned);
    }
    this.#geometry.getAttribute('position').needsUpdate = true;
    this.#geometry.getAttribute('normal').needsUpdate = true;
  }

  dispose(): void {
    this.#geometry.dispose();
    this.#material.dispose();
  }
}

function ropesOf(shapes: readonly ShapeModel[], x: Float32Array, extent: number): Laid[] {
  const edged = shapes.filter((s) => s.triangles.length === 0 && s.edges.length > 0);
  const radius = radiusOf(edged, x, extent);
  return [
    ...edged.flatMap((shape) =>
      chainsOf(shape.edges).map((points) => ({ points, samplesPerPiece: samplesPerEdge, radius, shape })),
    ),
    ...shapes.flatMap((shape) =>
      shape.curve ? [{ points: shape.curve, samplesPerPiece: 1, radius: shape.radius ?? thread * extent, shape }] : [],
    ),
  ];
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

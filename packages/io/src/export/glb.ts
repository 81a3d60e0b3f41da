/**
 * A recording as an animated GLB: a morph target for each frame, blended from one to the next; balls are nodes that move.
 * Lengths in metres, y upward, colours as in the studio.
 */
import type { Document, Material, Primitive } from '@gltf-transform/core';
import type { Frame } from '../recording/format.ts';
import { RecordingError } from '../recording/format.ts';
import type { Recording } from '../recording/reader.ts';
import { type Drawn, drawnBodies } from './drawn.ts';
import { chosenFrames, type FrameChoice } from './frames.ts';
import { bodyColours, linearColour } from './palette.ts';
import { sphere } from './sphere.ts';

/** Most morph targets: viewers use a texture layer for each, and have few more. */
const mostFrames = 2000;
/** Most bytes of a file: readers use 32-bit sizes, and many accept far less. */
const mostBytes = 1e9;

const modes = { surface: 4, lines: 1, points: 0 } as const;

export async function glb(recording: Recording, choice: FrameChoice = {}): Promise<Uint8Array> {
  const indices = chosenFrames(recording, choice);
  const bodies = drawnBodies(recording);
  check(recording, indices, bodies);
  const { Document, WebIO } = await import('@gltf-transform/core');
  const document = new Document();
  const { file, writtenBy } = recording.header;
  document.getRoot().getAsset().generator = writtenBy;
  document.createBuffer();
  const scene = document.createScene(file);
  document.getRoot().setDefaultScene(scene);
  const frames = indices.map((index) => recording.frame(index));
  const colours = bodyColours(recording);
  const film = new Film(document, frames);
  for (const body of bodies) {
    const material = matte(document, body.id, colours.get(body.id) as string);
    for (const node of body.form === 'balls' ? film.balls(body, material) : [film.morphed(body, material)]) {
      scene.addChild(node);
    }
  }
  return new WebIO().writeBinary(document);
}

function check(recording: Recording, indices: readonly number[], bodies: readonly Drawn[]): void {
  const slower = 'Give a lower --rate.';
  if (indices.length > mostFrames) {
    throw new RecordingError(
      `${indices.length} frames are more morph targets than viewers support (${mostFrames}). ${slower}`,
    );
  }
  const first = recording.frame(indices[0]);
  const vertices = bodies.reduce((sum, body) => sum + body.vertices(first).length / 3, 0);
  const bytes = 24 * vertices * indices.length;
  if (bytes > mostBytes) {
    throw new RecordingError(
      `the GLB would have ${(bytes / 1e9).toFixed(1)} GB, more than programs can read. ${slower}`,
    );
  }
}

const matte = (document: Document, name: string, colour: string): Material =>
  document
    .createMaterial(name)
    .setBaseColorFactor([...linearColour(colour), 1])
    .setMetallicFactor(0)
    .setRoughnessFactor(0.85);

/** All bodies move in one animation, over the times of the frames. */
class Film {
  readonly #document: Document;
  readonly #frames: readonly Frame[];
  #animation: ReturnType<Document['createAnimation']> | undefined;
  #times: ReturnType<Document['createAccessor']> | undefined;

  constructor(document: Document, frames: readonly Frame[]) {
    this.#document = document;
    this.#frames = frames;
  }

  morphed(body: Drawn, material: Material) {
    const document = this.#document;
    const form = body.form as keyof typeof modes;
    const shapes = this.#frames.map((frame) => body.vertices(frame));
    const mesh = document.createMesh(body.id);
    const primitive = document
      .createPrimitive()
      .setMode(modes[form])
      .setMaterial(material)
      .setIndices(this.#accessor('SCALAR', Uint32Array.from(body.indices)))
      .setAttribute('POSITION', this.#vectors(shapes[0]));
    const normals = form === 'surface' ? shapes.map((x) => normalsOf(x, body.indices)) : undefined;
    if (normals) primitive.setAttribute('NORMAL', this.#vectors(normals[0]));
    mesh.addPrimitive(primitive);
    const node = document.createNode(body.id).setMesh(mesh);
    const moves = shapes.some((x) => x.some((value, i) => value !== shapes[0][i]));
    if (!moves) return node;
    for (let f = 1; f < shapes.length; f++) this.#target(primitive, shapes, normals, f);
    mesh.setWeights(new Array<number>(shapes.length - 1).fill(0));
    const weights = new Float32Array(shapes.length * (shapes.length - 1));
    for (let f = 1; f < shapes.length; f++) weights[f * (shapes.length - 1) + f - 1] = 1;
    this.#animate(node, 'weights', this.#accessor('SCALAR', weights));
    return node;
  }
  #target(
    primitive: Primitive,
    shapes: readonly Float64Array[],
    normals: readonly Float64Array[] | undefined,
    f: number,
  ): void {
    const target = this.#document.createPrimitiveTarget(`frame ${f}`);
    const change = (all: readonly Float64Array[]) =>
      this.#vectors(all[f].map((value, i) => Math.fround(value) - Math.fround(all[0][i])));
    target.setAttribute('POSITION', change(shapes));
    if (normals) target.setAttribute('NORMAL', change(normals));
    primitive.addTarget(target);
  }

  balls(body: Drawn, material: Material) {
    const document = this.#document;
    const places = this.#frames.map((frame) => body.vertices(frame));
    const { positions, triangles } = sphere();
    const radius = body.radius as number;
    const mesh = document.createMesh(body.id).addPrimitive(
      document
        .createPrimitive()
        .setMaterial(material)
        .setIndices(this.#accessor('SCALAR', Uint32Array.from(triangles)))
        .setAttribute('POSITION', this.#vectors(positions.map((x) => radius * x)))
        .setAttribute('NORMAL', this.#vectors(positions)),
    );
    return Array.from({ length: places[0].length / 3 }, (_, n) => {
      const at = (x: Float64Array): [number, number, number] => [x[3 * n], x[3 * n + 1], x[3 * n + 2]];
      const node = document.createNode(`${body.id} ${n}`).setMesh(mesh).setTranslation(at(places[0]));
      if (places.length > 1) this.#animate(node, 'translation', this.#vectors(Float64Array.from(places.flatMap(at))));
      return node;
    });
  }

  #animate(
    node: ReturnType<Document['createNode']>,
    path: 'weights' | 'translation',
    output: ReturnType<Document['createAccessor']>,
  ): void {
    this.#animation ??= this.#document.createAnimation('run');
    const start = this.#frames[0].time;
    this.#times ??= this.#accessor(
      'SCALAR',
      Float32Array.from(this.#frames, ({ time }) => time - start),
    );
    const sampler = this.#document
      .createAnimationSampler()
      .setInput(this.#times)
      .setOutput(output)
      .setInterpolation('LINEAR');
    const channel = this.#document.createAnimationChannel().setTargetNode(node).setTargetPath(path).setSampler(sampler);
    this.#animation.addSampler(sampler).addChannel(channel);
  }
  #vectors(x: Float64Array) {
    return this.#accessor('VEC3', Float32Array.from(x));
  }
  #accessor(type: 'SCALAR' | 'VEC3', values: Float32Array<ArrayBuffer> | Uint32Array<ArrayBuffer>) {
    const [buffer] = this.#document.getRoot().listBuffers();
    return this.#document.createAccessor().setType(type).setArray(values).setBuffer(buffer);
  }
}

/** At each vertex the mean of the normals of its triangles, by their areas. */
export function normalsOf(x: Float64Array, triangles: Int32Array): Float64Array {
  const normals = new Float64Array(x.length);
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]];
    const [ux, uy, uz] = [x[b] - x[a], x[b + 1] - x[a + 1], x[b + 2] - x[a + 2]];
    const [vx, vy, vz] = [x[c] - x[a], x[c + 1] - x[a + 1], x[c + 2] - x[a + 2]];
    const n = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    for (const corner of [a, b, c]) for (let k = 0; k < 3; k++) normals[corner + k] += n[k];
  }
  for (let i = 0; i < normals.length; i += 3) {
    const length = Math.hypot(normals[i], normals[i + 1], normals[i + 2]);
    if (length > 0) for (let k = 0; k < 3; k++) normals[i + k] /= length;
    else normals[i + 1] = 1; // a vertex of no triangle, or of one without area
  }
  return normals;
}

/**
 * Draws one of everything, once, so that another scene need not wait for it: a browser makes the program of a kind of thing when it is
 * first drawn, which without a graphics card takes 20 to 60 ms each. One a frame, into one pixel under the picture; then they
 * stay, hidden, and with them the programs.
 */
import { Box3, Mesh, type Object3D, Scene, Vector3, type WebGLRenderer } from 'three';
import { Parts } from './bodies/parts.ts';
import { Points } from './bodies/points.ts';
import { PointsView } from './bodies/points-view.ts';
import { nothingElse, type Picture, type PointsModel, type ShapeModel } from './model.ts';
import { OrbitCamera } from './stage/camera.ts';
import { Ground } from './stage/ground.ts';
import { Lights } from './stage/lights.ts';
import type { Theme } from './stage/theme.ts';

const none = new Int32Array();
/** A surface, a rope, a bead, and a rod with a stripe on a pulley; each node is drawn once. */
const shapes: readonly ShapeModel[] = [
  { id: '', firstNode: 0, nodeCount: 3, triangles: Int32Array.of(0, 1, 2), edges: none, colour: 0 },
  { id: '', firstNode: 3, nodeCount: 2, triangles: none, edges: Int32Array.of(3, 4), colour: 0 },
  { id: '', firstNode: 5, nodeCount: 1, triangles: none, edges: none, colour: 0 },
  {
    id: '',
    firstNode: 6,
    nodeCount: 2,
    triangles: none,
    edges: none,
    curve: Int32Array.of(6, 7),
    radius: 0.1,
    twist: 0,
    wheels: [{ centre: 6, rim: 7, axis: [0, 0, 1], radius: 0.5 }],
    colour: 0,
  },
];
const places = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 0, 1, 0, 1, 1, 1, 1, 0, 1, 1, 1];
const picture: Picture = {
  ...nothingElse,
  positions: Float32Array.from(places),
  twists: new Float32Array(2),
  slides: Float32Array.of(0, 0, 0, 1, 0, 0),
  forces: Float32Array.of(1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 0),
  active: Uint8Array.of(1, 1, 1, 1),
};
/** A nail, a rod between two pins, an angle, an eye, a curve of the world; with arrows that pull and push. */
const points: PointsModel = {
  owner: Uint32Array.of(0, 1, 1, 2),
  member: new Uint32Array(4),
  nodes: Int32Array.of(0, -1, -1, -1, 1, -1, -1, -1, 2, -1, -1, -1, 3, -1, -1, -1),
  weights: Float32Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0),
  place: new Int32Array(4).fill(-1),
  slide: Int32Array.of(-1, -1, -1, 0),
  axis: Int32Array.of(-1, -1, -1, 0),
  slideNodes: Int32Array.of(6),
  guides: [new Float32Array(6)],
  rods: Uint32Array.of(1, 2),
  arcs: Uint32Array.of(1, 0, 2),
  glyphs: ['nail', 'pin', 'pin', 'eye'],
};

export class Rehearsal {
  readonly #scene = new Scene();
  readonly #view = new OrbitCamera();
  readonly #parts: readonly { dispose(): void }[];
  readonly #waiting: Object3D[];

  /** As the picture is drawn: with shadows or without; opaque or not. */
  constructor(renderer: WebGLRenderer, theme: Theme, shadows: boolean, opaque: boolean) {
    const lights = new Lights(renderer);
    lights.cast(shadows);
    const { positions: x, twists } = picture;
    const bodies = new Parts(shapes, x, 1);
    bodies.opaque = opaque;
    bodies.update(x, twists);
    const held = new Points();
    held.setShapes(shapes, x);
    held.setModel(points);
    held.update(picture);
    const marks = new PointsView(held);
    marks.reset();
    const grounds = [
      new Ground({ normal: [0, 1, 0], offset: 0 }, true),
      new Ground({ normal: [0, 1, 0], offset: 0 }, false),
      new Ground({ normal: [1, 0, 0], offset: 0 }, true),
    ];
    this.#parts = [bodies, marks, ...grounds];
    for (const part of [bodies, marks, ...grounds]) part.paint(theme);
    const box = new Box3(new Vector3(0, 0, 0), new Vector3(1, 1, 1));
    this.#view.resize(100, 100, { left: 0, right: 0, top: 0, bottom: 0 });
    this.#view.frame(box, { azimuth: 0.6, elevation: 0.3 }, 'once');
    for (const ground of grounds) ground.place(new Vector3(), 1, this.#view.distance, this.#view.camera.position);
    marks.draw(this.#view);
    this.#waiting = [...bodies.objects, ...marks.objects, ...grounds.flatMap(({ objects }) => objects)].filter(isDrawn);
    for (const object of this.#waiting) object.visible = false;
    this.#scene.add(...lights.objects, ...this.#waiting);
  }
  get isDone(): boolean {
    return this.#waiting.length === 0;
  }
  /** The next one. The caller draws the picture over it. */
  draw(renderer: WebGLRenderer): void {
    const object = this.#waiting.shift();
    if (!object) return;
    object.visible = true;
    renderer.setScissor(0, 0, 1, 1);
    renderer.setScissorTest(true);
    renderer.render(this.#scene, this.#view.camera);
    renderer.setScissorTest(false);
    object.visible = false;
  }
  dispose(): void {
    for (const part of this.#parts) part.dispose();
  }
}

/** Those of things that there are none of are not. */
const isDrawn = (object: Object3D): boolean =>
  object.visible && !(object instanceof Mesh && 'count' in object && object.count === 0);

/** The points of constraints as they are now: where, with what force, on which body. */
import { Box3, type Vector2, Vector3 } from 'three';
import type { NameTag, Picture, PointsModel, ShapeModel } from '../model.ts';
import type { OrbitCamera } from '../stage/camera.ts';

const none: PointsModel = {
  nodes: new Int32Array(),
  weights: new Float32Array(),
  place: new Int32Array(),
  slide: new Int32Array(),
  axis: new Int32Array(),
  slideNodes: new Int32Array(),
  guides: [],
  glyphs: [],
  owner: new Uint32Array(),
  member: new Uint32Array(),
  rods: new Uint32Array(),
  arcs: new Uint32Array(),
};
const noContacts = { contacts: [], contactPlaces: new Float32Array() };
/** px: how near the pointer must come to a glyph, and to a rod */
const near = 12;
const nearRod = 6;

/** Numbers that labels show until the next reading. */
export interface Reading {
  /** at points of constraints, N (3 each) */
  readonly forces: Float32Array;
  /** of pairs of bodies that touch, N */
  readonly contacts: readonly { readonly name: string; readonly force: number }[];
  /** of the hand, N */
  readonly hand?: number;
}

export class Points {
  #model = none;
  #shapes: readonly ShapeModel[] = [];
  #x: Float32Array = new Float32Array();
  #places: Float32Array = new Float32Array();
  #slides: Float32Array = new Float32Array();
  #forces: Float32Array = new Float32Array();
  #active: Uint8Array = new Uint8Array();
  #contacts: Pick<Picture, 'contacts' | 'contactPlaces'> = noContacts;
  /** the forces that labels say, where they are those of a reading that lasts for more than a frame */
  #told: Float32Array | undefined;
  #toldPairs: ReadonlyMap<string, number> = new Map();
  /** points of each owner */
  #crowds: number[] = [];
  /** of points that are ends of rods, the other end; of a hub, any */
  readonly #otherEnd = new Map<number, number>();

  get model(): PointsModel {
    return this.#model;
  }
  get shapes(): readonly ShapeModel[] {
    return this.#shapes;
  }
  get count(): number {
    return this.#model.owner.length;
  }
  setShapes(shapes: readonly ShapeModel[], x: Float32Array): void {
    this.#shapes = shapes;
    this.#x = x;
    this.setModel(none);
  }
  forgetForces(): void {
    this.#forces = new Float32Array(3 * this.count);
    this.#active = new Uint8Array(this.count);
    this.#contacts = noContacts;
    this.#told = undefined;
    this.#toldPairs = new Map();
  }
  setModel(model: PointsModel): void {
    this.#model = model;
    this.forgetForces();
    this.#crowds = [];
    for (const owner of model.owner) this.#crowds[owner] = (this.#crowds[owner] ?? 0) + 1;
    this.#otherEnd.clear();
    for (let k = 0; k < model.rods.length; k += 2) {
      this.#otherEnd.set(model.rods[k], model.rods[k + 1]);
      this.#otherEnd.set(model.rods[k + 1], model.rods[k]);
    }
  }
  get contacts(): Pick<Picture, 'contacts' | 'contactPlaces'> {
    return this.#contacts;
  }
  update({ positions, places, slides, forces, active, contacts, contactPlaces }: Picture): void {
    this.#contacts = { contacts, contactPlaces };
    if (positions.length === this.#x.length) this.#x = positions;
    this.#places = places;
    this.#slides = slides;
    if (forces.length !== this.#forces.length) return; // of points that are no longer, or not yet, here
    this.#forces = forces;
    this.#active = active;
  }

  /** A box, and the places in the world that points of constraints have. */
  withPlaces(box: Box3): Box3 {
    const all = box.clone();
    const p = new Vector3();
    for (let i = 0; i < this.#places.length; i += 3) all.expandByPoint(p.fromArray(this.#places, i));
    return all;
  }
  node(n: number): Vector3 {
    return new Vector3(this.#x[3 * n], this.#x[3 * n + 1], this.#x[3 * n + 2]);
  }
  at(i: number): Vector3 {
    const { nodes, weights, place, slide } = this.#model;
    if (place[i] >= 0) return new Vector3().fromArray(this.#places, 3 * place[i]);
    if (slide[i] >= 0) return new Vector3().fromArray(this.#slides, 6 * slide[i]);
    const sum = new Vector3();
    for (let k = 4 * i; k < 4 * i + 4; k++) if (nodes[k] >= 0) sum.addScaledVector(this.node(nodes[k]), weights[k]);
    return sum;
  }
  /** What a rod slides through: along which way, and how thick the rod is, m; undefined where nothing says that. */
  threadOf(i: number): { readonly along: Vector3; readonly radius: number | undefined } | undefined {
    const axis = this.#model.axis[i];
    if (!(axis >= 0) || 6 * axis + 6 > this.#slides.length) return undefined;
    const along = new Vector3().fromArray(this.#slides, 6 * axis + 3);
    return { along, radius: this.#shapes[this.#shapeOf(this.#model.slideNodes[axis])]?.radius };
  }
  /** Where a point with a name is. */
  tagged(place: NameTag['place']): Vector3 {
    if ('at' in place) return new Vector3(...place.at);
    const sum = new Vector3();
    place.nodes.forEach((n, k) => {
      sum.addScaledVector(this.node(n), place.weights[k]);
    });
    return sum;
  }
  force(i: number): Vector3 {
    return new Vector3().fromArray(this.#forces, 3 * i);
  }
  tell({ forces, contacts }: Reading): void {
    this.#told = forces;
    this.#toldPairs = new Map(contacts.map(({ name, force }) => [name, force]));
  }
  /** The force that is written beside two bodies that touch, N; `now`: where they did not at the last reading. */
  toldPair(name: string, now: number): number {
    return this.#toldPairs.get(name) ?? now;
  }
  /** The force that is written beside a point. */
  told(i: number): Vector3 {
    const told = this.#told?.length === this.#forces.length ? this.#told : this.#forces;
    return new Vector3().fromArray(told, 3 * i);
  }
  isActive(i: number): boolean {
    return this.#active[i] === 1;
  }
  /** Of how many points its constraint is made. */
  crowd(i: number): number {
    return this.#crowds[this.#model.owner[i]] ?? 1;
  }
  /** The force along a rod, N: positive in tension. Its ends push with the same force, so one that is on a body tells it. */
  tension(a: number, b: number): number {
    const [end, other] = this.#model.place[a] < 0 ? [a, b] : [b, a];
    const along = this.at(other).sub(this.at(end));
    const length = along.length();
    return length > 0 ? this.force(end).dot(along) / length : 0;
  }
  /** Points that meet in one place. */
  areOne(i: number, j: number): boolean {
    const { owner, member } = this.#model;
    return owner[i] === owner[j] && member[i] === member[j];
  }
  /** The body that a point is on. */
  shapeAt(i: number): number {
    return this.#shapeOf(this.#model.nodes[4 * i]);
  }
  #shapeOf(node: number): number {
    return this.#shapes.findIndex((s) => node >= s.firstNode && node < s.firstNode + s.nodeCount);
  }
  /** Is it the end of a rod? Then the rod itself shows the force. */
  isEnd(i: number): boolean {
    return this.#otherEnd.has(i);
  }
  /** Does the force point away from the middle of its body, or into it? Of a rod: is it in tension? */
  pulls(i: number): boolean {
    const other = this.#otherEnd.get(i);
    if (other !== undefined) return this.tension(i, other) >= 0;
    const shape = this.#shapes[this.shapeAt(i)];
    if (!shape) return true;
    const middle = new Vector3();
    const stride = Math.max(1, Math.floor(shape.nodeCount / 64)); // a sample of a large body will do
    let taken = 0;
    for (let n = 0; n < shape.nodeCount; n += stride, taken++) middle.add(this.node(shape.firstNode + n));
    return this.force(i).dot(this.at(i).sub(middle.divideScalar(taken))) >= 0;
  }
  /** How large a body is on the screen, px. */
  bodyPixels(view: OrbitCamera): number {
    const [shape] = this.#shapes;
    if (!shape) return 0;
    const box = new Box3();
    for (let n = 0; n < shape.nodeCount; n++) box.expandByPoint(this.node(shape.firstNode + n));
    return box.getSize(new Vector3()).length() / view.metresPerPixel(box.getCenter(new Vector3()));
  }
  /** Whether its glyph is drawn. */
  shows(i: number): boolean {
    const glyph = this.#model.glyphs[i];
    if (glyph === 'none' || glyph === 'threaded') return false;
    return glyph !== 'contact' || this.force(i).lengthSq() > 0;
  }
  /** The point with a glyph under the pointer, or an end of the rod there, or -1. */
  under(pixel: Vector2, view: OrbitCamera): number {
    let best = near;
    let found = -1;
    for (let i = 0; i < this.count; i++) {
      if (!this.shows(i)) continue;
      const away = view.toScreen(this.at(i))?.distanceTo(pixel) ?? Number.POSITIVE_INFINITY;
      if (away >= best) continue;
      best = away;
      found = i;
    }
    return found >= 0 ? found : this.#rodUnder(pixel, view);
  }
  #rodUnder(pixel: Vector2, view: OrbitCamera): number {
    const { rods, place } = this.#model;
    let best = nearRod;
    let found = -1;
    for (let k = 0; k < rods.length; k += 2) {
      const [a, b] = [view.toScreen(this.at(rods[k])), view.toScreen(this.at(rods[k + 1]))];
      if (!a || !b) continue;
      const along = b.clone().sub(a);
      const u = pixel.clone().sub(a).dot(along) / Math.max(along.lengthSq(), 1e-9);
      const away = a.addScaledVector(along, Math.min(1, Math.max(0, u))).distanceTo(pixel);
      if (away >= best) continue;
      best = away;
      found = place[rods[k]] < 0 ? rods[k] : rods[k + 1];
    }
    return found;
  }
}

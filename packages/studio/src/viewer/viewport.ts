/**
 * The picture: bodies as surfaces, ropes and beads; ground; glyphs, arrows and labels; a camera and the user's hands. It is
 * plain three.js, needs no framework and knows no physics: it gets positions and arrows, and tells what the user does.
 */
import { Box3, Scene, type Vector2, Vector3, type WebGLRenderer } from 'three';
import { Parts } from './bodies/parts.ts';
import { Points, type Reading } from './bodies/points.ts';
import { type Hand, PointsView } from './bodies/points-view.ts';
import type { View, ViewportEvents, ViewportOptions } from './events.ts';
import { Hover, type Pointer } from './hover.ts';
import { listen } from './input.ts';
import { type Box, Labels } from './marks/labels.ts';
import { metreMarks } from './marks/marks.ts';
import { type Insets, type Model, type NameTag, nothingElse, type Picture, type PointsModel } from './model.ts';
import { pick } from './pick.ts';
import { Rehearsal } from './rehearsal.ts';
import { boxAround, withFloor } from './stage/box-around.ts';
import { OrbitCamera } from './stage/camera.ts';
import { createRenderer } from './stage/drawing-context.ts';
import { FrameTime } from './stage/frame-time.ts';
import { Ground } from './stage/ground.ts';
import { Lights } from './stage/lights.ts';
import { photograph } from './stage/photograph.ts';
import { light, type Theme } from './stage/theme.ts';

export class Viewport {
  readonly canvas: HTMLCanvasElement;
  readonly #container: HTMLElement;
  readonly #events: ViewportEvents;
  readonly #renderer: WebGLRenderer;
  readonly #scene = new Scene();
  readonly #view = new OrbitCamera();
  readonly #lights: Lights;
  readonly #points = new Points();
  readonly #pointsView = new PointsView(this.#points);
  readonly #labels = new Labels();
  readonly #stop: () => void;
  readonly #observer: ResizeObserver;
  #theme = light;
  #insets: Insets = { left: 0, right: 0, top: 0, bottom: 0 };
  #covered: readonly Box[] = [];
  #width = 1;
  #height = 1;
  #model: Model = { shapes: [], planes: [] };
  #parts: Parts | undefined;
  #grounds: Ground[] = [];
  #x: Float32Array = new Float32Array();
  #showWire = false;
  #choosing = false;
  readonly #box = new Box3();
  readonly #startBox = new Box3();
  readonly #hover: Hover;
  #dirty = true;
  #fresh = false;
  #moves = false;
  /** how a scene starts, until its first frame */
  #waits: Pick<Picture, 'positions' | 'twists'> | undefined;
  /** then its size is another */
  #resizes = false;
  #shadowsStale = true;
  #frame = 0;
  #lastTime = 0;
  readonly #frameTime = new FrameTime();
  /** after the first picture; while a scene is opened it waits */
  #rehearsal: Rehearsal | undefined;
  opening = false;
  #legend = '';
  #level: 0 | 1 | 2;
  readonly #adapts: boolean;

  constructor(container: HTMLElement, options: ViewportOptions = {}) {
    this.#container = container;
    this.#events = options.events ?? {};
    this.#hover = new Hover(this.#points, this.#pointsView, this.#events);
    this.#adapts = (options.quality ?? 'auto') === 'auto';
    this.#level = options.quality === 'low' ? 2 : 0;
    this.#renderer = createRenderer(options.quality);
    this.canvas = this.#renderer.domElement;
    this.canvas.classList.add('pliant-canvas');
    container.append(this.canvas, this.#labels.element);
    this.#lights = new Lights(this.#renderer);
    this.#scene.add(...this.#lights.objects, ...this.#pointsView.objects);
    this.#quality(this.#level);
    this.#stop = listen(this.canvas, this.#view, {
      pick: (pointer, pixel) => this.#pick(pointer, pixel),
      positionOf: (node) => this.#points.node(node),
      chooses: (node) => {
        const choosing = this.#choosing; // a choice may end it
        if (choosing) this.#events.choose?.(node);
        return choosing;
      },
      grab: (node, to) => this.#events.grab?.(node, to.toArray()),
      drag: (to) => this.#events.drag?.(to.toArray()),
      drop: () => this.#events.drop?.(),
      hover: (pointer, pixel) => this.#hover.to(pointer && pixel && { pointer, pixel }),
      changed: () => this.#touch(),
    });
    this.#observer = new ResizeObserver(() => this.#resize());
    this.#observer.observe(container);
    this.#resize();
    this.theme = light;
    this.#frame = requestAnimationFrame((t) => this.#tick(t));
  }

  // --- what is shown -----------------------------------------------------------------------------------------------
  set theme(theme: Theme) {
    this.#theme = theme;
    this.canvas.style.background = `linear-gradient(${theme.skyTop}, ${theme.skyBottom})`;
    this.#lights.paint(theme);
    this.#pointsView.paint(theme);
    this.#parts?.paint(theme);
    for (const ground of this.#grounds) ground.paint(theme);
    this.#touch();
  }

  /** Another scene, which is drawn with its first frame; until then the picture stays as it is. */
  prepare(model: Model, start: Pick<Picture, 'positions' | 'twists'>): void {
    this.#make(model, { ...nothingElse, ...start });
    this.#waits = start;
  }
  /** Another scene, as it starts. */
  setModel(model: Model, start: Picture): void {
    this.#make(model, start);
    this.#place(start);
  }
  /** All but where its bodies are, which the first picture tells. */
  #make(model: Model, start: Picture): void {
    const x = start.positions;
    const before = [...(this.#parts ? [this.#parts] : []), ...this.#grounds];
    this.#scene.remove(...before.flatMap(({ objects }) => objects));
    this.#model = model;
    this.#waits = undefined;
    this.#x = x;
    this.#points.setShapes(model.shapes, x);
    this.#pointsView.reset();
    this.#pointsView.hand = undefined;
    this.#pointsView.tags = [];
    this.#pointsView.hoverNode = -1;
    this.#pointsView.scale.reset();
    this.#measureBox();
    this.#startBox.copy(this.#box);
    this.#parts = new Parts(model.shapes, x, this.#extent());
    this.#parts.opaque = this.#level === 2;
    this.#parts.wire = this.#showWire;
    this.#grounds = model.planes.length
      ? model.planes.map((plane) => new Ground(plane, true))
      : [new Ground({ normal: [0, 1, 0], offset: this.#emptyFloor() }, false)];
    for (const part of [this.#parts, ...this.#grounds]) {
      this.#scene.add(...part.objects);
      part.paint(this.#theme);
    }
    this.#points.update(start);
    const all = this.#sceneBox(this.#startBox);
    this.#view.up = model.up;
    if (model.camera && model.target) this.#view.look(new Vector3(...model.camera), new Vector3(...model.target), all);
    else this.#view.frame(all, { azimuth: 0.62, elevation: 0.26 }, 'once');
    this.#renderer.compile(this.#scene, this.#view.camera); // while the worker makes the first step
    for (const part of before) part.dispose(); // last: their shaders are those of the new scene
    this.#touch();
  }
  /** Without a floor, a grid at zero, or below what is there. */
  #emptyFloor(): number {
    const low = this.#startBox.min.y;
    return low >= -1e-6 ? 0 : low - 0.35 * this.#extent();
  }
  #extent(): number {
    return Math.max(...this.#startBox.getSize(new Vector3()), 1e-3);
  }
  #sceneBox(bodies: Box3): Box3 {
    const floor = this.#grounds.find((g) => g.height !== undefined && g.solid)?.height;
    return withFloor(this.#points.withPlaces(bodies), floor, this.#extent());
  }

  setPoints(points: PointsModel): void {
    this.#points.setModel(points);
    this.#pointsView.reset();
    this.#touch();
  }
  /** A new frame. */
  update(picture: Picture): void {
    const x = picture.positions;
    if (x.length === this.#x.length && x.length > 0) {
      this.#x = x;
      this.#measureBox();
      this.#place(picture);
    } else if (this.#waits) this.#place(this.#waits);
    this.#points.update(picture);
    this.#waits = undefined;
    this.#fresh = true;
    this.#touch();
  }
  #place({ positions, twists }: Pick<Picture, 'positions' | 'twists'>): void {
    this.#parts?.update(positions, twists);
    this.#shadowsStale = true;
  }
  set hand(hand: Hand | undefined) {
    this.#pointsView.hand = hand;
    this.#touch();
  }
  /** Points with names. */
  set tags(tags: readonly NameTag[]) {
    this.#pointsView.tags = tags;
    this.#touch();
  }
  /** A click chooses a node instead of grabbing it. */
  set choosing(on: boolean) {
    this.#choosing = on;
    this.canvas.style.cursor = on ? 'crosshair' : '';
  }
  set forces(visible: boolean) {
    this.#pointsView.showForces = visible;
    this.#touch();
  }
  set wire(visible: boolean) {
    this.#showWire = visible;
    if (this.#parts) this.#parts.wire = visible;
    this.#touch();
  }
  /** What panels cover. */
  set insets(insets: Insets) {
    this.#insets = insets;
    this.#view.resize(this.#width, this.#height, insets);
    this.#touch();
  }
  /** Where panels lie over the picture, px from its upper left: nothing is written there. */
  set covered(boxes: readonly Box[]) {
    this.#covered = boxes;
    this.#touch();
  }
  /** What labels say until the next reading, so that they agree with numbers beside the picture; arrows follow every frame. */
  tell(reading: Reading): void {
    this.#points.tell(reading);
    this.#pointsView.handTold = reading.hand;
    this.#touch();
  }
  /** Bring everything into view. */
  frame(): void {
    this.#view.frame(this.#sceneBox(this.#box));
    this.#touch();
  }
  /** The strongest force was that of a run that is over; so were all others. */
  resetForces(): void {
    this.#pointsView.scale.reset();
    this.#pointsView.hand = undefined;
    this.#points.forgetForces();
    this.#touch();
  }
  /** Whether one of everything has been drawn. */
  get isRehearsed(): boolean {
    return this.#rehearsal?.isDone ?? false;
  }
  /** Whether the next picture will be another one. */
  get isChanging(): boolean {
    return this.#dirty || this.#moves;
  }
  /** Where a node is on the screen, px from the upper left of the window. */
  screenOf(node: number): { x: number; y: number } | undefined {
    const p = this.#view.toScreen(this.#points.node(node));
    const box = this.canvas.getBoundingClientRect();
    return p && { x: p.x + box.left, y: p.y + box.top };
  }
  /** Where the camera is and what it looks at, m. */
  get view(): View {
    return { camera: this.#view.camera.position.toArray(), target: this.#view.target.toArray() };
  }
  set view({ camera, target }: View) {
    this.#view.look(new Vector3(...camera), new Vector3(...target));
    this.#touch();
  }
  /** The picture as a PNG file, as it is seen, without what lies over it. */
  photograph(): Promise<Blob> {
    this.#show();
    return photograph(this.canvas, this.#labels.element, this.#theme);
  }
  dispose(): void {
    cancelAnimationFrame(this.#frame);
    this.#stop();
    this.#observer.disconnect();
    this.#parts?.dispose();
    for (const ground of this.#grounds) ground.dispose();
    this.#pointsView.dispose();
    this.#rehearsal?.dispose();
    this.#renderer.dispose();
    this.canvas.remove();
    this.#labels.element.remove();
  }

  // --- how it is drawn ---------------------------------------------------------------------------------------------
  #touch(): void {
    this.#dirty = true;
  }
  /** A canvas of another size is empty until something is drawn: while the picture has to stay, so does its size. */
  #resize(): void {
    this.#resizes = true;
    if (!this.#waits) this.#show(); // before the page is painted
  }
  #fit(): void {
    this.#resizes = false;
    this.#width = Math.max(1, this.#container.clientWidth);
    this.#height = Math.max(1, this.#container.clientHeight);
    this.#renderer.setSize(this.#width, this.#height);
    this.#view.resize(this.#width, this.#height, this.#insets);
  }
  /** 0 everything, 1 coarser pixels, 2 no shadows either and nothing translucent */
  #quality(level: 0 | 1 | 2): void {
    this.#level = level;
    const ratio = level === 0 ? Math.min(2, devicePixelRatio) : 1;
    this.#renderer.setPixelRatio(ratio);
    this.#pointsView.pixelRatio = ratio;
    this.#renderer.shadowMap.enabled = true;
    this.#renderer.shadowMap.autoUpdate = false;
    this.#lights.cast(level < 2);
    if (this.#parts) this.#parts.opaque = level === 2;
    this.#shadowsStale = true;
    this.#touch();
  }

  #tick(time: number): void {
    this.#frame = requestAnimationFrame((t) => this.#tick(t));
    const elapsed = Math.max(0, time - this.#lastTime);
    const seconds = Math.min(0.1, elapsed / 1000);
    this.#lastTime = time;
    if (this.#waits) {
      this.#frameTime.forget();
      return;
    }
    this.#moves = this.#view.update(seconds);
    if (this.#moves) this.#dirty = true;
    if (this.#hover.isDue(this.#fresh)) this.#dirty = this.#isHoverNew() || this.#dirty;
    const rehearses = !this.opening && this.#rehearsal !== undefined && !this.#rehearsal.isDone;
    if (!this.#dirty || rehearses) this.#frameTime.forget();
    if (!this.#dirty && !rehearses) return;
    this.#adapt(elapsed);
    this.#show();
  }
  #show(): void {
    if (this.#resizes) this.#fit();
    this.#dirty = false;
    this.#draw();
    if (!this.#fresh) return;
    this.#fresh = false;
    this.#events.shown?.();
    this.#rehearsal ??= new Rehearsal(this.#renderer, this.#theme, this.#level < 2, this.#level === 2);
  }
  /** Coarser if frames are slow. Before drawing, because other pixels empty the canvas. */
  #adapt(elapsed: number): void {
    this.#frameTime.add(elapsed);
    if (!this.#adapts || this.#level === 2 || !this.#frameTime.isSlow) return;
    this.#quality(this.#level === 0 && devicePixelRatio > 1 ? 1 : 2);
    this.#frameTime.forget();
  }

  #draw(): void {
    const view = this.#view;
    if (!this.opening) this.#rehearsal?.draw(this.#renderer);
    const centre = this.#box.isEmpty() ? new Vector3() : this.#box.getCenter(new Vector3());
    const extent = this.#extent();
    for (const ground of this.#grounds) ground.place(centre, extent, view.distance, view.camera.position);
    if (this.#level < 2 && this.#shadowsStale) {
      const radius = this.#box.isEmpty() ? 1 : this.#box.getSize(new Vector3()).length() / 2;
      this.#lights.follow(centre, Math.max(radius, 0.5 * extent) * 1.25);
      this.#renderer.shadowMap.needsUpdate = true;
      this.#shadowsStale = false;
    }
    const labels = this.#pointsView.draw(view);
    this.#tellScale();
    const floor = this.#grounds.find((g) => g.height !== undefined);
    if (floor?.height !== undefined && !this.#startBox.isEmpty()) {
      const { left, right } = this.#insets;
      // beside where it started and where it is: nothing is written across a body
      const box = this.#sceneBox(this.#startBox).union(this.#box);
      labels.push(...metreMarks(view, box, floor.height, { left, right: this.#width - right, bottom: this.#height }));
    }
    this.#labels.update(labels, this.#width, this.#height, this.#covered);
    this.#renderer.render(this.#scene, view.camera);
  }

  #tellScale(): void {
    const { legend } = this.#pointsView;
    const key = legend.map((l) => l.newtons).join();
    if (key === this.#legend) return;
    this.#legend = key;
    this.#events.scale?.(legend);
  }

  // --- what is under the pointer -----------------------------------------------------------------------------------
  #isHoverNew(): boolean {
    const pickAt = ({ pointer, pixel }: Pointer) => this.#pick(pointer, pixel);
    return this.#hover.update(this.#view, this.canvas, this.#choosing, pickAt);
  }
  #pick(pointer: Vector2, pixel: Vector2) {
    if (!this.#parts) return undefined;
    return pick(this.#view, pointer, pixel, this.#parts.triangles, this.#model.shapes, this.#x);
  }
  #measureBox(): void {
    boxAround(this.#model.shapes, this.#x, this.#box);
  }
}

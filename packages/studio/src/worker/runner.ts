/**
 * Runs one simulation: play, pause, step, reset, the hand; makes frames when the page is ready for one.
 *
 * Measuring (energy, residuals, forces) may cost more than a step of a large scene, so it gets its share of the time and
 * no more; a paused scene is always measured.
 */
import type { Snapshot, World } from '@pliant/engine';
import type { Simulation } from '@pliant/io';
import type { Frame, FromWorker, Notice, Numbers, Point, SceneInfo } from '../protocol.ts';
import { Clock } from './clock.ts';
import { describeHolds, describeScene, type Group, type Place } from './describe.ts';
import { Hand } from './hand.ts';
import { measure, readPlaces, readTotals } from './measure.ts';
import { Skins } from './skins.ts';

export type Send = (message: FromWorker, transfer?: Transferable[]) => void;

/** share of the time that measuring may take */
const share = 0.2;
/** ms between frames, and between measurements of a run that is watched, at least */
const frameEvery = 15;
const measureEvery = 15;

export class Runner {
  readonly scene: SceneInfo;
  readonly #world: World;
  readonly #start: Snapshot;
  readonly #clock: Clock;
  readonly #skins: Skins;
  readonly #size: number;
  #playing = false;
  #failed = false;
  #hand: Hand | undefined;
  #groups: readonly Group[] | undefined;
  #places: readonly Place[] = [];
  #indices: ReadonlyMap<string, number> = new Map();
  readonly #residuals = new Map<string, number>();
  #scale = 1;
  /** a frame is under way; the next waits until it is shown */
  #sent = false;
  #changed = true;
  #lastFrame = 0;
  #measuredAt = Number.NEGATIVE_INFINITY;
  #measuringTook = 0;
  #numbers: Numbers[] = [];
  /** what the page shows */
  #picture = { step: 0, time: 0 };
  #kept = {
    forces: new Float32Array(),
    active: new Uint8Array(),
    totals: new Float32Array(),
  };

  constructor(
    private readonly simulation: Simulation,
    private readonly send: Send,
  ) {
    this.#world = simulation.world;
    this.#skins = new Skins(this.#world.bodies);
    this.scene = describeScene(simulation, this.#skins);
    this.#start = this.#world.snapshot();
    this.#clock = new Clock(this.#world.h);
    this.#size = this.#extent();
    send({ type: 'scene', scene: this.scene });
    this.#begin();
  }

  /** The numbers of the very start belong to every plot. */
  #begin(): void {
    this.#numbers = [];
    if (this.#pack(new Float32Array(3 * this.#skins.end))) this.#measure();
    this.#changed = true;
  }

  // --- wishes ------------------------------------------------------------------------------------------------------
  play(): void {
    if (this.#failed) {
      this.#notice({
        tone: 'info',
        title: 'The run has stopped',
        lines: [{ path: '', text: 'Start it again with R, or open another scene.' }],
      });
      return;
    }
    this.#playing = true;
    this.#clock.start(performance.now());
    this.#changed = true;
  }
  pause(): void {
    this.#playing = false;
    this.#changed = true;
    this.#measuredAt = Number.NEGATIVE_INFINITY;
  }
  set speed(factor: number) {
    this.#clock.speed = factor;
    this.#clock.start(performance.now());
    this.#changed = true;
  }
  step(count: number): void {
    this.pause();
    this.#advance(count);
  }
  reset(): void {
    this.#hand = undefined;
    this.#world.restore(this.#start);
    this.#failed = false;
    this.#clock.start(performance.now());
    this.#begin();
  }
  /** point: a node, or a vertex of a skin */
  grab(point: number, to: Point): void {
    this.drop();
    const skin = this.#skins.vertexAt(point);
    const info = this.scene.bodies.find((b) => point >= b.firstNode && point < b.firstNode + b.nodeCount);
    if (!(skin || info) || this.#failed) return;
    try {
      if (skin) this.#hand = Hand.grabSkin(this.#world, this.#world.body(skin.body), skin.vertex, to, this.#size);
      else if (info) {
        this.#hand = Hand.grab(this.#world, this.#world.body(info.id), point - info.firstNode, to, this.#size);
      }
      this.#hand?.aim();
    } catch (error) {
      this.#notice({ tone: 'info', title: 'This node cannot be held', lines: [{ path: '', text: sentence(error) }] });
    }
    this.#changed = true;
  }
  move(to: Point): void {
    this.#hand?.move(to);
    this.#changed = true;
  }
  drop(): void {
    this.#hand?.drop();
    this.#hand = undefined;
    this.#changed = true;
  }
  switch(constraint: string, on: boolean): void {
    try {
      if (on) this.#world.activate(constraint);
      else this.#world.release(constraint);
    } catch (error) {
      const title = `"${constraint}" cannot be switched ${on ? 'on' : 'off'}`;
      this.#notice({ tone: 'info', title, lines: [{ path: '', text: sentence(error) }] });
    }
    this.#measuredAt = Number.NEGATIVE_INFINITY;
    this.#changed = true;
  }
  hash(): string {
    return this.#world.hash();
  }
  get steps(): number {
    return this.#world.state.steps;
  }
  /** To a step, as fast as it goes; back to the start first if it lies behind. True when it is there. */
  runTowards(step: number, milliseconds: number): boolean {
    if (this.#playing) this.pause();
    if (this.steps > step) this.reset();
    const until = performance.now() + milliseconds;
    while (this.steps < step && !this.#failed && performance.now() < until) {
      this.#advance(Math.min(16, step - this.steps));
      if (!this.#failed && this.#mayMeasure(performance.now(), 2)) this.#measure();
    }
    return this.steps >= step || this.#failed;
  }
  get failed(): boolean {
    return this.#failed;
  }
  shown(): void {
    this.#sent = false;
  }

  // --- the loop ----------------------------------------------------------------------------------------------------
  /** Once around: steps that are due, a frame if the page waits for one. */
  turn(): void {
    const before = performance.now();
    let steps = 0;
    if (this.#playing) {
      steps = this.#clock.stepsDue(before);
      if (steps > 0) this.#advance(steps);
      const after = performance.now();
      this.#clock.record(after, after - before, steps);
      if (steps > 0 && !this.#failed && this.#mayMeasure(after)) this.#measure();
    }
    if (!this.#sent && this.#changed && performance.now() - this.#lastFrame >= frameEvery) this.#sendFrame();
  }
  #advance(count: number): void {
    try {
      this.#hand?.aim();
      this.simulation.step(count);
    } catch (error) {
      this.#playing = false;
      this.#failed = true;
      this.#hand = undefined;
      this.#notice({
        tone: 'error',
        title: 'The run has stopped',
        lines: [{ path: '', text: `${sentence(error)} What you see is the last good frame; R starts again.` }],
      });
    }
    this.#changed = true;
  }

  #sendFrame(): void {
    const now = performance.now();
    this.#lastFrame = now;
    this.#changed = false;
    const positions = new Float32Array(3 * this.#skins.end);
    if (this.#failed || !this.#pack(positions)) {
      // never a broken picture: the page keeps the last good one
      this.send({ ...this.#frameOf(new Float32Array()), playing: false });
      this.#sent = true;
      return;
    }
    this.#picture = { step: this.steps, time: this.#world.time };
    if (!this.#playing || this.#mayMeasure(now)) this.#measure();
    const frame = this.#frameOf(positions);
    const transfer = [frame.positions, frame.forces, frame.active, frame.totals].map((a) => a.buffer as ArrayBuffer);
    this.send(frame, transfer);
    this.#sent = true;
    this.#numbers = [];
  }
  #mayMeasure(now: number, every = measureEvery): boolean {
    return now - this.#measuredAt > Math.max(every, this.#measuringTook / share);
  }
  #measure(): void {
    const before = performance.now();
    if (this.#world.machine.groups !== this.#groups) this.#describe();
    this.#numbers.push(measure(this.#world, this.#scale, this.#residuals));
    readPlaces(this.#places, this.#kept.forces, this.#kept.active);
    readTotals(this.#world, this.#indices, this.#residuals, this.#kept.totals);
    this.#measuredAt = performance.now();
    this.#measuringTook = this.#measuredAt - before;
  }
  #frameOf(positions: Float32Array): Frame {
    const hand = this.#hand;
    const first = hand?.grip.onSkin
      ? this.#skins.firstOf(hand.body)
      : this.scene.bodies.find((b) => b.id === hand?.body)?.firstNode;
    return {
      type: 'frame',
      ...this.#picture,
      playing: this.#playing,
      positions,
      forces: this.#kept.forces.slice(),
      active: this.#kept.active.slice(),
      totals: this.#kept.totals.slice(),
      numbers: this.#numbers,
      pace: this.#clock.pace(),
      ...(hand && first !== undefined ? { hand: hand.info(first) } : {}),
    };
  }
  /** False if a coordinate is no number. */
  #pack(out: Float32Array): boolean {
    let scale = 0;
    for (const { id, firstNode } of this.scene.bodies) {
      const x = this.#world.positions(id);
      for (let i = 0; i < x.length; i++) {
        scale = Math.max(scale, Math.abs(x[i]));
        out[3 * firstNode + i] = x[i];
      }
    }
    this.#skins.pack(this.#world, out);
    this.#scale = scale;
    return Number.isFinite(scale);
  }
  #describe(): void {
    const first = new Map(this.scene.bodies.map((b) => [b.id, b.firstNode]));
    const { holds, places } = describeHolds(this.#world, (body) => first.get(body) ?? 0, this.#hand?.ownConstraint);
    this.#groups = this.#world.machine.groups;
    this.#places = places;
    this.#indices = new Map(holds.constraints.map((c, i) => [c.id, i]));
    this.#kept = {
      forces: new Float32Array(3 * places.length),
      active: new Uint8Array(places.length),
      totals: new Float32Array(4 * holds.constraints.length),
    };
    this.#measuredAt = Number.NEGATIVE_INFINITY;
    this.send({ type: 'holds', holds });
  }
  /** The largest side of the box around all nodes. */
  #extent(): number {
    const low = [Infinity, Infinity, Infinity];
    const high = [-Infinity, -Infinity, -Infinity];
    for (const { id } of this.scene.bodies) {
      this.#world.positions(id).forEach((x, i) => {
        low[i % 3] = Math.min(low[i % 3], x);
        high[i % 3] = Math.max(high[i % 3], x);
      });
    }
    const size = Math.max(...low.map((l, k) => high[k] - l));
    return Number.isFinite(size) && size > 0 ? size : 1;
  }
  #notice(notice: Notice): void {
    this.send({ type: 'notice', notice });
  }
}

/** What an error says, as a sentence. */
export function sentence(error: unknown): string {
  const text = (error instanceof Error ? error.message : String(error)).trim();
  const start = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(start) ? start : `${start}.`;
}

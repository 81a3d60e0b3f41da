/**
 * Runs one simulation: play, pause, step, reset, the hand; makes frames when the page is ready for one. It pauses at the end of
 * the scene's time; played on, it goes as far again. A paused scene is always measured, one that runs when its Meter says so.
 */
import type { Snapshot, ThreadPool, World } from '@pliant/engine';
import { buildScene, type SceneDef, type Simulation, type Spy, spyOf } from '@pliant/io';
import { sentence } from '../base/sentence.ts';
import type { EquationFault, EquationWish } from '../protocol/equations.ts';
import type { FieldWish, KindInfo } from '../protocol/fields.ts';
import type { Frame, FromWorker, Notice, Point, SceneInfo, Switch } from '../protocol/protocol.ts';
import { Edits } from './edits.ts';
import { EquationBook } from './equation-book.ts';
import { FieldBook } from './field-book.ts';
import { Followers } from './hand/followers.ts';
import { Grasp } from './hand/grasp.ts';
import { Lifeline } from './lifeline.ts';
import { Clock } from './pace/clock.ts';
import { FrameGate } from './pace/frame-gate.ts';
import { describeScene } from './readings/describe.ts';
import { Meter } from './readings/meter.ts';
import { packPositions } from './readings/packing.ts';
import { nothingRead, Readings } from './readings/readings.ts';
import { Twists } from './readings/twists.ts';
import { Unsolved } from './readings/unsolved.ts';
import { Switches } from './switches.ts';

type Without<T, K extends string> = T extends unknown ? Omit<T, K> : never;
/** What a run tells; which run it is goes along by itself. */
export type Told = Without<FromWorker, 'run'>;
export type Send = (message: FromWorker, transfer?: Transferable[]) => void;

/** runs of all scenes, restarts included */
let runs = 0;

/** Members of constraints from which on the first pictures are without what they do: to describe 39,000 takes longer than a step. */
const manyMembers = 2000;

export class Runner {
  readonly scene: SceneInfo;
  #simulation: Simulation;
  /** where it starts, and the scene that starts there */
  #start: { readonly snapshot: Snapshot; readonly def: SceneDef };
  readonly #edits: Edits;
  readonly #book: EquationBook;
  readonly #fields: FieldBook;
  readonly #clock: Clock;
  readonly #followers: Followers;
  readonly #twists: Twists;
  readonly #grasp: Grasp;
  readonly #switches = new Switches(() => this.#world);
  #lifeline = new Lifeline();
  /** of this run, among all */
  #run = 0;
  /** steps after which it pauses */
  #end: number;
  #playing = false;
  #failed = false;
  #readings: Readings | undefined;
  readonly #meter = new Meter();
  readonly #unsolved = new Unsolved((notice) => this.#tell({ type: 'notice', notice }));
  #scale = 1;
  readonly #gate = new FrameGate();
  /** pictures come without what constraints do, until one of a step was sent */
  #bare = false;
  /** the largest coordinate at the start, as long as its numbers are not measured yet, m */
  #startScale: number | undefined;
  /** what the page shows */
  #picture = { step: 0, time: 0 };

  /** state: where to go on, as `state` messages have it; threads: share the work of its steps, as they do in the simulation */
  constructor(
    simulation: Simulation,
    private readonly post: Send,
    state?: Uint8Array,
    private readonly threads?: ThreadPool,
  ) {
    this.#simulation = simulation;
    this.#followers = new Followers(this.#world.bodies);
    this.#twists = new Twists(this.#world);
    this.scene = describeScene(simulation, this.#followers, this.#twists);
    let isSound = !state && this.#announce(); // before all that the page need not wait for
    this.#clock = new Clock(this.#world.h);
    this.#grasp = new Grasp(() => this.#world, this.scene.bodies, this.#followers);
    this.#end = this.#length;
    this.#start = { snapshot: this.#world.snapshot(), def: simulation.def };
    this.#edits = new Edits(() => this.#simulation);
    const edits = this.#edits;
    this.#book = new EquationBook(() => this.#simulation, edits, this.scene.bodies, this.#followers);
    this.#fields = new FieldBook(() => this.#simulation, edits);
    this.#original = simulation.def;
    if (state) {
      simulation.restoreState(state);
      this.#extendTo(this.steps);
      isSound = this.#announce();
    }
    this.#tellEquations();
    this.#begin(isSound);
  }
  /** With where it is, so that the page makes its model while the first step is made; false if a coordinate is no number. */
  #announce(): boolean {
    this.#run = ++runs;
    const { scene } = this;
    this.#bare = this.#world.constraints.reduce((sum, { members }) => sum + members.length, 0) >= manyMembers;
    const [positions, twists] = [new Float32Array(3 * this.#followers.end), new Float32Array(this.#twists.count)];
    const isSound = this.#pack(positions);
    this.#twists.pack(this.#world, twists);
    if (isSound) this.#tell({ type: 'scene', scene, start: { positions, twists } }, [positions.buffer, twists.buffer]);
    else this.#tell({ type: 'scene', scene });
    return isSound;
  }
  /** the scene as it was opened */
  readonly #original: SceneDef;
  #tell(message: Told, transfer?: Transferable[]): void {
    this.post({ ...message, run: this.#run } as FromWorker, transfer);
  }
  #tellEquations(): void {
    const { def } = this.#simulation;
    const text = def === this.#original ? {} : { text: JSON.stringify(def) };
    this.#tell({ type: 'equations', equations: this.#book.list(), ...text });
  }
  /** steps of the scene's own time */
  get #length(): number {
    return Math.max(1, Math.round(this.scene.duration / this.#world.h));
  }
  /** The end is the scene's, or as many times as far as it takes to be at a step. */
  #extendTo(step: number): void {
    this.#end = this.#length * Math.max(1, Math.ceil(step / this.#length));
  }
  get #world(): World {
    return this.#simulation.world;
  }
  /** The numbers of the very start belong to every plot. Those of many constraints take longer than a step, which then comes first. */
  #begin(isSound = this.#pack(new Float32Array(3 * this.#followers.end))): void {
    this.#tell({ type: 'begin' });
    this.#meter.numbers = [];
    this.#meter.hurry();
    const isDeferred = isSound && this.#bare && this.steps === 0;
    this.#startScale = isDeferred ? this.#scale : undefined;
    if (isSound && !isDeferred) this.#measure();
    this.#gate.changed = true;
  }
  /** The numbers of the start, if they are not there yet: before the first step, or by going back for a moment. */
  #measureStart(): void {
    const scale = this.#startScale;
    if (scale === undefined) return;
    this.#startScale = undefined;
    const now = this.steps > 0 ? this.#world.snapshot() : undefined;
    if (now) this.#world.restore(this.#start.snapshot);
    this.#meter.measure(this.#simulation, scale);
    if (now) this.#world.restore(now);
  }

  // --- wishes ------------------------------------------------------------------------------------------------------
  play(): void {
    if (this.#failed) {
      this.#notice('info', 'The run has stopped', 'Press R to start it again, or open another scene.');
      return;
    }
    if (this.steps >= this.#end) this.#end += this.#length;
    this.#playing = true;
    this.#clock.start(performance.now(), this.#world.h); // the next picture is of a step: drawing may take longer than opening
    this.#gate.changed = true;
  }
  pause(): void {
    this.#playing = false;
    this.#gate.changed = true;
    this.#meter.hurry();
  }
  set speed(factor: number) {
    this.#clock.speed = factor;
    this.#clock.start(performance.now());
    this.#gate.changed = true;
  }
  step(count: number): void {
    this.pause();
    this.#measureStart();
    this.#advance(count);
    if (this.steps > this.#end) this.#extendTo(this.steps);
  }
  /** To the start of the scene as it is edited: what was typed acts from there on, as in a file that is opened. */
  reset(): void {
    try {
      this.#restart();
    } catch (error) {
      this.#notice('error', 'The edited scene cannot start', sentence(error));
    }
  }
  #restart(): void {
    const { def, file, overrides, assets } = this.#simulation;
    if (def !== this.#start.def) {
      this.#simulation = buildScene(def, file, overrides, assets, this.threads);
      this.#start = { snapshot: this.#world.snapshot(), def };
    } else this.#world.restore(this.#start.snapshot);
    this.#grasp.forget();
    this.#switches.forget();
    this.#failed = false;
    this.#lifeline = new Lifeline();
    this.#run = ++runs;
    this.#extendTo(0);
    this.#clock.start(performance.now());
    this.#begin();
  }
  /** What may be said of a constraint, and what the scene says. */
  fieldsOf(constraint: string): KindInfo | undefined {
    return this.#fields.describe(constraint);
  }
  /** Check, add, replace or take out an equation, or change a field; what is wrong, if something is. Of a run that broke down, the start is edited. */
  edit(wish: EquationWish | FieldWish): EquationFault | undefined {
    if (wish.what === 'check-equation') return this.#book.check(wish.draft);
    if (this.#failed) this.#restart();
    const fault = wish.what === 'set-field' ? this.#fields.set(wish) : this.#book.do(wish);
    this.#meter.hurry();
    this.#gate.changed = true;
    if (!fault) this.#tellEquations();
    return fault;
  }
  /** point: a node, or one that follows nodes */
  grab(point: number, to: Point): void {
    if (this.#failed) return;
    try {
      this.#grasp.take(point, to);
    } catch (error) {
      this.#notice('info', 'This point cannot be held', sentence(error));
    }
    this.#gate.changed = true;
  }
  move(to: Point): void {
    this.#grasp.move(to);
    this.#gate.changed = true;
  }
  drop(): void {
    this.#grasp.drop();
    this.#gate.changed = true;
  }
  switch(constraint: string, to: Switch): void {
    if (this.#failed) return;
    try {
      this.#switches.set(constraint, to);
    } catch (error) {
      const title = `"${constraint}" cannot be switched ${to === 'off' ? 'off' : 'on'}`;
      this.#notice('info', title, sentence(error));
    }
    this.#meter.hurry();
    this.#gate.changed = true;
  }
  hash(): string {
    return this.#world.hash();
  }
  /** s */
  stableStep(): number {
    return this.#world.stableStep();
  }
  /** The matrix of the last step. */
  matrix(): Spy | undefined {
    return spyOf(this.#simulation);
  }
  get steps(): number {
    return this.#world.steps;
  }
  /** To a step, as fast as it goes; back to the start first if it lies behind. True when it is there. */
  runTowards(step: number, milliseconds: number): boolean {
    if (this.#playing) this.pause();
    if (this.steps > step) this.reset();
    this.#measureStart();
    if (step > this.#end) this.#extendTo(step);
    const until = performance.now() + milliseconds;
    while (this.steps < step && !this.#failed && performance.now() < until) {
      this.#advance(Math.min(16, step - this.steps));
      if (!this.#failed && this.#meter.isDue(performance.now(), 2)) this.#measure();
    }
    return this.steps >= step || this.#failed;
  }
  get failed(): boolean {
    return this.#failed;
  }
  shown(): void {
    if (this.#gate.shown()) this.#clock.start(performance.now());
  }

  // --- the loop ----------------------------------------------------------------------------------------------------
  /** Once around: steps that are due, a frame if the page waits for one. */
  turn(): void {
    if (this.#gate.drawsFirst && this.#playing) return;
    if (this.#gate.isFirstShown && !this.#failed) this.#measureStart();
    const before = performance.now();
    let steps = 0;
    if (this.#playing) {
      steps = Math.min(this.#clock.stepsDue(before), this.#stepsLeft());
      if (steps > 0) this.#advance(steps);
      const after = performance.now();
      this.#clock.record(after, after - before, steps);
      if (steps > 0 && !this.#failed && !this.#bare && this.#meter.isDue(after)) this.#measure();
      if (this.#playing && this.#stepsLeft() === 0) this.pause();
    }
    this.#keep(performance.now());
    if (this.#gate.isOpen(performance.now())) this.#sendFrame();
  }
  /** To the end; what is in the user's hand goes on. */
  #stepsLeft(): number {
    if (this.steps >= this.#end && this.#grasp.isGrasping) this.#end += this.#length;
    return this.#end - this.steps;
  }
  /** A state for the page to keep, also of a run that is paused or over. The hand is no part of the scene: while it holds something there is none. */
  #keep(now: number): void {
    if (this.#failed || this.#grasp.isGrasping) return;
    const state = this.#lifeline.due(this.#simulation, now);
    if (state) this.#tell({ type: 'state', state, time: this.#world.time }, [state.buffer as ArrayBuffer]);
  }
  #advance(count: number): void {
    try {
      const words = this.#grasp.run(count, (steps) => this.#simulation.step(steps));
      if (words) this.#notice('info', 'The hand has let go', words);
      this.#unsolved.check(this.#world);
    } catch (error) {
      this.#fail(error);
    }
    this.#gate.changed = true;
  }
  #fail(error: unknown): void {
    const undone = this.#switches.undo(error);
    if (undone) {
      this.#meter.hurry();
      this.#notice('error', undone.title, undone.text);
      return;
    }
    this.#playing = false;
    this.#failed = true;
    const remedy = `${this.#edits.any ? 'Ctrl+Z takes back your last change. ' : ''}Press R to start again.`;
    const text = `${sentence(error)} The picture shows the last good frame. ${remedy}`;
    this.#notice('error', 'The run has stopped', text);
  }

  #sendFrame(): void {
    const now = performance.now();
    this.#gate.pass(now, this.steps);
    const positions = new Float32Array(3 * this.#followers.end);
    if (this.#failed || !this.#pack(positions)) {
      // never a broken picture: the page keeps the last good one
      this.#tell({ ...this.#frameOf(new Float32Array()), playing: false });
      return;
    }
    this.#picture = { step: this.steps, time: this.#world.time };
    if (!this.#playing) {
      this.#measureStart();
      this.#bare = false;
    }
    if (!this.#bare) {
      this.#read().follow(this.#world);
      if (!this.#playing || this.#meter.isDue(now)) this.#measure();
    }
    const twists = new Float32Array(this.#twists.count);
    this.#twists.pack(this.#world, twists);
    const frame = this.#frameOf(positions, twists);
    const { places, slides, forces, active, totals, contactPlaces } = frame;
    const sent = [positions, twists, places, slides, forces, active, totals, contactPlaces];
    const buffers = sent.map((a) => a.buffer as ArrayBuffer);
    this.#tell(frame, buffers);
    this.#meter.numbers = [];
    if (this.steps > 0) this.#bare = false;
  }
  #measure(): void {
    this.#meter.time(() => {
      const readings = this.#read();
      const { kinetic, potential } = this.#meter.measure(this.#simulation, this.#scale);
      const energy = Math.abs(kinetic) + Math.abs(potential);
      readings.read(this.#world, this.#meter.residuals, this.#scale || 1, energy);
    });
  }
  #frameOf(positions: Float32Array, twists = new Float32Array()): Frame {
    const hand = this.#grasp.info();
    const { ready, shared } = this.#world.threads;
    return {
      type: 'frame',
      ...this.#picture,
      playing: this.#playing,
      end: this.#end * this.#world.h,
      positions,
      twists,
      ...(this.#bare ? nothingRead() : (this.#readings ?? this.#read()).at(this.#picture.time)),
      numbers: this.#meter.numbers,
      pace: { ...this.#clock.pace(), threads: shared ? ready : 1 },
      ...(hand ? { hand } : {}),
    };
  }
  /** False if a coordinate is no number. */
  #pack(out: Float32Array): boolean {
    this.#scale = packPositions(this.#world, this.scene.bodies, this.#followers, out);
    return Number.isFinite(this.#scale);
  }
  /** The readings of the constraints there are; the page is told when these are others. */
  #read(): Readings {
    if (this.#readings?.isOf(this.#world)) return this.#readings;
    this.#readings = new Readings(this.#world, this.scene.bodies, this.#grasp.ownConstraint);
    this.#tell({ type: 'holds', holds: this.#readings.holds });
    return this.#readings;
  }
  #notice(tone: Notice['tone'], title: string, text: string): void {
    this.#tell({ type: 'notice', notice: { tone, title, lines: [{ path: '', text }] } });
  }
}

/** What the page knows and does. Panels read it and call it; frames go straight to the viewport, numbers at a calm pace. */

import { sentence } from '../base/sentence.ts';
import type { Frame, FromWorker, Holds, Notice, Numbers, Pace, SceneInfo, SceneSource } from '../protocol/protocol.ts';
import type { Insets } from '../viewer/model.ts';
import { dark, light } from '../viewer/stage/theme.ts';
import { Viewport } from '../viewer/viewport.ts';
import { Client } from './client.ts';
import { EquationDesk } from './equation-desk.svelte.ts';
import { History } from './history.ts';
import { MatrixDesk } from './matrix-desk.svelte.ts';
import { modelOf, pointsOf } from './model-of.ts';
import { type Example, listExamples, readDropped, readExample, readGiven } from './scenes.ts';

/** ms between numbers on the screen while it runs: faster than that nobody reads */
const calm = 150;
/** ms a hint stays */
const hintStays = 7000;

export type ThemeChoice = 'auto' | 'light' | 'dark';
export interface Message extends Notice {
  readonly id: number;
}
/** The numbers on the screen. */
export interface Readout {
  readonly step: number;
  readonly time: number;
  readonly pace: Pace;
  readonly numbers: Numbers | undefined;
  readonly forces: Float32Array;
  readonly active: Uint8Array;
  readonly totals: Float32Array;
}

const emptyReadout: Readout = {
  step: 0,
  time: 0,
  pace: { msPerStep: Number.NaN, speed: Number.NaN, wanted: 1 },
  numbers: undefined,
  forces: new Float32Array(),
  active: new Uint8Array(),
  totals: new Float32Array(),
};

export class Studio {
  examples = $state.raw<readonly Example[]>([]);
  /** id of the example, or the name of a file */
  current = $state('');
  scene = $state.raw<SceneInfo | undefined>();
  holds = $state.raw<Holds | undefined>();
  playing = $state(false);
  readout = $state.raw<Readout>(emptyReadout);
  /** energy when the run began, J */
  firstEnergy = $state(Number.NaN);
  hashText = $state('');
  hashStep = $state(-1);
  handForce = $state(Number.NaN);
  messages = $state.raw<readonly Message[]>([]);
  legend = $state.raw<readonly { readonly newtons: number; readonly pixels: number }[]>([]);
  hovered = $state.raw<{ readonly index: number; readonly x: number; readonly y: number } | undefined>();
  /** counts up when the plots have something new */
  plotted = $state(0);
  showForces = $state(true);
  showWire = $state(false);
  panels = $state({ examples: true, inspector: true, plots: true });
  showKeys = $state(false);
  speed = $state(1);
  themeChoice = $state<ThemeChoice>('auto');
  isDark = $state(false);
  seeking = $state(false);

  readonly history = new History();
  readonly #client = new Client(
    (message) => this.#receive(message),
    (why) => this.#say('error', 'The simulation has stopped working', why),
  );
  readonly desk = new EquationDesk(
    (wish) => this.#client.equation(wish),
    (tags, choosing) => {
      if (!this.#viewport) return;
      this.#viewport.tags = tags;
      this.#viewport.choosing = choosing;
    },
    () => this.scene?.bodies ?? [],
  );
  readonly matrix = new MatrixDesk(
    () => this.#client.matrix(),
    () => this.scene?.hasMatrix ?? false,
  );
  #viewport: Viewport | undefined;
  #scene: SceneInfo | undefined;
  #needsModel = false;
  #holds: Holds | undefined;
  #last: Readout = emptyReadout;
  #lastShown = 0;
  #messages = 0;
  /** name of the scene that was asked for last */
  #asked = '';
  #wasPlaying = false;

  // --- beginning ---------------------------------------------------------------------------------------------------
  /** Draw into an element; scenes come later. */
  attach(element: HTMLElement): () => void {
    const quality = new URLSearchParams(location.search).get('quality');
    try {
      this.#viewport = new Viewport(element, {
        quality: quality === 'high' || quality === 'low' ? quality : 'auto',
        events: {
          grab: (node, to) => this.#grab(node, to),
          choose: (node) => this.desk.choose(node),
          drag: (to) => this.#client.send({ type: 'move', to }),
          drop: () => this.#client.send({ type: 'drop' }),
          shown: () => this.#client.send({ type: 'shown' }),
          hover: (point) => {
            this.hovered = point;
          },
          scale: (legend) => {
            this.legend = legend;
          },
        },
      });
    } catch {
      this.#say(
        'error',
        'The picture cannot be drawn',
        'This browser offers no WebGL 2; try another, or switch it on.',
      );
    }
    this.#paint();
    return () => this.#viewport?.dispose();
  }
  async start(): Promise<void> {
    try {
      this.examples = await listExamples();
    } catch (error) {
      this.#say('error', 'No examples', `${words(error)}; drop a scene file on the page instead.`);
    }
    const asked = decodeURIComponent(location.hash.slice(1));
    if (asked) return this.open(asked);
    const given = await readGiven().catch(() => undefined);
    if (given !== undefined) return this.#open(given);
    const first = this.examples.find((e) => e.id === 'hello') ?? this.examples[0];
    if (first) await this.open(first.id);
  }
  async open(id: string): Promise<void> {
    try {
      this.#open(await readExample(id));
    } catch (error) {
      this.#say('error', `"${id}" cannot be opened`, `${words(error)}. Choose one from the list.`);
    }
  }
  #open(source: SceneSource): void {
    this.#asked = source.file;
    this.#client.load(source, true);
  }
  /** A scene, alone or together with the files that it names. */
  async openFiles(files: readonly File[]): Promise<void> {
    try {
      this.#open(await readDropped(files));
    } catch (error) {
      this.#say('error', `${files[0].name} cannot be opened`, words(error));
    }
  }

  // --- running -----------------------------------------------------------------------------------------------------
  toggle(): void {
    this.#client.send({ type: this.playing ? 'pause' : 'play' });
  }
  step(): void {
    this.#client.send({ type: 'step', count: 1 });
  }
  reset(): void {
    this.#client.send({ type: 'reset' });
    this.#viewport?.resetScale();
    this.history.clear();
    this.firstEnergy = Number.NaN;
    this.messages = this.messages.filter((m) => m.title !== 'The run has stopped');
  }
  frame(): void {
    this.#viewport?.frame();
  }
  setSpeed(factor: number): void {
    this.speed = factor;
    this.#client.send({ type: 'speed', factor });
  }
  /** To a time, as fast as it goes; the run is the same whenever it is watched. */
  async seek(time: number): Promise<void> {
    if (!this.scene) return;
    this.seeking = true;
    const goOn = this.playing;
    try {
      await this.runTo(Math.round(time / this.scene.step));
      if (goOn) this.#client.send({ type: 'play' });
    } catch {
      // another journey took its place, or the run stopped and has said why
    } finally {
      this.seeking = false;
    }
  }
  runTo(step: number): Promise<number> {
    return this.#client.runTo(step);
  }
  hash(): Promise<string> {
    return this.#client.hash();
  }
  async showHash(): Promise<void> {
    this.#client.send({ type: 'pause' });
    this.hashText = await this.hash();
    this.hashStep = this.#last.step;
  }
  switch(constraint: string, on: boolean): void {
    this.#client.send({ type: 'switch', constraint, on });
  }
  #grab(node: number, to: readonly [number, number, number]): void {
    this.#client.grab(node, to);
    if (!this.playing) this.#say('info', 'Paused', 'The hand pulls when the scene runs: press Space.');
  }
  /** All probes as they were measured, as a file. */
  saveProbes(): void {
    if (!this.scene) return;
    const rows = this.history.rows().map((row) => `${row.join(',')}\n`);
    const address = URL.createObjectURL(new Blob([this.scene.csvHeader, ...rows], { type: 'text/csv' }));
    const name = `${this.current.replace(/^.*\//, '').replace(/\.json$/, '')}-probes.csv`;
    Object.assign(document.createElement('a'), { href: address, download: name }).click();
    URL.revokeObjectURL(address);
  }
  /** A page nobody sees does not compute. */
  hidden(isHidden: boolean): void {
    if (isHidden) {
      this.#wasPlaying = this.playing;
      if (this.playing) this.#client.send({ type: 'pause' });
    } else if (this.#wasPlaying) this.#client.send({ type: 'play' });
  }

  // --- looks -------------------------------------------------------------------------------------------------------
  toggleForces(): void {
    this.showForces = !this.showForces;
    if (this.#viewport) this.#viewport.forces = this.showForces;
  }
  toggleWire(): void {
    this.showWire = !this.showWire;
    if (this.#viewport) this.#viewport.wire = this.showWire;
  }
  setTheme(choice: ThemeChoice, systemIsDark: boolean): void {
    this.themeChoice = choice;
    this.isDark = choice === 'auto' ? systemIsDark : choice === 'dark';
    document.documentElement.dataset.theme = this.isDark ? 'dark' : 'light';
    this.#paint();
  }
  #paint(): void {
    if (this.#viewport) this.#viewport.theme = this.isDark ? dark : light;
  }
  set insets(insets: Insets) {
    if (this.#viewport) this.#viewport.insets = insets;
  }
  togglePanel(panel: 'examples' | 'inspector' | 'plots'): void {
    this.panels[panel] = !this.panels[panel];
  }
  toggleAllPanels(): void {
    const show = !Object.values(this.panels).some(Boolean);
    this.panels = { examples: show, inspector: show, plots: show };
  }
  screenOf(node: number): { x: number; y: number } | undefined {
    return this.#viewport?.screenOf(node);
  }

  // --- messages ----------------------------------------------------------------------------------------------------
  dismiss(id: number): void {
    this.messages = this.messages.filter((m) => m.id !== id);
  }
  #say(tone: Notice['tone'], title: string, text: string): void {
    this.#show({ tone, title, lines: [{ path: '', text: sentence(text) }] });
  }
  #show(notice: Notice): void {
    const message = { ...notice, id: ++this.#messages };
    this.messages = [...this.messages.filter((m) => m.title !== notice.title), message].slice(-3);
    if (notice.tone === 'info') setTimeout(() => this.dismiss(message.id), hintStays);
  }

  // --- what the worker says ----------------------------------------------------------------------------------------
  #receive(message: Exclude<FromWorker, { type: 'answer' }>): void {
    switch (message.type) {
      case 'scene':
        this.#opened(message.scene);
        break;
      case 'holds':
        this.#holds = message.holds;
        this.holds = message.holds;
        if (!this.#needsModel) this.#viewport?.setPoints(pointsOf(message.holds));
        break;
      case 'equations':
        this.desk.list = message.equations;
        break;
      case 'notice':
      case 'refused':
        this.#show(message.notice);
        break;
      case 'frame':
        this.#take(message);
        break;
    }
  }
  #opened(scene: SceneInfo): void {
    this.#scene = scene;
    this.#needsModel = true; // with the first frame, which has the positions
    this.scene = scene;
    this.holds = undefined;
    this.hashText = '';
    this.hovered = undefined;
    this.messages = [];
    this.desk.clear();
    this.matrix.clear();
    this.history.clear();
    this.firstEnergy = Number.NaN;
    this.current = this.#asked || scene.file;
    if (this.speed !== 1) this.#client.send({ type: 'speed', factor: this.speed });
    const isExample = this.examples.some((e) => e.id === this.current);
    const address = isExample ? `#${this.current}` : location.pathname + location.search;
    if (!isExample || location.hash !== address) window.history.replaceState(null, '', address);
    document.title = `${scene.name} · Pliant`;
  }
  #take(frame: Frame): void {
    if (this.#needsModel && this.#scene && frame.positions.length > 0) {
      this.#needsModel = false;
      this.#viewport?.setModel(modelOf(this.#scene), frame);
      if (this.#holds) this.#viewport?.setPoints(pointsOf(this.#holds));
    }
    this.#viewport?.update(frame);
    if (this.#viewport) this.#viewport.hand = frame.hand;
    else this.#client.send({ type: 'shown' });
    for (const numbers of frame.numbers) this.history.add(numbers);
    if (!Number.isFinite(this.firstEnergy) && this.history.total.length) this.firstEnergy = this.history.total[0];
    const { step, time, pace, forces, active, totals } = frame;
    this.#last = {
      step,
      time,
      pace,
      forces,
      active,
      totals,
      numbers: frame.numbers.at(-1) ?? this.#last.numbers,
    };
    const now = performance.now();
    const changed = this.playing !== frame.playing;
    this.playing = frame.playing;
    if (frame.playing && !changed && now - this.#lastShown < calm) return;
    this.#lastShown = now;
    this.readout = this.#last;
    this.handForce = frame.hand ? Math.hypot(...frame.hand.force) : Number.NaN;
    this.plotted++;
  }
}

const words = (error: unknown): string => (error instanceof Error ? error.message : String(error));

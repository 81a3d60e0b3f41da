/** What the page knows and does. Panels read it and call it; frames go straight to the viewport, numbers at a calm pace. */
import type { Frame, FromWorker, Holds, SceneInfo, Switch } from '../protocol/protocol.ts';
import type { Box } from '../viewer/marks/labels.ts';
import type { Insets } from '../viewer/model.ts';
import { dark, light } from '../viewer/stage/theme.ts';
import { Viewport } from '../viewer/viewport.ts';
import { Client } from './client.ts';
import { download, savePicture } from './downloads.ts';
import { EquationDesk } from './equation-desk.svelte.ts';
import { FieldDesk } from './field-desk.svelte.ts';
import { History } from './history.ts';
import { MatrixDesk } from './matrix-desk.svelte.ts';
import { MessageBoard } from './message-board.svelte.ts';
import { modelOf, pointsOf } from './model-of.ts';
import { emptyReadout, type Readout } from './readout.ts';
import { SceneDesk, words } from './scene-desk.ts';
import { type Example, listExamples } from './scenes.ts';

/** ms between numbers on the screen while it runs: faster than that nobody reads */
const calm = 150;
/** px: windows narrower than this are a phone's */
export const phone = 640;

export type ThemeChoice = 'auto' | 'light' | 'dark';
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
  /** of the scene, s; no number until somebody asks */
  stableStep = $state(Number.NaN);
  legend = $state.raw<readonly { readonly newtons: number; readonly pixels: number }[]>([]);
  hovered = $state.raw<{ readonly index: number; readonly x: number; readonly y: number } | undefined>();
  hoveredContact = $state.raw<{ readonly name: string; readonly x: number; readonly y: number } | undefined>();
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
  /** the example that was chosen, until its first picture is painted */
  asked = $state('');

  readonly history = new History();
  readonly board = new MessageBoard();
  readonly #client = new Client({
    receive: (message) => this.#receive(message),
    restarted: (why) => {
      this.playing = false;
      this.#scenes.recover(why, this.#last.time);
    },
    broken: (why) => this.board.say('error', 'The simulation cannot be started', `${why} Reload the page.`),
  });
  readonly #scenes = new SceneDesk((source, play, state) => {
    this.#setOpening(true);
    this.#client.load(source, play, state);
  }, this.board);
  readonly desk = new EquationDesk(
    (wish) => this.#client.edit(wish),
    (tags, choosing) => {
      if (!this.#viewport) return;
      this.#viewport.tags = tags;
      this.#viewport.choosing = choosing;
    },
    () => this.scene?.bodies ?? [],
  );
  readonly fields = new FieldDesk(
    (constraint) => this.#client.fields(constraint),
    (wish) => this.#client.edit(wish),
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
  #due: Readout | undefined; // goes on the screen with the next picture
  #lastShown = 0;
  #run = 0;
  #wasPlaying = false;
  #rehearsed = false;
  #opens = false; // the next picture is the first of its scene

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
          shown: () => this.#shown(),
          hover: (point) => (this.hovered = point),
          hoverContact: (pair) => (this.hoveredContact = pair),
          scale: (legend) => (this.legend = legend),
        },
      });
    } catch {
      this.board.say(
        'error',
        'The picture cannot be drawn',
        'This browser offers no WebGL 2. Switch it on in the settings, or use another browser.',
      );
    }
    this.#paint();
    return () => this.#viewport?.dispose();
  }
  async start(): Promise<void> {
    const listed = listExamples().catch((error) => {
      this.board.say('error', 'No examples', `${words(error)}. Drop a scene file on the page instead.`);
      return [];
    });
    listed.then((examples) => {
      this.examples = examples;
    });
    await this.#scenes.first(listed);
  }
  async open(id: string): Promise<void> {
    if (innerWidth < phone) this.panels.examples = false;
    this.asked = id;
    if (!(await this.#scenes.open(id)) && this.asked === id) this.asked = '';
  }
  openFiles(files: readonly File[]): Promise<void> {
    return this.#scenes.openFiles(files);
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
    try {
      this.hashText = await this.hash();
      this.hashStep = this.#last.step;
    } catch {
      // the simulation was started anew and has said so
    }
  }
  async askStableStep(): Promise<void> {
    if (Number.isFinite(this.stableStep)) return;
    const { scene } = this;
    const found = await this.#client.stableStep().catch(() => Number.NaN);
    if (scene === this.scene) this.stableStep = found;
  }
  switch(constraint: string, to: Switch): void {
    this.#client.send({ type: 'switch', constraint, to });
  }
  #grab(node: number, to: readonly [number, number, number]): void {
    this.#client.grab(node, to);
    if (!this.playing) this.board.say('info', 'Paused', 'Press Space: the hand pulls while the scene runs.');
  }
  /** All probes as they were measured, as a file. */
  saveProbes(): void {
    if (!this.scene) return;
    const rows = this.history.rows().map((row) => `${row.join(',')}\n`);
    download(this.current, 'probes.csv', new Blob([this.scene.csvHeader, ...rows], { type: 'text/csv' }));
  }
  /** What the picture shows, as a file. */
  async savePicture(): Promise<void> {
    if (this.#viewport && this.scene) await savePicture(this.#viewport, this.current, this.readout.time, this.board);
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
  set covered(boxes: readonly Box[]) {
    if (this.#viewport) this.#viewport.covered = boxes;
  }
  togglePanel(panel: 'examples' | 'inspector' | 'plots'): void {
    this.panels[panel] = !this.panels[panel];
    // on a phone there is room for one of the two beside the picture
    if (innerWidth >= phone || panel === 'plots' || !this.panels[panel]) return;
    this.panels[panel === 'examples' ? 'inspector' : 'examples'] = false;
  }
  toggleAllPanels(): void {
    const show = !Object.values(this.panels).some(Boolean);
    this.panels = { examples: show, inspector: show, plots: show };
  }
  /** Resolves when the picture and the numbers show the last frame, and nothing in them changes any more. */
  async drawn(): Promise<void> {
    for (let still = 0; still < 2; still = this.#due || this.#viewport?.isChanging ? 0 : still + 1) {
      await new Promise((painted) => requestAnimationFrame(painted));
    }
  }
  /** Whether worker and picture have been through all that makes another scene open sooner. */
  get isRehearsed(): boolean {
    return this.#rehearsed && (this.#viewport?.isRehearsed ?? true);
  }
  /** Time of the state that a lost run would continue from, s; no number if there is none. */
  get keptTime(): number {
    return this.#scenes.keptTime;
  }
  /** ms without a word after which a run counts as lost */
  set patience(ms: number) {
    this.#client.patience = ms;
  }
  screenOf(node: number): { x: number; y: number } | undefined {
    return this.#viewport?.screenOf(node);
  }

  // --- what the worker says ----------------------------------------------------------------------------------------
  #receive(message: Exclude<FromWorker, { type: 'answer' | 'pong' }>): void {
    if (message.type === 'scene' || message.type === 'begin') this.#run = message.run;
    if (message.run !== 0 && message.run !== this.#run) return; // of a run that is over
    switch (message.type) {
      case 'scene':
        this.#opened(message.scene, message.start);
        break;
      case 'begin':
        this.#begin(message.run);
        break;
      case 'holds':
        this.#holds = message.holds;
        this.#readAnew(this.#due?.totals.length === 0 ? this.#due : undefined); // that came before all constraints is of no others
        if (!this.#needsModel) this.#viewport?.setPoints(pointsOf(message.holds));
        break;
      case 'equations':
        this.desk.list = message.equations;
        this.fields.refresh();
        if (message.text !== undefined) this.#scenes.edited(message.text);
        break;
      case 'state':
        this.#scenes.keepState(message.state, message.time);
        break;
      case 'notice':
        this.board.show(message.notice, message.run);
        break;
      case 'refused':
        this.#setOpening(false);
        this.board.refuse(message.notice);
        break;
      case 'rehearsed':
        this.#rehearsed = true;
        break;
      case 'frame':
        this.#take(message);
        break;
    }
  }
  /** Until its first picture is painted, what can wait does. */
  #setOpening(value: boolean): void {
    if (this.#viewport) this.#viewport.opening = value;
    if (!value) this.asked = '';
  }
  #opened(scene: SceneInfo, start?: Pick<Frame, 'positions' | 'twists'>): void {
    this.#scene = scene;
    this.#opens = true;
    this.#needsModel = start === undefined; // with the first frame, which has the positions
    if (start) this.#viewport?.prepare(modelOf(scene), start);
    this.scene = scene;
    this.#holds = undefined;
    this.holds = undefined;
    this.hovered = undefined;
    this.hoveredContact = undefined;
    this.stableStep = Number.NaN;
    for (const one of [this.board, this.desk, this.fields, this.matrix]) one.clear();
    const isExample = (name: string): boolean =>
      location.hash === `#${name}` || this.examples.some((e) => e.id === name);
    this.current = this.#scenes.opened(isExample);
    if (this.speed !== 1) this.#client.send({ type: 'speed', factor: this.speed });
    const isListed = isExample(this.current);
    const address = isListed ? `#${this.current}` : location.pathname + location.search;
    if (!isListed || location.hash !== address) window.history.replaceState(null, '', address);
    document.title = `${scene.name} · Pliant`;
  }
  /** A run begins, whoever asked for it: nothing of the one before stays. */
  #begin(run: number): void {
    this.board.keepOnly(run);
    this.history.clear();
    this.#viewport?.resetForces();
    this.firstEnergy = Number.NaN;
    this.hashText = '';
    this.#last = emptyReadout;
    this.#readAnew();
  }
  /** The last reading is of another run, or of other constraints: the next frame is read, however soon it comes. */
  #readAnew(due?: Readout): void {
    this.#due = due;
    this.#lastShown = Number.NEGATIVE_INFINITY;
  }
  #take(frame: Frame): void {
    if (this.#needsModel && this.#scene && frame.positions.length > 0) {
      this.#needsModel = false;
      this.#viewport?.setModel(modelOf(this.#scene), frame);
      if (this.#holds) this.#viewport?.setPoints(pointsOf(this.#holds));
    }
    this.#viewport?.update(frame);
    if (this.#viewport) this.#viewport.hand = frame.hand;
    for (const numbers of frame.numbers) this.history.add(numbers);
    const [start] = this.history.time;
    if (!Number.isFinite(this.firstEnergy) && start === 0) this.firstEnergy = this.history.total[0];
    const { step, time, end, pace, forces, active, totals, contacts } = frame;
    const handForce = frame.hand ? Math.hypot(...frame.hand.force) : Number.NaN;
    const numbers = frame.numbers.at(-1) ?? this.#last.numbers;
    this.#last = { step, time, end, handForce, pace, forces, active, totals, contacts, numbers };
    const now = performance.now();
    const changed = this.playing !== frame.playing;
    this.playing = frame.playing;
    if (!frame.playing || changed || now - this.#lastShown >= calm) {
      this.#lastShown = now;
      this.#due = this.#last;
      this.#viewport?.tell({ forces, contacts, ...(frame.hand ? { hand: handForce } : {}) });
    }
    if (!this.#viewport) this.#shown();
  }
  /** A picture was drawn: the numbers change together with those in it. */
  #shown(): void {
    const tell = (): void => this.#client.send({ type: 'shown' });
    if (this.#opens)
      requestAnimationFrame(() => {
        this.#setOpening(false); // it is painted: the run waits for that, and would take the cores from it
        tell();
      });
    else tell();
    this.#opens = false;
    if (!this.#due) return;
    // whose forces they are
    if (this.#due.totals.length === 4 * (this.#holds?.constraints.length ?? 0)) this.holds = this.#holds;
    this.readout = this.#due;
    this.#due = undefined;
    this.plotted++;
  }
}

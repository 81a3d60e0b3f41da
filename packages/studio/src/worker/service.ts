/** What the worker does with messages of the page: it opens scenes, owns the run, and answers every question. worker.ts connects it. */
import type { ThreadPool } from '@pliant/engine';
import {
  type Assets,
  assetNames,
  buildScene,
  parseScene,
  readAssets,
  type SceneDef,
  SceneError,
  type Simulation,
} from '@pliant/io';
import { sentence } from '../base/sentence.ts';
import type { FromWorker, Notice, SceneSource, ToWorker } from '../protocol/protocol.ts';
import { messageFault } from './message-check.ts';
import type { Rehearsal } from './rehearsal.ts';
import { Runner, type Send, type Told } from './runner.ts';

/** Titles of notices about faults of ours. */
export const ourFaults = { broken: 'Something went wrong in the simulation', refused: 'A message was not understood' };

/** ms without a wish before a scene is rehearsed, and between two */
const quiet = 150;

export class Service {
  #runner: Runner | undefined;
  /** of the last wish or rehearsal, ms; none before the first picture */
  #busyAt: number | undefined;
  /** how many scenes were asked for */
  #loads = 0;
  /** a run to some step that somebody waits for */
  #journey: { readonly request: number; readonly step: number } | undefined;

  constructor(
    private readonly send: Send,
    private readonly threads?: ThreadPool,
    private readonly idle?: { readonly rehearsal: Rehearsal; now(): number },
  ) {}

  receive(data: ToWorker): void {
    const fault = messageFault(data);
    if (data?.type === 'shown') this.#busyAt ??= this.idle?.now();
    else if (data?.type !== 'ping' && this.#busyAt !== undefined) this.#busyAt = this.idle?.now();
    try {
      if (fault === undefined) this.#take(data);
      else this.#refuse(ourFaults.refused, fault, data);
    } catch (error) {
      // ours, not the user's: still a sentence, and the page goes on
      this.#refuse(ourFaults.broken, error, data);
    }
  }
  #refuse(title: string, error: unknown, data: ToWorker | undefined): void {
    this.#tell({ type: 'notice', notice: notice(title, error) });
    if (data?.type === 'ask' && Number.isInteger(data.request))
      this.#tell({ type: 'answer', request: data.request, error: sentence(error) });
  }
  /** What belongs to no run. */
  #tell(message: Told): void {
    this.send({ ...message, run: 0 } as FromWorker);
  }

  #take(message: ToWorker): void {
    const runner = this.#runner;
    switch (message.type) {
      case 'load':
        this.#load(message.source, message.play, message.state);
        break;
      case 'play':
        runner?.play();
        break;
      case 'pause':
        runner?.pause();
        break;
      case 'step':
        runner?.step(message.count);
        break;
      case 'reset':
        runner?.reset();
        break;
      case 'speed':
        if (runner) runner.speed = message.factor;
        break;
      case 'grab':
        runner?.grab(message.node, message.to);
        break;
      case 'move':
        runner?.move(message.to);
        break;
      case 'drop':
        runner?.drop();
        break;
      case 'switch':
        runner?.switch(message.constraint, message.to);
        break;
      case 'shown':
        runner?.shown();
        break;
      case 'ping':
        this.#tell({ type: 'pong' });
        break;
      case 'ask':
        this.#answer(message);
        break;
    }
  }

  /** A scene that names no files is open at once; of those that wait for files, the one that was asked for last. */
  #load(source: SceneSource, play: boolean, state?: Uint8Array): void {
    const mine = ++this.#loads;
    const { text, file } = source;
    const attempt = (run: () => void): void => {
      try {
        run();
      } catch (error) {
        this.#tell({ type: 'refused', notice: notice(`${file} cannot be opened`, error) });
      }
    };
    attempt(() => {
      const def = parseScene(text, file);
      if (assetNames(def).length === 0) return this.#open(def, source, new Map(), play, state);
      readAssets(def, (name) => fileOf(source, name)).then((assets) => {
        if (mine === this.#loads) attempt(() => this.#open(def, source, assets, play, state));
      });
    });
  }
  #open(def: SceneDef, { file, isExample }: SceneSource, assets: Assets, play: boolean, state?: Uint8Array): void {
    const simulation = buildScene(def, file, {}, assets, this.threads);
    const notices = isExample || state ? [] : simulation.notices; // of the start
    const next = new Runner(simulation, this.send, state, this.threads);
    this.#giveUp('another scene was opened');
    this.#runner = next;
    if (notices.length) this.#tell({ type: 'notice', notice: unintended(notices) });
    if (!play) return;
    next.play();
    next.turn(); // its first picture need not wait for the next turn
  }

  #answer(message: Extract<ToWorker, { type: 'ask' }>): void {
    const { request } = message;
    const runner = this.#runner;
    const tell = this.#tell.bind(this);
    if (!runner) tell({ type: 'answer', request, error: 'No scene is open.' });
    else if (message.what === 'hash') tell({ type: 'answer', request, value: runner.hash() });
    else if (message.what === 'stable-step') tell({ type: 'answer', request, value: runner.stableStep() });
    else if (message.what === 'matrix') tell({ type: 'answer', request, value: { matrix: runner.matrix() } });
    else if (message.what === 'fields')
      tell({ type: 'answer', request, value: { kind: runner.fieldsOf(message.constraint) } });
    else if (message.what !== 'run-to') {
      const fault = runner.edit(message);
      tell({ type: 'answer', request, value: fault ? { fault } : {} });
    } else {
      this.#giveUp('another run was asked for');
      this.#journey = { request, step: message.step };
    }
  }
  #giveUp(why: string): void {
    if (this.#journey) this.#tell({ type: 'answer', request: this.#journey.request, error: why });
    this.#journey = undefined;
  }

  /** Once around: on the way to a step that somebody waits for, and what the run has to do. */
  turn(): void {
    const [runner, journey] = [this.#runner, this.#journey];
    if (runner && journey && runner.runTowards(journey.step, 20)) {
      const { request } = journey;
      this.#journey = undefined;
      this.#tell({
        type: 'answer',
        request,
        ...(runner.failed ? { error: 'The run stopped on the way.' } : { value: runner.steps }),
      });
    }
    runner?.turn();
    this.#rehearse();
  }
  /** While nobody wants anything. */
  #rehearse(): void {
    const { idle } = this;
    if (!idle || idle.rehearsal.isDone || this.#busyAt === undefined || this.#journey) return;
    if (idle.now() - this.#busyAt < quiet) return;
    try {
      idle.rehearsal.next();
    } catch {
      idle.rehearsal.stop(); // without memory, say: the next scene opens more slowly, and tells itself what is wrong
    }
    this.#busyAt = idle.now();
    if (idle.rehearsal.isDone) this.#tell({ type: 'rehearsed' });
  }
}

async function fileOf({ folder, files }: SceneSource, name: string): Promise<Uint8Array> {
  const own = files?.get(name);
  if (own) return own;
  if (folder === undefined) throw new Error('drop it on the page together with the scene.');
  const response = await fetch(new URL(name, folder));
  if (!response.ok) throw Object.assign(new Error(`${response.status}`), { code: 'ENOENT' });
  return new Uint8Array(await response.arrayBuffer());
}

/** What is right by itself and probably not meant. */
function unintended(notices: Simulation['notices']): Notice {
  const lines = notices.map(({ path, message }) => ({ path, text: path === '' ? sentence(message) : message }));
  return { tone: 'info', title: 'Probably not meant', lines, stays: true };
}

function notice(title: string, error: unknown): Notice {
  const lines =
    error instanceof SceneError
      ? error.faults.map(({ path, message }) => ({ path, text: path === '' ? sentence(message) : message }))
      : [{ path: '', text: sentence(error) }];
  return { tone: 'error', title, lines };
}

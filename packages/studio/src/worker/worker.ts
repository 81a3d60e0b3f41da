/** The worker: it owns the world, reads wishes, sends frames, and answers whoever asks whether it is alive. */
import { type Assets, assetNames, buildScene, parseScene, readAssets, type SceneDef, SceneError } from '@pliant/io';
import { sentence } from '../base/sentence.ts';
import type { FromWorker, Notice, SceneSource, ToWorker } from '../protocol/protocol.ts';
import { Runner, type Told } from './runner.ts';
import { threads } from './threads.ts';

interface Port {
  postMessage(message: FromWorker, transfer?: Transferable[]): void;
  onmessage: ((event: { readonly data: ToWorker }) => void) | null;
}
const page = self as unknown as Port;
const send = (message: FromWorker, transfer: Transferable[] = []): void => page.postMessage(message, transfer);
/** What belongs to no run. */
const tell = (message: Told): void => send({ ...message, run: 0 } as FromWorker);

let runner: Runner | undefined;
/** how many scenes were asked for */
let loads = 0;
/** a run to some step that somebody waits for */
let journey: { readonly request: number; readonly step: number } | undefined;

page.onmessage = ({ data }) => {
  try {
    take(data);
  } catch (error) {
    // ours, not the user's: still a sentence, and the page goes on
    tell({ type: 'notice', notice: notice('Something went wrong in the simulation', error) });
    if (data.type === 'ask') tell({ type: 'answer', request: data.request, error: sentence(error) });
  }
};

function take(message: ToWorker): void {
  switch (message.type) {
    case 'load':
      load(message.source, message.play, message.state);
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
      tell({ type: 'pong' });
      break;
    case 'ask':
      answer(message);
      break;
  }
}

/** A scene that names no files is open at once; of those that wait for files, the one that was asked for last. */
function load(source: SceneSource, play: boolean, state?: Uint8Array): void {
  const mine = ++loads;
  const { text, file } = source;
  const attempt = (run: () => void): void => {
    try {
      run();
    } catch (error) {
      tell({ type: 'refused', notice: notice(`${file} cannot be opened`, error) });
    }
  };
  attempt(() => {
    const def = parseScene(text, file);
    if (assetNames(def).length === 0) return open(def, file, new Map(), play, state);
    readAssets(def, (name) => fileOf(source, name)).then((assets) => {
      if (mine === loads) attempt(() => open(def, file, assets, play, state));
    });
  });
}
function open(def: SceneDef, file: string, assets: Assets, play: boolean, state?: Uint8Array): void {
  const next = new Runner(buildScene(def, file, {}, assets, threads), send, state, threads);
  giveUp('another scene was opened');
  runner = next;
  if (play) runner.play();
}
async function fileOf({ folder, files }: SceneSource, name: string): Promise<Uint8Array> {
  const own = files?.get(name);
  if (own) return own;
  if (folder === undefined) throw new Error('drop it on the page together with the scene.');
  const response = await fetch(new URL(name, folder));
  if (!response.ok) throw Object.assign(new Error(`${response.status}`), { code: 'ENOENT' });
  return new Uint8Array(await response.arrayBuffer());
}

function answer(message: Extract<ToWorker, { type: 'ask' }>): void {
  const { request } = message;
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
    giveUp('another run was asked for');
    journey = { request, step: message.step };
  }
}
function giveUp(why: string): void {
  if (journey) tell({ type: 'answer', request: journey.request, error: why });
  journey = undefined;
}

function notice(title: string, error: unknown): Notice {
  const lines =
    error instanceof SceneError
      ? error.faults.map(({ path, message }) => ({ path, text: message }))
      : [{ path: '', text: sentence(error) }];
  return { tone: 'error', title, lines };
}

/** ms */
const pause = 4;
function turn(): void {
  setTimeout(turn, pause);
  if (runner && journey) {
    if (runner.runTowards(journey.step, 20)) {
      const { request } = journey;
      journey = undefined;
      tell({
        type: 'answer',
        request,
        ...(runner.failed ? { error: 'The run stopped on the way.' } : { value: runner.steps }),
      });
    }
  }
  runner?.turn();
}
turn();

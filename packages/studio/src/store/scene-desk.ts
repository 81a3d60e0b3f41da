/**
 * Which scene is open, and where it came from: opened from the list, from files or from the server; opened again, with what was
 * typed, after a reload of the page or the loss of the worker.
 */

import { sentence } from '../base/sentence.ts';
import type { SceneSource } from '../protocol/protocol.ts';
import type { MessageBoard } from './message-board.svelte.ts';
import { type Example, forgetScene, keepScene, keptScene, readDropped, readExample, readGiven } from './scenes.ts';

/** ms between two looks at the file of the scene that the server was started with */
const checkEvery = 2000;

export class SceneDesk {
  /** asked for last; and open: as it was read, or with what was typed */
  #asked: SceneSource | undefined;
  #open: SceneSource | undefined;
  /** its text before anything was typed */
  #original = '';
  /** where the run could go on if the worker died */
  #state: { readonly bytes: Uint8Array; readonly time: number } | undefined;
  /** to be said when the scene is open again */
  #news: { readonly tone: 'info' | 'error'; readonly title: string; readonly text: string } | undefined;
  /** the text of the file that the server was started with, as it was read last */
  #given: string | undefined;

  constructor(
    private readonly load: (source: SceneSource, play: boolean, state?: Uint8Array) => void,
    private readonly board: MessageBoard,
  ) {}

  /** The scene to begin with: the one before a reload, the one in the address, the server's, hello. */
  async first(examples: Promise<readonly Example[]>): Promise<void> {
    setInterval(() => this.#checkGiven(), checkEvery);
    const asked = decodeURIComponent(location.hash.slice(1));
    const given = asked ? undefined : await readGiven().catch(() => undefined);
    this.#given = given?.text;
    const kept = keptScene();
    // what was typed into the server's file belongs to the file as it was then
    const isStale = kept?.source.file === given?.file && kept?.original !== given?.text;
    if (kept && !isStale && (!asked || asked === kept.source.file)) {
      this.#original = kept.original ?? kept.source.text;
      const text = 'The page was reloaded. Your equations are kept; the run starts again.';
      if (kept.original !== undefined) this.#news = { tone: 'info', title: 'Opened again', text };
      return this.#ask(kept.source);
    }
    if (asked) {
      await this.open(asked);
      return;
    }
    if (given) return this.#ask(given);
    const list = await examples;
    const hello = list.find((e) => e.id === 'hello') ?? list[0];
    if (hello) await this.open(hello.id);
  }
  /** False, and a message, if there is none. */
  async open(id: string): Promise<boolean> {
    try {
      this.#ask(await readExample(id));
      return true;
    } catch (error) {
      this.#refuse(`"${id}" cannot be opened`, `${words(error)}. Choose one from the list.`);
      return false;
    }
  }
  /** A scene, alone or together with the files that it names. */
  async openFiles(files: readonly File[]): Promise<void> {
    try {
      this.#ask(await readDropped(files));
    } catch (error) {
      this.#refuse(`${files[0].name} cannot be opened`, words(error));
    }
  }
  #refuse(title: string, text: string): void {
    this.board.refuse({ tone: 'error', title, lines: [{ path: '', text: sentence(text) }] });
  }
  #ask(source: SceneSource): void {
    this.#asked = source;
    this.load(source, true);
  }

  /** What was asked for is open. Returns its name. `isExample` by its name. */
  opened(isExample: (name: string) => boolean): string {
    const source = this.#asked as SceneSource;
    if (source !== this.#open) {
      this.#state = undefined;
      const kept = keptScene();
      if (kept?.source.text === source.text) this.#original = kept.original ?? source.text;
      else {
        this.#original = source.text;
        if (isExample(source.file) || source.text === this.#given) forgetScene();
        else keepScene(source);
      }
    }
    this.#open = source;
    if (this.#news) this.board.say(this.#news.tone, this.#news.title, this.#news.text);
    this.#news = undefined;
    return source.file;
  }
  /** Equations were typed: from now on they belong to the scene. */
  edited(text: string): void {
    if (!this.#open || this.#open.text === text) return;
    this.#open = { ...this.#open, text };
    this.#asked = this.#open;
    keepScene(this.#open, this.#original);
    this.#state = undefined; // that of the scene as it was
  }
  keepState(bytes: Uint8Array, time: number): void {
    this.#state = { bytes, time };
  }
  get keptTime(): number {
    return this.#state?.time ?? Number.NaN;
  }
  /** The worker is gone and another one is there: the scene again, paused, where its last state was kept. */
  recover(why: string, time: number): void {
    const source = this.#open ?? this.#asked;
    const title = 'The simulation was started again';
    if (!source) {
      this.board.say('error', title, `${why} Open a scene from the list.`);
      return;
    }
    const from = this.#state ? `t = ${this.#state.time.toFixed(2)} s, its last kept state` : 'the start';
    const other = this.#asked === source ? '' : ` "${this.#asked?.file}" was not opened.`;
    const text = `${why}${other} It was at t = ${time.toFixed(2)} s and goes on from ${from}. Press Space to play.`;
    this.#news = { tone: 'error', title, text };
    this.board.say('error', title, text);
    this.#asked = source;
    this.load(source, false, this.#state?.bytes);
  }
  /** The file that the server was started with may change while it is open: the run goes on until the user wants the new one. */
  async #checkGiven(): Promise<void> {
    if (this.#given === undefined || document.hidden || this.#open?.file !== 'scene.json') return;
    const now = await readGiven().catch(() => undefined);
    if (!now || now.text === this.#given) return;
    this.#given = now.text;
    const open = { label: 'Open it', do: () => this.#ask(now) };
    this.board.say('info', 'The scene file has changed', 'The run still uses the file as it was.', open);
  }
}

export const words = (error: unknown): string => (error instanceof Error ? error.message : String(error));

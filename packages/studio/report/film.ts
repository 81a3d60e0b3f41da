/**
 * The page that pictures and films are taken of: a picture at a time is handed in, drawn, and photographed from outside. Films
 * are encoded here, by the browser.
 */
import '../src/app.css';
import './film.css';
import {
  BufferTarget,
  CanvasSource,
  canEncodeVideo,
  Mp4OutputFormat,
  Output,
  QUALITY_HIGH,
  WebMOutputFormat,
} from 'mediabunny';
import type { Holds, SceneInfo } from '../src/protocol/protocol.ts';
import type { ReportFrame } from '../src/report/data.ts';
import { unpackValue } from '../src/report/pack.ts';
import { modelOf, pointsOf } from '../src/store/model-of.ts';
import type { Triple } from '../src/viewer/model.ts';
import { dark, light } from '../src/viewer/stage/theme.ts';
import { Viewport } from '../src/viewer/viewport.ts';

/** How pictures are taken. */
export interface Looks {
  readonly theme: 'light' | 'dark';
  /** with the arrows of forces, and how large they are */
  readonly forces: boolean;
  /** where the camera is and what it looks at, m; without them as the scene says, with everything in view */
  readonly camera?: Triple;
  readonly target?: Triple;
}

const bytesOf = (base64: string): Uint8Array => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

class Stage {
  #viewport: Viewport;
  #shown: (() => void) | undefined;
  #started = false;
  readonly #scene: SceneInfo;
  readonly #looks: Looks;

  constructor(packed: string, looks: Looks) {
    const { theme, forces } = looks;
    this.#looks = looks;
    document.documentElement.dataset.theme = theme;
    const box = document.body.appendChild(document.createElement('div'));
    box.className = 'stage';
    this.#scene = unpackValue<SceneInfo>(bytesOf(packed));
    this.#viewport = new Viewport(box, { quality: 'high', events: { shown: () => this.#shown?.() } });
    this.#viewport.theme = theme === 'dark' ? dark : light;
    this.#viewport.forces = forces;
  }
  /** Draws a picture; `holds` where the constraints are others than before. */
  async show(packed: string): Promise<void> {
    const { frame, holds } = unpackValue<{ frame: ReportFrame; holds?: Holds }>(bytesOf(packed));
    if (!this.#started) this.#begin(frame);
    if (holds) this.#viewport.setPoints(pointsOf(holds));
    const drawn = new Promise<void>((done) => {
      this.#shown = done;
    });
    this.#viewport.update(frame);
    await drawn;
  }
  #begin(frame: ReportFrame): void {
    this.#started = true;
    this.#viewport.setModel(modelOf(this.#scene), frame);
    const { camera, target } = this.#looks;
    const { view } = this.#viewport;
    if (camera || target) this.#viewport.view = { camera: camera ?? view.camera, target: target ?? view.target };
  }
}

class Film {
  readonly #canvas: OffscreenCanvas;
  readonly #output: Output<Mp4OutputFormat | WebMOutputFormat, BufferTarget>;
  readonly #source: CanvasSource;

  constructor(format: 'mp4' | 'webm', width: number, height: number) {
    this.#canvas = new OffscreenCanvas(width, height);
    const made = format === 'mp4' ? new Mp4OutputFormat() : new WebMOutputFormat();
    this.#output = new Output({ format: made, target: new BufferTarget() });
    this.#source = new CanvasSource(this.#canvas, { codec: codecs[format], bitrate: QUALITY_HIGH });
    this.#output.addVideoTrack(this.#source);
  }
  start(): Promise<void> {
    return this.#output.start();
  }
  async add(png: string, time: number, duration: number): Promise<void> {
    const image = await createImageBitmap(new Blob([bytesOf(png) as Uint8Array<ArrayBuffer>], { type: 'image/png' }));
    this.#canvas.getContext('2d')?.drawImage(image, 0, 0, this.#canvas.width, this.#canvas.height);
    image.close();
    await this.#source.add(time, duration);
  }
  /** The whole film, in base64. */
  async end(): Promise<string> {
    await this.#output.finalize();
    const bytes = new Uint8Array(this.#output.target.buffer as ArrayBuffer);
    let text = '';
    const piece = 0x8000;
    for (let i = 0; i < bytes.length; i += piece) text += String.fromCharCode(...bytes.subarray(i, i + piece));
    return btoa(text);
  }
}
const codecs = { mp4: 'avc', webm: 'vp9' } as const;

const filmPage = {
  stage: undefined as Stage | undefined,
  film: undefined as Film | undefined,
  open: (packed: string, looks: Looks): void => {
    filmPage.stage = new Stage(packed, looks);
  },
  /** Whether this browser can encode such a film; begins it if so. */
  async begin(format: 'mp4' | 'webm', width: number, height: number): Promise<boolean> {
    if (!(await canEncodeVideo(codecs[format], { width, height }))) return false;
    filmPage.film = new Film(format, width, height);
    await filmPage.film.start();
    return true;
  },
};
export type FilmPage = typeof filmPage;
Object.assign(globalThis, { filmPage });

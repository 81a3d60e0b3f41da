// The studio as a user meets it: built, served by the command line's own server, opened in Chromium.
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright';
import { serveStudio } from '../packages/cli/src/server/studio-server.ts';
import { ensureChromium } from '../scripts/chromium.mjs';
import { studioBuild } from './support/studio-build.ts';

/** As small as a window with both side panels may be: without a graphics card a frame costs its pixels. */
const small = { width: 920, height: 480 };

/** What the page offers to the console; see packages/studio/src/main.ts. */
export interface PliantOnPage {
  hash(): Promise<string>;
  runTo(step: number): Promise<number>;
  reset(): void;
  play(): void;
  pause(): void;
  state(): {
    scene: string;
    opening: boolean;
    step: number;
    time: number;
    playing: boolean;
    kept: number;
    handForce: number;
    rehearsed: boolean;
    messages: { title: string; lines: { path: string; text: string }[] }[];
  };
  drawn(): Promise<void>;
  patience(seconds: number): void;
  screenOf(node: number): { x: number; y: number } | undefined;
}
declare global {
  var pliant: PliantOnPage;
}

/** The picture and the numbers show the last frame, and rest. */
export const drawn = (page: Page): Promise<void> => page.evaluate(() => globalThis.pliant.drawn());

/** Runs to a step, and waits until the page shows it. */
export async function pauseAt(page: Page, step: number): Promise<void> {
  await page.evaluate((n) => globalThis.pliant.runTo(n), step);
  await page.waitForFunction((n) => globalThis.pliant.state().step === n && !globalThis.pliant.state().playing, step);
  await drawn(page);
}
/** As if a file were dropped on the page. */
export const dropScene = (page: Page, name: string, text: string): Promise<void> =>
  page.evaluate(
    ([fileName, content]) => {
      const data = new DataTransfer();
      data.items.add(new File([content], fileName, { type: 'application/json' }));
      document.querySelector('main')?.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true }));
    },
    [name, text],
  );

/** At most so many pictures a second: without a graphics card drawing takes most of two cores. */
const drawnAt = (page: Page, rate: number): Promise<unknown> =>
  page.addInitScript((pause) => {
    const draw = globalThis.requestAnimationFrame.bind(globalThis);
    let last = Number.NEGATIVE_INFINITY;
    const paint = (callback: FrameRequestCallback) => (time: number) => {
      last = time;
      callback(time);
    };
    globalThis.requestAnimationFrame = (callback) =>
      window.setTimeout(() => draw(paint(callback)), Math.max(0, last + pause - performance.now()));
    globalThis.cancelAnimationFrame = (id) => clearTimeout(id);
  }, 1000 / rate);
/** Six pictures a second: there are scenes to build. */
export async function seldomDrawn(page: Page): Promise<void> {
  await drawnAt(page, 6);
}

/** Those that the page lists; the largest are left out. */
export async function examplesOn(page: Page): Promise<{ id: string; name: string }[]> {
  const all: { id: string; name: string }[] = await page.evaluate(() =>
    fetch('/examples/index.json').then((response) => response.json()),
  );
  return all.filter(({ id }) => !id.endsWith('-500'));
}
/** Opens one and waits until it has moved. Returns the seconds until its first picture. */
export async function openExample(page: Page, id: string): Promise<number> {
  const began = performance.now();
  await page.evaluate((scene) => {
    location.hash = scene;
  }, id);
  await page.waitForFunction((scene) => globalThis.pliant.state().scene === scene, id, { polling: 5 });
  const seconds = (performance.now() - began) / 1000;
  const moves = (asked: string): boolean => {
    const { scene, opening, step } = globalThis.pliant.state();
    return scene === asked && !opening && step > 3;
  };
  await page.waitForFunction(moves, id, { polling: 50 });
  return seconds;
}

export interface OpenPage {
  readonly page: Page;
  /** errors on the console, uncaught ones, and what the Content-Security-Policy forbade */
  readonly errors: string[];
}

export class StudioPages {
  #rested: OpenPage | undefined;

  private constructor(
    private readonly browser: Browser,
    readonly address: string,
    private readonly end: () => void,
  ) {}

  /** workerImports: a module for the worker to load. built: the folder of a page that is there already. */
  static async start(workerImports?: string, built?: string): Promise<StudioPages> {
    const folder = built ?? (await studioBuild(workerImports));
    const { server, address } = await serveStudio({ page: folder, port: 0 });
    const browser = await chromium.launch({
      executablePath: ensureChromium(),
      args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--no-first-run'],
    });
    return new StudioPages(browser, address, () => {
      server.close();
      server.closeAllConnections();
    });
  }
  /** Process ids of the open pages. */
  async renderers(): Promise<number[]> {
    const session = await this.browser.newBrowserCDPSession();
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    await session.detach();
    return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
  }
  async stop(): Promise<void> {
    await this.browser.close();
    this.end();
  }

  /**
   * A page on which an example is opened anew and moves: one that rests, or another. A page of its own costs three seconds. Speed is 1;
   * theme and panels are as they were left. `options` are for one that is opened.
   */
  async lend(id = 'hello', options: BrowserContextOptions = {}): Promise<OpenPage> {
    const rested = this.#rested;
    this.#rested = undefined;
    if (!rested) return this.open(`?quality=low#${id}`, options);
    const { page } = rested;
    await page.getByLabel('Speed').selectOption('1');
    const current = await page.evaluate(() => globalThis.pliant.state().scene);
    if (current === id) await openExample(page, id === 'chain' ? 'hello' : 'chain');
    await openExample(page, id);
    return rested;
  }
  /** After a test that went well: the next one may have it. One that fails keeps its page. */
  async rest(opened: OpenPage): Promise<void> {
    await opened.page.evaluate(() => globalThis.pliant.pause());
    this.#rested = opened;
  }

  /** Opens the page and waits until a scene moves. `prepare` may route requests first. */
  async open(
    where = '#hello',
    options: BrowserContextOptions = {},
    prepare?: (page: Page) => Promise<void>,
  ): Promise<OpenPage> {
    const page = await this.browser.newPage({ viewport: small, ...options });
    page.setDefaultTimeout(90_000); // on a machine that may be busy
    const errors: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('dialog', (dialog) => {
      errors.push(`a dialog: ${dialog.message()}`);
      dialog.dismiss();
    });
    await page.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) => {
        console.error(`forbidden by ${event.violatedDirective}: ${event.blockedURI}`);
      });
    });
    await prepare?.(page);
    await page.goto(this.address + where);
    const moves = page.waitForFunction(() => globalThis.pliant?.state().step > 0, null, { timeout: 60_000 });
    await moves.catch((error) => {
      throw new Error(`${where} does not move. ${errors.join('; ')} ${error}`);
    });
    return { page, errors };
  }
}

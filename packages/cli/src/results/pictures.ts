/** Pictures and films of a recording: the studio's viewport in a headless browser, frame by frame. */
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { chosenFrames, replayedFrames } from '@pliant/io';
import type { Page } from 'playwright-core';
import { Failure } from '../base/failure.ts';
import { builtFile } from '../base/studio-folder.ts';
import { count } from '../run/quantity.ts';
import { chromiumPath } from './chromium.ts';
import { encodeWithFfmpeg } from './ffmpeg.ts';
import { type ExportJob, type Looks, numbered, write } from './job.ts';

/** What the page offers: see packages/studio/report/film.ts. */
interface FilmPage {
  stage: { show(packed: string): Promise<void> };
  film: { add(png: string, time: number, duration: number): Promise<void>; end(): Promise<string> };
  open(packed: string, looks: Looks): void;
  begin(format: string, width: number, height: number): Promise<boolean>;
}
declare const filmPage: FilmPage;

interface Shot {
  readonly index: number;
  readonly time: number;
  readonly png: Buffer;
}

export async function exportPictures(job: ExportJob): Promise<string> {
  const { out } = job;
  let first = '';
  let written = 0;
  await withPage(job, async (page) => {
    for await (const { index, png } of shots(job, page)) {
      const file = numbered(out, index);
      first ||= file;
      write(file, png);
      written++;
    }
  });
  return `${first} ... (${count(written, 'picture')})`;
}

export async function exportFilm(job: ExportJob): Promise<string> {
  const { out, recording, choice, size } = job;
  const format = extname(out).slice(1).toLowerCase();
  const times = chosenFrames(recording, choice).map((index) => recording.frame(index).time);
  const rate = times.length > 1 ? (times.length - 1) / (times[times.length - 1] - times[0]) : recording.header.rate;
  await withPage(job, async (page) => {
    const [width, height] = size;
    if (!(await page.evaluate(([f, w, h]) => filmPage.begin(f, w, h), [format, width, height] as const))) {
      return encodeWithFfmpeg(out, format, rate, pictures(job, page));
    }
    let done = 0;
    for await (const { time, png } of shots(job, page)) {
      const duration = (times[done + 1] ?? time + 1 / rate) - time;
      const shot = [png.toString('base64'), time - times[0], duration] as const;
      await page.evaluate(([image, at, long]) => filmPage.film.add(image, at, long), shot);
      done++;
    }
    write(out, Buffer.from(await page.evaluate(() => filmPage.film.end()), 'base64'));
  });
  return `${out} (${count(times.length, 'frame')}, ${Number(rate.toPrecision(4))} a second)`;
}

async function* pictures(job: ExportJob, page: Page): AsyncGenerator<Uint8Array> {
  for await (const { png } of shots(job, page)) yield png;
}

/** Draws every chosen frame and takes a picture; one at a time is in memory. */
async function* shots({ recording, choice, progress, looks }: ExportJob, page: Page): AsyncGenerator<Shot> {
  const { packValue, Photographer } = await import('@pliant/studio/report');
  const text = (value: unknown): string => Buffer.from(packValue(value)).toString('base64');
  let photographer: InstanceType<typeof Photographer> | undefined;
  let holds = -1;
  let done = 0;
  for (const { index, simulation } of replayedFrames(recording, choice)) {
    if (!photographer) {
      photographer = new Photographer(simulation);
      await page.evaluate(([scene, given]) => filmPage.open(scene, given), [text(photographer.scene), looks] as const);
    }
    const frame = photographer.take();
    const changed = frame.holds === holds ? {} : { holds: photographer.holds[frame.holds] };
    holds = frame.holds;
    await page.evaluate((packed) => filmPage.stage.show(packed), text({ frame, ...changed }));
    yield { index, time: frame.time, png: await page.screenshot({ type: 'png' }) };
    progress.update(++done);
  }
}

async function withPage(job: ExportJob, use: (page: Page) => Promise<void>): Promise<void> {
  const executablePath = chromiumPath(job.out);
  const [script, style] = ['report/film.js', 'report/film.css'].map((name) => readFileSync(builtFile(name), 'utf8'));
  const { chromium } = await import('playwright-core');
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--no-first-run'],
  });
  try {
    const [width, height] = job.size;
    const page = await browser.newPage({ viewport: { width, height } });
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    // encoders exist in secure contexts only, so the page gets an address, which is served locally
    await page.route('https://pliant.localhost/', (route) =>
      route.fulfill({ contentType: 'text/html', body: `<!doctype html><style>${style}</style><body></body>` }),
    );
    await page.goto('https://pliant.localhost/');
    await page.addScriptTag({ content: script });
    await use(page);
    if (faults.length) throw new Failure(`${job.out}: the picture could not be drawn: ${faults[0]}`);
  } finally {
    await browser.close();
  }
}

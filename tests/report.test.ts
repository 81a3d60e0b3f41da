// A report as somebody opens it: from the disk, without a network, in Chromium. Pictures and films as somebody exports them.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ensureChromium } from '../scripts/chromium.mjs';
import { pixelsOf } from './support/pixels.ts';
import { pliant, smallScene } from './support/pliant.ts';
import { someOf } from './support/sample.ts';

const folder = mkdtempSync(join(tmpdir(), 'pliant-report-'));
const path = (name: string): string => join(folder, name);
const size = { width: 960, height: 600 };
let browser: Browser;

beforeAll(async () => {
  browser = await chromium.launch({ executablePath: ensureChromium(), args: ['--no-sandbox'] });
  const scene = { ...smallScene, duration: 0.6, description: 'A cube <b>swings</b> & falls.' };
  writeFileSync(path('scene.json'), JSON.stringify(scene));
  const made = await pliant(['run', 'scene.json', '--report', 'run.html', '--record', 'run.plr', '--json'], {
    cwd: folder,
  });
  expect(made.status, made.stderr).toBe(0);
  told = JSON.parse(made.stdout);
}, 120_000);
afterAll(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});
let told: { hash: string };

/** A page that is ready, and what went wrong on it: errors, and addresses that it asked for. */
async function opened(
  file: string,
  colorScheme: 'light' | 'dark' = 'light',
): Promise<{ page: Page; errors: string[] }> {
  const page = await browser.newPage({ viewport: size, colorScheme });
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('request', (request) => {
    if (!/^(file|data|blob):/.test(request.url())) errors.push(`asked for ${request.url()}`);
  });
  await page.goto(pathToFileURL(path(file)).href);
  return { page, errors };
}
async function openedReport(...args: Parameters<typeof opened>): ReturnType<typeof opened> {
  const found = await opened(...args);
  await found.page.waitForSelector('html[data-ready=yes]');
  return found;
}
/** Colours of a picture: one that shows nothing has few. */
const colours = (page: Page, selector: string): Promise<number> =>
  page.evaluate(async (target) => {
    const canvas = document.querySelector<HTMLCanvasElement>(target);
    if (!canvas) return 0;
    await new Promise((next) => requestAnimationFrame(next));
    const copy = document.createElement('canvas');
    [copy.width, copy.height] = [canvas.width, canvas.height];
    const context = copy.getContext('2d');
    context?.drawImage(canvas, 0, 0);
    const { data } = context?.getImageData(0, 0, copy.width, copy.height) ?? { data: [] };
    const seen = new Set<number>();
    for (let i = 0; i < data.length; i += 4) seen.add((data[i] << 16) | (data[i + 1] << 8) | data[i + 2]);
    return seen.size;
  }, selector);

describe('report', () => {
  test.each(someOf(['light', 'dark'] as const, 1, 1))(
    '%s: says what ran, plays, plots, and has no errors',
    async (theme) => {
      const { page, errors } = await openedReport('run.html', theme);
      const text = await page.innerText('main');
      expect(await page.title()).toBe('A small cube – Pliant');
      expect(text).toContain('A cube <b>swings</b> & falls.'); // as text, not as markup
      expect(text).toContain(told.hash);
      expect(text).toContain('pliant run scene.json');
      expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe(theme);
      expect(await page.locator('.plot canvas').count()).toBe(5); // residual, energy, forces, two probes
      for (let i = 0; i < 5; i++)
        expect(await colours(page, `figure:nth-of-type(${i + 1}) .plot canvas`)).toBeGreaterThan(3);
      const rows = await page.locator('tbody tr').allInnerTexts();
      expect(rows.map((row) => row.split('\t')[0].trim())).toEqual(['ground', 'nail']);
      expect(rows[1]).toMatch(/m\s.*N/s);

      const clock = () => page.innerText('.clock');
      expect(await clock()).toBe('0.000 s');
      await page.locator('.transport input').fill('10');
      const there = await clock();
      expect(there).not.toBe('0.000 s');
      await page.keyboard.press('.');
      expect(await clock()).not.toBe(there);
      await page.getByLabel('To the start').click();
      expect(await clock()).toBe('0.000 s');
      await page.getByLabel('Play (space)').click();
      await page.waitForFunction(() => document.querySelector('.clock')?.textContent === '0.600 s', undefined, {
        timeout: 60_000,
      });
      expect(errors).toEqual([]);
      await page.close();
    },
  );

  test('a drag zooms a plot, a double-click shows all of it, a click goes there; headings sort; the theme turns', async () => {
    const { page, errors } = await openedReport('run.html');
    const plot = page.locator('.plot .u-over').nth(1);
    await plot.scrollIntoViewIfNeeded();
    const box = (await plot.boundingBox())!;
    const at = (share: number): [number, number] => [box.x + share * box.width, box.y + box.height / 2];
    const ticks = (): Promise<number> => colours(page, 'figure:nth-of-type(2) .plot canvas');
    expect(await ticks()).toBeGreaterThan(3);
    await page.mouse.click(...at(0.5));
    const time = Number.parseFloat(await page.innerText('.clock'));
    expect(time).toBeGreaterThan(0.25);
    expect(time).toBeLessThan(0.35);
    await page.mouse.move(...at(0.25));
    await page.mouse.down();
    await page.mouse.move(...at(0.5), { steps: 4 });
    await page.mouse.up();
    await page.mouse.click(...at(0.5)); // half way through what is shown now
    const zoomed = Number.parseFloat(await page.innerText('.clock'));
    expect(zoomed).toBeGreaterThan(0.2);
    expect(zoomed).toBeLessThan(0.25);
    await page.mouse.dblclick(...at(0.5));
    await page.mouse.click(...at(0.9));
    expect(Number.parseFloat(await page.innerText('.clock'))).toBeGreaterThan(0.5);

    await page.getByRole('button', { name: 'Constraint', exact: true }).click();
    expect((await page.locator('tbody tr').first().innerText()).startsWith('nail')).toBe(true);
    await page.getByLabel('Light or dark').click();
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
    expect(errors).toEqual([]);
    await page.close();
  });

  test('a recording gives a report too, with the hash of its run', async () => {
    const made = await pliant(['export', 'run.plr', 'again.html', '--quiet'], { cwd: folder });
    expect(made.status, made.stderr).toBe(0);
    const { page, errors } = await openedReport('again.html');
    expect(await page.innerText('main')).toContain(told.hash);
    expect(errors).toEqual([]);
    await page.close();
  });

  test('what cannot be written is told before the run', async () => {
    const { status, stderr } = await pliant(['run', 'scene.json', '--report', 'scene.json/report.html'], {
      cwd: folder,
    });
    expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining('cannot be written') });
  });
});

describe('pictures and films', () => {
  const export_ = (...args: string[]) =>
    pliant(['export', 'run.plr', ...args, '--size', '320x180', '--rate', '5', '--quiet'], { cwd: folder });

  test('PNG: a picture for each frame, of the size asked for, not empty', async () => {
    const { status, stderr } = await export_('frames/f-*.png');
    expect(status, stderr).toBe(0);
    const files = readdirSync(path('frames')).sort();
    expect(files).toEqual(['f-00000.png', 'f-00012.png', 'f-00024.png', 'f-00036.png']);
    const pngs = files.map((file) => readFileSync(join(path('frames'), file)));
    for (const png of pngs) {
      expect(png.subarray(1, 4).toString('latin1')).toBe('PNG');
      expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([320, 180]);
      expect(png.length).toBeGreaterThan(5000);
    }
    expect(new Set(pngs.map((png) => png.toString('base64'))).size).toBe(4); // it moves
  });

  test('PNG: with the arrows of forces, and from where the camera is put', async () => {
    writeFileSync(
      path('touching.json'),
      JSON.stringify({
        ...{ pliant: 1, name: 'A box on a floor', step: 0.005, duration: 0.05, contact: true },
        bodies: [
          { id: 'floor', kind: 'plane', normal: [0, 1, 0] },
          {
            ...{ id: 'box', kind: 'rigid', mass: 1 },
            ...{ shape: { kind: 'box', size: [1, 1, 1] }, place: { translate: [0, 0.5, 0] } },
          },
        ],
      }),
    );
    const pictureOf = async (name: string, ...options: string[]): Promise<Buffer> => {
      const { status, stderr } = await pliant(
        ['export', 'touching.json', `${name}.png`, '--size', '320x180', '--rate', '20', '--quiet', ...options],
        { cwd: folder },
      );
      expect(status, stderr).toBe(0);
      return readFileSync(path(`${name}-00001.png`));
    };
    const page = await browser.newPage();
    const pushing = async (png: Buffer): Promise<number> => {
      const { data } = await pixelsOf(page, png);
      return Array.from({ length: data.length / 4 }, (_, k) => data.subarray(4 * k, 4 * k + 3)).filter(
        ([r, g, b]) => Math.hypot(r - 0x1b, g - 0x4f, b - 0xae) < 24,
      ).length;
    };
    const plain = await pictureOf('plain');
    expect(await pushing(plain)).toBe(0);
    expect(await pushing(await pictureOf('forces', '--forces'))).toBeGreaterThan(50);
    const moved = await pictureOf('moved', '--camera', '-1,3,2', '--target', '0,0.5,0');
    expect(moved.equals(plain)).toBe(false);
    await page.close();
    const refused = await pliant(['export', 'run.plr', 'run.glb', '--forces'], { cwd: folder });
    expect(refused).toMatchObject({ status: 2, stderr: expect.stringContaining('write .png, .mp4 or .webm') });
  });

  /** Size and length of a film, as a browser plays it. */
  async function played(name: string, ending: string): Promise<{ duration: number; width: number; height: number }> {
    const page = await browser.newPage();
    await page.goto(pathToFileURL(path('scene.json')).href);
    const url = `data:video/${ending};base64,${readFileSync(path(name)).toString('base64')}`;
    const seen = await page.evaluate(async (source) => {
      const video = document.createElement('video');
      video.src = source;
      await new Promise((done, fail) => {
        video.onloadeddata = done;
        video.onerror = () => fail(new Error(video.error?.message));
      });
      return { duration: video.duration, width: video.videoWidth, height: video.videoHeight };
    }, url);
    await page.close();
    return seen;
  }
  // four frames of a fifth of a second
  const wanted = { width: 320, height: 180, duration: expect.closeTo(0.8, 1) };

  test.each(someOf(['mp4', 'webm'], 1, 1))('%s: plays in a browser, as long as the run', async (ending) => {
    const { status, stderr } = await export_(`film.${ending}`, '--theme', 'dark');
    expect(status, stderr).toBe(0);
    expect(await played(`film.${ending}`, ending)).toEqual(wanted);
  });

  describe('mp4 of 7680 x 64 pixels, for which Chromium has no encoder', () => {
    /** PATH: of the command; Chromium is named, and is a script that needs the usual programs */
    const exportWith = (PATH: string, out: string) =>
      pliant(['export', 'run.plr', out, '--size', '7680x64', '--rate', '5', '--quiet'], {
        cwd: folder,
        env: { PATH, PLIANT_CHROMIUM: tool('chromium', `PATH='${process.env.PATH}' exec '${ensureChromium()}' "$@"`) },
      });
    const tool = (name: string, script: string): string => {
      writeFileSync(path(name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
      return path(name);
    };

    const ffmpeg = (process.env.PATH ?? '').split(':').some((place) => existsSync(join(place, 'ffmpeg')));
    test.skipIf(!ffmpeg)(`is made by ffmpeg${ffmpeg ? '' : ' (skipped: ffmpeg is not installed)'}`, async () => {
      const { status, stderr } = await exportWith(process.env.PATH ?? '', 'outside.mp4');
      expect(status, stderr).toBe(0);
      expect(readFileSync(path('outside.mp4')).includes('x264')).toBe(true); // the encoder leaves its name
      expect(await played('outside.mp4', 'mp4')).toEqual({ ...wanted, width: 7680, height: 64 });
    });
    test('without ffmpeg it says what to install', async () => {
      const { status, stderr } = await exportWith('/nowhere', 'none.mp4');
      expect(status).toBe(1);
      expect(stderr).toContain(
        'none.mp4: this browser cannot encode .mp4 films, and ffmpeg was not found. Install ffmpeg or another Chromium, or export .png pictures.',
      );
      expect(existsSync(path('none.mp4'))).toBe(false);
    });
    test('an ffmpeg that fails is named with its own words, and leaves no film', async () => {
      mkdirSync(path('bad'));
      tool('bad/ffmpeg', `echo "Unknown encoder 'libx264'" >&2\nexit 1`);
      const { status, stderr } = await exportWith(path('bad'), 'failed.mp4');
      expect(status).toBe(1);
      expect(stderr).toContain("failed.mp4: ffmpeg failed: Unknown encoder 'libx264'");
      expect(existsSync(path('failed.mp4'))).toBe(false);
    });
  });

  test('without a browser it says what to install', async () => {
    const { status, stderr } = await pliant(['export', 'run.plr', 'other.mp4'], {
      cwd: folder,
      env: { PATH: '/nowhere', PLIANT_CHROMIUM: '' },
    });
    expect(status).toBe(1);
    expect(stderr).toContain(
      'other.mp4: pictures are drawn by Chromium or Chrome, and neither was found. Install one, or set PLIANT_CHROMIUM',
    );
    const wrong = await pliant(['export', 'run.plr', 'a.png'], {
      cwd: folder,
      env: { PLIANT_CHROMIUM: '/nowhere/chrome' },
    });
    expect(wrong.stderr).toContain('PLIANT_CHROMIUM: "/nowhere/chrome" is not a program');
    expect(existsSync(path('a-00000.png'))).toBe(false);
  });
});

describe('pages of sweeps and calibrations', () => {
  test.each(someOf(['light', 'dark'] as const, 1, 4))(
    'a sweep, %s: plots and table are seen, without errors',
    async (theme) => {
      if (!existsSync(path('swept/index.html'))) {
        const sweep = {
          ...{ pliant: 1, name: 'A cube, <i>lighter</i> & heavier', scene: 'scene.json', duration: 0.05 },
          parameters: [
            { name: 'density', path: 'bodies[cube].density', values: [50, 100] },
            { name: 'step', path: 'step', values: [0.001, 0.002, 10] },
          ],
          plots: [{ x: 'density', y: 'energy', by: 'step' }],
        };
        writeFileSync(path('sweep.json'), JSON.stringify(sweep));
        const made = await pliant(['sweep', 'sweep.json', '--out', 'swept', '--quiet'], { cwd: folder });
        expect(made.status, made.stderr).toBe(0);
      }
      const { page, errors } = await opened('swept/index.html', theme);
      expect(await page.innerText('h1')).toBe('A cube, <i>lighter</i> & heavier');
      expect(await page.locator('tbody tr').count()).toBe(6);
      expect(await page.locator('svg circle').count()).toBeGreaterThanOrEqual(4);
      await seen(page, 'svg', 'svg polyline', '.legend', 'table');
      expect(errors).toEqual([]);
      await page.close();
    },
  );

  test('a calibration: measured and fitted curves are seen, without errors', async () => {
    const times = [0.01, 0.02, 0.03, 0.04, 0.05];
    const rows = times.map((t) => `${t},${-4.8 * t * t}`);
    writeFileSync(path('measured.csv'), ['time (s),fall (m)', ...rows].join('\n'));
    const falling = {
      ...{ pliant: 1, name: 'A point falls', step: 0.001, duration: 0.05, gravity: [0, -9.81, 0] },
      bodies: [{ id: 'point', kind: 'particles', positions: [[0, 0, 0]], mass: 1 }],
      probes: [{ id: 'place', kind: 'position', of: { body: 'point', nodes: [0] } }],
    };
    writeFileSync(path('falling.json'), JSON.stringify(falling));
    const calibration = {
      ...{ pliant: 1, name: 'Gravity', scene: 'falling.json' },
      parameters: [{ name: 'g', path: 'gravity[1]', start: -5, from: -20, to: -1 }],
      measured: { file: 'measured.csv', columns: [{ column: 'fall (m)', probe: 'place.y' }] },
    };
    writeFileSync(path('calibration.json'), JSON.stringify(calibration));
    const made = await pliant(['calibrate', 'calibration.json', '--page', 'fit.html', '--quiet'], { cwd: folder });
    expect(made.status, made.stderr).toBe(0);
    const { page, errors } = await opened('fit.html');
    expect(await page.locator('tbody td').first().innerText()).toBe('g');
    expect(Number(await page.locator('tbody td').nth(1).innerText())).toBeCloseTo(-9.6, 1);
    expect(await page.locator('svg circle').count()).toBe(times.length);
    await seen(page, 'svg', 'svg polyline', '.legend', 'table');
    expect(errors).toEqual([]);
    await page.close();
  });

  /** Each is there, with a size, and not wider than the page. */
  async function seen(page: Page, ...selectors: string[]): Promise<void> {
    for (const selector of selectors) {
      const box = await page.locator(selector).first().boundingBox();
      expect(box, selector).not.toBeNull();
      expect(box?.width ?? 0, selector).toBeGreaterThan(20);
      expect((box?.x ?? 0) + (box?.width ?? 0), selector).toBeLessThanOrEqual(size.width);
    }
  }
});

// What the studio says of a run, in real Chromium: one moment everywhere, nothing of a run that is over, nothing rebuilt in vain.
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { drawn, pauseAt, StudioPages } from './studio-page.ts';
import { eventually } from './support/eventually.ts';
import { pixelsOf } from './support/pixels.ts';

let studio: StudioPages;
beforeAll(async () => {
  studio = await StudioPages.start();
}, 300_000);
afterAll(() => studio?.stop());

const patience = { timeout: 300_000 };
const at = (page: Page, step: number) => page.waitForFunction((n) => globalThis.pliant.state().step === n, step);
const playing = (page: Page, on: boolean) => page.waitForFunction((p) => globalThis.pliant.state().playing === p, on);

test(
  'an example that is opened is drawn when its first step is made, once, and the picture keeps its size',
  patience,
  async () => {
    const opened = await studio.lend();
    const { page, errors } = opened;
    await page.evaluate(() => {
      globalThis.pliant.pause();
      globalThis.pliant.reset();
    });
    await at(page, 0);
    await page.waitForFunction(() => globalThis.pliant.state().rehearsed); // until then one of everything is drawn under it
    await drawn(page);
    const found = await page.evaluate(async (scene) => {
      const canvas = document.querySelector<HTMLCanvasElement>('.pliant-canvas');
      const { clear } = WebGL2RenderingContext.prototype;
      const pictures: number[] = []; // the steps that the page shows when one is begun
      WebGL2RenderingContext.prototype.clear = function (mask) {
        pictures.push(globalThis.pliant.state().step);
        clear.call(this, mask);
      };
      const before = canvas?.height;
      location.hash = scene;
      for (;;) {
        await new Promise((next) => requestAnimationFrame(next));
        const { scene: shown, step } = globalThis.pliant.state();
        if (shown === scene && step > 0) break;
      }
      WebGL2RenderingContext.prototype.clear = clear;
      return { pictures, isAsHigh: canvas?.height === before };
    }, 'rods/coil-spring');
    expect(found).toEqual({ pictures: [0], isAsHigh: true });
    expect(errors).toEqual([]);
    await studio.rest(opened);
  },
);

test(
  'keys belong to the scene after a click on a box, and to the box that was reached by keyboard',
  patience,
  async () => {
    const opened = await studio.lend();
    const { page, errors } = opened;
    await page.getByLabel('Speed').selectOption('0.01'); // the run does not end while keys are pressed
    const ground = page.getByRole('checkbox', { name: 'ground' });
    await ground.click();
    await page.waitForFunction(
      () => !(document.querySelectorAll('input[type=checkbox]')[1] as HTMLInputElement).checked,
    );
    await page.keyboard.press('Space');
    await playing(page, false);
    await eventually(() => ground.isChecked()).toBe(false);
    await page.keyboard.press('r');
    await at(page, 0);
    await page.keyboard.press('Space');
    await playing(page, true);

    await page.getByRole('checkbox', { name: 'nail' }).focus();
    await page.keyboard.press('Tab'); // by keyboard: its fields,
    await page.keyboard.press('Tab'); // the next box
    await page.keyboard.press('Space');
    await page.waitForFunction(
      () => !(document.querySelectorAll('input[type=checkbox]')[1] as HTMLInputElement).checked,
    );
    expect((await page.evaluate(() => globalThis.pliant.state())).playing).toBe(true);

    await page.getByLabel('Speed').focus();
    await page.getByLabel('Speed').selectOption('0.1'); // a choice gives the keys back
    await page.keyboard.press('Space');
    await playing(page, false);
    expect((await page.evaluate(() => globalThis.pliant.state())).time).toBeLessThan(8); // not because it is over
    expect(errors).toEqual([]);
    await studio.rest(opened);
  },
);

test(
  'after restarts, also those by scrubbing, energy and messages are those of the run that goes on',
  patience,
  async () => {
    const opened = await studio.lend();
    const { page, errors } = opened;
    const change = async (): Promise<number> => {
      const text = await page.locator('footer').innerText();
      const [, sign, number, prefix] = /([+−]?)([\d.]+) ([mk]?)J since the start/.exec(text) ?? [];
      return (sign === '−' ? -1 : 1) * Number(number) * ({ m: 1e-3, k: 1e3 }[prefix] ?? 1);
    };
    await pauseAt(page, 500);
    await eventually(change).toBeLessThan(-20); // damping has taken some
    const wanted = await change();
    for (let k = 0; k < 3; k++) {
      await page.evaluate(() => globalThis.pliant.play());
      await page.waitForFunction(() => globalThis.pliant.state().step > 500);
      await page.keyboard.press('r'); // while frames are under way
      await pauseAt(page, 500);
      // the footer follows the reading of this step, on a busy machine a moment later
      await eventually(change).toBe(wanted);
    }
    // a message of a run goes with it, when the worker starts it again to go back
    await page.getByRole('button', { name: 'A bridge of soft blocks' }).click();
    await page.waitForFunction(() => globalThis.pliant.state().scene === 'bridge-of-blocks');
    await pauseAt(page, 400);
    const legend = await page.getByLabel('Scale of the force arrows').innerText();
    await pauseAt(page, 0);
    expect(
      await page
        .locator('.pliant-label-force:visible')
        .evaluateAll((all) => all.filter((l) => (l as HTMLElement).style.opacity === '1').length),
    ).toBe(0);
    await pauseAt(page, 400);
    await eventually(() => page.getByLabel('Scale of the force arrows').innerText()).toBe(legend);
    expect(errors).toEqual([]);
    await studio.rest(opened);
  },
);

/** A force as it is painted, in the picture and in the inspector, of `count` frames that show both, and more until it had so many `values`. */
const forcesPainted = (
  page: Page,
  name: string,
  count: number,
  { values = 1, restartEvery = Number.POSITIVE_INFINITY }: { values?: number; restartEvery?: number } = {},
) =>
  page.evaluate(
    ({ name, count, values, restartEvery }) =>
      new Promise<[string, string][]>((resolve) => {
        const seen: [string, string][] = [];
        const look = (): void => {
          // a label that fades away still has its last text
          const labels = [...document.querySelectorAll<HTMLElement>('.pliant-label-force')];
          const label = labels.find(({ style }) => style.opacity === '1');
          const row = [...document.querySelectorAll('aside li')].find(
            (li) => li.querySelector('.name')?.textContent === name,
          );
          const told = row?.querySelector('.force')?.textContent ?? '';
          const restart = (): unknown =>
            window.dispatchEvent(new KeyboardEvent('keydown', { key: 'r', bubbles: true }));
          if (told === 'off') restart(); // on a slow machine the run went on to where the nail lets go
          if (label && told !== 'off' && told !== '') {
            seen.push([label.textContent ?? '', told]);
            if (seen.length % restartEvery === 0) restart();
          }
          // after this frame's callbacks and what follows from them: as it is painted
          if (seen.length < count || new Set(seen.map(([text]) => text)).size < values)
            requestAnimationFrame(() => setTimeout(look));
          else resolve(seen);
        };
        look();
      }),
    { name, count, values, restartEvery },
  );

test('while it runs, the force in the picture is the force in the inspector, frame by frame', patience, async () => {
  const opened = await studio.lend();
  const { page, errors } = opened;
  await page.getByLabel('Speed').selectOption('0.1'); // the nail lets go at 3.3 s
  await page.keyboard.press('r');
  const pairs = await forcesPainted(page, 'nail', 25, { values: 4 }); // it does change
  for (const [label, told] of pairs) expect(label).toBe(told);
  // a run that begins while numbers of the last one are on the screen
  await page.getByLabel('Speed').selectOption('1');
  const restarted = await forcesPainted(page, 'nail', 30, { restartEvery: 5 });
  for (const [label, told] of restarted) expect(label).toBe(told);
  expect(errors).toEqual([]);
  await studio.rest(opened);
});

test('the same holds for bodies that touch', patience, async () => {
  const opened = await studio.lend('contact/spinning-top');
  const { page, errors } = opened;
  const pairs = await forcesPainted(page, 'top/floor', 12, { values: 2 });
  for (const [label, told] of pairs) expect(label).toBe(told);
  expect(errors).toEqual([]);
  await studio.rest(opened);
});

test('over an arrow between bodies that touch: their names, force, gap and friction', patience, async () => {
  const opened = await studio.lend('contact/spinning-top');
  const { page, errors } = opened;
  await pauseAt(page, 50);
  const label = page.locator('.pliant-label-force[style*="opacity: 1"]');
  await eventually(() => label.count()).toBe(1);
  const box = await label.boundingBox();
  if (!box) throw new Error('no force is written in the picture');
  // the arrow is somewhere about its label
  const tip = page.getByRole('tooltip');
  for (let away = 0; away < 60 && !(await tip.isVisible()); away += 6)
    for (const [x, y] of [
      [-10, away],
      [-10, -away],
      [away, 0],
      [-away, 20],
    ]) {
      if (await tip.isVisible()) break;
      await page.mouse.move(box.x + x, box.y + box.height / 2 + y);
      await drawn(page);
    }
  const force = await label.innerText();
  await eventually(() => tip.innerText()).toMatch(
    new RegExp(`^top/floor contact\\s+Force\\s+${force}\\s+Gap\\s+\\S+ [nµm]?m\\s+Friction\\s+(sticks|slips)$`),
  );
  await page.mouse.move(300, 70);
  await eventually(() => tip.count()).toBe(0);
  expect(errors).toEqual([]);
  await studio.rest(opened);
});

test('a picture that is saved shows what is seen: camera, arrows and their labels', patience, async () => {
  const opened = await studio.lend('contact/spinning-top');
  const { page, errors } = opened;
  await pauseAt(page, 50);
  const saved = async (): Promise<{ name: string; picture: Awaited<ReturnType<typeof pixelsOf>> }> => {
    const download = page.waitForEvent('download');
    await page.keyboard.press('p');
    const file = await download;
    return { name: file.suggestedFilename(), picture: await pixelsOf(page, readFileSync(await file.path())) };
  };
  /** of the colour of what pushes */
  const pushing = ({ data }: { data: Buffer }): number => {
    let count = 0;
    for (let i = 0; i < data.length; i += 4)
      if (Math.hypot(data[i] - 0x1b, data[i + 1] - 0x4f, data[i + 2] - 0xae) < 24) count++;
    return count;
  };
  const first = await saved();
  expect(first.name).toMatch(/^spinning-top-0\.\d{3}s\.png$/);
  const canvas = await page.locator('.pliant-canvas').evaluate((c) => [c, (c as HTMLCanvasElement).width].slice(1));
  expect([first.picture.width]).toEqual(canvas);
  expect(pushing(first.picture)).toBeGreaterThan(100); // an arrow, and what is written beside it
  await page.keyboard.press('a');
  const bare = await saved();
  expect(pushing(bare.picture)).toBeLessThan(20);
  await page.mouse.move(300, 70); // beside the body: the camera turns
  await page.mouse.down();
  await page.mouse.move(420, 100, { steps: 4 });
  await page.mouse.up();
  await drawn(page);
  const turned = await saved();
  expect(turned.picture.data.equals(bare.picture.data)).toBe(false);
  const { messages } = await page.evaluate(() => globalThis.pliant.state());
  expect(messages.at(-1)?.lines[0].text).toMatch(/--camera \S+,\S+,\S+ --target \S+,\S+,\S+\.$/);
  await page.keyboard.press('a');
  expect(errors).toEqual([]);
  await studio.rest(opened);
});

test('who prefers no motion gets none: nothing fades, and the camera is there at once', patience, async () => {
  const { page, errors } = await studio.open('?quality=low#hello', { reducedMotion: 'reduce' });
  await pauseAt(page, 10);
  const long = await page
    .locator('button')
    .evaluateAll((all) => all.map((b) => getComputedStyle(b).transitionDuration));
  expect(new Set(long)).toEqual(new Set(['0s']));
  await page.mouse.move(460, 150);
  await page.mouse.wheel(0, 200);
  const places = await page.evaluate(async () => {
    const seen: string[] = [];
    for (let k = 0; k < 12; k++) {
      await new Promise((next) => requestAnimationFrame(next));
      seen.push(JSON.stringify(globalThis.pliant.screenOf(4)));
    }
    return [...new Set(seen)];
  });
  expect(places.length).toBeLessThan(3); // before, and after
  expect(errors).toEqual([]);
  await page.close();
});

test('plots and labels are built once, not with every reading', patience, async () => {
  const opened = await studio.lend();
  const { page, errors } = opened;
  await pauseAt(page, 200);
  await page.evaluate(() => globalThis.pliant.play());
  // while the scene goes on, reading by reading
  const made = await page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const added: string[] = [];
        const observer = new MutationObserver((all) => {
          for (const { addedNodes } of all)
            for (const node of addedNodes)
              if (node instanceof Element && node.className) added.push(String(node.className));
        });
        observer.observe(document.body, { childList: true, subtree: true });
        const look = (): unknown =>
          globalThis.pliant.state().step > 1200 ? resolve(added) : requestAnimationFrame(look);
        look();
      }),
  );
  expect(made.filter((name) => /uplot/i.test(name))).toEqual([]);
  // metres come and go; built anew in every frame there would be dozens
  expect(made.filter((name) => /pliant-label/.test(name)).length).toBeLessThan(12);
  expect(errors).toEqual([]);
  await studio.rest(opened);
});

test('switched off until the cube lies on the floor and on again, the nail leads it back', patience, async () => {
  const opened = await studio.lend();
  const { page, errors } = opened;
  await pauseAt(page, 6000); // an event lets go at 3.3 s
  const nail = page.getByRole('checkbox', { name: 'nail' });
  await eventually(() => nail.isChecked()).toBe(false);
  await nail.click();
  await page.waitForFunction(() => (document.querySelector('input[type=checkbox]') as HTMLInputElement).checked);
  await pauseAt(page, 9000);
  expect(await page.locator('.error').count()).toBe(0);
  const footer = await page.innerText('footer');
  const [, joules, prefix] = /Energy [−]?([\d.]+) ([mk]?)J/.exec(footer) ?? [];
  expect(Number(joules) * (prefix === 'k' ? 1000 : 1)).toBeLessThan(2000); // it was 1e17 J
  expect(footer).toMatch(/Exact constraints (0|\d\.\d+·10⁻¹[⁵⁶⁷]) m\s+within/);
  expect(errors).toEqual([]);
  await studio.rest(opened);
});

test('the run pauses at the end of the timeline, and says so', patience, async () => {
  const opened = await studio.lend();
  const { page, errors } = opened;
  await pauseAt(page, 7900);
  await page.keyboard.press('Space');
  await page.getByText('paused at the end').waitFor();
  await eventually(() => page.innerText('output')).toBe('8.000 s');
  await page.keyboard.press('Space'); // the user wants more
  await page.waitForFunction(() => globalThis.pliant.state().step > 8000);
  await eventually(() => page.innerText('.end')).toBe('16 s');
  expect(errors).toEqual([]);
  await studio.rest(opened);
});

test('hello shows the promise kept: exact constraints apart from contact', patience, async () => {
  const opened = await studio.lend();
  const { page, errors } = opened;
  await pauseAt(page, 300);
  await eventually(() => page.innerText('footer')).toMatch(
    /Exact constraints (0|\d\.\d+·10⁻¹[⁵⁶⁷]) m\s+within \d\.\d·10⁻¹⁵ m\s+Contact 0 m/,
  );
  expect(await page.locator('footer .warn').count()).toBe(0);
  await pauseAt(page, 4200); // on the floor
  await eventually(() => page.innerText('footer')).toMatch(
    /Exact constraints none active\s+Contact (0|[\d.]+) [nµm]?m/,
  );
  expect(errors).toEqual([]);
  await studio.rest(opened);
});

// Faults that the studio has to live with, in real Chromium: each with what the user sees and what is kept.
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { drawn, dropScene, pauseAt, StudioPages } from './studio-page.ts';
import { eventually } from './support/eventually.ts';

let studio: StudioPages;
beforeAll(async () => {
  studio = await StudioPages.start();
}, 300_000);
afterAll(() => studio?.stop());

const patience = { timeout: 300_000 };

const state = (page: Page) => page.evaluate(() => globalThis.pliant.state());
const messages = (page: Page) => page.locator('[aria-label="Messages"]');
/** The last of the workers that the page has started. */
const worker = (page: Page) => {
  const found = page
    .workers()
    .filter((one) => one.url().includes('/worker-')) // others are its threads
    .at(-1);
  if (!found) throw new Error('the page has no worker');
  return found;
};
/** The page keeps a state of the run as it is now. */
async function untilKept(page: Page): Promise<void> {
  const { time } = await state(page);
  await page.waitForFunction((t) => globalThis.pliant.state().kept >= t, time);
}
/** From now on a worker that is silent is lost soon; the one that follows has its time again. */
const impatient = (page: Page, seconds = 2) => page.evaluate((s) => globalThis.pliant.patience(s), seconds);

test('a worker that is gone is noticed; the run goes on from its last kept state', patience, async () => {
  const opened = await studio.lend();
  const { page, errors } = opened;
  await page.getByRole('checkbox', { name: 'ground' }).click(); // something that only the state knows
  await untilKept(page);
  const before = await state(page);
  expect(before.time).toBeGreaterThan(0);
  const lost = page.evaluate(() => globalThis.pliant.runTo(1_000_000).catch((error: Error) => error.message));
  await worker(page).evaluate(() => self.close());
  await impatient(page);
  await messages(page).getByText('The simulation was started again').waitFor({ timeout: 60_000 });
  await impatient(page, 15);
  expect(await lost).toBe('The simulation was restarted.');
  await page.waitForFunction(() => globalThis.pliant.state().step > 0);
  await eventually(() => messages(page).innerText()).toMatch(
    /It has not answered for \d+ seconds\. It was at t = [\d.]+ s and goes on from t = [\d.]+ s, its last kept state\. Press Space to play\./,
  );
  const after = await state(page);
  expect(after.playing).toBe(false);
  expect(after.scene).toBe('hello');
  await eventually(() => page.getByRole('checkbox', { name: 'ground' }).isChecked()).toBe(false);
  await page.keyboard.press('Space');
  await page.waitForFunction((step) => globalThis.pliant.state().step > step, after.step);
  expect(errors).toEqual([]);
  await studio.rest(opened);
});

test('a worker that loops is ended, and the page never stops answering', patience, async () => {
  const opened = await studio.lend();
  const { page, errors } = opened;
  await untilKept(page);
  worker(page)
    .evaluate(() => {
      for (;;);
    })
    .catch(() => undefined); // it is ended in the middle of this
  await impatient(page, 2);
  await page.getByRole('button', { name: 'Keys' }).click();
  await page.locator('section[aria-label="Keys"]').waitFor();
  await messages(page).getByText('The simulation was started again').waitFor({ timeout: 60_000 });
  await impatient(page, 15);
  await page.waitForFunction(() => globalThis.pliant.state().step > 0);
  expect(await page.evaluate(() => globalThis.pliant.hash())).toMatch(/^[0-9a-f]{16}$/);
  expect(errors).toEqual([]);
  await studio.rest(opened);
});

test(
  'memory that is refused: the scene is not opened, with a message, and the one before goes on',
  patience,
  async () => {
    const { page, errors } = await studio.open('?quality=low#hello');
    await worker(page).evaluate(() => {
      class Refused {
        constructor() {
          throw new RangeError('WebAssembly.Memory(): could not allocate memory');
        }
      }
      Object.assign(WebAssembly, { Memory: Refused });
    });
    await page.getByRole('button', { name: 'Three cubes dropped' }).click();
    await messages(page).getByText('stack cannot be opened').waitFor();
    await eventually(() => messages(page).innerText()).toMatch(
      /no more memory|Out of memory: the system does not give/,
    );
    const { scene, step } = await state(page);
    expect(scene).toBe('hello');
    await page.waitForFunction((n) => globalThis.pliant.state().step > n, step);
    expect(errors).toEqual([]);
    await page.close();
  },
);

test('a hidden tab does not compute, and goes on where it was', patience, async () => {
  const opened = await studio.lend();
  const { page, errors } = opened;
  const hide = (hidden: boolean) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => value });
      document.dispatchEvent(new Event('visibilitychange'));
    }, hidden);
  await hide(true);
  await page.waitForFunction(() => !globalThis.pliant.state().playing);
  await drawn(page); // the last frame, with its step
  const { step } = await state(page);
  await page.waitForTimeout(200); // long enough for hundreds of steps
  expect((await state(page)).step).toBe(step);
  await hide(false);
  await page.waitForFunction((n) => globalThis.pliant.state().playing && globalThis.pliant.state().step > n, step);
  // one that was paused stays so
  await page.keyboard.press('Space');
  await page.waitForFunction(() => !globalThis.pliant.state().playing);
  await hide(true);
  await hide(false);
  await page.waitForTimeout(100);
  expect((await state(page)).playing).toBe(false);
  expect(errors).toEqual([]);
  await studio.rest(opened);
});

test('a reload keeps a file that was dropped, equations that were typed, and the theme', patience, async () => {
  const { page, errors } = await studio.open('?quality=low#hello', { colorScheme: 'light' });
  await page.keyboard.press('t');
  const hello = JSON.parse(readFileSync('examples/hello.json', 'utf8'));
  await dropScene(page, 'mine.json', JSON.stringify({ ...hello, name: 'My own cube' }));
  await page.waitForFunction(() => globalThis.pliant.state().scene === 'mine.json');
  await page.reload();
  await page.waitForFunction(
    () => globalThis.pliant?.state().scene === 'mine.json' && globalThis.pliant.state().step > 0,
  );
  await eventually(() => page.innerText('h1')).toBe('My own cube');
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');

  await pauseAt(page, 50);
  await page.getByRole('button', { name: 'point', exact: true }).click();
  await page.locator('.place').fill('0 0 0');
  await page.locator('.place').press('Enter');
  await page.locator('.chip[title="[0, 0, 0]"]').waitFor();
  await page.getByRole('button', { name: 'point', exact: true }).click();
  await drawn(page); // what is clicked stays where it is
  const at = await page.evaluate(() => globalThis.pliant.screenOf(106));
  await page.mouse.click(at?.x ?? 0, at?.y ?? 0);
  await page.locator('.chip[title="cube, node 106"]').waitFor();
  await page.locator('#equation-text').fill('distance(a, b) = 0.7');
  await page.locator('#equation-text').press('Enter');
  await page.getByRole('button', { name: 'Edit equation-1' }).waitFor();
  await page.reload();
  // a hint, which goes by itself: looked for from the beginning
  await page.waitForFunction(() =>
    globalThis.pliant
      ?.state()
      .messages.some((m) => m.lines.some(({ text }) => text.includes('Your equations are kept'))),
  );
  await page.getByRole('button', { name: 'Edit equation-1' }).waitFor();
  await page.waitForFunction(() => globalThis.pliant.state().step > 0);

  // another scene is another scene
  await page.getByRole('button', { name: 'A soft cube on a nail' }).click();
  await page.waitForFunction(() => globalThis.pliant.state().scene === 'hello');
  await page.reload();
  await page.waitForFunction(() => globalThis.pliant?.state().step > 0);
  expect((await state(page)).scene).toBe('hello');
  expect(await page.getByRole('button', { name: /^Edit / }).count()).toBe(0);
  expect(errors).toEqual([]);
  await page.close();
});

test(
  'a scene file that changes while it is open: the run goes on until the new one is asked for',
  patience,
  async () => {
    const hello = JSON.parse(readFileSync('examples/hello.json', 'utf8'));
    const file = { text: JSON.stringify({ ...hello, name: 'First edition' }) };
    const { page, errors } = await studio.open('?quality=low', {}, async (fresh) => {
      await fresh.route('**/scene.json', (route) =>
        route.fulfill({ contentType: 'application/json', body: file.text }),
      );
    });
    await eventually(() => page.innerText('h1')).toBe('First edition');
    file.text = JSON.stringify({ ...hello, name: 'Second edition' });
    await messages(page).getByText('The scene file has changed').waitFor();
    expect(await page.innerText('h1')).toBe('First edition');
    const { step } = await state(page);
    await page.waitForFunction((n) => globalThis.pliant.state().step > n, step);
    await page.getByRole('button', { name: 'Open it' }).click();
    await page.locator('h1', { hasText: 'Second edition' }).waitFor();

    // half written: refused in a sentence, and what runs goes on
    file.text = file.text.slice(0, 200);
    await page.getByRole('button', { name: 'Open it' }).click();
    await messages(page).getByText('scene.json cannot be opened').waitFor();
    expect(await page.innerText('h1')).toBe('Second edition');
    expect(errors).toEqual([]);
    await page.close();
  },
);

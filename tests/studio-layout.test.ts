// Nothing is cut off, on any window that the studio is made for.
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { drawn, dropScene, openExample, pauseAt, StudioPages } from './studio-page.ts';
import { faintTexts } from './support/text-contrast.ts';

let studio: StudioPages;
beforeAll(async () => {
  studio = await StudioPages.start();
}, 300_000);
afterAll(() => studio?.stop());

/** Controls and words of the bars that reach over the window, over their bar, or into each other. */
const cutOff = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const faults: string[] = [];
    const named = (element: Element): string => element.getAttribute('aria-label') ?? element.textContent?.trim() ?? '';
    const box = (element: Element): DOMRect => element.getBoundingClientRect();
    for (const bar of document.querySelectorAll('[role=toolbar], footer, figcaption')) {
      const parts = [...bar.querySelectorAll('button, select, output, input, footer > div > span, .key')];
      for (const part of parts) {
        const { left, right, top, bottom, width } = box(part);
        if (width === 0) continue;
        const swiped = part.closest('.plots') && innerWidth < 640; // plots are swiped on a phone
        if (!swiped && (left < -7 || right > innerWidth + 1 || bottom > innerHeight + 1))
          faults.push(`outside: ${named(part)}`);
        const own = box(bar);
        if (top < own.top - 2 || bottom > own.bottom + 2) faults.push(`over its bar: ${named(part)}`);
      }
    }
    const inOrder = ['.stage', '[role=toolbar]', '.plots', 'footer'].flatMap((s) => document.querySelector(s) ?? []);
    inOrder.slice(1).forEach((element, k) => {
      if (box(element).top < box(inOrder[k]).bottom - 1) faults.push(`overlap: ${named(element)}`);
    });
    for (const canvas of document.querySelectorAll('.plots canvas')) {
      if (box(canvas).bottom > box(document.querySelector('footer') as Element).top + 1)
        faults.push('a plot over the status line');
    }
    return faults;
  });

/** Labels in the picture that lie under a card, and captions of plots that are cut off. */
const hidden = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const faults: string[] = [];
    const cards = [...document.querySelectorAll('[data-covers]')].map((card) => card.getBoundingClientRect());
    for (const label of document.querySelectorAll<HTMLElement>('[class*=pliant-label]')) {
      const { left, right, top, bottom, width } = label.getBoundingClientRect();
      if (width === 0 || label.style.opacity !== '1') continue;
      if (cards.some((c) => left < c.right - 1 && right > c.left + 1 && top < c.bottom - 1 && bottom > c.top + 1))
        faults.push(`under a card: ${label.textContent}`);
    }
    for (const caption of document.querySelectorAll('figcaption, figcaption *')) {
      const cut = caption.clientWidth > 0 && caption.scrollWidth > caption.clientWidth + 1;
      if (cut) faults.push(`clipped: ${caption.textContent?.trim()}`);
    }
    return faults;
  });

const laptop = { viewport: { width: 1280, height: 720 } };
const windows = [
  ['tablet', 820, 1180],
  ['phone', 390, 844],
  ['phone on its side', 800, 400],
  ['laptop', 1280, 720],
] as const;

test.each(windows)(
  '%s, %i x %i: all controls are there, and the picture has most of the window',
  { timeout: 300_000 },
  async (name, width, height) => {
    const opened = await studio.open('?quality=low#hello', { viewport: { width, height } });
    const { page, errors } = opened;
    await pauseAt(page, 300);
    expect(await cutOff(page)).toEqual([]);
    expect(await hidden(page)).toEqual([]);
    const share = await page.evaluate(() => (document.querySelector('.stage')?.clientHeight ?? 0) / innerHeight);
    expect(share).toBeGreaterThan(height < 560 ? 0.6 : 0.7);
    if (width < 640) {
      await page.getByRole('button', { name: 'Plots' }).click();
      await page.locator('.plots').waitFor();
      expect(await cutOff(page)).toEqual([]);
      expect(await hidden(page)).toEqual([]);
    }
    expect(errors).toEqual([]);
    if (name === 'laptop') await studio.rest(opened);
    else await page.close();
  },
);

test('on a phone, numbers of several units are all in the status line', { timeout: 300_000 }, async () => {
  const { page, errors } = await studio.open('?quality=low#rigid/slider-crank', {
    viewport: { width: 390, height: 844 },
  });
  await pauseAt(page, 1335); // 1.110·10⁻¹⁶ rad, or as long
  expect(await page.innerText('footer')).toContain('rad');
  expect(await cutOff(page)).toEqual([]);
  expect(errors).toEqual([]);
  await page.close();
});

test('messages are at the top, and the body is brought out from under them', { timeout: 300_000 }, async () => {
  const opened = await studio.lend('hello', laptop);
  const { page, errors } = opened;
  await pauseAt(page, 10);
  const nodes = Array.from({ length: 125 }, (_, n) => n);
  const at = await page.evaluate(() => globalThis.pliant.screenOf(4));
  await page.mouse.move(at?.x ?? 0, at?.y ?? 0);
  await page.mouse.down(); // held while paused: a hint
  const hint = page.locator('[aria-label="Messages"] section');
  await hint.waitFor();
  await drawn(page);
  const low = (await hint.boundingBox()) as { y: number; height: number };
  const highest = await page.evaluate(
    (all) => Math.min(...all.map((n) => globalThis.pliant.screenOf(n)?.y ?? 1e9)),
    nodes,
  );
  expect(highest).toBeGreaterThan(low.y + low.height);
  expect(errors).toEqual([]);
  await page.mouse.up();
  await page.mouse.move(0, 0);
  await studio.rest(opened);
});

test('names in the inspector are there from end to end', { timeout: 300_000 }, async () => {
  const clipped = (page: Page): Promise<(string | null)[]> =>
    page.evaluate(() =>
      [...document.querySelectorAll('aside li .name, aside li .kind')]
        .filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflow !== 'visible')
        .map((one) => one.textContent),
    );
  // "sheave of the hook" and "sheave of the boom"; "domino 5/domino 6"
  const opened = await studio.lend('rods/crane', laptop);
  const { page, errors } = opened;
  await page.getByText('sheave of the boom').waitFor(); // one: the list comes with the first picture
  expect(await clipped(page)).toEqual([]);
  await openExample(page, 'contact/dominoes');
  await page.getByText('Contacts', { exact: true }).waitFor();
  expect(await clipped(page)).toEqual([]);
  expect(errors).toEqual([]);
  await studio.rest(opened);
});

test('light and dark: every text has a contrast of 4.5 with what is behind it', { timeout: 300_000 }, async () => {
  const opened = await studio.lend('hello', laptop);
  const { page, errors } = opened;
  await pauseAt(page, 300);
  const seen: string[] = [];
  const look = async (theme: string, view: string, least: number): Promise<void> => {
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe(theme);
    await drawn(page);
    let { faint, texts } = await faintTexts(page);
    // a label that a panel has come to cover fades away: what stays is looked at
    for (let again = 0; faint.length && again < 5; again++) {
      await page.waitForTimeout(1000);
      ({ faint, texts } = await faintTexts(page));
    }
    seen.push(...faint.map((one) => `${theme}, ${view}: ${one}`));
    expect(texts, view).toBeGreaterThan(least);
  };
  await look('light', 'running', 60);
  await page.keyboard.press('t');
  await look('dark', 'running', 60);
  await page.getByRole('button', { name: 'Fields of nail' }).click();
  await page.locator('#equation-text').fill('a.y = lenght(b)');
  await page.getByText('is unknown').waitFor();
  await page.getByRole('button', { name: 'Keys' }).click();
  await dropScene(page, 'wrong.json', '{ "pliant": 1, "stp": 1 }');
  await page.getByText('wrong.json cannot be opened').waitFor();
  await look('dark', 'fields, a fault, keys and a message', 80);
  await page.getByRole('button', { name: 'Light or dark' }).click();
  await look('light', 'fields, a fault, keys and a message', 80);
  expect(seen).toEqual([]);
  expect(errors).toEqual([]);
  await studio.rest(opened);
});

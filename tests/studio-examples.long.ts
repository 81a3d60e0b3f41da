// Every example opens in the studio and moves. Prints how long each took to open: for docs/reliability.md; times decide nothing.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { examplesOn, openExample, StudioPages, seldomDrawn } from './studio-page.ts';

let studio: StudioPages;
beforeAll(async () => {
  studio = await StudioPages.start();
}, 300_000);
afterAll(() => studio?.stop());

test('every example opens and moves', async () => {
  const { page, errors } = await studio.open('?quality=low#hello', {}, seldomDrawn);
  const slowest: [string, number][] = [];
  for (const { id, name } of await examplesOn(page)) {
    slowest.push([id, await openExample(page, id)]);
    expect(await page.locator('.error').count()).toBe(0);
    expect(await page.innerText('h1')).toBe(name);
  }
  slowest.sort(([, a], [, b]) => b - a);
  console.log(slowest.map(([id, seconds]) => `${seconds.toFixed(2)} s ${id}`).join('\n'));
  expect(errors).toEqual([]);
  await page.close();
});

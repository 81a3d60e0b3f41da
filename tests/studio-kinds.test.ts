// A kind that is registered on the fly, in the studio: it runs, and the inspector shows its fields and changes them.
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dropScene, pauseAt, StudioPages } from './studio-page.ts';
import { eventually } from './support/eventually.ts';
import { levelScene, removeLevel } from './support/level-kind.ts';

removeLevel(); // the page has its own

let studio: StudioPages;
beforeAll(async () => {
  studio = await StudioPages.start(fileURLToPath(new URL('support/level-kind.ts', import.meta.url)));
}, 300_000);
afterAll(() => studio?.stop());
const patience = { timeout: 300_000 };

test(
  'a kind that nobody knew is in the inspector: meaning, unit, range, value, and another value',
  patience,
  async () => {
    const opened = await studio.lend();
    const { page, errors } = opened;
    await dropScene(page, 'level.json', JSON.stringify(levelScene));
    await page.getByRole('heading', { name: 'Two masses at one height' }).waitFor();
    await page.getByRole('button', { name: 'Fields of held' }).click();
    const fields = page.getByRole('group', { name: 'Fields of held' });
    await fields.waitFor();
    await eventually(() => fields.innerText()).toContain('Holds two points at one height.');
    const rows = await fields
      .locator('dl > div')
      .evaluateAll((all) => all.map((row) => [row.querySelector('dt')?.textContent, (row as HTMLElement).title]));
    expect(rows).toEqual([
      ['a', 'The lower: a point of the world, or a selection of one.'],
      ['b', 'The upper: a point of the world, or a selection of one.'],
      [
        'rise',
        'How much b is above a (metres); as at the start if not given. Type a number from -2 to 2, then press Enter.',
      ],
    ]);
    expect(await fields.locator('.value').allInnerTexts()).toEqual([
      'body: masses, nodes: 0',
      'body: masses, nodes: 1',
    ]);
    expect(await fields.locator('.unit').innerText()).toBe('metres');

    const rise = page.getByRole('textbox', { name: 'rise of held' });
    expect(await rise.inputValue()).toBe('0');
    await rise.fill('3');
    await rise.press('Enter');
    expect(await page.getByRole('alert').innerText()).toContain('3 is not allowed; give a number from -2 to 2');
    await rise.fill('0.25');
    await rise.press('Enter');
    await page.getByRole('alert').waitFor({ state: 'detached' });
    // it is led there
    const step = (await page.evaluate(() => globalThis.pliant.state())).step;
    await pauseAt(page, step + 3000);
    const apart = async (): Promise<number> => {
      const [left, right] = await page.evaluate(() =>
        [0, 1].map((n) => globalThis.pliant.screenOf(n)?.y ?? Number.NaN),
      );
      return left - right;
    };
    expect(await apart()).toBeGreaterThan(20); // px: 0.25 m
    await eventually(() => rise.inputValue()).toBe('0.25');
    await rise.blur();
    await page.keyboard.press('Control+z');
    await page.waitForFunction(
      () => (document.querySelector('[aria-label="rise of held"]') as HTMLInputElement).value === '0',
    );
    expect(errors).toEqual([]);
    await studio.rest(opened);
  },
);

test('fields of what comes with the engine: a nail that an event will let go is moved', patience, async () => {
  const opened = await studio.lend();
  const { page, errors } = opened;
  await pauseAt(page, 200);
  await page.getByRole('button', { name: 'Fields of nail' }).click();
  const to = page.getByRole('textbox', { name: 'to of nail' });
  await to.fill('0 2');
  await to.press('Enter');
  await page.getByRole('alert').waitFor();
  expect(await page.getByRole('alert').innerText()).toMatch(/three numbers \[x, y, z\] in metres/);
  // the card scrolls: what is said is seen
  const [said, card] = [page.getByRole('alert'), page.getByRole('complementary', { name: 'Inspector' })];
  const [inner, outer] = [await said.boundingBox(), await card.boundingBox()];
  expect((inner?.y ?? 0) + (inner?.height ?? 0)).toBeLessThanOrEqual((outer?.y ?? 0) + (outer?.height ?? 0));
  await to.fill('0.4 0.7 0.34');
  await to.press('Enter');
  await page.getByRole('alert').waitFor({ state: 'detached' });
  await pauseAt(page, 3000);
  await eventually(() => page.innerText('footer')).toMatch(/Exact constraints (0|\d\.\d+·10⁻¹[⁵⁶⁷]) m/);
  await pauseAt(page, 4000); // the event, at 3.3 s, still finds it
  await eventually(() => page.getByRole('checkbox', { name: 'nail' }).isChecked()).toBe(false);
  expect(errors).toEqual([]);
  await studio.rest(opened);
});

// The studio's page in real Chromium: it opens, moves, is grabbed, is reset, fails in sentences, and computes what Node does.
import { readFileSync } from 'node:fs';
import { buildScene, parseScene } from '@pliant/io';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { drawn, dropScene, examplesOn, openExample, pauseAt, StudioPages } from './studio-page.ts';
import { eventually } from './support/eventually.ts';
import { pixelsOf } from './support/pixels.ts';
import { someOf } from './support/sample.ts';

let studio: StudioPages;
beforeAll(async () => {
  studio = await StudioPages.start();
}, 300_000);
afterAll(() => studio?.stop());

const patience = { timeout: 300_000 };

/** Part of the window where there is nothing but the picture. */
const picture = { x: 280, y: 60, width: 340, height: 300 };

/** The middle of a body that is held still, so that the pointer finds it where it was. */
async function grabAndPull(page: Page, node: number, by: { x: number; y: number }): Promise<void> {
  const at = await page.evaluate((n) => globalThis.pliant.screenOf(n), node);
  if (!at) throw new Error(`node ${node} is not on the screen`);
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  for (let k = 1; k <= 8; k++) await page.mouse.move(at.x + (by.x * k) / 8, at.y + (by.y * k) / 8);
}

/** How many different colours a picture has: 1 if it is blank. */
async function coloursOf(page: Page, png: Buffer): Promise<number> {
  const { data } = await pixelsOf(page, png);
  return new Set(Array.from({ length: data.length / 4 }, (_, i) => data.readUInt32LE(4 * i))).size;
}

test('the page opens, moves, is drawn, and breaks no rule of its own policy', patience, async () => {
  const opened = await studio.lend();
  const { page, errors } = opened;
  await eventually(() => page.title()).toContain('A soft cube on a nail');
  expect(await page.evaluate(() => globalThis.crossOriginIsolated)).toBe(true);
  await page.keyboard.press('a'); // no arrows: only the body may make the difference
  const pictureAt = async (step: number): Promise<Buffer> => {
    await pauseAt(page, step);
    return page.screenshot({ clip: picture });
  };
  const first = await pictureAt(50); // where it swings
  const second = await pictureAt(150);
  expect(first.equals(second)).toBe(false);
  expect(await coloursOf(page, second)).toBeGreaterThan(200);
  await pauseAt(page, 200); // the nail still holds
  await eventually(() => page.innerText('footer')).toMatch(/Exact constraints .* m\b.*Energy .*J.*per step/s);
  expect(await page.innerText('body')).not.toMatch(/NaN|Infinity|undefined/);
  await page.keyboard.press('a');
  expect(errors).toEqual([]);
  await studio.rest(opened);
});

test('an example that was clicked is marked at once, until its first picture', patience, async () => {
  const opened = await studio.lend();
  const { page } = opened;
  let answer = (): void => {};
  const asked = new Promise<void>((next) => {
    answer = next;
  });
  await page.route('**/examples/chain.json', async (route) => {
    await asked; // nothing has come yet
    await route.continue();
  });
  const entry = page.locator('nav [aria-busy="true"]');
  expect(await entry.count()).toBe(0);
  await page
    .locator('nav button', { hasText: /^\s*A chain/ })
    .first()
    .click();
  await entry.waitFor();
  expect(await page.evaluate(() => globalThis.pliant.state().scene)).toBe('hello');
  answer();
  await page.waitForFunction(() => globalThis.pliant.state().scene === 'chain' && globalThis.pliant.state().step > 0);
  await page.waitForFunction(() => document.querySelectorAll('nav [aria-busy="true"]').length === 0);
  await page.unroute('**/examples/chain.json');
  await page.evaluate(() => {
    location.hash = 'no-such-example';
  });
  await page.waitForFunction(() => globalThis.pliant.state().messages.length > 0);
  await eventually(() => entry.count()).toBe(0);
  await page.close(); // its console tells of the example that is missing
});

test('play, pause, step and reset by key; another theme leaves the run alone', patience, async () => {
  const opened = await studio.lend();
  const { page, errors } = opened;
  await page.keyboard.press('Space');
  await page.waitForFunction(() => !globalThis.pliant.state().playing);
  const { step } = await page.evaluate(() => globalThis.pliant.state());
  await page.keyboard.press('.');
  await page.waitForFunction((s) => globalThis.pliant.state().step === s + 1, step);
  await page.keyboard.press('r');
  await page.waitForFunction(() => globalThis.pliant.state().step === 0);
  await eventually(() => page.innerText('output')).toBe('0.000 s');
  await page.keyboard.press('Space');
  await page.waitForFunction(() => globalThis.pliant.state().step > 0);

  // another theme is another coat of paint: the scene is not opened again
  await page.evaluate(() => {
    location.hash = 'chain';
  });
  await page.waitForFunction(() => globalThis.pliant.state().scene === 'chain');
  await pauseAt(page, 70);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  for (const theme of ['dark', 'light']) {
    await page.keyboard.press('t');
    await page.waitForFunction((name) => document.documentElement.dataset.theme === name, theme);
    await drawn(page);
    expect(await page.evaluate(() => globalThis.pliant.state().step)).toBe(70);
  }
  expect(requests).toEqual([]);
  expect(await page.locator('canvas.pliant-canvas').count()).toBe(1);
  expect(errors).toEqual([]);
  await studio.rest(opened);
});

test('a node is grabbed, pulls with a force in newtons, and is let go', patience, async () => {
  const opened = await studio.lend();
  const { page, errors } = opened;
  await page.keyboard.press('Space'); // held still while the pointer goes there
  await page.waitForFunction(() => !globalThis.pliant.state().playing);
  await drawn(page);
  const corner = 4; // of the face that looks at the camera
  await grabAndPull(page, corner, { x: -60, y: -40 });
  await page.keyboard.press('Space');
  await page.waitForFunction(() => globalThis.pliant.state().handForce > 1);
  const label = page.locator('.pliant-label-hand');
  await label.waitFor();
  await eventually(() => label.innerText()).toMatch(/^[\d.]+ [mk]?N$/);
  await eventually(() => page.innerText('footer')).toMatch(/Hand [\d.]+ [mk]?N/);
  await page.mouse.up();
  await page.waitForFunction(() => !(globalThis.pliant.state().handForce >= 0));
  await page.keyboard.press('Space');
  await page.keyboard.press('r');
  await page.waitForFunction(() => globalThis.pliant.state().step === 0);
  await eventually(() => page.locator('.error').count()).toBe(0);
  expect(errors).toEqual([]);
  await studio.rest(opened);
});

test('the matrix is shown where there is one, in three orders', patience, async () => {
  const opened = await studio.lend('micado-2008/cable-bundle');
  const { page, errors } = opened;
  await page.keyboard.press('m');
  const panel = page.locator('section[aria-label="Matrix"]');
  await panel.locator('canvas').nth(2).waitFor();
  await eventually(() => panel.innerText()).toMatch(
    /234 unknowns, 42 of them multipliers[\s\S]*Half band 216[\s\S]*trunk-0 \(32\)/,
  );
  const drawn = await panel.locator('canvas').first().screenshot();
  expect(await coloursOf(page, drawn)).toBeGreaterThan(8);
  await page.keyboard.press('Escape');
  await eventually(() => panel.count()).toBe(0);
  await page.evaluate(() => {
    location.hash = 'hello';
  });
  await page.waitForFunction(() => globalThis.pliant.state().scene === 'hello');
  await page.keyboard.press('m'); // explicit: nothing is solved
  expect(await panel.count()).toBe(0);
  expect(errors).toEqual([]);
  await studio.rest(opened);
});

test(
  'the page shares steps among threads and computes what Node computes: curtain-40 at step 300',
  patience,
  async () => {
    const id = 'gissler-2006/curtain-40';
    const simulation = buildScene(parseScene(readFileSync(`examples/${id}.json`, 'utf8'), id), id);
    simulation.step(300);
    const opened = await studio.lend(id);
    const { page, errors } = opened;
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true); // else there is one thread
    expect(await page.evaluate(() => globalThis.pliant.runTo(300))).toBe(300);
    expect(await page.evaluate(() => globalThis.pliant.hash())).toBe(simulation.world.hash());
    expect(errors).toEqual([]);
    await studio.rest(opened);
  },
);

test('the page computes what Node computes: hello at step 500, also after hands and a reset', patience, async () => {
  const simulation = buildScene(parseScene(readFileSync('examples/hello.json', 'utf8'), 'hello'), 'hello');
  simulation.step(500);
  const wanted = simulation.world.hash();

  const opened = await studio.lend();
  const { page, errors } = opened;
  const onPage = async (): Promise<string> => {
    expect(await page.evaluate(() => globalThis.pliant.runTo(500))).toBe(500);
    return page.evaluate(() => globalThis.pliant.hash());
  };
  expect(await onPage()).toBe(wanted);
  await grabAndPull(page, 4, { x: -40, y: 20 });
  await page.keyboard.press('.');
  await page.mouse.up();
  await page.keyboard.press('r');
  await page.waitForFunction(() => globalThis.pliant.state().step === 0);
  expect(await onPage()).toBe(wanted);
  await page.getByRole('button', { name: 'Hash' }).click();
  await page.getByText(wanted).waitFor();
  expect(errors).toEqual([]);
  await studio.rest(opened);
});

/** Gives nodes that are in sight names, by clicking on them. */
async function nameNodes(page: Page, nodes: readonly number[]): Promise<void> {
  for (const node of nodes) {
    await page.getByRole('button', { name: 'point', exact: true }).click();
    const at = await page.evaluate((n) => globalThis.pliant.screenOf(n), node);
    if (!at) throw new Error(`node ${node} is not on the screen`);
    await page.mouse.click(at.x, at.y);
    await page.locator(`.chip[title="cube, node ${node}"]`).waitFor();
  }
}

test(
  'equations are typed while it runs: refused by column, held at once, edited, taken out, saved',
  patience,
  async () => {
    const opened = await studio.lend();
    const { page, errors } = opened;
    await pauseAt(page, 100);
    const nodes = [106, 108]; // of the face that looks at the camera, 0.5 m apart
    await nameNodes(page, nodes);
    await page.locator('.pliant-label-name', { hasText: 'b' }).waitFor();

    const field = page.locator('#equation-text');
    await field.fill('distnce(a, b) = 0.4');
    await page.getByText('"distnce" is unknown; did you mean "distance"?').waitFor();
    await eventually(() => page.innerText('mark')).toBe('distnce');
    await field.press('Enter');
    expect(await field.inputValue()).toBe('distnce(a, b) = 0.4'); // nothing is lost
    expect(await page.getByRole('button', { name: /^Edit / }).count()).toBe(0);

    // held from the next step on, and nothing jumps
    const places = () => page.evaluate((list) => list.map((n) => globalThis.pliant.screenOf(n)), [...nodes, 60, 124]);
    const before = await places();
    await field.fill('distance(a, b) = 0.4');
    await field.press('Enter');
    await page.getByRole('button', { name: 'Edit equation-1' }).waitFor();
    expect(await places()).toEqual(before);
    await field.blur();
    await page.keyboard.press('.');
    await page.waitForFunction(() => globalThis.pliant.state().step === 101);
    await drawn(page);
    const after = await places();
    after.forEach((p, i) => {
      expect(Math.hypot((p?.x ?? 0) - (before[i]?.x ?? 0), (p?.y ?? 0) - (before[i]?.y ?? 0))).toBeLessThan(2); // px
    });
    await pauseAt(page, 400);
    const equation = page.getByRole('listitem').filter({ hasText: 'distance(a, b) = 0.4' });
    await eventually(() => equation.innerText()).toMatch(/[1-9]\d*(\.\d+)? [mk]?N/);
    await eventually(() => page.innerText('footer')).toMatch(/Exact constraints (0|\d\.\d+·10⁻¹[⁵⁶⁷⁸⁹]) m/);
    expect(await page.locator('footer .warn').count()).toBe(0);

    // edited in its place; a restart has it from the start, as a file with it would
    await page.getByRole('button', { name: 'Edit equation-1' }).click();
    await eventually(() => field.inputValue()).toBe('distance(a, b) = 0.4');
    await field.fill('distance(a, b) = 0.3');
    await field.press('Enter');
    await page.getByRole('listitem').filter({ hasText: 'distance(a, b) = 0.3' }).waitFor();
    await field.blur();
    await page.keyboard.press('r');
    await page.waitForFunction(() => globalThis.pliant.state().step === 0);
    expect(await page.evaluate(() => globalThis.pliant.runTo(150))).toBe(150);
    const hello = parseScene(readFileSync('examples/hello.json', 'utf8'), 'hello');
    const [a, b] = nodes.map((n) => ({ body: 'cube', nodes: [n] }));
    const typed = { id: 'equation-1', kind: 'equation' as const, method: 'lagrange' as const, ramp: true as const };
    const added = { ...typed, equation: 'distance(a, b) = 0.3', points: { a, b } };
    const anew = buildScene({ ...hello, constraints: [...(hello.constraints ?? []), added] }, 'hello');
    anew.step(150);
    expect(await page.evaluate(() => globalThis.pliant.hash())).toBe(anew.world.hash());

    await page.getByRole('button', { name: 'Remove equation-1' }).click();
    await page.getByRole('button', { name: 'Edit equation-1' }).waitFor({ state: 'detached' });
    await page.keyboard.press('Control+z');
    await page.getByRole('button', { name: 'Edit equation-1' }).waitFor();

    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV' }).click(),
    ]);
    const lines = readFileSync(await file.path(), 'utf8')
      .trim()
      .split('\n');
    expect(lines[0]).toMatch(/^time \(s\),tip\.x \(m\),tip\.y \(m\),tip\.z \(m\),pull\.x \(N\).*,energy \(J\)$/);
    expect(lines.length).toBeGreaterThan(2);
    expect(lines[1]).toMatch(/^0,-0.5,-0.5,-0.5,/);
    expect(errors).toEqual([]);
    await studio.rest(opened);
  },
);

test('without SharedArrayBuffer it works as well', patience, async () => {
  const { page, errors } = await studio.open('?quality=low#hello', {}, async (fresh) => {
    await fresh.route('**/*', async (route) => {
      const response = await route.fetch();
      const headers = { ...response.headers() };
      delete headers['cross-origin-opener-policy'];
      delete headers['cross-origin-embedder-policy'];
      await route.fulfill({ response, headers });
    });
  });
  expect(await page.evaluate(() => globalThis.crossOriginIsolated)).toBe(false);
  expect(await page.evaluate(() => globalThis.pliant.runTo(20))).toBe(20);
  expect(errors).toEqual([]);
  await page.close();
});

test('what fails says so in sentences, and the page goes on', patience, async () => {
  const opened = await studio.lend();
  const { page, errors } = opened;
  await dropScene(
    page,
    'faulty.json',
    '{ "pliant": 1, "name": "x", "step": 0, "bodies": [{ "id": "a", "kind": "tet-spring" }] }',
  );
  await page.getByText('faulty.json cannot be opened').waitFor();
  // another attempt: what was said of the first goes
  await dropScene(page, 'rabbit.obj', '# a mesh');
  await page.getByText('rabbit.obj cannot be opened').waitFor();
  await page.getByText('This is a mesh, not a scene.').waitFor();
  await eventually(() => page.getByText('faulty.json cannot be opened').count()).toBe(0);
  await dropScene(
    page,
    'faulty.json',
    '{ "pliant": 1, "name": "x", "step": 0, "bodies": [{ "id": "a", "kind": "tet-spring" }] }',
  );
  await page.getByText('bodies[0].kind').waitFor();
  await page.getByText('step', { exact: true }).waitFor();
  expect(await page.evaluate(() => globalThis.pliant.state().scene)).toBe('hello');

  // a step far over the stable one
  const hello = JSON.parse(readFileSync('examples/hello.json', 'utf8'));
  await dropScene(page, 'too-fast.json', JSON.stringify({ ...hello, step: 0.05 }));
  await page.getByText(/Diverged at t = .* s, body "cube", node \d+/).waitFor();
  expect(await page.innerText('body')).not.toMatch(/NaN|Infinity|undefined/);

  // another scene is opened from the list as if nothing had happened
  await page.getByRole('button', { name: 'A soft cube on a nail' }).click();
  await page.waitForFunction(() => globalThis.pliant.state().scene === 'hello' && globalThis.pliant.state().step > 0);
  await eventually(() => page.locator('.error').count()).toBe(0);
  expect(errors).toEqual([]);
  await studio.rest(opened);
});

test('examples open and move: the first of some folders (seed 2), and those with files; all are in studio-examples.long.ts', {
  timeout: 300_000,
}, async () => {
  const opened = await studio.lend();
  const { page, errors } = opened;
  const all = await examplesOn(page);
  const folders = new Set<string>();
  const share = all.filter(({ id }) => {
    const folder = id.includes('/') ? id.replace(/\/.*/, '') : '';
    const isFirst = !folders.has(folder);
    folders.add(folder);
    return isFirst || ['rabbit', 'hong/wheels-netgen', 'platt-barr-1988/anvil'].includes(id);
  });
  expect(share.length).toBeGreaterThan(6);
  for (const { id, name } of someOf(share, 5, 2)) {
    await openExample(page, id);
    expect(await page.locator('.error').count()).toBe(0);
    await eventually(() => page.innerText('h1')).toBe(name);
  }
  expect(errors).toEqual([]);
  await studio.rest(opened);
});

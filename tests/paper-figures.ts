// The scenes of docs/papers/gissler-2006-figures.md at the moments it shows: the picture alone, without panels.
import type { Page } from 'playwright';
import type { StudioPages } from './studio-page.ts';

interface Shot {
  readonly image: string;
  /** s */
  readonly at: number;
  /** also drawn: arrows of the forces, lines along the edges of the tets */
  readonly with?: readonly ('forces' | 'wire')[];
}
interface Figure {
  readonly scene: string;
  /** s */
  readonly step: number;
  /** in the order of time */
  readonly shots: readonly Shot[];
}

const curtain = (width: number): Figure => ({
  scene: `gissler-2006/curtain-${width}`,
  step: 0.002,
  shots: [
    { image: `curtain-${width}-hanging`, at: 6 },
    { image: `curtain-${width}-swinging`, at: 9.6 },
    { image: `curtain-${width}-falling`, at: 12.4 },
    { image: `curtain-${width}-floor`, at: 18 },
  ],
});

const figures: readonly Figure[] = [
  curtain(40),
  curtain(150),
  curtain(500),
  {
    scene: 'gissler-2006/sag-790',
    step: 1 / 300,
    shots: [{ image: 'sag-790', at: 12, with: ['forces'] }],
  },
  {
    scene: 'gissler-2006/robot',
    step: 0.0002,
    shots: [
      { image: 'robot-start', at: 0.2 },
      { image: 'robot-middle', at: 1.5 },
      { image: 'robot-end', at: 3 },
    ],
  },
  {
    scene: 'gissler-2006/net-to-bridge',
    step: 0.001,
    shots: [
      { image: 'net', at: 2.9 },
      { image: 'bridge', at: 8 },
    ],
  },
  {
    scene: 'gissler-2006/self-assembly',
    step: 0.0004,
    shots: [
      { image: 'self-assembly-apart', at: 0.2 },
      { image: 'self-assembly-assembling', at: 2.1 },
      { image: 'self-assembly-done', at: 6 },
    ],
  },
  {
    scene: 'gissler-2006/pick-up',
    step: 0.001,
    shots: [
      { image: 'pick-up-lying', at: 1 },
      { image: 'pick-up-lifted', at: 5, with: ['forces'] },
    ],
  },
  {
    scene: 'skin',
    step: 0.001,
    shots: [
      { image: 'skin', at: 1.5 },
      { image: 'skin-tets', at: 1.5, with: ['wire'] },
    ],
  },
];

/** Height of the window beside the picture: transport and status line. */
const size = { width: 960, height: 600 };

/** Let all that eases come to rest. */
const settle = (page: Page): Promise<void> => page.waitForTimeout(1200);

/** Only those whose scene has `wanted` in its name, if it is given. */
export async function drawPaperFigures(studio: StudioPages, folder: string, wanted = ''): Promise<void> {
  const { page, errors } = await studio.open('?quality=high#hello', { viewport: size });
  const stage = page.locator('.stage');
  await page.keyboard.press('h');
  const seen = await stage.boundingBox();
  await page.setViewportSize({ width: size.width, height: 2 * size.height - (seen?.height ?? size.height) });
  const shown = new Set(['forces']);
  const show = async (what: 'forces' | 'wire', key: string, shot: Shot): Promise<void> => {
    if (shown.has(what) === (shot.with ?? []).includes(what)) return;
    await page.keyboard.press(key);
    if (!shown.delete(what)) shown.add(what);
  };
  for (const { scene, step, shots } of figures.filter((figure) => figure.scene.includes(wanted))) {
    await page.evaluate((id) => {
      location.hash = id;
    }, scene);
    await page.waitForFunction((id) => globalThis.pliant.state().scene === id, scene);
    for (const shot of shots) {
      await page.evaluate((n) => globalThis.pliant.runTo(n), Math.round(shot.at / step));
      await show('forces', 'a', shot);
      await show('wire', 'w', shot);
      await settle(page);
      await stage.screenshot({ path: `${folder}/${shot.image}.png` });
    }
  }
  await page.close();
  if (errors.length > 0) throw new Error(`the page complained: ${errors.join('; ')}`);
}

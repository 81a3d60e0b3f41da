// Writes the pictures in docs/images: npm run docs:screenshots. With a word, only of scenes whose names have it in them:
// npm run docs:screenshots -- robot
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright';
import { drawPaperFigures } from './paper-figures.ts';
import { StudioPages } from './studio-page.ts';

const folder = fileURLToPath(new URL('../docs/images', import.meta.url));
const paper = `${folder}/gissler-2006`;
mkdirSync(paper, { recursive: true });
const [wanted = ''] = process.argv.slice(2);

/** Let all that eases come to rest. */
const settle = (page: Page): Promise<void> => page.waitForTimeout(1200);

const studio = await StudioPages.start();
try {
  for (const colorScheme of 'hello'.includes(wanted) ? (['light', 'dark'] as const) : []) {
    const { page } = await studio.open('?quality=high#hello', { colorScheme, viewport: { width: 1280, height: 720 } });
    await page.evaluate(() => globalThis.pliant.runTo(620));
    await settle(page);
    await page.screenshot({ path: `${folder}/studio${colorScheme === 'dark' ? '-dark' : ''}.png` });
    await page.close();
  }
  await drawPaperFigures(studio, paper, wanted);
} finally {
  await studio.stop();
}

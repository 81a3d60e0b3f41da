// Writes the pictures of the page in docs/images: npx tsx tests/studio-screenshots.ts
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright';
import { StudioPages } from './studio-page.ts';

const folder = fileURLToPath(new URL('../docs/images', import.meta.url));
mkdirSync(folder, { recursive: true });

/** Let all that eases come to rest. */
const settle = (page: Page): Promise<void> => page.waitForTimeout(1200);

const studio = await StudioPages.start();
try {
  for (const colorScheme of ['light', 'dark'] as const) {
    const { page } = await studio.open('?quality=high#hello', { colorScheme, viewport: { width: 1280, height: 720 } });
    await page.evaluate(() => globalThis.pliant.runTo(620));
    await settle(page);
    await page.screenshot({ path: `${folder}/studio${colorScheme === 'dark' ? '-dark' : ''}.png` });
    await page.close();
  }
} finally {
  await studio.stop();
}

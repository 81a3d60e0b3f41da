/**
 * The contrast of every text that a page shows with what is painted behind it: the texts are made transparent, and the picture of
 * the page is then their ground, cards, washes and the 3D view included. (WCAG 2.1, 1.4.3: 4.5 at least; disabled controls are left out.)
 */
import type { Page } from 'playwright';
import { pixelsOf } from './pixels.ts';

interface Shown {
  readonly text: string;
  readonly colour: readonly [red: number, green: number, blue: number, alpha: number];
  readonly box: { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };
}

const shownTexts = (page: Page): Promise<Shown[]> =>
  page.evaluate(() => {
    const found: Shown[] = [];
    const add = (element: Element, text: string, rect: DOMRect): void => {
      const box = { left: rect.left, top: rect.top, right: rect.right, bottom: rect.bottom };
      let opacity = 1;
      const clip = (by: { left: number; top: number; right: number; bottom: number }): void => {
        box.left = Math.max(box.left, by.left);
        box.top = Math.max(box.top, by.top);
        box.right = Math.min(box.right, by.right);
        box.bottom = Math.min(box.bottom, by.bottom);
      };
      clip({ left: 0, top: 0, right: innerWidth, bottom: innerHeight });
      for (let at: Element | null = element; at; at = at.parentElement) {
        const style = getComputedStyle(at);
        opacity *= Number(style.opacity);
        if (style.overflow !== 'visible') clip(at.getBoundingClientRect());
      }
      const style = getComputedStyle(element);
      if (style.visibility !== 'visible' || opacity < 0.05) return;
      if (element.closest(':disabled') || box.right - box.left < 2 || box.bottom - box.top < 4) return;
      const parts = (style.color.match(/[\d.]+/g) ?? []).map(Number);
      found.push({ text, colour: [parts[0], parts[1], parts[2], (parts[3] ?? 1) * opacity], box });
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent?.trim() ?? '';
      const parent = node.parentElement;
      if (!text || !parent || parent.closest('option, script, style')) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const rect of range.getClientRects()) add(parent, text, rect);
    }
    for (const control of document.querySelectorAll<HTMLInputElement>(
      'input:not([type=checkbox], [type=range]), select, textarea',
    ))
      if (control.value) add(control, control.value, control.getBoundingClientRect());
    return found;
  });

function luminance(rgb: readonly number[]): number {
  const [r, g, b] = rgb.map((v) => v / 255).map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
function contrast(colour: Shown['colour'], ground: readonly number[]): number {
  const alpha = colour[3];
  const drawn = ground.map((below, k) => alpha * colour[k] + (1 - alpha) * below);
  const [low, high] = [luminance(drawn), luminance(ground)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}
/** Of the pixels behind a text those of borders and edges, so many of ten, do not count. */
const edges = 1;

/** Texts whose contrast is below a bound, with it. The page is paused. */
export async function faintTexts(page: Page, least = 4.5): Promise<{ faint: string[]; texts: number }> {
  const texts = await shownTexts(page);
  // rules of the page forbid styles in its text, and pictures from elsewhere
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      '* { color: transparent !important; transition: none !important; } ::placeholder { color: transparent !important; }',
    );
    document.adoptedStyleSheets = [sheet];
  });
  const picture = await page.screenshot({ animations: 'disabled' });
  await page.evaluate(() => {
    document.adoptedStyleSheets = [];
  });
  const blank = (await page.context().browser()?.newPage()) as Page;
  const { width, data } = await pixelsOf(blank, picture);
  await blank.close();
  const faint = texts.flatMap(({ text, colour, box }) => {
    const all: number[] = [];
    for (let y = Math.ceil(box.top); y < Math.floor(box.bottom); y++)
      for (let x = Math.ceil(box.left); x < Math.floor(box.right); x++) {
        const at = 4 * (y * width + x);
        all.push(contrast(colour, [data[at], data[at + 1], data[at + 2]]));
      }
    const worst = all.sort((a, b) => a - b)[Math.floor((edges * all.length) / 10)];
    return worst < least ? [`${text}: ${worst.toFixed(2)}`] : [];
  });
  return { faint, texts: texts.length };
}

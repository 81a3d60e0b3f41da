// The scenes of docs/papers/*-figures.md at the moments they show: the picture alone, without panels.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Page } from 'playwright';
import { drawErrorOfWheels } from './paper-plots.ts';
import type { StudioPages } from './studio-page.ts';
import { palettePng } from './support/palette-png.ts';
import { pixelsOf } from './support/pixels.ts';

/** arrows of the forces; lines along the edges of the tets */
type Extra = 'forces' | 'wire';
interface Shot {
  readonly image: string;
  /** s */
  readonly at: number;
  readonly with?: readonly Extra[];
  /** closer to a node by so many turns of the wheel; it stays there, so such a shot is the last of its scene */
  readonly near?: number;
  readonly notches?: number;
}
interface Figure {
  readonly scene: string;
  /** s */
  readonly step: number;
  /** in the order of time */
  readonly shots: readonly Shot[];
}

const curtain = (width: number, ...more: readonly Shot[]): Figure => ({
  scene: `gissler-2006/curtain-${width}`,
  step: 0.002,
  shots: [
    { image: `curtain-${width}-hanging`, at: 6 },
    { image: `curtain-${width}-swinging`, at: 11.1 },
    { image: `curtain-${width}-falling`, at: 12.6 },
    { image: `curtain-${width}-floor`, at: 18 },
    ...more,
  ],
});

const figures: readonly Figure[] = [
  // a node of the lowest row
  curtain(40, { image: 'curtain-40-tets', at: 18, with: ['wire'], near: 6160, notches: 5 }),
  curtain(150),
  curtain(500),
  { scene: 'gissler-2006/sag-790', step: 1 / 300, shots: [{ image: 'sag-790', at: 12, with: ['forces'] }] },
  {
    scene: 'gissler-2006/robot',
    step: 0.0002,
    shots: [
      { image: 'robot-start', at: 1 },
      { image: 'robot-middle', at: 3.3 },
      { image: 'robot-hands', at: 3.3, with: ['forces'], near: 966, notches: 4 }, // a node in the middle of its torso
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
      { image: 'pick-up-lifted', at: 5 },
    ],
  },
  {
    scene: 'skin',
    step: 0.001,
    shots: [
      { image: 'skin', at: 2.2 },
      { image: 'skin-tets', at: 2.2, with: ['wire'] },
    ],
  },
  {
    scene: 'hong/board',
    step: 1.1e-4,
    shots: [
      { image: 'board-before', at: 0.0011, with: ['forces'] },
      { image: 'board-impact', at: 0.13, with: ['forces'] },
      { image: 'board-push', at: 0.25, with: ['forces'] },
      { image: 'board-rest', at: 4, with: ['forces'] },
    ],
  },
  {
    scene: 'hong/board-soft-ball',
    step: 8e-5,
    shots: [
      { image: 'board-soft-ball-impact', at: 0.13, with: ['forces'] },
      { image: 'board-soft-ball-tets', at: 2.6, with: ['forces', 'wire'] },
    ],
  },
  {
    scene: 'hong/wheels',
    step: 2e-4,
    shots: [
      { image: 'wheels-before', at: 0.002 },
      { image: 'wheels-pressed', at: 1, with: ['forces'] },
    ],
  },
  { scene: 'hong/wheels-netgen', step: 2e-4, shots: [{ image: 'wheels-netgen', at: 3, with: ['wire'] }] },
  {
    scene: 'hong/same-object-twice',
    step: 5e-4,
    shots: [{ image: 'same-object-twice', at: 4.8, with: ['forces'] }],
  },
  {
    scene: 'hong/mechanism',
    step: 1e-4,
    shots: [
      { image: 'mechanism-start', at: 0.3 },
      { image: 'mechanism-half', at: 1.8, with: ['forces'] },
    ],
  },
  {
    scene: 'hong/pendulum',
    step: 5e-4,
    shots: [{ image: 'pendulum', at: 0.9, with: ['forces'] }],
  },
  {
    scene: 'hong/equations',
    step: 1.6e-4,
    shots: [
      { image: 'equations-low', at: 1.5 },
      { image: 'equations-high', at: 2.48 },
    ],
  },
  {
    scene: 'micado-2008/bridge',
    step: 0.01,
    shots: [
      { image: 'bridge-rest', at: 0.95 },
      { image: 'bridge-loaded', at: 1.95, with: ['forces'] },
    ],
  },
  {
    scene: 'micado-2008/necklace',
    step: 0.005,
    shots: [
      { image: 'necklace-threading', at: 0.8 },
      { image: 'necklace-sliding', at: 1.3 },
      { image: 'necklace-third', at: 2.1 },
      { image: 'necklace-done', at: 8 },
    ],
  },
  {
    scene: 'micado-2008/cable-bundle',
    step: 0.01,
    shots: [
      { image: 'cable-bundle-falling', at: 0.3 },
      { image: 'cable-bundle-lifted', at: 3.2, with: ['forces'] },
    ],
  },
  {
    scene: 'micado-2008/cable-clips',
    step: 0.01,
    shots: [
      { image: 'cable-clips-hands', at: 2.4 },
      { image: 'cable-clips-closing', at: 5.4 },
      { image: 'cable-clips-done', at: 12, with: ['forces'] },
    ],
  },
  {
    scene: 'micado-2008/spider-net',
    step: 0.005,
    shots: [
      { image: 'spider-net-rest', at: 0.9 },
      { image: 'spider-net-plucked', at: 1.9, with: ['forces'] },
    ],
  },
  {
    scene: 'micado-2008/dna',
    step: 0.005,
    shots: [
      { image: 'dna-rest', at: 0.5 },
      { image: 'dna-pulled', at: 1.95 },
    ],
  },
  {
    scene: 'micado-2008/bow',
    step: 0.001,
    shots: [
      { image: 'bow-braced', at: 0.4 },
      { image: 'bow-drawn', at: 0.99, with: ['forces'] },
      { image: 'bow-loosed', at: 1.018 },
      { image: 'bow-flight', at: 1.05 },
    ],
  },
  {
    scene: 'micado-2008/slipknot',
    step: 0.005,
    shots: [
      { image: 'slipknot-open', at: 0.1 },
      { image: 'slipknot-pulled', at: 5.5, with: ['forces'] },
    ],
  },
  {
    scene: 'micado-2008/suture',
    step: 0.02,
    shots: [
      { image: 'suture-open', at: 0.2 },
      { image: 'suture-closed', at: 5, with: ['forces'] },
    ],
  },
  {
    scene: 'micado-2008/capstan',
    step: 0.01,
    shots: [
      { image: 'capstan', at: 6 },
      { image: 'capstan-forces', at: 6, with: ['forces'] },
    ],
  },
  {
    scene: 'micado-2008/harness',
    step: 0.01,
    shots: [
      { image: 'harness-shut', at: 0.9 },
      { image: 'harness-open', at: 3.5, with: ['forces'] },
    ],
  },
  {
    scene: 'metaxas-1993/balloons-2',
    step: 0.002,
    shots: [
      { image: 'balloons-2-start', at: 0.002 },
      { image: 'balloons-2-hit', at: 0.62 },
      { image: 'balloons-2-swing', at: 1 },
      { image: 'balloons-2-late', at: 6 },
    ],
  },
  {
    scene: 'metaxas-1993/balloons-3',
    step: 0.002,
    shots: [
      { image: 'balloons-3-start', at: 0.002 },
      { image: 'balloons-3-hit', at: 0.62 },
      { image: 'balloons-3-swing', at: 1 },
    ],
  },
  {
    scene: 'metaxas-1993/dragonfly-swat',
    step: 0.0031,
    shots: [
      { image: 'dragonfly-apart', at: 0.0031 },
      { image: 'dragonfly-assembling', at: 0.3 },
      { image: 'dragonfly-assembled', at: 2.2 },
      { image: 'dragonfly-up', at: 2.85 },
      { image: 'dragonfly-down', at: 4.37 },
      { image: 'dragonfly-hit', at: 5.4 },
      { image: 'dragonfly-mangled', at: 7 },
    ],
  },
  { scene: 'metaxas-1993/arms-fitted', step: 0.002, shots: [{ image: 'arms-fitted', at: 0.002 }] },
  { scene: 'metaxas-1993/vase-fitted', step: 0.002, shots: [{ image: 'vase-fitted', at: 0.002 }] },
  {
    scene: 'platt-barr-1988/gelatin',
    step: 0.002,
    shots: [
      { image: 'gelatin-lifted', at: 0.6 },
      { image: 'gelatin-held', at: 2.9 },
      { image: 'gelatin-lands', at: 3.54 },
      { image: 'gelatin-rebounds', at: 3.8 },
    ],
  },
  {
    scene: 'platt-barr-1988/cushion',
    step: 0.001,
    shots: [
      { image: 'cushion-lands', at: 0.42 },
      { image: 'cushion-rest', at: 6 },
    ],
  },
  {
    scene: 'platt-barr-1988/clay',
    step: 0.0005,
    shots: [
      { image: 'clay-falls', at: 0.4 },
      { image: 'clay-rest', at: 2 },
    ],
  },
  { scene: 'platt-barr-1988/clay-elastic', step: 0.0005, shots: [{ image: 'clay-elastic', at: 0.8 }] },
  { scene: 'platt-barr-1988/clay-moldable', step: 0.0005, shots: [{ image: 'clay-moldable', at: 2 }] },
  {
    scene: 'platt-barr-1988/squash-elastic',
    step: 0.001,
    shots: [
      { image: 'squash-elastic-hit', at: 0.4 },
      { image: 'squash-elastic-after', at: 3 },
    ],
  },
  {
    scene: 'platt-barr-1988/squash-moldable',
    step: 0.001,
    shots: [
      { image: 'squash-moldable-hit', at: 0.4 },
      { image: 'squash-moldable-after', at: 3 },
    ],
  },
  {
    scene: 'platt-barr-1988/taffy',
    step: 0.0005,
    shots: [
      { image: 'taffy-pulled', at: 2.5 },
      { image: 'taffy-folded', at: 6 },
    ],
  },
  {
    scene: 'platt-barr-1988/fluid',
    step: 0.0005,
    shots: [
      { image: 'fluid-start', at: 0.05 },
      { image: 'fluid-spread', at: 3 },
    ],
  },
  { scene: 'platt-barr-1988/three-methods', step: 0.001, shots: [{ image: 'three-methods', at: 3 }] },
  { scene: 'platt-barr-1988/anvil', step: 0.001, shots: [{ image: 'anvil', at: 3 }] },
];

const size = { width: 960, height: 600 };
/** What opens the panels again is no part of the picture. */
const style = '.stage button { visibility: hidden }';

/** Let all that eases come to rest. */
const settle = (page: Page): Promise<void> => page.waitForTimeout(1200);

/** The pictures of each paper have a folder of their own, beside that of the first. */
function folderOf(scene: string, folder: string): string {
  const [paper] = scene.split('/');
  if (!['hong', 'metaxas-1993', 'micado-2008', 'platt-barr-1988'].includes(paper)) return folder;
  const own = `${dirname(folder)}/${paper}`;
  mkdirSync(own, { recursive: true });
  return own;
}

/** Those whose scene has `wanted` in its name. */
export async function drawPaperFigures(studio: StudioPages, folder: string, wanted = ''): Promise<void> {
  if ('hong/wheels'.includes(wanted)) drawErrorOfWheels(folderOf('hong/wheels', folder));
  const { page, errors } = await studio.open('?quality=high#hello', { viewport: size, bypassCSP: true });
  const stage = page.locator('.stage');
  await page.keyboard.press('h');
  // around the picture are the transport and the status line
  const seen = await stage.boundingBox();
  await page.setViewportSize({ width: size.width, height: 2 * size.height - (seen?.height ?? size.height) });
  const shown = new Set<Extra>(['forces']);
  const show = async (what: Extra, key: string, shot: Shot): Promise<void> => {
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
      if (shot.near !== undefined) await zoomTo(page, shot.near, shot.notches ?? 1);
      writeFileSync(
        `${folderOf(scene, folder)}/${shot.image}.png`,
        await reduced(page, await stage.screenshot({ style })),
      );
    }
  }
  await page.close();
  if (errors.length > 0) throw new Error(`the page complained: ${errors.join('; ')}`);
}

async function zoomTo(page: Page, node: number, notches: number): Promise<void> {
  const at = await page.evaluate((n) => globalThis.pliant.screenOf(n), node);
  if (!at) throw new Error(`node ${node} is not on the screen`);
  await page.mouse.move(at.x, at.y);
  for (let k = 0; k < notches; k++) await page.mouse.wheel(0, -240);
  await page.mouse.move(1, 1);
  await settle(page);
}

async function reduced(page: Page, png: Buffer): Promise<Buffer> {
  const { width, height, data } = await pixelsOf(page, png);
  return palettePng(width, height, data);
}

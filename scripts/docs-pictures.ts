/**
 * Writes the pictures of the pages of kinds: docs/images/kinds/<page>.svg. Bodies and constraints are drawn from scenes that the
 * engine runs (pictures/scenes.ts), integrators, methods and materials as curves of what they compute (pictures/plots.ts).
 *
 *   npm run docs:pictures               all of them
 *   npm run docs:pictures -- nail join  these
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { allIntegrators, methodKinds } from '@pliant/engine';
import { type Browser, chromium } from 'playwright';
import { buildScene, parseScene, type Simulation } from '../packages/io/src/index.ts';
import { simulationNamed } from '../tests/support/examples.ts';
import { palettePng } from '../tests/support/palette-png.ts';
import { pixelsOf } from '../tests/support/pixels.ts';
import { ensureChromium } from './chromium.mjs';
import { svgOf } from './pictures/draw.ts';
import { drawnOf, linksOf, marksOf, type Point, planesOf } from './pictures/geometry.ts';
import { integratorPicture, materialsPicture, methodPicture } from './pictures/plots.ts';
import { type PictureScene, pictureScenes } from './pictures/scenes.ts';

const folder = new URL('../docs/images/kinds/', import.meta.url);

function simulationOf(
  kind: string,
  { example, bodies, constraints = [], step = 0.001, ...others }: PictureScene,
): Simulation {
  if (example) return simulationNamed(example);
  const { defaults, gravity } = others;
  const scene = {
    pliant: 1,
    name: kind,
    step,
    bodies,
    constraints,
    ...(defaults ? { defaults } : {}),
    ...(gravity ? { gravity } : {}),
  };
  return buildScene(parseScene(JSON.stringify(scene), kind), kind);
}

/** Where one looks from, if the picture does not say: as the example does, else from the right and a little above. */
function viewOf({ def }: Simulation, { turn, tilt }: PictureScene): { turnDegrees: number; tiltDegrees: number } {
  const { camera = [0.5, 0.35, 1], target = [0, 0, 0] } = def.view ?? {};
  const [x, y, z] = camera.map((c, k) => c - target[k]);
  const degrees = (angle: number): number => (180 / Math.PI) * angle;
  return {
    turnDegrees: turn ?? degrees(Math.atan2(x, z)),
    tiltDegrees: tilt ?? degrees(Math.atan2(y, Math.hypot(x, z))),
  };
}

function scenePicture(kind: string, picture: PictureScene): string {
  const simulation = simulationOf(kind, picture);
  const { world } = simulation;
  const tracks = (picture.tracks ?? []).map(([body, node]) => ({ body, node, points: [] as Point[] }));
  const last = picture.at[picture.at.length - 1];
  const moments = picture.at.map((time) => {
    const steps = Math.round((time - world.time) / world.h);
    for (let n = 0; n <= steps; n++) {
      if (n > 0) simulation.step();
      if (n % Math.max(1, Math.round(last / world.h / 60)) === 0)
        for (const track of tracks)
          track.points.push(
            Array.from(world.positions(track.body).subarray(3 * track.node, 3 * track.node + 3)) as unknown as Point,
          );
    }
    return { drawn: drawnOf(world, []), marks: marksOf(world), links: linksOf(world) };
  });
  return svgOf({
    title: picture.title,
    moments,
    planes: planesOf(world),
    tracks: tracks.map(({ points }) => points),
    ...viewOf(simulation, picture),
    arrows: picture.arrows ?? true,
    dots: picture.dots ?? true,
    clear: (picture.clear ?? []).map((id) => world.bodies.findIndex((body) => body.id === id)),
  });
}

const pictures: Record<string, () => string> = {
  ...Object.fromEntries(Object.entries(pictureScenes).map(([kind, one]) => [kind, () => scenePicture(kind, one)])),
  ...Object.fromEntries(Object.keys(allIntegrators).map((kind) => [kind, () => integratorPicture(kind)])),
  ...Object.fromEntries(Object.keys(methodKinds).map((kind) => [kind, () => methodPicture(kind)])),
  materials: materialsPicture,
};
/** Bytes. Pictures of many faces are smaller as pixels; Chromium draws them. */
const largest = 40_000;
let browser: Browser | undefined;
async function pngOf(svg: string): Promise<Buffer> {
  browser ??= await chromium.launch({ executablePath: ensureChromium(), args: ['--no-sandbox'] });
  const page = await browser.newPage({ viewport: { width: 480, height: 300 }, deviceScaleFactor: 1.5 });
  await page.setContent(`<style>body{margin:0}</style>${svg}`);
  const { width, height, data } = await pixelsOf(page, await page.screenshot());
  await page.close();
  return palettePng(width, height, data, 64);
}

const wanted = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
for (const kind of wanted.length ? wanted : Object.keys(pictures)) {
  if (kind.endsWith('-as-printed')) continue; // on the page of the other form
  try {
    const svg = pictures[kind]();
    const isLarge = svg.length > largest;
    writeFileSync(new URL(`${kind}.${isLarge ? 'png' : 'svg'}`, folder), isLarge ? await pngOf(svg) : svg);
  } catch (error) {
    console.error(`${kind}: ${error instanceof Error ? error.stack : error}`);
    process.exitCode = 1;
  }
}
await browser?.close();

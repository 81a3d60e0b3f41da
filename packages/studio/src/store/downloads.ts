/** Files that the page makes for the user: a table of the probes, a picture. */
import type { Viewport } from '../viewer/viewport.ts';
import type { MessageBoard } from './message-board.svelte.ts';
import { words } from './scene-desk.ts';

/** `what` after the name of the scene: "hello-probes.csv". Returns the name. */
export function download(scene: string, what: string, blob: Blob): string {
  const name = `${scene.replace(/^.*\//, '').replace(/\.json$/, '')}-${what}`;
  const address = URL.createObjectURL(blob);
  Object.assign(document.createElement('a'), { href: address, download: name }).click();
  URL.revokeObjectURL(address);
  return name;
}

/** Where a camera is and looks, as options of `pliant export`. */
const cameraOptions = (view: { readonly camera: readonly number[]; readonly target: readonly number[] }): string =>
  Object.entries(view)
    .map(([name, at]) => `--${name} ${at.map((x) => Number(x.toPrecision(4)) + 0).join(',')}`)
    .join(' ');

/** time: s, part of the name */
export async function savePicture(viewport: Viewport, scene: string, time: number, board: MessageBoard): Promise<void> {
  try {
    const name = download(scene, `${time.toFixed(3)}s.png`, await viewport.photograph());
    board.say('info', 'Picture saved', `${name}. "pliant export" looks from here with ${cameraOptions(viewport.view)}`);
  } catch (error) {
    board.say('error', 'The picture cannot be saved', `${words(error)} Take a screenshot instead.`);
  }
}

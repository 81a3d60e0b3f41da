/**
 * Where scenes come from: the examples beside the page, the file `pliant studio` was given, files dropped on the page, and the
 * one that was open before the page was reloaded. All addresses are relative to the page, wherever that is.
 */
import type { SceneSource } from '../protocol/protocol.ts';

export interface Example {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
}

/** A file that is dropped has at most this many. */
const mostBytes = 64e6;

export async function listExamples(): Promise<Example[]> {
  const response = await fetch('examples/index.json');
  if (!response.ok) throw new Error(`the list of examples cannot be read (${response.status})`);
  return (await response.json()) as Example[];
}

export async function readExample(id: string): Promise<SceneSource> {
  const response = await fetch(`examples/${id}.json`);
  if (!response.ok) throw new Error(`there is no example "${id}"`);
  return { text: await response.text(), file: id, folder: new URL('.', response.url).href, isExample: true };
}

/** The scene the server was started with, if there is one; a host of files alone answers `null`. */
export async function readGiven(): Promise<SceneSource | undefined> {
  const response = await fetch('scene.json');
  if (response.status !== 200) return undefined;
  const text = await response.text();
  if (text.trim() === 'null') return undefined;
  return { text, file: 'scene.json', folder: new URL('scene/', response.url).href };
}

/** Of several files, the scene is the JSON file, and the others are those it names. */
export async function readDropped(dropped: readonly File[]): Promise<SceneSource> {
  const large = dropped.find(({ size }) => size > mostBytes);
  if (large) throw new Error(`${large.name} is larger than ${mostBytes / 1e6} MB; a scene is generated, not listed`);
  const isScene = ({ name }: File): boolean => name.toLowerCase().endsWith('.json');
  const scene = dropped.length > 1 ? dropped.find(isScene) : dropped[0];
  if (!scene) throw new Error('none of the files is a scene (.json): drop it together with the files that it names');
  const files = new Map<string, Uint8Array>();
  for (const file of dropped) if (file !== scene) files.set(file.name, new Uint8Array(await file.arrayBuffer()));
  return { text: await scene.text(), file: scene.name, files };
}

// --- over a reload of the page: what cannot be fetched again -----------------------------------------------------------
const key = 'pliant-scene';

interface Kept {
  readonly source: Pick<SceneSource, 'text' | 'file' | 'folder'>;
  /** where equations were typed: the text as it was before */
  readonly original?: string;
}

/** Keep a scene for as long as the tab is open. One that came with files of its own would be only half of it. */
export function keepScene(source: SceneSource, original?: string): void {
  forgetScene();
  if (source.files?.size) return;
  const { text, file, folder } = source;
  try {
    sessionStorage.setItem(key, JSON.stringify({ source: { text, file, folder }, original }));
  } catch {
    // no storage, or none for so much: the page then starts as it did the first time
  }
}
export function forgetScene(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // there is none
  }
}
export function keptScene(): Kept | undefined {
  try {
    const kept = sessionStorage.getItem(key);
    return kept === null ? undefined : (JSON.parse(kept) as Kept);
  } catch {
    return undefined;
  }
}

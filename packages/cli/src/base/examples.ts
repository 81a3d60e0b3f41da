/** The example scenes of the package: an example's id is its path below `examples/` without the ending. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { meshEndings, suggest } from '@pliant/io';
import { attempt, Failure } from './failure.ts';
import { packageFolder } from './package-folder.ts';

export interface Example {
  readonly id: string;
  readonly name: string;
  readonly description: string;
}
export interface SceneFile {
  /** where it is */
  readonly path: string;
  /** what it is called: the id of an example, or the path as it was given */
  readonly label: string;
}

const ending = '.json';

/** The folder of the examples: in an installed package inside it, in the repository at its root. */
export function examplesFolder(): string | undefined {
  const places = ['examples', '../../examples'].map((place) => join(packageFolder(), place));
  return places.find((place) => existsSync(place));
}

/** Ids of all examples, and where they are; in the order of their ids, those at the top first. */
export function exampleFiles(folder = examplesFolder()): Map<string, string> {
  const found = filesIn(folder, [ending]);
  return new Map(Array.from(found, ([name, path]) => [name.slice(0, -ending.length), path]));
}
/** The mesh files among the examples, by their paths below `examples/`. */
export const exampleMeshes = (folder = examplesFolder()): Map<string, string> => filesIn(folder, meshEndings);

/** Files with one of some endings, by their paths below a folder. */
function filesIn(folder: string | undefined, endings: readonly string[]): Map<string, string> {
  const found = new Map<string, string>();
  const visit = (inside: string, prefix: string): void => {
    const entries = readdirSync(inside, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const entry of entries) {
      if (entry.isFile() && endings.some((one) => entry.name.endsWith(one))) {
        found.set(prefix + entry.name, join(inside, entry.name));
      }
    }
    for (const entry of entries) if (entry.isDirectory()) visit(join(inside, entry.name), `${prefix}${entry.name}/`);
  };
  if (folder) visit(folder, '');
  return found;
}

/** Files that are not scenes (expected numbers, meshes) are left out; broken scenes are listed as such. */
export function listExamples(): Example[] {
  return Array.from(exampleFiles(), ([id, path]) => describe(id, path)).filter((one) => one !== undefined);
}
function describe(id: string, path: string): Example | undefined {
  try {
    const scene = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
    if (scene.pliant === undefined) return undefined;
    const text = (value: unknown): string => (typeof value === 'string' ? value : '');
    return { id, name: text(scene.name), description: text(scene.description) };
  } catch {
    return { id, name: id, description: `cannot be read; \`pliant validate ${id}\` says why` };
  }
}

/** The path of a scene, given as a file or as the id of an example. */
export function findScene(given: string): SceneFile {
  const path = given;
  const kind = kindOf(path);
  if (kind === 'file') return { path, label: given };
  const examples = exampleFiles();
  const example = examples.get(given);
  if (example) return { path: example, label: given };
  if (kind === 'folder') {
    const inside = scenesIn(path);
    const hint = inside.length ? ` It contains ${inside.slice(0, 5).join(', ')}.` : '';
    throw new Failure(`${given} is a folder. Give a scene file or an example.${hint}`);
  }
  const inFolder = [...examples.keys()].filter((id) => id.startsWith(`${given.replace(/\/$/, '')}/`));
  if (inFolder.length) {
    const more = inFolder.length > 5 ? ' and others' : '';
    throw new Failure(`${given} is a folder of examples. Name one: ${inFolder.slice(0, 5).join(', ')}${more}.`);
  }
  throw new Failure(`${given}: there is no such file or example. ${meant(given, path, [...examples.keys()])}`);
}
function kindOf(path: string): 'file' | 'folder' | undefined {
  const found = attempt(path, () => statSync(path, { throwIfNoEntry: false }));
  return found && (found.isDirectory() ? 'folder' : 'file');
}
function scenesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith(ending))
      .map((name) => (folder === '.' ? name : join(folder, name)));
  } catch {
    return [];
  }
}
function meant(given: string, path: string, ids: readonly string[]): string {
  const nearby = scenesIn(dirname(path));
  const guess = suggest(given, [...ids, ...nearby]) ?? [...ids, ...nearby].find((one) => one.endsWith(`/${given}`));
  if (guess) return `Did you mean ${guess}?`;
  const forgotten = nearby.find((name) => name === `${given}${ending}`);
  return forgotten ? `Did you mean ${forgotten}?` : '`pliant list` shows the examples.';
}

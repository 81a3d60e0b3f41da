/**
 * Checks of the files that a command writes: none is an input, none occurs twice, none is named as another format, and existing files
 * are replaced only with `--force`. Files are compared by their real paths, links resolved.
 */
import { realpathSync, type Stats, statSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { UsageError } from '../base/failure.ts';
import { writerOf } from './lock.ts';

export interface Named {
  /** `--record`, or `the scene` */
  readonly name: string;
  readonly path: string;
  /** the existing file is continued */
  readonly continued?: boolean;
  /** of the one format that is written: `.csv` */
  readonly ending?: string | undefined;
}

/** A file that has one of these says what is in it. */
const endings = new Set(
  [
    'csv',
    'glb',
    'gltf',
    'html',
    'jpg',
    'json',
    'mp4',
    'obj',
    'parquet',
    'pdf',
    'plr',
    'png',
    'pvd',
    'svg',
    'webm',
    'xlsx',
  ].map((ending) => `.${ending}`),
);

export function checkOutputs(inputs: readonly Named[], outputs: readonly Named[], force: boolean): void {
  const taken = new Map(inputs.flatMap(({ name, path }) => identities(path).map((one) => [one, name] as const)));
  for (const { name, path, continued, ending } of outputs) {
    const own = identities(path);
    const other = own.map((one) => taken.get(one)).find((one) => one !== undefined);
    if (other) throw new UsageError(`${name} ${path} is the same file as ${other}. Give another file.`);
    const given = extname(path).toLowerCase();
    if (ending !== undefined && given !== ending && endings.has(given)) {
      throw new UsageError(`${name} ${path}: this writes ${ending}, not ${given}. Give a name that ends in ${ending}.`);
    }
    const writer = writerOf(realPath(path), `${name} ${path}`);
    if (writer) throw new UsageError(writer);
    if (!force && !continued && replaces(path)) {
      throw new UsageError(`${name} ${path}: the file exists. Add --force to replace it, or give another name.`);
    }
    for (const one of own) taken.set(one, name);
  }
}

/** Whether writing would replace contents: those of a file that is not empty. Devices and pipes have none. */
export function replaces(path: string): boolean {
  const found = statOf(path);
  return found?.isFile() === true && found.size > 0;
}

/** The real path of a file that exists or would be created. */
export function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    try {
      return join(realpathSync(dirname(path)), basename(path));
    } catch {
      return resolve(path);
    }
  }
}

/** Identifies a file by its path, and, if it exists, by device and inode, which hard links share. */
function identities(path: string): string[] {
  const found = statOf(path);
  return [`path ${realPath(path)}`, ...(found?.isFile() ? [`file ${found.dev} ${found.ino}`] : [])];
}
function statOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

/**
 * What a command may write: never what it reads, never one file twice, and nothing that is there already unless `--force`
 * says so. Files are compared by where they really are, so that neither a link nor another spelling hides one.
 */
import { realpathSync, type Stats, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { UsageError } from '../base/failure.ts';
import { writerOf } from './lock.ts';

export interface Named {
  /** `--record`, or `the scene` */
  readonly name: string;
  readonly path: string;
  /** what is there is gone on with */
  readonly continued?: boolean;
}

export function checkOutputs(inputs: readonly Named[], outputs: readonly Named[], force: boolean): void {
  const taken = new Map(inputs.flatMap(({ name, path }) => identities(path).map((one) => [one, name] as const)));
  for (const { name, path, continued } of outputs) {
    const own = identities(path);
    const other = own.map((one) => taken.get(one)).find((one) => one !== undefined);
    if (other) throw new UsageError(`${name} ${path} is the same file as ${other}. Give another file.`);
    const writer = writerOf(realPath(path), `${name} ${path}`);
    if (writer) throw new UsageError(writer);
    if (!force && !continued && replaces(path)) {
      throw new UsageError(`${name} ${path}: the file exists. Add --force to replace it, or give another name.`);
    }
    for (const one of own) taken.set(one, name);
  }
}

/** Whether writing this would lose what is there: a file that is not empty. Devices and pipes have nothing to lose. */
export function replaces(path: string): boolean {
  const found = statOf(path);
  return found?.isFile() === true && found.size > 0;
}

/** Where a file is, or would be made, all links followed. */
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

/** By its place, and if it is there, by the numbers the disk knows it under: hard links share these. */
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

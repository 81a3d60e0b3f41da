/**
 * What a sweep keeps on a Redis server:
 *
 *   pliant:sweeps              a set: the ids of sweeps that wait for workers
 *   pliant:sweep:<id>          the scene, its files and what is read of a run, as JSON; and the version of Pliant
 *   bull:pliant-<id>:...       its queue, as BullMQ keeps it: a job for each run, with its result when it is done
 */

import type { SweepBundle } from '@pliant/io';
import { Redis } from 'ioredis';
import { Failure, UsageError } from '../base/failure.ts';
import { packageVersion } from '../base/version.ts';

export const sweepsKey = 'pliant:sweeps';
export const bundleKey = (id: string): string => `pliant:sweep:${id}`;
export const queueName = (id: string): string => `pliant-${id}`;

/** The address without a password. */
export function shownAddress(url: string): string {
  const address = new URL(url);
  if (address.password) address.password = '***';
  return address.href;
}
export function checkedAddress(url: string): string {
  if (URL.canParse(url) && /^rediss?:$/.test(new URL(url).protocol)) return url;
  throw new UsageError(
    `--queue ${url}: it is not the address of a Redis server. Give one such as redis://localhost:6379.`,
  );
}

/** A connection that waits for the server if it goes away; at first it must be there. */
export async function connect(url: string): Promise<Redis> {
  const first = new Redis(url, { lazyConnect: true, retryStrategy: () => null, connectTimeout: 5000 });
  first.on('error', () => {}); // what it was is in what `connect` throws
  try {
    await first.connect();
    await first.ping();
  } catch (error) {
    throw new Failure(
      `${shownAddress(url)}: no Redis server answers there (${(error as Error).message}). Start one, or leave --queue out.`,
    );
  } finally {
    first.disconnect();
  }
  const lasting = new Redis(url, { maxRetriesPerRequest: null });
  lasting.on('error', () => {}); // it is tried again
  return lasting;
}

interface Stored extends Omit<SweepBundle, 'assets'> {
  readonly version: string;
  readonly assets: readonly (readonly [name: string, base64: string | null, missing: string | null])[];
}
export function storedBundle({ assets, ...rest }: SweepBundle): string {
  const stored: Stored = {
    ...rest,
    version: packageVersion(),
    assets: assets.map(([name, content]) =>
      typeof content === 'string' ? [name, null, content] : [name, Buffer.from(content).toString('base64'), null],
    ),
  };
  return JSON.stringify(stored);
}
export function loadedBundle(text: string): { readonly bundle: SweepBundle; readonly version: string } {
  const { version, assets, ...rest } = JSON.parse(text) as Stored;
  const content = assets.map(
    ([name, base64, missing]) => [name, base64 === null ? (missing ?? '') : bytesOf(base64)] as const,
  );
  return { bundle: { ...rest, assets: content }, version };
}
const bytesOf = (base64: string): Uint8Array => new Uint8Array(Buffer.from(base64, 'base64'));

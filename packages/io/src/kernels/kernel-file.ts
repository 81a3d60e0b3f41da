/**
 * A file of compiled kernels: four bytes with the length of a header (little-endian), the header as JSON, then the modules one after
 * another. Modules that are equal are in it once. It is not compressed: a server or a package does that for all files.
 */
import type { KernelStore } from '@pliant/engine';

type Stored = KernelStore['kernels'] extends ReadonlyMap<string, infer K> ? K : never;
interface Header {
  readonly compiler: string;
  /** in place of the bytes, where they begin behind the header, and how many they are */
  readonly kernels: Readonly<Record<string, Omit<Stored, 'bytes'> & { readonly at: readonly [number, number] }>>;
}

export function writeKernels({ compiler, kernels }: KernelStore): Uint8Array {
  const places = new Map<string, readonly [number, number]>();
  const modules: Uint8Array[] = [];
  let length = 0;
  const placeOf = (bytes: Uint8Array): readonly [number, number] => {
    const text = new TextDecoder('latin1').decode(bytes);
    const found = places.get(text);
    if (found) return found;
    const place = [length, bytes.length] as const;
    places.set(text, place);
    modules.push(bytes);
    length += bytes.length;
    return place;
  };
  const names = [...kernels.keys()].sort();
  const entries = names.map((name) => {
    const { bytes, ...rest } = kernels.get(name) as Stored;
    return [name, { ...rest, at: placeOf(bytes) }];
  });
  const header = new TextEncoder().encode(JSON.stringify({ compiler, kernels: Object.fromEntries(entries) }));
  const file = new Uint8Array(4 + header.length + length);
  new DataView(file.buffer).setUint32(0, header.length, true);
  file.set(header, 4);
  let at = 4 + header.length;
  for (const bytes of modules) {
    file.set(bytes, at);
    at += bytes.length;
  }
  return file;
}

export function readKernels(file: Uint8Array<ArrayBuffer>): KernelStore {
  const start = 4 + new DataView(file.buffer, file.byteOffset).getUint32(0, true);
  const { compiler, kernels }: Header = JSON.parse(new TextDecoder().decode(file.subarray(4, start)));
  const entries = Object.entries(kernels).map(
    ([name, { at, ...rest }]) =>
      [name, { ...rest, bytes: file.subarray(start + at[0], start + at[0] + at[1]) }] as const,
  );
  return { compiler, kernels: new Map(entries) };
}

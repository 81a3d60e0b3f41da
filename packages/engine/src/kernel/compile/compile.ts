/** Kernels made runnable. A formula is compiled once in a process, and instantiated once for each memory. */
import type { Kernel } from './kernel.ts';
import { mostPages, withSharedMemory } from './shared-import.ts';
import { record } from './store.ts';
import { type EmitOptions, emit } from './wasm.ts';

export type Run = (
  pairs: number,
  index: number,
  parameters: number,
  uniforms: number,
  rows: number,
  unions: number,
  ...arrays: number[]
) => void;

/** A function of a module, for threads that instantiate it themselves. */
export interface Code {
  /** of the module, for a thread whose scratch is at this address */
  bytes(scratch: number): Uint8Array<ArrayBuffer>;
  /** of the export */
  readonly name: string;
  /** one job alone uses it: threads forget it with the job */
  readonly forPlace?: boolean;
}

export const isShared = (memory: WebAssembly.Memory): boolean =>
  typeof SharedArrayBuffer !== 'undefined' && (memory.buffer as ArrayBufferLike) instanceof SharedArrayBuffer;

const modules = new WeakMap<Kernel, Map<string, WebAssembly.Module>>();
const instances = new WeakMap<WebAssembly.Memory, Map<WebAssembly.Module, Run>>();
// biome-ignore lint/complexity/noBannedTypes: exports of WebAssembly are functions of any arguments
const codes = new WeakMap<Function, Code>();
let compiled = 0;
/** How many modules this process has compiled: toggling, adding and removing constraints of known kinds does not change it. */
export const compiledModules = (): number => compiled;

/** Blocking: on a browser's page, worlds live in a worker. */
export function compile(k: Kernel, memory: WebAssembly.Memory, given: EmitOptions = {}): Run {
  const options = isShared(memory) ? { ...given, sharedPages: mostPages } : given;
  const variants = getOrMake(modules, k, () => new Map<string, WebAssembly.Module>());
  const module = getOrMake(variants, JSON.stringify(options), () => {
    compiled++;
    return new WebAssembly.Module(bytesOf(k, given, isShared(memory)));
  });
  const runs = getOrMake(instances, memory, () => new Map<WebAssembly.Module, Run>());
  return getOrMake(runs, module, () => {
    const run = new WebAssembly.Instance(module, { env: { memory } }).exports.run as Run;
    registerCode(run, { bytes: (scratch) => emit(k, { ...options, scratch }), name: 'run' });
    return run;
  });
}

/** A kernel for one place in memory: nobody else can use it, so that it is not kept. */
export function compileForPlace(
  k: Kernel,
  memory: WebAssembly.Memory,
  places: readonly number[],
  commonRows: boolean,
): Run {
  compiled++;
  const options = { ...(isShared(memory) ? { sharedPages: mostPages } : {}), places, commonRows };
  const module = new WebAssembly.Module(emit(k, options));
  const run = new WebAssembly.Instance(module, { env: { memory } }).exports.run as Run;
  registerCode(run, { bytes: (scratch) => emit(k, { ...options, scratch }), name: 'run', forPlace: true });
  return run;
}

function bytesOf(k: Kernel, options: EmitOptions, shared: boolean): Uint8Array<ArrayBuffer> {
  const stored = Object.keys(options).length ? undefined : k.bytes;
  const bytes = stored ?? emit(k, options);
  if (!stored) record(k.key, k, bytes);
  return shared ? withSharedMemory(bytes) : bytes;
}

/** So that threads can have a function of their own that does the same. */
export function registerCode(run: (...args: never[]) => unknown, code: Code): void {
  codes.set(run, code);
}
export function codeOf(run: (...args: never[]) => unknown): Code {
  const found = codes.get(run);
  if (!found) throw new Error('a function that was not registered cannot be shared with threads');
  return found;
}

function getOrMake<K, V>(map: { get(k: K): V | undefined; set(k: K, v: V): unknown }, key: K, make: () => V): V {
  const found = map.get(key);
  if (found !== undefined) return found;
  const made = make();
  map.set(key, made);
  return made;
}

/** Kernels made runnable. A formula is compiled once in a process, and instantiated once for each memory. */
import type { Kernel } from './kernel.ts';
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

const modules = new WeakMap<Kernel, Map<string, WebAssembly.Module>>();
const instances = new WeakMap<WebAssembly.Memory, Map<WebAssembly.Module, Run>>();
let compiled = 0;
/** How many modules this process has compiled: toggling, adding and removing constraints of known kinds leaves it alone. */
export const compiledModules = (): number => compiled;

/** Blocking: on a browser's page, worlds live in a worker. */
export function compile(k: Kernel, memory: WebAssembly.Memory, options: EmitOptions = {}): Run {
  const variants = getOrMake(modules, k, () => new Map<string, WebAssembly.Module>());
  const module = getOrMake(variants, JSON.stringify(options), () => {
    compiled++;
    return new WebAssembly.Module(emit(k, options));
  });
  const runs = getOrMake(instances, memory, () => new Map<WebAssembly.Module, Run>());
  return getOrMake(runs, module, () => new WebAssembly.Instance(module, { env: { memory } }).exports.run as Run);
}

function getOrMake<K, V>(map: { get(k: K): V | undefined; set(k: K, v: V): unknown }, key: K, make: () => V): V {
  const found = map.get(key);
  if (found !== undefined) return found;
  const made = make();
  map.set(key, made);
  return made;
}

/**
 * Kernels that were compiled before, by the names of their formulas (fingerprint.ts): what a batch has to know of one, and the bytes
 * of its module. The build makes them of the examples. A formula that is not among them is compiled, to the same bytes that the
 * store would hold; those of another compiler are not used.
 */
import { compilerVersion } from './compiler-version.generated.ts';

/** What a kernel reads and writes. */
export interface KernelFacts {
  /** names of the arrays, in the order in which their addresses are passed */
  readonly arrays: readonly string[];
  readonly slots: number;
  readonly parameters: number;
  readonly rows: number;
  readonly unions: number;
  /** operations of one element */
  readonly operations: number;
  /** slots of the blocks that it writes to; and whether it adds to some that it reads anyway: see in-place.ts */
  readonly targets: readonly number[];
  readonly updates: boolean;
}
export interface StoredKernel extends KernelFacts {
  /** of the module for a memory that is not shared */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/**
 * Compiled kernels, by the names of their formulas, and the version of the compiler that made them.
 * @example const none: KernelStore = { compiler: '', kernels: new Map() };
 */
export interface KernelStore {
  readonly compiler: string;
  readonly kernels: ReadonlyMap<string, StoredKernel>;
}

let load: (() => KernelStore | undefined) | undefined;
let kernels: KernelStore['kernels'] = new Map();

/**
 * Where compiled kernels come from: asked when the first formula is to be compiled. Results do not depend on it.
 * @example useKernels(() => undefined)
 */
export function useKernels(from: () => KernelStore | undefined): void {
  load = from;
}
export function storedKernel(key: string): StoredKernel | undefined {
  if (load) {
    const found = load();
    load = undefined;
    if (found?.compiler === compilerVersion) kernels = found.kernels;
  }
  return kernels.get(key);
}

// --- the build -------------------------------------------------------------------------------------------------------
let recorded: Map<string, StoredKernel> | undefined;
/** From now on, all that is compiled is kept. */
export function recordKernels(): KernelStore {
  recorded = new Map();
  return { compiler: compilerVersion, kernels: recorded };
}
export function record(key: string, k: KernelFacts, bytes: Uint8Array<ArrayBuffer>): void {
  const { arrays, slots, parameters, rows, unions, operations, targets, updates } = k;
  recorded?.set(key, { arrays, slots, parameters, rows, unions, operations, targets, updates, bytes });
}

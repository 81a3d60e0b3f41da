/**
 * The compiled kernels of the examples, as the command line has them (docs/kernel.md#stored-kernels), or none: not built, or made by
 * another compiler than that of the sources, so that who changes the compiler tests what he wrote.
 */
import { existsSync, readFileSync } from 'node:fs';
import { compilerVersion } from '../../packages/engine/src/kernel/compile/compiler-version.generated.ts';
import { type KernelStore, useKernels } from '../../packages/engine/src/kernel/compile/store.ts';
import { readKernels } from '../../packages/io/src/kernels/kernel-file.ts';
import { committedVersion, generatedVersion } from '../../scripts/compiler-version.mjs';

const none: KernelStore = { compiler: compilerVersion, kernels: new Map() };
const file = new URL('../../packages/engine/dist/kernels.bin', import.meta.url);
let read: KernelStore | undefined;
function stored(): KernelStore {
  read ??=
    existsSync(file) && committedVersion() === generatedVersion()
      ? readKernels(new Uint8Array(readFileSync(file)))
      : none;
  return read;
}

export const useStoredKernels = (): void => useKernels(stored);
export const useNoKernels = (): void => useKernels(() => none);

/**
 * The compiled kernels beside the page. Until they have come, and where the file is empty (while developing), formulas are compiled;
 * scenes are the same to the last bit.
 */
import { useKernels } from '@pliant/engine';
import { readKernels } from '@pliant/io';

/** from: the address of the worker, in the folder `assets` of the page */
export async function fetchKernels(from: string): Promise<void> {
  const response = await fetch(new URL('../kernels.bin', from)).catch(() => undefined);
  if (!response?.ok) return;
  const file = new Uint8Array(await response.arrayBuffer());
  if (file.length) useKernels(() => readKernels(file));
}

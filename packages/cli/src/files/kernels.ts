/**
 * The compiled kernels that the build puts beside the bundle: read when the first formula is to be compiled. Without the file,
 * formulas are compiled as they come. To be imported for this effect.
 */
import { existsSync, readFileSync } from 'node:fs';
import { useKernels } from '@pliant/engine';
import { readKernels } from '@pliant/io';

const file = new URL('./kernels.bin', import.meta.url);
useKernels(() => (existsSync(file) ? readKernels(readFileSync(file)) : undefined));

/**
 * Before each file of the project `node`: formulas of the examples come from the kernels that the build stored, which saves 28 % where
 * examples are opened, and little where few formulas are compiled. Tests of the compiler compile, and so do the other projects. That
 * stored kernels are those that the compiler makes is shown by tests/kernel-store.test.ts, and by golden hashes, which are compared
 * with and without them.
 */
import { expect } from 'vitest';
import { useNoKernels, useStoredKernels } from './stored-kernels.ts';

if (/[\\/]engine[\\/]src[\\/]kernel[\\/]/.test(expect.getState().testPath ?? '')) useNoKernels();
else useStoredKernels();

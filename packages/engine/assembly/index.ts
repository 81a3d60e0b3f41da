/** One WebAssembly module: numeric LDL^T factorisation, triangular solves. All in memory that is handed in. */
export { factor } from './factor';
export { solve, solve4 } from './solve';
export { systemBytes } from './system';

/** One WebAssembly module: numeric LDL^T factorisation, triangular solves, sums. All in memory that is handed in. */
export { factor, factorWith } from './factor';
export { solveRefined } from './refine';
export { solve, solve4, solveRest } from './solve';
export { addProduct, copy, move, pick, sum, sumProducts, sumWeighted } from './sums';
export { systemBytes } from './system';

/** One WebAssembly module: numeric LDL^T factorisation, triangular solves, sums, matrices of blocks. All in memory that is handed in. */
export { applyRigid, coarseBlocks, measureArms, toAggregates } from './aggregates';
export {
  addDiagonal,
  addHalos,
  addTransposed,
  blockProduct,
  invertDiagonal,
  maskBlocks,
} from './blocks';
export { sweepContacts } from './contact-sweeps';
export { factorDense, solveDense } from './dense-lu';
export { extent } from './extents';
export { factor, factorWith } from './factor';
export { contactMatrix, newtonOfFew, wholeNewtonOfFew } from './few-contacts';
export { relaxFew } from './few-contacts-relax';
export { residualOfFew } from './few-contacts-residual';
export { solveIslands } from './islands';
export { nearCells, nearEdges } from './near-features';
export { fitTree, listNear } from './near-lists';
export { cellRows, edgeRows } from './near-rows';
export { correct, solveRefined } from './refine';
export { findGaps } from './row-gaps';
export { findLevers } from './row-levers';
export {
  addMomenta,
  extrapolate,
  gatherNodes,
  negate,
  rates,
  scatterNodes,
  sizesOfForces,
  stepAlong,
  sumAt,
} from './solids';
export { solve, solve4, solveFirst, solveGiven, solveRest } from './solve';
export { addKept, backwardPanels, forwardPanels, givePanels, takePanels } from './solve-parts';
export { addProduct, clear, copy, move, pick, sum, sumProducts, sumWeighted } from './sums';
export { systemBytes } from './system';
export { finishTasks, runTasks, runTasksInWorker, startTasks } from './tasks';
export { factorUnits, solveUnits } from './unit-factor';
export { addScaled, advanceCg, dot, inertia } from './vectors';

/** What the C++ program of --yardstick measures of Eigen and CHOLMOD on a matrix. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SparseProblem } from '../../../tests/support/sparse-problems.ts';
import { temporaryFolder, yardstickProgram } from '../../yardstick.ts';

export interface Theirs {
  readonly factor: number; // milliseconds
  readonly solve: number;
  /** |A x - b| over |b| */
  readonly residual: number;
}
export type Library = 'eigen' | 'eigen-as-given' | 'eigen-lu' | 'cholmod-simplicial' | 'cholmod-supernodal';

const titles: Record<Library, string> = {
  eigen: 'Eigen SimplicialLDLT (AMD)',
  'eigen-as-given': 'Eigen SimplicialLDLT (as given)',
  'eigen-lu': 'Eigen SparseLU (COLAMD)',
  'cholmod-simplicial': "CHOLMOD simplicial LDL' (AMD)",
  'cholmod-supernodal': "CHOLMOD supernodal LL' (AMD)",
};
const libraries = Object.keys(titles) as Library[];

/** On one thread. Those that cannot factor the matrix are left out. */
export function measuredTheirs(problem: SparseProblem): Partial<Record<Library, Theirs>> {
  const file = join(temporaryFolder(), 'matrix.bin');
  writeFileSync(file, fullColumns(problem));
  const env = { ...process.env, OPENBLAS_NUM_THREADS: '1' };
  const { stdout, status, error } = spawnSync(yardstickProgram('C++'), [file], { encoding: 'utf8', env });
  if (error || status !== 0) throw new Error(`${problem.name}: the yardstick ended with ${error ?? status}.`);
  const found: Partial<Record<Library, Theirs>> = {};
  for (const library of libraries) {
    const line = stdout.split('\n').find((one) => one.startsWith(titles[library]));
    const told = line && /factor ([\d.]+) ms.*solve ([\d.]+) ms, rel\.resid (\S+) (?:info|status) 0/.exec(line);
    if (!told) continue;
    const [factor, solve, residual] = told.slice(1).map(Number);
    if (residual < 1e-6) found[library] = { factor, solve, residual };
  }
  return found;
}

/** int32 n, entries, column starts (n + 1), rows; float64 values: both triangles, by columns. */
function fullColumns({ n, pattern: { pointers, indices }, values }: SparseProblem): Buffer {
  const columns: [row: number, value: number][][] = Array.from({ length: n }, () => []);
  for (let i = 0; i < n; i++) {
    for (let at = pointers[i]; at < pointers[i + 1]; at++) {
      columns[indices[at]].push([i, values[at]]);
      if (indices[at] !== i) columns[i].push([indices[at], values[at]]);
    }
  }
  const starts = new Int32Array(n + 1);
  columns.forEach((column, j) => {
    column.sort(([a], [b]) => a - b);
    starts[j + 1] = starts[j] + column.length;
  });
  const rows = Int32Array.from(columns.flatMap((column) => column.map(([row]) => row)));
  const numbers = Float64Array.from(columns.flatMap((column) => column.map(([, value]) => value)));
  return Buffer.concat([Int32Array.of(n, starts[n]), starts, rows, numbers].map((one) => Buffer.from(one.buffer)));
}

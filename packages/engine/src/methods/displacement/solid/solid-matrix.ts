/** The matrix of a solid as contacts use it. */
import type { SolvedMatrix } from '../../../constraints/method.ts';
import type { Block } from '../../../kernel/run/memory.ts';
import type { BlockFactor } from '../../../linalg/blocks/block-factor.ts';
import type { RigidPreconditioner } from '../../../linalg/blocks/preconditioner.ts';
import type { State } from '../../../state/state.ts';
import type { IncrementalPotential } from './incremental-potential.ts';

type Numbers = Block<Float64Array<ArrayBuffer>>;

interface Parts {
  readonly state: State;
  readonly potential: IncrementalPotential;
  readonly preconditioner: RigidPreconditioner;
  /** three numbers a node, free between calls */
  readonly scratch: readonly [Numbers, Numbers];
  linearise(): void;
  factor(): BlockFactor | undefined;
  version(): number;
}

export function solidMatrix({ state, potential, preconditioner, scratch, ...of }: Parts): SolvedMatrix {
  const { nodes, matrix } = potential.elements;
  const scale = (): number => state.h * state.h;
  const [b, d] = scratch;
  return {
    nodes: Int32Array.from(nodes.coordinates),
    pointers: matrix.pointers,
    indices: matrix.indices,
    linearise: of.linearise,
    get version() {
      return of.version();
    },
    get values() {
      return matrix.values.view();
    },
    get scale() {
      return scale();
    },
    get mask() {
      return potential.mask.view();
    },
    solve: (v) => {
      const perSquare = 1 / scale();
      const unknown = potential.mask.view();
      for (let i = 0; i < v.length; i++) v[i] *= unknown[i];
      of.factor()?.solve(v);
      for (let i = 0; i < v.length; i++) v[i] *= perSquare;
    },
    multiply: (v, out) => {
      b.view().set(v);
      matrix.multiply(b, d);
      const from = d.view();
      for (let i = 0; i < v.length; i++) out[i] = scale() * from[i];
    },
    compliance: (node, out) => {
      preconditioner.diagonalBlock(node, out);
      for (let k = 0; k < 9; k++) out[k] /= scale();
    },
  };
}

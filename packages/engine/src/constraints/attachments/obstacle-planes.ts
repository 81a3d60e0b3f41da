/** The planes of solids that points are kept out of, found in every step: see Obstacle. */
import { memorySize } from '../../meshes/surface/signed-distance.ts';
import type { State } from '../../state/state.ts';
import type { BatchTables } from '../batch/batch-tables.ts';
import type { BoundRelation } from '../bound-relation.ts';
import type { Member } from '../constraint-state.ts';

/** m */
const near = 1e-4;
/** The plane stands behind the activation in the parameters of a member. */
const firstColumn = 1;

export class ObstaclePlanes {
  readonly #plane = new Float64Array(4);
  /** of each member: what is known of the surface around it; it saves work and changes nothing */
  readonly #memory: Float64Array;
  /** of a solid that moves: the column of where it is moved to */
  readonly #moved: number;

  constructor(
    private readonly members: readonly Member[],
    private readonly boundRelation: BoundRelation,
    private readonly tables: BatchTables,
    private readonly state: State,
  ) {
    this.#memory = new Float64Array(memorySize * members.length);
    this.#moved = boundRelation.shapes.length > 1 ? boundRelation.anchorColumn(1) : -1;
  }
  /**
   * A point that was d outside of the surface at x0 is above the plane that it had there while it is less than d/2 from x0: that
   * plane stays. Closer than `near` it is always looked at.
   */
  #clears(px: number, py: number, pz: number, m: number): boolean {
    const memory = this.#memory;
    const d = memory[m + 5];
    if (!(d < -near)) return false;
    const [dx, dy, dz] = [px - memory[m], py - memory[m + 1], pz - memory[m + 2]];
    return 4 * (dx * dx + dy * dy + dz * dz) < d * d;
  }
  update(): void {
    const q = this.state.column('q');
    const { parameters, blocks, slots } = this.tables;
    const { columns } = this.boundRelation;
    const plane = this.#plane;
    for (let m = 0; m < this.members.length; m++) {
      const { constraintState, index } = this.members[m];
      const { obstacle } = constraintState.constraint;
      if (!obstacle || !constraintState.active[index]) continue;
      const [x, own] = [blocks[m * slots], m * columns];
      const d = own + this.#moved;
      const moves = this.#moved >= 0;
      const px = moves ? q[x] - parameters[d] : q[x];
      const py = moves ? q[x + 1] - parameters[d + 1] : q[x + 1];
      const pz = moves ? q[x + 2] - parameters[d + 2] : q[x + 2];
      if (this.#clears(px, py, pz, memorySize * m)) continue;
      obstacle.planeAt(px, py, pz, plane, this.#memory, memorySize * m);
      for (let k = 0; k < 4; k++) {
        const column = firstColumn + k;
        if (!Object.is(parameters[own + column], plane[k])) this.tables.set(m, column, plane[k]);
      }
    }
  }
}

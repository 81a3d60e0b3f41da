/**
 * When the rows are that predictions are corrected along, in steps since the beginning. Runge-Kutta schemes leave q halfway, others
 * where the step began. A row between a body halfway and one at the beginning would see a distance that never was, wrong by V h/2 in a
 * frame that moves at V. So where constraints connect such bodies, directly or through others, all rows are taken at the
 * beginning.
 */
import type { Anchor } from '../anchors/anchor.ts';
import type { ConstraintState } from '../constraints/constraint-state.ts';
import type { Placed } from '../forces/placed.ts';
import type { State } from '../state/state.ts';

export class RowTimes {
  /** bodies whose q is put back to the beginning */
  readonly #rewound: readonly Placed[];
  /** bodies are under several schemes */
  readonly isMixed: boolean;

  constructor(
    constraintState: readonly ConstraintState[],
    placed: readonly Placed[],
    private readonly find: (body: string) => Placed | undefined,
  ) {
    let [mixed, atOtherTimes] = [false, false];
    for (let i = 1; i < placed.length; i++) {
      if (placed[i].integrator === placed[0].integrator) continue;
      mixed = true;
      if (placed[i].integrator.rowsAt !== placed[0].integrator.rowsAt) atOtherTimes = true;
    }
    this.isMixed = mixed;
    this.#rewound = atOtherTimes ? rewound(constraintState, placed) : [];
  }
  /** Tells schemes apart. */
  keyOf(anchors: readonly Anchor[]): string {
    if (!this.isMixed) return '';
    const schemes = anchors.flatMap(({ body }) => this.find(body ?? '')?.integrator.kind ?? []);
    return ` ${[...new Set(schemes)].sort().join(' ')} ${this.of(anchors)}`;
  }
  /** The time of the rows of a member. */
  of(anchors: readonly Anchor[]): number {
    let time = 0;
    for (const { body } of anchors) {
      const found = body === undefined ? undefined : this.find(body);
      if (found && !this.#rewound.includes(found)) time = Math.max(time, found.integrator.rowsAt);
    }
    return time;
  }
  /** After the last stage. */
  rewind(state: State): void {
    for (let i = 0; i < this.#rewound.length; i++) {
      const { start, body } = this.#rewound[i];
      const [q, q0] = [state.column('q'), state.column('q0')];
      for (let k = start; k < start + body.coordinates; k++) q[k] = q0[k];
    }
  }
}

function rewound(constraintState: readonly ConstraintState[], placed: readonly Placed[]): Placed[] {
  const byId = new Map(placed.map((one) => [one.body.id, one]));
  const root = new Map([...byId.keys()].map((id) => [id, id]));
  const find = (id: string): string => {
    let at = id;
    while (root.get(at) !== at) at = root.get(at) as string;
    return at;
  };
  for (const { anchors } of constraintState)
    for (const member of anchors) {
      const bodies = member.flatMap(({ body }) => (body === undefined ? [] : [find(body)]));
      for (const one of bodies) root.set(find(one), find(bodies[0]));
    }
  const atBeginning = new Set([...byId].flatMap(([id, { integrator }]) => (integrator.rowsAt > 0 ? [] : [find(id)])));
  return [...byId.values()].filter(({ body, integrator }) => integrator.rowsAt > 0 && atBeginning.has(find(body.id)));
}

/** Inverse masses of all bodies, and the coordinates and velocities that those begin with that have made no step yet. */
import type { Placed } from '../../forces/placed.ts';
import type { State } from '../../state/state.ts';

/** kept: bodies whose numbers were moved here. A body writes into a list that all of its size share: views of their own take longer than the rest. */
export function beginBodies(placed: readonly Placed[], state: State, kept: ReadonlySet<string>): void {
  const [w, q, v, u] = ['w', 'q', 'v', 'u'].map((name) => state.column(name));
  let [ownW, ownQ, ownV] = [new Float64Array(0), new Float64Array(0), new Float64Array(0)];
  let last: Placed['body'] | undefined;
  for (let i = 0; i < placed.length; i++) {
    const { body, start, size } = placed[i];
    if (ownW.length !== size) {
      [ownW, ownQ, ownV] = [new Float64Array(size), new Float64Array(size), new Float64Array(size)];
      last = undefined;
    }
    if (body.inverseMass !== last?.inverseMass) body.inverseMass.diagonal(ownW.fill(0));
    w.set(ownW, start);
    last = body;
    if (kept.size && kept.has(body.id)) continue;
    body.start(ownQ.fill(0), ownV.fill(0));
    q.set(ownQ, start);
    v.set(ownV, start);
    u.set(ownV, start);
  }
}

/** Constraints that cannot be met together are refused, when one is added or activated and before a step. */
import type { State } from '../../state/state.ts';
import type { Contents } from '../contents.ts';

/** Throws if the active constraints cannot be met together. Nothing changes. */
export function verify(contents: Contents): void {
  const { constraintSet, contacts } = contents.ready();
  constraintSet.verify();
  if (contents.state.steps === 0) contacts?.refuseOverlaps();
  contents.verified = true;
  if (contents.state.steps === 0 && constraintSet.starts) withoutEffect(contents.state, () => constraintSet.start());
}

/** Verifies what was just added or activated; undoes it if it is refused. Before the first step all constraints are verified together. */
export function verifyOr(contents: Contents, undo: () => void): void {
  contents.verified = false;
  if (contents.state.steps === 0) return;
  try {
    verify(contents);
  } catch (fault) {
    undo();
    throw fault;
  }
}

/** Tries what the first step begins with, and takes it back: it belongs to that step, however often `check` is called. */
function withoutEffect(state: State, attempt: () => void): void {
  const columns = state.lasting.map((name) => state.column(name).slice());
  try {
    attempt();
  } finally {
    state.lasting.forEach((name, k) => {
      state.column(name).set(columns[k]);
    });
  }
}

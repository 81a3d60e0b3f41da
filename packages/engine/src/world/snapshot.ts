/** Snapshot, restore, hash: everything of a world that changes, copied, put back, and as one fingerprint. */
import { Hash } from '../base/hash.ts';
import {
  addToHash,
  assignConstraintState,
  type ConstraintState,
  copyConstraintState,
} from '../constraints/constraint-state.ts';
import { bodiesFingerprint } from '../constraints/fingerprint.ts';
import { ContactMemory } from '../contact/memory.ts';
import { changesLayout } from '../dynamics/state-blocks.ts';
import type { State } from '../state/state.ts';
import type { Contents, Resident } from './contents.ts';
import { activeMembers } from './edit/switching.ts';
import type { EventProgress } from './events.ts';
import type { Load } from './world-options.ts';

/**
 * Everything of a world that changes, as it was at some time.
 * @example const before: Snapshot = world.snapshot();
 */
export interface Snapshot {
  readonly clock: ReturnType<State['clock']>;
  readonly gravity: readonly [number, number, number];
  readonly loads: readonly Load[];
  readonly bodies: readonly Resident[];
  /** the lasting columns, one after another */
  readonly columns: readonly Float64Array[];
  readonly constraintStates: readonly ConstraintState[];
  readonly events: EventProgress;
  /** what contacts keep, where the world has contact */
  readonly contacts?: ContactMemory;
}

export function snapshotOf(contents: Contents, events: EventProgress): Snapshot {
  const { state, gravity, loads, bodies, constraintStates } = contents;
  contents.ready().constraintSet.keepForces();
  return {
    clock: state.clock(),
    gravity,
    loads,
    bodies: Array.from(bodies.values(), (r) => ({ ...r })),
    columns: state.lasting.map((name) => state.column(name).slice(0, state.size)),
    constraintStates: Array.from(constraintStates.values(), copyConstraintState),
    events,
    ...(contents.contact ? { contacts: contents.contact.memory.copy() } : {}),
  };
}

/** All of a snapshot but its events. */
export function restoreSnapshot(contents: Contents, snapshot: Snapshot): void {
  const { state, bodies, constraintStates } = contents;
  contents.forgetVelocities();
  const now = [...bodies.values()];
  const sameBodies =
    !contents.bodiesPending &&
    now.length === snapshot.bodies.length &&
    snapshot.bodies.every(({ body, integrator }, i) => now[i].body === body && now[i].integrator === integrator);
  bodies.clear();
  for (const resident of snapshot.bodies) bodies.set(resident.body.id, { ...resident });
  const layout = [...constraintStates.values(), ...snapshot.constraintStates].some(({ constraint }) =>
    changesLayout(constraint),
  );
  if (!sameBodies || layout) contents.discardProgram(); // before the constraints take back their forces
  contents.gravity = snapshot.gravity;
  contents.loads = snapshot.loads;
  restoreConstraints(contents, snapshot.constraintStates);
  contents.externalChanged();
  state.setClock(snapshot.clock);
  const program = contents.ready();
  program.setStep();
  program.constraintSet.moveTargets(0);
  const { lasting, size } = state;
  if (snapshot.columns.length !== lasting.length || snapshot.columns.some(({ length }) => length !== size)) {
    throw new Error(`the state does not fit: it needs ${lasting.length} columns of ${size} numbers. Save it again.`);
  }
  lasting.forEach((name, k) => {
    state.column(name).set(snapshot.columns[k]);
  });
  if (contents.contact) contents.contact.memory.assign(snapshot.contacts ?? new ContactMemory());
}

function restoreConstraints(contents: Contents, kept: readonly ConstraintState[]): void {
  const now = [...contents.constraintStates.values()];
  const same = kept.length === now.length && kept.every(({ constraint }, i) => now[i].constraint === constraint);
  if (same) {
    kept.forEach((one, i) => {
      assignConstraintState(now[i], one);
    });
  } else {
    contents.constraintStates = new Map(kept.map((one) => [one.constraint.id, copyConstraintState(one)]));
    contents.constraintsChanged();
  }
  contents.verified = false; // the snapshot may have been taken before its constraints were verified
  contents.nodeOwnership.clear();
  for (const one of contents.constraintStates.values()) contents.nodeOwnership.claim(one, activeMembers(one));
  if (same) contents.allMembersChanged();
}

/** Hashes everything that changes, events left out. */
export function hashOf(contents: Contents): Hash {
  const { constraintSet } = contents.ready();
  const { state, gravity, loads, bodies, constraintStates } = contents;
  const hash = new Hash().numbers(state.clock()).numbers(gravity);
  for (const load of loads) {
    hash.text(load.id).text(load.body);
    if ('torque' in load) hash.text('torque').numbers(load.torque);
    else hash.number(load.node).numbers(load.force);
  }
  contents.bodiesFingerprint ??= bodiesFingerprint(bodies.values());
  hash.text(contents.bodiesFingerprint);
  for (const { fresh, starting } of bodies.values()) hash.number((fresh ? 1 : 0) + (starting ? 2 : 0));
  for (const name of state.lasting) hash.numbers(state.column(name), 0, state.size);
  constraintSet.keepForces();
  for (const constraintState of constraintStates.values()) addToHash(constraintState, hash);
  contents.contact?.memory.addTo(hash);
  return hash;
}

/** Bodies come, go and are replaced, between any two steps. */
import type { Body, IntegratorChoice } from '../../bodies/body.ts';
import { ownOf } from '../../state/state.ts';
import { chosenIntegrator } from '../choices.ts';
import type { Contents, Resident } from '../contents.ts';

export function addBody(contents: Contents, body: Body): void {
  if (contents.bodies.has(body.id)) throw new Error(`body "${body.id}" is in the world already; ids are unique.`);
  const choice = body.integrator ?? contents.defaults.integrator;
  const integrator = chosenIntegrator(choice, `body "${body.id}": integrator`);
  contents.finishPending();
  contents.bodies.set(body.id, { body, integrator, fresh: true, starting: true });
  contents.bodiesChanged();
}

/** The replacements have the same ids and numbers of coordinates. */
export function replaceBodies(contents: Contents, bodies: readonly Body[]): void {
  for (const body of bodies) {
    const { body: before } = contents.resident(body.id);
    if (body.coordinates !== before.coordinates)
      throw new Error(`body "${body.id}" has ${before.nodeCount} nodes; its replacement has ${body.nodeCount}.`);
  }
  exchange(
    contents,
    bodies.map((body) => ({ ...contents.resident(body.id), body })),
  );
}

export function setIntegrator(contents: Contents, choice: IntegratorChoice, ids: string | readonly string[]): void {
  const integrator = chosenIntegrator(choice, 'integrator');
  const changing = contents.residents(ids).filter((r) => r.integrator !== integrator);
  exchange(
    contents,
    changing.map((r) => ({ ...r, integrator, starting: true })),
  );
  if (changing.some((r) => !r.fresh)) contents.ready(); // a method that does not fit is refused here
}

/**
 * Other masses or another integrator: the stored velocities lag by another amount behind those of now, which stay the same. Many
 * bodies are exchanged together, so that the program is compiled once.
 */
function exchange(contents: Contents, residents: readonly Resident[]): void {
  contents.finishPending();
  for (const { body, fresh } of residents) if (!fresh) contents.keepVelocities(body.id);
  for (const resident of residents) contents.bodies.set(resident.body.id, resident);
  contents.verified = false;
  contents.bodiesChanged();
}

export function putBack(contents: Contents, ids: string | readonly string[]): void {
  const all = contents.residents(ids);
  const program = contents.ready();
  for (const resident of all) {
    program.putBack(program.find(resident.body.id));
    resident.starting = true;
  }
  contents.verified = false;
  contents.externalChanged(); // their integrators start anew
}

/** Puts bodies at these coordinates, at rest. */
export function poseBodies(contents: Contents, coordinates: ReadonlyMap<string, ArrayLike<number>>): void {
  for (const [id, q] of coordinates) {
    const { body } = contents.resident(id);
    if (q.length !== body.coordinates || !Array.from(q).every(Number.isFinite))
      throw new Error(
        `body "${id}" has ${body.coordinates} coordinates; give as many finite numbers, not ${q.length}.`,
      );
  }
  putBack(contents, [...coordinates.keys()]);
  const program = contents.ready();
  for (const [id, q] of coordinates) ownOf(contents.state, 'q', program.find(id)).set(q);
}

export function removeBody(contents: Contents, id: string): void {
  contents.resident(id);
  const holder = [...contents.constraintStates.values()].find(({ anchors }) =>
    anchors.some((member) => member.some((anchor) => anchor.body === id)),
  );
  if (holder) throw new Error(`body "${id}" is held by constraint "${holder.constraint.id}"; remove that first.`);
  contents.finishPending();
  contents.bodies.delete(id);
  contents.forgetVelocities(id);
  contents.loads = contents.loads.filter((load) => load.body !== id);
  contents.bodiesChanged();
}

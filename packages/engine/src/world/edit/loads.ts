/** Gravity, and forces on nodes and torques on bodies that act until they are stopped. */
import { checkOptions, number, numbers, required, text } from '../../base/options.ts';
import type { Body } from '../../bodies/body.ts';
import type { Contents } from '../contents.ts';
import type { Load } from '../world-options.ts';

type Vector = readonly [number, number, number];
type PointLoad = Extract<Load, { readonly node: number }>;

export function setGravity(contents: Contents, gravity: readonly [number, number, number]): void {
  const given = checkedVector(gravity, 'gravity');
  // of points that are formulas weight is an element, not an external force
  if (contents.state.steps > 0)
    for (const { body } of contents.bodies.values()) if (body.points) contents.startAnew(contents.ready(), body.id);
  contents.gravity = given;
  forcesChanged(contents);
}

export function applyLoad(contents: Contents, load: Load): void {
  checkOptions('world.apply', load, {
    id: required(text),
    body: required(text),
    ...('torque' in load ? { torque: required(numbers) } : { node: required(number), force: required(numbers) }),
  });
  const { id } = load;
  if (contents.loads.some((l) => l.id === id)) throw new Error(`load "${id}" acts already; stop it first.`);
  contents.loads = [...contents.loads, 'torque' in load ? checkedTorque(contents, load) : checkedForce(contents, load)];
  forcesChanged(contents);
}
function checkedTorque(contents: Contents, load: Load & { readonly torque: Vector }): Load {
  const { id, body } = load;
  if (contents.resident(body, `load "${id}": `).body.angularRates === undefined)
    throw new Error(
      `load "${id}": body "${body}" does not turn as a whole, so no torque acts on it. Apply forces to its nodes, or name a rigid body.`,
    );
  return { ...load, torque: checkedVector(load.torque, `load "${id}": torque`) };
}
function checkedForce(contents: Contents, load: PointLoad): Load {
  const { id, body, node } = load;
  const { nodeCount } = contents.resident(body, `load "${id}": `).body;
  if (!(Number.isInteger(node) && node >= 0 && node < nodeCount))
    throw new Error(`load "${id}": node ${node} is not on body "${body}" (nodes run 0 to ${nodeCount - 1}).`);
  checkPushed(contents.resident(body).body, load);
  const force = checkedVector(load.force, `load "${id}": force`);
  return { ...load, force };
}

export function stopLoad(contents: Contents, id: string): void {
  if (!contents.loads.some((load) => load.id === id)) throw new Error(`load "${id}" does not act.`);
  contents.loads = contents.loads.filter((load) => load.id !== id);
  forcesChanged(contents);
}

/** After the first step the change takes effect at once, so that results do not depend on when the world is read. */
function forcesChanged(contents: Contents): void {
  contents.externalChanged();
  if (contents.state.steps > 0) contents.ready();
}

export function checkedVector(v: readonly [number, number, number], what: string): readonly [number, number, number] {
  if (v.length !== 3 || !v.every(Number.isFinite))
    throw new Error(`${what} — (${v.join(', ')}); give three finite numbers.`);
  return [v[0], v[1], v[2]];
}

/** A force acts on coordinates: of a body whose points are formulas, only on a point that is a block of three of them. */
function checkPushed({ id, points }: Body, load: PointLoad): void {
  if (!points) return;
  const { parameters } = points.formula;
  if (parameters === 0 && load.node < points.count) return; // such a point is a node
  if (parameters === 0)
    throw new Error(
      `load "${load.id}": node ${load.node} of body "${id}" is a point that is drawn; forces act on nodes 0 to ${points.count - 1}.`,
    );
  const own = points.parameters.subarray(load.node * parameters, (load.node + 1) * parameters);
  if (load.node === 0 && own.every((r) => r === 0)) return;
  throw new Error(
    `load "${load.id}": node ${load.node} of body "${id}" turns with it, and a force can only act on node 0, its centre of mass. Push there, add a torque, or join a particle to the point and push that.`,
  );
}

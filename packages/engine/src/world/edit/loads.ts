/** Gravity, and forces on nodes that act until they are stopped. */
import { checkOptions, number, numbers, required, text } from '../../base/options.ts';
import type { Contents } from '../contents.ts';
import type { Load } from '../world-options.ts';

export function setGravity(contents: Contents, gravity: readonly [number, number, number]): void {
  contents.gravity = checkedVector(gravity, 'gravity');
  forcesChanged(contents);
}

export function applyLoad(contents: Contents, load: Load): void {
  checkOptions('world.apply', load, {
    id: required(text),
    body: required(text),
    node: required(number),
    force: required(numbers),
  });
  const { id, body, node } = load;
  if (contents.loads.some((l) => l.id === id)) throw new Error(`load "${id}" acts already; stop it first.`);
  const { nodeCount } = contents.resident(body, `load "${id}": `).body;
  if (!(Number.isInteger(node) && node >= 0 && node < nodeCount))
    throw new Error(`load "${id}": node ${node} is not on body "${body}" (nodes run 0 to ${nodeCount - 1}).`);
  const force = checkedVector(load.force, `load "${id}": force`);
  contents.loads = [...contents.loads, { ...load, force }];
  forcesChanged(contents);
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

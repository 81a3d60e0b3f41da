/** Fingerprints of definitions and anchors, which change seldom: made once, hashed many times. */
import type { Anchor, Slide } from '../anchors/anchor.ts';
import { Hash } from '../base/hash.ts';
import type { Body, Elements, StateKind } from '../bodies/body.ts';
import type { Integrator } from '../integrators/integrator.ts';
import type { PathDef } from '../paths/path.ts';

export function bodiesFingerprint(
  residents: Iterable<{ readonly body: Body; readonly integrator: Integrator }>,
): string {
  const hash = new Hash();
  for (const { body, integrator } of residents) hash.text(body.id).text(integrator.kind).text(bodyFingerprint(body));
  return hash.digest();
}

const bodies = new WeakMap<Body, string>();
/** Masses, materials, elements. Bodies that share their elements share the work. */
function bodyFingerprint(body: Body): string {
  let fingerprint = bodies.get(body);
  if (fingerprint === undefined) {
    const w = new Float64Array(body.coordinates);
    body.inverseMass.diagonal(w);
    const hash = new Hash().text(body.kind).number(body.drag).numbers(w).text(elementsFingerprint(body.elements));
    if (body.state) addElements(hash, body.state);
    if (body.motion) hash.text(JSON.stringify(body.motion));
    if (body.turning) hash.text(JSON.stringify(body.turning));
    fingerprint = hash.digest();
    bodies.set(body, fingerprint);
  }
  return fingerprint;
}

function addElements(hash: Hash, { kind, blocks, parameters }: Elements<StateKind>): void {
  hash.text(kind.name).numbers(blocks).numbers(parameters);
  if (kind.state) hash.numbers([kind.state.order, kind.state.size]);
}
const elements = new WeakMap<Body['elements'], string>();
function elementsFingerprint(all: Body['elements']): string {
  let fingerprint = elements.get(all);
  if (fingerprint === undefined) {
    const hash = new Hash();
    for (const group of all) addElements(hash, group);
    fingerprint = hash.digest();
    elements.set(all, fingerprint);
  }
  return fingerprint;
}

export function anchorsFingerprint(members: readonly (readonly Anchor[])[]): string {
  const hash = new Hash();
  for (const { shape, body, blocks, parameters, path, slide } of members.flat()) {
    hash.text(shape.name).text(body ?? '');
    hash.numbers(blocks).numbers(parameters);
    if (path) addPath(hash, path);
    if (slide) addSlide(hash, slide);
  }
  return hash.digest();
}
function addSlide(hash: Hash, { friction, coulomb, drive, imposed, ends, between }: Slide): void {
  hash.numbers([friction ?? 0, coulomb ?? 0, drive ?? 0, ...(between ?? [])]).text(ends ?? '');
  if (imposed) addPath(hash, imposed);
}
export const addPath = (hash: Hash, path: PathDef): void => {
  hash.text(path.kind).number(path.loop ? 1 : 0);
  hash.numbers(path.times).numbers(path.points.flat());
};

/** A fingerprint of a body's definition: masses, materials, elements. Bodies that share their elements share the work. */
import { Hash } from '../hash.ts';
import type { Body } from './body.ts';

const bodies = new WeakMap<Body, string>();
const elements = new WeakMap<Body['elements'], string>();

export function digestOf(body: Body): string {
  let digest = bodies.get(body);
  if (digest === undefined) {
    const w = new Float64Array(body.coordinates);
    body.inverseMasses(w);
    digest = new Hash().text(body.kind).number(body.drag).numbers(w).text(elementsDigest(body.elements)).digest();
    bodies.set(body, digest);
  }
  return digest;
}
function elementsDigest(all: Body['elements']): string {
  let digest = elements.get(all);
  if (digest === undefined) {
    const hash = new Hash();
    for (const { kind, blocks, parameters } of all) hash.text(kind.name).numbers(blocks).numbers(parameters);
    digest = hash.digest();
    elements.set(all, digest);
  }
  return digest;
}

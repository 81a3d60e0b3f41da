/** Points along rods: by u, or by how far along. */
import { type Body, field, type OnRod, type Spline } from '@pliant/engine';
import type { Faults } from '../../file/faults.ts';
import type { AnchorDef } from '../../schema.ts';

/** Whether an anchor is about a rod's points. */
export const isOnRod = (def: AnchorDef): boolean => def.u !== undefined || def.along !== undefined;

/** Every place named, on every body named; undefined, and a fault, if one of them is none. */
export function rodPoints(def: AnchorDef, path: string, bodies: readonly Body[], faults: Faults): OnRod[] | undefined {
  const other = bodies.find((body) => !field.isRod(body));
  if (other) {
    const key = def.u === undefined ? 'along' : 'u';
    faults.add(
      `${path}.${key}`,
      `body "${other.id}" is ${other.kind}, and only rods (kind "spline") have "${key}". Select "nodes".`,
    );
    return undefined;
  }
  const before = faults.list.length;
  const found = bodies.flatMap((body) => placesOn(body as Spline, def, path, faults));
  return faults.list.length > before ? undefined : found;
}

function placesOn(body: Spline, { u, along }: AnchorDef, path: string, faults: Faults): OnRod[] {
  const given = u ?? along ?? 0;
  const key = u === undefined ? 'along' : 'u';
  const [most, limits] = u === undefined ? [1, 'it runs 0 to 1'] : [body.spans, `u runs 0 to ${body.spans}`];
  const list = Array.isArray(given) ? given : [given];
  return list.map((place, i) => {
    if (place > most) {
      const where = Array.isArray(given) ? `${path}.${key}[${i}]` : `${path}.${key}`;
      faults.add(where, `${place} is beyond the ends of body "${body.id}" (${limits}).`);
    }
    return { body, u: u === undefined ? placeAt(body, place) : place };
  });
}

/** Two points of Gauss' rule on each of so many parts of a span. */
const parts = 8;
const gauss = [0.5 - Math.sqrt(1 / 12), 0.5 + Math.sqrt(1 / 12)];

/** The u at which a rod has a part of its rest length behind it. */
function placeAt(body: Spline, part: number): number {
  const { spans } = body;
  if (part <= 0) return 0;
  if (part >= 1) return spans;
  const length = (from: number, to: number): number =>
    gauss.reduce((sum, t) => sum + ((to - from) / 2) * body.restSpeed(from + t * (to - from)), 0);
  const reached = [0];
  for (let k = 0; k < parts * spans; k++) reached.push(reached[k] + length(k / parts, (k + 1) / parts));
  const wanted = part * reached[reached.length - 1];
  const k = reached.findIndex((l) => l >= wanted) - 1;
  const from = k / parts;
  let u = from;
  for (let pass = 0; pass < 6; pass++) u += (wanted - reached[k] - length(from, u)) / body.restSpeed(u);
  return Math.min(spans, Math.max(0, u));
}

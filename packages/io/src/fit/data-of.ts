/** The points of a file as data of a fit: which is a marker, which is on the surface of a body, which is left out. */
import type { Datum } from '@pliant/engine';
import { type MotionData, MotionError } from '../motion/motion-data.ts';
import type { FitParts } from '../scene/build/fit.ts';
import type { FitDef } from '../scene/schema.ts';
import { advice } from '../scene/suggest.ts';

export interface FitData {
  readonly data: readonly Datum[];
  /** which point of the file each datum is */
  readonly columns: readonly number[];
}

/** `torso-*` matches torso-01; a name without * matches itself alone. */
function matcher(pattern: string): (name: string) => boolean {
  const parts = pattern.split('*');
  if (parts.length === 1) return (name) => name === pattern;
  return (name) => {
    let at = parts[0].length;
    const last = parts[parts.length - 1];
    if (!name.startsWith(parts[0]) || !name.endsWith(last)) return false;
    const end = name.length - last.length;
    for (const part of parts.slice(1, -1)) {
      const found = name.indexOf(part, at);
      if (found < 0) return false;
      at = found + part.length;
    }
    return at <= end;
  };
}

export function fitData(motion: MotionData, def: FitDef = {}, parts: FitParts = { markers: [], points: [] }): FitData {
  const markers = new Map(parts.markers.map((one) => [one.name, one.anchor]));
  const missing = parts.markers.find(({ name }) => !motion.names.includes(name));
  if (missing)
    throw new MotionError(
      `there is no marker "${missing.name}", which "fit.markers" names; ${advice(missing.name, motion.names)}`,
    );
  const everything = parts.markers.length === 0 && parts.points.length === 0;
  const groups = (everything ? [{ names: '*' }] : parts.points).map((group) => ({
    ...group,
    has: matcher(group.names),
  }));
  // a pattern leaves markers: "*" means everything else
  const ignored = (def.ignore ?? []).map((pattern) => ({ has: matcher(pattern), isName: !pattern.includes('*') }));
  const data: Datum[] = [];
  const columns: number[] = [];
  motion.names.forEach((name, column) => {
    const anchor = markers.get(name);
    const group = groups.find(({ has }) => has(name));
    if (ignored.some(({ has, isName }) => has(name) && (isName || !anchor))) return;
    if (!anchor && !group)
      throw new MotionError(
        `"${name}" is neither a marker nor a point of "fit"; ${advice(name, [...markers.keys(), ...groups.map(({ names }) => names)])} Or add it to "fit.ignore"; "*" there means all that are no markers.`,
      );
    columns.push(column);
    const { bodies } = (group ?? {}) as { readonly bodies?: readonly string[] };
    data.push({ name, ...(anchor ? { anchor } : bodies ? { bodies } : {}) });
  });
  if (!data.length) throw new MotionError('no point of it is used; see "fit.ignore".');
  return { data, columns };
}

/**
 * The contacts of a step behind the positions of a packed frame. Programs that do not know them read the positions alone.
 *
 *   u32 places | u32 bytes in use | deflated: 13 doubles for each place
 *   index of the first body | of the second | point, m | normal | force on the first body, N | gap, m | 1 if it sticks
 */
import { type TouchingPair, type TouchingPoint, touchingPairs } from '@pliant/engine';
import { viewOf } from './format.ts';
import { deflated, inflated } from './packing.ts';

const headBytes = 8;
const numbers = 13;
/** Where contacts begin behind this many bytes of positions. */
const aligned = (bytes: number): number => Math.ceil(bytes / 8) * 8;

/** Positions as they are packed, and contacts behind them. */
export function withContacts(packed: Uint8Array, pairs: readonly TouchingPair[], ids: readonly string[]): Uint8Array {
  const values = pairs.flatMap(({ bodies, points }) =>
    points.flatMap(({ point, normal, force, gap, sticks }) => [
      ...bodies.map((id) => ids.indexOf(id)),
      ...[...point, ...normal, ...force, gap, sticks ? 1 : 0],
    ]),
  );
  const bytes = deflated(new Uint8Array(Float64Array.from(values).buffer));
  const start = aligned(packed.length);
  const all = new Uint8Array(start + headBytes + bytes.length);
  all.set(packed);
  viewOf(all).setUint32(start, values.length / numbers, true);
  viewOf(all).setUint32(start + 4, bytes.length, true);
  all.set(bytes, start + headBytes);
  return all;
}

/** The contacts behind `used` bytes of positions; undefined if there are none, or if they cannot be read. */
export function contactsIn(
  body: Uint8Array,
  used: number,
  ids: readonly string[],
): TouchingPair[] | 'damaged' | undefined {
  const start = aligned(used);
  if (body.length < start + headBytes) return undefined;
  const view = viewOf(body);
  const [count, length] = [view.getUint32(start, true), view.getUint32(start + 4, true)];
  const bytes = inflated(body.subarray(start + headBytes, start + headBytes + length), 8 * numbers * count);
  if (!bytes) return 'damaged';
  const x = new Float64Array(bytes.slice().buffer);
  const places: (TouchingPoint & { bodies: [string, string] })[] = [];
  for (let at = 0; at < x.length; at += numbers) {
    const bodies: [string, string] = [ids[x[at]], ids[x[at + 1]]];
    if (bodies.includes(undefined as never)) return 'damaged';
    const triple = (from: number): [number, number, number] => [x[from], x[from + 1], x[from + 2]];
    places.push({
      bodies,
      point: triple(at + 2),
      normal: triple(at + 5),
      force: triple(at + 8),
      gap: x[at + 11],
      sticks: x[at + 12] !== 0,
    });
  }
  return touchingPairs(places);
}

/** Bodies that push each other, as frames tell it. */
import type { World } from '@pliant/engine';
import type { Frame } from '../../protocol/protocol.ts';

export type ContactReadings = Pick<Frame, 'contacts' | 'contactPlaces'>;

export function readContacts(world: World): ContactReadings {
  const pairs = world.hasContact ? world.contacts() : [];
  return {
    contacts: pairs.map(({ name, points, force, gap, sticks }) => ({
      name,
      places: points.length,
      force: Math.hypot(...force),
      gap,
      sticks,
    })),
    contactPlaces: Float32Array.from(
      pairs.flatMap(({ points }) => points.flatMap(({ point, force }) => [...point, ...force])),
    ),
  };
}

/** Contact of a world: switched on when it is made; what touched in the last step. */
import type { ContactReport } from '../contact/contacts.ts';
import { ContactMemory } from '../contact/memory.ts';
import { type ContactOptions, checkContact, contactFault } from '../contact/options.ts';
import type { Overlap } from '../contact/overlap.ts';
import type { Contents } from './contents.ts';

export function setContact(contents: Contents, options: ContactOptions): void {
  checkContact(options);
  contents.contact = { options, memory: new ContactMemory() };
}

/**
 * One place where two bodies pushed each other.
 * @example const { force, gap }: TouchingPoint = world.contacts()[0].points[0];
 */
export interface TouchingPoint {
  /** m */
  readonly point: readonly [number, number, number];
  /** from the second body to the first */
  readonly normal: readonly [number, number, number];
  /** N, on the first body */
  readonly force: readonly [number, number, number];
  /** m, at the end of the step */
  readonly gap: number;
  /** friction holds it: below its bound */
  readonly sticks: boolean;
}
/**
 * Two bodies that pushed each other.
 * @example const pairs: TouchingPair[] = world.contacts('cube');
 */
export interface TouchingPair {
  /** "cube/floor" */
  readonly name: string;
  readonly bodies: readonly [string, string];
  /** N, on the first body */
  readonly force: readonly [number, number, number];
  readonly points: readonly TouchingPoint[];
}

export function contactsOf(contents: Contents, id?: string): TouchingPair[] {
  if (id !== undefined) contents.resident(id);
  const { memory } = withContact(contents);
  const { ids, h } = memory;
  const pairs = new Map<number, { bodies: [string, string]; points: TouchingPoint[] }>();
  for (const { pair, a, b, point, normal, total, gap, sticks } of memory.records) {
    const bodies: [string, string] = [ids[a], ids[b]];
    if (id !== undefined && !bodies.includes(id)) continue;
    const known = pairs.get(pair) ?? { bodies, points: [] };
    pairs.set(pair, known);
    // rows of one pair name the bodies in one order
    const sign = known.bodies[0] === bodies[0] ? 1 : -1;
    const along = (x: readonly number[]) => x.map((y) => sign * y) as [number, number, number];
    known.points.push({ point, normal: along(normal), force: along(total.map((y) => y / h)), gap, sticks });
  }
  return [...pairs.values()].map(({ bodies, points }) => ({
    name: bodies.join('/'),
    bodies,
    force: [0, 1, 2].map((axis) => points.reduce((sum, p) => sum + p.force[axis], 0)) as [number, number, number],
    points,
  }));
}

export function overlapsOf(contents: Contents): Overlap[] {
  withContact(contents);
  return contents.ready().contacts?.overlaps() ?? [];
}

export function contactReport(contents: Contents): ContactReport {
  withContact(contents);
  const { contacts } = contents.ready();
  return { ...(contacts as NonNullable<typeof contacts>).report };
}

function withContact(contents: Contents): NonNullable<Contents['contact']> {
  if (!contents.contact)
    throw contactFault('', 'this world has no contact. Make it with createWorld({ contact: true }).');
  return contents.contact;
}

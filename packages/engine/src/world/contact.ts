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
  /** friction holds it: it does not slip */
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
  /** N: the sum of the pushes along the normals of its points */
  readonly push: number;
  /** m: the mean of its points, weighted by how hard they push */
  readonly point: readonly [number, number, number];
  /** m: the least of its points, at the end of the step */
  readonly gap: number;
  /** friction holds at least one of its points; the pair slips where it holds none */
  readonly sticks: boolean;
  readonly points: readonly TouchingPoint[];
}

export function contactsOf(contents: Contents, id?: string): TouchingPair[] {
  if (id !== undefined) contents.resident(id);
  const { memory } = withContact(contents);
  const { ids, h } = memory;
  const places = memory.records.map(({ a, b, point, normal, total, gap, sticks }) => ({
    bodies: [ids[a], ids[b]] as [string, string],
    point,
    normal,
    force: total.map((y) => y / h) as [number, number, number],
    gap,
    sticks,
  }));
  return touchingPairs(id === undefined ? places : places.filter(({ bodies }) => bodies.includes(id)));
}

/**
 * Places of contact as pairs of bodies, in the order in which pairs first occur.
 * @example touchingPairs(world.contacts().flatMap(({ bodies, points }) => points.map((p) => ({ ...p, bodies }))))
 */
export function touchingPairs(
  places: readonly (TouchingPoint & { readonly bodies: readonly [string, string] })[],
): TouchingPair[] {
  const pairs = new Map<string, { bodies: readonly [string, string]; points: TouchingPoint[] }>();
  for (const { bodies, point, normal, force, gap, sticks } of places) {
    const known = pairs.get([...bodies].sort().join('\n')) ?? { bodies, points: [] };
    pairs.set([...bodies].sort().join('\n'), known);
    // rows of one pair name the bodies in one order
    const sign = known.bodies[0] === bodies[0] ? 1 : -1;
    const along = (x: readonly number[]) => x.map((y) => sign * y) as [number, number, number];
    known.points.push({ point, normal: along(normal), force: along(force), gap, sticks });
  }
  return [...pairs.values()].map(({ bodies, points }) => {
    const pushes = points.map(({ force: f, normal: n }) => f[0] * n[0] + f[1] * n[1] + f[2] * n[2]);
    const push = pushes.reduce((sum, x) => sum + x, 0);
    const sum = (of: (p: TouchingPoint, k: number) => readonly number[]) =>
      [0, 1, 2].map((axis) => points.reduce((s, p, k) => s + of(p, k)[axis], 0)) as [number, number, number];
    return {
      name: bodies.join('/'),
      bodies,
      force: sum(({ force }) => force),
      push,
      point: sum(({ point }, k) => point.map((x) => (x * pushes[k]) / push)),
      gap: points.reduce((least, p) => Math.min(least, p.gap), Infinity),
      sticks: points.some((p) => p.sticks),
      points,
    };
  });
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

/**
 * Where a body was within the last step, at the end of a part of it.
 * @example const [{ until, coordinates }]: StepPart[] = world.contactParts('cube');
 */
export interface StepPart {
  /** s, since the beginning of the step */
  readonly until: number;
  readonly coordinates: Float64Array;
  readonly velocities: Float64Array;
}
export function contactParts(contents: Contents, id: string): StepPart[] {
  withContact(contents);
  const program = contents.ready();
  const { start, size } = program.find(contents.resident(id).body.id);
  return (program.contacts?.parts ?? []).map(({ until, q, v }) => ({
    until,
    coordinates: q.slice(start, start + size),
    velocities: v.slice(start, start + size),
  }));
}

function withContact(contents: Contents): NonNullable<Contents['contact']> {
  if (!contents.contact)
    throw contactFault('', 'this world has no contact. Make it with createWorld({ contact: true }).');
  return contents.contact;
}

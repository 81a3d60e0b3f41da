/**
 * The state of a run as bytes: all that changes and nothing else. What does not change comes from the scene, whose digest
 * goes along, so that the state of another scene is told from one's own.
 *
 *   0   "pliantST"                          8 bytes
 *   8   version, u32                        4
 *   12  CRC-32 of everything after it, u32
 *   16  length of the header, u32
 *   20  count of numbers, u32
 *   24  header, JSON in UTF-8, filled up with spaces to whole 8 bytes
 *   ..  numbers, f64
 *
 * All little-endian. The header names things; the numbers follow in the order in which `writeState` pushes them.
 */
import {
  type Anchor,
  allIntegrators,
  ContactMemory,
  giveRamp,
  Hash,
  type Load,
  onPath,
  type PathDef,
  type Ramp,
  type Snapshot,
  worldPoint,
} from '@pliant/engine';
import { crc32 } from '../base/crc32.ts';
import { type Assets, assetNames } from './assets.ts';
import type { Changes } from './build/bodies/bodies.ts';
import { optionsOf } from './build/constraints/constraints.ts';
import type { SceneDef } from './schema.ts';
import type { Overrides, SimulationParts } from './simulation-parts.ts';
import { checkFit, checkForm } from './state-check.ts';

const magic = 'pliantST';
const version = 4;
const headAt = 24;

interface ConstraintHeader {
  readonly id: string;
  /** members that are switched off */
  readonly off: readonly number[];
  /** given when it was switched on, and not by the scene */
  readonly ramp?: Ramp;
  /** members that aim elsewhere than the scene says */
  readonly aimed: readonly {
    readonly member: number;
    readonly path?: Pick<PathDef, 'kind' | 'loop'>;
    readonly keys?: number;
  }[];
}
interface Header {
  readonly digest: string;
  readonly name: string;
  readonly overrides: Overrides;
  /** numbers in a column, and how many columns last from step to step */
  readonly size: number;
  readonly columns: number;
  /** bodies that have not made a step yet, and those whose integrators have not */
  readonly fresh: readonly number[];
  readonly starting: readonly number[];
  /** [kind, so many bodies in a row] */
  readonly integrators: readonly (readonly [string, number])[];
  /** without a node: a torque */
  readonly loads: readonly { readonly id: string; readonly body: string; readonly node?: number | undefined }[];
  readonly held: readonly ConstraintHeader[];
  readonly happened: readonly boolean[];
  readonly changes: readonly (readonly [string, Changes])[];
  /** numbers that contacts keep, where the scene has contact */
  readonly contacts?: number;
}
type ConstraintState = Snapshot['constraintStates'][number];

export function writeState({ def, assets, overrides, world, constraints, changes }: SimulationParts): Uint8Array {
  const snapshot = world.snapshot();
  const mades = new Map([...constraints.values()].flat().map((made) => [made.id, made]));
  const numbers: number[] = [...snapshot.clock, ...snapshot.gravity];
  for (const load of snapshot.loads) numbers.push(...valuesOf(load));
  const saved = snapshot.constraintStates.map(
    ({ constraint: { id, target, ramp }, active, anchors, ...rest }): ConstraintHeader => {
      const made = mades.get(id);
      if (!made)
        throw new Error(
          `constraint "${id}" was added by hand and is not in the scene; remove it before saving the state.`,
        );
      const { spec } = made;
      const ownRamp = ramp && ramp !== optionsOf(made).ramp ? { ramp } : {};
      for (const list of lists(rest)) for (const value of list) numbers.push(value);
      const aimed = anchors.flatMap((own, member) => {
        const to = target === undefined ? undefined : own[target];
        if (!to || target === undefined || sameTarget(to, spec.members[member][target])) return [];
        numbers.push(...to.parameters);
        if (!to.path) return [{ member }];
        const { kind, loop, times, points } = to.path;
        numbers.push(...times, ...points.flat());
        return [{ member, path: { kind, ...(loop === undefined ? {} : { loop }) }, keys: times.length }];
      });
      return { id, off: active.flatMap((on, m) => (on ? [] : [m])), ...ownRamp, aimed };
    },
  );
  const contacts = snapshot.contacts?.numbers();
  const header: Header = {
    digest: digestOf(def, assets),
    name: def.name,
    overrides,
    size: snapshot.columns[0]?.length ?? 0,
    columns: snapshot.columns.length,
    fresh: snapshot.bodies.flatMap(({ fresh }, i) => (fresh ? [i] : [])),
    starting: snapshot.bodies.flatMap(({ starting }, i) => (starting ? [i] : [])),
    integrators: inRuns(snapshot.bodies.map(({ integrator }) => integrator.kind)),
    loads: snapshot.loads.map((load) => ({
      id: load.id,
      body: load.body,
      ...('torque' in load ? {} : { node: load.node }),
    })),
    held: saved,
    happened: snapshot.events.happened,
    changes: [...changes],
    ...(contacts ? { contacts: contacts.length } : {}),
  };
  return packed(header, [
    Float64Array.from(numbers),
    ...snapshot.columns,
    Float64Array.from(snapshot.events.seen),
    Float64Array.from(contacts ?? []),
  ]);
}

const valuesOf = (load: Load): readonly number[] => ('torque' in load ? load.torque : load.force);

/** What lasts of a constraint from step to step: recorded forces, where its members grip, how far they are led. */
function lists({ record, attachments, ramps }: Pick<ConstraintState, 'record' | 'attachments' | 'ramps'>) {
  return [
    record,
    ...(attachments ? [attachments.found, attachments.triangle, attachments.distance, attachments.weights] : []),
    ...(ramps ? [ramps.made, ramps.steps, ramps.gaps, ramps.rates] : []),
  ];
}
function inRuns(kinds: readonly string[]): [string, number][] {
  const runs: [string, number][] = [];
  for (const kind of kinds) {
    const last = runs.at(-1);
    if (last?.[0] === kind) last[1]++;
    else runs.push([kind, 1]);
  }
  return runs;
}

function packed(header: Header, numbers: readonly Float64Array[]): Uint8Array {
  const words = new TextEncoder().encode(JSON.stringify(header));
  const headLength = Math.ceil(words.length / 8) * 8;
  const count = numbers.reduce((n, list) => n + list.length, 0);
  const bytes = new Uint8Array(headAt + headLength + 8 * count);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < magic.length; i++) bytes[i] = magic.charCodeAt(i);
  view.setUint32(8, version, true);
  view.setUint32(16, headLength, true);
  view.setUint32(20, count, true);
  bytes.fill(32, headAt, headAt + headLength);
  bytes.set(words, headAt);
  let at = headAt + headLength;
  for (const list of numbers) {
    for (let i = 0; i < list.length; i++, at += 8) view.setFloat64(at, list[i], true);
  }
  view.setUint32(12, crc32(bytes.subarray(16)), true);
  return bytes;
}

/** Whether bytes begin as a saved state does. */
export const isSavedState = (bytes: Uint8Array): boolean => String.fromCharCode(...bytes.subarray(0, 8)) === magic;

function unpacked(bytes: Uint8Array): { header: Header; numbers: Float64Array } {
  const refuse = (why: string): never => {
    throw new Error(`state — ${why}`);
  };
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!isSavedState(bytes)) refuse('these bytes are not a saved state; give a file that was written by --save-state.');
  if (bytes.length < headAt) refuse('the file is cut off; save the state again.');
  const found = view.getUint32(8, true);
  if (found !== version) refuse(`it is of version ${found}; this Pliant reads version ${version}.`);
  const headLength = view.getUint32(16, true);
  const count = view.getUint32(20, true);
  const length = headAt + headLength + 8 * count;
  if (bytes.length !== length)
    refuse(`the file has ${bytes.length} bytes instead of ${length}; it is cut off or damaged. Save the state again.`);
  if (view.getUint32(12, true) !== crc32(bytes.subarray(16)))
    refuse('the file is damaged (its checksum is wrong); save the state again.');
  const header = headerIn(new TextDecoder().decode(bytes.subarray(headAt, headAt + headLength)));
  const numbers = new Float64Array(count);
  for (let i = 0; i < count; i++) numbers[i] = view.getFloat64(headAt + headLength + 8 * i, true);
  return { header, numbers };
}

function headerIn(text: string): Header {
  try {
    return JSON.parse(text) as Header;
  } catch {
    throw new Error('state — its header is not JSON; the file was changed. Save the state again.');
  }
}

/** Refused before anything is changed, or put back as it was. */
export function readState(parts: SimulationParts, bytes: Uint8Array): void {
  const { world, changes, constraints } = parts;
  const { header, numbers } = unpacked(bytes);
  checkForm(header);
  checkOrigin(header, parts);
  const before = world.snapshot();
  const mades = [...constraints.values()].flat();
  checkFit(header, before, new Map(mades.map(({ id, spec }) => [id, spec.members.length])));
  const changed = [...changes];
  try {
    applyState(parts, header, numbers);
  } catch (error) {
    changes.clear();
    for (const [id, one] of changed) changes.set(id, one);
    world.restore(before);
    throw error;
  }
}

function applyState(parts: SimulationParts, header: Header, numbers: Float64Array): void {
  const { world, cast, constraints } = parts;
  const mades = new Map([...constraints.values()].flat().map((made) => [made.id, made]));

  const kinds = header.integrators.flatMap(([kind, count]) => new Array<string>(count).fill(kind));
  addMissing(parts, header, kinds);
  parts.changes.clear();
  for (const [id, changes] of header.changes) parts.changes.set(id, changes);

  let at = 0;
  const take = (n: number): Float64Array => {
    at += n;
    return numbers.subarray(at - n, at);
  };
  const vector = (): [number, number, number] => take(3) as unknown as [number, number, number];
  const now = world.snapshot();
  const byId = new Map(now.constraintStates.map((one) => [one.constraint.id, one]));
  const clock = [...take(4)] as unknown as Snapshot['clock'];
  const gravity = [...vector()] as unknown as Snapshot['gravity'];
  const loads = header.loads.map(({ id, body, node }): Load => {
    const values = [...vector()] as unknown as Snapshot['gravity'];
    return node === undefined ? { id, body, torque: values } : { id, body, node, force: values };
  });
  const fresh = new Set(header.fresh);
  const starting = new Set(header.starting);
  const bodies = now.bodies.map(({ body }, i) => {
    const member = cast.member(body.id);
    const changed = parts.changes.get(body.id);
    const own = member ? (changed ? member.entry.altered(member.copy, changed) : member.body) : body;
    return { body: own, integrator: allIntegrators[kinds[i]], fresh: fresh.has(i), starting: starting.has(i) };
  });
  const constraintStates = header.held.map((saved): ConstraintState => {
    const one = byId.get(saved.id) as ConstraintState;
    if (saved.ramp) giveRamp(one, saved.ramp);
    for (const list of lists(one)) list.set(take(list.length));
    const active = one.active.map(() => true);
    for (const m of saved.off) active[m] = false;
    const { target } = one.constraint;
    const anchors = one.anchors.map((own, m) =>
      target === undefined
        ? own
        : own.map((a, k) => (k === target ? (mades.get(saved.id)?.spec.members[m][k] ?? a) : a)),
    );
    for (const { member, path, keys = 0 } of saved.aimed) {
      const parameters = [...take(9)];
      let to: Anchor = { ...worldPoint(0, 0, 0), parameters };
      if (path) {
        const times = [...take(keys)];
        const points = times.map(() => [...vector()] as [number, number, number]);
        to = { ...onPath({ ...path, times, points }), parameters };
      }
      anchors[member] = anchors[member].map((a, k) => (k === target ? to : a));
    }
    return { ...one, active, anchors };
  });
  const columns = Array.from({ length: header.columns }, () => take(header.size).slice());
  const seen = [...take(header.happened.length)];
  const contacts = header.contacts === undefined ? undefined : take(header.contacts).slice();
  if (at !== numbers.length)
    throw new Error(
      `state — it has ${numbers.length} numbers instead of ${at}; the file was changed. Save the state again.`,
    );
  const numbersOf: readonly ArrayLike<number>[] = [clock, gravity, ...loads.map(valuesOf), ...columns];
  const finite = numbersOf.every((list) => Array.prototype.every.call(list, Number.isFinite));
  if (!finite)
    throw new Error(
      'state — one of its times, forces, places or velocities is not finite; the file was changed. Save it again.',
    );
  world.restore({
    clock,
    gravity,
    loads,
    bodies,
    columns,
    constraintStates,
    events: { happened: header.happened, seen },
    ...(contacts
      ? {
          contacts: ContactMemory.read(
            contacts,
            bodies.map(({ body }) => body.id),
          ),
        }
      : {}),
  });
}

/**
 * Where constraints of the state are not in the world (events remove and add them), all are made anew, switched off; what they really are
 * follows. They fit the integrators of the state, and perhaps not those of now.
 */
function addMissing({ world, constraints }: SimulationParts, { held }: Header, kinds: readonly string[]): void {
  const there = new Set(world.constraints.map(({ id }) => id));
  if (held.every(({ id }) => there.has(id))) return;
  for (const id of there) world.removeConstraint(id);
  for (const kind of new Set(kinds))
    world.setIntegrator(
      kind,
      world.bodies.flatMap(({ id }, i) => (kinds[i] === kind ? [id] : [])),
    );
  const mades = new Map([...constraints.values()].flat().map((made) => [made.id, made]));
  for (const { id } of held) {
    const made = mades.get(id);
    if (made) world.constrain(made.spec, { ...optionsOf(made), active: false });
  }
}

function checkOrigin(header: Header, { def, assets, overrides }: SimulationParts): void {
  if (header.digest !== digestOf(def, assets)) {
    const other = header.name === def.name ? `an earlier edition of "${def.name}"` : `another scene, "${header.name}"`;
    throw new Error(`state — it was saved from ${other}; a run goes on only with the very scene it started with.`);
  }
  for (const key of ['integrator', 'method'] as const) {
    const [was, is] = [header.overrides[key], overrides[key]];
    if (was === is) continue;
    const words = (name: string | undefined): string => (name ? `${key} "${name}"` : `the scene's own ${key}`);
    throw new Error(`state — it was saved under ${words(was)}, and this run has ${words(is)}; give both the same.`);
  }
}

function sameTarget(a: Anchor, b: Anchor): boolean {
  return a === b || (a.path === b.path && a.parameters.every((p, i) => Object.is(p, b.parameters[i])));
}

/** A fingerprint of all in a scene and its files that moves anything; the order of keys does not matter. */
export function digestOf(def: SceneDef, assets: Assets = new Map()): string {
  const { $schema: _, name: _name, description: _description, view: _view, duration: _duration, ...rest } = def;
  const bodies = rest.bodies.map(({ colour: _colour, ...body }) => body);
  const hash = new Hash().text(canonical({ ...rest, bodies }));
  for (const name of assetNames(def)) {
    const bytes = assets.get(name);
    if (bytes instanceof Uint8Array) hash.text(name).number(bytes.length).number(crc32(bytes));
  }
  return hash.digest();
}
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value).filter(([, v]) => v !== undefined);
  return `{${entries
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([k, v]) => `${JSON.stringify(k)}:${canonical(v)}`)
    .join(',')}}`;
}

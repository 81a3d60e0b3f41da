/**
 * Whether the header of a saved state fits the scene, looked at before anything is changed. Its checksum tells damage; this tells a
 * file that another program wrote or changed. Keys that are not listed here are left alone.
 */
import { allIntegrators, type Snapshot } from '@pliant/engine';
import * as z from 'zod';
import { pathOf } from './file/faults.ts';

const index = z.number().int().nonnegative();
const count = z.number().int().positive();
const path = z.object({ kind: z.string(), loop: z.boolean().optional() });
const form = z.object({
  digest: z.string(),
  name: z.string(),
  overrides: z.record(z.string(), z.unknown()),
  size: index,
  columns: index,
  fresh: z.array(index),
  starting: z.array(index),
  integrators: z.array(z.tuple([z.string(), count])),
  loads: z.array(z.object({ id: z.string(), body: z.string(), node: index.optional() })),
  held: z.array(
    z.object({
      id: z.string(),
      off: z.array(index),
      ramp: z.record(z.string(), z.unknown()).optional(),
      aimed: z.array(z.object({ member: index, path: path.optional(), keys: count.optional() })),
    }),
  ),
  happened: z.array(z.boolean()),
  changes: z.array(z.tuple([z.string(), z.record(z.string(), z.number())])),
  contacts: count.optional(),
});
/** What the header names. */
interface StateNames {
  readonly fresh: readonly number[];
  readonly starting: readonly number[];
  readonly integrators: readonly (readonly [string, number])[];
  readonly loads: readonly { readonly body: string; readonly node?: number | undefined }[];
  readonly held: readonly {
    readonly id: string;
    readonly off: readonly number[];
    readonly aimed: readonly { readonly member: number }[];
  }[];
  readonly happened: readonly boolean[];
  readonly changes: readonly (readonly [string, object])[];
}

function refuse(where: string, fact: string): never {
  throw new Error(`state — ${where} in its header ${fact}; the file was changed. Save the state again.`);
}
/** Everything is there and of its type. */
export function checkForm(header: unknown): void {
  const { error } = form.safeParse(header);
  if (error) refuse(pathOf(error.issues[0].path) || 'what stands', 'has a wrong form');
}
/** All that it names is there. members: how many members each constraint of the scene has, by its id in the world */
export function checkFit(
  { fresh, starting, integrators, loads, held, happened, changes }: StateNames,
  now: Snapshot,
  members: ReadonlyMap<string, number>,
): void {
  const nodes = new Map(now.bodies.map(({ body }) => [body.id, body.nodeCount]));
  const turning = new Set(now.bodies.flatMap(({ body }) => (body.angularRates === undefined ? [] : [body.id])));
  const bodies = now.bodies.length;
  if ([...fresh, ...starting].some((i) => i >= bodies)) refuse('fresh or starting', 'names a body that is not there');
  const named = integrators.reduce((sum, [, n]) => sum + n, 0);
  if (named !== bodies) refuse('integrators', `are for ${named} bodies, and there are ${bodies}`);
  for (const [kind] of integrators)
    if (!Object.hasOwn(allIntegrators, kind)) refuse('integrators', `has the unknown kind "${kind}"`);
  for (const { body, node } of loads) {
    if (node === undefined) {
      if (!turning.has(body)) refuse('loads', `has a torque on "${body}", which does not turn as a whole`);
    } else if (node >= (nodes.get(body) ?? 0))
      refuse('loads', `has a force on node ${node} of "${body}", which is not there`);
  }
  for (const [id] of changes) if (!nodes.has(id)) refuse('changes', `names the body "${id}", which is not there`);
  const seen = new Set<string>();
  for (const { id, off, aimed } of held) {
    const most = members.get(id) ?? 0;
    if (!members.has(id) || seen.has(id)) refuse('held', `names "${id}", which is unknown or named twice`);
    seen.add(id);
    if ([...off, ...aimed.map(({ member }) => member)].some((m) => m >= most))
      refuse('held', `names a member that "${id}" does not have`);
  }
  const events = now.events.happened.length;
  if (happened.length !== events) refuse('happened', `is about ${happened.length} events, and there are ${events}`);
}

/** What is right by itself and probably not meant: told when a scene is loaded, and no reason not to run it. */
import { allIntegrators, type Body, constraintKinds } from '@pliant/engine';
import type { SceneDef } from '../schema.ts';
import type { SimulationParts } from '../simulation-parts.ts';

export interface Notice {
  /** like that of a fault; empty for the scene as a whole */
  readonly path: string;
  readonly message: string;
}

export function noticesOf(parts: SimulationParts): Notice[] {
  return [...idlePlanes(parts), ...longStep(parts)];
}

/** A plane stops only what a constraint keeps above it. */
function idlePlanes({ def, cast, defaults }: SimulationParts): Notice[] {
  const used = new Set(allConstraints(def).flatMap(bodiesNamed));
  return def.bodies.flatMap(({ id }, i) => {
    const plane = cast.entries.get(id)?.plane;
    if (!plane || used.has(id)) return [];
    const others = cast.members.filter(({ body }) => body.nodeCount > 0 && canMove(body));
    const groups = new Map<string, string[]>();
    for (const { entry, body } of others) {
      const method = holding(body, defaults.integratorOf(body.id));
      const ids = groups.get(method) ?? [];
      if (!ids.includes(entry.def.id)) ids.push(entry.def.id);
      groups.set(method, ids);
    }
    const lines = Array.from(groups, ([method, ids], n) => {
      const a = { body: ids.length === 1 ? ids[0] : ids, nodes: 'all' };
      return JSON.stringify({ id: n ? `on ${id} ${n + 1}` : `on ${id}`, kind: 'above', a, plane: id, method });
    });
    const add = lines.length ? ` Add to "constraints": ${lines.join(', ')}` : ' Leave it out.';
    return [{ path: `bodies[${i}]`, message: `plane "${id}" stops nothing, as no constraint names it.${add}` }];
  });
}

const allConstraints = ({ constraints = [], events = [] }: SceneDef) => [
  ...constraints,
  ...events.flatMap((event) => (event.do === 'add' ? [event.constraint] : [])),
];
/** Bodies that a constraint names as such, not points of bodies. */
const bodiesNamed = (def: SceneDef['constraints'] extends readonly (infer C)[] | undefined ? C : never): unknown[] =>
  Object.entries(constraintKinds().get(def.kind)?.fields ?? {})
    .filter(([, { type }]) => type === 'body')
    .map(([key]) => (def as unknown as Record<string, unknown>)[key]);

/** A method that keeps such a body on one side of something. */
const holding = (body: Body, integrator: string): string =>
  allIntegrators[integrator]?.solved ? 'displacement' : body.inverseMass.apply || body.curved ? 'lagrange' : 'reaction';

function canMove(body: Body): boolean {
  const w = new Float64Array(body.coordinates);
  body.inverseMass.diagonal(w);
  return w.some((one) => one > 0);
}

/** A step at which what is explicit does not stay finite. */
function longStep({ world }: SimulationParts): Notice[] {
  const stable = world.stableStep();
  if (!(world.h > stable)) return [];
  const seconds = (t: number): string => `${Number(t.toPrecision(3))} s`;
  const message = `${seconds(world.h)} is over the largest stable step at rest, ${seconds(stable)}: the run will diverge. Give less, or an implicit integrator.`;
  return [{ path: 'step', message }];
}

/** What is right by itself and probably not meant: told when a scene is loaded, and no reason not to run it. */
import { allIntegrators, type Body, constraintKinds, eachResidual, startOverlap, type World } from '@pliant/engine';
import type { SceneDef } from '../schema.ts';
import type { SimulationParts } from '../simulation-parts.ts';
import { slowly } from './constraints/overlap.ts';
import { overlapSentences } from './contact.ts';
import { passingPair } from './passing.ts';

export interface Notice {
  /** like that of a fault; empty for the scene as a whole */
  readonly path: string;
  readonly message: string;
}

export function noticesOf(parts: SimulationParts): Notice[] {
  return [
    ...idlePlanes(parts),
    ...passing(parts),
    ...longStep(parts),
    ...unheldStages(parts),
    ...overlapNotices(parts),
    ...touchingNotices(parts),
    ...heap(parts),
    ...jumps(parts),
  ];
}

/** Bodies that start closer than contact allows. */
function touchingNotices({ def, world }: SimulationParts): Notice[] {
  return def.contact ? overlapSentences(world).map((message) => ({ path: 'contact', message })) : [];
}

/** Bodies that may settle on each other: from here on a step to all digits takes tens of milliseconds, and soon seconds. */
const heapSize = 100;
/** A heap that is solved to all digits, where a few would do. */
function heap({ def, world }: SimulationParts): Notice[] {
  const { contact } = def;
  if (!contact || (contact !== true && contact.tolerance !== undefined)) return [];
  const count = world.bodies.filter((body) => body.contactForm?.kind === 'rigid' && canMove(body)).length;
  if (count <= heapSize) return [];
  const message = `${count} bodies may lie in one heap, which is solved to 1e-10: that can take seconds a step. "contact": { "tolerance": 1e-3 } solves heaps to three digits, many times as fast; 1e-10 says that all digits are meant.`;
  return [{ path: 'contact', message }];
}

/** Bodies that fall through each other. */
function passing(parts: SimulationParts): Notice[] {
  const [upper, lower] = passingPair(parts, new Set(allConstraints(parts.def).flatMap(bodiesNamed))) ?? [];
  if (upper === undefined) return [];
  const message = `"${upper}" passes through "${lower}" where they meet. Add "contact": true to the scene, or "contact": false if this is meant.`;
  return [{ path: 'contact', message }];
}

/** Without contact a plane stops only what a constraint keeps above it. */
function idlePlanes({ def, cast, defaults }: SimulationParts): Notice[] {
  if (def.contact !== undefined) return [];
  const used = new Set(allConstraints(def).flatMap(bodiesNamed));
  return def.bodies.flatMap(({ id }, i) => {
    const plane = cast.entries.get(id)?.plane;
    if (!plane || used.has(id)) return [];
    const others = cast.members.filter(({ body }) => body.nodeCount > 0 && canMove(body));
    const groups = new Map<string, string[]>();
    for (const { entry, body } of others) {
      const method = contactMethod(body, defaults.integratorOf(body.id));
      const ids = groups.get(method) ?? [];
      if (!ids.includes(entry.def.id)) ids.push(entry.def.id);
      groups.set(method, ids);
    }
    const lines = Array.from(groups, ([method, ids], n) => {
      const a = { body: ids.length === 1 ? ids[0] : ids, nodes: 'all' };
      return JSON.stringify({ id: n ? `on ${id} ${n + 1}` : `on ${id}`, kind: 'above', a, plane: id, method });
    });
    const add = lines.length
      ? ` Add "contact": true to the scene, or "contact": false if this is meant; or keep nodes above it, without friction, in "constraints": ${lines.join(', ')}`
      : ' Leave it out.';
    return [{ path: `bodies[${i}]`, message: `plane "${id}" stops nothing.${add}` }];
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

/** A method for contacts of such a body. */
const contactMethod = (body: Body, integrator: string): string =>
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
  if (stable === 0) return undampedGrowth(world);
  const seconds = (t: number): string => `${Number(t.toPrecision(3))} s`;
  const message = `${seconds(world.h)} is over the largest stable step at rest, ${seconds(stable)}: the run will diverge. Give less, or an implicit integrator.`;
  return [{ path: 'step', message }];
}

/** Schemes that let undamped oscillations grow, where it is seen within a second. */
function undampedGrowth(world: World): Notice[] {
  const rate = world.growthRate();
  if (!(rate > 0.01)) return [];
  const message = `without damping no step is stable under this integrator: the fastest oscillation grows by a factor of e in ${Number((1 / rate).toPrecision(2))} s. Use "verlet" or "rk4", or give damping.`;
  return [{ path: 'defaults.integrator', message }];
}

/**
 * A method that acts on the prediction does nothing between the stages of a Runge-Kutta step: a held node moves there by O(h^2), and
 * its velocity by O(h). Elements feel the one, their damping the other (docs/validation.md).
 */
function unheldStages({ def, world, constraints }: SimulationParts): Notice[] {
  const lowered = (def.constraints ?? []).flatMap((one, i) => {
    const ids = new Set((constraints.get(one.id) ?? []).map(({ id }) => id));
    const made = world.constraints.filter(({ id, method }) => ids.has(id) && method.predicts && !method.rates);
    const body = made
      .flatMap(({ members }) => members.flatMap((anchors) => anchors.map((anchor) => anchor.body)))
      .find(
        (id) =>
          id !== undefined &&
          world.integratorOf(id).stages.length > 1 &&
          world.body(id).elements.some(({ count }) => count > 0),
      );
    return body === undefined ? [] : [{ i, body, method: made[0].method.kind }];
  });
  if (!lowered.length) return [];
  const [{ i, body, method }] = lowered;
  const { kind } = world.integratorOf(body);
  const more = lowered.length > 1 ? ` (and ${lowered.length - 1} more constraints)` : '';
  const message = `"${method}" acts at the end of a step, and not within it: under "${kind}" body "${body}" moves with errors of order 2, and of order 1 where it is damped${more}. Use "lagrange" for the order of the scheme, or "verlet".`;
  return [{ path: `constraints[${i}].method`, message }];
}

/** Points that start on the wrong side of a one-sided constraint, and are pushed out. */
function overlapNotices({ def, constraints, cast }: SimulationParts): Notice[] {
  return (def.constraints ?? []).flatMap(({ id }, i) =>
    (constraints.get(id) ?? []).flatMap(({ spec, ramp }) => {
      const overlap = ramp === slowly ? startOverlap(spec, (body) => cast.start(body)) : undefined;
      if (!overlap) return [];
      const { members, depth } = overlap;
      const seconds = Math.sqrt(6 * depth);
      return [
        {
          path: `constraints[${i}]`,
          message: `${members === 1 ? 'one point starts' : `${members} points start`} up to ${Number(depth.toPrecision(3))} m on the wrong side and ${members === 1 ? 'is' : 'are'} pushed out slowly, within about ${Number(seconds.toPrecision(2))} s. Move the body if this is not meant.`,
        },
      ];
    }),
  );
}

/** Constraints that are far from met at the start, which the first step makes up for. Of very many members none is looked at: that takes time. */
const mostLookedAt = 5000;
/** of the size of the scene */
const farPart = 0.03;
function jumps({ def, world, constraints }: SimulationParts): Notice[] {
  const count = world.constraints.reduce((sum, { members }) => sum + members.length, 0);
  if (count > mostLookedAt) return [];
  const worst = new Map<string, number>();
  eachResidual(world, (size, { id, method, relation }, unit) => {
    if (unit === 'm' && method.promise !== undefined && relation.sense === '=')
      worst.set(id, Math.max(size, worst.get(id) ?? 0));
  });
  if (!worst.size) return [];
  const least = Math.max(1e-6, farPart * sizeOf(world));
  return (def.constraints ?? []).flatMap(({ id }, i) => {
    const residual = Math.max(0, ...(constraints.get(id) ?? []).map((made) => worst.get(made.id) ?? 0));
    if (!(residual > least)) return [];
    const metres = `about ${Number(residual.toPrecision(2))} m`;
    const message = `it starts ${metres} from being met, and the first step makes up for that. Start them where it is met, or give "ramp" to lead them there.`;
    return [{ path: `constraints[${i}]`, message }];
  });
}

/** The longest edge of a box around all nodes, m. */
function sizeOf(world: World): number {
  const [low, high] = [
    [Infinity, Infinity, Infinity],
    [-Infinity, -Infinity, -Infinity],
  ];
  for (const { id } of world.bodies)
    world.positions(id).forEach((x, i) => {
      low[i % 3] = Math.min(low[i % 3], x);
      high[i % 3] = Math.max(high[i % 3], x);
    });
  return Math.max(0, ...low.map((x, k) => high[k] - x));
}

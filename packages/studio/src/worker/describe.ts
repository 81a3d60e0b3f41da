/** A simulation as the page needs to know it: shapes, planes, events, and the points at which constraints hold. */
import type { Anchor, Body, Plane, World } from '@pliant/engine';
import type { Simulation } from '@pliant/io';
import type { BodyInfo, ConstraintInfo, EventMark, Holds, PlaneInfo, SceneInfo } from '../protocol.ts';
import type { Skins } from './skins.ts';

/** More points than this are not drawn one by one. */
const mostPoints = 4000;

export type Group = World['machine']['groups'][number];

/** A point of `Holds` in the engine's terms. */
export interface Place {
  readonly group: Group;
  readonly member: number;
  readonly anchor: number;
}

export function describeScene(simulation: Simulation, skins: Skins): SceneInfo {
  const { world, def, file } = simulation;
  const bodies: BodyInfo[] = [];
  const planes: PlaneInfo[] = [];
  const families = new Map<string, number>();
  let firstNode = 0;
  let tets = 0;
  for (const body of world.bodies) {
    if (isPlane(body)) {
      planes.push({ id: body.id, normal: body.normal, offset: body.offset });
      continue;
    }
    const name = body.id.replace(/\[\d+\]$/, ''); // copies are called cube[0], cube[1] ...
    const family = families.get(name) ?? families.size;
    families.set(name, family);
    const shift = (points: Int32Array | undefined, first: number): Int32Array =>
      (points ?? new Int32Array()).map((n) => n + first);
    const firstVertex = skins.firstOf(body.id);
    const triangles =
      firstVertex === undefined ? shift(body.mesh?.triangles, firstNode) : shift(body.skin?.triangles, firstVertex);
    // of a surface that is the mesh's own, the triangles tell them
    const edges = body.skin || !triangles.length ? shift(body.mesh?.edges, firstNode) : new Int32Array();
    const colour = (def.bodies as readonly { id: string; colour?: unknown }[]).find((b) => b.id === name)?.colour;
    bodies.push({
      id: body.id,
      kind: body.kind,
      firstNode,
      nodeCount: body.nodeCount,
      triangles,
      edges,
      ...(body.radius === undefined ? {} : { radius: body.radius }),
      family,
      ...(typeof colour === 'string' ? { colour } : {}),
    });
    firstNode += body.nodeCount;
    tets += (body.mesh?.tets.length ?? 0) / 4;
  }
  const view = def.view as SceneInfo['view'];
  return {
    name: def.name ?? file,
    description: def.description ?? '',
    file,
    step: world.h,
    duration: def.duration ?? 10,
    bodies,
    planes,
    events: ((def.events ?? []) as readonly EventDef[]).flatMap(eventMark),
    tets,
    ...(view ? { view } : {}),
    stableStep: world.stableStep(),
  };
}

const isPlane = (body: Body): body is Plane => body.kind === 'plane';

interface EventDef {
  readonly at?: number;
  readonly do: string;
  readonly constraint?: unknown;
  readonly body?: unknown;
}
function eventMark(event: EventDef): EventMark[] {
  if (event.at === undefined) return [];
  const what = [event.constraint, event.body].find((name) => typeof name === 'string');
  return [{ at: event.at, text: `${event.do.replaceAll('-', ' ')}${what ? ` ${what}` : ''}` }];
}

/**
 * Read from the engine's groups rather than through `World.forces`, which makes three arrays a member: with ten thousand
 * constraints that would cost more than the step.
 */
export function describeHolds(
  world: World,
  firstNodeOf: (body: string) => number,
  hidden: string | undefined, // a constraint that is drawn otherwise: the hand
): { holds: Holds; places: Place[] } {
  const listed = world.constraints.filter((c) => c.id !== hidden);
  const index = new Map(listed.map((c, i) => [c.id, i]));
  const places: Place[] = [];
  const owner: number[] = [];
  const member: number[] = [];
  const nodes: number[] = [];
  const weights: number[] = [];
  let omitted = 0;
  for (const group of world.machine.groups) {
    group.members.forEach(({ held, index: which }, m) => {
      if (held.constraint.id === hidden) return;
      held.anchors[which].forEach((anchor, k) => {
        // what is gripped is where the other point is, and has other corners all the time
        if (anchor.body === undefined || anchor.grip) return;
        if (places.length >= mostPoints) {
          omitted++;
          return;
        }
        places.push({ group, member: m, anchor: k });
        owner.push(index.get(held.constraint.id) ?? 0);
        member.push(which);
        const first = firstNodeOf(anchor.body);
        for (let b = 0; b < 4; b++) {
          const there = b < anchor.blocks.length;
          nodes.push(there ? first + anchor.blocks[b] / 3 : -1);
          weights.push(there ? weightOf(anchor, b) : 0);
        }
      });
    });
  }
  const constraints = listed.map(
    ({ id, kind, method, members }): ConstraintInfo => ({
      id,
      kind,
      method: method.kind,
      members: members.length,
      between: members[0].length > 1 && members[0].every((anchor) => anchor.body !== undefined),
    }),
  );
  return {
    holds: {
      constraints,
      owner: Uint32Array.from(owner),
      member: Uint32Array.from(member),
      nodes: Int32Array.from(nodes),
      weights: Float32Array.from(weights),
      omitted,
    },
    places,
  };
}
const weightOf = (anchor: Anchor, block: number): number =>
  anchor.parameters.length === anchor.blocks.length ? anchor.parameters[block] : 1 / anchor.blocks.length;

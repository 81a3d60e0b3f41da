/** A simulation as the page needs to know it: shapes, planes, events, probes. */
import { type Body, field, type Plane } from '@pliant/engine';
import { csvHeader, curveOf, type Simulation } from '@pliant/io';
import type { BodyInfo, EventMark, PlaneInfo, SceneInfo } from '../../protocol/protocol.ts';
import type { Followers } from '../hand/followers.ts';
import { isSolved } from '../hand/hand-method.ts';
import type { Twists } from './twists.ts';

export function describeScene(simulation: Simulation, followers: Followers, twists: Twists): SceneInfo {
  const { world, def, file } = simulation;
  const bodies: BodyInfo[] = [];
  const planes: PlaneInfo[] = [];
  const families = new Map<string, number>();
  let firstNode = 0;
  let tets = 0;
  let hexes = 0;
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
    const firstFollower = followers.firstOf(body.id);
    const triangles = body.skin
      ? shift(body.skin.triangles, firstFollower ?? 0)
      : shift(body.mesh?.triangles, firstNode);
    const twist = twists.firstOf(body.id);
    const samples = curveOf(body)?.corners.length;
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
      ...(samples === undefined
        ? {}
        : { curve: Int32Array.from({ length: samples / 4 }, (_, i) => i + (firstFollower ?? 0)) }),
      ...(body.radius === undefined ? {} : { radius: body.radius }),
      ...(twist === undefined ? {} : { twist }),
      ...wheelsOf(body, firstNode),
      family,
      ...(typeof colour === 'string' ? { colour } : {}),
    });
    firstNode += body.nodeCount;
    // tets of second order count as one, not as their parts
    tets += body.mesh?.secondOrder ? body.mesh.secondOrder.length / 10 : (body.mesh?.tets.length ?? 0) / 4;
    hexes += (body.mesh?.hexes?.length ?? 0) / 8;
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
    hexes,
    hasMatrix: world.bodies.some(({ id }) => isSolved(world, id)),
    probes: simulation.probes.map(({ id, unit, components }) => ({ id, unit, components })),
    csvHeader: csvHeader(simulation.probes),
    ...(view ? { view } : {}),
  };
}

/** The pulleys that a rod lies on. */
function wheelsOf(body: Body, firstNode: number): Pick<BodyInfo, 'wheels'> {
  if (!field.isRod(body) || !body.wraps?.length) return {};
  return {
    wheels: body.wraps.map(({ marks: [centre, rim], axis, radius }) => ({
      centre: firstNode + centre,
      rim: firstNode + rim,
      axis,
      radius,
    })),
  };
}
const isPlane = (body: Body): body is Plane => 'normal' in body;

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

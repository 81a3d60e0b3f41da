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
  const colours = new Map((def.bodies as readonly { id: string; colour?: unknown }[]).map((b) => [b.id, b.colour]));
  const lists = new PointLists();
  let firstNode = 0;
  let tets = 0;
  let hexes = 0;
  for (const body of world.bodies) {
    if (isPlane(body)) {
      planes.push({ id: body.id, normal: body.normal, offset: body.offset });
      continue;
    }
    const { id } = body;
    const name = id.endsWith(']') ? id.replace(/\[\d+\]$/, '') : id; // copies are called cube[0], cube[1] ...
    const family = families.get(name) ?? families.size;
    families.set(name, family);
    const firstFollower = followers.firstOf(body.id);
    const triangles = body.skin
      ? lists.shifted(body.skin.triangles, firstFollower ?? 0)
      : lists.shifted(body.mesh?.triangles, firstNode);
    const twist = twists.firstOf(body.id);
    const samples = curveOf(body)?.corners.length;
    // of a surface that is the mesh's own, the triangles tell them
    const edges = body.skin || !triangles.length ? lists.shifted(body.mesh?.edges, firstNode) : lists.none;
    const colour = colours.get(name);
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
      ...(body.points && !body.skin && (body.rotor || body.turning) ? { own: body.points.parameters } : {}),
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
    ...tilted(world.gravity),
  };
}

/** Slopes are floors with gravity turned. What pulls along a floor, or up, is no such thing. */
function tilted([x, y, z]: readonly number[]): { up?: [number, number, number] } {
  const size = Math.hypot(x, y, z);
  if (!(-y > steepest * size) || Math.hypot(x, z) < 1e-9 * size) return {};
  return { up: [-x / size, -y / size, -z / size] };
}
/** cosine of 45 degrees */
const steepest = Math.SQRT1_2;

/** Numbers of points, counted from the scene's first. Ten thousand bodies share memory, so that a message copies a few blocks. */
class PointLists {
  #block = new Int32Array(1 << 16);
  #used = 0;
  readonly none = new Int32Array();

  shifted(points: Int32Array | undefined, first: number): Int32Array {
    if (!points?.length) return this.none;
    if (this.#used + points.length > this.#block.length) {
      this.#block = new Int32Array(Math.max(points.length, this.#block.length));
      this.#used = 0;
    }
    const out = this.#block.subarray(this.#used, this.#used + points.length);
    this.#used += points.length;
    for (let i = 0; i < points.length; i++) out[i] = points[i] + first;
    return out;
  }
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

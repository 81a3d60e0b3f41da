/** Constraints of a scene as the engine's: groups over selections, joins by touch. */
import {
  type Anchor,
  above,
  type Body,
  type ConstraintSpec,
  distance,
  joins,
  local,
  type Method,
  nail,
  node,
  onPath,
  type PathDef,
  reaction,
  worldPoint,
} from '@pliant/engine';
import type { Faults } from '../faults.ts';
import type { ConstraintDef, MethodDef, ScenePathDef, TargetDef } from '../schema.ts';
import { advice } from '../suggest.ts';
import type { Cast, Picked } from './cast.ts';
import { clustersOf } from './touching.ts';

/** A constraint of the engine that one of the scene became. */
export interface Made {
  readonly id: string;
  readonly spec: ConstraintSpec;
  readonly method: Method;
  readonly active: boolean;
  readonly def: ConstraintDef;
}

type Point = readonly [number, number, number];

/** Nodes this close touch, where nothing else is said. */
export const touchingDefaults = { tolerance: 1e-6 } as const;

/** What a constraint becomes; undefined if it has faults, which are added. */
export function makeConstraint(
  def: ConstraintDef,
  path: string,
  cast: Cast,
  fallback: MethodDef,
  faults: Faults,
): Made[] | undefined {
  const made = (spec: ConstraintSpec, id = def.id): Made => ({
    id,
    spec,
    method: methodOf(def.method ?? fallback),
    active: def.active ?? true,
    def,
  });
  switch (def.kind) {
    case 'nail': {
      const anchors = cast.anchors(def.a, `${path}.a`);
      const wrong = def.to && pathFault(def.to);
      if (wrong) faults.add(`${path}.to${wrong.key}`, wrong.message);
      if (!anchors || wrong) return undefined;
      const x = anchors.map((a) => pointOf(a, (id) => cast.start(id)));
      return [made(nail(anchors, targets(x, def.to, 0)))];
    }
    case 'join': {
      const instead = 'Name one node, or let "join-touching" find pairs.';
      const points = def.points.map((one, i) => cast.anchor(one, `${path}.points[${i}]`, instead));
      return points.every((p) => p !== undefined) ? [made(joins([points]))] : undefined;
    }
    case 'join-touching': {
      const specs = touchingSpecs(def, path, cast, faults);
      return specs?.map((spec) => made(spec, specs.length === 1 ? def.id : `${def.id}/${spec.members[0].length}`));
    }
    case 'distance': {
      const instead = 'Name one node, or use "nearest".';
      const a = cast.anchor(def.a, `${path}.a`, instead);
      const b = Array.isArray(def.b) ? worldPoint(...def.b) : cast.anchor(def.b, `${path}.b`, instead);
      if (!a || !b) return undefined;
      const length = def.length ?? lengthBetween(a, b, cast);
      if (length > 0) return [made(distance(a, b, length))];
      faults.add(
        `${path}.length`,
        'both points are in one place, so there is no length to keep; give one, or use "join".',
      );
      return undefined;
    }
    case 'above': {
      const anchors = cast.anchors(def.a, `${path}.a`);
      const plane = planeOf(def.plane, `${path}.plane`, cast, faults);
      return anchors && plane ? [made(above(anchors, plane))] : undefined;
    }
  }
}

function planeOf(id: string, path: string, cast: Cast, faults: Faults) {
  const entry = cast.entries.get(id);
  if (entry?.plane) return entry.plane;
  const planes = [...cast.entries.values()].filter((e) => e.plane).map((e) => e.def.id);
  if (entry) {
    const others = planes.length
      ? `there are ${planes.map((p) => `"${p}"`).join(', ')}.`
      : 'add a body { "kind": "plane", ... }.';
    faults.add(path, `body "${id}" is ${entry.def.kind}, not a plane; ${others}`);
  } else if (planes.length === 0 && !cast.excused(id)) {
    faults.add(path, `there is no plane "${id}"; add a body { "id": "${id}", "kind": "plane", "normal": [0, 1, 0] }.`);
  } else if (!cast.excused(id)) faults.add(path, `there is no plane "${id}"; ${advice(id, planes)}`);
  return undefined;
}

/** Joins of touching nodes: one group for each number of points. */
function touchingSpecs(
  def: ConstraintDef & { kind: 'join-touching' },
  path: string,
  cast: Cast,
  faults: Faults,
): ConstraintSpec[] | undefined {
  const tolerance = def.tolerance ?? touchingDefaults.tolerance;
  const found = def.between.map((one, i) => cast.pick(one, `${path}.between[${i}]`));
  if (found.some((one) => !one)) return undefined;
  const picked = eachOnce((found as (readonly Picked[])[]).flat());
  if (picked.length < 2) {
    faults.add(
      `${path}.between`,
      `selects nodes of one body, "${picked[0].body.id}"; touching takes two. Select more bodies.`,
    );
    return undefined;
  }
  const clusters = clustersOf(picked, tolerance);
  if (clusters.length === 0) {
    faults.add(
      path,
      `no two nodes of different bodies are within ${tolerance} m of each other; move bodies together or give a larger "tolerance".`,
    );
    return undefined;
  }
  for (const cluster of clusters) {
    const twice = cluster.find((a, i) => cluster.findIndex((b) => b.body === a.body) < i);
    if (!twice) continue;
    const first = cluster.find((a) => a.body === twice.body);
    const { id } = picked[twice.body].body;
    faults.add(
      `${path}.tolerance`,
      `${tolerance} m is so much that nodes ${first?.node} and ${twice.node} of body "${id}" would be joined to each other; give less.`,
    );
    return undefined;
  }
  const byPoints = new Map<number, Anchor[][]>();
  for (const cluster of clusters) {
    const anchors = cluster.map((one) => node(picked[one.body].body, one.node));
    const list = byPoints.get(cluster.length);
    if (list) list.push(anchors);
    else byPoints.set(cluster.length, [anchors]);
  }
  return [...byPoints.keys()].sort((a, b) => a - b).map((points) => joins(byPoints.get(points) as Anchor[][]));
}
function eachOnce(picked: readonly Picked[]): Picked[] {
  const byBody = new Map<Body, Set<number> | readonly number[]>();
  for (const { body, nodes } of picked) {
    const before = byBody.get(body);
    byBody.set(body, before ? new Set([...before, ...nodes]) : nodes);
  }
  return Array.from(byBody, ([body, nodes]) => ({ body, nodes: Array.isArray(nodes) ? nodes : [...nodes] }));
}

function lengthBetween(a: Anchor, b: Anchor, cast: Cast): number {
  const end = (one: Anchor): ArrayLike<number> =>
    one.body === undefined ? one.parameters : pointOf(one, (id) => cast.start(id));
  const [p, q] = [end(a), end(b)];
  const [dx, dy, dz] = [p[0] - q[0], p[1] - q[1], p[2] - q[2]];
  return Math.sqrt(dx * dx + dy * dy + dz * dz);
}

const reactions = new Map<number | undefined, Method>();
/** The same object for the same method: the engine batches by it. */
export function methodOf(def: MethodDef): Method {
  if (def === 'local') return local;
  const omega = def === 'reaction' ? undefined : def.omega;
  const found = reactions.get(omega) ?? reaction(omega === undefined ? {} : { omega });
  reactions.set(omega, found);
  return found;
}

/** Where an anchor on a body is. */
export function pointOf({ body, blocks, parameters }: Anchor, positions: (body: string) => Float64Array): Point {
  const q = positions(body as string);
  const sum: [number, number, number] = [0, 0, 0];
  blocks.forEach((block, b) => {
    const weight = parameters[b] ?? 1; // a node has none
    for (let axis = 0; axis < 3; axis++) sum[axis] += weight * q[block + axis];
  });
  return sum;
}

/**
 * Where points at x are nailed to: where they are, or at a point or on a path that starts at `since`. Several points
 * keep their places about their mean.
 */
export function targets(x: readonly Point[], to: TargetDef | undefined, since: number): Anchor[] {
  if (to === undefined) return x.map((p) => worldPoint(...p));
  const mean = [0, 1, 2].map((axis) => x.reduce((sum, p) => sum + p[axis], 0) / x.length);
  return x.map((p) => {
    const shifted = (q: Point): [number, number, number] =>
      x.length === 1 ? [...q] : [q[0] + (p[0] - mean[0]), q[1] + (p[1] - mean[1]), q[2] + (p[2] - mean[2])];
    return isPath(to) ? onPath(enginePath(to, since, shifted)) : worldPoint(...shifted(to));
  });
}
const isPath = (to: TargetDef): to is ScenePathDef => !Array.isArray(to);

function enginePath(def: ScenePathDef, since: number, shifted: (q: Point) => [number, number, number]): PathDef {
  return {
    kind: def.path,
    times: def.times.map((t) => t + since),
    points: def.points.map(shifted),
    ...(def.loop === undefined ? {} : { loop: def.loop }),
  };
}

/** What is wrong with a path: a key below it, and words. */
export function pathFault(to: TargetDef): { key: string; message: string } | undefined {
  if (!isPath(to)) return undefined;
  const { times, points } = to;
  if (times.length !== points.length) {
    return { key: '.points', message: `${points.length} points for ${times.length} times; give one each.` };
  }
  const late = times.findIndex((t, k) => k > 0 && !(t > times[k - 1]));
  if (late < 0) return undefined;
  return {
    key: `.times[${late}]`,
    message: `${times[late]} s does not come after ${times[late - 1]} s; times must increase.`,
  };
}

/** The engine's refusal of a constraint, at the key it speaks of. */
export function constraintRefusal(
  def: ConstraintDef,
  path: string,
): (message: string) => { path: string; message: string } {
  return (message) => {
    const bare = message.replace(/^constraint "[^"]*" \([\w-]+\): /, '');
    const ofMethod = /^method — (.*)$/s.exec(bare);
    if (ofMethod) return { path: `${path}.method`, message: ofMethod[1] };
    const twice = /^node (\d+) of body "([^"]*)" comes twice/.test(bare);
    return { path: twice && def.kind === 'join' ? `${path}.points` : path, message: bare };
  };
}

/** Pearls of a scene, and what keeps mass points apart, as the engine's. */
import { apart, type ConstraintSpec, nearestPlace, pearls, type Spline } from '@pliant/engine';
import type { Faults } from '../../file/faults.ts';
import type { PearlDef } from '../../schema.ts';
import type { Cast, Picked } from '../cast.ts';
import { defined } from '../defined.ts';
import { squaredDistance } from '../points/places.ts';
import type { Relating } from './relations.ts';

type Of<K extends PearlDef['kind']> = Extract<PearlDef, { kind: K }>;

/** What it becomes; undefined if it has faults, which are added. */
export function pearlSpec(def: PearlDef, path: string, cast: Cast, faults: Faults): Relating | undefined {
  const picked = pointsOf(def, path, cast, faults);
  if (!picked) return undefined;
  if (def.kind === 'contact') {
    const spec = contactSpec(def, path, picked, faults);
    return spec && { spec, later: () => spec };
  }
  if (picked.length > 1) {
    faults.add(`${path}.a.body`, `selects ${picked.length} bodies; one of kind "particles" is needed here.`);
    return undefined;
  }
  const [{ body, nodes }] = picked;
  const rod = rodOf(def, path, cast, faults);
  if (!rod) return undefined;
  const places = placesOf(def, path, rod, nodes.length, cast, faults);
  if (places === 'faulty') return undefined;
  const { coupling, friction, coulomb, drive, ends, between } = def;
  const how = defined({ coupling, friction, coulomb, drive, ends, between });
  const later: Relating['later'] = (positions) => {
    const nearest = (n: number): number => nearestOn(rod, positions(rod.id), positions(body.id), n);
    return pearls(body, nodes, rod, places ?? nodes.map(nearest), how);
  };
  return { spec: later((body) => cast.start(body), 0), later };
}

/** Nodes of bodies of mass points. */
function pointsOf(def: PearlDef, path: string, cast: Cast, faults: Faults): readonly Picked[] | undefined {
  const picked = cast.pick(def.a, `${path}.a`);
  const other = picked?.find(({ body }) => body.elements.length > 0 || body.applyW)?.body;
  if (!other) return picked;
  faults.add(`${path}.a.body`, `body "${other.id}" is ${other.kind}; mass points are of kind "particles" or "ball".`);
  return undefined;
}

function rodOf(def: Of<'pearl'>, path: string, cast: Cast, faults: Faults): Spline | undefined {
  const found = cast.find(def.on, `${path}.on`);
  const body = found?.[0].body;
  if (!body) return undefined;
  if (found.length === 1 && body.kind === 'spline') return body as Spline;
  faults.add(
    `${path}.on`,
    found.length > 1
      ? `"${def.on}" are ${found.length} bodies; name one, such as "${body.id}".`
      : `body "${body.id}" is ${body.kind}; pearls slide on rods, of kind "spline".`,
  );
  return undefined;
}

function placesOf(
  { a: _, u, on }: Of<'pearl'>,
  path: string,
  rod: Spline,
  count: number,
  cast: Cast,
  faults: Faults,
): readonly number[] | undefined | 'faulty' {
  if (u === undefined) return undefined;
  const places = cast.onRods({ body: on, u }, path)?.map((one) => one.u);
  if (!places) return 'faulty';
  if (places.length === count) return places;
  faults.add(`${path}.u`, `${places.length} places on body "${rod.id}" for ${count} pearls; give one for each.`);
  return 'faulty';
}

function contactSpec(
  def: Of<'contact'>,
  path: string,
  picked: readonly Picked[],
  faults: Faults,
): ConstraintSpec | undefined {
  const bare = picked.find(({ body }) => body.radius === undefined)?.body;
  if (def.distance === undefined && bare) {
    faults.add(`${path}.distance`, `distance is missing, as body "${bare.id}" has no radius; give one, in metres.`);
    return undefined;
  }
  const points = picked.flatMap(({ body, nodes }) =>
    Array.from(nodes, (node) => ({ body, node, radius: (def.distance ?? 2 * (body.radius as number)) / 2 })),
  );
  if (points.length > 1) return apart(points, def.restitution);
  faults.add(`${path}.a`, 'selects one node, which nothing is near; select two or more.');
  return undefined;
}

/** The u at which a rod is nearest to a node. */
function nearestOn(rod: Spline, x: ArrayLike<number>, points: ArrayLike<number>, n: number): number {
  const to = [points[3 * n], points[3 * n + 1], points[3 * n + 2]] as const;
  const off = (u: number): number => {
    const { first, b } = rod.basis(u);
    const at = Float64Array.from([0, 1, 2], (axis) => b.reduce((sum, w, i) => sum + w * x[3 * (first + i) + axis], 0));
    return squaredDistance(at, 0, to);
  };
  return nearestPlace(off, rod.spans);
}

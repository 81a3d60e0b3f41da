/** Numbers that tell whether to trust the picture: residuals by kind of promise, and energy. */
import { eachResidual, kineticEnergy, position, potentialEnergy, runningMembers, type World } from '@pliant/engine';
import type { Probe } from '@pliant/io';
import type { Numbers } from '../../protocol/protocol.ts';
import type { Place } from '../hand/holds.ts';
import { isPoint, momentOf } from './rod-places.ts';

interface Worst {
  max: number;
  worst: string;
}

/** scale: the largest coordinate, m */
export function measure(
  world: World,
  scale: number,
  probes: readonly Probe[],
  residualOf: Map<string, number>, // largest of each constraint that acts, in its own unit; written
): Numbers {
  return {
    time: world.time,
    ...measureResiduals(world, scale, residualOf),
    probes: probes.flatMap((probe) => probe.read()),
    kinetic: kineticEnergy(world),
    potential: potentialEnergy(world),
  };
}
export function measureResiduals(
  world: World,
  scale: number,
  residualOf: Map<string, number>,
): Pick<Numbers, 'exact' | 'soft' | 'others'> {
  const exact: Worst = { max: -1, worst: '' };
  const soft: Worst = { max: -1, worst: '' };
  const others = new Map<string, Worst>();
  let promised = 0;
  let contact = true; // one-sided rows are contacts, too
  residualOf.clear();
  eachResidual(world, (size, { id, method, relation }, unit) => {
    const promise = method.softOneSided && relation.sense === '>=' ? undefined : method.promise;
    if (!(size <= (residualOf.get(id) ?? -1))) residualOf.set(id, size);
    let side = unit === 'm' ? (promise === undefined ? soft : exact) : others.get(unit);
    if (unit === 'm' && promise === undefined && relation.sense === '=') contact = false;
    if (unit === 'm') promised = Math.max(promised, promise ?? 0);
    else if (promise === undefined) return;
    if (!side) {
      side = { max: -1, worst: '' };
      others.set(unit, side);
    }
    if (size <= side.max) return;
    side.max = size;
    side.worst = id;
  });
  if (world.hasContact) {
    soft.max = Math.max(0, soft.max);
    for (const { name, gap } of world.contacts()) {
      if (-gap <= soft.max) continue;
      soft.max = -gap;
      soft.worst = name;
    }
  }
  return {
    exact: exact.max < 0 ? undefined : { ...exact, bound: promised * Math.max(1, scale) },
    soft: soft.max < 0 ? undefined : { ...soft, contact },
    others: Array.from(others, ([unit, worst]) => ({ unit, ...worst })).filter(({ max }) => max >= 0),
  };
}

/** Forces, and whether it acts, at each point the page draws. */
export function readPlaces(
  places: readonly Place[],
  forces: Float32Array, // N             (3n), written
  active: Uint8Array, // (n), written
): void {
  places.forEach(({ of, anchor, pulls }, i) => {
    active[i] = of.isActive ? 1 : 0;
    const acts = active[i] === 1 && pulls;
    for (let axis = 0; axis < 3; axis++) forces[3 * i + axis] = acts ? of.force(anchor, axis) : 0;
  });
}

/**
 * Of each constraint, over all its points: the size of the sum of its forces, the largest, how many act, the residual. Of one
 * that turns, moments instead of forces.
 */
export function readTotals(
  world: World,
  index: ReadonlyMap<string, number>, // of the constraints that count
  turning: ReadonlySet<string>,
  residualOf: ReadonlyMap<string, number>,
  out: Float32Array, // N or N m, the same, 1, its unit  (4 x constraints), written
): void {
  const sums = new Float64Array(3 * index.size);
  out.fill(0);
  for (const one of runningMembers(world)) {
    const { id } = one.constraint;
    const c = index.get(id);
    if (c === undefined || !one.isActive) continue;
    out[4 * c + 2]++;
    const turns = turning.has(id);
    const { couple } = one.constraint;
    one.anchors.forEach((anchor, k) => {
      if (couple && anchor.body !== one.anchors[0].body) return;
      if (anchor.body === undefined || (!turns && !isPoint(anchor))) return;
      const force = [one.force(k, 0), one.force(k, 1), one.force(k, 2)];
      const [x, y, z] = !turns
        ? force
        : couple
          ? crossed(position(world, anchor), force)
          : momentOf(anchor, force, world.positions(anchor.body));
      sums[3 * c] += x;
      sums[3 * c + 1] += y;
      sums[3 * c + 2] += z;
      // the parts of a couple depend on the origin, their sum does not
      if (!couple) out[4 * c + 1] = Math.max(out[4 * c + 1], Math.hypot(x, y, z));
    });
  }
  for (const [id, c] of index) {
    out[4 * c] = Math.hypot(sums[3 * c], sums[3 * c + 1], sums[3 * c + 2]);
    out[4 * c + 1] ||= out[4 * c];
    out[4 * c + 3] = residualOf.get(id) ?? Number.NaN;
  }
}

const crossed = ([x, y, z]: readonly number[], [fx, fy, fz]: readonly number[]): number[] => [
  y * fz - z * fy,
  z * fx - x * fz,
  x * fy - y * fx,
];

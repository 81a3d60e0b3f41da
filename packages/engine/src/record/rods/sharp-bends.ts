/**
 * Eyes and pearls at which a rope without cuts turns sharply. A smooth curve has no kink: where EI/T is below the square of a span, T
 * the tension, the rope would turn within the span, and what slides there finds a wrong place and unequal tensions (docs/kinds/spline.md).
 */
import { isRod, type Spline } from '../../bodies/rod/spline.ts';
import type { World } from '../../world/world.ts';

/** EI/(T s^2) below this, s the length of a span, is sharp where the cosine of the turn is less than that of 17 degrees. */
const slender = 0.3;
const nearlyStraight = 0.955;
/** of a span, to measure its length */
const samples = 8;

/** Notices of them, one for each constraint. */
export function sharpBends(world: World): string[] {
  const { placed, constraintSet } = world.program;
  const rods = new Map(placed.flatMap(({ body, start }) => (isSmooth(body) ? [[start, body] as const] : [])));
  const u = world.state.column('q');
  const found = new Map<string, string>();
  for (const { sliders, members } of constraintSet.groups)
    for (const { start, coordinate, member } of sliders) {
      const rod = rods.get(start);
      const { id } = members[member].constraintState.constraint;
      if (!rod || found.has(id) || !world.isActive(id) || !isSharp(rod, world.positions(rod.id), u[coordinate]))
        continue;
      found.set(
        id,
        `Rope "${rod.id}" turns within a span at "${id}", which slides on it: tensions there may be off by up to 30 %. Give the rope "cuts" there, or more points.`,
      );
    }
  return [...found.values()];
}
const isSmooth = (body: unknown): body is Spline =>
  isRod(body as Spline) && !(body as Spline).cuts && (body as Spline).centreline.metric === 'span';

function isSharp(rod: Spline, q: Float64Array, u: number): boolean {
  const tangent = (at: number): number[] => {
    const { first, slope } = rod.basis(Math.min(Math.max(at, 0), rod.spans));
    return [0, 1, 2].map((axis) => slope.reduce((sum, b, i) => sum + b * q[3 * (first + i) + axis], 0));
  };
  const [a, b] = [tangent(u - 1), tangent(u + 1)];
  if (dot(a, b) > nearlyStraight * Math.sqrt(dot(a, a) * dot(b, b))) return false;
  let tension = 0;
  const span = Math.min(Math.floor(u), rod.spans - 1);
  for (let s = Math.max(0, span - 1); s <= Math.min(span + 1, rod.spans - 1); s++) {
    const speed = (k: number): number => Math.sqrt(dot(tangent(s + k), tangent(s + k)));
    let length = 0;
    for (let k = 0; k < samples; k++) length += speed((k + 0.5) / samples) / samples;
    tension = Math.max(tension, rod.section.EA * (length / rod.restSpeed(s + 0.5) - 1));
  }
  const s0 = rod.restSpeed(span + 0.5);
  return rod.section.EI < slender * tension * s0 * s0;
}
const dot = (a: readonly number[], b: readonly number[]): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** Nodes by where they are. What lies on a border belongs to it, rounding allowed for. */
import { shown } from '../faults.ts';
import type { OwnSelectionDef } from '../schema.ts';

/** Borders are met to a billionth of a metre, or of their distance from the origin. */
const slack = 1e-9;
const near = (bound: number): number => slack * Math.max(1, Math.abs(bound));

export type PlaceSelection = Pick<OwnSelectionDef, 'box' | 'sphere' | 'side'>;

/** Those of some nodes at x that lie in a box, in a sphere and on a side: in all that are given. */
export function within(
  x: Float64Array,
  nodes: readonly number[],
  { box, sphere, side }: PlaceSelection,
): readonly number[] {
  const tests: ((xi: number) => boolean)[] = [];
  if (box) {
    const low = box.min.map((bound) => bound - near(bound));
    const high = box.max.map((bound) => bound + near(bound));
    tests.push((xi) => low.every((l, axis) => x[xi + axis] >= l && x[xi + axis] <= high[axis]));
  }
  if (sphere) {
    const { centre, radius } = sphere;
    const reach = radius + near(radius);
    tests.push((xi) => squaredDistance(x, xi, centre) <= reach * reach);
  }
  if (side) {
    const { normal: n, offset = 0 } = side;
    const length = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    const least = offset - length * near(offset / length);
    tests.push((xi) => n[0] * x[xi] + n[1] * x[xi + 1] + n[2] * x[xi + 2] >= least);
  }
  return tests.length ? nodes.filter((n) => tests.every((test) => test(3 * n))) : nodes;
}

export function squaredDistance(x: Float64Array, xi: number, [a, b, c]: readonly number[]): number {
  const [dx, dy, dz] = [x[xi] - a, x[xi + 1] - b, x[xi + 2] - c];
  return dx * dx + dy * dy + dz * dz;
}

/** What is wrong with a selection whatever the body: a key below it, and words. */
export function misplaced({ box, side }: PlaceSelection): { key: string; message: string } | undefined {
  const turned = box ? [0, 1, 2].find((axis) => box.min[axis] > box.max[axis]) : undefined;
  if (box && turned !== undefined) {
    const [min, max] = [box.min[turned], box.max[turned]];
    return { key: `box.min[${turned}]`, message: `${min} is over the box's highest, ${max}; swap them.` };
  }
  if (side?.normal.every((n) => n === 0)) {
    return { key: 'side.normal', message: `${shown(side.normal)} has no direction; give three numbers, not all zero.` };
  }
  return undefined;
}

/** `[-0.5, -0.5, -0.5] to [0.5, 0.5, 0.5]`: where the nodes of meshes lie, for a message. */
export function extentOf(positions: readonly Float64Array[]): string {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const x of positions) {
    for (let i = 0; i < x.length; i++) {
      low[i % 3] = Math.min(low[i % 3], x[i]);
      high[i % 3] = Math.max(high[i % 3], x[i]);
    }
  }
  const words = (p: readonly number[]): string => `[${p.map((v) => Number(v.toPrecision(4))).join(', ')}]`;
  return `${words(low)} to ${words(high)}`;
}

/** Nodes by where they are. What lies on a border belongs to it, rounding allowed for. */
import { shown } from '../../file/faults.ts';
import type { OwnSelectionDef } from '../../schema.ts';

/** Borders are met to a billionth of a metre, or of their distance from the origin. */
const slack = 1e-9;
const near = (bound: number): number => slack * Math.max(1, Math.abs(bound));

export type PlaceSelection = Pick<OwnSelectionDef, 'box' | 'sphere' | 'cylinder' | 'side'>;

/** Whether the node at xi of x lies in a place. */
type PlaceTest = (x: Float64Array, xi: number) => boolean;
/** In a box, in a sphere, in a cylinder and on a side: in all that are given. */
export function placeTests({ box, sphere, cylinder, side }: PlaceSelection): readonly PlaceTest[] {
  const tests: PlaceTest[] = [];
  if (box) {
    const low = box.min.map((bound) => bound - near(bound));
    const high = box.max.map((bound) => bound + near(bound));
    tests.push((x, xi) => low.every((l, axis) => x[xi + axis] >= l && x[xi + axis] <= high[axis]));
  }
  if (sphere) {
    const { centre, radius } = sphere;
    const limit = radius + near(radius);
    tests.push((x, xi) => squaredDistance(x, xi, centre) <= limit * limit);
  }
  if (cylinder) {
    const { axis, centre = [0, 0, 0], radius, innerRadius = 0 } = cylinder;
    tests.push((x, xi) => {
      const away = axisDistance(x, xi, centre, axis);
      return away <= radius + near(radius) && away >= innerRadius - near(innerRadius);
    });
  }
  if (side) {
    const { normal: n, offset = 0 } = side;
    const length = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    const least = offset - length * near(offset / length);
    tests.push((x, xi) => n[0] * x[xi] + n[1] * x[xi + 1] + n[2] * x[xi + 2] >= least);
  }
  return tests;
}
const none: readonly number[] = [];
/** Those of some nodes at x that pass all tests. Of thousands of bodies most have all of their nodes there, or none: they get no list of their own. */
export function within(x: Float64Array, nodes: readonly number[], tests: readonly PlaceTest[]): readonly number[] {
  const passes = (n: number): boolean => {
    for (let t = 0; t < tests.length; t++) if (!tests[t](x, 3 * n)) return false;
    return true;
  };
  let count = 0;
  for (let i = 0; i < nodes.length; i++) if (passes(nodes[i])) count++;
  return count === nodes.length ? nodes : count === 0 ? none : nodes.filter(passes);
}

export function squaredDistance(x: Float64Array, xi: number, from: readonly number[]): number {
  const dx = x[xi] - from[0];
  const dy = x[xi + 1] - from[1];
  const dz = x[xi + 2] - from[2];
  return dx * dx + dy * dy + dz * dz;
}

/** |d - (d . n) n / n^2|, d from a point of the axis */
function axisDistance(x: Float64Array, xi: number, from: readonly number[], n: readonly number[]): number {
  const d = from.map((c, axis) => x[xi + axis] - c);
  const along = (d[0] * n[0] + d[1] * n[1] + d[2] * n[2]) / (n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
  const across = d.map((c, axis) => c - along * n[axis]);
  return Math.sqrt(across[0] * across[0] + across[1] * across[1] + across[2] * across[2]);
}

/** What is wrong with a selection whatever the body: a key below it, and words. */
export function misplaced({ box, cylinder, side }: PlaceSelection): { key: string; message: string } | undefined {
  const turned = box ? [0, 1, 2].find((axis) => box.min[axis] > box.max[axis]) : undefined;
  if (box && turned !== undefined) {
    const [min, max] = [box.min[turned], box.max[turned]];
    return { key: `box.min[${turned}]`, message: `${min} is over the box's highest, ${max}; swap them.` };
  }
  for (const [key, direction] of [
    ['cylinder.axis', cylinder?.axis],
    ['side.normal', side?.normal],
  ] as const) {
    if (direction?.every((n) => n === 0)) {
      return { key, message: `${shown(direction)} has no direction; give three numbers, not all zero.` };
    }
  }
  if (cylinder?.innerRadius !== undefined && cylinder.innerRadius > cylinder.radius) {
    const { radius, innerRadius } = cylinder;
    return { key: 'cylinder.innerRadius', message: `${innerRadius} m is over the radius, ${radius} m; swap them.` };
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

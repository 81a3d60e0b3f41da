/** Probes: energies, momenta, residuals, forces and volumes of a world. Velocities are those at the time of the positions. */

import type { Anchor } from '../anchors/anchor.ts';
import { pointAt } from '../anchors/point-at.ts';
import { widthOf } from '../bodies/blocks/block.ts';
import type { Body } from '../bodies/body.ts';
import { meshVolume } from '../meshes/mesh.ts';
import { createPath } from '../paths/path.ts';
import type { Unit } from '../relations/relation.ts';
import type { World } from '../world/world.ts';
import { sharpBends } from './rods/sharp-bends.ts';
import { type HoldSort, holdSort } from './row-sort.ts';

type Vector = [number, number, number];

/** Each node that can move: mass, position, velocity. Bodies with their own mass operator are handled separately. */
function forEachNode(
  world: World,
  visit: (m: number, x: Float64Array, v: Float64Array, xi: number, body: Body) => void,
): void {
  const w = world.program.state.column('w');
  for (const { body, start } of world.program.placed) {
    if (body.applyM) continue;
    const x = world.positions(body.id);
    const v = world.velocities(body.id);
    for (let xi = 0; xi < x.length; xi += 3) if (w[start + xi] > 0) visit(1 / w[start + xi], x, v, xi, body);
  }
}
/** Bodies with their own mass operator: coordinates, velocities, and momenta M v. */
function forEachOwnMass(
  world: World,
  visit: (body: Body, q: Float64Array, v: Float64Array, momenta: Float64Array) => void,
): void {
  for (const { body, size } of world.program.placed) {
    if (!body.applyM) continue;
    const [q, v] = [world.coordinates(body.id), world.coordinateVelocities(body.id)];
    const momenta = new Float64Array(size);
    body.applyM(q, v, momenta);
    visit(body, q, v, momenta);
  }
}
/** The momentum of such bodies along a rigid motion of space: at `linear`, or turning at `angular` about the origin. */
function momentumAlong(world: World, linear: readonly number[], angular: readonly number[]): number {
  let sum = 0;
  forEachOwnMass(world, (body, q, v, momenta) => {
    const motion = new Float64Array(v.length);
    (body.curved ?? body.flow)?.rigidMotion(q, linear, angular, motion);
    for (let i = 0; i < motion.length; i++) sum += momenta[i] * motion[i];
  });
  return sum;
}
const axes = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
] as const;
const none = [0, 0, 0] as const;

/**
 * The kinetic energy of all bodies, J.
 * @example kineticEnergy(world)
 */
export function kineticEnergy(world: World): number {
  let sum = 0;
  forEachNode(world, (m, _, v, i, body) => {
    if (!body.mass) sum += 0.5 * m * (v[i] * v[i] + v[i + 1] * v[i + 1] + v[i + 2] * v[i + 2]);
  });
  for (const placed of world.program.placed) {
    const { mass } = placed.body;
    if (!mass) continue;
    const v = world.isFresh(placed.body.id)
      ? world.program.state.column('v').subarray(placed.start)
      : world.program.velocities(placed);
    mass.values.forEach((m, k) => {
      const [i, j] = [mass.rows[k], mass.columns[k]];
      sum += (i === j ? 0.5 : 1) * m * v[i] * v[j];
    });
  }
  forEachOwnMass(world, (_, __, v, momenta) => {
    for (let i = 0; i < v.length; i++) sum += 0.5 * v[i] * momenta[i];
  });
  return sum;
}
/**
 * The potential energy of elements, weight and forces that are applied, J. A torque has none.
 * @example potentialEnergy(world)
 */
export function potentialEnergy(world: World): number {
  const { program } = world;
  let sum = program.elasticEnergy(); // first: it may grow the memory
  const q = program.state.column('q');
  const external = program.state.column('external');
  for (let i = 0; i < program.state.size; i++) sum -= external[i] * q[i];
  for (const { start, body } of program.placed) {
    if (body.angularRates === undefined) continue;
    for (let i = start + body.angularRates; i < start + body.angularRates + 3; i++) sum += external[i] * q[i];
  }
  return sum;
}
/**
 * The mass of all bodies, kg.
 * @example totalMass(world)
 */
export const totalMass = (world: World): number => {
  let sum = 0;
  forEachNode(world, (m) => {
    sum += m;
  });
  for (const { points, flow } of world.bodies) {
    for (const m of points?.masses ?? []) sum += m;
    sum += flow?.mass ?? 0;
  }
  return sum;
};
/**
 * The linear momentum of all bodies, kg m/s.
 * @example linearMomentum(world)
 */
export function linearMomentum(world: World): Vector {
  const sum: Vector = [0, 0, 0];
  forEachNode(world, (m, _, v, i) => {
    for (let k = 0; k < 3; k++) sum[k] += m * v[i + k];
  });
  axes.forEach((axis, k) => {
    sum[k] += momentumAlong(world, axis, none);
  });
  return sum;
}
/**
 * The angular momentum about the origin, kg m^2/s.
 * @example angularMomentum(world)
 */
export function angularMomentum(world: World): Vector {
  const sum: Vector = [0, 0, 0];
  const turn = (m: number, x: Float64Array, i: number, v: Float64Array, j: number): void => {
    sum[0] += m * (x[i + 1] * v[j + 2] - x[i + 2] * v[j + 1]);
    sum[1] += m * (x[i + 2] * v[j] - x[i] * v[j + 2]);
    sum[2] += m * (x[i] * v[j + 1] - x[i + 1] * v[j]);
  };
  forEachNode(world, (m, x, v, i, body) => {
    if (!body.mass) turn(m, x, i, v, i);
  });
  for (const { id, mass, nodeCount } of world.bodies) {
    if (!mass) continue;
    const [x, v] = [world.positions(id), world.velocities(id)];
    mass.values.forEach((m, k) => {
      const [i, j] = [mass.rows[k], mass.columns[k]];
      if (i % 3 !== 0 || i >= 3 * nodeCount) return; // of a node, one number for all axes
      turn(m, x, i, v, j);
      if (i !== j) turn(m, x, j, v, i);
    });
  }
  axes.forEach((axis, k) => {
    sum[k] += momentumAlong(world, none, axis);
  });
  return sum;
}
/**
 * The centre of mass of all bodies, m.
 * @example centreOfMass(world)
 */
export function centreOfMass(world: World): Vector {
  const sum: Vector = [0, 0, 0];
  let mass = 0;
  forEachNode(world, (m, x, _, i) => {
    mass += m;
    for (let k = 0; k < 3; k++) sum[k] += m * x[i + k];
  });
  for (const { id, points } of world.bodies) {
    if (!points) continue;
    const x = world.positions(id);
    points.masses.forEach((m, i) => {
      mass += m;
      for (let k = 0; k < 3; k++) sum[k] += m * x[3 * i + k];
    });
  }
  return [sum[0] / mass, sum[1] / mass, sum[2] / mass];
}

/**
 * The largest residual of constraints.
 * @example const { max, worst }: Residual = residual(world);
 */
export interface Residual {
  readonly max: number;
  readonly rms: number;
  readonly sum: number;
  /** id of the constraint with the largest */
  readonly worst: string | undefined;
}
/**
 * The largest residual of the active constraints, of one of them, or of those of a sort. Rows of different units are never mixed.
 * @example residual(world, 'm', 'nail').max
 */
export function residual(world: World, unit: Unit = 'm', of?: string | { readonly sort: HoldSort }): Residual {
  const [constraint, sort] = typeof of === 'string' ? [of, undefined] : [undefined, of?.sort];
  let max = 0;
  let sum = 0;
  let squares = 0;
  let rows = 0;
  let worst: string | undefined;
  for (const group of world.program.constraintSet.groups) {
    if (group.boundRelation.unit !== unit) continue;
    // constraints of a batch are alike
    if (sort !== undefined && holdSort(group.members[0].constraintState.constraint) !== sort) continue;
    group.residuals((size, { constraint: { id } }) => {
      if (constraint !== undefined && id !== constraint) return;
      rows++;
      sum += size;
      squares += size * size;
      if (size <= max) return;
      max = size;
      worst = id;
    });
  }
  return { max, rms: rows ? Math.sqrt(squares / rows) : 0, sum, worst };
}
/**
 * The units of the rows in a world, in the order of the constraints.
 * @example residualUnits(world).map((unit) => residual(world, unit).max)
 */
export const residualUnits = (world: World): Unit[] => [
  ...new Set(world.program.constraintSet.groups.map((group) => group.boundRelation.unit)),
];

/**
 * The sum of the forces that a constraint exerts at one of its points, over all its members, N.
 * @example force(world, 'nail')
 */
export function force(world: World, constraint: string, anchor = 0): Vector {
  const sum: Vector = [0, 0, 0];
  for (const member of world.forces(constraint)) for (let k = 0; k < 3; k++) sum[k] += member[anchor][k];
  return sum;
}
/**
 * The volume of a body of tets or cells, m^3; of cells under the trilinear map.
 * @example volume(world, 'cube')
 */
export function volume(world: World, body: string): number {
  const { mesh } = world.body(body);
  if (!mesh) throw new Error(`body "${body}" has no tets and no cells, so it has no volume.`);
  return meshVolume({ ...mesh, positions: Float64Array.from(world.positions(body)) });
}
/**
 * Where an anchor is, m.
 * @example position(world, node(cube, 0))
 */
export function position(world: World, { shape, body, blocks, parameters, path }: Anchor): Vector {
  const q = body === undefined ? new Float64Array(0) : world.coordinates(body);
  let numbers: ArrayLike<number> = parameters;
  if (path) {
    const motion = new Float64Array(shape.parameters);
    createPath(path).evaluate(world.time, motion);
    numbers = motion;
  }
  const own = shape.blocks.map((block, slot) => Array.from({ length: widthOf(block) }, (_, k) => q[blocks[slot] + k]));
  return pointAt(shape, own, Array.from(numbers));
}

/** Violations below this, in the unit of a row, count as zero. */
const met = 1e-6;
/** Bodies whose last step was accepted with forces left. */
function unsolved(world: World): string[] {
  return world.stepReports().flatMap(({ bodies, residual: left, converged }) => {
    if (converged) return [];
    const names = bodies.map((id) => `"${id}"`).join(', ');
    return `The last step of ${names} was accepted with forces left, ${Number(left.toPrecision(2))} of the loads: what moves there is not to be trusted. Take a shorter step, a stiffer material, or "neo-hookean", whose energy has no kinks.`;
  });
}
/**
 * Notices about constraints that are not met or not accurate: multipliers at their limit, points that belong to other constraints,
 * ropes that turn sharply where something slides on them.
 * @example for (const line of notices(world)) console.log(line);
 */
export function notices(world: World): string[] {
  const all: string[] = [...world.program.constraintSet.notices(), ...sharpBends(world), ...unsolved(world)];
  for (const group of world.program.constraintSet.groups) {
    const limit = group.method.multiplierLimit;
    if (limit === undefined) continue;
    const worst = new Map<string, number>();
    group.residuals((size, { constraint: { id } }) => {
      worst.set(id, Math.max(worst.get(id) ?? 0, size));
    });
    for (const [id, violation] of worst) {
      const rows = group.boundRelation.size;
      const full = world.stateOf(id).some((y) => y.subarray(0, rows).some((l) => Math.abs(l) >= 0.999 * limit));
      if (!full || !(violation > met)) continue;
      const shown = Number(violation.toPrecision(3));
      all.push(
        `Constraint "${id}" cannot be met (|lambda| at limit ${limit}, violation ${shown}): it contradicts another constraint or the load is too large.`,
      );
    }
  }
  return all;
}

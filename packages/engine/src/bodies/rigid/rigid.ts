/**
 * A rigid body: a centre of mass x, a rotation a (unit quaternion) and an angular velocity omega in world axes.
 *
 *   q = (x, a),  v = (xdot, omega),  adot = 1/2 (0, omega) a        M = diag(m, R diag(I) R^T)
 *   a point of the body:  x + R r                                   r: in its principal axes
 *
 * It drifts as a free rotor (blocks/free-rotor.ts): angular momentum is exact, the order is 2, and no gyroscopic force is needed. Its
 * nodes are the centre of mass, node 0, and the corners of its surface, so that it is drawn, recorded, selected and probed like any body.
 */
import { checkOptions, either, flag, number, numbers, object, required, text } from '../../base/options.ts';
import { Refusal, type Refuse, refusing } from '../../base/refusal.ts';
import { add3, type Vec3 } from '../../kernel/formula/vector.ts';
import { type Mesh, mesh } from '../../meshes/mesh.ts';
import { type NumberPath, pathOfNumbers } from '../../paths/number-path.ts';
import { createPath, type PathDef } from '../../paths/path.ts';
import { ratesOf } from '../blocks/block.ts';
import { applyInertia, turnFreely } from '../blocks/free-rotor.ts';
import { matrixOfRotation, rotation, rotationRate, turnBy, turned } from '../blocks/rotation.ts';
import type { Body, Curved, IntegratorChoice, MaterialPoints, PointFormula, Turning } from '../body.ts';
import { momentsFault, principalAxes } from './mass-properties.ts';
import { type RigidShape, type SolidShape, solidShape } from './shapes.ts';

/**
 * Options of `rigid`: its shape, what it weighs, where it is and how it moves.
 * @example const options: RigidOptions = { shape: { kind: 'box', size: [1, 2, 1] }, density: 1000, spin: [0, 5, 0] };
 */
export interface RigidOptions {
  readonly id?: string;
  readonly shape: RigidShape;
  /** kg/m^3; give this or a mass */
  readonly density?: number;
  /** kg */
  readonly mass?: number;
  /** moments of inertia about the axes of the shape, kg m^2, in the place of those of a uniform solid */
  readonly inertia?: readonly [number, number, number];
  /** where the origin of the shape is, m */
  readonly position?: readonly [number, number, number];
  /** how the shape is turned: a quaternion [x, y, z, w] of any length but 0 */
  readonly rotate?: readonly [number, number, number, number];
  /** of its centre of mass, m/s */
  readonly velocity?: readonly [number, number, number];
  /** angular velocity in world axes, rad/s */
  readonly spin?: readonly [number, number, number];
  /** it never moves */
  readonly fixed?: boolean;
  /** it moves by a rule, by so much from its position; no force moves it */
  readonly motion?: PathDef;
  /** it turns by a rule, from how it is turned; no force turns it */
  readonly turning?: RigidTurning;
  /** mass-proportional damping, 1/s */
  readonly drag?: number;
  readonly integrator?: IntegratorChoice;
}

/**
 * How a rigid body turns by a rule.
 * @example const turning: RigidTurning = { axis: [0, 0, 1], angle: { kind: 'linear', times: [0, 1], values: [0, 2 * Math.PI] } };
 */
export interface RigidTurning {
  /** of any length but 0, in world axes */
  readonly axis: readonly [number, number, number];
  /** rad */
  readonly angle: NumberPath;
  /** a place on the axis at the start, m, which `motion` moves too; the position of the body if not given */
  readonly at?: readonly [number, number, number];
}

/**
 * A rigid body.
 * @example const wheel: Rigid = rigid({ shape: { kind: 'cylinder', radius: 0.3, length: 0.1 }, mass: 2 });
 */
export interface Rigid extends Body {
  readonly kind: 'rigid';
  readonly mesh: Mesh;
  /** kg */
  readonly totalMass: number;
  /** principal moments of inertia about the centre of mass, kg m^2 */
  readonly moments: readonly [number, number, number];
  readonly shape: RigidShape;
  readonly points: MaterialPoints;
}
/**
 * Whether a body is a rigid one.
 * @example world.bodies.filter(isRigid)
 */
export const isRigid = (body: Body): body is Rigid => body.kind === 'rigid';

/** x + R r */
export const rigidPoint: PointFormula = {
  name: 'rigid point',
  blocks: [3, rotation],
  parameters: 3,
  point: ([centre, a], r) => add3(centre as Vec3, turned(a, r as unknown as Vec3)),
};
/** first coordinate of the rotation, behind the centre */
export const turn = 3;

/**
 * A rigid body: a sphere, a box, a capsule, a cylinder, a convex hull or a closed surface, of uniform density if no inertia is given.
 * @example world.add(rigid({ id: 'crate', shape: { kind: 'box', size: [1, 1, 1] }, density: 500, position: [0, 2, 0] }))
 */
export function rigid(options: RigidOptions): Rigid {
  checkOptions('rigid', options, {
    id: text,
    shape: required(object),
    density: number,
    mass: number,
    inertia: numbers,
    position: numbers,
    rotate: numbers,
    velocity: numbers,
    spin: numbers,
    fixed: flag,
    motion: object,
    turning: object,
    drag: number,
    integrator: either(text, object),
  });
  const { id = 'rigid', shape, position = [0, 0, 0], rotate = [0, 0, 0, 1], drag = 0 } = options;
  const refuse = refusing({ body: id });
  const { velocity = [0, 0, 0], spin = [0, 0, 0], motion } = options;
  const isDriven = motion !== undefined || options.turning !== undefined;
  const fixed = isDriven || options.fixed === true;
  if (isDriven)
    for (const name of ['fixed', 'velocity', 'spin'] as const)
      if (options[name] !== undefined)
        throw refuse(name, 'it moves by a rule ("motion", "turning"), which says where it is. Leave this out.');
  for (const [name, triple] of Object.entries({ position, velocity, spin }))
    if (triple.length !== 3 || !triple.every(Number.isFinite))
      throw refuse(name, `[${triple.join(', ')}]; give three finite numbers.`);
  if (!(drag >= 0 && Number.isFinite(drag))) throw refuse('drag', `${drag} /s; it must be zero or positive.`);
  const solid = checkedShape(shape, id);
  const mass = massOf(options, solid, refuse);
  const { moments, R } = inertiaOf(options, solid, mass, refuse);
  const turnedBy = unitQuaternion(rotate, refuse);
  const start = new Float64Array(turn + rotation.width);
  const Q = new Float64Array(9);
  matrixOfRotation(turnedBy, 0, Q);
  const placed = (r: ArrayLike<number>): number[] =>
    position.map((x, row) => x + (Q[3 * row] * r[0] + Q[3 * row + 1] * r[1] + Q[3 * row + 2] * r[2]));
  start.set(placed(solid.centre));
  start.set(product(turnedBy, quaternionOf(R)), turn);

  if (motion) createPath(motion); // an invalid path is refused here
  const turning = options.turning && checkedTurning(options.turning, position, start, refuse);

  const { positions: own, triangles } = solid.surface;
  const count = 1 + own.length / 3;
  const { blocks, parameters, corners } = pointsOf(solid, R);
  const places = new Float64Array(3 * count);
  places.set(start.subarray(0, 3));
  for (let i = 1; i < count; i++) {
    const at = 3 * i - 3;
    const [x, y, z] = [own[at], own[at + 1], own[at + 2]];
    for (let k = 0; k < 3; k++) places[3 * i + k] = position[k] + (Q[3 * k] * x + Q[3 * k + 1] * y + Q[3 * k + 2] * z);
  }
  const masses = new Float64Array(count);
  masses[0] = mass;

  return {
    id,
    kind: 'rigid',
    shape,
    totalMass: mass,
    moments,
    coordinates: turn + rotation.width,
    velocities: turn + ratesOf(rotation),
    nodeCount: count,
    mesh: meshAt(solid, places),
    drag,
    elements: [],
    ...(options.integrator === undefined ? {} : { integrator: options.integrator }),
    start: (q, v) => {
      q.set(start);
      if (!fixed) v.set([...velocity, ...spin]);
    },
    inverseMass: {
      // of the rotation a mean
      diagonal: (w) => {
        const turning = 3 / (moments[0] + moments[1] + moments[2]);
        w.set(fixed ? [0, 0, 0, 0, 0, 0] : [1 / mass, 1 / mass, 1 / mass, turning, turning, turning]);
      },
      apply: (q, f, out) => {
        for (let k = 0; k < 3; k++) out[k] = fixed ? 0 : f[k] / mass;
        if (fixed) out.fill(0, turn, turn + 3);
        else applyInertia(q, turn, moments, f, turn, out, turn, true);
      },
    },
    applyM: (q, v, out) => {
      for (let k = 0; k < 3; k++) out[k] = mass * v[k];
      applyInertia(q, turn, moments, v, turn, out, turn, false);
    },
    curved: isDriven ? driven(freeRotor(moments)) : freeRotor(moments),
    ...(motion ? { motion } : {}),
    ...(turning ? { turning } : {}),
    ...(fixed ? {} : { rotor: { mass, moments } }),
    angularRates: turn,
    longestSide: solid.longestSide,
    points: { formula: rigidPoint, count, blocks, parameters, masses },
    contactForm: { kind: 'rigid', shape, corners: { positions: corners, triangles } },
  };
}

function checkedTurning(
  { axis, angle, at }: RigidTurning,
  position: readonly [number, number, number],
  start: Float64Array,
  refuse: Refuse,
): Turning {
  const length = Math.sqrt(axis.reduce((sum, x) => sum + x * x, 0));
  if (axis.length !== 3 || !(length > 0 && Number.isFinite(length)))
    throw refuse('turning.axis', `[${axis.join(', ')}] has no direction; give three numbers that are not all 0.`);
  const place = at ?? position;
  if (place.length !== 3 || !place.every(Number.isFinite))
    throw refuse('turning.at', `[${place.join(', ')}]; give three finite numbers.`);
  const path = pathOfNumbers(angle);
  createPath(path);
  return {
    axis: axis.map((x) => x / length) as [number, number, number],
    arm: place.map((x, k) => x - start[k]) as [number, number, number],
    angle: path,
  };
}

interface OwnPoints {
  readonly R: readonly number[];
  readonly blocks: Int32Array; //         centre and rotation of each point (2 x points)
  readonly parameters: Float64Array; //   in principal axes, from the centre: itself, then the surface (3 x points)
  readonly corners: Float64Array; //      those of the surface
}
const ownPoints = new WeakMap<SolidShape, OwnPoints>();
/** The points of a shape in principal axes. Bodies of one shape share them: nobody writes there. */
function pointsOf(solid: SolidShape, R: readonly number[]): OwnPoints {
  const known = ownPoints.get(solid);
  if (known?.R.every((entry, k) => Object.is(entry, R[k]))) return known;
  const { positions } = solid.surface;
  const parameters = new Float64Array(3 + positions.length);
  const [cx, cy, cz] = solid.centre;
  for (let i = 0; i < positions.length; i += 3) {
    const [dx, dy, dz] = [positions[i] - cx, positions[i + 1] - cy, positions[i + 2] - cz];
    for (let k = 0; k < 3; k++) parameters[3 + i + k] = R[k] * dx + R[3 + k] * dy + R[6 + k] * dz;
  }
  const blocks = new Int32Array((2 * parameters.length) / 3);
  for (let k = 1; k < blocks.length; k += 2) blocks[k] = turn;
  const made = { R, blocks, parameters, corners: parameters.subarray(3) };
  ownPoints.set(solid, made);
  return made;
}

const meshes = new WeakMap<SolidShape, Mesh>();
/** The mesh of a body: its centre, then its surface. Bodies of one shape differ in positions alone. */
function meshAt(solid: SolidShape, positions: Float64Array): Mesh {
  const known = meshes.get(solid);
  if (known && positions.every(Number.isFinite)) return { ...known, positions };
  const made = mesh({ positions, triangles: solid.surface.triangles.map((n) => n + 1) });
  meshes.set(solid, made);
  return made;
}
function checkedShape(shape: RigidShape, id: string): SolidShape {
  try {
    return solidShape(shape);
  } catch (error) {
    if (error instanceof Refusal)
      throw new Refusal(
        error.code,
        { body: id, field: error.path.field ? `shape.${error.path.field}` : 'shape' },
        error.fact,
        [id],
      );
    throw error;
  }
}

function massOf({ density, mass }: RigidOptions, { volume }: SolidShape, refuse: Refuse): number {
  if ((density === undefined) === (mass === undefined))
    throw refuse('density', `${density === undefined ? 'missing' : 'given beside a mass'}; give a density or a mass.`);
  const [name, value, unit] =
    mass === undefined ? (['density', density, 'kg/m^3'] as const) : (['mass', mass, 'kg'] as const);
  if (!((value as number) > 0 && Number.isFinite(value)))
    throw refuse(name, `${value} ${unit}; it must be positive (a body that never moves is "fixed").`);
  return mass ?? (density as number) * volume;
}

/** Principal moments, and the rotation from principal axes to those of the shape. */
function inertiaOf(
  { inertia }: RigidOptions,
  solid: SolidShape,
  mass: number,
  refuse: Refuse,
): { moments: readonly [number, number, number]; R: number[] } {
  if (!inertia) return principalAxes(solid.inertia.map((x) => (x * mass) / solid.volume));
  const wrong = inertia.length === 3 ? momentsFault(inertia) : 'give three numbers, about x, y and z.';
  if (wrong) throw refuse('inertia', wrong);
  return { moments: [...inertia], R: [1, 0, 0, 0, 1, 0, 0, 0, 1] };
}

/** From [x, y, z, w] to (w, x, y, z) of length 1. */
export function unitQuaternion([x, y, z, w]: readonly number[], refuse: Refuse): Float64Array {
  const length = Math.sqrt(x * x + y * y + z * z + w * w);
  if (!(length > 0 && Number.isFinite(length)))
    throw refuse(
      'rotate',
      `[${[x, y, z, w].join(', ')}] is no rotation; give a quaternion [x, y, z, w], not all zero.`,
    );
  return Float64Array.of(w / length, x / length, y / length, z / length);
}
/** a b of quaternions (w, x, y, z) */
function product(a: ArrayLike<number>, b: ArrayLike<number>): number[] {
  return [
    a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
    a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
    a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
    a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0],
  ];
}
/** The quaternion of a rotation matrix, by its largest component. */
function quaternionOf(R: readonly number[]): number[] {
  const squares = [R[0] + R[4] + R[8], R[0] - R[4] - R[8], R[4] - R[8] - R[0], R[8] - R[0] - R[4]];
  const k = squares.indexOf(Math.max(...squares));
  const large = 0.5 * Math.sqrt(1 + squares[k]);
  const s = 0.25 / large;
  const [x, y, z] = [s * (R[7] - R[5]), s * (R[2] - R[6]), s * (R[3] - R[1])];
  if (k === 0) return [large, x, y, z];
  const [i, j] = [k % 3, (k + 1) % 3]; // the other two axes
  const a = k - 1;
  const q = [s * (R[3 * j + i] - R[3 * i + j]), 0, 0, 0];
  q[1 + a] = large;
  q[1 + i] = s * (R[3 * a + i] + R[3 * i + a]);
  q[1 + j] = s * (R[3 * a + j] + R[3 * j + a]);
  return q;
}

/** It turns about one axis within a step, whatever its moments. */
const driven = ({ rate, retract, rigidMotion }: Curved): Curved => ({ rate, retract, rigidMotion });

/** How a rigid body with these principal moments moves. */
function freeRotor(I: readonly number[]): Curved {
  const L = new Float64Array(3);
  return {
    rate: (q, v, out) => {
      for (let k = 0; k < 3; k++) out[k] = v[k];
      rotationRate(q, v, turn, out);
    },
    retract: (q, d) => {
      for (let k = 0; k < 3; k++) q[k] += d[k];
      turnBy(q, turn, d[turn], d[turn + 1], d[turn + 2]);
    },
    drift: (q, v, h, out) => {
      for (let k = 0; k < 3; k++) out[k] = q[k] + h * v[k];
      turnFreely(q, turn, I, v, turn, h, out);
    },
    transport: (q, p, v) => {
      applyInertia(q, turn, I, v, turn, v, turn, false);
      applyInertia(p, turn, I, v, turn, v, turn, true);
    },
    inertialForces: (q, v, f) => {
      applyInertia(q, turn, I, v, turn, L, 0, false);
      f[turn] -= v[turn + 1] * L[2] - v[turn + 2] * L[1];
      f[turn + 1] -= v[turn + 2] * L[0] - v[turn] * L[2];
      f[turn + 2] -= v[turn] * L[1] - v[turn + 1] * L[0];
    },
    rigidMotion: (q, linear, [a, b, c], out) => {
      out[0] = linear[0] + b * q[2] - c * q[1];
      out[1] = linear[1] + c * q[0] - a * q[2];
      out[2] = linear[2] + a * q[1] - b * q[0];
      out[turn] = a;
      out[turn + 1] = b;
      out[turn + 2] = c;
      out.fill(0, turn + 3);
    },
  };
}

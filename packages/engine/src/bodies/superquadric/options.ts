/** Options of deformable superquadrics: their shape, what is free, and what is refused. */
import type { Refuse } from '../../base/refusal.ts';
import { suggest } from '../../base/suggest.ts';
import type { IntegratorChoice } from '../body.ts';
import type { Deformation } from './deformations/deformation.ts';
import { deformations, primitives } from './geometry/shape-formula.ts';
import type { FreeGroups, MassMode } from './inertia.ts';
import type { Primitive, ShapeParameter } from './primitives/primitive.ts';

/**
 * The shape of a deformable superquadric: a primitive by its kind ("superquadric", "supertoroid" or "hyperquadric"), and its
 * parameters by name, those of global deformations among them: t1, t2 (taper), tw (twist), b1, b2, b3 (bend), k1, k2 (shear).
 * @example const pear: SuperquadricShape = { kind: 'superquadric', a1: 0.3, a2: 0.3, a3: 0.5, t1: 0.4, t2: 0.4 };
 */
export interface SuperquadricShape {
  readonly kind?: string;
  readonly [parameter: string]: number | string | undefined;
}

/**
 * Options of `superquadric`.
 * @example const options: SuperquadricOptions = { shape: { a1: 0.3, a2: 0.3, a3: 0.35 }, mass: 0.5 };
 */
export interface SuperquadricOptions {
  readonly id?: string;
  readonly shape: SuperquadricShape;
  /** coordinates that move: "position", "rotation", "local", shape parameters by name; "rigid": position and rotation */
  readonly free?: readonly string[];
  /** kg, of the whole; its nodes share it by their area */
  readonly mass?: number;
  /** kg/m^3 of the solid */
  readonly density?: number;
  /** kg, of every node */
  readonly nodalMass?: number;
  /** nodes: rings between the poles, and sectors around */
  readonly grid?: readonly [rings: number, sectors: number];
  /** how local displacements share the mass with global motion: see bodies/superquadric/inertia.ts */
  readonly mode?: MassMode;
  /** elasticity of local displacements, N/m */
  readonly w0?: number;
  readonly w1?: number;
  /** local displacements are sums of functions of the whole surface up to this degree, instead of finite elements */
  readonly harmonics?: number;
  /** local displacements beyond `yield` (m) become permanent, at this rate (1/s) */
  readonly plasticity?: { readonly yield: number; readonly rate: number };
  /** contacts of `separate` dent it: radius of the patch over which their force is spread, m */
  readonly indentation?: number;
  /** springs on free shape parameters, by name: J per unit squared */
  readonly shapeStiffness?: Readonly<Record<string, number>>;
  /** where its origin is, m */
  readonly position?: readonly [number, number, number];
  /** a quaternion [x, y, z, w] of any length but 0 */
  readonly rotate?: readonly [number, number, number, number];
  /** of its origin, m/s */
  readonly velocity?: readonly [number, number, number];
  /** angular velocity in world axes, rad/s */
  readonly spin?: readonly [number, number, number];
  /** of free shape parameters, by name, per second */
  readonly shapeRates?: Readonly<Record<string, number>>;
  /** local displacements and their rates at the start, in the frame of the body, node by node */
  readonly displacements?: ArrayLike<number>;
  readonly displacementRates?: ArrayLike<number>;
  /** mass-proportional damping, 1/s */
  readonly drag?: number;
  readonly integrator?: IntegratorChoice;
}

export interface ReadShape {
  readonly primitive: Primitive;
  readonly deformations: readonly Deformation[];
  readonly parameters: readonly ShapeParameter[];
  readonly values: ReadonlyMap<string, number>;
}

/** A shape with all its parameters; deformations take part where one of their parameters is given, or free. */
export function readShape(shape: SuperquadricShape, free: readonly string[], refuse: Refuse): ReadShape {
  const { kind = 'superquadric', ...given } = shape;
  const primitive = primitives.find((one) => one.kind === kind);
  if (!primitive)
    throw refuse('shape.kind', `there is no "${kind}"; there are ${listed(primitives.map((one) => one.kind))}.`);
  const named = new Set([...Object.keys(given).filter((name) => given[name] !== undefined), ...free]);
  const used = deformations.filter(({ parameters }) => parameters.some(({ name }) => named.has(name)));
  const parameters = [...primitive.parameters, ...used.flatMap((one) => one.parameters)];
  const known = [...primitive.parameters, ...deformations.flatMap((one) => one.parameters)].map(({ name }) => name);
  for (const name of Object.keys(given)) {
    if (known.includes(name)) continue;
    const meant = suggest(name, known);
    throw refuse(
      `shape.${name}`,
      `a ${kind} has no such parameter; ${meant ? `is it "${meant}"?` : `there are ${listed(known)}.`}`,
    );
  }
  const values = new Map<string, number>();
  for (const { name, start, least, most, unit, meaning } of parameters) {
    const value = given[name] ?? start;
    if (typeof value !== 'number')
      throw refuse(`shape.${name}`, `missing; give the ${meaning}${unit ? `, ${unit}` : ''}.`);
    if (!(value >= least && value <= most)) {
      const range = most === Number.MAX_VALUE ? 'a positive number' : `a number from ${least} to ${most}`;
      throw refuse(`shape.${name}`, `${value}${unit && ` ${unit}`}; give ${range} (${meaning}).`);
    }
    values.set(name, value);
  }
  return { primitive, deformations: used, parameters, values };
}
const listed = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ');

export interface Freedom extends FreeGroups {
  readonly local: boolean;
  readonly shape: readonly string[];
}
const groups = ['position', 'rotation', 'rigid', 'local'];

/** What is free; names that are not known are refused. */
export function readFree(free: readonly string[], shape: SuperquadricShape, refuse: Refuse): Freedom {
  const kind = shape.kind ?? 'superquadric';
  const primitive = primitives.find((one) => one.kind === kind);
  const known = [...(primitive?.parameters ?? []), ...deformations.flatMap((one) => one.parameters)].map((p) => p.name);
  free.forEach((name, k) => {
    if (groups.includes(name) || known.includes(name)) return;
    const meant = suggest(name, [...groups, ...known]);
    throw refuse(
      `free[${k}]`,
      `"${name}" is no coordinate of a ${kind}; ${meant ? `is it "${meant}"?` : `there are ${listed([...groups, ...known])}.`}`,
    );
  });
  const has = (name: string): boolean => free.includes(name);
  if (['a', 'a1', 'a2', 'a3'].every(has))
    throw refuse('free', '"a" scales what "a1", "a2" and "a3" scale already; leave "a" out.');
  return {
    position: has('position') || has('rigid'),
    rotation: has('rotation') || has('rigid'),
    local: has('local'),
    shape: known.filter(has),
  };
}

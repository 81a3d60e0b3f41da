/**
 * Shapes of rigid bodies: volume, centre and inertia in closed form, and a surface to draw.
 *
 *   sphere     I = 2/5 m r^2
 *   box        I_x = m (y^2 + z^2) / 12
 *   cylinder   along y: I_y = m r^2 / 2,  I_x = m (3 r^2 + l^2) / 12
 *   capsule    along y: a cylinder and two half spheres, l between their centres
 *
 * Primitives have their centre at the origin of the body.
 */
import { checkOptions, list, number, numbers, type Option, object, required, text } from '../../base/options.ts';
import { refusing } from '../../base/refusal.ts';
import { longestSide } from '../../geometry/longest-side.ts';
import { cos, sin } from '../../kernel/formula/scalar.ts';
import { convexHull } from '../../meshes/surface/convex-hull.ts';
import {
  boundsOf,
  enclosedVolume,
  type TriangleSurface,
  type WeldedSurface,
  welded,
} from '../../meshes/surface/surface.ts';
import { enclosureFault, reportOn } from '../../meshes/surface/surface-report.ts';
import { diagonal, type MassProperties, surfaceProperties } from './mass-properties.ts';

/**
 * The shape of a rigid body: a primitive about its own origin, axes along y, the convex hull of points, or a closed surface. Lengths in metres.
 * @example const wheel: RigidShape = { kind: 'cylinder', radius: 0.3, length: 0.1 };
 */
export type RigidShape =
  | { readonly kind: 'sphere'; readonly radius: number }
  | { readonly kind: 'box'; readonly size: readonly [number, number, number] }
  /** length: between the centres of its half spheres */
  | { readonly kind: 'capsule'; readonly radius: number; readonly length: number }
  | { readonly kind: 'cylinder'; readonly radius: number; readonly length: number }
  /** points: those it is the convex hull of */
  | { readonly kind: 'convex'; readonly points: readonly (readonly [number, number, number])[] }
  | { readonly kind: 'surface'; readonly surface: TriangleSurface };

export interface SolidShape extends MassProperties {
  readonly surface: TriangleSurface;
  /** of its box in its own axes, m; of a surface by its moments, which have none */
  readonly longestSide: number;
}

type Of<K extends RigidShape['kind']> = Extract<RigidShape, { kind: K }>;
const makers: { readonly [K in RigidShape['kind']]: (shape: Of<K>) => SolidShape } = {
  sphere: ({ radius: r }) => {
    const volume = (4 / 3) * Math.PI * r * r * r;
    const I = 0.4 * volume * r * r;
    const surface = turnedProfile(halfCircle(r, 0, 16), 32);
    return { volume, centre: [0, 0, 0], inertia: diagonal(I, I, I), surface, longestSide: 2 * r };
  },
  box: ({ size: [x, y, z] }) => {
    const volume = x * y * z;
    const I = (a: number, b: number): number => (volume * (a * a + b * b)) / 12;
    const inertia = diagonal(I(y, z), I(z, x), I(x, y));
    return { volume, centre: [0, 0, 0], inertia, surface: boxSurface(x, y, z), longestSide: Math.max(x, y, z) };
  },
  cylinder: ({ radius: r, length: l }) => {
    const volume = Math.PI * r * r * l;
    const across = (volume * (3 * r * r + l * l)) / 12;
    const profile = [0, l / 2, r, l / 2, r, -l / 2, 0, -l / 2];
    return {
      volume,
      centre: [0, 0, 0],
      inertia: diagonal(across, (volume * r * r) / 2, across),
      surface: turnedProfile(profile, 48),
      longestSide: Math.max(2 * r, l),
    };
  },
  capsule: ({ radius: r, length: l }) => {
    const tube = Math.PI * r * r * l;
    const ends = (4 / 3) * Math.PI * r * r * r; // both half spheres
    const along = (tube * r * r) / 2 + 0.4 * ends * r * r;
    // a half sphere about its own centre of mass, 3/8 r from its centre, then to the middle
    const far = l / 2 + (3 / 8) * r;
    const across = (tube * (3 * r * r + l * l)) / 12 + ends * (0.4 * r * r - (9 / 64) * r * r) + ends * far * far;
    return {
      volume: tube + ends,
      centre: [0, 0, 0],
      inertia: diagonal(across, along, across),
      surface: turnedProfile(halfCircle(r, l / 2, 16), 32),
      longestSide: l + 2 * r,
    };
  },
  convex: ({ points }) => {
    const flat = points.flat();
    const wrong = points.findIndex((point) => point?.length !== 3 || !point.every(Number.isFinite));
    if (wrong >= 0) throw refusing({})(`points[${wrong}]`, `[${points[wrong]}]; give three finite numbers.`);
    const surface = convexHull(flat);
    if (!surface)
      throw refusing({})('points', 'they enclose no volume. Give four or more that do not all lie in one plane.');
    return makers.surface({ kind: 'surface', surface });
  },
  surface: ({ surface }) => {
    const whole = weldedOrRefused(surface);
    const report = reportOn(whole);
    const fault = enclosureFault(report);
    if (fault) throw refusing({})('surface', fault);
    const bounds = boundsOf(whole.positions);
    const size = Math.max(...[0, 1, 2].map((axis) => bounds[axis + 3] - bounds[axis]));
    if (!(enclosedVolume(whole) > leastVolume * size * size * size))
      throw refusing({})('surface', 'it is flat and encloses no volume. Give it a thickness.');
    const side = longestSide({ ...whole, edges: [], isClosed: true });
    return { ...surfaceProperties(whole), surface: whole, longestSide: side };
  },
};
/** Of the cube of its size: less is rounding. */
const leastVolume = 1e-12;

function weldedOrRefused(surface: TriangleSurface): WeldedSurface {
  try {
    return welded(surface);
  } catch (error) {
    throw refusing({})('surface', (error as Error).message.replace(/^surface: /, ''));
  }
}

const radius = required(number);
const optionsOf: { readonly [K in RigidShape['kind']]: Readonly<Record<string, Option>> } = {
  sphere: { radius },
  box: { size: required(numbers) },
  capsule: { radius, length: required(number) },
  cylinder: { radius, length: required(number) },
  convex: { points: required(list) },
  surface: { surface: required(object) },
};
/** The numbers of a shape that must be positive. */
function sizesOf(shape: RigidShape): [string, number][] {
  if (shape.kind === 'surface' || shape.kind === 'convex') return [];
  if (shape.kind === 'box') return shape.size.map((x, axis) => [`size[${axis}]`, x]);
  const { radius } = shape;
  return 'length' in shape
    ? [
        ['radius', radius],
        ['length', shape.length],
      ]
    : [['radius', radius]];
}

/** Primitives that were made last, by kind and sizes: a heap is made of a few shapes. */
const recent = new Map<string, SolidShape>();
const mostRecent = 16;

/** A shape with its mass properties for density 1; what is impossible is refused at its field. Equal primitives may be one object. */
export function solidShape(shape: RigidShape): SolidShape {
  if (!Object.hasOwn(optionsOf, shape.kind))
    throw refusing({})('kind', `"${shape.kind}" is no shape; there are "${Object.keys(optionsOf).join('", "')}".`);
  checkOptions<object>('shape', shape, { kind: text, ...optionsOf[shape.kind] });
  if (shape.kind === 'box' && shape.size.length !== 3)
    throw refusing({})('size', `[${shape.size.join(', ')}]; give three positive numbers.`);
  const sizes = sizesOf(shape);
  for (const [name, value] of sizes)
    if (!(value > 0 && Number.isFinite(value))) throw refusing({})(name, `${value} m; give a positive number.`);
  const make = makers[shape.kind] as (shape: RigidShape) => SolidShape;
  if (sizes.length === 0) return make(shape);
  const key = [shape.kind, ...sizes.map(([, value]) => value)].join();
  const found = recent.get(key);
  if (found) return found;
  if (recent.size === mostRecent) recent.clear();
  const made = make(shape);
  recent.set(key, made);
  return made;
}

function boxSurface(x: number, y: number, z: number): TriangleSurface {
  const positions = new Float64Array(24);
  for (let k = 0; k < 8; k++)
    positions.set([((k & 1) - 0.5) * x, (((k >> 1) & 1) - 0.5) * y, ((k >> 2) - 0.5) * z], 3 * k);
  const sides = [0, 2, 3, 1, 4, 5, 7, 6, 0, 1, 5, 4, 2, 6, 7, 3, 0, 4, 6, 2, 1, 3, 7, 5];
  const triangles: number[] = [];
  for (let s = 0; s < 24; s += 4) {
    const [a, b, c, d] = sides.slice(s, s + 4);
    triangles.push(a, b, c, a, c, d);
  }
  return { positions, triangles: Int32Array.from(triangles) };
}

/** Radius and height of points of a half circle from the top to the bottom; its halves are moved apart by 2 `apart`. */
function halfCircle(r: number, apart: number, parts: number): number[] {
  const profile: number[] = [];
  for (let k = 0; k <= parts; k++) {
    const angle = (Math.PI * k) / parts;
    const isEnd = k === 0 || k === parts;
    const ring = isEnd ? 0 : r * sin(angle);
    const height = r * cos(angle);
    if (apart === 0) profile.push(ring, height);
    else {
      if (2 * k <= parts) profile.push(ring, height + apart);
      if (2 * k >= parts) profile.push(ring, height - apart);
    }
  }
  return profile;
}

/** A profile (radius, height), from the top on the axis to the bottom on the axis, turned about y. */
function turnedProfile(profile: readonly number[], sectors: number): TriangleSurface {
  const rings = profile.length / 2 - 2;
  const count = 2 + rings * sectors;
  const positions = new Float64Array(3 * count);
  positions[1] = profile[1];
  positions[3 * count - 2] = profile[profile.length - 1];
  const angles = Array.from({ length: sectors }, (_, s) => (2 * Math.PI * s) / sectors);
  const [cosines, sines] = [angles.map(cos), angles.map(sin)];
  for (let ring = 1; ring <= rings; ring++)
    for (let s = 0; s < sectors; s++) {
      const r = profile[2 * ring];
      const at = 3 * (1 + (ring - 1) * sectors + s);
      positions[at] = r * cosines[s];
      positions[at + 1] = profile[2 * ring + 1];
      positions[at + 2] = -r * sines[s];
    }
  const last = count - 1;
  const at = (ring: number, s: number): number => 1 + ring * sectors + (s % sectors);
  const triangles: number[] = [];
  for (let s = 0; s < sectors; s++) {
    triangles.push(0, at(0, s), at(0, s + 1));
    for (let ring = 0; ring < rings - 1; ring++)
      triangles.push(
        at(ring, s),
        at(ring + 1, s),
        at(ring + 1, s + 1),
        at(ring, s),
        at(ring + 1, s + 1),
        at(ring, s + 1),
      );
    triangles.push(last, at(rings - 1, s + 1), at(rings - 1, s));
  }
  return { positions, triangles: Int32Array.from(triangles) };
}

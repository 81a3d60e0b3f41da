/** The short way to a world: functions that make a thing and add it. */
import type { Body } from '../bodies/body.ts';
import { type HexMetric, type HexMetricOptions, hexMetric } from '../bodies/hex/hex-metric.ts';
import { type ParticlesOptions, particles } from '../bodies/particles.ts';
import { type Plane, plane } from '../bodies/plane.ts';
import { type Spline, type SplineOptions, spline } from '../bodies/rod/spline.ts';
import { type TetFemOptions, tetFem } from '../bodies/tet/tet-fem.ts';
import { type TetSpringsOptions, tetSprings } from '../bodies/tet/tet-springs.ts';
import type { Constraint, ConstraintSpec } from '../constraints/constraint.ts';
import type { HexMesh } from '../meshes/hex-mesh.ts';
import type { Mesh } from '../meshes/mesh.ts';
import { type ConstrainOptions, World, type WorldOptions } from './world.ts';

export const createWorld = (options: WorldOptions): World => new World(options);
export const addTetFem = (world: World, mesh: Mesh, options: TetFemOptions): Body => world.add(tetFem(mesh, options));
export const addHexMetric = (world: World, mesh: HexMesh, options: HexMetricOptions): HexMetric =>
  world.add(hexMetric(mesh, options));
export const addTetSprings = (world: World, mesh: Mesh, options: TetSpringsOptions): Body =>
  world.add(tetSprings(mesh, options));
export const addParticles = (world: World, positions: ArrayLike<number>, options: ParticlesOptions): Body =>
  world.add(particles(positions, options));
export const addSpline = (world: World, options: SplineOptions): Spline => world.add(spline(options));
export const addPlane = (world: World, options: Parameters<typeof plane>[0]): Plane => world.add(plane(options));
export const constrain = (world: World, spec: ConstraintSpec, options?: ConstrainOptions): Constraint =>
  world.constrain(spec, options);

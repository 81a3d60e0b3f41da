/** The engine's public API, by name. What is not here is private and may change. */

// anchors
export type { Anchor } from './anchors/anchor.ts';
export { barycentric } from './anchors/barycentric.ts';
// constraints
export type { GripMode } from './anchors/grip.ts';
export { type Guide, guide, guideAt, nearestOnGuide } from './anchors/guide.ts';
export { node } from './anchors/node.ts';
export { splinePoint, splineTangent, splineTwist } from './anchors/spline-point.ts';
export { type SliderOptions, splineSlider } from './anchors/spline-slider.ts';
export { onPath, worldPoint } from './anchors/world-point.ts';
// bodies
export { type Ball, type BallOptions, ball } from './bodies/ball.ts';
export type { Body } from './bodies/body.ts';
export { copyOf } from './bodies/copy.ts';
export { type ParticlesOptions, particles } from './bodies/particles.ts';
export { type Plane, plane } from './bodies/plane.ts';
export type { Pressure } from './bodies/pressure.ts';
export { type Skin, type SkinSurface, skinned, skinOf } from './bodies/skin.ts';
export { type Curve, type Spline, type SplineOptions, spline, splineDefaults } from './bodies/spline.ts';
export type { Section, SectionOptions } from './bodies/spline-section.ts';
export { type TetFemOptions, tetFem, tetFemDefaults } from './bodies/tet-fem.ts';
export { type TetSpringsOptions, tetSprings, tetSpringsDefaults } from './bodies/tet-springs.ts';
export {
  above,
  angle,
  beyond,
  type Constraint,
  type ConstraintSpec,
  dihedral,
  distance,
  distances,
  equation,
  inTet,
  join,
  joins,
  nail,
  offset,
  onAxis,
  onLine,
  onPlane,
  onSurface,
  onTriangle,
  parallel,
  perpendicular,
  type Ramp,
  velocity,
  within,
} from './constraints.ts';
export { addParticles, addPlane, addSpline, addTetFem, addTetSprings, constrain, createWorld } from './create.ts';
// the world
export { DivergenceError } from './divergence.ts';
export { driven, type NumberPath } from './driven.ts';
export type { WorldEvent } from './events.ts';
export { Hash } from './hash.ts';
export { allIntegrators, integrators } from './integrators/index.ts';
export type { Integrator } from './integrators/integrator.ts';
// formulas: write one, have it differentiated and compiled
export {
  abs,
  acos,
  add,
  atan2,
  constant,
  cos,
  div,
  type Expr,
  exp,
  hold,
  log,
  max,
  min,
  mul,
  neg,
  pow,
  select,
  sin,
  sqrt,
  square,
  sub,
  tan,
} from './kernel/expr.ts';
export { cos as cosine, sin as sine } from './kernel/scalar.ts';
export {
  add3,
  cross,
  determinant,
  dot,
  length,
  lengthSquared,
  type Mat3,
  multiply,
  normalise,
  scale3,
  sub3,
  type Vec3,
} from './kernel/vector.ts';
export { type KeyholeOptions, keyhole, trajectory } from './keyholes.ts';
export { materials } from './materials/index.ts';
export type { Material } from './materials/material.ts';
export { type BallMeshOptions, ballMesh } from './meshes/ball.ts';
export { box, boxDefaults, boxNode } from './meshes/box.ts';
export { chain } from './meshes/chain.ts';
export { grid, gridDefaults } from './meshes/grid.ts';
export { isFlat, type Mesh, mesh, meshVolume, tetVolume, transformed } from './meshes/mesh.ts';
export { type RefinedOptions, refined, refinedDefaults } from './meshes/refined.ts';
export { type RingOptions, ring, ringDefaults, ringNode } from './meshes/ring.ts';
export {
  type EllipsoidOptions,
  ellipsoid,
  type RoundedBoxOptions,
  roundedBox,
  roundedBoxDefaults,
} from './meshes/rounded-box.ts';
export {
  type DisplacementOptions,
  displacement,
  displacementDefaults,
  displacementMethod,
} from './methods/displacement.ts';
export { type LagrangeOptions, lagrange, lagrangeDefaults, lagrangeMethod } from './methods/lagrange.ts';
export { type LocalOptions, local, localDefaults, localMethod } from './methods/local.ts';
export type { Method } from './methods/method.ts';
export { type ReactionOptions, reaction, reactionDefaults } from './methods/reaction.ts';
export { nearestPlace } from './nearest-place.ts';
export { createPath, type Path, type PathDef } from './paths/path.ts';
export { apart, type PearlOptions, pearls, type Touching } from './pearls.ts';
// reading
export { bendRadius, curvedRod } from './record/bend-radius.ts';
export {
  type EntrySort,
  entrySorts,
  type MatrixGroup,
  type MatrixOrder,
  type MatrixPicture,
  matrixOf,
  type OrderName,
} from './record/matrix.ts';
export {
  angularMomentum,
  centreOfMass,
  force,
  kineticEnergy,
  linearMomentum,
  position,
  potentialEnergy,
  type Residual,
  residual,
  residualUnits,
  totalMass,
  volume,
} from './record/probes.ts';
export { type RowSort, rowSort } from './record/row-sort.ts';
export { jacobianEntries, type RedundantRow, type RowsReport, rowsReport } from './record/rows.ts';
export { skinAt, skinPositions } from './record/skin.ts';
export { angleLimits } from './relations/angle.ts';
export { type EquationNames, equation as equationRelation } from './relations/equation/equation.ts';
export { EquationError } from './relations/equation/error.ts';
export { explain } from './relations/explain.ts';
export { type Measured, measure } from './relations/measure.ts';
export { finite, positive, type Relation, relation, rowCount, type Unit } from './relations/relation.ts';
export { startFault } from './relations/start-fault.ts';
export {
  angleAnchor,
  circle,
  type FuseOptions,
  fuse,
  fuseDefaults,
  type NockOptions,
  nailTwisted,
  nock,
  nockDefaults,
  type OnRod,
  type OrientationOptions,
  orientation,
  type RelativePlaneOptions,
  relativePlane,
  twist,
} from './rod-constraints.ts';
export { advice, suggest } from './suggest.ts';
export { type ConstrainOptions, type Load, type Snapshot, World, type WorldOptions, worldDefaults } from './world.ts';

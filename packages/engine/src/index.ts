/** The engine's public API, by name. What is not here is private and may change. */

// anchors
export { type Anchor, bodiesOf } from './anchors/anchor.ts';
export { barycentric } from './anchors/barycentric.ts';
// constraints
export type { AttachMode } from './anchors/grip.ts';
export { type Guide, guide, guideAt, nearestOnGuide } from './anchors/guide.ts';
export { node } from './anchors/node.ts';
export { rigidPointAt } from './anchors/rigid-point.ts';
export { splinePoint, splineTangent, splineTwist } from './anchors/spline-point.ts';
export { type SliderOptions, splineSlider } from './anchors/spline-slider.ts';
export { type Attach, framePointAt, surfacePatch, surfacePoint } from './anchors/surface-point.ts';
export { onPath, worldPoint } from './anchors/world-point.ts';
// fields of kinds
export type { BodyDemand, Fallback, Field, Fields, Range } from './base/field.ts';
export { Hash } from './base/hash.ts';
export { type EnginePath, Refusal, type RefusalCode } from './base/refusal.ts';
export { advice, suggest } from './base/suggest.ts';
// bodies
export { type Ball, type BallOptions, ball } from './bodies/ball.ts';
export type { Body, IntegratorChoice, Skin, SkinSurface } from './bodies/body.ts';
export { copiesOf, copyOf } from './bodies/copy.ts';
export {
  type HexMetric,
  type HexMetricOptions,
  hexMetric,
  hexMetricDefaults,
} from './bodies/hex/hex-metric.ts';
export { type Model, model } from './bodies/model.ts';
export { type MoldingOptions, moldingDefaults } from './bodies/molding.ts';
export { type ParticlesOptions, particles } from './bodies/particles.ts';
export { type Plane, type PlaneOptions, plane } from './bodies/plane.ts';
export { isRigid, type Rigid, type RigidOptions, type RigidTurning, rigid } from './bodies/rigid/rigid.ts';
export type { RigidShape } from './bodies/rigid/shapes.ts';
export type { Couple } from './bodies/rod/frames/couple.ts';
export type { Section } from './bodies/rod/section.ts';
export type { SectionOptions } from './bodies/rod/section-options.ts';
export { sectionPresets } from './bodies/rod/section-presets.ts';
export type { ShapeOptions } from './bodies/rod/section-shape.ts';
export { type Curve, type Spline, spline } from './bodies/rod/spline.ts';
export { type SplineOptions, splineDefaults } from './bodies/rod/spline-options.ts';
export type { RodWrap } from './bodies/rod/wrap/rod-wraps.ts';
export type { WrapOptions } from './bodies/rod/wrap/wrap.ts';
export { bindSkin, skinned, skinOf, withSkin } from './bodies/skin.ts';
export type { SuperquadricOptions, SuperquadricShape } from './bodies/superquadric/options.ts';
export {
  isSuperquadric,
  type Superquadric,
  superquadric,
  superquadricDefaults,
} from './bodies/superquadric/superquadric.ts';
export type { Pressure } from './bodies/tet/pressure.ts';
export { type TetElements, type TetFemOptions, tetFem, tetFemDefaults } from './bodies/tet/tet-fem.ts';
export { type TetSpringsOptions, tetSprings, tetSpringsDefaults } from './bodies/tet/tet-springs.ts';
export type { Constraint, ConstraintSpec } from './constraints/constraint.ts';
export { giveRamp } from './constraints/constraint-state.ts';
export type { Ramp } from './constraints/drivers/ramps.ts';
export {
  type ConstraintKind,
  constraintKind,
  type Driven,
  type FieldType,
  type Given,
  type GivenTypes,
  type Glyph,
  misfit,
  type PickedNodes,
  type Situation,
  type Target,
  type Triple,
} from './constraints/kinds/constraint-kind.ts';
export {
  above,
  angle,
  beyond,
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
  velocity,
  within,
} from './constraints/kinds/constraints.ts';
export { driven } from './constraints/kinds/driven.ts';
export * as field from './constraints/kinds/fields.ts';
export { type KeyholeOptions, keyhole, trajectory } from './constraints/kinds/keyholes.ts';
export { outside } from './constraints/kinds/outside.ts';
export { apart, type PearlOptions, pearls, type Touching } from './constraints/kinds/pearls.ts';
export { separate } from './constraints/kinds/places/separate.ts';
export { type PulleyOptions, pulley } from './constraints/kinds/pulleys.ts';
export {
  type BuiltInKind,
  constraintKinds,
  kindsVersion,
  registerConstraintKind,
} from './constraints/kinds/registry.ts';
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
} from './constraints/kinds/rod-constraints.ts';
export { at, checkStart, placeOf } from './constraints/kinds/situations.ts';
export { startOverlap } from './constraints/kinds/start-overlap.ts';
export { incompressible } from './constraints/kinds/volumes.ts';
export type { Method, StepReport } from './constraints/method.ts';
// contact
export type { ContactReport } from './contact/contacts.ts';
export { ContactMemory } from './contact/memory.ts';
export {
  type BodyContact,
  type ContactOptions,
  contactDefaults,
  type Friction,
  type PairContact,
} from './contact/options.ts';
// the world
export { DivergenceError } from './dynamics/stability/divergence.ts';
// geometry
export { embedInHexes, evaluateInHexes, type HexEmbedding } from './geometry/embed-hex.ts';
export { nearestPlace } from './geometry/least-along-curve.ts';
export { allIntegrators, integrators } from './integrators/index.ts';
export type { Integrator } from './integrators/integrator.ts';
export { type Rk45Options, rk45, rk45Defaults } from './integrators/rk45.ts';
// threads
export { type KernelStore, useKernels } from './kernel/compile/store.ts';
// formulas: write one, have it differentiated and compiled
export {
  abs,
  acos,
  add,
  atan2,
  constant,
  cos,
  detach,
  div,
  type Expr,
  exp,
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
} from './kernel/formula/expr.ts';
export { cos as cosine, exp as exponential, log as logarithm, sin as sine } from './kernel/formula/scalar.ts';
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
} from './kernel/formula/vector.ts';
export { type ThreadHost, ThreadPool, type ThreadWorker } from './kernel/threads/pool.ts';
export { serveThread } from './kernel/threads/thread.ts';
export { materials } from './materials/index.ts';
export type { Material } from './materials/material.ts';
export { type BallMeshOptions, ballMesh } from './meshes/ball.ts';
export { type BlockOptions, block, blockDefaults } from './meshes/block.ts';
export { box, boxDefaults, boxNode } from './meshes/box.ts';
export { chain } from './meshes/chain.ts';
export { type FillHexesOptions, fillHexes, type HexFill } from './meshes/fill/fill-hexes.ts';
export {
  type FillTetsOptions,
  fillTets,
  largestFillAngle,
  leastFillAngle,
  type TetFill,
} from './meshes/fill/fill-tets.ts';
export { grid, gridDefaults } from './meshes/grid.ts';
export {
  cornerJacobian,
  type HexMesh,
  type HexMeshInput,
  hexMesh,
  hexMeshVolume,
  hexVolume,
} from './meshes/hex-mesh.ts';
export { isFlat, type Mesh, mesh, meshVolume, tetVolume, transformed } from './meshes/mesh.ts';
export { meshOfHexes } from './meshes/mesh-of-hexes.ts';
export {
  type AngleSummary,
  angleSummary,
  dihedralAngles,
  type QualitySummary,
  radiusRatios,
  tetQuality,
} from './meshes/quality.ts';
export { type RefinedOptions, refined, refinedDefaults } from './meshes/refined.ts';
export { type RingOptions, ring, ringDefaults, ringNode } from './meshes/ring.ts';
export {
  type EllipsoidOptions,
  ellipsoid,
  type RoundedBoxOptions,
  roundedBox,
  roundedBoxDefaults,
} from './meshes/rounded-box.ts';
export { meshOfSecondOrder, secondOrder } from './meshes/second-order.ts';
export { enclosedVolume, type TriangleSurface } from './meshes/surface/surface.ts';
export { checkSurface, type Finding, type SurfaceReport, surfaceFaults } from './meshes/surface/surface-report.ts';
export { augmented } from './methods/augmented/augmented.ts';
export { type AugmentedOptions, augmentedDefaults } from './methods/augmented/options.ts';
export { methods } from './methods/by-name.ts';
export {
  type DisplacementOptions,
  displacement,
  displacementDefaults,
  displacementMethod,
} from './methods/displacement/displacement.ts';
export { type BuiltInMethod, type MethodKind, methodKinds } from './methods/index.ts';
export { type LagrangeOptions, lagrange, lagrangeDefaults, lagrangeMethod } from './methods/lagrange/lagrange.ts';
export { type LocalOptions, local, localDefaults, localMethod } from './methods/local/local.ts';
export { type PenaltyOptions, penalty, penaltyDefaults } from './methods/penalty/penalty.ts';
export { type ReactionOptions, reaction, reactionDefaults } from './methods/reaction/reaction.ts';
export type { NumberPath } from './paths/number-path.ts';
export { createPath, type Path, type PathDef } from './paths/path.ts';
export {
  type EntrySort,
  entrySorts,
  hasMatrix,
  type MatrixGroup,
  type MatrixOrder,
  type MatrixPicture,
  matrixOf,
  type OrderName,
} from './record/matrix.ts';
export { nodalForces } from './record/nodal-forces.ts';
export { nodalResiduals } from './record/nodal-residuals.ts';
export {
  angularMomentum,
  centreOfMass,
  force,
  kineticEnergy,
  linearMomentum,
  notices,
  position,
  potentialEnergy,
  type Residual,
  residual,
  residualUnits,
  totalMass,
  volume,
} from './record/probes.ts';
export { castRay, type Ray, type RayHit } from './record/query/cast-ray.ts';
export { bodiesNear, type ClosestPoints, closestPoints } from './record/query/closest-points.ts';
export { type PulleyReading, pulleyReading, wrapOf } from './record/query/pulley.ts';
// reading
export { bendRadius, curvedRod } from './record/rods/bend-radius.ts';
export { materialAngles } from './record/rods/material-angles.ts';
export { type HoldSort, holdSort, type RowSort, rowSort } from './record/row-sort.ts';
export { jacobianEntries, type RedundantRow, type RowsReport, rowsReport } from './record/rows.ts';
export { eachResidual, type RodSlider, RunningMember, runningMembers } from './record/running-members.ts';
export { skinAt, skinPositions } from './record/skin.ts';
export { type Stress, stress, stressComponents } from './record/stress.ts';
export { torque } from './record/torque.ts';
export { angleLimits } from './relations/directions/angle.ts';
export { type EquationNames, equation as equationRelation } from './relations/equation/equation.ts';
export { EquationError } from './relations/equation/error.ts';
export { explain } from './relations/explain.ts';
export { type Measured, measure } from './relations/measure.ts';
export { finite, positive, type Relation, relation, rowCount, type Unit } from './relations/relation.ts';
export { startFault } from './relations/start-fault.ts';
// fitting to data
export type { TrackingStage } from './tracking/body-system.ts';
export {
  type Datum,
  type FittedBody,
  type FrameFit,
  type TrackingOptions,
  trackingDefaults,
} from './tracking/options.ts';
export { Tracker } from './tracking/tracker.ts';
export type { MethodChoice } from './world/choices.ts';
export { type StepPart, type TouchingPair, type TouchingPoint, touchingPairs } from './world/contact.ts';
export { createWorld } from './world/create.ts';
export type { WorldEvent } from './world/events.ts';
export type { Snapshot } from './world/snapshot.ts';
export { World } from './world/world.ts';
export {
  type ActivateOptions,
  type ConstrainOptions,
  type Load,
  type ThreadUse,
  type WorldOptions,
  worldDefaults,
} from './world/world-options.ts';

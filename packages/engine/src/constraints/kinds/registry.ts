/** All kinds of constraints, in the order in which they are listed. A new one gets its line here. */
import type { ConstraintKind } from './constraint-kind.ts';
import { equationKind } from './equation-kind.ts';
import { angleKind, dihedralKind } from './geometric/angles.ts';
import { parallelKind, perpendicularKind } from './geometric/directions.ts';
import { distanceKind } from './geometric/distance.ts';
import { offsetKind } from './geometric/offset.ts';
import { circleKind, onAxisKind, onPlaneKind, relativePlaneKind } from './geometric/planes-and-lines.ts';
import { beyondKind, withinKind } from './geometric/radii.ts';
import { ballJointKind, hingeKind, sliderKind, weldKind } from './joints/joints.ts';
import { aboveKind } from './places/above.ts';
import { joinKind } from './places/join.ts';
import { joinNearestKind } from './places/join-nearest.ts';
import { joinTouchingKind } from './places/join-touching.ts';
import { nailKind } from './places/nail.ts';
import { inTetKind, onLineKind, onSurfaceKind, onTriangleKind } from './places/on-element.ts';
import { outsideKind } from './places/outside.ts';
import { separateKind } from './places/separate.ts';
import { velocityKind } from './places/velocity.ts';
import { volumeKind } from './places/volume.ts';
import { contactKind } from './rods/contact.ts';
import { fuseKind } from './rods/fuse.ts';
import { keyholeKind } from './rods/keyhole.ts';
import { nockKind } from './rods/nock.ts';
import { orientationKind } from './rods/orientation.ts';
import { pearlKind } from './rods/pearl.ts';
import { pulleyKind } from './rods/pulley.ts';
import { trajectoryKind } from './rods/trajectory.ts';
import { twistKind } from './rods/twist.ts';

const builtIn = [
  nailKind,
  joinKind,
  joinTouchingKind,
  joinNearestKind,
  onLineKind,
  onTriangleKind,
  inTetKind,
  onSurfaceKind,
  distanceKind,
  offsetKind,
  angleKind,
  dihedralKind,
  parallelKind,
  perpendicularKind,
  onPlaneKind,
  onAxisKind,
  circleKind,
  relativePlaneKind,
  withinKind,
  beyondKind,
  orientationKind,
  twistKind,
  fuseKind,
  nockKind,
  keyholeKind,
  trajectoryKind,
  pearlKind,
  pulleyKind,
  contactKind,
  equationKind,
  velocityKind,
  aboveKind,
  separateKind,
  outsideKind,
  volumeKind,
  ballJointKind,
  hingeKind,
  sliderKind,
  weldKind,
] as const;
/**
 * The kinds that come with the engine.
 * @example const name: BuiltInKind['kind'] = 'nail';
 */
export type BuiltInKind = (typeof builtIn)[number];

const kinds = new Map<string, ConstraintKind>(builtIn.map((one) => [one.kind, one as unknown as ConstraintKind]));
let version = 0;

/**
 * All kinds of constraints, by name.
 * @example [...constraintKinds().keys()]
 */
export const constraintKinds = (): ReadonlyMap<string, ConstraintKind> => kinds;
/**
 * Counts additions and removals of kinds, for caches that depend on them.
 * @example kindsVersion() === 0
 */
export const kindsVersion = (): number => version;

/**
 * Adds a kind of your own; from now on scenes may use it. Returns a function that removes it.
 * @example const remove = registerConstraintKind(constraintKind({ kind: 'level', description: 'Level.', fields: {}, glyph: { body: 'dot', world: 'dot' }, make: () => [] }));
 */
export function registerConstraintKind<Kind extends string, F extends ConstraintKind['fields']>(
  kind: ConstraintKind<Kind, F>,
): () => void {
  if (kinds.has(kind.kind)) throw new Error(`there is a constraint kind "${kind.kind}" already; choose another name.`);
  kinds.set(kind.kind, kind as unknown as ConstraintKind);
  version++;
  return () => {
    kinds.delete(kind.kind);
    version++;
  };
}

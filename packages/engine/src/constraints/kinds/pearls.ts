/** Pearls: mass points on a rod, along which they slide, and what keeps them apart. */

import { node } from '../../anchors/node.ts';
import { type SliderOptions, splineSlider } from '../../anchors/spline-slider.ts';
import { refusing } from '../../base/refusal.ts';
import type { Body } from '../../bodies/body.ts';
import type { Spline } from '../../bodies/rod/spline.ts';
import { beyond } from '../../relations/points/beyond.ts';
import { pearl as pearlRelation } from '../../relations/rods/pearl.ts';
import type { ConstraintSpec } from '../constraint.ts';

export interface PearlOptions extends Omit<SliderOptions, 'inertia'> {
  /** strong (default): rod and pearls move as one; weak, as printed: pearls move first, the rod feels them afterwards */
  readonly coupling?: 'strong' | 'weak';
}

/** Nodes of a body of mass points on a rod, each at its u. */
export function pearls(
  body: Body,
  nodes: readonly number[],
  rod: Spline,
  places: readonly number[],
  options: PearlOptions = {},
): ConstraintSpec {
  const { coupling = 'strong', ...how } = options;
  if (places.length !== nodes.length)
    throw refusing({ of: 'pearl' })(
      '',
      `${nodes.length} nodes and ${places.length} places on body "${rod.id}"; give one u for each.`,
    );
  if (body.elements.length > 0 || body.applyW)
    throw refusing({ of: 'pearl' })(
      '',
      `body "${body.id}" is ${body.kind}; pearls are mass points, of kind "particles".`,
    );
  if (!(rod.section.rhoA > 0))
    throw refusing({ of: 'pearl' })('', `body "${rod.id}" has no mass to slide on; give it a rhoA in kg/m.`);
  if (coupling === 'weak' && (how.coulomb !== undefined || how.drive !== undefined || how.imposed !== undefined))
    throw refusing({ of: 'pearl' })(
      '',
      'in the weak mode there is viscous friction only; leave the rest out, or take "strong".',
    );
  return {
    kind: 'pearl',
    relation: pearlRelation[coupling],
    parameters: [],
    members: nodes.map((n, k) => [node(body, n), splineSlider(rod, places[k], how)]),
  };
}

/** A mass point, and how far off others stay, m. */
export interface Touching {
  readonly body: Body;
  readonly node: number;
  readonly radius: number;
}
/** Each mass point and the next, at least the sum of their radii apart; when they meet, they part with `restitution` of the speed. */
export function apart(points: readonly Touching[], restitution = 0): ConstraintSpec {
  const pairs = points.slice(1).map((b, k): [Touching, Touching] => [points[k], b]);
  if (pairs.length === 0) throw refusing({ of: 'contact' })('', 'one point, which nothing is near; give two or more.');
  return {
    kind: 'contact',
    relation: beyond,
    parameters: [pairs[0][0].radius + pairs[0][1].radius],
    each: pairs.map(([a, b]) => [a.radius + b.radius]),
    members: pairs.map((pair) => pair.map((one) => node(one.body, one.node))),
    ...(restitution > 0 ? { restitution } : {}),
  };
}

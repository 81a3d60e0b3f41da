/** Pearls: mass points on a rod, along which they slide, and what keeps them apart. */

import { node } from '../../anchors/node.ts';
import { rodCut } from '../../anchors/rod-cut.ts';
import { type SliderOptions, splineSlider } from '../../anchors/spline-slider.ts';
import { refusing } from '../../base/refusal.ts';
import type { Body } from '../../bodies/body.ts';
import type { Spline } from '../../bodies/rod/spline.ts';
import { beyond } from '../../relations/points/beyond.ts';
import { coincide } from '../../relations/points/coincide.ts';
import { pearl as pearlRelation } from '../../relations/rods/pearl.ts';
import type { ConstraintSpec } from '../constraint.ts';

/**
 * Options of `pearls`.
 * @example const options: PearlOptions = { coupling: 'strong' };
 */
export interface PearlOptions extends Omit<SliderOptions, 'inertia'> {
  /** strong (default): rod and pearls move as one; weak, as printed: pearls move first, the rod feels them afterwards */
  readonly coupling?: 'strong' | 'weak';
}

/**
 * Nodes of a body of mass points slide along a rod; each starts at a u of its own.
 * @example pearls(other, [0, 1], rod, [0.5, 1])
 */
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
  if (body.elements.length > 0 || body.inverseMass.apply)
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
  if (rod.cuts && coupling === 'weak')
    throw refusing({ of: 'pearl' })('coupling', `body "${rod.id}" is cut; use "strong", or leave "cuts" out.`);
  if (rod.cuts)
    return {
      kind: 'pearl',
      relation: coincide(2),
      parameters: [],
      members: nodes.map((n, k) => [rodCut(rod, places[k], how), node(body, n)]),
    };
  return {
    kind: 'pearl',
    relation: pearlRelation[coupling],
    parameters: [],
    members: nodes.map((n, k) => [node(body, n), splineSlider(rod, places[k], how)]),
  };
}

/**
 * A mass point with a radius, m, that others stay out of.
 * @example const point: Touching = { body: cube, node: 0, radius: 0.01 };
 */
export interface Touching {
  readonly body: Body;
  readonly node: number;
  readonly radius: number;
}
/**
 * Each mass point and the next stay at least the sum of their radii apart. After an impact they separate at
 * `restitution` times the speed of approach.
 * @example apart([{ body: cube, node: 0, radius: 0.01 }, { body: other, node: 0, radius: 0.01 }], 0.5)
 */
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

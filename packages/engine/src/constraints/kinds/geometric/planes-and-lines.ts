/** Points on planes, lines and circles of the world, and a point beyond another along a direction. */
import type { Anchor } from '../../../anchors/anchor.ts';
import { worldPoint } from '../../../anchors/world-point.ts';
import { number, optional, positive, vector } from '../../../base/field.ts';
import { constraintKind, misfit, type Situation } from '../constraint-kind.ts';
import { onAxis, onPlane } from '../constraints.ts';
import { point, points, yesOrNo } from '../fields.ts';
import { circle, relativePlane } from '../rod-constraints.ts';
import { at, checkStart, difference, directed, dotOf, sizeOf } from '../situations.ts';

const a = points('The points that are held: one or many, each separately.');
const through = optional(
  { ...point(''), description: 'A point on the line; it may move.' },
  'one of its own for each, where it starts',
);
/** The points that planes or lines go through: one for all, or each its own place. */
const passed = (given: Anchor | undefined, anchors: readonly Anchor[], situation: Situation): readonly Anchor[] =>
  given ? [given] : anchors.map((anchor) => worldPoint(...at(situation)(anchor)));

export const onPlaneKind = constraintKind({
  kind: 'on-plane',
  description: 'Holds points on a plane.',
  fields: { a, normal: vector('', 'The normal of the plane, of any length.'), through },
  ramp: true,
  glyph: { body: 'slide', world: 'none' },
  make: ({ a: anchors, normal, through: given }, situation) =>
    checkStart(onPlane(anchors, passed(given, anchors, situation), directed(normal, 'normal')), situation),
});

export const onAxisKind = constraintKind({
  kind: 'on-axis',
  description: 'Holds points on a straight line of the world, along which they slide.',
  fields: { a, direction: vector('', 'The direction of the line, of any length.'), through },
  ramp: true,
  glyph: { body: 'slide', world: 'none' },
  make: ({ a: anchors, direction, through: given }, situation) =>
    checkStart(onAxis(anchors, passed(given, anchors, situation), directed(direction, 'direction')), situation),
});

export const circleKind = constraintKind({
  kind: 'circle',
  description: 'Holds points on a circle, along which they slide.',
  fields: {
    a,
    centre: point('Its centre'),
    normal: vector('', 'The normal of its plane, of any length.'),
    radius: optional(number('metres', 'Its radius.', positive), 'each as far as at the start'),
  },
  ramp: true,
  glyph: { body: 'slide', world: 'anchor' },
  make: ({ a: anchors, centre, normal, radius }, situation) => {
    const n = directed(normal, 'normal');
    if (radius !== undefined) return checkStart(circle(anchors, centre, n, radius), situation);
    const place = at(situation);
    const radii = anchors.map((anchor) => {
      const r = difference(place(centre), place(anchor));
      const rise = dotOf(r, n) / sizeOf(n);
      const across = Math.sqrt(Math.max(0, dotOf(r, r) - rise * rise));
      if (across > 0) return across;
      throw misfit('radius', 'the point is on the axis, so there is no radius to keep. Give one.');
    });
    const spec = circle(anchors, centre, n, radii[0]);
    return checkStart({ ...spec, each: radii.map((one) => [...spec.parameters.slice(0, 3), one]) }, situation);
  },
});

export const relativePlaneKind = constraintKind({
  kind: 'relative-plane',
  description: 'Holds the distance of one point from another along a direction, or keeps it at least as large.',
  fields: {
    a: point('The one'),
    b: point('The other, below'),
    normal: vector('', 'The direction from b to a, of any length.'),
    offset: optional(number('metres', 'How far.'), 'as at the start, or 0 if one-sided'),
    oneSided: optional(yesOrNo('Whether the distance may be larger: a rod that lies on another, or on itself.'), false),
  },
  traits: ['one-sided if asked'],
  glyph: { body: 'relation', world: 'anchor' },
  make: ({ a: one, b, normal, offset, oneSided = false }, situation) => {
    const n = directed(normal, 'normal');
    const place = at(situation);
    const now = (): number => (oneSided ? 0 : dotOf(difference(place(b), place(one)), n) / sizeOf(n));
    return checkStart(relativePlane(one, b, n, { offset: offset ?? now(), oneSided }), situation);
  },
});

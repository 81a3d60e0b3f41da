/** Points on lines, triangles, tets and surfaces of bodies. */
import type { Anchor } from '../../../anchors/anchor.ts';
import type { AttachMode } from '../../../anchors/grip.ts';
import { choice, optional } from '../../../base/field.ts';
import type { Body } from '../../../bodies/body.ts';
import type { ConstraintSpec } from '../../constraint.ts';
import { constraintKind, misfit, type PickedNodes } from '../constraint-kind.ts';
import { inTet, onLine, onSurface, onTriangle } from '../constraints.ts';
import { body, nodes, points } from '../fields.ts';

const a = points('The points that are held: one or many, each separately.');
/** What the paper means by lying on something is to be free along it. In a tet there is no along: points stay put. */
const mode = (fallback: AttachMode) =>
  optional(
    choice(['slide', 'stick'], 'Whether the point slides along it, or sticks at the initially nearest point.'),
    fallback,
  );
const glyph = { body: 'slide', world: 'slide' };

/** One constraint for all points. */
function each(anchors: readonly Anchor[], made: (point: Anchor) => ConstraintSpec): ConstraintSpec {
  const specs = anchors.map(made);
  return { ...specs[0], members: specs.flatMap(({ members }) => members) };
}
/** The corners of an element: so many nodes of one body. */
function corners(picked: readonly PickedNodes[], field: string, count: number): { body: Body; n: readonly number[] } {
  const [{ body: one, nodes: n }] = picked;
  if (picked.length === 1 && n.length === count) return { body: one, n };
  const all = picked.reduce((sum, p) => sum + p.nodes.length, 0);
  const whose = picked.length > 1 ? `${picked.length} bodies` : `body "${one.id}"`;
  throw misfit(field, `selects ${all} nodes of ${whose}; a ${field} has ${count}, all of one body.`);
}

export const onLineKind = constraintKind({
  kind: 'on-line',
  description: 'Holds points on the line from one node of a body to another.',
  fields: { a, line: nodes('Its ends: two nodes of one body.'), mode: mode('slide') },
  ramp: true,
  glyph,
  make: ({ a: anchors, line, mode: how = 'slide' }) => {
    const { body: one, n } = corners(line, 'line', 2);
    return each(anchors, (point) => onLine(point, one, [n[0], n[1]], how));
  },
});
export const onTriangleKind = constraintKind({
  kind: 'on-triangle',
  description: 'Holds points on a triangle between three nodes of a body.',
  fields: { a, triangle: nodes('Its corners: three nodes of one body.'), mode: mode('slide') },
  ramp: true,
  glyph,
  make: ({ a: anchors, triangle, mode: how = 'slide' }) => {
    const { body: one, n } = corners(triangle, 'triangle', 3);
    return each(anchors, (point) => onTriangle(point, one, [n[0], n[1], n[2]], how));
  },
});
export const inTetKind = constraintKind({
  kind: 'in-tet',
  description: 'Holds points in a tet between four nodes of a body.',
  fields: { a, tet: nodes('Its corners: four nodes of one body.'), mode: mode('stick') },
  ramp: true,
  glyph,
  make: ({ a: anchors, tet, mode: how = 'stick' }) => {
    const { body: one, n } = corners(tet, 'tet', 4);
    return each(anchors, (point) => inTet(point, one, [n[0], n[1], n[2], n[3]], how));
  },
});
export const onSurfaceKind = constraintKind({
  kind: 'on-surface',
  description: 'Holds points on the surface of a body.',
  fields: {
    a,
    surface: body('The id of a body made of tets or triangles; of a repeated one, a copy: "cube[3]".', {
      what: 'a body with a surface, made of tets or triangles',
      add: () => 'give one of the bodies tets or triangles',
      accepts: (one: Body) => !!one.mesh?.triangles.length,
    }),
    mode: mode('slide'),
  },
  ramp: true,
  glyph,
  make: ({ a: anchors, surface, mode: how = 'slide' }) => each(anchors, (point) => onSurface(point, surface, how)),
});

/** Separate: superquadrics that do not penetrate each other, or a plane.                          [Met93 notes, sec. 5] */
import type { Anchor } from '../../../anchors/anchor.ts';
import { surfacePoint } from '../../../anchors/surface-point.ts';
import type { Body } from '../../../bodies/body.ts';
import type { Plane } from '../../../bodies/plane.ts';
import { rigidPoint } from '../../../bodies/rigid/rigid.ts';
import { isSuperquadric, type Superquadric } from '../../../bodies/superquadric/superquadric.ts';
import { aboveWithFriction } from '../../../relations/points/above.ts';
import { outsideSurface } from '../../../relations/points/outside-surface.ts';
import type { ConstraintSpec } from '../../constraint.ts';
import { constraintKind, misfit } from '../constraint-kind.ts';
import { above } from '../constraints.ts';
import { body, notNegative, number, optional } from '../fields.ts';

/** The nodes of its grid; what pushes there acts on the body as a whole, or it would load local displacements and gain energy. */
function nodesOf(one: Superquadric): Anchor[] {
  const { count, u, v } = one.grid;
  return Array.from({ length: count }, (_, k) => surfacePoint(one, u[k], v[k], 'global'));
}

function outside(nodes: readonly Anchor[], b: Superquadric, friction: readonly number[]): ConstraintSpec {
  if (b.freedom.shape.length)
    throw misfit(
      'b',
      `the shape of "${b.id}" changes (${b.freedom.shape.join(', ')}), and contacts need a fixed one. Leave it out of "free".`,
    );
  const frame = [
    [0, 0, 0],
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ].map((parameters): Anchor => ({ shape: rigidPoint, body: b.id, blocks: [0, b.layout.turn], parameters }));
  const { primitive, deformations, parameters } = b.formula;
  const relation = outsideSurface(primitive, deformations, friction.length > 0);
  return {
    kind: 'separate',
    relation,
    parameters: [...parameters.map(({ name }) => b.shape.get(name) as number), ...friction],
    members: nodes.map((node) => [node, ...frame]),
  };
}

/** A node above a plane. */
function abovePlane(a: Superquadric, b: Plane, friction: readonly number[]): ConstraintSpec {
  const spec = above(nodesOf(a), b);
  if (!friction.length) return { ...spec, kind: 'separate' };
  return { ...spec, kind: 'separate', relation: aboveWithFriction, parameters: [...spec.parameters, ...friction] };
}

/**
 * Two deformable superquadrics that stay apart: the nodes of each are kept out of the other. Friction is Coulomb's coefficient.
 * @example for (const spec of separate(superquadric({ shape: { a1: 1, a2: 1, a3: 1 }, mass: 1 }), superquadric({ id: 'other', shape: { a1: 1, a2: 1, a3: 1 }, mass: 1 }))) world.constrain(spec, { method: lagrange });
 */
export function separate(
  a: Superquadric,
  b: Superquadric | Plane,
  { friction = 0 }: { readonly friction?: number } = {},
): ConstraintSpec[] {
  if (!(friction >= 0 && Number.isFinite(friction)))
    throw misfit('friction', `${friction}; give Coulomb's coefficient, zero or positive.`);
  const rubs = friction > 0 ? [friction] : [];
  if (!isSuperquadric(b)) return [abovePlane(a, b, rubs)];
  if (a.id === b.id) throw misfit('b', `"${a.id}" is "a" already; name another body.`);
  return [
    { ...outside(nodesOf(a), b, rubs), part: 'a' },
    { ...outside(nodesOf(b), a, rubs), part: 'b' },
  ];
}

export const separateKind = constraintKind({
  kind: 'separate',
  description: 'Keeps a superquadric and another one, or a plane, apart.',
  fields: {
    a: body('The id of a superquadric.', {
      what: 'a superquadric',
      add: (id) =>
        `add a body { "id": "${id}", "kind": "superquadric", "shape": { "a1": 1, "a2": 1, "a3": 1 }, "mass": 1 }`,
      accepts: isSuperquadric,
    }),
    b: body('The id of a superquadric or a plane.', {
      what: 'a superquadric or a plane',
      add: (id) => `add a body { "id": "${id}", "kind": "plane", "normal": [0, 1, 0] }`,
      accepts: (one: Body) => isSuperquadric(one) || 'normal' in one,
    }),
    friction: optional(
      number(
        '',
        'Coulomb\'s coefficient, under { "kind": "lagrange", "inequalities": "reaction" }; 0 if not given.',
        notNegative,
      ),
    ),
  },
  traits: ['one-sided'],
  glyph: { body: 'contact', world: 'none' },
  make: ({ a, b, friction }) =>
    separate(a as Superquadric, b as unknown as Superquadric | Plane, friction === undefined ? {} : { friction }),
});

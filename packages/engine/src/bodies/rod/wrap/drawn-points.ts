/**
 * Points of a rod on pulleys that are formulas of its coordinates, behind its nodes: samples of each arc, and the centre of each wheel with a
 * point of its rim that turns with it. They follow the rod wherever positions are read: in recordings, exports and pictures.
 */
import type { Expr } from '../../../kernel/formula/expr.ts';
import { add3, scale3, sub3, type Vec3 } from '../../../kernel/formula/vector.ts';
import type { MaterialPoints, PointFormula } from '../../body.ts';
import type { Pieces } from '../cut/pieces.ts';
import { arcPoint, rim } from './arc-elements.ts';
import type { RodWrap } from './rod-wraps.ts';
import { arcSamples } from './wrap.ts';

const node: PointFormula = { name: 'node of a rod', blocks: [3], parameters: 0, point: ([q]) => q as unknown as Vec3 };
const arc: PointFormula = { name: 'point on a pulley', blocks: [3, 3, 1, 1], parameters: 7, point: arcPoint };
/** Blocks: A, alpha_A, the angle of the wheel. Parameters: R e1, R e2, 0 for the centre or 1 for the rim. */
const wheel: PointFormula = {
  name: 'point of a wheel',
  blocks: [3, 1, 1],
  parameters: 7,
  point: ([A, [alpha], [psi]], p) =>
    add3(sub3(A as unknown as Vec3, rim(alpha as Expr, p).n), scale3(p[6], rim(psi as Expr, p).n)),
};

/** Without mass: weight and inertia of the rod are its own. */
const massless = (
  formula: PointFormula,
  all: readonly { readonly blocks: readonly number[]; readonly parameters: readonly number[] }[],
  more?: MaterialPoints,
): MaterialPoints => ({
  formula,
  count: all.length,
  blocks: Int32Array.from(all.flatMap(({ blocks }) => blocks)),
  parameters: Float64Array.from(all.flatMap(({ parameters }) => parameters)),
  masses: new Float64Array(all.length),
  ...(more ? { more } : {}),
});

export function drawnPoints({ pieces, nodes }: Pieces, wraps: readonly RodWrap[]): MaterialPoints {
  const plain = Array.from({ length: nodes }, (_, i) => ({ blocks: [3 * i], parameters: [] }));
  if (!wraps.length) return massless(node, plain);
  const onArcs = pieces.flatMap(({ arc: places }) => {
    if (!places) return [];
    const { A, B, angle, wrap } = places;
    const frame = [...wrap.e1, ...wrap.e2].map((x) => wrap.radius * x);
    const count = arcSamples(wrap);
    return Array.from({ length: count - 1 }, (_, k) => ({
      blocks: [A, B, angle, angle + 1],
      parameters: [...frame, (k + 1) / count],
    }));
  });
  const onWheels = wraps.flatMap(({ nodes: [a], angles, wheel: turned, radius, e1, e2 }) =>
    [0, 1].map((part) => ({
      blocks: [3 * a, angles[0], turned],
      parameters: [...[...e1, ...e2].map((x) => radius * x), part],
    })),
  );
  return massless(node, plain, massless(arc, onArcs, massless(wheel, onWheels)));
}

/** What there is to draw of a world at one moment: faces, lines and balls, with the body they belong to. */
import { position, type Spline, skinAt, skinPositions, splinePoint, type World } from '@pliant/engine';

export type Point = readonly [number, number, number];
export interface Drawn {
  readonly body: number;
  readonly fixed: boolean;
  /** corners of a face, or the points of a line; of a ball its centre */
  readonly points: readonly Point[];
  readonly sort: 'face' | 'line' | 'ball';
  /** m, of a ball or a rod */
  readonly radius?: number;
  /** seen from both sides */
  readonly open?: boolean;
}
/** Anchors between which a line shows what a constraint measures, by its kind. */
const links: Readonly<Record<string, readonly (readonly [number, number])[]>> = {
  distance: [[0, 1]],
  within: [[0, 1]],
  offset: [[0, 1]],
  angle: [
    [0, 1],
    [1, 2],
  ],
  perpendicular: [
    [0, 1],
    [2, 3],
  ],
  equation: [
    [0, 1],
    [0, 2],
  ],
};
export interface HalfSpace {
  readonly normal: Point;
  readonly offset: number;
}
/** A point that a constraint holds, or that of the world which holds it. */
export interface Mark {
  readonly at: Point;
  readonly inWorld: boolean;
  readonly force: Point;
}

type AnyBody = World['bodies'][number] & {
  readonly spans?: number;
  readonly section?: { readonly diameter?: number };
  readonly cuts?: Spline['cuts'];
  readonly wraps?: Spline['wraps'];
  readonly curve?: Spline['curve'];
  readonly normal?: Point;
  readonly offset?: number;
  readonly fixed?: boolean;
};
/** Points of a rod in a span, fewer if it has many spans. */
const perSpanOf = (spans: number): number => Math.max(2, Math.min(6, Math.floor(400 / spans)));

const pointOf = (x: ArrayLike<number>, i: number): Point => [x[3 * i], x[3 * i + 1], x[3 * i + 2]];

export const planesOf = (world: World): HalfSpace[] =>
  (world.bodies as readonly AnyBody[]).flatMap(({ normal, offset }) =>
    normal && offset !== undefined ? [{ normal, offset }] : [],
  );

export function drawnOf(world: World, hidden: readonly string[]): Drawn[] {
  return (world.bodies as readonly AnyBody[]).flatMap((body, k): Drawn[] => {
    if (hidden.includes(body.id) || body.normal) return [];
    const own = { body: k, fixed: body.kind === 'model' || isFixed(world, body) };
    if (body.cuts) return [...cutLine(world, body, own), ...wheelsOf(world, body, own)];
    if (body.spans !== undefined) {
      const at = (u: number): Point =>
        position(world, splinePoint(body as never, Math.min(u, body.spans as number))) as unknown as Point;
      const perSpan = perSpanOf(body.spans);
      const count = perSpan * body.spans;
      const points = Array.from({ length: count + 1 }, (_, i) => at(i / perSpan));
      return [{ ...own, sort: 'line', points, radius: (body.section?.diameter ?? 0) / 2 }];
    }
    const x = body.skin ? skinPositions(world, body.id) : world.positions(body.id);
    const triangles = body.skin?.triangles ?? body.mesh?.triangles ?? new Int32Array();
    if (triangles.length)
      return Array.from({ length: triangles.length / 3 }, (_, t) => ({
        ...own,
        sort: 'face' as const,
        open: !(body.mesh?.tets.length || body.mesh?.hexes?.length || body.points || body.kind === 'model'),
        points: [0, 1, 2].map((c) => pointOf(x, triangles[3 * t + c])),
      }));
    const edges = body.mesh?.edges ?? new Int32Array();
    const lines = Array.from({ length: edges.length / 2 }, (_, e) => ({
      ...own,
      sort: 'line' as const,
      points: [pointOf(x, edges[2 * e]), pointOf(x, edges[2 * e + 1])],
    }));
    const balls = Array.from({ length: body.nodeCount }, (_, i) => ({
      ...own,
      sort: 'ball' as const,
      points: [pointOf(x, i)],
      radius: body.radius ?? 0,
    }));
    return [...lines, ...balls];
  });
}

type Own = Pick<Drawn, 'body' | 'fixed'>;
/** A rod that is cut, along its drawn curve. */
function cutLine(world: World, { id, curve, section }: AnyBody, own: Own): Drawn[] {
  if (!curve) return [];
  const x = skinAt({ embedding: { ...curve, outside: 0, farthest: 0 } }, world.positions(id));
  const points = Array.from({ length: x.length / 3 }, (_, i) => pointOf(x, i));
  return [{ ...own, sort: 'line', points, radius: (section?.diameter ?? 0) / 2 }];
}
/** The wheels that a rod lies on: a ring inside of it and five spokes. */
function wheelsOf(world: World, { id, wraps = [], section }: AnyBody, own: Own): Drawn[] {
  const x = world.positions(id);
  return wraps.flatMap(({ marks: [centre, rim], axis, radius }): Drawn[] => {
    const [c, r] = [pointOf(x, centre), pointOf(x, rim)];
    const size = 1 - (0.5 * (section?.diameter ?? 0)) / radius - 0.06;
    const a = r.map((v, i) => size * (v - c[i]));
    const b = [axis[1] * a[2] - axis[2] * a[1], axis[2] * a[0] - axis[0] * a[2], axis[0] * a[1] - axis[1] * a[0]];
    const at = (turn: number): Point => {
      const [cosine, sine] = [Math.cos(2 * Math.PI * turn), Math.sin(2 * Math.PI * turn)];
      return c.map((v, i) => v + cosine * a[i] + sine * b[i]) as unknown as Point;
    };
    const line = (points: readonly Point[]): Drawn => ({ ...own, sort: 'line', points, radius: 0 });
    return [
      line(Array.from({ length: 49 }, (_, k) => at(k / 48))),
      ...[0, 1, 2, 3, 4].map((k) => line([c, at(k / 5)])),
    ];
  });
}

/** No force moves it. */
function isFixed(world: World, body: AnyBody): boolean {
  const w = new Float64Array(Math.max(body.nodeCount, body.coordinates));
  body.inverseMass.diagonal(w);
  return w.every((one) => one === 0) && world.velocities(body.id).every((one) => one === 0);
}

export function marksOf(world: World): Mark[] {
  return world.constraints.flatMap(({ id, members }) => {
    const forces = world.forces(id);
    return members.flatMap((anchors, m) => {
      if (!world.isActive(id, m)) return [];
      return anchors.flatMap((anchor, a): Mark[] => {
        const force = (forces[m]?.[a] ?? [0, 0, 0]) as unknown as Point;
        if (anchor.slide || anchor.own || anchor.with !== undefined) return [];
        const at = position(world, anchor) as unknown as Point;
        return at.length === 3 && at.every(Number.isFinite) ? [{ at, inWorld: anchor.body === undefined, force }] : [];
      });
    });
  });
}

/** Lines that show what constraints measure. */
export const linksOf = (world: World): (readonly [Point, Point])[] =>
  world.constraints.flatMap(({ kind, members }) =>
    members.flatMap((anchors) =>
      (kind === 'equation' && anchors.length !== 3 ? [] : (links[kind] ?? []))
        .filter(([a, b]) => anchors[a] && anchors[b])
        .map(([a, b]) => [pointAt(world, anchors[a]), pointAt(world, anchors[b])] as const),
    ),
  );
const pointAt = (world: World, anchor: Parameters<typeof position>[1]): Point =>
  position(world, anchor) as unknown as Point;

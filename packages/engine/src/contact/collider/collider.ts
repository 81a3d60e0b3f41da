/**
 * A collider: what a body touches others with. Everything but a half space is a set of vertices, edges and triangles, its core,
 * rounded by a radius.                                                                             [contact notes, sec. 2.1]
 *
 *   sphere     its centre and its radius                      capsule    its axis and its radius
 *   box        its surface, moved inward by the radius d/2: faces are where they should be, edges are rounded
 *   mesh       its surface, with the radius d/2               rope       its edges, with their radius (rod-core.ts)
 *   points     likewise, of a body whose points are formulas of its coordinates: a deformable superquadric (formula-points.ts)
 *
 * So the distance of two cores is positive wherever bodies touch, and defines the normal without cross products. Against a half space, whose
 * normal is known, true corners are used (`points`), and rims of cylinders.
 *
 * Features are numbered through: vertices, then edges, then triangles.
 */
import type { Body, ContactForm } from '../../bodies/body.ts';
import type { RigidShape } from '../../bodies/rigid/shapes.ts';
import { isRod } from '../../bodies/rod/spline.ts';
import type { Placed } from '../../forces/placed.ts';
import { surfaceEdges } from '../../meshes/surface/surface-edges.ts';
import { type Core, type PlanePoints, withAllFields } from './core.ts';
import { FormulaPoints } from './formula-points.ts';
import { insetSurface } from './inset.ts';
import { rodCore, rodPoints } from './rod-core.ts';

export class Collider {
  readonly core: Core;
  readonly points: PlanePoints;
  /** 3 vertices each, -1 where it has fewer: triangles, then edges or vertices that belong to no triangle */
  readonly cells: Int32Array;
  /** edges that touch other edges: those that are not flat */
  readonly sharpEdges: Int32Array;
  /** of each edge */
  readonly isSharp: Uint8Array;
  /** of each side of a triangle */
  readonly edgeOf: Int32Array;
  /** of each vertex: first of its neighbours in `neighbours` (count + 1) */
  readonly firstNeighbour: Int32Array;
  readonly neighbours: Int32Array;
  /** of each vertex: first of its triangles in `trianglesAt`, where they are by their first places in `triangles` (count + 1) */
  readonly firstTriangle: Int32Array;
  readonly trianglesAt: Int32Array;
  /** of each edge: the corners of its triangles opposite to it, -1 where there is none (2 each) */
  readonly opposite: Int32Array;
  /** of each edge: first places of its triangles in `triangles`, -1 where there is none (2 each) */
  readonly edgeTriangles: Int32Array;
  /** from the origin of the body to its farthest point, of a rigid one */
  readonly extent: number;
  /** its points are formulas of coordinates that one mass couples, and it moves under forces (step/coupled/coupled-bodies.ts) */
  readonly coupled: boolean;

  constructor(
    readonly placed: Placed,
    readonly index: number,
    core: Core,
    points: PlanePoints,
    readonly halfSpace?: { readonly normal: readonly number[]; readonly offset: number },
  ) {
    this.core = withAllFields(core);
    this.points = core === points ? this.core : withAllFields(points);
    const { count, edges, triangles, local } = core;
    const sides = surfaceEdges(triangles);
    this.edgeOf = sides.edgeOf;
    const used = new Uint8Array(count);
    for (const v of triangles) used[v] = 1;
    for (const v of edges) used[v] = 1;
    const hasTriangles = triangles.length > 0;
    const loose = [...Array(count).keys()].filter((v) => !used[v]);
    this.cells = new Int32Array(triangles.length + (hasTriangles ? 0 : (3 * edges.length) / 2) + 3 * loose.length).fill(
      -1,
    );
    this.cells.set(triangles);
    let at = triangles.length;
    if (!hasTriangles) for (let e = 0; e < edges.length; e += 2, at += 3) this.cells.set([edges[e], edges[e + 1]], at);
    for (const v of loose) {
      this.cells[at] = v;
      at += 3;
    }
    this.allCells = Int32Array.from({ length: this.cells.length / 3 }, (_, k) => k);
    const all = hasTriangles ? sides.edges : edges;
    this.allEdges = all;
    const lists: number[][] = Array.from({ length: count }, () => []);
    for (let e = 0; e < all.length; e += 2) {
      lists[all[e]].push(all[e + 1]);
      lists[all[e + 1]].push(all[e]);
    }
    this.firstNeighbour = new Int32Array(count + 1);
    for (let v = 0; v < count; v++) this.firstNeighbour[v + 1] = this.firstNeighbour[v] + lists[v].length;
    this.neighbours = Int32Array.from(lists.flat());
    this.firstTriangle = new Int32Array(count + 1);
    for (const v of triangles) this.firstTriangle[v + 1]++;
    for (let v = 0; v < count; v++) this.firstTriangle[v + 1] += this.firstTriangle[v];
    this.trianglesAt = new Int32Array(triangles.length);
    const next = this.firstTriangle.slice();
    for (let k = 0; k < triangles.length; k++) this.trianglesAt[next[triangles[k]]++] = k - (k % 3);
    this.opposite = new Int32Array(all.length).fill(-1);
    this.edgeTriangles = new Int32Array(all.length).fill(-1);
    for (let k = 0; k < triangles.length; k++) {
      const e = sides.edgeOf[k];
      const corner = triangles[k - (k % 3) + ((k + 2) % 3)];
      const place = this.opposite[2 * e] < 0 ? 2 * e : 2 * e + 1;
      this.opposite[place] = corner;
      this.edgeTriangles[place] = k - (k % 3);
    }
    this.sharpEdges = Int32Array.from(
      [...Array(all.length / 2).keys()].filter((e) => !local || !this.#isFlat(e, local)),
    );
    this.isSharp = new Uint8Array(all.length / 2);
    for (const e of this.sharpEdges) this.isSharp[e] = 1;
    let extent = 0;
    if (local) for (let v = 0; v < count; v++) extent = Math.max(extent, lengthAt(local, 3 * v));
    if (points.local) for (let v = 0; v < points.count; v++) extent = Math.max(extent, lengthAt(points.local, 3 * v));
    this.extent = extent + Math.max(core.radius, points.radius);
    this.coupled = core.formula !== undefined && isMovable(placed.body);
  }
  /** numbers of all cells */
  readonly allCells: Int32Array;
  /** 2 vertices of each edge */
  readonly allEdges: Int32Array;
  get isHalfSpace(): boolean {
    return this.halfSpace !== undefined;
  }
  featureOfEdge(e: number): number {
    return this.core.count + e;
  }
  featureOfTriangle(t: number): number {
    return this.core.count + this.allEdges.length / 2 + t;
  }
  /** Both triangles at the edge lie in one plane, or its surface is concave there. */
  #isFlat(e: number, x: Float64Array): boolean {
    const [c, d] = [this.opposite[2 * e], this.opposite[2 * e + 1]];
    if (c < 0 || d < 0) return false;
    const [a, b] = [this.allEdges[2 * e], this.allEdges[2 * e + 1]];
    const n = normalOf(x, a, b, c);
    const m = normalOf(x, a, d, b);
    const [x0, y0, z0] = [n[1] * m[2] - n[2] * m[1], n[2] * m[0] - n[0] * m[2], n[0] * m[1] - n[1] * m[0]];
    const sine = Math.sqrt(x0 * x0 + y0 * y0 + z0 * z0);
    return sine < 1e-6;
  }
}
/** All of the body is one unit, whose first coordinate is that of the body. */
export const isOne = ({ core }: Collider): boolean => core.local !== undefined || core.formula !== undefined;
/** Its coordinates are nodes. */
export const hasNodes = (collider: Collider): boolean =>
  !isOne(collider) || (collider.core.formula !== undefined && !collider.placed.body.curved);
/** A body moves under forces. */
export function isMovable({ coordinates, velocities, inverseMass }: Body): boolean {
  const w = new Float64Array(Math.max(coordinates, velocities));
  inverseMass.diagonal(w);
  return w.some((x) => x > 0);
}
const lengthAt = (x: Float64Array, at: number): number =>
  Math.sqrt(x[at] * x[at] + x[at + 1] * x[at + 1] + x[at + 2] * x[at + 2]);
function normalOf(x: Float64Array, a: number, b: number, c: number): number[] {
  const u = [0, 1, 2].map((k) => x[3 * b + k] - x[3 * a + k]);
  const v = [0, 1, 2].map((k) => x[3 * c + k] - x[3 * a + k]);
  const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
  const size = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
  return n.map((y) => y / size);
}

const none = new Int32Array(0);
const noRest = new Float64Array(0);
const noPoints: Core = { count: 0, width: 1, radius: 0, rest: noRest, edges: none, triangles: none, closed: false };

/** The collider of a body; d: thickness, m; radius: of a rope or of points, where it is given. */
export function colliderOf(placed: Placed, index: number, d: number, radius?: number): Collider {
  const { body } = placed;
  const form = body.contactForm;
  if (form?.kind === 'half-space') return new Collider(placed, index, noPoints, noPoints, form);
  if (form?.kind === 'rigid') return rigidCollider(placed, index, form, d);
  if (form?.kind === 'points') return formulaCollider(placed, index, form, d);
  if (isRod(body) && body.nodeCount > 0) {
    const thick = radius ?? body.radius ?? d / 2;
    return new Collider(placed, index, rodCore(body, thick), rodPoints(body, thick));
  }
  return meshCollider(placed, index, d, radius);
}

function rigidCollider(placed: Placed, index: number, { shape, corners }: RigidForm, d: number): Collider {
  const core = rigidCore(shape, corners, d);
  return new Collider(placed, index, core, rigidPoints(shape, corners, core));
}
type RigidForm = Extract<ContactForm, { kind: 'rigid' }>;

function rigidCore(shape: RigidShape, { positions, triangles }: RigidForm['corners'], d: number): Core {
  const round = { width: 1, rest: noRest, edges: none, triangles: none, closed: false };
  if (shape.kind === 'sphere') return { ...round, local: new Float64Array(3), count: 1, radius: shape.radius };
  if (shape.kind === 'capsule') {
    // the first corner is a pole
    const part = shape.length / 2 / (shape.length / 2 + shape.radius);
    const end = positions.slice(0, 3).map((x) => part * x);
    const local = Float64Array.from([...end, ...end.map((x) => -x)]);
    return { ...round, local, count: 2, radius: shape.radius, edges: Int32Array.of(0, 1) };
  }
  const local = insetSurface(positions, triangles, d / 2) ?? positions;
  return {
    local,
    width: 1,
    count: local.length / 3,
    radius: d / 2,
    rest: noRest,
    edges: none,
    triangles,
    closed: true,
  };
}
function rigidPoints(shape: RigidShape, { positions }: RigidForm['corners'], core: Core): PlanePoints {
  if (shape.kind === 'sphere' || shape.kind === 'capsule') return core;
  if (shape.kind === 'cylinder')
    // the first corner is the centre of a cap
    return { count: 0, width: 1, radius: 0, rims: { axis: positions.slice(0, 3), radius: shape.radius } };
  return { local: positions, width: 1, count: positions.length / 3, radius: 0 };
}

function formulaCollider(placed: Placed, index: number, form: PointsForm, d: number): Collider {
  const { points, triangles } = form;
  const formula = new FormulaPoints(points, placed.body.coordinates);
  const vertices = { formula, width: 1, count: points.count };
  const core: Core = { ...vertices, radius: d / 2, rest: noRest, edges: none, triangles, closed: true };
  return new Collider(placed, index, core, { ...vertices, radius: 0 });
}
type PointsForm = Extract<ContactForm, { kind: 'points' }>;

function meshCollider(placed: Placed, index: number, d: number, given?: number): Collider {
  const { mesh, nodeCount, radius: drawn } = placed.body;
  const triangles = mesh?.triangles ?? none;
  const edges = triangles.length ? none : (mesh?.edges ?? none);
  const isThick = triangles.length === 0;
  const radius = given ?? (isThick ? (drawn ?? d / 2) : d / 2);
  const numbers = triangles.length ? triangles : edges;
  const nodes = numbers.length
    ? Int32Array.from(new Set(numbers)).sort()
    : Int32Array.from({ length: nodeCount }, (_, k) => k);
  const vertexOf = new Int32Array(nodeCount).fill(-1);
  nodes.forEach((node, v) => {
    vertexOf[node] = v;
  });
  const core: Core = {
    nodes,
    width: 1,
    count: nodes.length,
    radius,
    rest: Float64Array.from(
      { length: 3 * nodes.length },
      (_, k) => mesh?.positions[3 * nodes[(k - (k % 3)) / 3] + (k % 3)] ?? 0,
    ),
    edges: edges.map((node) => vertexOf[node]),
    triangles: triangles.map((node) => vertexOf[node]),
    closed: (mesh?.tets.length ?? 0) > 0 || (mesh?.hexes?.length ?? 0) > 0 || encloses(placed.body),
  };
  return new Collider(placed, index, core, { ...core, radius: isThick ? radius : 0 });
}
/** Its triangles enclose a volume, without cells. */
export const encloses = (body: Body): boolean => (body as { readonly encloses?: boolean }).encloses === true;

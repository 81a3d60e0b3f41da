/**
 * Grids of nodes over the material coordinates (u, v), and the bilinear functions on their cells.      [Met93 notes, 2.3]
 *
 *   poles   rings x sectors + 2 nodes: node ring * sectors + sector, rings from the south (u = -pi/2 + du) to the north, then the
 *           south pole and the north pole; du = pi / (rings + 1), dv = 2 pi / sectors. A cell at a pole has the pole twice.
 *   torus   rings x sectors nodes, u = -pi + ring du, both directions periodic; du = 2 pi / rings
 *
 * v = -pi + sector dv.
 */
export interface SurfaceGrid {
  readonly kind: 'poles' | 'torus';
  readonly rings: number;
  readonly sectors: number;
  /** nodes */
  readonly count: number;
  readonly du: number;
  readonly dv: number;
  /** of each node */
  readonly u: Float64Array;
  readonly v: Float64Array;
  /** cells of four nodes: (u, v), (u, v + dv), (u + du, v + dv), (u + du, v) */
  readonly quads: Int32Array;
  /** cells at a pole: the pole, then the nodes at v and v + dv beside it */
  readonly caps: Int32Array;
  /** anticlockwise seen from outside */
  readonly triangles: Int32Array;
}

export function surfaceGrid(kind: SurfaceGrid['kind'], rings: number, sectors: number): SurfaceGrid {
  const closed = kind === 'torus';
  const count = rings * sectors + (closed ? 0 : 2);
  const du = closed ? (2 * Math.PI) / rings : Math.PI / (rings + 1);
  const dv = (2 * Math.PI) / sectors;
  const u = new Float64Array(count);
  const v = new Float64Array(count);
  const at = (ring: number, sector: number): number => (ring % rings) * sectors + (sector % sectors);
  for (let i = 0; i < rings; i++)
    for (let j = 0; j < sectors; j++) {
      u[at(i, j)] = closed ? -Math.PI + i * du : -Math.PI / 2 + (i + 1) * du;
      v[at(i, j)] = -Math.PI + j * dv;
    }
  const quads: number[] = [];
  const caps: number[] = [];
  const triangles: number[] = [];
  for (let i = 0; i < (closed ? rings : rings - 1); i++)
    for (let j = 0; j < sectors; j++) {
      const [a, b, c, d] = [at(i, j), at(i, j + 1), at(i + 1, j + 1), at(i + 1, j)];
      quads.push(a, b, c, d);
      triangles.push(a, b, c, a, c, d);
    }
  if (!closed) {
    const [south, north] = [count - 2, count - 1];
    u[south] = -Math.PI / 2;
    u[north] = Math.PI / 2;
    for (let j = 0; j < sectors; j++) {
      const [low, high] = [0, rings - 1].map((i) => [at(i, j), at(i, j + 1)]);
      caps.push(south, ...low, north, ...high);
      triangles.push(south, low[1], low[0], north, high[0], high[1]);
    }
  }
  return {
    kind,
    rings,
    sectors,
    count,
    du,
    dv,
    u,
    v,
    quads: Int32Array.from(quads),
    caps: Int32Array.from(caps),
    triangles: Int32Array.from(triangles),
  };
}

/** The nodes of the cell that a point is in, four of them at most, and the bilinear functions there: their sum is 1. */
export function weightsAt(grid: SurfaceGrid, u: number, v: number): { nodes: number[]; weights: number[] } {
  const { kind, rings, sectors, du, dv, count } = grid;
  const around = wrapped(v + Math.PI, 2 * Math.PI) / dv;
  const j = Math.min(sectors - 1, Math.floor(around));
  const y = around - j;
  const at = (ring: number, sector: number): number => (ring % rings) * sectors + (sector % sectors);
  const found = new Map<number, number>();
  const put = (node: number, weight: number): void => {
    if (weight !== 0) found.set(node, (found.get(node) ?? 0) + weight);
  };
  const ring = (i: number, weight: number): void => {
    if (kind === 'poles' && (i < 0 || i >= rings)) put(i < 0 ? count - 2 : count - 1, weight);
    else {
      put(at(i, j), weight * (1 - y));
      put(at(i, j + 1), weight * y);
    }
  };
  // places of rings: 0, 1, ...; with poles the first ring is at 1
  const along = kind === 'torus' ? wrapped(u + Math.PI, 2 * Math.PI) / du : (u + Math.PI / 2) / du;
  const cells = kind === 'torus' ? rings : rings + 1;
  const i = Math.max(0, Math.min(cells - 1, Math.floor(along)));
  const x = Math.max(0, Math.min(1, along - i));
  const first = kind === 'torus' ? i : i - 1;
  ring(first, 1 - x);
  ring(first + 1, x);
  return { nodes: [...found.keys()], weights: [...found.values()] };
}
const wrapped = (x: number, period: number): number => x - period * Math.floor(x / period);

/** The integral of each node's function over (u, v): they add up to the area of the domain. */
export function nodalAreas({ count, quads, caps, du, dv }: SurfaceGrid): Float64Array {
  const areas = new Float64Array(count);
  for (let k = 0; k < quads.length; k++) areas[quads[k]] += (du * dv) / 4;
  for (let k = 0; k < caps.length; k++) areas[caps[k]] += (du * dv) / (k % 3 === 0 ? 2 : 4);
  return areas;
}

/** A third of the area of each triangle at a node, m^2. */
export function triangleAreas(positions: ArrayLike<number>, triangles: Int32Array, count: number): Float64Array {
  const areas = new Float64Array(count);
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [triangles[t], triangles[t + 1], triangles[t + 2]];
    const e = [0, 1, 2].map((k) => positions[3 * b + k] - positions[3 * a + k]);
    const f = [0, 1, 2].map((k) => positions[3 * c + k] - positions[3 * a + k]);
    const n = [e[1] * f[2] - e[2] * f[1], e[2] * f[0] - e[0] * f[2], e[0] * f[1] - e[1] * f[0]];
    const third = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]) / 6;
    areas[a] += third;
    areas[b] += third;
    areas[c] += third;
  }
  return areas;
}

/**
 * Bricks that keep their metric: the elastic and viscous bodies of PB88.                        [PB88, sec. 6.1, App. B; notes, 5]
 *
 *   s  stiffness, Pa: small strains see Young's modulus 8 s and Poisson's ratio 0
 *   l  viscosity, Pa s
 *   m  = rho V/8 for each corner of a cell
 *
 * The metric is averaged over a cell, with forces against hourglass modes (hex-metric-element.ts), or taken at eight points
 * (eight-point-element.ts). Cells of any shape: the metric is measured against that of the cell at rest. With `molding` the
 * metric at rest flows (../molding.ts). s and l are the same at every resolution.
 *
 * Largest step of Euler-Cromer and Verlet near rest: s h^2 + l h < rho L^2/8, with L the shortest material length of a cell.
 */
import { type Refuse, refusing } from '../../base/refusal.ts';
import type { HexMesh } from '../../meshes/hex-mesh.ts';
import { meshOfHexes } from '../../meshes/mesh-of-hexes.ts';
import { type Body, type ElementKind, type Elements, perItem } from '../body.ts';
import { type MoldingOptions, moldingNumbers } from '../molding.ts';
import { massPoints, type ParticlesOptions } from '../particles.ts';
import { type CellShape, cellShape, gammaOf, pointMetrics, restMetric } from './cell-shape.ts';
import { eightPointCell } from './eight-point-element.ts';
import { anyCell, boxCell, moldableCell } from './hex-metric-element.ts';

/**
 * Options of `hexMetric`.
 * @example const options: HexMetricOptions = { density: 1, stiffness: 50, viscosity: 1 };
 */
export interface HexMetricOptions extends Omit<ParticlesOptions, 'mass'> {
  /** s, Pa: of all cells, or of each */
  readonly stiffness: number | ArrayLike<number>;
  /** l, Pa s */
  readonly viscosity?: number | ArrayLike<number>;
  /** kg/m^3; each cell gives an eighth of its mass to each corner */
  readonly density?: number | ArrayLike<number>;
  /** kg at each node, instead of a density */
  readonly mass?: number | ArrayLike<number>;
  /** stiffness against hourglass modes, as a fraction of s: up to 0.5 */
  readonly hourglass?: number;
  readonly integration?: 'averaged' | '8-point';
  readonly molding?: MoldingOptions;
}
/**
 * What `hexMetric` uses for options that are not given.
 * @example const hourglass = hexMetricDefaults.hourglass;
 */
export const hexMetricDefaults = { viscosity: 0, hourglass: 0.1, integration: 'averaged' } as const;

/** Beyond this the hourglass forces stiffen the body itself. */
const mostHourglass = 0.5;

/**
 * A body of bricks that keep their metric.
 * @example const longest = (body: HexMetric): number => body.largestStep;
 */
export interface HexMetric extends Body {
  readonly kind: 'hex-metric';
  /** s; near rest the largest step of Euler-Cromer and Verlet */
  readonly largestStep: number;
}

/**
 * A soft body of bricks that keep their averaged metric (PB88). Moduli in Pa: Young's modulus is 8 times the stiffness.
 * @example const jelly = hexMetric(block({ size: [1, 1, 1], cells: [4, 4, 4] }), { id: 'jelly', density: 1, stiffness: 50 });
 */
export function hexMetric(source: HexMesh, options: HexMetricOptions): HexMetric {
  const { id = 'hex-metric', molding } = options;
  const { hourglass, integration } = { ...hexMetricDefaults, ...options };
  const refuse = refusing({ body: id });
  const mesh = meshOfHexes(source);
  const count = mesh.hexes.length / 8;
  if (!count) throw refuse('mesh', 'it has no cells; use a block, or give cells of eight nodes.');
  const perCell = (name: 'stiffness' | 'viscosity' | 'density', positive: boolean): Float64Array => {
    const list = perItem(options[name] ?? 0, count, refuse, name);
    const wrong = list.findIndex((value) => !(positive ? value > 0 : value >= 0));
    if (wrong >= 0)
      throw refuse(name, `${list[wrong]} of cell ${wrong}; it must be ${positive ? 'positive' : 'zero or positive'}.`);
    return list;
  };
  if ((options.mass === undefined) === (options.density === undefined))
    throw refuse('', 'give either a density in kg/m^3 or the mass of each node in kg.');
  if (!(hourglass >= 0 && hourglass <= mostHourglass))
    throw refuse('hourglass', `${hourglass}; it must lie between 0 and ${mostHourglass}.`);
  if (molding && integration !== 'averaged')
    throw refuse('molding', 'it needs the averaged metric; leave "integration" out.');
  const [s, l] = [perCell('stiffness', true), perCell('viscosity', false)];
  const cells = Array.from({ length: count }, (_, c) => cellShape(mesh.positions, mesh.hexes, c));
  const numbers: Numbers = { s, l, hourglass, flow: molding ? moldingNumbers(molding, refuse) : [] };
  const box = molding ? moldableCell(true, molding) : boxCell;
  const any = molding ? moldableCell(false, molding) : anyCell;
  const all = [...cells.keys()];
  const elements =
    integration === '8-point'
      ? [eightPoints(cells, numbers)]
      : [
          averaged(
            box,
            cells,
            all.filter((c) => cells[c].affine),
            numbers,
          ),
          averaged(
            any,
            cells,
            all.filter((c) => !cells[c].affine),
            numbers,
          ),
        ].filter((group) => group.count > 0);
  const mass = options.mass ?? lumped(cells, perCell('density', true), mesh.positions.length / 3, refuse);
  const points = massPoints('hex-metric', mesh.positions, { ...options, id, mass });
  return { ...points, kind: 'hex-metric', mesh, elements, largestStep: largestStep(cells, numbers, mass) };
}

interface Numbers {
  readonly s: Float64Array;
  readonly l: Float64Array;
  readonly hourglass: number;
  readonly flow: readonly number[];
}

const inverses = ({ lengths }: CellShape): number[] => lengths.map((L) => 1 / L);
const blocksOf = (cells: readonly CellShape[]): Int32Array =>
  Int32Array.from(cells.flatMap(({ nodes }) => nodes.map((n) => 3 * n)));

function averaged(
  kind: ElementKind,
  all: readonly CellShape[],
  which: readonly number[],
  { s, l, hourglass, flow }: Numbers,
): Elements {
  const width = kind.parameters.length;
  const parameters = new Float64Array(width * which.length);
  const withGamma = width > boxCell.parameters.length + flow.length;
  which.forEach((c, e) => {
    const cell = all[c];
    const V = cell.volume;
    const kap = hourglass * s[c] * cubeRoot(V);
    parameters.set(
      [
        ...[V * s[c], V * l[c]],
        ...inverses(cell),
        ...restMetric(cell.corners, cell.lengths),
        ...[kap, (kap * l[c]) / (2 * s[c])],
        ...(withGamma ? gammaOf(cell.corners).flat() : []),
        ...flow,
      ],
      e * width,
    );
  });
  return { kind, count: which.length, blocks: blocksOf(which.map((c) => all[c])), parameters };
}

function eightPoints(cells: readonly CellShape[], { s, l }: Numbers): Elements {
  const rows = cells.map((cell, c) => [
    ...[(cell.volume * s[c]) / 8, (cell.volume * l[c]) / 8],
    ...inverses(cell),
    ...pointMetrics(cell.corners, cell.lengths).flat(),
  ]);
  return {
    kind: eightPointCell,
    count: cells.length,
    blocks: blocksOf(cells),
    parameters: Float64Array.from(rows.flat()),
  };
}

/** By Newton's iteration from above: the same bits everywhere. */
function cubeRoot(x: number): number {
  let y = Math.max(x, 1);
  for (;;) {
    const next = (2 * y + x / (y * y)) / 3;
    if (!(next < y)) return y;
    y = next;
  }
}

function lumped(cells: readonly CellShape[], density: Float64Array, nodes: number, refuse: Refuse): Float64Array {
  const mass = new Float64Array(nodes);
  cells.forEach((cell, c) => {
    for (const n of cell.nodes) mass[n] += (density[c] * cell.volume) / 8;
  });
  const bare = mass.findIndex((m) => !(m > 0));
  if (bare >= 0) throw refuse('mesh', `node ${bare} belongs to no cell and has no mass; leave it out.`);
  return mass;
}

/** The root of s h^2 + l h = rho L^2/8 with the density that the nodes of a cell have on average. */
function largestStep(cells: readonly CellShape[], { s, l }: Numbers, mass: number | ArrayLike<number>): number {
  const around = new Map<number, number>();
  for (const { nodes, volume } of cells) for (const n of nodes) around.set(n, (around.get(n) ?? 0) + volume / 8);
  let least = Number.POSITIVE_INFINITY;
  cells.forEach(({ nodes, lengths }, c) => {
    const density = nodes.map((n) => (typeof mass === 'number' ? mass : mass[n]) / (around.get(n) as number));
    const L = Math.min(...lengths);
    const room = (Math.min(...density) * L * L) / 8;
    least = Math.min(least, (2 * room) / (l[c] + Math.sqrt(l[c] * l[c] + 4 * s[c] * room)));
  });
  return least;
}

/**
 * Fills a closed surface with equal cubes: a cell is kept if its centre is inside, or if enough of it is. The boundary is a
 * staircase; a finer surface can follow the cells as a skin.
 */

import { checkOptions, number, required } from '../../base/options.ts';
import { refusing } from '../../base/refusal.ts';
import { hexCorners } from '../../geometry/hex-cell.ts';
import { type HexMesh, hexMesh, hexMeshVolume } from '../hex-mesh.ts';
import { checkNumbers } from '../mesh.ts';
import { DisjointSets } from '../surface/disjoint-sets.ts';
import { type Solid, type SolidOptions, solidChecks, solidOf } from '../surface/solid.ts';
import type { TriangleSurface } from '../surface/surface.ts';
import type { SurfaceReport } from '../surface/surface-report.ts';
import { gridSigns } from './grid-signs.ts';
import { mostLatticeCells } from './lattice.ts';

/**
 * Options of `fillHexes`.
 * @example const options: FillHexesOptions = { size: 0.1 };
 */
export interface FillHexesOptions extends SolidOptions {
  /** edge of a cell, metres */
  size: number;
  /** Keep a cell if at least this fraction of it is inside, 0 to 1, sampled at 4 x 4 x 4 points. Default: if its centre is. */
  fraction?: number;
}

/**
 * A surface filled with cubes: the mesh, and how good it is.
 * @example const { mesh, volumeError }: HexFill = fillHexes(surface, { size: 0.1 });
 */
export interface HexFill {
  readonly mesh: HexMesh;
  readonly surface: SurfaceReport;
  /** Cells of each part that is connected through faces, largest first. More than one: the body is in several pieces, or connected by edges only. */
  readonly pieces: readonly number[];
  /** (volume of the cells - volume of the surface) / volume of the surface; not a number if holes were closed */
  readonly volumeError: number;
}

const samples = 4;

/**
 * Fills a closed surface with cubes.
 * @example fillHexes(surface, { size: 0.1 })
 */
export function fillHexes(surface: TriangleSurface, given: FillHexesOptions): HexFill {
  checkOptions('fillHexes', given, { ...solidChecks, size: required(number), fraction: number });
  const { size, fraction, ...options } = given;
  checkNumbers('fill: size', [size], 1, 'positive');
  if (fraction !== undefined && !(fraction > 0 && fraction <= 1)) {
    throw refusing({ of: 'fill' })(
      'fraction',
      `${fraction} is not a fraction of a cell. Give a number over 0 and up to 1.`,
    );
  }
  const { solid, report } = solidOf(surface, options);
  const { bounds } = solid;
  // as many cells as cover the box of the surface, centred on it; a box of whole cells is covered exactly
  const counts = [0, 1, 2].map((axis) => Math.max(1, Math.ceil((bounds[axis + 3] - bounds[axis]) / size - 1e-9)));
  const origin = [0, 1, 2].map((axis) => (bounds[axis] + bounds[axis + 3]) / 2 - (size * counts[axis]) / 2);
  const perCell = fraction === undefined ? 1 : samples * samples * samples;
  if (!(counts[0] * counts[1] * counts[2] * perCell <= 4 * mostLatticeCells)) {
    throw refusing({ of: 'fill' })(
      'size',
      `with ${size} m the surface is ${counts.join(' x ')} cells large, which are too many. Give a larger size; are the lengths in metres?`,
    );
  }
  const kept = keptCells(solid, size, origin, counts, fraction);
  if (!kept.includes(1)) {
    throw refusing({ of: 'fill' })(
      'size',
      `no cell of ${size} m lies inside the surface. Give a smaller size, or a smaller fraction.`,
    );
  }
  const { mesh, cells } = meshOf(kept, size, origin, counts);
  return {
    mesh,
    surface: report,
    pieces: piecesOf(kept, cells, counts),
    volumeError: report.closed ? hexMeshVolume(mesh) / Math.abs(report.volume) - 1 : Number.NaN,
  };
}

function keptCells(
  solid: Solid,
  size: number,
  origin: readonly number[],
  counts: readonly number[],
  fraction: number | undefined,
): Uint8Array {
  const per = fraction === undefined ? 1 : samples;
  const spacing = size / per;
  const [nx, ny, nz] = counts;
  const signs = gridSigns(solid, {
    origin: [origin[0] + spacing / 2, origin[1] + spacing / 2, origin[2] + spacing / 2],
    spacing,
    counts: [nx * per, ny * per, nz * per],
  });
  const inside = new Int32Array(nx * ny * nz);
  for (let at = 0; at < signs.length; at++) {
    if (signs[at] <= 0) continue;
    const i = at % (nx * per);
    const rest = (at - i) / (nx * per);
    const j = rest % (ny * per);
    const k = (rest - j) / (ny * per);
    inside[Math.floor(i / per) + nx * (Math.floor(j / per) + ny * Math.floor(k / per))]++;
  }
  const enough = (fraction ?? 1) * per * per * per;
  return Uint8Array.from(inside, (count) => (count > 0 && count >= enough ? 1 : 0));
}

function meshOf(kept: Uint8Array, size: number, origin: readonly number[], counts: readonly number[]) {
  const [nx, ny, nz] = counts;
  const nodeAt = new Int32Array((nx + 1) * (ny + 1) * (nz + 1)).fill(-1);
  const positions: number[] = [];
  const hexes: number[] = [];
  const cells: number[] = [];
  for (let cell = 0; cell < kept.length; cell++) {
    if (!kept[cell]) continue;
    cells.push(cell);
    const i = cell % nx;
    const j = ((cell - i) / nx) % ny;
    const k = Math.floor(cell / (nx * ny));
    for (let c = 0; c < 24; c += 3) {
      const [a, b, d] = [i + hexCorners[c], j + hexCorners[c + 1], k + hexCorners[c + 2]];
      const place = a + (nx + 1) * (b + (ny + 1) * d);
      if (nodeAt[place] < 0) {
        nodeAt[place] = positions.length / 3;
        positions.push(origin[0] + size * a, origin[1] + size * b, origin[2] + size * d);
      }
      hexes.push(nodeAt[place]);
    }
  }
  return { mesh: hexMesh({ positions, hexes }), cells };
}

/** Sizes of the parts connected through faces, largest first. */
function piecesOf(kept: Uint8Array, cells: readonly number[], counts: readonly number[]): number[] {
  const [nx, ny] = counts;
  const sets = new DisjointSets(kept.length);
  for (const cell of cells) {
    const i = cell % nx;
    const j = ((cell - i) / nx) % ny;
    if (i > 0 && kept[cell - 1]) sets.join(cell - 1, cell);
    if (j > 0 && kept[cell - nx]) sets.join(cell - nx, cell);
    if (cell >= nx * ny && kept[cell - nx * ny]) sets.join(cell - nx * ny, cell);
  }
  const sizes = new Map<number, number>();
  for (const cell of cells) sizes.set(sets.lowest(cell), (sizes.get(sets.lowest(cell)) ?? 0) + 1);
  return [...sizes.values()].sort((a, b) => b - a);
}

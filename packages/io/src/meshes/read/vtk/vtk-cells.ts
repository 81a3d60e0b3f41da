/** VTK's cell types, shared by the legacy format and the XML one, and the cell data that are taken for regions. */
import { MeshError } from '../../mesh-error.ts';
import type { MeshBuilder, Shape } from '../scan/mesh-builder.ts';

interface VtkType {
  readonly shape: Shape;
  /** nodes of a cell; 0 for any number */
  readonly nodes: number;
  /** where our corners stand among VTK's, if not in order */
  readonly order?: readonly number[];
}
const type = (shape: Shape, nodes: number, order?: readonly number[]): VtkType =>
  order ? { shape, nodes, order } : { shape, nodes };

const types: Readonly<Record<number, VtkType>> = {
  ...{ 1: type('point', 1), 2: type('point', 0), 3: type('line', 2), 4: type('line', 0), 5: type('triangle', 3) },
  ...{ 7: type('polygon', 0), 8: type('quad', 4, [0, 1, 3, 2]), 9: type('quad', 4), 10: type('tet', 4) },
  ...{ 11: type('hex', 8, [0, 1, 3, 2, 4, 5, 7, 6]), 12: type('hex', 8), 13: type('prism', 6), 14: type('pyramid', 5) },
  ...{ 21: type('line', 3), 22: type('triangle', 6), 23: type('quad', 8), 24: type('tet', 10), 25: type('hex', 20) },
  ...{ 26: type('prism', 15), 27: type('pyramid', 13), 28: type('quad', 9), 29: type('hex', 27) },
};
/** Numbers of the types that are written. */
export const vtkNumbers = { triangle: 5, tet: 10, hex: 12, tet10: 24 } as const;
const strip = 6;

/** Names of cell data that hold regions, the most telling first. */
const regionNames = [
  ...['region', 'regions', 'gmsh:physical', 'physical', 'material', 'materials', 'MaterialId', 'MaterialIds', 'domain'],
  ...['CellEntityIds', 'medit:ref', 'cell_tags', 'gmsh:geometrical'],
];
export const regionRank = (name: string): number => {
  const rank = regionNames.findIndex((one) => one.toLowerCase() === name.toLowerCase());
  return rank < 0 ? Infinity : rank;
};

export interface VtkCells {
  /** nodes of all cells, one after another */
  readonly connectivity: Int32Array;
  /** where each cell begins, and the end       (m + 1) */
  readonly starts: Int32Array;
  /** type of each                               (m) */
  readonly types: ArrayLike<number>;
  /** region and number of each, where known     (m) */
  readonly regions?: Int32Array | undefined;
  readonly ids?: Int32Array | undefined;
}

/** Adds cells to a mesh. shift: number of the first vertex. */
export function addVtkCells(builder: MeshBuilder, cells: VtkCells, shift = 0): void {
  const { connectivity, starts, regions, ids } = cells;
  if (shift) for (let i = 0; i < connectivity.length; i++) connectivity[i] += shift;
  const shape = onlyShape(cells);
  if (shape) {
    builder.addMany(shape, connectivity, regions ?? 0, ids);
    return;
  }
  const moved = new Int32Array(8);
  for (let c = 0; c < cells.types.length; c++) {
    const from = starts[c];
    const count = starts[c + 1] - from;
    const region = regions?.[c] ?? 0;
    const id = ids?.[c] ?? -1;
    const number = cells.types[c];
    const known = types[number];
    if (number === strip) {
      for (let k = 2; k < count; k++) {
        const odd = k & 1;
        moved[0] = connectivity[from + k - 2];
        moved[1 + odd] = connectivity[from + k - 1];
        moved[2 - odd] = connectivity[from + k];
        builder.add('triangle', moved, 0, 3, region, id);
      }
      continue;
    }
    if (!known)
      throw new MeshError(`cell ${c} is of type ${number}; tets (10, 24), hexes (12) and triangles (5) are read.`);
    if (known.nodes ? count !== known.nodes : known.shape === 'polygon' && count < 3) {
      throw new MeshError(`cell ${c} has ${count} nodes; its type, ${number}, has ${known.nodes || 'at least 3'}.`);
    }
    if (known.order) {
      for (let k = 0; k < count; k++) moved[k] = connectivity[from + known.order[k]];
      builder.add(known.shape, moved, 0, count, region, id);
    } else builder.add(known.shape, connectivity, from, count, region, id);
  }
}

/** The shape, if all cells have the same one, of first order and in our order. */
function onlyShape({ types: own, starts }: VtkCells): 'tet' | 'hex' | 'triangle' | undefined {
  const number = own[0];
  const shape = { 5: 'triangle', 10: 'tet', 12: 'hex' }[number] as 'tet' | 'hex' | 'triangle' | undefined;
  if (!shape) return undefined;
  const width = types[number].nodes;
  for (let c = 0; c < own.length; c++) if (own[c] !== number || starts[c + 1] !== width * (c + 1)) return undefined;
  return shape;
}

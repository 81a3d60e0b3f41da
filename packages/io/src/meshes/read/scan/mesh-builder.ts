/**
 * Cells as a reader meets them, in any shape that formats have, made into the shapes that a mesh holds: tets, hexes and
 * triangles. What is left out, split or reduced is counted and told in a notice.
 */
import { type CellKind, type Cells, counted, type MeshData } from '../../mesh-data.ts';
import { MeshError } from '../../mesh-error.ts';
import { Ints } from './grow.ts';
import { IdIndex } from './id-index.ts';

export type Shape = 'point' | 'line' | 'triangle' | 'quad' | 'polygon' | 'tet' | 'hex' | 'prism' | 'pyramid';

const corners: Record<Shape, number> = {
  ...{ point: 1, line: 2, triangle: 3, quad: 4, polygon: 0 },
  ...{ tet: 4, hex: 8, prism: 6, pyramid: 5 },
};
const kindOf = { tet: 'tets', hex: 'hexes', triangle: 'triangles' } as const;
const leftOut: Partial<Record<Shape, [string, string]>> = { point: ['point', 'points'], line: ['line', 'lines'] };

class KindBuilder {
  readonly nodes = new Ints();
  readonly regions = new Ints();
  readonly ids = new Ints();
  readonly places = new Ints();
  readonly midsides = new Ints();
}

export class MeshBuilder {
  readonly #kinds: Record<CellKind, KindBuilder> = {
    tets: new KindBuilder(),
    hexes: new KindBuilder(),
    triangles: new KindBuilder(),
  };
  readonly #ignored = new Map<string, number>();
  readonly notices: string[] = [];
  readonly names = { volume: new Map<number, string>(), surface: new Map<number, string>() };
  #quads = 0;
  #polygons = 0;
  #reduced = 0;

  /**
   * nodes: of the cell, from `from` on, under the numbers that the file gives vertices; corners first, then, if there
   * are more, those of a higher order. id: -1 where the file does not number cells. place: byte of the row, or -1.
   */
  add(shape: Shape, nodes: ArrayLike<number>, from: number, count: number, region: number, id = -1, place = -1): void {
    switch (shape) {
      case 'tet': {
        const { midsides } = this.#push('tets', nodes, from, region, id, place);
        if (count === 10) for (let k = 4; k < 10; k++) midsides.push(nodes[from + k]);
        else if (count > 4) this.#reduced++;
        break;
      }
      case 'hex':
        this.#push('hexes', nodes, from, region, id, place);
        if (count > 8) this.#reduced++;
        break;
      case 'triangle':
        this.#push('triangles', nodes, from, region, id, place);
        if (count > 3) this.#reduced++;
        break;
      case 'quad':
        this.#fan(nodes, from, 4, region, id, place);
        if (count > 4) this.#reduced++;
        this.#quads++;
        break;
      case 'polygon':
        if (count === 3) this.#push('triangles', nodes, from, region, id, place);
        else this.#fan(nodes, from, count, region, id, place);
        if (count === 4) this.#quads++;
        if (count > 4) this.#polygons++;
        break;
      default:
        this.ignore(shape, id);
    }
  }
  /**
   * Many cells of first order at once; the same as `add` for each. Only tets, hexes and triangles.
   * region: of each, or of all. nodes: (width m), ids: (m), if the file numbers cells
   */
  addMany(shape: 'tet' | 'hex' | 'triangle', nodes: Int32Array, region: Int32Array | number, ids?: Int32Array): void {
    const own = this.#kinds[kindOf[shape]];
    own.nodes.append(nodes);
    if (typeof region === 'number') own.regions.fill(region, nodes.length / corners[shape]);
    else own.regions.append(region);
    if (ids) own.ids.append(ids);
  }
  has(kind: CellKind): boolean {
    return this.#kinds[kind].regions.length > 0;
  }
  /** A cell that is counted and left out; prisms and pyramids are refused, as a body would have holes without them. */
  ignore(shape: Shape, id = -1): void {
    const words = leftOut[shape];
    if (!words) {
      const which = id < 0 ? `a ${shape}` : `element ${id} is a ${shape}`;
      throw new MeshError(`${which} of ${corners[shape]} corners; tets and hexes are read. Mesh the body with these.`);
    }
    this.#ignored.set(words[0], (this.#ignored.get(words[0]) ?? 0) + 1);
  }
  #push(
    kind: CellKind,
    nodes: ArrayLike<number>,
    from: number,
    region: number,
    id: number,
    place: number,
  ): KindBuilder {
    const own = this.#kinds[kind];
    const width = kind === 'tets' ? 4 : kind === 'hexes' ? 8 : 3;
    for (let k = 0; k < width; k++) own.nodes.push(nodes[from + k]);
    own.regions.push(region);
    if (id >= 0) own.ids.push(id);
    if (place >= 0) own.places.push(place);
    return own;
  }
  #fan(nodes: ArrayLike<number>, from: number, count: number, region: number, id: number, place: number): void {
    const corner = new Int32Array(3);
    for (let k = 2; k < count; k++) {
      corner[0] = nodes[from];
      corner[1] = nodes[from + k - 1];
      corner[2] = nodes[from + k];
      this.#push('triangles', corner, 0, region, id, place);
    }
  }

  /**
   * vertexIds: left out where vertices are counted from `firstId` on. lines: turns places of rows into lines.
   * regionsOf: what to make of the regions as they were added.
   */
  finish(made: {
    readonly format: string;
    readonly points: Float64Array;
    readonly vertexIds?: Int32Array | undefined;
    readonly firstId?: 0 | 1;
    readonly lines?: (places: Int32Array) => Int32Array;
    readonly regionsOf?: (regions: Int32Array, dimension: 2 | 3) => Int32Array;
  }): MeshData {
    const { points, vertexIds, lines, regionsOf } = made;
    const index = vertexIds && new IdIndex(vertexIds);
    const plain = !index || index.plain;
    const firstId = vertexIds && plain ? (vertexIds.length && vertexIds[0] === 0 ? 0 : 1) : (made.firstId ?? 1);
    const n = points.length / 3;
    const dangling: number[] = [];
    const first = index ? index.first : firstId;
    const placed = (list: Int32Array): Int32Array => {
      for (let i = 0; i < list.length; i++) {
        const id = list[i];
        let place = first === undefined ? (index as IdIndex).find(id) : id - first;
        if (place < 0 || place >= n) {
          dangling.push(id);
          place = -dangling.length;
        }
        list[i] = place;
      }
      return list;
    };
    const cells = (kind: CellKind): Cells => {
      const own = this.#kinds[kind];
      const count = own.regions.length;
      const second = kind === 'tets' && count > 0 && own.midsides.length === 6 * count;
      if (!second) this.#reduced += own.midsides.length / 6;
      const raw = own.regions.take();
      return {
        nodes: placed(own.nodes.take()),
        regions: regionsOf ? regionsOf(raw, kind === 'triangles' ? 2 : 3) : raw,
        ...(count > 0 && own.ids.length === count ? { ids: own.ids.take() } : {}),
        ...(count > 0 && lines && own.places.length === count ? { lines: lines(own.places.take()) } : {}),
        ...(second ? { midsides: placed(own.midsides.take()) } : {}),
      };
    };
    const tets = cells('tets');
    const hexes = cells('hexes');
    const triangles = cells('triangles');
    return {
      format: made.format,
      points,
      ...(plain ? {} : { vertexIds: vertexIds as Int32Array }),
      firstId,
      tets,
      hexes,
      triangles,
      names: this.names,
      dangling,
      notices: [...this.notices, ...this.#told()],
    };
  }
  *#told(): Iterable<string> {
    const were = (count: number): string => (count === 1 ? 'was' : 'were');
    if (this.#quads) yield `${counted(this.#quads, 'quad')} ${were(this.#quads)} split into two triangles each.`;
    if (this.#polygons) yield `${counted(this.#polygons, 'polygon')} ${were(this.#polygons)} split into triangles.`;
    if (this.#reduced) {
      yield `${counted(this.#reduced, 'cell')} of higher order ${were(this.#reduced)} reduced to ${this.#reduced === 1 ? 'its' : 'their'} corners.`;
    }
    for (const [name, count] of this.#ignored) yield `${counted(count, name)} ${were(count)} left out.`;
  }
}

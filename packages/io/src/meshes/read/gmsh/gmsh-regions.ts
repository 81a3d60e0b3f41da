/**
 * The region of a Gmsh element is its physical group. Where no element of a dimension has one, it is the number of the
 * geometric entity; a single entity is no region (0).
 */
import { counted } from '../../mesh-data.ts';
import { Ints } from '../scan/grow.ts';
import type { MeshBuilder } from '../scan/mesh-builder.ts';

export class GmshRegions {
  /** a region while reading is a place in these */
  readonly #physical = new Ints();
  readonly #entity = new Ints();
  readonly #known = new Map<string, number>();
  /** elements in more than one group */
  several = 0;

  /** What to add a cell with. */
  key(physical: number, entity: number): number {
    const name = `${physical} ${entity}`;
    let key = this.#known.get(name);
    if (key === undefined) {
      key = this.#known.size;
      this.#known.set(name, key);
      this.#physical.push(physical);
      this.#entity.push(entity);
    }
    return key;
  }
  /** Keys of the cells of one dimension to their regions. */
  regionsOf(keys: Int32Array): Int32Array {
    const physical = this.#physical.take();
    const entity = this.#entity.take();
    let grouped = false;
    let entities = 0;
    const seen = new Uint8Array(physical.length);
    for (let c = 0; c < keys.length; c++) {
      if (seen[keys[c]]) continue;
      seen[keys[c]] = 1;
      entities++;
      if (physical[keys[c]] !== 0) grouped = true;
    }
    const source = grouped ? physical : entities > 1 ? entity : new Int32Array(physical.length);
    return keys.map((key) => source[key]);
  }
  tell(builder: MeshBuilder): void {
    if (!this.several) return;
    const verb = this.several === 1 ? 'lies' : 'lie';
    builder.notices.push(`${counted(this.several, 'cell')} ${verb} in several physical groups; the first is kept.`);
  }
}

/** $PhysicalNames, which are text in binary files too: a line `dimension number "name"` each. */
export function physicalName(line: string, names: MeshBuilder['names']): boolean {
  const [, dimension, number, name] = /^(\d)\s+(\d{1,10})\s+"(.*)"$/.exec(line) ?? [];
  if (name === undefined) return false;
  if (dimension === '3') names.volume.set(Number(number), name);
  if (dimension === '2') names.surface.set(Number(number), name);
  return true;
}

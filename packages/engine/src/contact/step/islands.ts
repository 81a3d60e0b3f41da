/** Rows that share something that moves, a rigid body or a node, are one island: they are solved together. So are constraints that hold it. */
import type { Rotor } from '../../bodies/body.ts';
import { type Collider, isOne } from '../collider/collider.ts';
import type { Row, Side } from '../detect/row.ts';
import { rowTypes } from '../detect/row.ts';
import { type RowMemory, units } from '../detect/row-memory.ts';
import { isIndirect } from '../schemes.ts';

/** What moves: the first coordinate of a rigid body or of a node. */
export interface Unit {
  readonly collider: Collider;
  readonly first: number;
  /**
   * velocities; 0 for a body whose velocities are coupled (coupled/coupled-bodies.ts), and for bodies that are solved as a whole (solved/solved-rows.ts),
   * all of which are one unit
   */
  readonly size: number;
  /** of a rigid body that moves, and how far its p is from q is told by its velocities alone */
  readonly rotor: Rotor | undefined;
  /** its number in the island that is solved, and the row that it was found in */
  number: number;
  row: number;
}
export interface Island {
  readonly rows: Row[];
  /** of each of them: its place in the memory of the pool */
  readonly places: number[];
  readonly units: Unit[];
  /** rows of constraints, by number */
  readonly links: number[];
}
/** Bodies that are solved as a whole, as far as islands need them. */
export interface WholeUnits {
  readonly any: boolean;
  owns(collider: Collider): boolean;
  unitOf(collider: Collider): number;
}
/** Rows of constraints, as far as islands need them. */
export interface LinkUnits {
  readonly count: number;
  /** first coordinates of what row k can move, with the body of each */
  eachUnit(k: number, visit: (first: number, collider: Collider) => void): void;
}

export class Islands {
  /** by first coordinate, made once */
  #units: (Unit | undefined)[] = [];
  readonly #pool: Island[] = [];
  readonly #found: Unit[] = [];
  #parent = new Int32Array(64);
  #islandOf = new Int32Array(64);

  constructor(private readonly whole: WholeUnits) {}

  /** w: inverse masses by coordinate; 0 for what does not move. The list is used again by the next call. */
  of(
    memory: RowMemory,
    { rows, places, count }: { readonly rows: readonly Row[]; readonly places: Int32Array; readonly count: number },
    w: Float64Array,
    links: LinkUnits,
    out: Island[],
  ): void {
    const linked = links.count;
    this.#begin(count + linked, w);
    this.#joinRows(memory, rows, places, count);
    for (let k = 0; k < linked; k++) {
      this.#at = count + k;
      links.eachUnit(k, this.#visit);
    }
    out.length = 0;
    this.#divide(rows, places, count, out);
    const islandOf = this.#islandOf;
    for (let k = 0; k < linked; k++) {
      const root = this.#find(count + k);
      if (root < count) out[islandOf[root]].links.push(k);
    }
    this.#giveUnits(count, out);
  }
  /** inverse masses, and the row that units are visited for */
  #w: Float64Array = new Float64Array(0);
  #at = 0;
  readonly #visit = (first: number, collider: Collider): void => {
    const isWhole = this.whole.owns(collider);
    if (this.#w[first] === 0 && !isWhole && !collider.coupled) return;
    this.#add(this.#unit(first, collider, isWhole), this.#at);
  };
  /** Row k moves a unit. */
  #add(unit: Unit, k: number): void {
    if (unit.row < 0) {
      unit.row = k;
      this.#found.push(unit);
    } else this.#join(k, unit.row);
  }
  #begin(total: number, w: Float64Array): void {
    this.#w = w;
    if (this.#parent.length < total) {
      this.#parent = new Int32Array(2 * total);
      this.#islandOf = new Int32Array(2 * total);
    }
    const parent = this.#parent;
    for (let k = 0; k < total; k++) parent[k] = k;
    this.#islandOf.fill(-1, 0, total);
    // holes would make it a list by names
    if (this.#units.length < w.length) this.#units = Array.from({ length: w.length }, () => undefined);
    this.#found.length = 0;
  }
  #joinRows(memory: RowMemory, rows: readonly Row[], places: Int32Array, count: number): void {
    const w = this.#w;
    const isPlain = !this.whole.any;
    for (let k = 0; k < count; k++) {
      this.#at = k;
      for (let side = 0; side < 2; side++) {
        const first = memory.unit[2 * places[k] + side];
        if (first === units.none) continue;
        if (first === units.nodes && isPlain && this.#joinNodes(memory, places[k], side, k)) continue;
        const known = first >= 0 && isPlain && w[first] !== 0 ? this.#units[first] : undefined;
        if (known) this.#add(known, k);
        else this.#eachUnit(rows[k], side ? rows[k].b : rows[k].a, this.#visit);
      }
    }
  }
  /** Rows into islands. A root is its lowest row: islands without contacts have roots among the links. */
  #divide(rows: readonly Row[], places: Int32Array, count: number, out: Island[]): void {
    const islandOf = this.#islandOf;
    for (let k = 0; k < count; k++) {
      const root = this.#find(k);
      if (islandOf[root] < 0) {
        islandOf[root] = out.length;
        out.push(this.#island(out.length));
      }
      const island = out[islandOf[root]];
      island.rows.push(rows[k]);
      island.places.push(places[k]);
    }
  }
  #giveUnits(count: number, out: Island[]): void {
    const found = this.#found;
    for (let k = 0; k < found.length; k++) {
      const root = this.#find(found[k].row);
      if (root < count) out[this.#islandOf[root]].units.push(found[k]);
      found[k].row = -1;
    }
  }
  /** Corners of a side that are nodes, as `visit` does; false where it has others. */
  #joinNodes(memory: RowMemory, place: number, side: number, k: number): boolean {
    const w = this.#w;
    const { body, type, helpers, count, corner } = memory;
    const own = 2 * place + side;
    if (!memory.ofNodes[body[own]] || type[place] === rowTypes.plane || helpers[own] > 0) return false;
    for (let c = 3 * own; c < 3 * own + count[own]; c++) {
      if (w[corner[c]] === 0) continue;
      this.#add(this.#units[corner[c]] ?? this.#unit(corner[c], memory.colliders[body[own]], false), k);
    }
    return true;
  }
  #unit(first: number, collider: Collider, isWhole: boolean): Unit {
    const known = this.#units[first];
    if (known) return known;
    const size = isWhole || collider.coupled ? 0 : collider.core.local ? 6 : 3;
    const rotor = size === 6 && !isIndirect(collider) ? collider.placed.body.rotor : undefined;
    const made: Unit = { collider, first, size, rotor, number: 0, row: -1 };
    this.#units[first] = made;
    return made;
  }
  #island(k: number): Island {
    this.#pool[k] ??= { rows: [], places: [], units: [], links: [] };
    const island = this.#pool[k];
    empty(island.rows);
    empty(island.places);
    empty(island.units);
    empty(island.links);
    return island;
  }
  #eachUnit(row: Row, side: Side, visit: (first: number, collider: Collider) => void): void {
    const { collider } = side;
    if (collider.halfSpace) return;
    if (this.whole.owns(collider)) visit(this.whole.unitOf(collider), collider);
    else if (isOne(collider)) visit(collider.placed.start, collider);
    else if (row.type === rowTypes.plane) visit(pointCoordinate(side), collider);
    else for (let k = 0; k < side.count + side.helpers; k++) visit(side.coordinate(k), collider);
  }
  #find(k: number): number {
    const parent = this.#parent;
    while (parent[k] !== k) {
      parent[k] = parent[parent[k]];
      k = parent[k];
    }
    return k;
  }
  #join(a: number, b: number): void {
    const x = this.#find(a);
    const y = this.#find(b);
    this.#parent[Math.max(x, y)] = Math.min(x, y);
  }
}

/** Most are short: those that are set to no length lose their memory. */
function empty(list: unknown[]): void {
  if (list.length > 8) list.length = 0;
  else while (list.length) list.pop();
}
/** The first coordinate of a node that touches a half space. */
export const pointCoordinate = ({ collider, vertices }: Side): number =>
  collider.placed.start + 3 * (collider.points.nodes as Int32Array)[vertices[0]];

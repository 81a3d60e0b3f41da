/** Rows that share something that moves, a rigid body or a node, are one island: they are solved together. */
import type { Collider } from '../detect/collider.ts';
import type { Row, Side } from '../detect/row.ts';
import { rowTypes } from '../detect/row.ts';
import { pointCoordinate } from './rows-system.ts';

/** What moves: the first coordinate of a rigid body or of a node. */
export interface Unit {
  readonly collider: Collider;
  readonly first: number;
}
export interface Island {
  readonly rows: Row[];
  readonly units: Unit[];
}

/** w: inverse masses by coordinate; 0 for what does not move. */
export function islandsOf(rows: readonly Row[], count: number, w: Float64Array): Island[] {
  const parent: number[] = Array.from({ length: count }, (_, k) => k);
  const find = (k: number): number => {
    while (parent[k] !== k) k = parent[k] = parent[parent[k]];
    return k;
  };
  const owner = new Map<number, number>();
  const units = new Map<number, Unit>();
  for (let k = 0; k < count; k++) {
    const row = rows[k];
    for (const side of [row.a, row.b])
      eachUnit(row, side, (first) => {
        if (w[first] === 0) return;
        const other = owner.get(first);
        if (other === undefined) {
          owner.set(first, k);
          units.set(first, { collider: side.collider, first });
        } else parent[Math.max(find(k), find(other))] = Math.min(find(k), find(other));
      });
  }
  const islands = new Map<number, Island>();
  for (let k = 0; k < count; k++) {
    const root = find(k);
    const island = islands.get(root) ?? { rows: [], units: [] };
    islands.set(root, island);
    island.rows.push(rows[k]);
  }
  for (const [first, unit] of units) islands.get(find(owner.get(first) as number))?.units.push(unit);
  return [...islands.values()];
}

function eachUnit(row: Row, side: Side, visit: (first: number) => void): void {
  const { collider } = side;
  if (collider.halfSpace) return;
  if (collider.core.local) visit(collider.placed.start);
  else if (row.type === rowTypes.plane) visit(pointCoordinate(side));
  else for (let k = 0; k < side.count; k++) visit(side.coordinate(k));
}

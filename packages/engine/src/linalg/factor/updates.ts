/**
 * Which panels update which, and in what order: the sums of a factorisation depend on it, so that it is a function of the pattern.
 *
 * In a small system the panel that was met last comes first, while it is in the cache. In a large one updates ascend: a panel can
 * take those of panels that were factored long ago while another thread is still at work on the latest. Pivots of the two orders
 * are some 1e-14 apart, and take the same time on one thread.
 */

/** As in plan.ts. */
interface Panels {
  readonly start: Int32Array;
  readonly rowsAt: Int32Array;
  readonly rowsEnd: Int32Array;
  readonly nodeOf: Int32Array;
}
export interface Updates {
  /** the first update that each panel receives   (panels + 1) */
  readonly updatesAt: Int32Array;
  /** panel k, and its rows p0 to p1 that are columns of the receiver   (3 each) */
  readonly updates: Int32Array;
}

export function updatesOf(panels: Panels, rows: Int32Array, ascending: boolean): Updates {
  const { start, rowsAt, rowsEnd, nodeOf } = panels;
  const count = rowsAt.length;
  const updatesAt = new Int32Array(count + 1);
  const updates = new Int32Array(3 * countOf(panels, rows));
  /** Panels that wait to update a panel, as lists; each waits in that of the panel that owns its next row. */
  const head = new Int32Array(count).fill(-1);
  const next = new Int32Array(count);
  const position = new Int32Array(count); // the next row of each, in `rows`
  const enqueue = (k: number): void => {
    if (position[k] === rowsEnd[k]) return;
    const owner = nodeOf[rows[position[k]]];
    next[k] = head[owner];
    head[owner] = k;
  };
  const sources = new Int32Array(count);
  let at = 0;
  for (let s = 0; s < count; s++) {
    updatesAt[s] = at / 3;
    let found = 0;
    for (let k = head[s]; k >= 0; k = next[k]) sources[found++] = k;
    if (ascending) sources.subarray(0, found).sort();
    for (let i = 0; i < found; i++) {
      const k = sources[i];
      updates[at] = k;
      updates[at + 1] = position[k] - rowsAt[k];
      while (position[k] < rowsEnd[k] && rows[position[k]] < start[s + 1]) position[k]++;
      updates[at + 2] = position[k] - rowsAt[k];
      at += 3;
      enqueue(k);
    }
    position[s] = rowsAt[s] + start[s + 1] - start[s];
    enqueue(s);
  }
  updatesAt[count] = at / 3;
  return { updatesAt, updates };
}

/** Every stretch of rows of a panel that belong to one other panel is an update. */
function countOf({ start, rowsAt, rowsEnd, nodeOf }: Panels, rows: Int32Array): number {
  let count = 0;
  for (let s = 0; s < rowsAt.length; s++) {
    let owner = s;
    for (let at = rowsAt[s] + start[s + 1] - start[s]; at < rowsEnd[s]; at++) {
      if (nodeOf[rows[at]] === owner) continue;
      owner = nodeOf[rows[at]];
      count++;
    }
  }
  return count;
}

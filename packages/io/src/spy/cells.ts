/** Cells of a square picture as few rectangles, in the words of an SVG path. */

/** The finest resolution: entries of larger matrices share cells. */
const mostCells = 1500;
/** The number of unknowns per cell. */
export const cellSize = (n: number): number => Math.ceil(n / mostCells);

/** Entries of a lower triangle and their mirror images, with `size` unknowns per cell in each direction. */
export function cellsPath(
  rows: ArrayLike<number>,
  columns: ArrayLike<number>,
  size: number,
  take: (entry: number) => boolean = () => true,
): string {
  const lines = new Map<number, Set<number>>();
  const mark = (row: number, column: number): void => {
    const line = lines.get(row);
    if (line) line.add(column);
    else lines.set(row, new Set([column]));
  };
  for (let e = 0; e < rows.length; e++) {
    if (!take(e)) continue;
    const [row, column] = [Math.floor(rows[e] / size), Math.floor(columns[e] / size)];
    mark(row, column);
    mark(column, row);
  }
  return rectangles(lines)
    .map(({ x, y, width, height }) => `M${x * size} ${y * size}h${width * size}v${height * size}h${-width * size}z`)
    .join('');
}

interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  height: number;
}

/** Runs of cells in a line; equal runs in consecutive lines become one rectangle. */
function rectangles(lines: ReadonlyMap<number, ReadonlySet<number>>): Rectangle[] {
  const found: Rectangle[] = [];
  let above = new Map<string, Rectangle>();
  let last = -1;
  for (const y of [...lines.keys()].sort((a, b) => a - b)) {
    const growing = new Map<string, Rectangle>();
    for (const [x, width] of runs(lines.get(y) as ReadonlySet<number>)) {
      const key = `${x} ${width}`;
      const over = y === last + 1 ? above.get(key) : undefined;
      const rectangle = over ?? { x, y, width, height: 0 };
      rectangle.height++;
      if (!over) found.push(rectangle);
      growing.set(key, rectangle);
    }
    above = growing;
    last = y;
  }
  return found;
}

function runs(cells: ReadonlySet<number>): [first: number, length: number][] {
  const found: [number, number][] = [];
  for (const x of [...cells].sort((a, b) => a - b)) {
    const run = found[found.length - 1];
    if (run && run[0] + run[1] === x) run[1]++;
    else found.push([x, 1]);
  }
  return found;
}

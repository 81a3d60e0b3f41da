/**
 * Points over time from CSV, in one of two forms. The first line names the columns.
 *
 *   long   t, name, x, y, z: a line for each point in each frame. Lines of one time are one frame. Without "t" all lines are one
 *          frame; without "name" points have their number in the frame
 *   wide   t, elbow_x, elbow_y, elbow_z, wrist_x ...: a line for each frame
 *
 * Empty cells are missing points. What is no number is refused, NaN included: a missing point is said by an empty cell.
 */
import { cellsOf, separatorOf } from '../base/csv-cells.ts';
import { type MotionData, MotionError, mostNumbers, refuseTwins } from './motion-data.ts';

export function readMotionCsv(bytes: Uint8Array): MotionData {
  const text = new TextDecoder().decode(bytes).replace(/^\uFEFF/, '');
  const lines = text.split(/\r?\n/);
  const separator = separatorOf(lines[0]);
  const columns = cellsOf(lines[0], separator).map((name) => name.trim());
  const rows = lines.slice(1).flatMap((line, i) => {
    if (line.trim() === '') return [];
    const cells = cellsOf(line, separator);
    const at = { line: i + 2 };
    if (cells.length !== columns.length)
      throw new MotionError(`it has ${cells.length} cells, and the first line ${columns.length}.`, at);
    return [{ cells, line: i + 2 }];
  });
  if (!rows.length) throw new MotionError('it has no line with numbers.', { line: 1 });
  const lower = columns.map((name) => name.toLowerCase());
  refuseTwins(lower, 1);
  const isLong = ['x', 'y', 'z'].every((axis) => lower.includes(axis));
  return isLong ? readLong(lower, rows) : readWide(columns, rows);
}

interface Row {
  readonly cells: readonly string[];
  readonly line: number;
}

/** Not a number for an empty cell. */
function numberOf({ cells, line }: Row, column: number, name: string): number {
  const cell = cells[column].trim();
  if (cell === '') return Number.NaN;
  const value = Number(cell);
  if (!Number.isFinite(value))
    throw new MotionError(`"${cell}" under "${name}" is no finite number. Leave the cell of a missing point empty.`, {
      line,
    });
  return value;
}
/** All three numbers or none. */
function place(row: Row, columns: readonly number[], names: readonly string[]): number[] {
  const xyz = columns.map((c) => numberOf(row, c, names[c]));
  const missing = xyz.filter(Number.isNaN).length;
  if (missing === 1 || missing === 2)
    throw new MotionError(
      `${names[columns[xyz.findIndex(Number.isNaN)]]} is empty and its neighbours are not. A point has x, y and z, or none.`,
      { line: row.line },
    );
  return xyz;
}
function timeOf(row: Row, column: number, name: string, before: number): number {
  const t = numberOf(row, column, name);
  if (Number.isNaN(t)) throw new MotionError('the time is empty; give it in seconds.', { line: row.line });
  if (t < before)
    throw new MotionError(`the time ${t} s is before that of the line above, ${before} s. Sort the lines by time.`, {
      line: row.line,
    });
  return t;
}

function readLong(columns: readonly string[], rows: readonly Row[]): MotionData {
  const [t, name] = [columns.indexOf('t'), columns.findIndex((one) => one === 'name' || one === 'marker')];
  const xyz = ['x', 'y', 'z'].map((axis) => columns.indexOf(axis));
  const others = columns.filter((_, c) => c !== t && c !== name && !xyz.includes(c));
  if (others.length)
    throw new MotionError(`"${others[0]}" is no column of points; there are t, name, x, y and z.`, { line: 1 });
  const index = new Map<string, number>();
  const frames: { readonly time: number; readonly points: Map<number, number[]> }[] = [];
  for (const row of rows) {
    const last = frames.at(-1);
    const time = t < 0 ? 0 : timeOf(row, t, 't', last?.time ?? Number.NEGATIVE_INFINITY);
    const frame = last?.time === time ? last : { time, points: new Map<number, number[]>() };
    if (frame !== last) frames.push(frame);
    const label = name < 0 ? `${frame.points.size + 1}` : row.cells[name].trim();
    if (label === '') throw new MotionError('the point has no name.', { line: row.line });
    const i = index.get(label) ?? index.size;
    index.set(label, i);
    if (frame.points.has(i))
      throw new MotionError(`"${label}" has a place at t = ${time} s already.`, { line: row.line });
    frame.points.set(i, place(row, xyz, columns));
  }
  if (3 * index.size * frames.length > mostNumbers)
    throw new MotionError(
      `${frames.length} frames of ${index.size} points are more than can be held; divide the file.`,
    );
  const positions = new Float64Array(3 * index.size * frames.length).fill(Number.NaN);
  frames.forEach(({ points }, f) => {
    for (const [i, own] of points) positions.set(own, 3 * (f * index.size + i));
  });
  return { names: [...index.keys()], times: Float64Array.from(frames, ({ time }) => time), positions };
}

function readWide(columns: readonly string[], rows: readonly Row[]): MotionData {
  const isTime = (name: string): boolean => ['t', 'time'].includes(name.toLowerCase());
  const t = columns.findIndex(isTime);
  const parts = columns.map((name) => /^(.+)[_.: ]([xyz])$/i.exec(name));
  const names = [...new Set(parts.flatMap((found) => (found ? [found[1]] : [])))];
  const odd = columns.find((_, c) => !parts[c] && c !== t);
  if (odd !== undefined || !names.length)
    throw new MotionError(
      `"${odd ?? columns[0]}" is no column of points. Give t, name, x, y, z, or t and columns such as elbow_x, elbow_y, elbow_z.`,
      { line: 1 },
    );
  const places = names.map((name) =>
    ['x', 'y', 'z'].map((axis) => {
      const c = parts.findIndex((found) => found?.[1] === name && found[2].toLowerCase() === axis);
      if (c < 0) throw new MotionError(`"${name}" has no column for ${axis}.`, { line: 1 });
      return c;
    }),
  );
  if (t < 0 && rows.length > 1)
    throw new MotionError(`there are ${rows.length} frames and no column "t" with their times.`, { line: 1 });
  const times = new Float64Array(rows.length);
  const positions = new Float64Array(3 * names.length * rows.length);
  rows.forEach((row, f) => {
    if (t >= 0) times[f] = timeOf(row, t, columns[t], f ? times[f - 1] : Number.NEGATIVE_INFINITY);
    if (f && times[f] === times[f - 1])
      throw new MotionError(`the time ${times[f]} s is that of the line above; give each frame its own.`, {
        line: row.line,
      });
    places.forEach((own, i) => {
      positions.set(place(row, own, columns), 3 * (f * names.length + i));
    });
  });
  return { names, times, positions };
}

/** Measured curves from CSV: a line of names, then a line for each time. Cells may be empty where nothing was measured. */
import { cellsOf, separatorOf } from '../base/csv-cells.ts';

export interface MeasuredTable {
  readonly names: readonly string[];
  /** not a number where a cell is empty */
  readonly rows: readonly (readonly number[])[];
}

/** Separated by commas, semicolons or tabs, whichever the first line has most of. */
export function readCsv(text: string): MeasuredTable {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const first = lines[0] ?? '';
  const separator = separatorOf(first);
  const names = cellsOf(first, separator).map((name) => name.trim());
  if (names.length < 2) throw new Error('its first line names no two columns; give a time and what was measured.');
  const twice = names.find((name, i) => names.indexOf(name) < i);
  if (twice !== undefined) throw new Error(`it has two columns named "${twice}".`);
  const rows: number[][] = [];
  lines.slice(1).forEach((line, i) => {
    if (line.trim() === '') return;
    const own = cellsOf(line, separator);
    if (own.length !== names.length)
      throw new Error(`line ${i + 2}: it has ${own.length} cells, and the first line ${names.length}.`);
    rows.push(
      own.map((cell, c) => {
        const value = cell.trim() === '' ? Number.NaN : Number(cell);
        if (Number.isNaN(value) && cell.trim() !== '')
          throw new Error(`line ${i + 2}: "${cell.trim()}" under "${names[c]}" is not a number.`);
        return value;
      }),
    );
  });
  if (!rows.length) throw new Error('it has no line with numbers.');
  return { names, rows };
}

/** Measured curves from CSV: a line of names, then a line for each time. Cells may be empty where nothing was measured. */

export interface MeasuredTable {
  readonly names: readonly string[];
  /** not a number where a cell is empty */
  readonly rows: readonly (readonly number[])[];
}

/** Separated by commas, semicolons or tabs, whichever the first line has most of. */
export function readCsv(text: string): MeasuredTable {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const first = lines[0] ?? '';
  const separator = [',', ';', '\t'].reduce((a, b) => (cells(first, b).length > cells(first, a).length ? b : a));
  const names = cells(first, separator).map((name) => name.trim());
  if (names.length < 2) throw new Error('its first line names no two columns; give a time and what was measured.');
  const twice = names.find((name, i) => names.indexOf(name) < i);
  if (twice !== undefined) throw new Error(`it has two columns named "${twice}".`);
  const rows: number[][] = [];
  lines.slice(1).forEach((line, i) => {
    if (line.trim() === '') return;
    const own = cells(line, separator);
    if (own.length !== names.length)
      throw new Error(`line ${i + 2}: it has ${own.length} cells, and the first line ${names.length}.`);
    rows.push(
      own.map((cell, c) => {
        const value = cell.trim() === '' ? Number.NaN : Number(cell);
        if (Number.isNaN(value) && cell.trim() !== '')
          throw new Error(`line ${i + 2}: "${cell.trim()}" under "${names[c]}" is no number.`);
        return value;
      }),
    );
  });
  if (!rows.length) throw new Error('it has no line with numbers.');
  return { names, rows };
}

/** The cells of a line; quotes may enclose separators. */
function cells(line: string, separator: string): string[] {
  const out: string[] = [];
  let [cell, quoted] = ['', false];
  for (let i = 0; i < line.length; i++) {
    const c = line[i];
    if (c === '"') {
      if (quoted && line[i + 1] === '"') cell += line[i++];
      else quoted = !quoted;
    } else if (c === separator && !quoted) {
      out.push(cell);
      cell = '';
    } else cell += c;
  }
  return [...out, cell];
}

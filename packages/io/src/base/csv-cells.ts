/** Cells of CSV: separated by commas, semicolons or tabs; quotes may enclose separators. */

/** The separator that the first line has most of. */
export const separatorOf = (line: string): string =>
  [',', ';', '\t'].reduce((a, b) => (cellsOf(line, b).length > cellsOf(line, a).length ? b : a));

export function cellsOf(line: string, separator: string): string[] {
  if (!line.includes('"')) return line.split(separator);
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

/** The pages of the validation book, from what was measured. */
import type { Chapter, Result } from './entry.ts';

const shown = (x: number): string => String(Number(x.toPrecision(9)));
/** Two digits, rounded up to the next power of ten where it is rounding: last bits are not worth a change of the page. */
const errorShown = (x: number): string => (x === 0 ? '0' : x < 1e-11 ? 'below 1e-11' : x.toExponential(1));

export function chapterPage({ title, about }: Chapter, results: readonly Result[]): string {
  const lines = results.map(({ entry, measured, error }) => {
    const { what, formula, source, parameters, unit, expected, tolerance, reason } = entry;
    const cells = [
      `${what}: \`${formula}\` (${source})`,
      parameters,
      `${shown(expected)} ${unit}`,
      `${shown(measured)} ${unit}`,
      errorShown(error),
      `${tolerance.toExponential(0)}: ${reason}`,
    ];
    return `| ${cells.map((cell) => cell.replaceAll('|', '\\|').trim()).join(' | ')} |`;
  });
  return `# ${title}

${about} Made by \`npm run docs:validation\`; \`tests/validation.test.ts\` measures every line again.

| what, formula and source | parameters | expected | measured | error | tolerance and reason |
|---|---|---|---|---|---|
${lines.join('\n')}
`;
}

export function bookPage(chapters: readonly (readonly [Chapter, readonly Result[]])[]): string {
  const total = chapters.reduce((sum, [, results]) => sum + results.length, 0);
  const lines = chapters.map(([{ file, title }, results]) => {
    const worst = results.reduce((a, b) => (b.error / b.entry.tolerance > a.error / a.entry.tolerance ? b : a));
    return `| [${title}](${file}.md) | ${results.length} | ${worst.entry.what} |`;
  });
  return `# Validation book

${total} closed forms and published results, each with the error that was measured, the error that is allowed and the reason for it. Errors are parts
of the expected value, or of one unit where that is 0. Made by \`npm run docs:validation\`.

| chapter | entries | nearest to its tolerance |
|---|---|---|
${lines.join('\n')}

How scenes without an answer in closed form are checked: [laws](../validation.md).
`;
}

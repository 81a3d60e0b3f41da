/** What the axis of values takes: its longest label, and the mark beside it. */

/** px, also where labels are short: plots in a row stay in line */
const usual = 62;
/** px for the mark and its gap */
const mark = 12;

export function axisSize(labels: readonly string[], widthOf: (label: string) => number): number {
  return labels.reduce((size, label) => Math.max(size, Math.ceil(widthOf(label)) + mark), usual);
}

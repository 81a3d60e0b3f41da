/** The constraints with residual and force; a click on a heading sorts. */
import { count, inUnit, nothing } from '../src/base/format.ts';
import type { ConstraintRow } from '../src/report/data.ts';
import { element } from './dom.ts';

interface Column {
  readonly name: string;
  readonly tip: string;
  readonly value: (row: ConstraintRow) => number | string;
  readonly text: (row: ConstraintRow) => string;
}
const forceUnit = ({ turns }: ConstraintRow): string => (turns ? 'N m' : 'N');
const size = (value: number | null, unit: string): string => (value === null ? nothing : inUnit(value, unit));
const columns: readonly Column[] = [
  { name: 'Constraint', tip: 'Its id in the scene', value: (r) => r.id, text: (r) => r.id },
  { name: 'Kind', tip: 'What it holds', value: (r) => r.kind, text: (r) => r.kind },
  { name: 'Method', tip: 'How it is held', value: (r) => r.method, text: (r) => r.method },
  {
    name: 'Active',
    tip: 'Members that act at the end, of all',
    value: (r) => r.active,
    text: (r) => (r.members === 1 ? (r.active ? 'yes' : 'no') : `${count(r.active)} of ${count(r.members)}`),
  },
  {
    name: 'Residual at the end',
    tip: 'How far it is from what it promises',
    value: (r) => r.residual ?? -1,
    text: (r) => size(r.residual, r.unit),
  },
  {
    name: 'Largest residual',
    tip: 'Of all steps',
    value: (r) => r.peakResidual ?? -1,
    text: (r) => size(r.peakResidual, r.unit),
  },
  {
    name: 'Force at the end',
    tip: 'The size of the sum of its forces; of one between bodies, the largest',
    value: (r) => r.force,
    text: (r) => size(r.force, forceUnit(r)),
  },
  {
    name: 'Largest force',
    tip: 'Of all samples of the plots',
    value: (r) => r.peakForce,
    text: (r) => size(r.peakForce, forceUnit(r)),
  },
];
const words = 3; // the first columns hold words
const fewRows = 24;

export function constraintTable(rows: readonly ConstraintRow[]): HTMLElement {
  const body = element('tbody');
  const more = element('button', { type: 'button', class: 'more' });
  let [sorted, falling, all] = [0, false, rows.length <= fewRows];
  const fill = (): void => {
    const { value } = columns[sorted];
    const order = [...rows].sort((a, b) => {
      const [x, y] = [value(a), value(b)];
      const sign = typeof x === 'number' && typeof y === 'number' ? x - y : compare(String(x), String(y));
      return falling ? -sign : sign;
    });
    const shown = all ? order : order.slice(0, fewRows);
    body.replaceChildren(
      ...shown.map((row) =>
        element(
          'tr',
          {},
          ...columns.map(({ text }, c) => element('td', c < words ? {} : { class: 'number' }, text(row))),
        ),
      ),
    );
    more.hidden = all;
    more.textContent = `Show all ${count(rows.length)}`;
  };
  const headings = columns.map(({ name, tip }, c) => {
    const button = element('button', { type: 'button', title: `${tip}. Click to sort.` }, name);
    const heading = element('th', c < words ? { scope: 'col' } : { scope: 'col', class: 'number' }, button);
    button.addEventListener('click', () => {
      falling = sorted === c ? !falling : c >= words;
      sorted = c;
      for (const other of headings) other.removeAttribute('aria-sort');
      heading.setAttribute('aria-sort', falling ? 'descending' : 'ascending');
      fill();
    });
    return heading;
  });
  more.addEventListener('click', () => {
    all = true;
    fill();
  });
  fill();
  const table = element('table', {}, element('thead', {}, element('tr', {}, ...headings)), body);
  return element('div', { class: 'table-box card' }, table, more);
}
const compare = (a: string, b: string): number => a.localeCompare(b, undefined, { numeric: true });

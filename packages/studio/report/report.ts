/** The page of a report: one file, no network. The data is in the page, packed: see src/report/pack.ts. */
import '../src/app.css';
import './report.css';
import type { Report } from '../src/report/data.ts';
import { unpackValue } from '../src/report/pack.ts';
import { dark, light } from '../src/viewer/stage/theme.ts';
import { element, iconButton } from './dom.ts';
import { factCards, reproduce } from './facts.ts';
import { Player } from './player.ts';
import { Plots } from './plots.ts';
import { constraintTable } from './table.ts';

const packed = document.getElementById('report-data')?.textContent ?? '';
const report = unpackValue<Report>(Uint8Array.from(atob(packed.trim()), (letter) => letter.charCodeAt(0)));
const { data } = report;

const preferred = matchMedia('(prefers-color-scheme: dark)');
let isDark = preferred.matches;
const themed = () => (isDark ? dark : light);

document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
document.title = `${data.scene.name} – Pliant`;
const plots = new Plots(data, (time) => player.seek(time));
const player = new Player(data, (time) => {
  plots.now = time;
});
const turn = 'M8 2a6 6 0 1 0 0 12zM8 2a6 6 0 0 1 0 12';
const header = element(
  'header',
  {},
  element(
    'div',
    {},
    element('h1', {}, data.scene.name),
    data.scene.description ? element('p', {}, data.scene.description) : undefined,
  ),
  iconButton('Light or dark', turn, () => paint(!isDark)),
);
const section = (title: string, note: string, content: HTMLElement): Node[] => [
  element('h2', {}, title, element('small', {}, note)),
  content,
];
const sampled = data.sampledEvery === 1 ? 'every step' : `every ${data.sampledEvery} steps`;
document.body.append(
  element(
    'main',
    {},
    header,
    factCards(report),
    player.element,
    ...section('Plots', `${sampled}; drag to zoom, double-click for all, click to go there`, plots.element),
    ...(data.constraints.length
      ? section('Constraints', 'click a heading to sort', constraintTable(data.constraints))
      : []),
    ...section('Do it again', '', reproduce(report)),
  ),
);
player.start(themed());
paint(isDark);
preferred.addEventListener('change', ({ matches }) => paint(matches));
addEventListener('keydown', (event) => {
  const { target } = event;
  if (target instanceof HTMLSelectElement || (target instanceof HTMLButtonElement && event.key === ' ')) return;
  const keys: Record<string, () => void> = {
    ' ': () => player.toggle(),
    '.': () => player.step(1),
    ',': () => player.step(-1),
  };
  if (!keys[event.key]) return;
  event.preventDefault();
  keys[event.key]();
});
document.documentElement.dataset.ready = 'yes';

function paint(toDark: boolean): void {
  isDark = toDark;
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
  player.theme = themed();
  plots.draw();
}

/** What was simulated, in a line of numbers; and how to do it again. */
import { count, inUnit, seconds } from '../src/base/format.ts';
import type { Report } from '../src/report/data.ts';
import { element } from './dom.ts';

export function factCards({ facts, data }: Report): HTMLElement {
  const { constraints, contact, energy, peaks } = facts;
  const all = constraints.total ? 'all active' : 'nothing is held';
  const held = constraints.active === constraints.total ? all : `${count(constraints.active)} active`;
  const last = data.frames[data.frames.length - 1];
  const cards: [string, string, string][] = [
    [
      'Simulated',
      seconds(last.time - data.frames[0].time),
      `${count(facts.steps)} steps of ${inUnit(data.scene.step, 's')}`,
    ],
    ['Bodies', count(data.scene.bodies.length), `${count(facts.nodes)} nodes, ${count(data.scene.tets)} tets`],
    ['Constraints', count(constraints.total), held],
    ...peaks.map(({ unit, max, of }): [string, string, string] => [
      'Largest residual',
      inUnit(max, unit),
      `of all steps, ${of}`,
    ]),
    ...(contact ? [contactCard(contact)] : []),
    ['Energy', inUnit(energy.total, 'J'), `${inUnit(energy.kinetic, 'J', 3)} kinetic at the end`],
    ['Computing', inUnit(facts.msPerStep / 1000, 's'), 'a step'],
  ];
  return element(
    'section',
    { class: 'facts' },
    ...cards.map(([name, value, more]) =>
      element(
        'div',
        { class: 'fact card' },
        element('span', {}, name),
        element('b', {}, value),
        element('small', {}, more),
      ),
    ),
  );
}

const contactCard = ({ residual, unsolved }: NonNullable<Report['facts']['contact']>): [string, string, string] => [
  'Contact',
  unsolved ? `${count(unsolved)} unsolved` : 'solved',
  `in ${unsolved ? 'other steps' : 'every step'}, residual ${inUnit(residual, '')} at most`,
];

export function reproduce({ facts }: Report): HTMLElement {
  const command = element('code', {}, facts.command);
  const copy = element('button', { type: 'button', class: 'copy' }, 'Copy');
  copy.addEventListener('click', () => {
    navigator.clipboard?.writeText(facts.command).then(
      () => {
        copy.textContent = 'Copied';
      },
      () => getSelection()?.selectAllChildren(command),
    );
  });
  const rows: [string, string][] = [
    ['Hash', facts.hash],
    ['Scene', facts.file],
    ['Integrators', facts.integrators.join(', ')],
    ['Methods', facts.methods.join(', ') || 'none'],
    ...(facts.rows
      ? [
          [
            'Rows',
            `${count(facts.rows)}, ${facts.redundantRows ? `${count(facts.redundantRows)} redundant` : 'all independent'}`,
          ] as [string, string],
        ]
      : []),
    ...facts.versions.map(({ name, version }): [string, string] => [name, version]),
  ];
  return element(
    'section',
    { class: 'reproduce card' },
    element('p', {}, 'The same command with the same version gives the same hash, to the last bit, on every machine.'),
    element('div', { class: 'command' }, command, copy),
    element('dl', {}, ...rows.flatMap(([name, value]) => [element('dt', {}, name), element('dd', {}, value)])),
    element('details', {}, element('summary', {}, 'The scene file'), element('pre', {}, facts.sceneText)),
  );
}

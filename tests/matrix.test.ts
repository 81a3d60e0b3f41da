// docs/matrix.md is current: a seeded share of its cells measured again; every kind is in it; and combinations that are in none of its
// tables hold, or are refused with a sentence.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { constraintKinds } from '../packages/engine/src/index.ts';
import { bodies, integrators, methods } from './matrix/bodies.ts';
import { accepts, measure } from './matrix/cells.ts';
import { cellText, othersText, ownBody, usual } from './matrix/page.ts';
import { relations } from './matrix/relations.ts';
import { measureSpecial, special } from './matrix/scene-kinds.ts';
import { Random } from './support/random.ts';

const page = readFileSync(new URL('../docs/matrix.md', import.meta.url), 'utf8');
const notes = new Map(Array.from(page.matchAll(/^(\d+)\. (.*)$/gm), ([, n, text]) => [text, n]));
const numberOf = (text: string): string => notes.get(text) ?? `not on the page: ${text}`;
const section = (title: string): string => page.slice(page.indexOf(title)).split('\n#')[0];
/** The cell of a row that begins with this, in a column. */
function cell(title: string, first: string, column: number): string {
  const line = section(title)
    .split('\n')
    .find((one) => one.startsWith(`| ${first} |`));
  return line?.split(' | ')[column].replace(/ \|$/, '') ?? 'no such row';
}
const random = new Random(14);
const share = Array.from({ length: 30 }, () => {
  const [method, body, relation] = [random.pick(methods), random.pick(bodies), random.pick(Object.keys(relations))];
  return { method, body, relation };
});
test.each(share)('seed 14: $method, $body, $relation', ({ method, body, relation }) => {
  const shown = cell(`### ${method}, under`, `\`${relation}\``, 1 + bodies.indexOf(body));
  const integrator = usual(method);
  expect(cellText(measure({ body, relation, method, integrator }), numberOf)).toBe(shown);
});

const pairs = Array.from({ length: 12 }, () => ({
  method: random.pick(methods),
  integrator: random.pick(integrators),
  body: random.pick(bodies),
}));
test.each(pairs)('seed 14: $method under $integrator, $body', ({ method, integrator, body }) => {
  const shown = cell('## Integrators', `\`${integrator}\`, \`${body}\``, 1 + methods.indexOf(method));
  expect(cellText(measure({ body, relation: 'distance', method, integrator }), numberOf)).toBe(shown);
});

const ofOwn = Array.from({ length: 10 }, () => ({
  kind: random.pick(Object.keys(special)),
  method: random.pick(methods),
}));
test.each(ofOwn)('seed 14: $kind under $method, and on another body', ({ kind, method }) => {
  const own = ownBody[special[kind].of];
  const row = (column: number): string =>
    cell('## Kinds of ropes, joints and contacts', `\`${kind}\` of ${special[kind].of}`, column);
  expect(cellText(measureSpecial(kind, own, method), numberOf)).toBe(row(1 + methods.indexOf(method)));
  const other = random.pick(bodies.filter((body) => body !== own));
  expect(row(1 + methods.length)).toContain(othersText(kind, other, numberOf));
});

test('every kind of constraint is in a table', () => {
  // these make joins
  const made = ['join-touching', 'join-nearest'];
  const known = [...Object.keys(relations), ...Object.keys(special), ...made];
  expect([...constraintKinds().keys()].filter((kind) => !known.includes(kind))).toEqual([]);
});

const whole = Array.from({ length: 60 }, () => ({
  method: random.pick(methods),
  body: random.pick(bodies),
  relation: random.pick(Object.keys(relations)),
  integrator: random.pick(integrators),
}));
test.each(whole)(
  'seed 14: $body, $relation, $method, $integrator: it holds, or it is refused with a sentence',
  (one) => {
    const { refusal, residual } = accepts(one);
    if (refusal === undefined) expect(residual).toBeLessThan(0.02);
    else {
      expect(refusal).toMatch(/^.{20,}\.$/s);
      expect(refusal).not.toMatch(/diverged|undefined|NaN|is not a function/);
    }
  },
);

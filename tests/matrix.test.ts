// docs/matrix.md is current: a seeded share of its cells measured again; and combinations that are in neither of its tables follow from
// both. Budget: 8 s.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { accepts, bodies, integrators, measure, methods, relations } from './matrix/cells.ts';
import { integratorText, relationText, usual } from './matrix/page.ts';
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
const share = Array.from({ length: 40 }, () => {
  const [method, body, relation] = [random.pick(methods), random.pick(bodies), random.pick(Object.keys(relations))];
  return { method, body, relation };
});
test.each(share)('seed 14: $method, $body, $relation', ({ method, body, relation }) => {
  const shown = cell(`### ${method}, under`, `\`${relation}\``, 1 + bodies.indexOf(body));
  const integrator = usual(method);
  expect(relationText(accepts({ body, relation, method, integrator }), numberOf)).toBe(shown);
});

const pairs = Array.from({ length: 12 }, () => ({
  method: random.pick(methods),
  integrator: random.pick(integrators),
}));
test.each(pairs)('seed 14: $method under $integrator', ({ method, integrator }) => {
  const shown = cell('## Integrators', `\`${integrator}\`, \`particles\``, 1 + methods.indexOf(method));
  const measured = measure({ body: 'particles', relation: 'distance', method, integrator });
  expect(integratorText(measured, numberOf)).toBe(shown);
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

/** Equations from the grammar of docs/kinds/equation.md, some of them broken. */
import type { Random } from '../support/random.ts';

const constants = ['0', '1', '2', '.5', '1e-3', '1e300', '1e-320', '60deg', '5 mm', 'pi', 't', 'k'];
const unary = ['sin', 'cos', 'tan', 'exp', 'log', 'sqrt', 'abs'];
const pieces = [
  '(',
  ')',
  '[',
  ']',
  ',',
  '.',
  '.x',
  '.w',
  '^',
  '-',
  '+',
  '*',
  '/',
  '=',
  '>=',
  '<=',
  '1e',
  'a',
  'lenght(',
  ' ',
  '#',
  'π',
  '\n',
];

function scalar(random: Random, depth: number): string {
  const number = () => scalar(random, depth - 1);
  const vectors = () => vector(random, depth - 1);
  if (depth <= 0)
    return random.chance(0.5) ? random.pick(constants) : `${random.pick(['a', 'b'])}.${random.pick(['x', 'y', 'z'])}`;
  switch (random.below(9)) {
    case 0:
      return `${random.pick(unary)}(${number()})`;
    case 1:
      return `(${number()}${random.pick(['+', '-', '*', '/'])}${number()})`;
    case 2:
      return `${number()}^${random.pick(['2', '3', '0.5', '-1', '17', `(${number()})`])}`;
    case 3:
      return `dot(${vectors()}, ${vectors()})`;
    case 4:
      return `${random.pick(['length(', '('])}${vectors()})${random.pick(['', '.x', '.y'])}`;
    case 5:
      return `distance(${vectors()}, ${vectors()})`;
    case 6:
      return `angle(${vectors()}, ${vectors()}, ${vectors()})`;
    case 7:
      return `${random.pick(['min', 'max', 'atan2'])}(${number()}, ${number()})`;
    default:
      return `-${number()}`;
  }
}
function vector(random: Random, depth: number): string {
  if (depth <= 0) return random.pick(['a', 'b', '[1, 0, 0]', '[a.x, 0, k]']);
  const inner = () => vector(random, depth - 1);
  return random.pick([
    () => inner(),
    () => `(${inner()} ${random.pick(['+', '-'])} ${inner()})`,
    () => `${random.pick(constants)}*${inner()}`,
    () => `cross(${inner()}, ${inner()})`,
    () => `[${scalar(random, depth - 1)}, ${scalar(random, depth - 1)}, 0]`,
  ])();
}

/** An equation; one of three has something inserted, taken out or doubled. */
export function generateEquation(random: Random): string {
  const depth = 1 + random.below(4);
  const side = () => (random.chance(0.8) ? scalar(random, depth) : vector(random, depth));
  let text = random.chance(0.2) ? side() : `${side()} ${random.pick(['=', '=', '==', '>=', '<='])} ${side()}`;
  if (random.chance(0.3)) {
    const at = random.below(text.length + 1);
    const end = Math.min(text.length, at + random.below(6));
    text = random.pick([
      text.slice(0, at) + random.pick(pieces) + text.slice(at),
      text.slice(0, at) + text.slice(end),
      text.slice(0, end) + text.slice(at),
    ]);
  }
  return text;
}

/** A scene that holds an equation between two points. */
export const sceneWithEquation = (equation: string, random: Random) => ({
  pliant: 1,
  name: 'An equation',
  step: 0.001,
  defaults: { method: random.pick(['local', 'lagrange']) },
  bodies: [
    {
      ...{ id: 'p', kind: 'particles', mass: 1 },
      positions: [
        [0.3, 0.7, -0.2],
        [1.1, 0.4, 0.5],
      ],
    },
  ],
  constraints: [
    {
      ...{ id: 'typed', kind: 'equation', equation, parameters: { k: 0.8 }, ramp: true },
      points: { a: { body: 'p', nodes: [0] }, b: { body: 'p', nodes: [1] } },
    },
  ],
});

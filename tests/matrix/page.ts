/** docs/matrix.md, from what was measured. */
import { type BodyName, bodies, integrators, methods } from './bodies.ts';
import { type Measured, measure } from './cells.ts';
import { relations } from './relations.ts';
import { measureSpecial, special } from './scene-kinds.ts';

/** The integrator under which relations are tried. */
export const usual = (method: string): string => (method === 'displacement' ? 'backward-euler' : 'verlet');
/** The relation by which integrators are tried. */
const between = 'distance';

/** Residuals that are rounding are all alike. */
const size = (x: number): string => (x < 1e-13 ? 'exact' : x.toExponential(0));
/** A refusal without the names of this scene. */
export const sentence = (refusal: string): string =>
  refusal
    .replace(/constraint "(constraint|nail-\d)" \([a-z-]+\): /, '')
    .replaceAll(/body "(one|two|bead)"/g, 'the body')
    .replaceAll(/"(one|two|bead)"/g, 'the body')
    .replaceAll(/constraint "constraint" \([a-z-]+\)/g, 'the constraint');

/** Residual, order and momentum; those that say nothing are left out. */
export function cellText({ refusal, residual, order, momentum }: Measured, note: (text: string) => string): string {
  if (refusal !== undefined) return `(${note(sentence(refusal))})`;
  return [
    size(residual as number),
    order === undefined ? '=' : order.toFixed(1),
    ...(momentum === undefined ? [] : [momentum < 1e-11 ? 'exact' : momentum.toExponential(0)]),
  ].join(', ');
}

/** The body that a kind is for. */
export const ownBody = {
  ropes: 'spline',
  'rigid bodies': 'rigid',
  particles: 'particles',
  superquadrics: 'superquadric',
} as const;
/** On a body that it is not for, under the method that holds it on its own. */
export const othersText = (kind: string, body: BodyName, note: (text: string) => string): string =>
  cellText(
    measureSpecial(
      kind,
      body,
      special[kind].of === 'rigid bodies' || special[kind].of === 'superquadrics' ? 'lagrange' : 'displacement',
    ),
    note,
  );

/** Notes are numbered as they come. */
class Notes {
  readonly #known = new Map<string, number>();
  readonly number = (text: string): string => {
    const found = this.#known.get(text) ?? this.#known.size + 1;
    this.#known.set(text, found);
    return String(found);
  };
  list(): string {
    return [...this.#known].map(([text, n]) => `${n}. ${text}`).join('\n');
  }
}

export function matrixPage(): string {
  const notes = new Notes();
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const rule = (count: number): string => `|${'---|'.repeat(count)}`;
  const tables = methods.map((method) => {
    const integrator = usual(method);
    const lines = Object.keys(relations).map((relation) =>
      row([
        `\`${relation}\``,
        ...bodies.map((body) => cellText(measure({ body, relation, method, integrator }), notes.number)),
      ]),
    );
    return `### ${method}, under ${integrator}

${row(['relation', ...bodies.map((body) => `\`${body}\``)])}
${rule(bodies.length + 1)}
${lines.join('\n')}
`;
  });
  const specials = Object.entries(special).flatMap(([kind, { of: who }]) => {
    const body = ownBody[who];
    return [
      row([
        `\`${kind}\` of ${who}`,
        ...methods.map((method) => cellText(measureSpecial(kind, body, method), notes.number)),
        [
          ...new Set(bodies.filter((other) => other !== body).map((other) => othersText(kind, other, notes.number))),
        ].join(' '),
      ]),
    ];
  });
  const lines = integrators.flatMap((integrator) =>
    bodies.map((body: BodyName) =>
      row([
        `\`${integrator}\`, \`${body}\``,
        ...methods.map((method) => cellText(measure({ body, relation: between, method, integrator }), notes.number)),
      ]),
    ),
  );
  return `# What works with what

Measured, by \`npm run docs:matrix\`; \`tests/matrix.test.ts\` measures a seeded share again, and combinations that are in neither table. Two bodies
of a kind, 1.2 kg a node (a superquadric 4.8 kg in all, with local displacements, held at points of its surface), turn slowly and fall; a constraint is put on them. A number in brackets is the sentence with which a
combination is [refused](#refused): nothing else is accepted, and nothing is accepted in silence that does not hold.

A cell is residual, order, momentum:

- **residual**: exact where rows are met to rounding, below 1e-13 m, rad or m/s, in every step; else the largest of 10 steps of 1 ms:
  \`reaction\`, \`augmented\` and \`penalty\` approach their rows.
- **order**: of the error, from runs of 20 ms with steps of 2, 1 and 0.5 ms; = where these agree to 1e-12 m. \`penalty\` and
  \`augmented\` become stiffer with shorter steps, which is part of theirs, and a point that meets an obstacle does so at a moment that is
  known to a step.
- **momentum**: what the constraint between two bodies does to the momentum of both, as a part of it. Left out where the world holds.

## Relations and bodies, by method

\`join-touching\` and \`join-nearest\` make joins.

${tables.join('\n')}
## Kinds of ropes, joints and contacts

Under \`backward-euler\` for \`displacement\`, under \`verlet\` for the others. The last column is what is said of other bodies.

${row(['kind', ...methods.map((method) => `\`${method}\``), 'other bodies'])}
${rule(methods.length + 2)}
${specials.join('\n')}

## Integrators

A \`${between}\` between two bodies.

${row(['integrator, body', ...methods.map((method) => `\`${method}\``)])}
${rule(methods.length + 1)}
${lines.join('\n')}

## Refused

${notes.list()}
`;
}

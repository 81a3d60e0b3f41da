/** docs/matrix.md, from what was measured. */
import {
  accepts,
  type BodyName,
  bodies,
  type Combination,
  integrators,
  type Measured,
  measure,
  methods,
  relations,
} from './cells.ts';

/** The integrator under which relations are tried. */
export const usual = (method: string): string => (method === 'displacement' ? 'backward-euler' : 'verlet');
/** The bodies and the relation by which integrators are tried. */
const typical: readonly BodyName[] = ['particles', 'tet-springs'];
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

export const relationCell = (combination: Combination): Measured => accepts(combination);
export function relationText({ refusal, residual }: Measured, note: (text: string) => string): string {
  return refusal === undefined ? size(residual as number) : `(${note(sentence(refusal))})`;
}
export function integratorText(
  { refusal, residual, order, momentum }: Measured,
  note: (text: string) => string,
): string {
  if (refusal !== undefined) return `(${note(sentence(refusal))})`;
  const parts = [size(residual as number), order === undefined ? 'order: exact' : `order ${order.toFixed(1)}`];
  return [...parts, momentum === undefined ? '' : `momentum ${momentum < 1e-11 ? 'exact' : momentum.toExponential(0)}`]
    .filter(Boolean)
    .join(', ');
}

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
        ...bodies.map((body) => relationText(relationCell({ body, relation, method, integrator }), notes.number)),
      ]),
    );
    return `### ${method}, under ${integrator}

${row(['relation', ...bodies.map((body) => `\`${body}\``)])}
${rule(bodies.length + 1)}
${lines.join('\n')}
`;
  });
  const lines = integrators.flatMap((integrator) =>
    typical.map((body) =>
      row([
        `\`${integrator}\`, \`${body}\``,
        ...methods.map((method) =>
          integratorText(measure({ body, relation: between, method, integrator }), notes.number),
        ),
      ]),
    ),
  );
  return `# What works with what

Measured, by \`npm run docs:matrix\`; \`tests/matrix.test.ts\` measures a seeded share again, and combinations that are in neither table. Two bodies
of a kind, 1.2 kg a node, turn slowly and fall; a constraint is put on them. A number in brackets is the sentence with which a
combination is [refused](#refused): nothing else is accepted, and nothing is accepted in silence that does not hold.

- **exact**: rows are met to rounding, below 1e-13 m, rad or m/s, in every step. A number is the largest residual of 10 steps of 1 ms:
  \`reaction\`, \`augmented\` and \`penalty\` approach their rows.
- **order**: of the error, from runs of 20 ms with steps of 2, 1 and 0.5 ms.
- **momentum**: what the constraint between two bodies does to the momentum of both, as a part of it.

## Relations and bodies, by method

Ropes have kinds of their own beside these, under \`displacement\`: [\`keyhole\`](kinds/keyhole.md), [\`pearl\`](kinds/pearl.md), [\`fuse\`](kinds/fuse.md),
[\`orientation\`](kinds/orientation.md), [\`twist\`](kinds/twist.md), [\`nock\`](kinds/nock.md), [\`contact\`](kinds/contact.md).

${tables.join('\n')}
## Integrators

A \`${between}\` between two bodies.

${row(['integrator, body', ...methods.map((method) => `\`${method}\``)])}
${rule(methods.length + 1)}
${lines.join('\n')}

## Refused

${notes.list()}
`;
}

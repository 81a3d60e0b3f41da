/** The page of all kinds, from their descriptions: docs/kinds/README.md. And the same for a panel: what can be said of a kind. */
import { allIntegrators, constraintKinds, type Field, type Glyph, methodKinds } from '@pliant/engine';
import { typedIn } from './fields.ts';
import { type Json, resolved, sceneJsonSchema } from './json-schema.ts';
import { described } from './quantities.ts';

/** A field as a panel shows it. */
export interface FieldDescription {
  readonly key: string;
  readonly type: string;
  readonly required: boolean;
  /** a sentence with the unit and what it is if it is not given */
  readonly words: string;
  readonly unit?: string;
  readonly range?: Field['range'];
  readonly options?: readonly unknown[];
  /** what may be typed, where it is numbers and words: `a positive number in metres`; points of bodies are chosen otherwise */
  readonly wanted?: string;
  readonly fallback?: Field['fallback'];
}
export interface KindDescription {
  readonly kind: string;
  readonly description: string;
  readonly traits: readonly string[];
  readonly glyph?: Glyph;
  /** it takes "ramp": points that are apart may be led to their goal */
  readonly ramp: boolean;
  readonly fields: readonly FieldDescription[];
}

const fieldsOf = (fields: Readonly<Record<string, Field>>): FieldDescription[] =>
  Object.entries(fields).map(([key, field]) => {
    const { type, required, unit, range, options, fallback } = field;
    return {
      key,
      type,
      required,
      words: described(field),
      ...(unit === undefined ? {} : { unit }),
      ...(range === undefined ? {} : { range }),
      ...(options === undefined ? {} : { options }),
      ...wantedOf(field),
      ...(fallback === undefined ? {} : { fallback }),
    };
  });

function wantedOf(field: Field): { wanted?: string } {
  const wanted = typedIn(field);
  return wanted === undefined ? {} : { wanted };
}

/** Every kind of constraint there is now, as an inspector shows it. */
export const describeConstraints = (): KindDescription[] =>
  [...constraintKinds().values()].map(({ kind, description, traits = [], glyph, ramp = false, fields }) => ({
    kind,
    description,
    traits,
    glyph,
    ramp,
    fields: fieldsOf(fields),
  }));
/** Every method. */
export const describeMethods = (): KindDescription[] =>
  Object.values(methodKinds).map(({ kind, description, fields }) => ({
    kind,
    description,
    traits: [],
    ramp: false,
    fields: fieldsOf(fields),
  }));

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
const row = (...cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;
const heading = (...cells: readonly string[]): string[] => [row(...cells), `|${cells.map(() => '---').join('|')}|`];

/** Kinds as a table: name, meaning, keys. */
const table = (kinds: readonly KindDescription[]): string[] => [
  ...heading('kind', 'what it does', 'keys'),
  ...kinds.map(({ kind, description, traits, fields }) => {
    const keys = fields.map(({ key, required, words }) => `\`${key}\`${required ? '' : '?'}: ${words}`);
    const marks = traits.length ? ` *${traits.join(', ')}*` : '';
    return row(`[\`${kind}\`](${kind}.md)`, `${description}${marks}`, keys.join('<br>'));
  }),
];

/** Of the kinds that are objects of the format alone: bodies, meshes, events, probes. */
function ofSchema(name: string, key: string, link: (kind: string) => string): string[] {
  const defs = sceneJsonSchema().$defs as Record<string, Json>;
  const branches = (defs[name].allOf as Json[]).map((one) => one.then as Json);
  return [
    ...heading(key, 'what it is', 'keys'),
    ...branches.map((branch) => {
      const found = resolved(branch, defs);
      const properties = found.properties as Record<string, Json>;
      const required = (found.required ?? []) as string[];
      const kind = properties[key].const as string;
      const keys = Object.entries(properties).filter(([one]) => one !== key && one !== 'id');
      const words = keys.map(
        ([one, part]) => `\`${one}\`${required.includes(one) ? '' : '?'}: ${resolved(part, defs).description}`,
      );
      return row(link(kind), String(properties[key].description), words.join('<br>'));
    }),
  ];
}

export function kindsPage(): string {
  const plain = (kind: string): string => `\`${kind}\``;
  const linked = (kind: string): string => `[\`${kind}\`](${kind}.md)`;
  return [
    '# All kinds',
    '',
    'This page is made from the descriptions of the kinds by `npm run docs:kinds`; a test checks that it is current. A key with',
    '`?` may be left out. Every constraint also has an `id`, a `method`, `active`, and most take a `ramp`.',
    '',
    'Pictures on the pages of kinds are drawn from scenes that the engine runs (`npm run docs:pictures`): pale, how it starts; squares, points',
    'of the world; dots, points that are held; dotted lines, where a point went; red arrows, forces of constraints.',
    '',
    '## Constraints',
    '',
    ...table(describeConstraints()),
    '',
    '## Methods',
    '',
    ...table(describeMethods()),
    '',
    '## Integrators',
    '',
    ...heading('integrator', 'order', 'its step'),
    ...Object.values(allIntegrators).map(({ kind, order, solved, implicit }) =>
      row(
        `[\`${kind}\`](${kind.replace(/-as-printed$/, '')}.md)`,
        String(order),
        solved ? 'one solve with its constraints' : implicit ? 'a linear solve' : 'explicit',
      ),
    ),
    '',
    '## Bodies',
    '',
    ...ofSchema('body', 'kind', linked),
    '',
    '## Meshes',
    '',
    ...ofSchema('mesh', 'kind', plain),
    '',
    '## Events',
    '',
    ...ofSchema('event', 'do', plain),
    '',
    '## Probes',
    '',
    ...ofSchema('probe', 'kind', plain),
    '',
  ].join('\n');
}

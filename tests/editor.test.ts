// What an editor makes of docs/scene.schema.json: the JSON language service of VS Code, on the files as they are. About 3 s.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { getLanguageService, type LanguageService, TextDocument } from 'vscode-json-languageservice';
import { root } from './support/pages.ts';

type Schema = { readonly [key: string]: unknown };
const schemaFile = 'docs/scene.schema.json';
const schema: Schema = JSON.parse(readFileSync(root + schemaFile, 'utf8'));
const defs = schema.$defs as Record<string, Schema>;
const examples = readdirSync(`${root}examples`, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.json'))
  .sort();

const service: LanguageService = getLanguageService({
  schemaRequestService: async (uri) => readFileSync(new URL(uri), 'utf8'),
  workspaceContext: { resolveRelativePath: (path, from) => new URL(path, from).href },
});
const opened = (name: string, text: string) => {
  const document = TextDocument.create(`file://${root}examples/${name}`, 'json', 1, text);
  return { document, json: service.parseJSONDocument(document) };
};

test.each(examples)('%s: nothing is marked as wrong', async (name) => {
  const { document, json } = opened(name, readFileSync(`${root}examples/${name}`, 'utf8'));
  expect((await service.doValidation(document, json)).map(({ message }) => message)).toEqual([]);
});

/** What stands behind references. */
const whole = (part: Schema): Schema =>
  typeof part.$ref === 'string' ? { ...whole(defs[part.$ref.replace('#/$defs/', '')]), ...part } : part;
/** The keys of every kind of a choice, by its name. */
function kindsOf(def: string, key: 'kind' | 'do'): [string, string[]][] {
  return (defs[def].allOf as Schema[]).map((branch) => {
    const properties = whole(branch.then as Schema).properties as Record<string, Schema>;
    return [String(whole(properties[key]).const), Object.keys(properties)];
  });
}
const places = [
  ['bodies', 'body', 'kind'],
  ['constraints', 'constraint', 'kind'],
  ['events', 'event', 'do'],
  ['probes', 'probe', 'kind'],
] as const;
const kinds = places.flatMap(([list, def, key]) =>
  kindsOf(def, key).map(([kind, keys]) => ({ list, key, kind, keys })),
);

/** Completion at the place of `|`. */
async function completed(text: string) {
  const at = text.indexOf('|');
  const { document, json } = opened('mine.json', text.replace('|', ''));
  const found = await service.doComplete(document, document.positionAt(at), json);
  return found?.items ?? [];
}
const scene = (inner: string): string =>
  `{ "$schema": "../${schemaFile}", "pliant": 1, "name": "x", "step": 0.001, ${inner} }`;

test.each(kinds)('$list, $kind: every key is completed, and described', async ({ list, key, kind, keys }) => {
  const items = await completed(scene(`"${list}": [{ "${key}": "${kind}", | }]`));
  const offered = new Map(items.map((item) => [item.label, item]));
  const wanted = keys.filter((name) => name !== key);
  expect([...offered.keys()].sort()).toEqual([...wanted].sort()); // these, and none of another kind
  const bare = wanted.filter((name) => !String(offered.get(name)?.documentation ?? '').trim());
  expect(bare).toEqual([]);
});

test.each(places)('%s: the kinds there are, completed', async (list, def, key) => {
  const items = await completed(scene(`"${list}": [{ "${key}": | }]`));
  const names = kindsOf(def, key).map(([kind]) => JSON.stringify(kind));
  expect(items.map(({ label }) => label)).toEqual(expect.arrayContaining(names));
});

test('keys of the scene are completed; those that stand there already are not', async () => {
  const labels = (await completed(scene('|'))).map(({ label }) => label);
  expect(labels).toEqual(expect.arrayContaining(['bodies', 'constraints', 'events', 'probes', 'gravity', 'duration']));
  expect(labels).not.toContain('step');
});

test('the pointer over any key of any example shows what it means', async () => {
  const silent: string[] = [];
  for (const name of examples) {
    const text = readFileSync(`${root}examples/${name}`, 'utf8');
    const { document, json } = opened(name, text);
    for (const { index, 1: key } of text.matchAll(/"([\w$-]+)"\s*:/g)) {
      const hover = await service.doHover(document, document.positionAt(index + 1), json);
      if (!JSON.stringify(hover?.contents ?? '').match(/[a-z]{3}/i)) silent.push(`${name}: ${key}`);
    }
  }
  expect(silent).toEqual([]);
});

test('one fault gives one marked place, on its key, with a message that names it', async () => {
  const hello = readFileSync(`${root}examples/hello.json`, 'utf8');
  const faults = [
    ['"density"', '"densty"', /densty is not allowed|Property densty/],
    ['"kind": "nail"', '"kind": "nial"', /Value is not accepted. Valid values:.*"nail"/],
    ['"step": ', '"step": -', /below the minimum/],
  ] as const;
  for (const [right, wrong, says] of faults) {
    const text = hello.replace(right, wrong);
    expect(text).not.toBe(hello);
    const { document, json } = opened('hello.json', text);
    const found = await service.doValidation(document, json);
    expect(found.length, JSON.stringify(found.map(({ message }) => message))).toBeLessThanOrEqual(2);
    expect(found.map(({ message }) => message).join('\n')).toMatch(says);
    const line = lineOf(text, wrong);
    expect(found.map(({ range }) => range.start.line <= line && line <= range.end.line)).not.toContain(false);
  }
});
const lineOf = (text: string, part: string): number => text.slice(0, text.indexOf(part)).split('\n').length - 1;

/**
 * Names of files and identifiers use the words of the field, pages and messages plain English: fails on the words and phrases of
 * scripts/words.ts. Comments are not checked.
 *
 *   tsx scripts/check-words.ts
 */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import ts from 'typescript';
import { sourcesUnder } from './check-rooms.ts';
import { allowed, avoided, phrases, rightIn, unchecked } from './words.ts';

/** The parts of a name, in lower case: constraintState, constraint-state and CONSTRAINT_STATE have the same. */
export function partsOf(name: string): string[] {
  const spaced = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replace(/([A-Z])([A-Z][a-z])/g, '$1 $2');
  return spaced.split(/[^A-Za-z]+/).flatMap((part) => (part ? [part.toLowerCase()] : []));
}

/** The avoided word in a name, if there is one. */
export function avoidedIn(name: string): string | undefined {
  const parts = partsOf(name);
  return parts
    .flatMap((part, i) => [part, `${part} ${parts[i + 1] ?? ''}`])
    .find((words) => Object.hasOwn(avoided, words));
}

/** The last source: names and strings of a file are asked for one after the other. */
let last: { readonly file: string; readonly text: string; readonly source: ts.SourceFile } | undefined;
function parsed(file: string, text: string): ts.SourceFile {
  if (last?.file !== file || last.text !== text)
    last = { file, text, source: ts.createSourceFile(file, text, ts.ScriptTarget.Latest) };
  return last.source;
}

/** The identifiers of a source that declare something, with their lines. Uses of them would only repeat the fault. */
export function declaredIn(file: string, text: string): { readonly name: string; readonly line: number }[] {
  const source = parsed(file, text);
  const found: { name: string; line: number }[] = [];
  const visit = (node: ts.Node): void => {
    const name = (node as Partial<ts.NamedDeclaration>).name;
    const isUse = ts.isPropertyAccessExpression(node) || ts.isImportSpecifier(node) || ts.isMetaProperty(node);
    if (name && !isUse && (ts.isIdentifier(name) || ts.isPrivateIdentifier(name)))
      found.push({
        name: name.text.replace('#', ''),
        line: source.getLineAndCharacterOfPosition(name.getStart(source)).line + 1,
      });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Faults of a file: of its name, and of the names it declares. */
export function faultsOf(file: string, text: string): string[] {
  const fault = (where: string, name: string): string[] => {
    const word = Object.hasOwn(allowed, `${file} ${name}`) ? undefined : avoidedIn(name);
    if (rightIn.some((one) => one.word === word && file.startsWith(one.place))) return [];
    return word === undefined ? [] : [`${where}: "${name}" contains "${word}". Use ${avoided[word]}.`];
  };
  return [
    ...fault(file, basename(file).replace(/\..*$/, '')),
    ...declaredIn(file, text).flatMap(({ name, line }) => fault(`${file}:${line}`, name)),
  ];
}

const phrase = new RegExp(`\\b(?:${Object.keys(phrases).join('|')})\\b(?! apart)`, 'gi');

/** Phrases to avoid in a text, with their lines; line breaks count as spaces. */
export function phrasesIn(text: string): { readonly words: string; readonly line: number }[] {
  return [...text.replace(/\s/g, ' ').matchAll(phrase)].map(({ 0: words, index }) => ({
    words: words.toLowerCase(),
    line: text.slice(0, index).split('\n').length,
  }));
}

const blank = (text: string): string => text.replace(/[^\n]/g, ' ');

/** Strings of a source, with everything else blank. */
export function stringsOf(file: string, text: string): string {
  const source = parsed(file, text);
  let kept = '';
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node)) {
      const start = node.getStart(source);
      kept += blank(text.slice(kept.length, start)) + text.slice(start, node.end);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return kept + blank(text.slice(kept.length));
}

/** Pages that people read, by their paths in the repository. */
function pages(root: string): string[] {
  const inDocs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .map((name) => `docs/${name}`)
    .filter((name) => name.endsWith('.md') && !name.startsWith(join('docs', 'api')));
  const others = ['README.md', 'SECURITY.md', 'CONTRIBUTING.md'];
  return [...others, ...['engine', 'io', 'cli', 'studio'].map((name) => `packages/${name}/README.md`), ...inDocs];
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const packages = fileURLToPath(new URL('../packages', import.meta.url));
  const files = ['engine', 'io', 'cli', 'studio']
    .flatMap((name) => sourcesUnder(join(packages, name, 'src')).map((file) => `${name}/src/${file}`))
    .filter((file) => file.endsWith('.ts') && !unchecked.some((room) => file.startsWith(`${room}/`)));
  const root = join(packages, '..');
  const texts = pages(root).map((file) => [file, readFileSync(join(root, file), 'utf8')]);
  const faults: string[] = [];
  for (const file of files) {
    const text = readFileSync(join(packages, file), 'utf8');
    faults.push(...faultsOf(file, text));
    texts.push([`packages/${file}`, stringsOf(file, text)]);
  }
  for (const one of faults) console.error(`packages/${one}`);
  const said = texts.flatMap(([file, text]) =>
    phrasesIn(text).map(({ words, line }) => `${file}:${line}: "${words}". Write: ${phrases[words]}.`),
  );
  for (const one of said) console.error(one);
  const later = unchecked.length ? `; not checked yet: ${unchecked.join(', ')}` : '';
  console.log(`words: ${texts.length} files, ${faults.length + said.length} faults${later}.`);
  if (faults.length + said.length) process.exitCode = 1;
}

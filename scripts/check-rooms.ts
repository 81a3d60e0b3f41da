/**
 * Rooms: every folder of a package imports only from folders that stand before it in the list of `scripts/rooms.ts`.
 *
 *   tsx scripts/check-rooms.ts            fails on an import that points the wrong way, type imports included, on a cycle
 *                                         of files, on a folder with too many sources, on a source that is too long, and on
 *                                         an outdated picture; prints the median length of sources
 *   tsx scripts/check-rooms.ts --write    draws the graph of the engine's rooms into docs/architecture.md
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, posix, relative, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { mostLines, mostMedianLines, mostSources, packageOrder, type Rooms, rooms, toBeDivided } from './rooms.ts';

export interface Import {
  readonly file: string;
  readonly line: number;
  /** the file it points to, or the name of another package */
  readonly to: string;
}

const isSource = (name: string): boolean => /\.(ts|svelte)$/.test(name) && !/\.(test|long|browser|d)\.ts$/.test(name);

export function sourcesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && isSource(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}

const statement =
  /^\s*(?:import|export)\b[^'"`;]*?from\s*['"]([^'"]+)['"]|^\s*import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm;

/** All imports of a file, types included. */
export function importsOf(file: string, text: string): Import[] {
  return [...text.matchAll(statement)].map((match) => {
    const to = match[1] ?? match[2] ?? match[3];
    const line = text.slice(0, (match.index ?? 0) + match[0].length).split('\n').length;
    return { file, line, to: to.startsWith('.') ? posix.join(posix.dirname(file), to.split('?')[0]) : to };
  });
}

/** The room of a file: the longest entry of the list that it lies in; files of the root are above all rooms. */
export function roomOf(file: string, list: readonly string[]): string | undefined {
  return list
    .filter((room) => file.startsWith(`${room}/`))
    .sort((a, b) => b.length - a.length)
    .at(0);
}

/** Imports that point to a later room. */
export function wrongWay(imports: readonly Import[], list: readonly string[]): string[] {
  return imports.flatMap(({ file, line, to }) => {
    const [from, target] = [roomOf(file, list), roomOf(to, list)];
    if (from === undefined || target === undefined) {
      return from !== undefined && to.endsWith('.ts') && !to.includes('/')
        ? [`${file}:${line}: a room imports the root file ${to}. Move what it needs into a room.`]
        : [];
    }
    return list.indexOf(target) <= list.indexOf(from)
      ? []
      : [`${file}:${line}: "${from}" imports ${to}, but "${target}" comes after it. Move one of the two.`];
  });
}

/** Files that import each other, as the first cycle found from each. */
export function cycles(imports: readonly Import[]): string[] {
  const next = new Map<string, string[]>();
  for (const { file, to } of imports) next.set(file, [...(next.get(file) ?? []), to]);
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (file: string, path: readonly string[]): void => {
    const at = path.indexOf(file);
    if (at >= 0) {
      found.push(`cycle: ${[...path.slice(at), file].join(' -> ')}`);
      return;
    }
    if (done.has(file)) return;
    done.add(file);
    for (const to of next.get(file) ?? []) visit(to, [...path, file]);
  };
  for (const file of next.keys()) visit(file, []);
  return found;
}

/** Folders with more sources than a visitor can take in. */
export function crowded(files: readonly string[], allowed: Readonly<Record<string, string>>): string[] {
  const count = new Map<string, number>();
  for (const file of files) count.set(dirname(file), (count.get(dirname(file)) ?? 0) + 1);
  return [...count].flatMap(([folder, n]) =>
    n > mostSources && !allowed[folder] ? [`${folder}: ${n} sources; ${mostSources} at most. Divide the folder.`] : [],
  );
}

export interface Length {
  readonly file: string;
  readonly lines: number;
  /** its header says why it is long */
  readonly excused: boolean;
}
/** The length of a source. The reason for a long one stands in the comment at its beginning. */
export function lengthOf(file: string, text: string): Length {
  const header = /^\s*\/\*\*[\s\S]*?\*\//.exec(text)?.[0] ?? '';
  return { file, lines: text.trimEnd().split('\n').length, excused: /\bLong because\b/.test(header) };
}
/** The length that half of the sources do not exceed. */
export const medianLines = (all: readonly Length[]): number =>
  all.map(({ lines }) => lines).sort((a, b) => a - b)[Math.floor((all.length - 1) / 2)] ?? 0;

/** Sources that are longer than allowed, without a reason; and a median that is. */
export function tooLong(all: readonly Length[], pending: readonly string[]): string[] {
  const median = medianLines(all);
  return [
    ...all
      .filter(({ file, lines, excused }) => lines > mostLines && !excused && !pending.includes(file))
      .map(
        ({ file, lines }) =>
          `${file}: ${lines} lines; ${mostLines} at most. Divide it, or say in its header "Long because ...".`,
      ),
    ...(median > mostMedianLines ? [`the median source has ${median} lines; ${mostMedianLines} at most.`] : []),
  ];
}

/** The graph of the top-level rooms, as Mermaid draws it: direct imports that no other path implies. */
export function picture(imports: readonly Import[], list: readonly string[]): string {
  const top = [...new Set(list.map((room) => room.split('/')[0]))];
  const edges = new Map<string, Set<string>>(top.map((room) => [room, new Set()]));
  for (const { file, to } of imports) {
    const [from, target] = [roomOf(file, top), roomOf(to, top)];
    if (from && target && from !== target) edges.get(from)?.add(target);
  }
  const at = (room: string): number => top.indexOf(room);
  const reaches = (from: string, to: string): boolean =>
    [...(edges.get(from) ?? [])].some((next) => next === to || (at(next) < at(from) && reaches(next, to)));
  const lines = top.flatMap((from) =>
    [...(edges.get(from) ?? [])]
      .filter((to) => ![...(edges.get(from) ?? [])].some((other) => other !== to && reaches(other, to)))
      .map((to) => `  ${from} --> ${to}`),
  );
  return ['```mermaid', 'graph BT', ...lines, '```'].join('\n');
}

const [begin, end] = ['<!-- rooms: generated by npm run check:rooms -- --write -->', '<!-- /rooms -->'];
/** The document with the picture in its place. */
export function withPicture(document: string, drawn: string): string {
  const [from, to] = [document.indexOf(begin), document.indexOf(end)];
  if (from < 0 || to < 0) throw new Error(`docs/architecture.md has no place for the picture: ${begin} ... ${end}`);
  return `${document.slice(0, from + begin.length)}\n\n${drawn}\n\n${document.slice(to)}`;
}

interface Checked {
  readonly faults: string[];
  readonly imports: Import[];
  readonly lengths: Length[];
}
function check(root: string, name: string, { order, exceptions }: Rooms): Checked {
  const folder = join(root, 'packages', name, 'src');
  const files = sourcesUnder(folder);
  const texts = files.map((file) => ({ file, text: readFileSync(join(folder, file), 'utf8') }));
  const imports = texts.flatMap(({ file, text }) => importsOf(file, text));
  const lengths = texts.map(({ file, text }) => lengthOf(`${name}/src/${file}`, text));
  const own = imports.filter(({ to }) => files.includes(to));
  const others = imports.filter(({ to }) => to.startsWith('@pliant/') || to === 'pliant');
  const later = others.flatMap(({ file, line, to }) => {
    const target = to.replace('@pliant/', '').split('/')[0];
    return (packageOrder[name] ?? []).includes(target) ? [] : [`${file}:${line}: ${name} may not import ${to}.`];
  });
  const unplaced = files.filter((file) => file.includes('/') && roomOf(file, order) === undefined);
  const faults = [
    ...wrongWay(own, order),
    ...cycles(own),
    ...crowded(files, exceptions ?? {}),
    ...later,
    ...unplaced.map((file) => `${file}: its folder is in no room. Add it to scripts/rooms.ts.`),
  ];
  return { faults: faults.map((fault) => `packages/${name}/src/${fault}`), imports: own, lengths };
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const results = Object.entries(rooms).map(([name, list]) => ({ name, ...check(root, name, list) }));
  const lengths = results.flatMap((result) => result.lengths);
  const faults = [...results.flatMap((result) => result.faults), ...tooLong(lengths, toBeDivided)];
  const page = join(root, 'docs/architecture.md');
  const document = readFileSync(page, 'utf8');
  const engine = results.find(({ name }) => name === 'engine');
  const drawn = withPicture(document, picture(engine?.imports ?? [], rooms.engine.order));
  if (process.argv.includes('--write')) writeFileSync(page, drawn);
  else if (drawn !== document)
    faults.push('docs/architecture.md: the picture is outdated. Run npm run check:rooms -- --write.');
  for (const fault of faults) console.error(fault);
  const longest = Math.max(...lengths.map(({ lines }) => lines));
  const sizes = `${lengths.length} sources of ${medianLines(lengths)} lines (median), ${longest} at most`;
  console.log(`rooms: ${results.length} packages, ${sizes}; ${faults.length} faults.`);
  if (faults.length) process.exitCode = 1;
}

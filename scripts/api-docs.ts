/**
 * What is missing in the documentation of a package's index.ts: every export has a doc comment with an example, and every
 * example compiles.
 *
 *   tsx scripts/check-api.ts
 *
 * Examples are one line each, after `@example`. They use all exports, and the names of `given` below.
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

export interface ApiFault {
  readonly name: string;
  readonly file: string;
  readonly fault: string;
}

const options: ts.CompilerOptions = {
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2022.d.ts'],
  types: [],
  allowImportingTsExtensions: true,
  strict: true,
  noEmit: true,
  skipLibCheck: true,
};

/** What examples may use beside the exports: names and their types. */
const given: Readonly<Record<string, string>> = {
  world: 'World',
  cube: 'Body',
  other: 'Body',
  rod: 'Spline',
  otherRod: 'Spline',
  floor: 'Plane',
  boxMesh: 'Mesh',
  cells: 'HexMesh',
  surface: 'TriangleSurface',
  relationOfTwo: 'Relation',
  x: 'Expr',
  y: 'Expr',
  u: 'Vec3',
  v: 'Vec3',
  w: 'Vec3',
  points: 'Float64Array',
  degrees: 'number',
  error: 'unknown',
  console: '{ log(...all: unknown[]): void }',
};

interface Example {
  readonly name: string;
  readonly file: string;
  readonly code: string;
}

/** The faults of an entry file, in the order of its exports. */
export function apiFaults(entry: string): ApiFault[] {
  const { faults, names, examples } = commentsOf(entry);
  return [...faults, ...exampleFaults(entry, names, examples)];
}

function commentsOf(entry: string): { faults: ApiFault[]; names: string[]; examples: Example[] } {
  const program = ts.createProgram([entry], { ...options, lib: [], noLib: true });
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(entry);
  const module = source && checker.getSymbolAtLocation(source);
  if (!module) throw new Error(`${entry} cannot be read, or exports nothing.`);
  const faults: ApiFault[] = [];
  const examples: Example[] = [];
  const exports = checker.getExportsOfModule(module);
  for (const exported of exports) {
    const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
    const { name } = exported;
    const file = symbol.declarations?.[0]?.getSourceFile().fileName ?? entry;
    if (symbol.flags & ts.SymbolFlags.ValueModule) {
      // a namespace is described by the header of its file
      if (!readFileSync(file, 'utf8').startsWith('/**')) faults.push({ name, file, fault: 'has no header comment' });
      continue;
    }
    const example = symbol.getJsDocTags(checker).find((tag) => tag.name === 'example');
    if (symbol.getDocumentationComment(checker).length === 0) faults.push({ name, file, fault: 'has no doc comment' });
    else if (!example) faults.push({ name, file, fault: 'has no @example' });
    else examples.push({ name, file, code: ts.displayPartsToString(example.text) });
  }
  return { faults, names: exports.map(({ name }) => name), examples };
}

/** Compiles all examples as one module, each in a block of its own. */
function exampleFaults(entry: string, names: readonly string[], examples: readonly Example[]): ApiFault[] {
  const path = join(dirname(entry), 'examples.check.ts');
  const text = moduleOf(entry, names, examples);
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile, getSourceFile } = host;
  host.fileExists = (file) => file === path || fileExists(file);
  host.readFile = (file) => (file === path ? text : readFile(file));
  host.getSourceFile = (file, version) =>
    file === path ? ts.createSourceFile(file, text, version) : getSourceFile(file, version);
  const program = ts.createProgram([path], options, host);
  const source = program.getSourceFile(path);
  return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map((diagnostic) => {
    const line = source?.getLineAndCharacterOfPosition(diagnostic.start ?? 0).line ?? 0;
    const { name, file } = examples[line - 2] ?? { name: 'the preamble of the examples', file: entry };
    const message = ts.flattenDiagnosticMessageText(diagnostic.messageText, ' ');
    return { name, file, fault: `has an example that does not compile: ${message}` };
  });
}
/** Line 0 is the import, line 1 declares what is given, line n + 2 is example n. */
function moduleOf(entry: string, names: readonly string[], examples: readonly Example[]): string {
  const declared = Object.entries(given).filter(
    ([, type]) => !/^[A-Z]/.test(type) || type === 'Float64Array' || names.includes(type),
  );
  return [
    `import { ${names.join(', ')} } from '${entry}';`,
    declared.map(([name, type]) => `declare const ${name}: ${type};`).join(' '),
    ...examples.map(({ code }) => `{ ${code.replaceAll('\n', ' ').replace(/\/\/.*$/, '')} }`),
  ].join('\n');
}

/** A fault as a line that editors can open: the file, the line of the export, and what is wrong. */
export function shownFault({ name, file, fault }: ApiFault): string {
  const line = readFileSync(file, 'utf8')
    .split('\n')
    .findIndex((text) => new RegExp(`^export .*\\b${name}\\b`).test(text));
  return `${file}:${line + 1}: ${name} ${fault}.`;
}

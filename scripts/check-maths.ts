/**
 * Same bits everywhere: finds what the engine must not use, because its result differs between machines or between runs.
 *
 *   tsx scripts/check-maths.ts [folder]      default: packages/engine/src; tests (*.test.ts, *.long.ts) are left out
 *
 * ECMAScript leaves the last bits of sin, pow, exp, `**` ... to the implementation. Clocks and random numbers change from
 * run to run. `eval` and `new Function` are refused by strict pages. The sources are parsed, so comments and strings may
 * speak of all of these. A banned global may not be passed around under another name either.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import ts from 'typescript';

export interface Finding {
  file: string;
  line: number;
  column: number;
  /** What was found. */
  what: string;
  /** What to use instead. */
  instead: string;
}

const ownFunction = 'use the function of kernel/formula/functions.ts';
const byHand = 'write it with + - * / and Math.sqrt';
const ownPower = 'multiply out, or use pow of kernel/formula/functions.ts';
const simulatedTime = 'use the simulated time; clocks belong to benchmarks, cli and studio';
const seeded = 'take numbers from a seeded generator that is part of the state';
const noCodeFromText = 'build an expression and compile it with the kernel';

/** Banned members of globals. The name of the global itself may be used for nothing but its other members. */
const bannedMembers: Record<string, Record<string, string>> = {
  Math: {
    ...Object.fromEntries(
      ['sin', 'cos', 'tan', 'asin', 'acos', 'atan', 'atan2', 'exp', 'log'].map((name) => [name, ownFunction]),
    ),
    ...Object.fromEntries(
      ['expm1', 'log1p', 'log2', 'log10', 'sinh', 'cosh', 'tanh', 'asinh', 'acosh', 'atanh', 'cbrt', 'hypot'].map(
        (name) => [name, byHand],
      ),
    ),
    pow: ownPower,
    random: seeded,
  },
  Date: { now: simulatedTime },
  performance: { now: simulatedTime, timeOrigin: simulatedTime },
};

const globalObjects = new Set(['globalThis', 'self', 'window', 'global']);

/** The name under which `node` reads a global: `Math`, `globalThis.Math`, `globalThis['Math']`. */
function globalName(node: ts.Node): string | undefined {
  if (ts.isIdentifier(node)) return isReference(node) ? node.text : undefined;
  if (!ts.isPropertyAccessExpression(node) && !ts.isElementAccessExpression(node)) return undefined;
  if (!ts.isIdentifier(node.expression) || !globalObjects.has(node.expression.text)) return undefined;
  return memberName(node);
}

/** The member an access names; undefined when it is computed. */
function memberName(node: ts.PropertyAccessExpression | ts.ElementAccessExpression): string | undefined {
  if (ts.isPropertyAccessExpression(node)) return node.name.text;
  return ts.isStringLiteralLike(node.argumentExpression) ? node.argumentExpression.text : undefined;
}

/** Whether an identifier reads a value, rather than naming a member, a declaration or a type. */
function isReference(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
  if (ts.isShorthandPropertyAssignment(parent)) return true;
  if (ts.isExportSpecifier(parent)) return (parent.propertyName ?? parent.name) === node;
  if (ts.isImportSpecifier(parent) || ts.isBindingElement(parent))
    return 'initializer' in parent && parent.initializer === node;
  if (ts.isTypeQueryNode(parent) || ts.isTypeReferenceNode(parent) || ts.isQualifiedName(parent)) return false;
  if (ts.isExpressionWithTypeArguments(parent)) return !ts.isInterfaceDeclaration(parent.parent.parent);
  if (ts.isLabeledStatement(parent) || ts.isBreakOrContinueStatement(parent)) return false;
  return (parent as { name?: ts.Node }).name !== node;
}

/**
 * The members a destructuring of `node` takes, as `const { sin } = Math` or `({ sin } = Math)` do;
 * undefined in the list for a computed one or a rest, undefined in all if `node` is not destructured.
 */
function destructured(node: ts.Node): (string | undefined)[] | undefined {
  const { parent } = node;
  const plainName = (name: ts.Node) => (ts.isIdentifier(name) || ts.isStringLiteralLike(name) ? name.text : undefined);
  if (
    (ts.isVariableDeclaration(parent) || ts.isParameter(parent) || ts.isBindingElement(parent)) &&
    parent.initializer === node &&
    ts.isObjectBindingPattern(parent.name)
  ) {
    return parent.name.elements.map((one) =>
      one.dotDotDotToken ? undefined : plainName(one.propertyName ?? one.name),
    );
  }
  if (
    ts.isBinaryExpression(parent) &&
    parent.right === node &&
    parent.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
    ts.isObjectLiteralExpression(parent.left)
  ) {
    return parent.left.properties.map((one) => (one.name ? plainName(one.name) : undefined));
  }
  return undefined;
}

/** Every banned use in one source text. */
export function checkMaths(file: string, text: string): Finding[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const findings: Finding[] = [];

  function report(node: ts.Node, what: string, instead: string): void {
    const { line, character } = source.getLineAndCharacterOfPosition(node.getStart(source));
    findings.push({ file, line: line + 1, column: character + 1, what, instead });
  }

  function checkGlobal(node: ts.Node, name: string): void {
    const { parent } = node;
    const called = (ts.isNewExpression(parent) || ts.isCallExpression(parent)) && parent.expression === node;
    if (name === 'eval') report(node, 'eval', noCodeFromText);
    else if (name === 'Function' && called) report(parent, 'new Function', noCodeFromText);
    else if (name === 'Date' && called) report(parent, 'new Date', simulatedTime);
    else if (Object.hasOwn(bannedMembers, name)) checkMembers(node, name);
  }

  function checkMembers(node: ts.Node, name: string): void {
    const { parent } = node;
    const banned = bannedMembers[name];
    const nameIt = `name the member of ${name} that is meant`;
    const accessed =
      (ts.isPropertyAccessExpression(parent) || ts.isElementAccessExpression(parent)) && parent.expression === node;
    const members = accessed ? [memberName(parent)] : destructured(node);
    if (!members) report(node, `${name} as a value`, nameIt);
    for (const member of members ?? []) {
      if (member === undefined) report(node, `a computed member of ${name}`, nameIt);
      else if (Object.hasOwn(banned, member)) report(node, `${name}.${member}`, banned[member]);
    }
  }

  function visit(node: ts.Node): void {
    if (node.kind === ts.SyntaxKind.AsteriskAsteriskToken) report(node, '**', ownPower);
    if (node.kind === ts.SyntaxKind.AsteriskAsteriskEqualsToken) report(node, '**=', ownPower);
    const name = globalName(node);
    if (name !== undefined) checkGlobal(node, name);
    ts.forEachChild(node, visit);
  }

  visit(source);
  return findings;
}

/** The sources under a folder, tests left out, in a fixed order. */
export function sourcesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.[cm]?[jt]s$/.test(entry.name) && !/\.(test|long)\.ts$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

function main(): void {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const files = sourcesUnder(process.argv[2] ?? join(root, 'packages/engine/src'));
  const findings = files.flatMap((file) =>
    checkMaths(relative(root, file).split(sep).join('/'), readFileSync(file, 'utf8')),
  );
  for (const { file, line, column, what, instead } of findings) {
    console.error(`${file}:${line}:${column} — ${what}: ${instead}.`);
  }
  console.log(`maths: ${files.length} files, ${findings.length} banned uses.`);
  if (findings.length > 0) process.exitCode = 1;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) main();

/**
 * JSON with places: what is wrong with a text, at which line and column, and what would do. The parser of the language
 * says neither reliably, and keeps the last of two equal keys without a word.
 */
import { type Key, pathOf } from './faults.ts';

export class JsonError extends Error {
  override readonly name = 'JsonError';
  constructor(
    readonly line: number,
    readonly column: number,
    message: string,
  ) {
    super(`line ${line}, column ${column}: ${message}`);
  }
}

export interface Json {
  readonly value: unknown;
  /** keys that came before in the same object: place of the second, path of the object, the key */
  readonly repeated: readonly { readonly path: string; readonly offset: number; readonly firstOffset: number }[];
}

/** Deeper than this is no scene, and would only exhaust the stack. */
const deepest = 200;

/** Called for every value with its path and where its key, or else the value itself, starts. */
type Visit = (keys: readonly Key[], offset: number) => void;

export function parseJson(text: string, visit?: Visit): Json {
  const repeated: { path: string; offset: number; firstOffset: number }[] = [];
  const keys: Key[] = [];
  let i = 0;

  const fail = (message: string, at = i): never => {
    const { line, column } = placeOf(text, at);
    throw new JsonError(line, column, message);
  };
  const line = (at: number): number => placeOf(text, at).line;

  function space(): void {
    for (;;) {
      const c = text.charCodeAt(i);
      if (c !== 32 && c !== 10 && c !== 13 && c !== 9) break;
      i++;
    }
    if (text[i] === '/' && (text[i + 1] === '/' || text[i + 1] === '*')) {
      fail(`"${text.slice(i, i + 2)}": JSON has no comments; put remarks into "description".`);
    }
  }
  function value(offset: number): unknown {
    visit?.(keys, offset);
    switch (text[i]) {
      case '{':
        return object();
      case '[':
        return array();
      case '"':
        return string();
    }
    if (/[-0-9]/.test(text[i] ?? '')) return number();
    return literal();
  }
  function object(): unknown {
    const start = i++;
    const out: Record<string, unknown> = {};
    const seen = new Map<string, number>();
    for (let comma = -1; ; ) {
      space();
      if (text[i] === '}') {
        if (comma >= 0) fail('the comma before "}" has nothing after it; remove it.', comma);
        break;
      }
      if (i >= text.length) fail(`the text ends here, and the "{" of line ${line(start)} is still open; add "}".`);
      if (text[i] !== '"') {
        const found = token();
        if (found === "'") fail('\' is not a quotation mark in JSON; use ".');
        if (/^[\p{L}_$]/u.test(found)) fail(`${found}: keys stand in double quotes; write "${found}".`);
        fail(`found ${quote(found)} where a key in double quotes or "}" should be.`);
      }
      const keyAt = i;
      const key = string();
      space();
      if (text[i] !== ':') fail(`found ${quote(token())} after the key "${key}"; a colon belongs there.`);
      i++;
      space();
      keys.push(key);
      if (keys.length > deepest) fail(`nested more than ${deepest} deep; no scene is.`);
      const first = seen.get(key);
      if (first !== undefined) repeated.push({ path: pathOf(keys), offset: keyAt, firstOffset: first });
      seen.set(key, keyAt);
      const member = value(keyAt);
      keys.pop();
      if (key === '__proto__') Object.defineProperty(out, key, { value: member, enumerable: true });
      else out[key] = member;
      space();
      if (text[i] === ',') {
        comma = i++;
        continue;
      }
      if (text[i] === '}') break;
      between('}', start);
    }
    i++;
    return out;
  }
  function array(): unknown {
    const start = i++;
    const out: unknown[] = [];
    for (let comma = -1; ; ) {
      space();
      if (text[i] === ']') {
        if (comma >= 0) fail('the comma before "]" has nothing after it; remove it.', comma);
        break;
      }
      if (i >= text.length) fail(`the text ends here, and the "[" of line ${line(start)} is still open; add "]".`);
      keys.push(out.length);
      if (keys.length > deepest) fail(`nested more than ${deepest} deep; no scene is.`);
      out.push(value(i));
      keys.pop();
      space();
      if (text[i] === ',') {
        comma = i++;
        continue;
      }
      if (text[i] === ']') break;
      between(']', start);
    }
    i++;
    return out;
  }
  /** After a value there is neither a comma nor the end of what it is in. */
  function between(close: string, start: number): never {
    const open = close === '}' ? '{' : '[';
    if (i >= text.length)
      fail(`the text ends here, and the "${open}" of line ${line(start)} is still open; add "${close}".`);
    const found = token();
    if (found === '"' || found === '{' || found === '[' || /^[\w-]/.test(found)) {
      const shown = found === '"' ? /^"[^"\n]{0,30}"?/.exec(text.slice(i, i + 40))?.[0] : found;
      fail(`a comma is missing before ${shown}.`);
    }
    return fail(`found ${quote(found)} where a comma or "${close}" should be.`);
  }
  function string(): string {
    const start = i++;
    let from = i;
    let out = '';
    for (;;) {
      const c = text.charCodeAt(i);
      if (c === 34) break;
      if (c === 92) {
        out += text.slice(from, i) + escaped();
        from = i;
        continue;
      }
      if (i >= text.length || c === 10 || c === 13) fail('the text that starts here has no closing ".', start);
      if (c < 32)
        fail(`a control character (code ${c}) stands in a text; write \\u${c.toString(16).padStart(4, '0')}.`);
      i++;
    }
    out += text.slice(from, i);
    i++;
    return out;
  }
  function escaped(): string {
    const plain = { '"': '"', '\\': '\\', '/': '/', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }[text[i + 1] ?? ''];
    if (plain !== undefined) {
      i += 2;
      return plain;
    }
    const code = /^\\u([0-9a-fA-F]{4})/.exec(text.slice(i, i + 6))?.[1];
    if (!code) return fail(`"${text.slice(i, i + 2)}" is not an escape; for a backslash write "\\\\".`);
    i += 6;
    return String.fromCharCode(Number.parseInt(code, 16));
  }
  function number(): number {
    const start = i;
    const found = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?/y;
    found.lastIndex = i;
    const match = found.exec(text)?.[0] ?? '';
    i += match.length;
    if (match && !/[\w.+-]/.test(text[i] ?? '')) return Number(match);
    const all = /^[\w.+-]+/.exec(text.slice(start, start + 40))?.[0] ?? match;
    i = start;
    if (/^-?(Infinity|NaN)/.test(all)) fail(`${all} is not a number to compute with; give a finite one.`);
    if (/^-?0\d/.test(all)) fail(`${all} starts with a zero; write ${Number(all) || all.replace(/0+(?=\d)/, '')}.`);
    if (/^-?\.\d/.test(all)) fail(`${all}: write ${all.replace('.', '0.')}, with a digit before the point.`);
    if (/^-?\d+\.($|[eE])/.test(all))
      fail(`${all}: a digit is missing after the point; write ${all.replace('.', '.0')}.`);
    const unit = /^(-?[\d.]+(?:[eE][-+]?\d+)?)([a-zA-Z]+)$/.exec(all);
    if (unit) fail(`${all}: numbers carry no unit; give SI units (m, kg, s, N, Pa), as in ${unit[1]}.`);
    return fail(`${all} is not a number; write it as in 12, -0.5 or 2e4.`);
  }
  function literal(): unknown {
    for (const [word, meaning] of [
      ['true', true],
      ['false', false],
      ['null', null],
    ] as const) {
      if (text.startsWith(word, i) && !/\w/.test(text[i + word.length] ?? '')) {
        i += word.length;
        return meaning;
      }
    }
    const found = token();
    if (!found) return fail('the text ends here; a value is missing.');
    if (found === "'") return fail('\' is not a quotation mark in JSON; use ".');
    if (found === ',') return fail('a value is missing before the comma.');
    if (found === '}' || found === ']') return fail(`a value is missing before "${found}".`);
    if (/^(NaN|Infinity|inf|nan)$/.test(found))
      return fail(`${found} is not a number to compute with; give a finite one.`);
    if (/^(true|false|null)$/i.test(found)) return fail(`${found}: write ${found.toLowerCase()}.`);
    if (/^[.+]/.test(found)) {
      const all = /^[\w.+-]+/.exec(text.slice(i, i + 40))?.[0] ?? found;
      return fail(`${all}: write ${all.replace(/^\+/, '').replace(/^\./, '0.')}.`);
    }
    if (/^[\p{L}_$]/u.test(found)) return fail(`${found}: text stands in double quotes; write "${found}".`);
    return fail(`found ${quote(found)} where a value should be.`);
  }
  /** What stands here, for a message: a word, or a single character. */
  function token(): string {
    return /^(?:[\p{L}_$][\p{L}\p{N}_$-]*|-?[\d.]+|[\s\S])/u.exec(text.slice(i, i + 40))?.[0] ?? '';
  }

  space();
  if (i >= text.length) fail('the file is empty; a scene starts with { "pliant": 1, ...');
  const root = value(i);
  space();
  if (i < text.length) fail(`found ${quote(token())} after the end of the scene; remove what follows the last "}".`);
  return { value: root, repeated };
}

const quote = (found: string): string => (found === '"' ? "'\"'" : found ? `"${found}"` : 'the end of the text');

/** Line and column of an offset, from 1. */
export function placeOf(text: string, offset: number): { line: number; column: number } {
  let line = 1;
  let start = 0;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) {
    line++;
    start = at + 1;
  }
  return { line, column: offset - start + 1 };
}

/** Where values with these paths are in a text; of one that is missing, where it would belong. */
export function placesOf(
  text: string,
  paths: Iterable<string>,
): Map<string, { readonly line: number; readonly column: number }> {
  const offsets = new Map<string, number>();
  const wanted = new Set<string>();
  /** The path without its last part; one that has no such part has none above it. */
  const above = (path: string): string => {
    const shorter = path.replace(/(\.?[^.[\]]+|\[[^\]]*\])$/, '');
    return shorter === path ? '' : shorter;
  };
  for (const path of paths) for (let p = path; !wanted.has(p); p = above(p)) wanted.add(p);
  parseJson(text, (keys, offset) => {
    const path = pathOf(keys);
    if (wanted.has(path)) offsets.set(path, offset);
  });
  const places = new Map<string, { line: number; column: number }>();
  for (const path of paths) {
    let p = path;
    while (p && !offsets.has(p)) p = above(p);
    places.set(path, placeOf(text, offsets.get(p) ?? 0));
  }
  return places;
}

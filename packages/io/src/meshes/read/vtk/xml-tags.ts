/** The tags of an XML file of bytes, one after another, with their attributes and where they stand. */
import { MeshError, truncatedRemedy } from '../../mesh-error.ts';
import { decode } from '../scan/scanner.ts';

export interface Tag {
  /** with a slash in front if it closes */
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly start: number;
  /** byte behind it */
  readonly end: number;
  /** closed by itself */
  readonly empty: boolean;
}

const [open, close] = [0x3c, 0x3e];
/** A tag is shorter than this; a longer one is none. */
const longest = 65536;
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

export class XmlTags {
  constructor(
    readonly bytes: Uint8Array,
    public at = 0,
  ) {}

  /** undefined at the end of the file */
  next(): Tag | undefined {
    const { bytes } = this;
    for (;;) {
      const start = bytes.indexOf(open, this.at);
      if (start < 0) return undefined;
      if (this.#begins(start, '<!--')) {
        this.at = this.#after(start, '-->');
        continue;
      }
      const end = this.#tagEnd(start);
      this.at = end;
      if (bytes[start + 1] === 0x3f || bytes[start + 1] === 0x21) continue; // <? and <!
      return this.#tag(start, end);
    }
  }
  #begins(at: number, text: string): boolean {
    for (let k = 0; k < text.length; k++) if (this.bytes[at + k] !== text.charCodeAt(k)) return false;
    return true;
  }
  #after(from: number, text: string): number {
    for (let at = this.bytes.indexOf(text.charCodeAt(0), from); at >= 0; ) {
      if (this.#begins(at, text)) return at + text.length;
      at = this.bytes.indexOf(text.charCodeAt(0), at + 1);
    }
    return this.#cut(from);
  }
  /** Behind the '>' that is not in quotes. */
  #tagEnd(start: number): number {
    let quote = 0;
    const stop = Math.min(this.bytes.length, start + longest);
    for (let at = start + 1; at < stop; at++) {
      const c = this.bytes[at];
      if (quote) quote = c === quote ? 0 : quote;
      else if (c === 0x22 || c === 0x27) quote = c;
      else if (c === close) return at + 1;
      else if (c === open) break;
    }
    return this.#cut(start);
  }
  #cut(byte: number): never {
    throw new MeshError(`a tag that begins here does not end. ${truncatedRemedy}`, { byte });
  }
  #tag(start: number, end: number): Tag {
    const text = decode(this.bytes.subarray(start + 1, end - 1));
    const [, name = ''] = /^(\/?[\w:.-]+)/.exec(text) ?? [];
    if (name === '') throw new MeshError('"<" does not begin a tag here; is this an XML file?', { byte: start });
    const attributes = new Map<string, string>();
    for (const [, key, , value] of text.matchAll(/([\w:.-]+)\s*=\s*(["'])([^"']*)\2/g)) {
      attributes.set(
        key,
        value.replace(/&(\w+);/g, (whole, entity: string) => entities[entity] ?? whole),
      );
    }
    return { name, attributes, start, end, empty: text.endsWith('/') };
  }
}

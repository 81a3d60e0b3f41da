/**
 * What this package uses of its host besides the language itself; Node and browsers have all of it. As in the engine, the
 * `dom` library is left out on purpose: files, `fetch` and `document` must not be seen here.
 */

interface TextEncoder {
  encode(text?: string): Uint8Array<ArrayBuffer>;
}
declare var TextEncoder: { prototype: TextEncoder; new (): TextEncoder };

interface TextDecoder {
  decode(bytes?: Uint8Array): string;
}
declare var TextDecoder: {
  prototype: TextDecoder;
  new (label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean }): TextDecoder;
};

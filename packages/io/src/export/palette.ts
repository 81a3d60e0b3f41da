/** Colours of bodies: their own, or a place in the palette, as in the studio. */

import type { Recording } from '../recording/reader.ts';
import { parseScene } from '../scene/file/parse.ts';

/** Eight hues, told apart with every common colour blindness: they differ in lightness too. */
export const palette = ['#4f9fd8', '#e0bf5c', '#c8607e', '#3ba58c', '#7c72cf', '#a8ab4a', '#8d3f70', '#8fd3ea'];

/** By id of the body: #rrggbb. Each body its own while they are few; of a crowd, one for each definition. */
export function bodyColours({ header }: Recording): Map<string, string> {
  const { bodies: defs } = parseScene(header.scene, header.file) as {
    readonly bodies: readonly { readonly id: string; readonly colour?: string | undefined }[];
  };
  const given = new Map(defs.map(({ id, colour }) => [id, colour]));
  const drawn = header.bodies.filter(({ nodes }) => nodes > 0);
  const families = new Map<string, number>();
  return new Map(
    drawn.map(({ id }, i) => {
      const name = id.replace(/\[\d+\]$/, ''); // copies are called cube[0], cube[1] ...
      if (!families.has(name)) families.set(name, families.size);
      const place = drawn.length <= palette.length ? i : (families.get(name) as number);
      return [id, given.get(name) ?? palette[place % palette.length]];
    }),
  );
}
/** #rrggbb as linear red, green and blue, as glTF takes them. */
export function linearColour(hex: string): [number, number, number] {
  const part = (at: number): number => {
    const s = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return s <= 0.04045 ? s / 12.92 : ((s + 0.055) / 1.055) ** 2.4;
  };
  return [part(1), part(3), part(5)];
}

/**
 * A picture as a PNG of at most 256 colours, a third as large as one of all its colours.
 *
 * Colours are cut into boxes: again and again the box with the largest spread, n times the variance along its widest axis,
 * is cut at its mean. A box becomes the mean of its colours.
 */
import { deflateSync } from 'node:zlib';
import { crc32 } from '../../packages/io/src/base/crc32.ts';

/** r, g, b and how many pixels have it */
type Colour = readonly [number, number, number, number];
interface Box {
  readonly colours: readonly Colour[];
  readonly mean: readonly number[];
  /** widest */
  readonly axis: number;
  readonly spread: number;
}

export function palettePng(
  width: number,
  height: number,
  pixels: Uint8Array, // r g b a (4 width height); a is not looked at
  most = 256, // colours
): Buffer {
  const counts = new Map<number, number>();
  const keyAt = (i: number): number => (pixels[4 * i] << 16) | (pixels[4 * i + 1] << 8) | pixels[4 * i + 2];
  for (let i = 0; i < width * height; i++) counts.set(keyAt(i), (counts.get(keyAt(i)) ?? 0) + 1);
  const boxes = cut(
    [...counts].map(([key, n]): Colour => [key >> 16, (key >> 8) & 255, key & 255, n]),
    most,
  );
  const indexOf = new Map(
    boxes.flatMap(({ colours }, index) =>
      colours.map(([r, g, b]): [number, number] => [(r << 16) | (g << 8) | b, index]),
    ),
  );
  const rows = Buffer.alloc((width + 1) * height); // each after a zero: no filter
  for (let i = 0; i < width * height; i++) {
    rows[Math.floor(i / width) + i + 1] = indexOf.get(keyAt(i)) ?? 0;
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8); // 8 bits a pixel, of a palette
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(boxes.flatMap(({ mean }) => mean.map(Math.round)))),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function cut(all: readonly Colour[], most: number): Box[] {
  const boxes = [boxOf(all)];
  while (boxes.length < most) {
    const widest = boxes.reduce((best, { spread }, i) => (spread > boxes[best].spread ? i : best), 0);
    const { colours, mean, axis, spread } = boxes[widest];
    if (spread === 0) break;
    boxes[widest] = boxOf(colours.filter((colour) => colour[axis] <= mean[axis]));
    boxes.push(boxOf(colours.filter((colour) => colour[axis] > mean[axis])));
  }
  return boxes;
}

function boxOf(colours: readonly Colour[]): Box {
  const n = colours.reduce((sum, colour) => sum + colour[3], 0);
  const over = (value: (colour: Colour) => number): number =>
    colours.reduce((sum, colour) => sum + colour[3] * value(colour), 0);
  const mean = [0, 1, 2].map((k) => over((colour) => colour[k]) / n);
  const spreads = [0, 1, 2].map((k) => over((colour) => (colour[k] - mean[k]) ** 2));
  const spread = colours.length > 1 ? Math.max(...spreads) : 0;
  return { colours, mean, axis: spreads.indexOf(Math.max(...spreads)), spread };
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(4);
  frame.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body) >>> 0);
  return Buffer.concat([frame, body, check]);
}

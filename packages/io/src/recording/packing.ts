/**
 * Positions of a frame in fewer bytes, without loss.
 *
 *   d_i = bits of x_i  XOR  bits of p_i,   p the prediction from the frames before
 *   order 0   p = 0                            a keyframe: needs no other frame
 *   order 1   p = x'                           x', x'', x''' are one, two, three frames back
 *   order 2   p = x' + (x' - x'')
 *   order 3   p = (x' + 2 (x' - x'')) - (x'' - x''')
 *
 * A good prediction agrees in sign, exponent and leading bits, so the high bytes of d are zero. Bytes are sorted by
 * significance, highest first, and deflated. Predictions use + and - in the order written here, so they have the same bits on
 * every machine; a prediction that is not a number counts as 0.
 */
import { deflateSync, inflateSync } from 'fflate';

/** Most frames that a prediction uses. */
export const longestOrder = 3;
/** A keyframe comes after at most this many frames, which bounds the decoding of any one of them. */
export const keyframeEvery = 32;

/** The last frames, newest first: what the next one is predicted from. */
export class History {
  readonly #frames: Float64Array[] = [];
  #used = 0;

  constructor(readonly length: number) {}

  /** How many frames it holds: the highest order of prediction. */
  get depth(): number {
    return this.#used;
  }
  /** The next frame is a keyframe. */
  clear(): void {
    this.#used = 0;
  }
  /** Room for a frame; `push` what was written into it. */
  next(): Float64Array {
    return this.#frames[longestOrder] ?? new Float64Array(this.length);
  }
  push(frame: Float64Array): void {
    this.#frames.unshift(frame);
    this.#frames.length = Math.min(this.#frames.length, longestOrder + 1);
    this.#used = Math.min(this.#used + 1, longestOrder);
  }
  predict(
    order: number, // at most `depth`
    out: Float64Array, // written
  ): void {
    const [a, b, c] = this.#frames;
    if (order === 0) out.fill(0);
    else if (order === 1) out.set(a);
    else if (order === 2) for (let i = 0; i < out.length; i++) out[i] = number(a[i] + (a[i] - b[i]));
    else {
      for (let i = 0; i < out.length; i++) {
        const step = a[i] - b[i];
        out[i] = number(a[i] + (step + step) - (b[i] - c[i]));
      }
    }
  }
}
const number = (x: number): number => (x === x ? x : 0);

/** The order that predicts best, by the bytes that it leaves. */
export function bestOrder(history: History, x: Float64Array, scratch: Float64Array): number {
  let best = 0;
  let least = Infinity;
  for (let order = Math.min(1, history.depth); order <= history.depth; order++) {
    history.predict(order, scratch);
    const cost = bytesLeft(x, scratch);
    if (cost >= least) continue;
    least = cost;
    best = order;
  }
  return best;
}
/** Bytes of all differences from their first that is not zero on. */
function bytesLeft(x: Float64Array, p: Float64Array): number {
  const [xs, ps] = [words(x), words(p)];
  let sum = 0;
  for (let i = 0; i < xs.length; i += 2) {
    const high = xs[i + 1] ^ ps[i + 1];
    const low = xs[i] ^ ps[i];
    sum += high ? 8 - (Math.clz32(high) >> 3) : 4 - (Math.clz32(low) >> 3);
  }
  return sum;
}

export function pack(x: Float64Array, prediction: Float64Array): Uint8Array {
  const [xs, ps] = [words(x), words(prediction)];
  const n = x.length;
  const sorted = new Uint8Array(8 * n);
  for (let i = 0; i < n; i++) {
    let high = xs[2 * i + 1] ^ ps[2 * i + 1];
    let low = xs[2 * i] ^ ps[2 * i];
    for (let b = 3; b >= 0; b--) {
      sorted[b * n + i] = high;
      sorted[(b + 4) * n + i] = low;
      high >>>= 8;
      low >>>= 8;
    }
  }
  return deflateSync(sorted, { level: 4 });
}
/** The packed bytes as positions; undefined if their number is wrong. */
export function unpack(
  bytes: Uint8Array,
  prediction: Float64Array,
  out: Float64Array, // written
): boolean {
  const n = out.length;
  const sorted = inflated(bytes, 8 * n);
  if (!sorted) return false;
  const [xs, ps] = [words(out), words(prediction)];
  const word = (b: number, i: number): number =>
    (sorted[b * n + i] << 24) |
    (sorted[(b + 1) * n + i] << 16) |
    (sorted[(b + 2) * n + i] << 8) |
    sorted[(b + 3) * n + i];
  for (let i = 0; i < n; i++) {
    xs[2 * i + 1] = word(0, i) ^ ps[2 * i + 1];
    xs[2 * i] = word(4, i) ^ ps[2 * i];
  }
  return true;
}

export const deflated = (bytes: Uint8Array): Uint8Array => deflateSync(bytes, { level: 6 });
/** Inflates to this many bytes; undefined if the contents do not fit. */
export function inflated(bytes: Uint8Array, length: number): Uint8Array | undefined {
  try {
    // one byte more than expected, to detect contents that are too long
    const out = inflateSync(bytes, { out: new Uint8Array(length + 1) });
    return out.length === length ? out : undefined;
  } catch {
    return undefined;
  }
}
const words = (x: Float64Array): Uint32Array => new Uint32Array(x.buffer, x.byteOffset, 2 * x.length);

/**
 * Joint centres from BVH (Biovision hierarchy): a skeleton of offsets, then the channels of its joints, frame by frame.
 *
 *   x_joint = x_parent + R_parent (offset + translation),   R_joint = R_parent R_1 R_2 R_3, in the order of the channels
 *
 * Ends of chains are points too, named after their joint: "Hand end". BVH does not say its unit of length.
 */
import { truncatedRemedy } from '../base/file-error.ts';
import { type MotionData, MotionError, mostNumbers, refuseTwins } from './motion-data.ts';

interface Joint {
  readonly name: string;
  readonly parent: number;
  readonly offset: readonly number[];
  /** "Xposition" and so on; their first column */
  readonly channels: readonly string[];
  readonly first: number;
}
const channelNames = ['Xposition', 'Yposition', 'Zposition', 'Xrotation', 'Yrotation', 'Zrotation'];
/** Joints within joints, at most: deeper ones are no skeleton. */
const deepest = 200;

/** Words of the text, with their lines. */
class Words {
  at = 0;
  readonly #words: string[] = [];
  readonly #lines: number[] = [];
  constructor(text: string) {
    text.split(/\r?\n/).forEach((line, i) => {
      for (const word of line.split(/\s+/)) {
        if (word === '') continue;
        this.#words.push(word);
        this.#lines.push(i + 1);
      }
    });
  }
  get left(): number {
    return this.#words.length - this.at;
  }
  get line(): number {
    return this.#lines[Math.min(this.at, this.#lines.length - 1)] ?? 1;
  }
  peek(): string | undefined {
    return this.#words[this.at];
  }
  next(wanted: string): string {
    const word = this.#words[this.at];
    if (word === undefined)
      throw new MotionError(`the file ends where ${wanted} should stand. ${truncatedRemedy}`, { line: this.line });
    this.at++;
    return word;
  }
  expect(word: string): void {
    const line = this.line;
    const found = this.next(`"${word}"`);
    if (found.toLowerCase() !== word.toLowerCase())
      throw new MotionError(`"${found}" stands where "${word}" should.`, { line });
  }
  number(wanted: string): number {
    const line = this.line;
    const word = this.next(wanted);
    const value = Number(word);
    if (!Number.isFinite(value)) throw new MotionError(`"${word}" is no finite number (${wanted}).`, { line });
    return value;
  }
  whole(wanted: string): number {
    const line = this.line;
    const value = this.number(wanted);
    if (!(Number.isInteger(value) && value >= 0)) throw new MotionError(`${value} is no count (${wanted}).`, { line });
    return value;
  }
}

export function readBvh(bytes: Uint8Array): MotionData {
  const words = new Words(new TextDecoder().decode(bytes).replace(/^\uFEFF/, ''));
  words.expect('HIERARCHY');
  const joints: Joint[] = [];
  let columns = 0;
  while (words.peek()?.toUpperCase() === 'ROOT') columns = readJoint(words, joints, -1, columns, 0);
  if (!joints.length) throw new MotionError('it has no ROOT.', { line: words.line });
  refuseTwins(joints.map(({ name }) => name));
  words.expect('MOTION');
  words.expect('Frames:');
  const frames = words.whole('the number of frames');
  words.expect('Frame');
  words.expect('Time:');
  const line = words.line;
  const step = words.number('the time of a frame');
  if (!(step > 0)) throw new MotionError(`the time of a frame is ${step} s; it must be positive.`, { line });
  if (!frames) throw new MotionError('it has no frame.', { line });
  if (words.left < frames * columns)
    throw new MotionError(
      `${frames} frames of ${columns} numbers are announced, and ${words.left} numbers follow. ${truncatedRemedy}`,
      { line },
    );
  if (words.left > frames * columns)
    throw new MotionError(`${words.left} numbers follow ${frames} frames of ${columns}; is a line broken?`, { line });
  if (3 * joints.length * frames > mostNumbers)
    throw new MotionError(`${frames} frames of ${joints.length} joints are more than can be held; divide the file.`);
  const positions = new Float64Array(3 * joints.length * frames);
  const values = new Float64Array(columns);
  for (let f = 0; f < frames; f++) {
    for (let c = 0; c < columns; c++) values[c] = words.number('a channel');
    pose(joints, values, positions.subarray(3 * joints.length * f, 3 * joints.length * (f + 1)));
  }
  const times = Float64Array.from({ length: frames }, (_, f) => f * step);
  return { names: joints.map(({ name }) => name), times, positions };
}

/** Reads ROOT, JOINT or End with what is in its braces. Returns the number of columns so far. */
function readJoint(words: Words, joints: Joint[], parent: number, columns: number, depth: number): number {
  if (depth > deepest)
    throw new MotionError(`joints are nested ${deepest} deep; that is no skeleton.`, { line: words.line });
  const isEnd = words.next('a joint').toUpperCase() === 'END';
  const name: string[] = [];
  while (words.peek() !== undefined && words.peek() !== '{') name.push(words.next('a name'));
  words.expect('{');
  words.expect('OFFSET');
  const offset = [0, 1, 2].map(() => words.number('an offset'));
  const channels: string[] = [];
  const first = columns;
  if (words.peek()?.toUpperCase() === 'CHANNELS') {
    words.next('CHANNELS');
    const count = words.whole('the number of channels');
    for (let k = 0; k < count; k++) {
      const line = words.line;
      const word = words.next('a channel');
      const found = channelNames.find((one) => one.toLowerCase() === word.toLowerCase());
      if (!found || channels.includes(found))
        throw new MotionError(`"${word}" is no channel here; there are ${channelNames.join(', ')}, each once.`, {
          line,
        });
      channels.push(found);
    }
  }
  const own = joints.length;
  const label = isEnd ? `${joints[parent]?.name ?? ''} end` : name.join(' ');
  if (label.trim() === '') throw new MotionError('a joint has no name.', { line: words.line });
  joints.push({ name: label, parent, offset, channels, first });
  let next = columns + channels.length;
  while (words.peek() !== undefined && words.peek() !== '}') {
    const word = words.peek()?.toUpperCase();
    if (word !== 'JOINT' && word !== 'END')
      throw new MotionError(`"${words.peek()}" stands where JOINT, End Site or "}" should.`, { line: words.line });
    next = readJoint(words, joints, own, next, depth + 1);
  }
  words.expect('}');
  return next;
}

/** Where the joints are, at these channels. */
function pose(joints: readonly Joint[], values: Float64Array, out: Float64Array): void {
  const turns: number[][] = [];
  joints.forEach(({ parent, offset, channels, first }, j) => {
    const R = parent < 0 ? [1, 0, 0, 0, 1, 0, 0, 0, 1] : turns[parent];
    const shift = [...offset];
    let own = R;
    channels.forEach((channel, c) => {
      const axis = 'XYZ'.indexOf(channel[0]);
      if (channel.endsWith('position')) shift[axis] += values[first + c];
      else own = turned(own, axis, (values[first + c] * Math.PI) / 180);
    });
    turns.push(own);
    for (let k = 0; k < 3; k++) {
      const from = parent < 0 ? 0 : out[3 * parent + k];
      out[3 * j + k] = from + R[3 * k] * shift[0] + R[3 * k + 1] * shift[1] + R[3 * k + 2] * shift[2];
    }
  });
}
/** R times a rotation about one axis. */
function turned(R: readonly number[], axis: number, angle: number): number[] {
  const [a, b] = [(axis + 1) % 3, (axis + 2) % 3];
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const out = [...R];
  for (let row = 0; row < 9; row += 3) {
    out[row + a] = c * R[row + a] + s * R[row + b];
    out[row + b] = c * R[row + b] - s * R[row + a];
  }
  return out;
}

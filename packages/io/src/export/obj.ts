/** A frame as a Wavefront OBJ: an object for each body, in metres. */
import type { Frame } from '../recording/format.ts';
import type { Recording } from '../recording/reader.ts';
import { type Drawn, drawnBodies } from './drawn.ts';

/** Elements of an OBJ by what is drawn: faces, lines, points; balls are points. */
const element = { surface: ['f', 3], lines: ['l', 2], points: ['p', 1], balls: ['p', 1] } as const;

export function objWriter(recording: Recording): (frame: Frame) => string {
  const bodies = drawnBodies(recording);
  const { file, writtenBy } = recording.header;
  return (frame) => {
    const lines = [
      `# ${file.replaceAll('\n', ' ')}, step ${frame.step}, t = ${frame.time} s, ${writtenBy}; lengths in m`,
    ];
    let first = 1; // OBJ counts from 1, through all objects
    for (const body of bodies) first = write(lines, body, body.vertices(frame), first);
    return `${lines.join('\n')}\n`;
  };
}

function write(lines: string[], { id, form, indices }: Drawn, x: Float64Array, first: number): number {
  const count = x.length / 3;
  lines.push(`o ${id.replaceAll(/\s/g, '_')}`);
  for (let i = 0; i < count; i++) lines.push(`v ${x[3 * i]} ${x[3 * i + 1]} ${x[3 * i + 2]}`);
  const [letter, corners] = element[form];
  const list = indices.length ? indices : Int32Array.from({ length: count }, (_, i) => i);
  for (let i = 0; i < list.length; i += corners) {
    lines.push(`${letter} ${Array.from(list.subarray(i, i + corners), (n) => n + first).join(' ')}`);
  }
  return first + count;
}

/**
 * What is drawn of a body in a recording: its surface or its skin, a tube along a rod, balls, lines or points. The vertices of a
 * frame are computed from its nodes; the connectivity is constant.
 */
import type { Frame, RecordedBody } from '../recording/format.ts';
import type { Recording } from '../recording/reader.ts';
import { Tube } from './tube.ts';

export interface Drawn {
  readonly id: string;
  readonly form: 'surface' | 'lines' | 'points' | 'balls';
  /** 3 vertices each of a surface, 2 of lines */
  readonly indices: Int32Array;
  /** of balls, m */
  readonly radius?: number;
  /** x y z of each vertex */
  vertices(frame: Frame): Float64Array;
}

/** The bodies that are drawn. */
export const drawnBodies = (recording: Recording): Drawn[] =>
  recording.header.bodies.filter(({ nodes }) => nodes > 0).map((body) => drawnOf(recording, body));

function drawnOf(recording: Recording, { id, shape, radius, nodes }: RecordedBody): Drawn {
  const { triangles, edges, skin, curve } = recording.header.shapes[shape];
  const own = (frame: Frame): Float64Array => frame.positions.get(id) as Float64Array;
  if (skin) {
    const vertices = (frame: Frame): Float64Array => recording.skin(frame, id) as Float64Array;
    return { id, form: 'surface', indices: Int32Array.from(skin.triangles), vertices };
  }
  if (curve) {
    const along = (frame: Frame): Float64Array => recording.curve(frame, id) as Float64Array;
    const samples = curve.corners.length / 4;
    if (curve.radius === undefined) return { id, form: 'lines', indices: strip(samples), vertices: along };
    const tube = new Tube(samples, curve.radius);
    return { id, form: 'surface', indices: tube.triangles, vertices: (frame) => tube.around(along(frame)) };
  }
  if (triangles.length) return { id, form: 'surface', indices: Int32Array.from(triangles), vertices: own };
  if (edges.length) return { id, form: 'lines', indices: Int32Array.from(edges), vertices: own };
  if (radius !== undefined) return { id, form: 'balls', indices: new Int32Array(), radius, vertices: own };
  return { id, form: 'points', indices: Int32Array.from({ length: nodes }, (_, i) => i), vertices: own };
}
const strip = (count: number): Int32Array =>
  Int32Array.from({ length: 2 * Math.max(0, count - 1) }, (_, i) => Math.ceil(i / 2));

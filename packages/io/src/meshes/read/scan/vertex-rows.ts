/** Vertices as TetGen and Vega list them: count, 3, attributes, markers; of each its number, x, y, z, and what is not read. */
import type { Scanner } from './scanner.ts';

export interface Vertices {
  readonly points: Float64Array;
  readonly vertexIds: Int32Array;
}

export function readVertexRows(scanner: Scanner): Vertices {
  const count = scanner.count('vertices', 8);
  const dimension = scanner.id('dimension');
  if (dimension !== 3) scanner.fail(`the mesh has ${dimension} dimensions; a volume mesh has 3.`);
  scanner.skipLine();
  const points = new Float64Array(3 * count);
  const vertexIds = new Int32Array(count);
  for (let n = 0; n < count; n++) {
    vertexIds[n] = scanner.id('vertex');
    for (let axis = 0; axis < 3; axis++) points[3 * n + axis] = onLine(scanner).float('coordinate');
    scanner.skipLine();
  }
  return { points, vertexIds };
}

/** There must be one more word on the line. */
export function onLine(scanner: Scanner): Scanner {
  if (scanner.skipOnLine()) return scanner;
  if (scanner.at >= scanner.end) scanner.ended('number');
  return scanner.fail('the line ends where a number should stand; is a line broken, or a count too large?');
}

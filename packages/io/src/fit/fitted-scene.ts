/**
 * The scene of one fitted frame: its superquadrics where and as they were found, and the data as points, outliers apart. It opens in
 * the studio, and runs on from there. Local displacements are not part of the scene format and are left out.
 */
import type { BodyDef, SceneDef } from '../scene/schema.ts';
import type { FittedFrame, MotionFit } from './fit-motion.ts';

const digits = (x: number): number => Number(x.toPrecision(9));

export function fittedScene({ simulation, bodies, data }: MotionFit, frame: FittedFrame): SceneDef {
  const { def } = simulation;
  const found = new Map(frame.bodies.map(({ id, coordinates }, p) => [id, { coordinates, body: bodies[p] }]));
  const posed = def.bodies.map((one) => {
    const own = found.get(one.id);
    if (!own) return one;
    const { coordinates, body } = own;
    const { formula, layout } = body;
    const shape = { ...(one as { shape?: object }).shape } as Record<string, unknown>;
    formula.free.forEach((name, k) => {
      shape[name] = digits(coordinates[layout.shapeAt + k]);
    });
    const [w, x, y, z] = Array.from(coordinates.subarray(layout.turn, layout.turn + 4), digits);
    const place = { translate: Array.from(coordinates.subarray(0, 3), digits), rotate: [x, y, z, w] };
    return { ...one, shape, place } as BodyDef;
  });
  const { fit: _, ...rest } = def;
  return {
    ...rest,
    name: `${def.name}, t = ${digits(frame.time)} s`,
    bodies: [...posed, ...dataOf(data.data.length, frame)],
  };
}

/** Points that count, and those that do not. */
function dataOf(count: number, { positions, weights, parts }: FittedFrame): BodyDef[] {
  const group = (id: string, colour: string, has: (i: number) => boolean): BodyDef[] => {
    const places = Array.from({ length: count }, (_, i) => i)
      .filter((i) => parts[i] >= 0 && has(i))
      .map((i) => Array.from(positions.subarray(3 * i, 3 * i + 3), digits));
    return places.length ? [{ id, kind: 'particles', positions: places, mass: 1e-6, colour } as BodyDef] : [];
  };
  return [...group('data', '#1f1f24', (i) => weights[i] > 0), ...group('outliers', '#d62828', (i) => weights[i] === 0)];
}
